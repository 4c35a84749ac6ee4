// Gathers the licences of what is compiled into gympress or published with a site: crates, npm packages, fonts and the
// rest that `licences/added.json` names. Fails if one is missing or isn't on the list of those that are allowed.
//
//   node release/licences.js [--target TRIPLE] [--text FILE] [--packed FILE]
//
// --text writes LICENCES.txt; --packed writes the same compressed with zlib, for `build.rs`.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { deflateSync } from "node:zlib";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = join(root, "release/licences");

/** The licences that may occur, by their SPDX identifiers. */
export const allowed = new Set(JSON.parse(readFileSync(join(folder, "allowed.json"), "utf8")));

/** Files that hold a licence. */
const LICENCE = /^(?:licen[cs]e|copying|copyright|notice|unlicense|patents)(?:[-._].*)?$/i;

/** Folders of a crate of which nothing is compiled. */
const NOT_COMPILED = new Set(["tests", "test", "examples", "benches", "docs", "fuzz", "wasi-libc"]);

/**
 * Reads an SPDX expression, also in the older form with a slash for OR. Returns whether everything that it demands is in
 * `licences`.
 */
export function isAllowed(expression, licences = allowed) {
  const tokens = expression.replaceAll("/", " OR ").match(/[()]|[^\s()]+/g) ?? [];
  let at = 0;
  const one = () => {
    const token = tokens[at++];
    if (token === "(") {
      const inside = either();
      if (tokens[at++] !== ")") throw new Error(`a bracket isn't closed: ${expression}`);
      return inside;
    }
    if (token === undefined || /^(?:\)|AND|OR|WITH)$/.test(token)) {
      throw new Error(`no SPDX expression: ${expression}`);
    }
    // An exception only permits more.
    if (tokens[at] === "WITH") at += 2;
    return licences.has(token);
  };
  const both = () => {
    let result = one();
    while (tokens[at] === "AND") {
      at++;
      result = one() && result;
    }
    return result;
  };
  const either = () => {
    let result = both();
    while (tokens[at] === "OR") {
      at++;
      result = both() || result;
    }
    return result;
  };
  const result = either();
  if (at !== tokens.length) throw new Error(`no SPDX expression: ${expression}`);
  return result;
}

/** The texts of the licence files in a folder and below it. */
function texts(place) {
  const found = readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return found.flatMap((entry) => {
    const path = join(place, entry.name);
    if (entry.isDirectory()) {
      return NOT_COMPILED.has(entry.name) || entry.name === "node_modules" ? [] : texts(path);
    }
    return entry.isFile() && LICENCE.test(entry.name) ? [readFileSync(path, "utf8")] : [];
  });
}

/** The texts of a package; where it brings none, that of the licence itself, with those who wrote the package. */
function textsOf(place, name, expression, authors) {
  const found = texts(place);
  // Those further down are of libraries that it brings along.
  const isOwn = readdirSync(place).some((file) => LICENCE.test(file));
  if (isOwn) return found;
  const id = expression.split(/[\s/()]+/).find((part) => existsSync(join(folder, `${part}.txt`)));
  if (!id) return [];
  const holders = authors.length > 0 ? authors.join(", ") : `the authors of ${name}`;
  return [readFileSync(join(folder, `${id}.txt`), "utf8").replace("%holders%", holders), ...found];
}

/** The kind of machine that this is, as Rust calls it. */
function host() {
  const said = execFileSync("rustc", ["-vV"], { encoding: "utf8" });
  return /^host: (.+)$/m.exec(said)[1];
}

/** The crates that are compiled into gympress for this target, besides those of this repository. */
export function crates(target = host()) {
  const options = ["metadata", "--locked", "--format-version", "1", "--filter-platform", target];
  const said = execFileSync("cargo", options, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: "pipe" });
  const { packages, resolve, workspace_members } = JSON.parse(said);
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const reached = new Set([resolve.root]);
  for (const id of reached) {
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      if (dep_kinds.some(({ kind }) => kind === null)) reached.add(pkg);
    }
  }
  const own = new Set(workspace_members);
  const found = packages.filter(({ id }) => reached.has(id) && !own.has(id));
  return found.map(({ name, version, license, authors, manifest_path }) => {
    const expression = license ?? "";
    return {
      kind: "crate",
      name,
      version,
      expression,
      texts: textsOf(dirname(manifest_path), name, expression, authors),
    };
  });
}

/** The folder of the package that a file is in; none for files of this repository. */
function packageOf(path) {
  const parts = path.split("/");
  const at = parts.lastIndexOf("node_modules");
  if (at < 0) return null;
  const depth = parts[at + 1].startsWith("@") ? 3 : 2;
  return parts.slice(0, at + depth).join("/");
}

