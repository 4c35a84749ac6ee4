// The looks "calm" and "civic": sound and readable as the first one is, with nothing in capitals, and made of tokens.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { isSound, layout } from "./support/judge.js";
import { buildGym } from "./support/project.js";
import { root } from "./support/site.js";
import { withSite } from "./support/with-site.js";

const PATHS = ["/", "/classes/", "/classes/yoga/", "/pricing/", "/contact/", "/schedule/monday/"];

const withLook = (look, change = (text) => text) =>
  withSite(() =>
    buildGym((project) =>
      project.edit(
        "site.toml",
        (text) => `${change(text.replace(/^accent = .*\n/m, ""))}\n[design]\nlook = "${look}"\n`,
      ),
    ),
  );

/** Nothing on these pages is set in capitals. */
async function hasNoCapitals(site, paths) {
  for (const path of paths) {
    await site.visit(path, {}, async (page) => {
      const found = await page.evaluate(() =>
        [...document.querySelectorAll("body *")]
          .filter((element) => getComputedStyle(element).textTransform === "uppercase")
          .map((element) => element.className),
      );
      assert.deepEqual(found, [], path);
    });
  }
}

for (const look of ["calm", "civic"]) {
  describe(`the look ${look}`, () => {
    const site = withLook(look);

    test("its pages are sound", () => isSound(site, { paths: PATHS, widths: [320, 768, 1440] }));

    test("nothing leaves the window at 33 widths", async () => {
      for (const path of ["/", "/pricing/", "/schedule/", "/classes/yoga/"]) {
        await site.visit(path, { viewport: { width: 320, height: 800 } }, async (page) => {
          for (let width = 320; width <= 1600; width += 40) {
            await page.setViewportSize({ width, height: 800 });
            assert.deepEqual(await page.evaluate(layout), [], `${path} at ${width} px`);
          }
        });
      }
    });

    test("its brief footer says when it is open", () =>
      site.visit("/", {}, async (page) => {
        assert.match(await page.locator("footer .opening-hours").innerText(), /Monday-Friday\s+7:00am-9:00pm/);
        assert.equal(await page.locator("footer .footer__links, footer .footer__wordmark").count(), 0);
      }));

    test("nothing is in capitals that content doesn't write so", () => hasNoCapitals(site, PATHS));

    test("its plates stand in a line, and no currency touches its figure", () =>
      site.visit("/", { viewport: { width: 1440, height: 900 } }, async (page) => {
        await page.evaluate(() => document.fonts.ready);
        const tops = await page.locator(".cards__plate").evaluateAll((all) => all.map(({ offsetTop }) => offsetTop));
        assert.equal(new Set(tops).size, 1, tops.join());
        const gaps = await page.locator(".prices__price > .prices__currency").evaluateAll((all) =>
          all.map((currency) => {
            const range = document.createRange();
            const text = currency.nextSibling;
            range.setStart(text, text.data.search(/\S/));
            range.setEnd(text, text.data.trimEnd().length);
            return range.getBoundingClientRect().left - currency.getBoundingClientRect().right;
          }),
        );
        assert.ok(gaps.length > 0 && Math.min(...gaps) > 3, gaps.join());
      }));

    test("no drawing lies behind the words of a plate, and cards on phones have corners at all sides", () =>
      site.visit("/", { viewport: { width: 390, height: 800 } }, async (page) => {
        await page.evaluate(() => document.fonts.ready);
        const over = await page.locator(".cards__plate").evaluateAll((plates) =>
          plates.map((plate) => {
            const range = document.createRange();
            range.selectNodeContents(plate.querySelector(".cards__plate-text"));
            const drawing = plate.querySelector(".cards__plate-icon path").getBoundingClientRect();
            // Half of what a line keeps free above its letters
            return drawing.bottom - range.getBoundingClientRect().top - 4;
          }),
        );
        assert.ok(Math.max(...over) <= 0, over.join());
        const corners = await page
          .locator(".people__trainer, .people__frame")
          .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderRadius));
        const box = look === "calm" ? "12px" : "0px";
        assert.deepEqual([...new Set(corners)].sort(), [...new Set(["0px", box])], corners.join());
      }));

    test("its sheet holds tokens and nothing else", () => {
      const sheet = readFileSync(join(root, `templates/styles/design/look-${look}.css`), "utf8");
      const rules = sheet.replace(/\/\*.*?\*\//gs, "").trim();
      assert.match(rules, /^@layer tokens \{\s*:root \{(\s*--[a-z-]+: [^;{}]+;)+\s*\}\s*\}$/);
    });
  });
}

for (const language of ["de-DE", "ar-EG"]) {
  for (const look of ["calm", "civic"]) {
    describe(`the look ${look} in ${language}`, () => {
      const site = withLook(look, (text) => text.replace('"en-KE"', `"${language}"`));

      test("nothing is in capitals that content doesn't write so", () =>
        hasNoCapitals(site, ["/", "/pricing/", "/contact/", "/schedule/monday/"]));
    });
  }
}
