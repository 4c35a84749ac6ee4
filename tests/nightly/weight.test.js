// What the home page weighs on a phone: the first view, and all of it; and how long it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { withSite } from "../browser/support/with-site.js";

const PHONE = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** What the first view can't do without: the page, its styles, its fonts, and the picture at its top. */
const FIRST_VIEW = 80_000;
/** All that a browser fetches before anybody scrolls: also scripts, the icon, and the picture below, which Chromium
    fetches at 1250 px below the window already. By pixels of the screen for each CSS pixel. */
const UNSCROLLED = { 2: 112_000, 3: 130_000 };
const WHOLE_PAGE = 600_000;
/** In CSS pixels. Rows of cards that one pushes aside, not a list of all of them, are what saves the length. */
const LENGTH = 9_520;

const site = withSite();

for (const [density, most] of Object.entries(UNSCROLLED)) {
  test(`a phone with ${density} pixels for each CSS pixel fetches little before it scrolls`, async (t) => {
    const { page, close } = await site.open({ ...PHONE, deviceScaleFactor: Number(density) });
    const sizes = responses(page);
    await page.goto(site.url("/"), { waitUntil: "networkidle" });
    const fetched = sum(sizes, () => true);
    t.diagnostic(`${fetched} bytes`);
    assert.ok(sizes.size > 5, report(sizes));
    assert.ok(fetched <= most, `${fetched} bytes are fetched:\n${report(sizes)}`);
    await close();
  });
}

test("the home page is light on a phone of 360 px at double density", async (t) => {
  const { page, close } = await site.open(PHONE);
  const sizes = responses(page);
  await page.goto(site.url("/"), { waitUntil: "networkidle" });
  const length = await page.evaluate(() => document.documentElement.scrollHeight);
  const top = await page.evaluate(() => new URL(document.querySelector("img[fetchpriority=high]").currentSrc).pathname);
  const first = (path) => path === "/" || /\.(css|woff2)$/.test(path) || path === top;
  const firstView = sum(sizes, first);
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += 400) {
      scrollTo({ top, behavior: "instant" });
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
  });
  await page.waitForLoadState("networkidle");
  const wholePage = sum(sizes, () => true);
  const reported = report(sizes);
  t.diagnostic(`first view ${firstView} bytes, whole page ${wholePage} bytes`);
  const shown = await page.evaluate(
    () => [...document.images].filter((image) => image.complete && image.currentSrc).length,
  );
  // Those of a row that one pushes aside come when it is pushed.
  assert.ok(shown > 8, `only ${shown} pictures were shown`);
  t.diagnostic(reported);
  assert.ok(firstView <= FIRST_VIEW, `the first view takes ${firstView} bytes:\n${reported}`);
  assert.ok(wholePage <= WHOLE_PAGE, `the page takes ${wholePage} bytes:\n${reported}`);
  assert.ok(length <= LENGTH, `the page is ${length} px long`);
  await close();
});

/** Sizes on the wire by path, added to as responses arrive. */
function responses(page) {
  const sizes = new Map();
  page.on("response", async (response) => {
    const path = new URL(response.url()).pathname;
    if (response.url().startsWith(site.url("/"))) sizes.set(path, await transferred(response));
  });
  return sizes;
}

/** A line for each path, the heaviest first. */
function report(sizes) {
  const heaviest = [...sizes].sort(([, a], [, b]) => b - a);
  return heaviest.map(([path, bytes]) => `${bytes} ${path}`).join("\n");
}

/** Bytes on the wire: hosts compress text. */
async function transferred(response) {
  const body = await response.body();
  const type = response.headers()["content-type"] ?? "";
  return /^(text\/|application\/(json|xml))|svg/.test(type) ? gzipSync(body).length : body.length;
}

function sum(sizes, counts) {
  return [...sizes].reduce((total, [path, bytes]) => total + (counts(path) ? bytes : 0), 0);
}
