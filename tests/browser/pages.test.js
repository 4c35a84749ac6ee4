// Every page: valid HTML, nothing for axe to find, no complaint from the browser, no sideways scrolling.
// Leaves pictures of each at three widths in target/screenshots, with a page that shows them all.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isSound, isValid } from "./support/judge.js";
import { root } from "./support/site.js";
import { withSite } from "./support/with-site.js";

const pictures = join(root, "target/screenshots");
const WIDTHS = [360, 768, 1440];

const site = withSite();

test("every page is valid HTML", () => isValid(site.out()));

for (const width of [320, 1440]) {
  test(`axe finds nothing, and nothing scrolls sideways, at ${width} px`, async () => {
    for (const path of site.paths()) {
      await site.visit(path, { viewport: { width, height: 800 }, reducedMotion: "reduce", bypassCSP: true }, isSound);
    }
  });
}

test("pictures of every page", async () => {
  mkdirSync(pictures, { recursive: true });
  const shown = [];
  for (const width of WIDTHS) {
    const { page, close } = await site.open({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
    for (const path of site.paths()) {
      await page.goto(site.url(path), { waitUntil: "load" });
      await page.evaluate(() => {
        for (const image of document.querySelectorAll("img")) image.loading = "eager";
        return Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
      });
      const name = `${path.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home"}-${width}.jpg`;
      await page.screenshot({ path: join(pictures, name), fullPage: true, type: "jpeg", quality: 70 });
      shown.push({ path, width, name });
    }
    await close();
  }
  writeFileSync(join(pictures, "index.html"), gallery(shown));
  assert.equal(shown.length, site.paths().length * WIDTHS.length);
});

/** One page to look through the whole site in a minute. */
function gallery(shown) {
  const paths = [...new Set(shown.map(({ path }) => path))];
  const figure = ({ path, width, name }) =>
    `<figure><figcaption>${width}</figcaption><a href="${name}"><img src="${name}" alt="${path} at ${width} px" height="480" loading="lazy"></a></figure>`;
  const section = (path) =>
    `<h2>${path}</h2><div>${shown
      .filter((one) => one.path === path)
      .map(figure)
      .join("")}</div>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title><style>
    body { background: #222; color: #eee; font: 1rem sans-serif } div { display: flex; gap: 1rem; align-items: start }
    figure { margin: 0 } img { max-height: 480px; object-fit: cover; object-position: top; max-width: 40vw }
    </style>${paths.map(section).join("")}`;
}
