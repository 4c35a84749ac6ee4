// Headings in scripts whose letters are taller than Latin ones: their lines don't touch, and nothing lies over them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withSite } from "./support/with-site.js";

/** What a line needs, in parts of the size of the letters. */
const LEAST = { ja: 1.2, "zh-Hant": 1.2, ko: 1.2, hi: 1.35, th: 1.35, vi: 1.35, "ar-EG": 1.35 };
const PHONE = { viewport: { width: 360, height: 740 } };
const WIDE = { viewport: { width: 1440, height: 900 } };

const site = withSite();

/**
 * Run in a page: the height of the lines of what is set in display type and has letters, in parts of their size, in each
 * of these languages. All at once, as the browser would paint the page in each.
 */
function leadings(languages) {
  const isSet = (element) => {
    const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    return own.some((text) => /\p{L}{2}/u.test(text.data)) && !element.closest("svg,noscript,script,.visually-hidden");
  };
  const elements = [...document.body.querySelectorAll("*")].filter(isSet);
  return languages.map((language) => {
    document.documentElement.lang = language;
    document.documentElement.dir = language.startsWith("ar") ? "rtl" : "ltr";
    return elements.flatMap((element) => {
      const { fontFamily, fontSize, lineHeight } = getComputedStyle(element);
      if (!/^"?Headings/.test(fontFamily)) return [];
      const leading = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize);
      return [{ name: `.${element.className || element.parentElement.className}`, leading }];
    });
  });
}

test("lines of headings are as high as their script needs", () =>
  site.tour(WIDE, async (page, path) => {
    // A language sets the same for all that is in display type: one of each height stands for all beyond the first page.
    const languages = path === "/" ? Object.keys(LEAST) : ["ja", "ar-EG"];
    const [latin, ...others] = await page.evaluate(leadings, ["en", ...languages]);
    assert.ok(
      latin.length > 3 && latin.some(({ leading }) => leading < 1),
      `${path}: headings in Latin letters are dense`,
    );
    for (const [at, language] of languages.entries()) {
      assert.equal(others[at].length, latin.length, `${path} in ${language}`);
      const low = others[at].filter(({ leading }) => leading < LEAST[language] - 0.01);
      assert.deepEqual(low, [], `${path} in ${language}`);
    }
  }));

/** Run in a page: makes it one in a language. */
function speak(language) {
  document.documentElement.lang = language;
  document.documentElement.dir = language.startsWith("ar") ? "rtl" : "ltr";
}

test("the portraits of coaches don't lie over their headline", () =>
  site.visit("/", WIDE, async (page) => {
    for (const language of Object.keys(LEAST)) {
      await page.evaluate(speak, language);
      const room = await page.evaluate(() => {
        const { bottom } = document.querySelector(".people .section-heading").getBoundingClientRect();
        return document.querySelector(".people__cards").getBoundingClientRect().top - bottom;
      });
      assert.ok(room >= -0.5, `${room} px in ${language}`);
    }
  }));

for (const options of [PHONE, WIDE]) {
  test(`the button is in the first view, at ${options.viewport.width} px`, () =>
    site.visit("/", options, async (page) => {
      for (const language of Object.keys(LEAST)) {
        await page.evaluate(speak, language);
        const { y, height } = await page.locator(".hero .button, .hero .pill").first().boundingBox();
        assert.ok(y + height <= options.viewport.height, `it ends at ${y + height} px in ${language}`);
      }
    }));
}
