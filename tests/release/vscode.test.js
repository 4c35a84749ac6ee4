// The extension for Visual Studio Code, packaged as it is installed: it starts the language server, and shows what that finds.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, Module } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { unzipSync } from "fflate";
import { packed } from "../../release/vscode.js";
import { binary, root } from "../browser/support/site.js";

let scratch;
let manifest;

before(async () => {
  scratch = mkdtempSync(join(tmpdir(), "vscode-"));
  for (const [path, bytes] of Object.entries(unzipSync(await packed()))) write(path, bytes);
  manifest = JSON.parse(readFileSync(join(scratch, "extension/package.json"), "utf8"));
});

after(() => rmSync(scratch, { recursive: true, force: true }));

function write(path, bytes) {
  const file = join(scratch, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return file;
}

test("the package says what it is, and has every file that it names", () => {
  const described = readFileSync(join(scratch, "extension.vsixmanifest"), "utf8");
  assert.match(described, new RegExp(`<Identity .*Id="gympress" Version="${manifest.version}" Publisher="gympress"`));
  assert.match(readFileSync(join(root, "Cargo.toml"), "utf8"), new RegExp(`^version = "${manifest.version}"`, "m"));
  const paths = [...described.matchAll(/Path="([^"]+)"/g)].map(([, path]) => path);
  const { languages, grammars } = manifest.contributes;
  const named = [manifest.main, languages[0].configuration, grammars[0].path].map((path) => `extension/${path}`);
  for (const path of [...paths, ...named, "[Content_Types].xml"]) assert.ok(existsSync(join(scratch, path)), path);
  const recommended = readFileSync(join(root, "starters/common/dot-vscode/extensions.json"), "utf8");
  assert.ok(recommended.includes(`"${manifest.publisher}.${manifest.name}"`));
});

/** A member of the editor's interface that nobody looks at: a class, a function that returns another one, an object. */
function anything(known = {}) {
  const get = (target, key) =>
    known[key] ?? (typeof key === "symbol" || key === "then" ? undefined : (target[key] ?? anything()));
  return new Proxy(class {}, { get, apply: () => anything() });
}

class Position {
  constructor(line, character) {
    Object.assign(this, { line, character });
  }
}

class Range {
  constructor(...ends) {
    [this.start, this.end] =
      ends.length === 2 ? ends : [ends.slice(0, 2), ends.slice(2)].map((end) => new Position(...end));
  }
}

class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, { range, message, severity });
  }
}

class EventEmitter {
  listeners = [];
  event = (listener) => {
    this.listeners.push(listener);
    return { dispose() {} };
  };
  fire(event) {
    for (const listener of this.listeners) listener(event);
  }
  dispose() {}
}

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
  cancel() {}
  dispose() {}
}

/** The part of the editor's interface that a client of a language server can't do without, with a text that is open. */
function editor(folder, document, show) {
  const uri = (address) => ({ fsPath: new URL(address).pathname, scheme: "file", toString: () => address });
  const diagnostics = { set: (file, found) => show(file, found), delete() {}, clear() {}, dispose() {} };
  return anything({
    version: "1.91.0",
    env: { appName: "Visual Studio Code", language: "en" },
    Position,
    Range,
    Diagnostic,
    EventEmitter,
    CancellationTokenSource,
    Uri: { parse: uri, file: (path) => uri(pathToFileURL(path).href) },
    languages: anything({ match: () => 10, createDiagnosticCollection: () => diagnostics }),
    workspace: anything({
      workspaceFolders: [{ uri: uri(pathToFileURL(folder).href), name: "gym", index: 0 }],
      textDocuments: [document],
      notebookDocuments: [],
      getConfiguration: () => ({ get: (key, usual) => (key === "path" ? binary : usual) }),
    }),
    window: anything({ visibleTextEditors: [], tabGroups: anything({ all: [] }) }),
  });
}

test("what is installed shows a mistake of a text that is open", async () => {
  const text = 'title = "Home"\ndescription = "A gym."\nlisted = 3\n';
  write("gym/content/site.toml", 'name = "Iron & Chalk"\n');
  const page = pathToFileURL(write("gym/content/pages/index.toml", text)).href;
  const document = {
    uri: { scheme: "file", toString: () => page },
    languageId: "toml",
    version: 1,
    isClosed: false,
    getText: () => text,
  };
  let show;
  const shown = new Promise((resolve) => {
    show = (file, found) => file.toString() === page && found.length > 0 && resolve(found);
  });
  const vscode = editor(join(scratch, "gym"), document, show);
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
  const extension = createRequire(import.meta.url)(join(scratch, "extension", manifest.main));
  Module._load = load;
  await extension.activate({ subscriptions: [] });
  const mistakes = (await shown).map(({ range, code, source }) => `${range.start.line}: ${code} (${source})`);
  assert.ok(mistakes.includes("2: wrong-type (gympress)"), `${mistakes}`);
  await extension.deactivate();
});
