// The extension for Visual Studio Code starts the language server of the program, with what that program takes.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { join } from "node:path";
import { after, test } from "node:test";
import { binary, root } from "../browser/support/site.js";

const folder = join(root, "editors/vscode");
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

// What the editor would give the extension.
const started = [];
const stubs = {
  vscode: {
    commands: { registerCommand: (name) => ({ name }) },
    workspace: { getConfiguration: () => ({ get: () => binary }) },
  },
  "vscode-languageclient/node": {
    LanguageClient: class {
      constructor(...of) {
        this.of = of;
      }
      async start() {
        started.push(this.of);
      }
      async stop() {}
    },
  },
};
const load = Module._load;
Module._load = (name, ...rest) => stubs[name] ?? load(name, ...rest);
after(() => {
  Module._load = load;
});

test("what the extension starts is a language server", async () => {
  const extension = createRequire(import.meta.url)(join(folder, manifest.main));
  const context = { subscriptions: [] };
  await extension.activate(context);
  const declared = manifest.contributes.commands.map(({ command }) => command);
  assert.deepEqual(
    context.subscriptions.map(({ name }) => name),
    declared,
  );
  const [[, , { command, args }, { documentSelector }]] = started;
  assert.ok(documentSelector.every(({ pattern }) => existsSync(join(root, pattern.split("/")[1]))));

  const server = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const message = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: { capabilities: {} } });
  server.stdin.end(`Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`);
  let answer = "";
  for await (const piece of server.stdout) answer += piece;
  const { result } = JSON.parse(answer.slice(answer.indexOf("{")));
  assert.equal(result.serverInfo.name, "gympress");
  assert.ok(result.capabilities.completionProvider && result.capabilities.codeActionProvider);
  await extension.deactivate();
});
