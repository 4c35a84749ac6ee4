// Every type of section and its layouts, also those that no gym here uses: a page with nothing else for each sample.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isSound, isValid, layout } from "./support/judge.js";
import { until } from "./support/preview.js";
import { buildProject, copyEmpty, copyShipped } from "./support/project.js";
import { pathOf, SAMPLES, writeSamples } from "./support/sections.js";
import { html } from "./support/site.js";
import { withSite } from "./support/with-site.js";

const WIDTHS = [320, 768, 1440];

/** Pictures that are shown from tablets up: without them, its page has no heading. */
const WIDE = "mosaic";
const site = withSite(() => buildProject(copyShipped(), writeSamples));
const paths = (samples) => samples.map((sample) => pathOf(site.out(), sample));

test("each sample is valid HTML", () => isValid(site.out(), paths(SAMPLES)));

test("each sample is sound at every width", () =>
  isSound(site, { widths: WIDTHS, paths: paths(SAMPLES.filter((sample) => sample !== WIDE)) }));

test("what only wide windows show is sound there", () =>
  isSound(site, { widths: WIDTHS.filter((width) => width >= 768), paths: paths([WIDE]) }));

/** As long as German titles are. */
const LONG = "Wirbelsäulengymnastik";

/** Calls all entries and all parts of the samples by that one word. */
function lengthen(project) {
  writeSamples(project);
  const files = SAMPLES.map((sample) => `pages/sample-${sample}.toml`);
  for (const folder of ["classes", "plans", "posts", "trainers"])
    files.push(...readdirSync(join(project.folder, "content", folder)).map((file) => `${folder}/${file}`));
  for (const file of files.map((file) => join(project.folder, "content", file))) {
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/(^(?:heading|title|name) = "|\{ title = ")[^"]*/gm, `$1${LONG}`));
  }
}

const long = withSite(() => buildProject(copyShipped(), lengthen));

/** Run in a page: the headings in which the word stands on two lines. */
function brokenHeadings(word) {
  const found = [];
  const range = document.createRange();
  for (const heading of document.querySelectorAll("main :is(h1,h2,h3):not(.visually-hidden)")) {
    const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const at = walker.currentNode.data.indexOf(word);
      if (at < 0) continue;
      range.setStart(walker.currentNode, at);
      range.setEnd(walker.currentNode, at + word.length);
      // The first letter may be a box of its own.
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8)));
      if (tops.size > 1) found.push(`the word is broken in .${heading.className}`);
    }
  }
  return found;
}

test("a long word has room in each heading", async () => {
  const found = [];
  const options = { viewport: { width: 320, height: 800 }, bypassCSP: true };
  const look = async (page, path) => {
    for (const width of [320, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      // Small letters break where they have no room: those of the footer, of the week and of buttons.
      const wrong = (await page.evaluate(layout)).filter((what) => !what.includes("is broken in"));
      wrong.push(...(await page.evaluate(brokenHeadings, LONG)));
      found.push(...new Set(wrong.map((what) => `${path} at ${width} px: ${what}`)));
    }
  };
  await long.tour(options, look, { paths: [...SAMPLES.map((sample) => pathOf(long.out(), sample)), "/"] });
  assert.deepEqual(found, []);
});

test("sections of entries say nothing where there are none", () => {
  const types = ["people", "classes", "prices", "gallery", "quotes", "albums", "events"];
  const site = buildProject(copyEmpty(), ({ write }) => {
    write("site.toml", 'name = "Bare"\nlanguage = "en"\n');
    const sections = types.map((type) => `[[section]]\ntype = "${type}"\nheading = "None of ${type}"\n`);
    const text = '[[section]]\ntype = "text"\nheading = "Before"\nbody = "Some words."\n';
    // Its link may say the lowest price.
    const hero = '[[section]]\ntype = "hero"\nheading = "Come in"\nlink = [{ title = "Prices", to = "/" }]\n';
    write("pages/index.toml", ['title = "Bare"\ndescription = "What is there."\n', hero, text, ...sections].join("\n"));
  });
  try {
    assert.equal(html(site.out, "/").match(/None of \w+/g), null);
  } finally {
    site.remove();
  }
});

test("the bar is solid above what is bright at the top of a page", () =>
  site.tour(
    { viewport: { width: 390, height: 800 }, bypassCSP: true },
    async (page, path) => {
      const seen = () =>
        page.evaluate(() =>
          ["::before", "::after"].map((part) => {
            const { opacity, display } = getComputedStyle(document.querySelector(".header"), part);
            return display === "none" ? "0" : opacity;
          }),
        );
      const expected = path.includes("-hero/") ? ["0", "1"] : ["1", "0"];
      // It turns solid once the section has been read.
      await until(`the bar of ${path}`, async () => `${await seen()}` === `${expected}`);
    },
    { paths: paths(["bmi", "logos", "map", "call", "hero"]) },
  ));

test("the words of a call without a figure keep clear of its slanted edge", async () => {
  for (const width of [390, 768, 1440]) {
    await site.visit(paths(["call"])[0], { viewport: { width, height: 800 } }, async (page) => {
      const gap = await page.evaluate(() => {
        document.querySelector(".call__image").remove();
        const band = document.querySelector(".call__band");
        const slant = Math.max(32, 0.04 * innerWidth);
        const edge =
          band.getBoundingClientRect().top + Number.parseFloat(getComputedStyle(band, "::before").top) + slant;
        return document.querySelector(".call__title").getBoundingClientRect().top - edge;
      });
      assert.ok(gap >= 20, `${gap} px at ${width} px`);
    });
  }
});
