// Starts `gympress lsp` for the project that is open.
const { commands, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async (context) => {
  const command = workspace.getConfiguration("gympress").get("path", "gympress");
  const file = (pattern) => ({ scheme: "file", pattern });
  const documentSelector = [file("**/content/**/*.{toml,md}"), file("**/templates/**/*.{toml,html,css}")];
  const server = { command, args: ["lsp"] };
  client = new LanguageClient("gympress", "gympress", server, { documentSelector });
  context.subscriptions.push(commands.registerCommand("gympress.restart", () => client.restart()));
  await client.start();
};

exports.deactivate = () => client?.stop();
