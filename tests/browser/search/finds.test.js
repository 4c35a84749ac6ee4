// The search: that it finds what posts say, whatever the visitor's slips.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import * as esbuild from "esbuild";
import { until } from "../support/preview.js";
import { buildGym } from "../support/project.js";
import { html, lasting, root, serve } from "../support/site.js";
import { withPreview } from "../support/with-preview.js";

/** How many pages the field shows. */
const SHOWN = 6;

/** The modules of `components/search` that tests call. */
async function load() {
  const entry = (name) => `export * from ${JSON.stringify(join(root, `components/search/${name}.ts`))};`;
  const bundled = await esbuild.build({
    stdin: { contents: ["find", "words"].map(entry).join("\n"), resolveDir: root },
    bundle: true,
    format: "esm",
    platform: "neutral",
    write: false,
  });
  const [file] = bundled.outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(file.contents).toString("base64")}`);
}

/** What a visitor who has nothing yet asks of the search at `url`, and a note of each file that this loads. */
async function searching(url) {
  const loaded = [];
  globalThis.fetch = async (path) => {
    const response = await plainFetch(new URL(path, url));
    const file = await response.arrayBuffer();
    loaded.push({ path: String(path), bytes: file.byteLength });
    return new Response(file, { status: response.status });
  };
  const bytes = () => loaded.reduce((sum, file) => sum + file.bytes, 0);
  return { index: await Index.load("/search.json"), loaded, bytes };
}
const plainFetch = globalThis.fetch;

/** Adds a post to the project in `folder`. */
function writePost(folder, { slug, title, date = "2020-01-01", excerpt = "What it is about.", body }) {
  writeFileSync(
    join(folder, `content/posts/${slug}.toml`),
    `title = "${title}"\ndate = ${date}\ncategory = "yoga"\nimage = { file = "class-yoga.jpg", alt = "A class" }\n\
excerpt = "${excerpt}"\nbody = '''\n${body}\n'''\n`,
  );
}

const { Index, distance, find, look } = await load();

describe("the index of a gym", () => {
  let site;
  let server;
  before(async () => {
    site = buildGym();
    server = await serve(site.out);
  });
  after(async () => {
    await server?.close();
    site?.remove();
  });

  test("all of it is in one small file", async () => {
    const { index, loaded, bytes } = await searching(server.url);
    await find("brething matatu", index, SHOWN);
    assert.deepEqual(
      loaded.map(({ path }) => path),
      ["/search.json"],
    );
    assert.ok(bytes() <= 60_000, `${bytes()} bytes`);
  });

  test("each entry with a page and each page for search engines is found by its title", async () => {
    const { index } = await searching(server.url);
    const paths = lasting(site.out).filter((path) => /^\/(?:(?:classes|trainers)\/)?[^/]+\/$/.test(path));
    const listed = paths.filter((path) => !html(site.out, path).includes('name="robots" content="noindex'));
    assert.ok(listed.filter((path) => path.startsWith("/classes/")).length > 5, listed.join());
    for (const path of listed) {
      const [, title] = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html(site.out, path));
      const { ranked } = await look(title.replace(/<[^>]*>/g, " "), index);
      const urls = await Promise.all(ranked.map(async ({ page }) => (await index.page(page)).url));
      assert.ok(urls.includes(path), `${title} of ${path}`);
    }
  });

  test("the kind of an entry is shown, and finds all of it", async () => {
    const { index } = await searching(server.url);
    const found = await find("coach", index, SHOWN);
    const coaches = found.filter(({ url }) => url.startsWith("/trainers/"));
    assert.ok(coaches.length > 1, JSON.stringify(found));
    for (const { terms } of coaches) assert.ok(terms.some(({ text, marked }) => marked && /coach/i.test(text)));
  });

  test("titles come before terms, terms before texts", async () => {
    const { index } = await searching(server.url);
    const found = await find("yoga", index, SHOWN);
    const place = ({ title, terms }) =>
      title.some(({ marked }) => marked) ? 0 : terms.some(({ marked }) => marked) ? 1 : 2;
    const places = found.map(place);
    assert.ok(places.includes(0) && places.includes(1), places.join());
    assert.deepEqual(places, places.toSorted());
  });
});

const SYLLABLES = [..."bcdfghklmnprstw"].flatMap((start) =>
  ["a", "e", "i", "o", "u", "ai", "ou"].map((end) => start + end),
);
const ENDS = ["", "", "n", "r", "s", "ng", "ed", "tion"];

/**
 * An invented language of so many words, the same each time: `words`, the most frequent first, and what is said in it. A few
 * are everywhere, and most are rare, as in a natural one (Zipf's law).
 */
function language(size) {
  let state = 2026;
  const chance = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const one = (list) => list[Math.floor(chance() * list.length)];
  const known = new Set();
  while (known.size < size) known.add(one(SYLLABLES) + one(SYLLABLES) + one(["", ...SYLLABLES]) + one(ENDS));
  const words = [...known];
  const phrase = (length) => Array.from({ length }, () => words[Math.floor(size ** chance()) - 1]).join(" ");
  /** A text in Markdown with a heading for every sixty words. */
  const text = (length) => Array.from({ length: length / 60 }, () => `## ${phrase(3)}\n\n${phrase(57)}.`).join("\n\n");
  return { words, phrase, text };
}

