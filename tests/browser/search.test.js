// The search: that it finds what posts say, whatever the visitor's slips, and what it loads for that.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { launch, open } from "./support/browser.js";
import { copy, preview } from "./support/preview.js";
import { load } from "./support/search.js";
import { build, html, lasting, serve } from "./support/site.js";

const { Index, distance, find, look } = await load();

/** What is asked of the search's own code, and what that loads from `url`. */
async function searching(url) {
  const loaded = [];
  globalThis.fetch = ((plain) => async (path) => {
    const response = await plain(new URL(path, url));
    const bytes = Buffer.from(await response.arrayBuffer());
    loaded.push({ path: String(path), bytes: bytes.length, sent: brotliCompressSync(bytes).length });
    return new Response(bytes, { status: response.status });
  })(nodeFetch);
  return { index: await Index.load("/search.json"), loaded };
}
const nodeFetch = globalThis.fetch;
after(() => {
  globalThis.fetch = nodeFetch;
});

/** What a reader reads of an element that has no other of its kind within. */
const text = (page, start, end) =>
  page
    .split(start)[1]
    .split(end)[0]
    .replace(/<(?!\/?(?:em|strong|a|del)\b)[^>]*>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#39|rsquo);/g, "’")
    .replace(/&amp;/g, "&");

const segmenter = new Intl.Segmenter("en", { granularity: "word" });
const wordsOf = (text) => new Set([...segmenter.segment(text)].filter((s) => s.isWordLike).map((s) => s.segment));

describe("the index of the shipped blog", () => {
  let site;
  let server;
  before(async () => {
    site = build();
    server = await serve(site.out);
  });
  after(async () => {
    await server?.close();
    site?.remove();
  });

  test("each word of each post is found in it", async () => {
    const { index } = await searching(server.url);
    const posts = lasting(site.out).filter((path) => /^\/blog\/(?!page-)[^/]+\/$/.test(path));
    assert.equal(posts.length, 7);
    for (const path of posts) {
      const words = wordsOf(text(html(site.out, path), '<div class="prose">', '<footer class="post__foot">'));
      assert.ok(words.size > 150, path);
      for (const word of words) {
        const { ranked } = await look(word, index);
        const urls = await Promise.all(ranked.map(async ({ post }) => (await index.post(post)).url));
        assert.ok(urls.includes(path), `${word} of ${path}`);
      }
    }
  });

  test("titles come before terms, terms before texts", async () => {
    const { index } = await searching(server.url);
    const found = await find("yoga", index);
    const place = ({ title, terms }) =>
      title.some(({ marked }) => marked) ? 0 : terms.some(({ marked }) => marked) ? 1 : 2;
    const places = found.map(place);
    assert.ok(places.includes(0) && places.includes(1), places.join());
    assert.deepEqual(places, places.toSorted());
  });
});

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

/** A language of syllables, the same each time. */
function* language() {
  let state = 7;
  const roll = (sides) => {
    state = (state * 48271) % 2147483647;
    return state % sides;
  };
  const syllables = "ba ko li mu ne pa ro shi tu wa yo zi ka ngo mwa ki ta bu fe cha".split(" ");
  const words = Array.from({ length: 6000 }, () =>
    Array.from({ length: 2 + roll(3) }, () => syllables[roll(syllables.length)]).join(""),
  );
  for (;;) yield words[Math.min(roll(6000), roll(6000), roll(6000))];
}

describe("the index of a large blog", () => {
  const posts = [];
  let project;
  let server;

  before(async () => {
    project = copy();
    const words = language();
    const some = (count) => Array.from({ length: count }, () => words.next().value).join(" ");
    for (let number = 0; number < 400; number++) {
      const post = { slug: `post-${number}`, title: `${some(3)} ${number}`, body: some(250) };
      posts.push(post);
      writePost(post);
    }
    const letters = LETTERS.filter((letter) => /\p{L}|\p{Nl}/u.test(letter)).map((letter, at) => `${at}x${letter}`);
    posts.push({ slug: "letters", title: "Letters", body: letters.join(" ") });
    posts.push({
      slug: "marks",
      title: "Crème Brûlée don’t ng'ombe",
      body: "an **un**believ*able* [linked](/contact/) `coded` caf&eacute; MATATU’s 1,500 push-ups\n\n| table | cell |\n|---|---|\n| inner | outer |\n\n> quoted[^1]\n\n[^1]: footnoted",
    });
    for (const post of posts.slice(-2)) writePost(post);
    server = await preview(project.folder);
  });
  after(async () => {
    await server?.kill();
    project?.remove();
  });

  function writePost({ slug, title, body }) {
    writeFileSync(
      join(project.folder, `content/posts/${slug}.toml`),
      `title = "${title}"\ndate = 2020-01-01\ncategory = "yoga"\nimage = { file = "class-yoga.jpg", alt = "A class" }\n\
excerpt = "What it is about."\nbody = '''\n${body}\n'''\n`,
    );
  }

  const has = async (query, slug, index) => {
    const { ranked } = await look(query, index);
    const urls = await Promise.all(ranked.map(async ({ post }) => (await index.post(post)).url));
    return urls.includes(`/blog/${slug}/`);
  };

  test("each word is found in each post, which compares the two foldings, too", async () => {
    const { index, loaded } = await searching(server.url);
    const wanted = new Map();
    for (const { slug, title, body } of posts.filter(({ slug }) => slug !== "marks")) {
      for (const word of new Set(`${title} ${body}`.split(" "))) {
        if (!wanted.has(word)) wanted.set(word, []);
        wanted.get(word).push(slug);
      }
    }
    assert.ok(wanted.size > 6000, `${wanted.size} words`);
    for (const [word, slugs] of wanted) {
      const { ranked } = await look(word, index);
      const found = new Set(
        await Promise.all(ranked.filter(({ has }) => has).map(async ({ post }) => (await index.post(post)).url)),
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
    assert.ok(parts.size > 10 && parts.size < 300, `${parts.size} files`);
  });

  test("a query loads a part of it", async () => {
    const all = await searching(server.url);
    for (let number = 0; number < all.index.count; number++) await all.index.post(number);
    for (const query of ["k", "ka", "kab", posts[7].title, posts[9].body.slice(0, 40), "kabolix", "xabolimuneshi"]) {
      const { index, loaded } = await searching(server.url);
      await find(query, index);
      const sent = loaded.reduce((sum, file) => sum + file.sent, 0);
      assert.ok(sent < 100_000, `${query}: ${sent} bytes`);
    }
  });

  test("slips are forgiven: one in a word of four letters, two in one of eight", async () => {
    const { index } = await searching(server.url);
    const words = [...new Set(posts.slice(0, 40).flatMap(({ body }) => body.split(" ").slice(0, 3)))];
    const every = new Set(posts.slice(0, 400).flatMap(({ title, body }) => `${title} ${body}`.split(" ")));
    let tried = 0;
    for (const [number, word] of words.entries()) {
      if (word.length < 4) continue;
      const at = number % (word.length - 1);
      const kinds = [
        word.slice(0, at) + word.slice(at + 1),
        `${word.slice(0, at)}q${word.slice(at)}`,
        `${word.slice(0, at)}q${word.slice(at + 1)}`,
        word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
      ];
      // Both slips behind the first two letters, where the two are looked for everywhere.
      if (word.length >= 8) kinds.push(`${word.slice(0, 3)}q${word.slice(4, 6)}q${word.slice(7)}`);
      for (const slip of kinds.filter((slip) => slip.length >= 4 && ![...every].some((one) => one.startsWith(slip)))) {
        const { meanings } = await look(slip, index);
        const meant = meanings[0].entries.map(({ entry }) => entry.word);
        assert.ok(meant.length > 0, `${slip} for ${word}`);
        assert.ok(distance(slip, meant[0], 2) <= distance(slip, word, 2), `${slip} for ${word}: ${meant}`);
        tried++;
      }
    }
    assert.ok(tried > 150, `${tried} slips`);
  });

  test("parts keep their names while nothing in them changes, and old ones stay for a build", async () => {
    const name = (index) => JSON.stringify(index).match(/"posts":"0:(\w+)/)[1];
    const before = name((await searching(server.url)).index);
    writePost({ slug: "newest", title: "The newest", body: "of all" });
    const deadline = Date.now() + 20_000;
    for (let count = 0; count !== posts.length + 8; ) {
      assert.ok(Date.now() < deadline, "the preview follows");
      count = (await (await nodeFetch(new URL("/search.json", server.url))).json()).count;
    }
    const { index } = await searching(server.url);
    assert.equal(name(index), before);
    assert.ok(await has("newest", "newest", index));
  });
});

test("24 posts of real text take ten kilobytes", async () => {
  const project = copy();
  const shipped = (name) => readFileSync(join(project.folder, `content/posts/${name}.toml`), "utf8");
  const names = ["yoga-for-lifters", "your-first-yoga-class", "what-boxers-learn-on-the-mat"];
  for (let number = 0; number < 17; number++) {
    const [head, body] = shipped(names[number % 3]).split("\nbody = '''\n");
    const title = head.replace(/title = .*/, `title = "Another post, ${number} of many"`);
    writeFileSync(join(project.folder, `content/posts/more-${number}.toml`), `${title}\nbody = '''\n${body}`);
  }
  const server = await preview(project.folder);
  try {
    const { index, loaded } = await searching(server.url);
    assert.equal(index.count, 24);
    assert.ok((await find("breathing", index)).length > 0);
    assert.equal(loaded.length, 1, "all of it is in one file");
    assert.ok(loaded[0].sent < 10_000, `${loaded[0].sent} bytes`);
  } finally {
    await server.kill();
    project.remove();
  }
});

describe("the search in a browser", () => {
  let site;
  let server;
  let browser;
  before(async () => {
    site = build();
    server = await serve(site.out);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    site?.remove();
  });

  /** The blog with the search at hand, and what was loaded since. */
  async function blog() {
    const opened = await open(browser, server.url);
    const asked = [];
    opened.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await opened.page.goto(`${server.url}/blog/`);
    return { ...opened, asked, input: opened.page.getByRole("combobox", { name: "Search" }) };
  }
  const results = (page) => page.getByRole("option");
  const said = (page, words) => page.getByRole("status").filter({ hasText: words }).waitFor();

  test("nothing of it is loaded before somebody types", async () => {
    const { page, asked, input, complaints, close } = await blog();
    await page.waitForLoadState("networkidle");
    await input.focus();
    await page.waitForSelector('[data-island="BlogSearch"][data-state="live"]');
    assert.ok(!asked.some((path) => path.includes("search") || path.includes("find")), asked.join());
    await input.fill("breathing");
    await results(page).first().waitFor();
    assert.deepEqual(
      asked.filter((path) => path.endsWith(".json")),
      ["/search.json"],
    );
    assert.deepEqual(complaints, []);
    await close();
  });

  test("beginnings and slips are found and marked, and what was found is said", async () => {
    const { page, input, complaints, close } = await blog();
    await input.fill("yog");
    await said(page, "posts");
    assert.match(await results(page).first().locator("mark").first().textContent(), /^yoga$/i);
    await input.fill("brething mattau");
    await results(page).first().locator("mark", { hasText: "matatu" }).first().waitFor();
    const marked = await results(page).first().locator(".search__title mark").allTextContents();
    assert.deepEqual(
      marked.map((word) => word.toLowerCase()),
      ["breathing", "matatu"],
    );
    await input.fill("xqzwv");
    await said(page, "Nothing found");
    assert.equal(await results(page).count(), 0);
    assert.deepEqual(complaints, []);
    await close();
  });

  test("a result is a link", async () => {
    const { page, input, close } = await blog();
    await input.fill("hips");
    const href = await results(page).first().getAttribute("href");
    await results(page).first().click();
    await page.waitForURL(`**${href}`);
    assert.match(await page.locator("h1").textContent(), /hips/i);
    await close();
  });

  test("a slow answer doesn't replace a newer one", async () => {
    const { page, input, close } = await blog();
    let release;
    const held = new Promise((resolve) => {
      release = resolve;
    });
    await page.route("**/search.json", async (route) => {
      await held;
      await route.continue();
    });
    await input.fill("yoga");
    await said(page, "Searching");
    await input.fill("matatu");
    release();
    await said(page, "post");
    await page.waitForLoadState("networkidle");
    assert.match(await results(page).first().textContent(), /matatu/i);
    await close();
  });

  test("without a network it says so, and finds once there is one", async () => {
    const { page, input, close } = await blog();
    await input.focus();
    await page.waitForSelector('[data-island="BlogSearch"][data-state="live"]');
    await page.route("**/search.json", (route) => route.abort());
    await input.fill("yoga");
    await said(page, "could not be loaded");
    await page.context().setOffline(true);
    await input.press("Enter");
    await said(page, "You are offline");
    await page.context().setOffline(false);
    await page.unroute("**/search.json");
    await input.press("Enter");
    await results(page).first().waitFor();
    await close();
  });
});
