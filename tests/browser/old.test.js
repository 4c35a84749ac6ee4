// The shipped site in browsers without popovers and, in the oldest, without nested styles, ranges in media queries, mixed colours,
// `:has()` and container queries. Motion is as visitors have it: it hid the menu.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { faintLines } from "./support/contrast.js";
import { addWhatTestsAsk, launchOld, OLD } from "./support/old.js";
import { build, serve } from "./support/site.js";

const PATHS = [
  "/",
  "/schedule/",
  "/schedule/monday/",
  "/pricing/",
  "/classes/",
  "/about/",
  "/contact/",
  "/gallery/page-1/",
  "/blog/",
  "/login/",
];
const SIZES = [
  { width: 390, height: 780 },
  { width: 1280, height: 800 },
];

/** Run in a page: how many links its menu has, and which of them nothing hides, once it is open. */
async function menuLinks() {
  scrollTo({ top: 0, behavior: "instant" });
  document.querySelector(".header__menu:not([hidden])")?.click();
  const links = [...document.querySelectorAll("#menu .menu__link")];
  const isReached = (link) => {
    const { left, top, width, height } = link.getBoundingClientRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    return width > 0 && link.checkVisibility() && link.contains(onTop);
  };
  let reached = links.filter(isReached).length;
  for (let tries = 0; tries < 20 && reached < links.length; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    reached = links.filter(isReached).length;
  }
  return { links: links.length, reached };
}

/** Run in a page: presses the first of all buttons, and of all links of the filter, that look alike, and returns those after which
 * nothing is different. */
async function deadButtons() {
  const dead = [];
  const known = new Set();
  const state = () =>
    JSON.stringify([
      document.body.outerHTML,
      location.href,
      document.activeElement?.outerHTML,
      [...document.querySelectorAll("dialog,details")].map(({ open }) => open),
    ]);
  for (const button of document.querySelectorAll("button,summary,[data-narrow]")) {
    if (!button.checkVisibility() || button.disabled || known.has(button.className)) continue;
    known.add(button.className);
    document.activeElement?.blur();
    const before = state();
    button.click();
    // An island that wakes up by the press answers it then.
    for (let tries = 0; tries < 40 && state() === before; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    if (state() === before) dead.push(button.outerHTML.slice(0, 120));
    for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
  }
  return dead;
}

test("nothing is mirrored or drawn by a property that came with Chromium 104", () => {
  const site = build();
  const assets = join(site.out, "assets");
  const sheets = readdirSync(assets).filter((file) => file.endsWith(".css"));
  const found = sheets.flatMap((file) => readFileSync(join(assets, file), "utf8").match(/[;{]scale:[^;}]*/g) ?? []);
  site.remove();
  assert.deepEqual(found, []);
});

/** Run in a page: headings that have the size of texts, as browsers can't reckon theirs. */
const smallHeadings = () => {
  const size = (one) => Number.parseFloat(getComputedStyle(one).fontSize);
  const fitted =
    "section-heading__title,post-card__title,cards__reason-title,story__title,faq__title,timetable__day-title,cards__plate-title," +
    "classes__card-title,classes__picture-title,people__name,albums-list__title,voucher__title,timetable__slot-class,call__title";
  return fitted.split(",").filter((name) => {
    const headings = [...document.querySelectorAll(`.${name}`)];
    return headings.some((heading) => size(heading) <= size(document.body));
  });
};

for (const version of OLD) {
  describe(`Chromium ${version}`, () => {
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

    for (const viewport of SIZES) {
      test(`a visit of ten pages at ${viewport.width} px`, async () => {
        const browser = await launchOld(version);
        const context = await browser.newContext({ viewport, bypassCSP: true });
        await context.addInitScript(addWhatTestsAsk);
        const desk = await context.newPage();
        const found = [];
        for (const path of PATHS) {
          // The oldest never answers Playwright when a tab leaves its first page.
          const page = await context.newPage();
          page.on("pageerror", (error) => found.push(`${path}: ${error.stack}`));
          await page.goto(server.url + path, { waitUntil: "load" });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          if (wide > viewport.width) found.push(`${path} is ${wide} px wide`);
          const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
          for (let top = 0; top <= end; top += viewport.height) {
            await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top);
            for (const line of await faintLines(page, desk)) found.push(`${path}: ${line}`);
          }
          for (const small of await page.evaluate(smallHeadings))
            found.push(`${path}: .${small} is as small as a text`);
          const { links, reached } = await page.evaluate(menuLinks);
          if (links === 0 || reached < links)
            found.push(`${path}: ${reached} of ${links} links of the menu are reached`);
          for (const button of await page.evaluate(deadButtons)) found.push(`${path}: nothing happens after ${button}`);
          const failed = await page.locator("[data-state=failed]").count();
          if (failed > 0) found.push(`${path}: ${failed} islands failed`);
          await page.close();
        }
        await browser.close();
        assert.deepEqual([...new Set(found)], []);
      });
    }
  });
}