/** Letters of many scripts, each in a word of its own. */
const LETTERS = [
  [0xc0, 0x24f],
  [0x370, 0x58f],
  [0x5d0, 0x64a],
  [0x904, 0x939],
  [0x10a0, 0x10ff],
  [0x1e00, 0x1fff],
  [0x2160, 0x2188],
  [0x3041, 0x30ff],
  [0x4e00, 0x4e20],
  [0xfb00, 0xfb06],
  [0xff21, 0xff5a],
  [0x1e900, 0x1e943],
].flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)));

describe("the index of a large blog", () => {
  const { words, phrase, text } = language(6000);
  const posts = Array.from({ length: 400 }, (_, number) => ({
    slug: `post-${number}`,
    title: `${phrase(3)} ${number}`,
    body: text(240),
  }));
  const letters = LETTERS.filter((letter) => /\p{L}|\p{Nl}/u.test(letter)).map((letter, at) => `${at}x${letter}`);
  posts.push({ slug: "letters", title: "Letters", body: letters.join(" ") });
  posts.push({
    slug: "marks",
    title: "Crème Brûlée don’t ng'ombe",
    body: "an **un**believ*able* [linked](/contact/) `coded` caf&eacute; MATATU’s 1,500 push-ups\n\n| table | cell |\n|---|---|\n| inner | outer |\n\n> quoted[^1]\n\n[^1]: footnoted",
  });
  posts.push({ slug: "unspaced", title: "Unspaced", body: "初めてのヨガ教室です。 นักเรียนโยคะ 我们的瑜伽课" });
  const site = withPreview({
    prepare({ folder }) {
      for (const post of posts) writePost(folder, post);
    },
  });
  const written = ({ title, body }) => `${title} ${body}`.split(/[^\p{L}\p{Nl}\p{M}\p{N}]+/u).filter(Boolean);

  const has = async (query, slug, index) => {
    const { ranked } = await look(query, index);
    const urls = await Promise.all(ranked.map(async ({ page }) => (await index.page(page)).url));
    return urls.includes(`/blog/${slug}/`);
  };

  test("each word is found in each post, which compares the two foldings, too", async () => {
    const { index, loaded } = await searching(site.url());
    const wanted = new Map();
    for (const post of posts.filter(({ slug }) => slug !== "marks")) {
      for (const word of new Set(written(post))) {
        if (!wanted.has(word)) wanted.set(word, []);
        wanted.get(word).push(post.slug);
      }
    }
    assert.ok(wanted.size > 5000, `${wanted.size} words`);
    for (const [word, slugs] of wanted) {
      const { ranked } = await look(word, index);
      const found = new Set(
        await Promise.all(ranked.filter(({ has }) => has).map(async ({ page }) => (await index.page(page)).url)),
      );
      for (const slug of slugs) assert.ok(found.has(`/blog/${slug}/`), `${word} of ${slug}`);
    }
    for (const word of "unbelievable linked coded café matatu 1 500 push ups inner outer quoted footnoted".split(" ")) {
      assert.ok(await has(word, "marks", index), word);
    }
    for (const word of ["CREME", "brûlee", "dont", "Don't", "ng’ombe", "ngombe", "matatu's", "footno"]) {
      assert.ok(await has(word, "marks", index), word);
    }
    assert.ok(!(await has("contact", "marks", index)), "the target of a link is no word");
    const parts = new Set(loaded.map(({ path }) => path));
    assert.ok(parts.size > 10 && parts.size < 400, `${parts.size} files`);
  });

  test("slips are forgiven: one in a word of four letters, two in one of eight", async () => {
    const { index } = await searching(site.url());
    const every = [...new Set(posts.flatMap(written))];
    const tried = new Set();
    for (const [number, word] of words.slice(0, 2000).entries()) {
      if (word.length < 4 || number % 20 > 0) continue;
      const at = (number / 20) % (word.length - 1);
      const kinds = [
        word.slice(0, at) + word.slice(at + 1),
        `${word.slice(0, at)}q${word.slice(at)}`,
        `${word.slice(0, at)}q${word.slice(at + 1)}`,
        word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
      ];
      // Both slips behind the first two letters, where the two are looked for everywhere.
      if (word.length >= 8) kinds.push(`${word.slice(0, 3)}q${word.slice(4, 6)}q${word.slice(7)}`);
      // In a large index, the first letter has to be right.
      for (const slip of kinds.filter(
        (slip) => slip[0] === word[0] && slip.length >= 4 && !every.some((one) => one.startsWith(slip)),
      )) {
        const { meanings } = await look(slip, index);
        const meant = meanings[0].words.map(({ word }) => word);
        assert.ok(meant.length > 0, `${slip} for ${word}`);
        assert.ok(distance(slip, meant[0], 2) <= distance(slip, word, 2), `${slip} for ${word}: ${meant}`);
        tried.add(slip);
      }
    }
    assert.ok(tried.size > 150, `${tried.size} slips`);
  });

  test("what nobody waits for any more is not shown", async () => {
    const { index } = await searching(site.url());
    assert.deepEqual(await find(words[50], index, SHOWN, () => false), []);
    assert.ok((await find(words[50], index, SHOWN)).length > 0);
  });

  test("a query loads what begins with its letters, and what it shows", async () => {
    const { index, loaded } = await searching(site.url());
    await find(`${words[50]} ${words[60]}`, index, SHOWN);
    const letters = new Set([words[50][0], words[60][0]]);
    assert.ok(loaded.length <= 1 + letters.size + SHOWN, JSON.stringify(loaded));
    const largest = Math.max(...loaded.map(({ bytes }) => bytes));
    assert.ok(largest < 300_000, `${largest} bytes`);
  });

  test("words of languages without spaces are found in the middle of a text", async () => {
    const { index } = await searching(site.url());
    for (const query of ["教室", "室", "ヨガ教室", "กเรียน", "瑜伽"]) {
      assert.ok(await has(query, "unspaced", index), query);
    }
    assert.ok(!(await has("室教", "unspaced", index)));
    const [page] = await find("ガ教室", index, SHOWN);
    assert.deepEqual(page.within, ["ガ教室"]);
  });

  test("parts keep their names while nothing in them changes, and old ones stay for a build", async () => {
    /** The file in which the oldest post is, and how many pages are found. */
    const oldest = async () => {
      const { index, loaded } = await searching(site.url());
      let first = 0;
      while (!(await index.page(first)).url.startsWith("/blog/p")) first++;
      await index.page(first);
      return { path: loaded.at(-1).path, count: index.count };
    };
    const before = await oldest();
    assert.ok(before.count > posts.length + 3, `${before.count} pages`);
    writePost(site.folder(), { slug: "newest", title: "The newest", date: "2022-12-31", body: "of all" });
    const after = await until("the preview follows", async () => {
      const now = await oldest();
      return now.count === before.count + 1 && now;
    });
    assert.equal(after.path, before.path);
    const { index } = await searching(site.url());
    assert.ok(await has("newest", "newest", index));
  });
});
