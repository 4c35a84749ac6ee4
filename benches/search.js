// What the search of a large blog costs: `node benches/search.js --posts 10000 --words 40000`.
//
// Writes the shipped site with synthetic posts of 300 words, whose vocabulary is as uneven as that of a language,
// into a temporary folder, serves it with a release build (`cargo build --release`), runs queries with the search's
// own code, and prints which files each has loaded and how many bytes these are as they are, in gzip and in brotli.
// Each query begins with nothing loaded, so the root of the index is a part of every figure.
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { load } from "../tests/browser/support/search.js";

const root = join(import.meta.dirname, "..");
const LENGTH = 300;

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};
const posts = option("posts", 10_000);
const size = option("words", 40_000);

/** Numbers without pattern, the same each time (mulberry32). */
let state = 2026;
function chance() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const below = (most) => Math.floor(chance() * most);

/** Words like those of a language: the more frequent, the shorter. */
function vocabulary() {
  const starts = "b c d f g h k l m n p r s t w y br ch cl dr fl gr pl pr sh st str th tr".split(" ");
  const vowels = "a e i o u ea ee ai ou".split(" ");
  const ends = ["", "", "", ..."n r l s t d ng m ck nd st".split(" ")];
  const endings = ["", "", "", "s", "ed", "ing", "er", "ly", "ness", "tion"];
  const syllable = () => starts[below(starts.length)] + vowels[below(vowels.length)];
  const words = new Set();
  for (let tries = 0; words.size < size; tries++) {
    const syllables = tries < 300 ? 1 : tries < 6000 ? 2 : 2 + below(2);
    const word = Array.from({ length: syllables }, syllable).join("") + ends[below(ends.length)];
    words.add(syllables > 1 ? word + endings[below(endings.length)] : word);
  }
  return [...words];
}

const words = vocabulary();
const heights = words.map((_, rank) => 1 / (rank + 2.7));
const sums = heights.map(((sum) => (height) => (sum += height))(0));
/** A word, as often as its place in the list says (Zipf's law). */
function word() {
  const height = chance() * sums.at(-1);
  let low = 0;
  for (let high = sums.length - 1; low < high; ) {
    const middle = (low + high) >> 1;
    if (sums[middle] < height) low = middle + 1;
    else high = middle;
  }
  return words[low];
}
const phrase = (length) => Array.from({ length }, word).join(" ");

const categories = ["body-building", "boxing", "crossfit", "fitness", "meditation", "yoga"];
const tags = ["crossfit", "fitness", "gym", "meditation", "running", "workout", "yoga", "boxing"];

function post(number) {
  const date = new Date(Date.UTC(2005, 0, 1) + number * 17 * 3_600_000).toISOString().slice(0, 10);
  const paragraphs = Array.from({ length: LENGTH / 60 }, () => `## ${phrase(3)}\n\n${phrase(57)}.`);
  return `title = "${phrase(6)} ${number}"\ndate = ${date}\ncategory = "${categories[below(6)]}"\n\
tags = ["${tags[below(4)]}", "${tags[4 + below(4)]}"]\nimage = { file = "class-yoga.jpg", alt = "A class at work" }\n\
excerpt = "${phrase(20)}."\nbody = '''\n${paragraphs.join("\n\n")}\n'''\n`;
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
const first = await (await fetch(new URL("search.json", url))).json();
console.log(`${posts} posts of ${LENGTH} words, ${size} words in all`);
console.log(`the index is made in ${Math.round(performance.now() - start)} ms, of one core`);
for (const [kind, parts] of Object.entries(first.in)) console.log(`${kind}: ${parts.split(" ").length} parts`);

const { Index, find } = await load();
const known = new Map();
let loaded = [];
const plain = globalThis.fetch;
globalThis.fetch = async (address) => {
  const path = new URL(address, url).pathname;
  if (!known.has(path)) {
    const bytes = Buffer.from(await (await plain(new URL(path, url))).arrayBuffer());
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
    known.set(path, { bytes, gzip: gzipSync(bytes).length, brotli: brotli.length });
  }
  loaded.push(known.get(path));
  return new Response(known.get(path).bytes);
};

/** What the query loads, the index being new to the visitor. */
async function cost(query) {
  loaded = [];
  const begun = performance.now();
  const found = await find(query, await Index.load("/search.json"));
  const sum = (of) => loaded.reduce((bytes, one) => bytes + of(one), 0);
  return {
    query,
    found: found.length,
    files: loaded.length,
    bytes: sum((one) => one.bytes.length),
    gzip: sum((one) => one.gzip),
    brotli: sum((one) => one.brotli),
    ms: Math.round(performance.now() - begun),
  };
}

const long = words.filter((word) => word.length > 9);
const swapped = (word, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
const other = (word, at) => `${word.slice(0, at)}x${word.slice(at + 1)}`;
const rare = words.at(-7);
const some = long[40];
await cost(words[0]);
console.table(
  await Promise.resolve(
    [
      words[0],
      words[500],
      rare,
      "s",
      "st",
      "str",
      `${words[40]} ${words[900]}`,
      `${words[90]} ${words[1500]} ${long[9]}`,
      `${words[90]} ${words[1500]} ${long[9]} ${words[8000]} ${rare}`,
      other(some, 5),
      other(some, 0),
      swapped(some, 2),
      other(swapped(some, 3), 8),
      other(other(some, 0), 6),
      `${other(some, 4)} ${swapped(long[90], 5)}`,
      "qqqqzzzzqq",
    ].reduce(async (rows, query) => [...(await rows), await cost(query)], []),
  ),
);

const queries = Array.from({ length: 500 }, (_, number) => phrase(1 + (number % 3)));
const slips = queries.map((query) => {
  const at = below(query.length);
  return query.slice(0, at) + query.slice(at + 1);
});
const most = { bytes: 0, gzip: 0, brotli: 0 };
const total = { bytes: 0, gzip: 0, brotli: 0 };
for (const query of [...queries, ...slips]) {
  const one = await cost(query);
  for (const key of Object.keys(most)) {
    most[key] = Math.max(most[key], one[key]);
    total[key] += one[key];
  }
}
const mean = Object.fromEntries(Object.entries(total).map(([key, sum]) => [key, Math.round(sum / 1000)]));
console.log("1000 queries of one to three words, half of them with a letter missing:");
console.table({ mean, most });
preview.kill();
