// What the search of a large blog costs: `node benches/search.js --posts 10000 --words 40000 --length 300`.
//
// Writes the shipped site with synthetic posts, whose vocabulary is as uneven as that of a language, into a temporary
// folder, serves it with a release build (`cargo build --release`; or with the binary that GYMPRESS names), runs queries
// with the search's own code, and prints which files each has loaded and how many bytes these have as they are: they
// are compressed already. Each query begins with nothing loaded, so the root of the index is a part of every figure.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { inflateRawSync } from "node:zlib";
import { language } from "../tests/browser/support/language.js";
import { load, SHOWN } from "../tests/browser/support/search.js";

const { values: given } = parseArgs({
  options: {
    posts: { type: "string", default: "10000" },
    words: { type: "string", default: "40000" },
    length: { type: "string", default: "300" },
  },
});
const [posts, size, length] = [given.posts, given.words, given.length].map(Number);

const root = join(import.meta.dirname, "..");
const { words, phrase, text, below, one } = language(size);
const categories = ["body-building", "boxing", "crossfit", "fitness", "meditation", "yoga"];
const tags = ["crossfit", "fitness", "gym", "meditation", "running", "workout", "yoga", "boxing"];

function post(number) {
  const date = new Date(Date.UTC(2005, 0, 1) + number * 17 * 3_600_000).toISOString().slice(0, 10);
  return `title = "${phrase(6)} ${number}"\ndate = ${date}\ncategory = "${one(categories)}"\n\
tags = ["${tags[below(4)]}", "${tags[4 + below(4)]}"]\nimage = { file = "class-yoga.jpg", alt = "A class at work" }\n\
excerpt = "${phrase(20)}."\nbody = '''\n${text(length)}\n'''\n`;
}

const folder = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "gympress-search-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const part of ["content", "templates", "components"]) {
  cpSync(join(root, part), join(folder, part), { recursive: true });
}
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
for (let number = 0; number < posts; number++) {
  writeFileSync(join(folder, `content/posts/post-${number}.toml`), post(number));
}

const binary = process.env.GYMPRESS ?? join(root, "target/release/gympress");
const preview = spawn(binary, ["serve", "--root", folder, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
process.on("exit", () => preview.kill());
const url = await new Promise((resolve) => preview.stdout.once("data", (text) => resolve(String(text).trim())));

const start = performance.now();
const index = Buffer.from(await (await fetch(new URL("search.bin", url))).arrayBuffer());
console.log(`${posts} posts of ${length} words, ${size} words in all`);
console.log(`the index is made in ${Math.round(performance.now() - start)} ms, of one core`);
const [, ofPosts, , ofWords, , ofSpellings] = inflateRawSync(index).toString().split("\n");
const count = (names) => names.length / 6;
console.log(`${count(ofPosts)} parts of posts, ${count(ofWords)} of words, ${count(ofSpellings)} of spellings`);

const { Index, find } = await load();
const known = new Map();
let loaded = [];
const plain = globalThis.fetch;
globalThis.fetch = async (address) => {
  const path = new URL(address, url).pathname;
  if (!known.has(path)) known.set(path, await (await plain(new URL(path, url))).arrayBuffer());
  loaded.push(known.get(path).byteLength);
  return new Response(known.get(path));
};

/** What the query loads, the index being new to the visitor. */
async function cost(query) {
  loaded = [];
  const begun = performance.now();
  const found = await find(query, await Index.load("/search.bin"), SHOWN);
  return {
    query,
    found: found.length,
    files: loaded.length,
    bytes: loaded.reduce((sum, bytes) => sum + bytes, 0),
    ms: Math.round(performance.now() - begun),
  };
}

async function costs(queries) {
  const all = [];
  for (const query of queries) all.push(await cost(query));
  return all;
}

function summary(what, all) {
  const bytes = all.map((one) => one.bytes).sort((a, b) => a - b);
  const worst = all.find((one) => one.bytes === bytes.at(-1));
  const mean = Math.round(bytes.reduce((sum, one) => sum + one, 0) / bytes.length);
  const most99 = bytes[Math.floor(bytes.length * 0.99)];
  return { what, mean, "99 of 100 below": most99, most: bytes.at(-1), files: worst.files, "most of": worst.query };
}

const swapped = (word, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
const other = (word, at) => `${word.slice(0, at)}x${word.slice(at + 1)}`;
const without = (word, at) => word.slice(0, at) + word.slice(at + 1);
const long = words.filter((word) => word.length > 9);
const rare = words.at(-7);
const [some, more] = [long[long.length >> 9], long[long.length >> 4]];
await cost(words[0]);
console.table(
  await costs([
    words[0],
    words[size >> 6],
    rare,
    "s",
    "st",
    "str",
    `${words[40]} ${words[90]}`,
    `${words[90]} ${words[150]} ${some}`,
    `${words[90]} ${words[150]} ${some} ${more} ${rare}`,
    other(some, 5),
    other(some, 0),
    swapped(some, 2),
    other(swapped(some, 3), 8),
    other(other(some, 0), 6),
    `${other(some, 4)} ${swapped(more, 5)}`,
    "qqqqzzzzqq",
  ]),
);

const queries = Array.from({ length: 500 }, (_, number) => phrase(1 + (number % 3)));
const slips = queries.map((query) => without(query, below(query.length)));
const absurd = Array.from({ length: 200 }, () =>
  Array.from({ length: 8 }, () => other(one(words), below(6))).join(" "),
);
console.table([
  summary("one to three words", await costs(queries)),
  summary("the same, a letter missing", await costs(slips)),
  summary("eight words of any kind, a slip in each", await costs(absurd)),
]);
preview.kill();
