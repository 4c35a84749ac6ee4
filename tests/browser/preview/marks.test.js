// What a click finds on the pages of the shipped gym: each text its own field, or the smallest thing around it; each picture its own.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, withBrowser } from "../support/browser.js";
import { preview, until } from "../support/preview.js";
import { copyShipped } from "../support/project.js";
import { NOW } from "../support/site.js";

const browser = withBrowser();
const EDITOR = "/.gympress/edit/";
let project;
let server;
let origin;
let token;

before(async () => {
  project = copyShipped();
  server = await preview(project.folder, "--now", NOW);
  const address = /edit: (http:\/\/[^/]+)\/\.gympress\/edit\/#(\w+)/;
  [, origin, token] = await until("the editor is there", () => address.exec(server.printed()));
});

after(async () => {
  await server?.kill();
  project?.remove();
});

async function ask(target) {
  const response = await fetch(`${origin}${EDITOR}${target}`, { headers: { authorization: `Bearer ${token}` } });
  assert.equal(response.status, 200, target);
  return response;
}

/**
 * The texts with a letter or digit that a visitor sees, each with `isOwn` if it lies within a mark, and with `isNear` if a mark is in
 * some element around it, but for the whole page; and the pictures, each with `isOwn` if its description is marked.
 */
function found() {
  const texts = [];
  for (const details of document.querySelectorAll("details")) details.open = true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let depth = 0;
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const parent = node.parentElement;
    if (parent.closest("script, style, noscript, template")) continue;
    const isSeen = parent.checkVisibility({ visibilityProperty: true });
    const box = document.createRange();
    box.selectNodeContents(node);
    const hasPlace = [...box.getClientRects()].some(({ width, height }) => width > 1 && height > 1);
    for (const part of node.data.split(/(\uE000[^\uE001]*\uE001|\uE002)/)) {
      if (part.startsWith("\uE000")) depth += 1;
      else if (part === "\uE002") depth -= 1;
      else if (isSeen && hasPlace && /[\p{L}\p{N}]/u.test(part)) {
        let near = parent;
        while (near !== document.body && !/\uE000/.test(near.outerHTML)) near = near.parentElement;
        const isNear = depth > 0 || near !== document.body;
        const names = [];
        for (let above = parent; above && names.length < 3; above = above.parentElement)
          names.unshift(above.tagName.toLowerCase() + (above.className ? `.${above.className}` : ""));
        texts.push({ text: part.trim(), isOwn: depth > 0, isNear, place: names.join(" > ") });
      }
    }
  }
  const pictures = [...document.images].map((image) => ({
    isOwn: /\uE000/.test(image.alt),
    source: image.getAttribute("src"),
  }));
  return { texts, pictures, isBalanced: depth === 0 };
}

test("a click finds the field of a text, and that of a picture", async (context) => {
  const { pages, site } = await (await ask("state")).json();
  const { page, close } = await open(browser());
  const html = new Map();
  await page.route(`${origin}/**`, (route) => {
    const marked = html.get(new URL(route.request().url()).pathname);
    return marked ? route.fulfill({ contentType: "text/html; charset=utf-8", body: marked }) : route.continue();
  });
  const texts = [];
  const pictures = [];
  for (const { path } of pages) {
    html.set(path, await (await ask(`page?path=${encodeURIComponent(path)}`)).text());
    await page.goto(origin + path, { waitUntil: "domcontentloaded" });
    const on = await page.evaluate(found);
    assert.ok(on.isBalanced, `marks of ${path} end`);
    const lang = await page.evaluate(() => document.documentElement.lang);
    const where = { path, isMain: lang.includes(site.language) };
    texts.push(...on.texts.map((text) => ({ ...text, ...where })));
    pictures.push(...on.pictures.map((picture) => ({ ...picture, ...where })));
  }
  await close();
  if (process.env.VERBOSE) report(texts, pictures);
  for (const isMain of [true, false]) {
    const own = share(texts.filter((text) => text.isMain === isMain));
    context.diagnostic(`${isMain ? "main language" : "other languages"}: ${(own * 100).toFixed(1)} % of texts`);
    assert.ok(own >= 0.95, `${own} of texts`);
  }
  const lost = texts.filter(({ isNear }) => !isNear);
  assert.deepEqual(lost, []);
  context.diagnostic(`${(share(pictures) * 100).toFixed(1)} % of ${pictures.length} pictures`);
  assert.deepEqual(
    pictures.filter(({ isOwn }) => !isOwn),
    [],
  );
});

const share = (all) => all.filter(({ isOwn }) => isOwn).length / all.length;

/** Prints what has no mark, the most frequent first. */
function report(texts, pictures) {
  const missed = new Map();
  for (const { isOwn, isMain, place, text, path } of texts) {
    if (isOwn) continue;
    const key = `${isMain ? "main " : "other"} ${place}`;
    const known = missed.get(key) ?? { count: 0, examples: new Set(), path };
    known.count += 1;
    known.examples.add(text.slice(0, 40));
    missed.set(key, known);
  }
  for (const [key, { count, examples, path }] of [...missed].sort((a, b) => b[1].count - a[1].count)) {
    console.log(`${count}\t${key}\t${path}\t${[...examples].slice(0, 4).join(" / ")}`);
  }
  for (const { isOwn, source, path } of pictures) if (!isOwn) console.log(`picture\t${source}\t${path}`);
}
