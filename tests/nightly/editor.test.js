// A day's work in an editor: thousands of changes to the shipped site, some faster than they can be checked, most of them broken.
// The memory of `gympress lsp` stays bounded, and in the end it says what is wrong.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createMessageConnection } from "vscode-jsonrpc/node";
import { binary, root } from "../browser/support/site.js";

const CHANGES = 3000;
const BROKEN = ['"', "]", "\n", "[[hours]]\n", "=", "é🏋", "x = 1\r\n", ""];

const path = join(root, "content/schedule.toml");
const uri = pathToFileURL(path).href;

/** The memory of a process, in MB. */
function memory({ pid }) {
  return Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
}

test("thousands of changes leave no more in memory than the first hundreds", async () => {
  const server = spawn(binary, ["lsp", "--root", root], { stdio: ["pipe", "pipe", "ignore"] });
  const connection = createMessageConnection(server.stdout, server.stdin);
  let found = [];
  connection.onNotification("textDocument/publishDiagnostics", (params) => {
    if (params.uri === uri) found = params.diagnostics;
  });
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: process.pid,
    rootUri: pathToFileURL(root).href,
    capabilities: {},
  });
  const text = readFileSync(path, "utf8");
  const languageId = "toml";
  connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
  let version = 1;
  const write = (text) => {
    version += 1;
    connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  };
  const at = { line: 0, character: 0 };
  /** Is answered once the newest text is checked. */
  const settle = () =>
    connection.sendRequest("textDocument/inlayHint", { textDocument: { uri }, range: { start: at, end: at } });

  let first = 0;
  for (let change = 0; change < CHANGES; change++) {
    // The same places in each run.
    const place = (change * 7919) % text.length;
    write(text.slice(0, place) + BROKEN[change % BROKEN.length] + text.slice((change * 104729) % text.length));
    if (change % 50 === 0) await settle();
    else await setTimeout(change % 10 === 0 ? 40 : 1);
    if (change === 500) first = memory(server);
  }
  await settle();
  assert.ok(memory(server) < first * 1.5, `${first} MB after 500 changes, ${memory(server)} MB after ${CHANGES}`);
  write(`nonsense = 1\n${text}`);
  await settle();
  assert.ok(
    found.some(({ message }) => message.includes('"nonsense"')),
    JSON.stringify(found),
  );
  server.stdin.end();
  const [status] = await once(server, "exit");
  assert.equal(status, 1);
});
