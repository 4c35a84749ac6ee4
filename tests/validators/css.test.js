// The names of CSS by which stylesheets are checked are those that csstype has, which come from MDN. `WRITE=1` writes them
// anew, for another version of csstype.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { root } from "../browser/support/site.js";

const file = join(root, "src/assets/styles/mistakes/names.txt");

const require = createRequire(join(root, "node_modules/@types/react/package.json"));
const types = join(dirname(require.resolve("csstype/package.json")), "index.d.ts");
const source = readFileSync(types, "utf8");

/** What each type consists of, by its name; those of a namespace have that in front. */
const declared = new Map();
let space = "";
for (const [, namespace, name, body] of source.matchAll(
  /^export namespace (\w+) \{$|^ *(?:export )?type (\w+)(?:<.*?>)? =\s*((?:"[^"]*"|[^;"])*);$/gm,
)) {
  if (namespace) space = `${namespace}.`;
  else
    declared.set(
      space + name,
      body
        .split("|")
        .map((part) => part.trim())
        .filter(Boolean),
    );
}

/** Adds the words of these parts of a type to `words`. False if it has more values than these. */
function collect(parts, words) {
  const all = parts.map((part) => {
    if (part.startsWith('"')) return Boolean(words.add(part.slice(1, -1)));
    const name = part.replace(/<.*/, "");
    if (name === "Globals") return true;
    if (name.endsWith("DataType.Color") || name === "Color") {
      words.add("<color>");
      return false;
    }
    const named = declared.get(name) ?? declared.get(`DataType.${name}`);
    return named ? collect(named, words) : false;
  });
  return all.every(Boolean);
}

/** The lines `name: type;` of an interface. */
function members(name) {
  const from = source.slice(source.indexOf(`export interface ${name}<`));
  const body = from.slice(0, from.indexOf("\n}"));
  return [...body.matchAll(/^ {2}"?([\w-]+)"?\?:\s*([^;]*?)\s*;$/gm)].map(([, name, type]) => [name, type]);
}

function properties() {
  const lines = new Map();
  for (const name of ["StandardLonghand", "StandardShorthand", "Obsolete", "Svg"]) {
    for (const [property, type] of members(`${name}PropertiesHyphen`)) {
      const [, named] = type.match(/\bProperty\.(\w+)/) ?? [];
      const found = new Set();
      const isAll = named ? collect(declared.get(`Property.${named}`), found) : false;
      const kept = own([...found].map((word) => word.toLowerCase())).filter((word) => /^[a-z<][\w<>-]*$/.test(word));
      if (property.startsWith("-") || lines.has(property)) continue;
      lines.set(property, [property, isAll && kept.length > 0 ? "=" : "~", ...kept].join(" "));
    }
  }
  return [...lines.values()].sort();
}

const own = (found) => [...new Set(found)].filter((name) => !name.startsWith("-")).sort();

function names() {
  const colours = new Set(["currentcolor", "transparent"]);
  const named = ["NamedColor", "SystemColor", "DeprecatedSystemColor"];
  for (const name of named) collect(declared.get(`DataType.${name}`), colours);
  const pseudos = new Set();
  for (const name of ["AdvancedPseudos", "SimplePseudos"]) collect(declared.get(name), pseudos);
  const bare = [...pseudos].map((name) => name.replace(/^:+/, "").replace("()", ""));
  const list = (name, found) => [name, "~", ...own(found)].join(" ");
  const lower = [...colours].map((name) => name.toLowerCase());
  return [list("<color>", lower), list("<pseudo>", bare), ...properties()];
}

test("properties and their words are those of csstype", () => {
  const expected = `${names().join("\n")}\n`;
  if (process.env.WRITE) writeFileSync(file, expected);
  assert.equal(readFileSync(file, "utf8"), expected);
});
