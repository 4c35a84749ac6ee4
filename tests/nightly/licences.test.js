// The licences of everything that is compiled in or published with a site: none is missing, and all are allowed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { inflateSync } from "node:zlib";
import { crates, gather, isAllowed, mistakes, render, root } from "../../release/licences.js";

const workflow = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
/** The machines for which a release has a binary. */
const targets = [...workflow.matchAll(/target: ([\w-]+)/g)].map(([, target]) => target);

test("each part has a licence that is allowed, and its text, on every system", async () => {
  assert.equal(targets.length, 5);
  for (const target of targets) {
    const { parts, wrong } = await gather(target);
    assert.deepEqual(wrong, [], target);
    assert.ok(parts.filter(({ kind }) => kind === "crate").length > 200, target);
  }
});

test("what is in a system's own binary is listed for it alone", () => {
  const names = (target) => crates(target).map(({ name }) => name);
  const only = (target) => names(target).filter((name) => /^(windows-sys|objc2-core-services|inotify)$/.test(name));
  const one = (system) => targets.find((target) => target.includes(system));
  assert.deepEqual([...new Set(only(one("windows")))], ["windows-sys"]);
  assert.deepEqual(only(one("linux")), ["inotify"]);
  assert.deepEqual(only(one("apple")), ["objc2-core-services"]);
});

test("what a visitor's browser loads is among the packages", async () => {
  const { parts } = await gather();
  const names = new Set(parts.filter(({ kind }) => kind !== "crate").map(({ name }) => name));
  for (const name of ["react", "react-dom", "scheduler", "firebase", "@firebase/auth", "figtree.woff2"]) {
    assert.ok(names.has(name), name);
  }
  for (const name of ["typescript", "esbuild", "axe-core"]) assert.ok(!names.has(name), name);
});

test("expressions demand what they say", () => {
  const licences = new Set(["MIT", "Zlib"]);
  for (const [expression, expected] of [
    ["MIT", true],
    ["GPL-3.0-only", false],
    ["GPL-3.0-only OR MIT", true],
    ["Apache-2.0/MIT", true],
    ["MIT AND Zlib", true],
    ["MIT AND IJG", false],
    ["MIT OR IJG AND Zlib", true],
    ["(MIT OR IJG) AND IJG", false],
    ["MIT WITH LLVM-exception", true],
  ]) {
    assert.equal(isAllowed(expression, licences), expected, expression);
  }
  for (const wrong of ["", "MIT OR", "(MIT", "MIT Zlib"]) assert.throws(() => isAllowed(wrong, licences), wrong);
});

test("what is missing is named", () => {
  const part = { name: "left-pad", version: "1.0.0", expression: "MIT", texts: ["MIT License"] };
  assert.deepEqual(mistakes(part), []);
  assert.match(mistakes({ ...part, expression: "" })[0], /^left-pad 1\.0\.0 names no licence/);
  assert.match(mistakes({ ...part, expression: "SSPL-1.0" })[0], /is under SSPL-1\.0, which .*allowed\.json/);
  assert.match(mistakes({ ...part, texts: [] })[0], /brings no text of its licence/);
});

test("a text that several parts bring stands once", () => {
  const part = (name, text) => ({ kind: "crate", name, version: "1.0.0", expression: "MIT", texts: [text] });
  const text = render([part("b", "one\r\ntext\r\n"), part("a", "one\ntext"), part("c", "another")]);
  assert.equal(text.match(/one\ntext/g).length, 1);
  assert.ok(text.includes("\na 1.0.0, b 1.0.0\n"), text);
});

test("what build.rs embeds is the text that stands beside the binary", () => {
  const folder = mkdtempSync(join(tmpdir(), "licences-"));
  try {
    const [plain, packed] = [join(folder, "LICENCES.txt"), join(folder, "bundles/licences")];
    execFileSync("node", [join(root, "release/licences.js"), "--text", plain, "--packed", packed]);
    const text = readFileSync(plain, "utf8");
    assert.equal(inflateSync(readFileSync(packed)).toString(), text);
    assert.ok(text.includes("big-shoulders.woff2: OFL-1.1"));
    assert.match(text, /jpeg-encoder [\d.]+: \(MIT OR Apache-2.0\) AND IJG/);
    // The crate names its authors only, and brings along the licence of the library.
    assert.match(text, /\nlibwebp-sys [\d.]+\n=+\n\nMIT License\n\nCopyright \(c\) .+/);
    assert.match(text, /\nlibwebp-sys [\d.]+\n=+\n\nCopyright \(c\) 2010, Google Inc\./);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