/** The npm packages of which something is in the scripts of islands or renders them, and the one that the preview uses. */
export async function packages() {
  const { build } = await import("esbuild");
  const entries = ["components", "src/islands/runtime"].flatMap((place) => {
    const names = readdirSync(join(root, place)).filter((name) => /\.tsx?$/.test(name));
    return names.map((name) => join(root, place, name));
  });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    tsconfig: join(root, "components/tsconfig.json"),
    define: { "process.env.NODE_ENV": '"production"' },
    outdir: join(root, "target/licences"),
    bundle: true,
    splitting: true,
    format: "esm",
    jsx: "automatic",
    metafile: true,
    write: false,
    logLevel: "error",
  });
  return bundled(metafile);
}

/** The npm packages of which something is in what esbuild made. */
export function bundled(metafile) {
  const published = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(published.map(packageOf).filter(Boolean));
  return [...folders].sort().map((place) => {
    const { name, version, license, author } = JSON.parse(readFileSync(join(root, place, "package.json"), "utf8"));
    const holder = typeof author === "string" ? author : author?.name;
    const expression = license ?? "";
    const found = textsOf(join(root, place), name, expression, holder ? [holder] : []);
    return { kind: "package", name, version, expression, texts: found };
  });
}

/** The fonts of the theme: their licence begins with the name and the holder of each family. */
export function fonts() {
  const place = join(root, "templates/styles/fonts");
  const licence = readFileSync(join(place, "OFL.txt"), "utf8");
  return readdirSync(place)
    .filter((name) => name.endsWith(".woff2"))
    .map((name) => {
      const family = name.replace(/(-plain|-rest)?\.woff2$/, ": ");
      const isNamed = licence.split("\n").some((line) => line.startsWith(family));
      const expression = isNamed ? "OFL-1.1" : "";
      return { kind: "font", name, version: "", expression, texts: isNamed ? [licence] : [] };
    });
}

/** What no tool lists, from `licences/added.json`. `target` is a part of the names of targets that have it. */
export function added(target = host()) {
  const listed = JSON.parse(readFileSync(join(folder, "added.json"), "utf8"));
  return listed
    .filter((entry) => target.includes(entry.target ?? ""))
    .map(({ name, expression, text }) => {
      return { kind: "other", name, version: "", expression, texts: [readFileSync(join(root, text), "utf8")] };
    });
}

/** Everything, and what is wrong with it. */
export async function gather(target = host()) {
  const parts = [...crates(target), ...(await packages()), ...fonts(), ...added(target)];
  return { parts, wrong: parts.flatMap(mistakes) };
}

/** What is wrong with the licence of a part. */
export function mistakes({ name, version, expression, texts }) {
  const title = `${name} ${version}`.trim();
  if (!expression) return [`${title} names no licence`];
  if (!isAllowed(expression))
    return [`${title} is under ${expression}, which release/licences/allowed.json doesn't allow`];
  if (texts.length === 0)
    return [`${title} brings no text of its licence, and release/licences/ has none of ${expression}`];
  return [];
}

const HEADINGS = {
  crate: "Crates that are compiled in",
  package: "Packages that are published with a site, or run while it is built",
  font: "Fonts that are published with a site",
  other: "Other parts",
};

/** What `gympress licences` prints. */
export function render(parts) {
  const title = ({ name, version }) => `${name} ${version}`.trim();
  const lines = ["gympress contains and publishes the work of others, under the licences below.", ""];
  for (const [kind, heading] of Object.entries(HEADINGS)) {
    const rows = parts.filter((part) => part.kind === kind);
    if (rows.length === 0) continue;
    lines.push(heading, "-".repeat(heading.length), "");
    lines.push(...rows.map((part) => `${title(part)}: ${part.expression}`).sort(), "");
  }
  // Texts that differ in their line breaks only are one.
  const byText = new Map();
  for (const part of parts) {
    for (const text of part.texts) {
      const key = text.replace(/\s+/g, " ").trim();
      const entry = byText.get(key) ?? { text: text.replace(/\r\n?/g, "\n").trim(), titles: new Set() };
      byText.set(key, entry);
      entry.titles.add(title(part));
    }
  }
  const entries = [...byText.values()].map(({ text, titles }) => ({ text, titles: [...titles].sort().join(", ") }));
  entries.sort((a, b) => (a.titles < b.titles ? -1 : a.titles > b.titles ? 1 : a.text < b.text ? -1 : 1));
  for (const { text, titles } of entries) lines.push("=".repeat(80), titles, "=".repeat(80), "", text, "");
  return lines.join("\n");
}

async function main() {
  const { values } = parseArgs({
    options: { target: { type: "string" }, text: { type: "string" }, packed: { type: "string" } },
  });
  const { parts, wrong } = await gather(values.target);
  if (wrong.length > 0) {
    for (const message of wrong) console.error(`licences: ${message}`);
    return 1;
  }
  const text = render(parts);
  const write = (path, bytes) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  };
  if (values.text) write(values.text, text);
  if (values.packed) write(values.packed, deflateSync(text, { level: 9 }));
  if (!values.text && !values.packed) process.stdout.write(text);
  return 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) process.exitCode = await main();
