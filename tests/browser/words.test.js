// Every page at many widths: no word broken inside, no text cut off, nothing that scrolls sideways. With `WIDTHS=all` in the
// environment, at thirty.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { launch, open } from "./support/browser.js";
import { binary, buildProject } from "./support/site.js";
import { withSite } from "./support/with-site.js";

const ALL = [
  320, 340, 360, 375, 393, 412, 440, 480, 540, 600, 640, 700, 768, 820, 880, 940, 991, 992, 1024, 1080, 1120, 1180,
  1199, 1200, 1280, 1366, 1440, 1680, 1920, 2560,
];
const WIDTHS = process.env.WIDTHS === "all" ? ALL : [320, 360, 480, 768, 992, 1080, 1180, 1440, 2560];

const site = withSite();
const german = withSite(() => buildProject(inGerman));

/** A starter in a language of long words, with some that are longer still. */
function inGerman(folder) {
  execFileSync(binary, ["init", folder, "--name", "Kraftwerk", "--country", "DE"], { stdio: "pipe" });
  const replace = (file, from, to) => {
    const text = readFileSync(join(folder, file), "utf8");
    assert.ok(text.includes(from), `${from} in ${file}`);
    writeFileSync(join(folder, file), text.replace(from, to));
  };
  replace("content/classes/fitness.toml", 'title = "Fitness"', 'title = "Wirbelsäulengymnastik"');
  replace("content/pages/index.toml", '"Unsere Coaches"', '"Trainingspartnerschaften"');
  replace("content/pages/index.toml", '"Was es kostet"', '"Mitgliedschaftsbeiträge"');
}

/** Run in a page: what is wrong with its words, or with those of some elements. */
function wrong(elements = "body") {
  const found = [];
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide)
    found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (
      !text.data.trim() ||
      !parent.closest(elements) ||
      parent.closest(".visually-hidden,.skip-link,noscript,script,option,textarea,svg")
    )
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true })) continue;
    // A line may end behind a hyphen, a slash, and in an address of a page or of mail.
    for (const word of text.data.matchAll(/[^\s/\u2013\u2014-]{2,}/g)) {
      if (/[@.]\w/.test(word[0])) continue;
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => Math.round(top));
      if (tops.some((top) => Math.abs(top - tops[0]) > 4)) found.push(`"${word[0]}" is broken in .${parent.className}`);
    }
    const frame = parent.closest(".button,.pill,.tag,.plan,.slot,.feature,.class-card,.lead,.plate,.week__row,.fact");
    if (!frame) continue;
    range.selectNodeContents(text);
    const box = frame.getBoundingClientRect();
    for (const line of range.getClientRects()) {
      const isOut = line.right > box.right + 1 || line.left < box.left - 1 || line.bottom > box.bottom + 4;
      if (isOut) found.push(`"${text.data.trim().slice(0, 40)}" leaves .${frame.className}`);
    }
  }
  return [...new Set(found)];
}

test("words are whole at every width", async () => {
  const all = [];
  await site.tour({ viewport: { width: 320, height: 800 }, reducedMotion: "reduce" }, async (page, path) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      all.push(...(await page.evaluate(wrong)).map((what) => `${path} at ${width} px: ${what}`));
    }
  });
  assert.deepEqual(all, []);
});

test("headings are as small as their longest word needs", async () => {
  const all = [];
  await german.tour({ viewport: { width: 320, height: 800 }, reducedMotion: "reduce" }, async (page, path) => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const headings = await page.evaluate(wrong, "h1, h2, h3");
      all.push(...headings.map((what) => `${path} at ${width} px: ${what}`));
    }
  });
  assert.deepEqual(all, []);
});

test("words are whole on a phone whose letters are twice as large", async () => {
  const browser = await launch({ letters: 32 });
  try {
    const { page } = await open(browser, {
      viewport: { width: 360, height: 740 },
      reducedMotion: "reduce",
    });
    const all = [];
    for (const path of site.samples()) {
      await page.goto(site.url(path), { waitUntil: "load" });
      all.push(...(await page.evaluate(wrong)).map((what) => `${path}: ${what}`));
    }
    assert.deepEqual(all, []);
  } finally {
    await browser.close();
  }
});
