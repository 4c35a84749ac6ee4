// One tour of every page that stands for others, on three sites: all that is wrong with each is reported at once. With
// `WIDTHS=all` and `PAGES=all` in the environment, at many widths and on all pages.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { launch, open } from "./support/browser.js";
import { inspect, isSound, isValid } from "./support/judge.js";
import { buildGym } from "./support/project.js";
import { build, root } from "./support/site.js";
import { withSite } from "./support/with-site.js";

const ALL = [320, 340, 375, 412, 480, 600, 720, 768, 844, 940, 992, 1080, 1180, 1199, 1200, 1366, 1680, 2560, 1440];
const WIDTHS = process.env.WIDTHS === "all" ? ALL : [320, 768, 1440];

/** Run in a page: the words that a box around them cuts off, and whether the page is wider than the window. */
function clipped() {
  const found = document.documentElement.scrollWidth > innerWidth ? ["wider than the window"] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest(".visually-hidden,.skip-link,noscript,script,option,textarea,svg,.rail"))
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    range.selectNodeContents(text);
    for (let box = parent; box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const { left, right, top, bottom } = box.getBoundingClientRect();
      // Kept for screen readers alone.
      if (right - left < 2) break;
      const isCut = [...range.getClientRects()].some(
        (line) =>
          (overflowX !== "auto" && (line.left < left - 2 || line.right > right + 2)) ||
          (overflowY !== "auto" && (line.top < top - 2 || line.bottom > bottom + 2)),
      );
      if (isCut) found.push(`"${text.data.trim().slice(0, 40)}" of .${parent.className} in .${box.className}`);
      break;
    }
  }
  return [...new Set(found)];
}

describe("the shipped gym", () => {
  const site = withSite();

  test("is valid HTML", () => isValid(site.out()));
  test("is sound at every width", () => isSound(site, { widths: WIDTHS }));

  test("clips nothing where a visitor spreads letters, words and lines", () => {
    // As WCAG 1.4.12 has it.
    const spread = (page) =>
      page.addStyleTag({
        content: `*:not(svg, svg *) { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
          p { margin-bottom: 2em !important }`,
      });
    const found = [];
    const look = async (page, path) => {
      await spread(page);
      found.push(...(await page.evaluate(clipped)).map((what) => `${path}: ${what}`));
    };
    const options = { viewport: { width: 360, height: 740 }, bypassCSP: true };
    return site.tour(options, look).then(() => assert.deepEqual(found, []));
  });

  test("has whole words on a phone whose letters are twice as large", async () => {
    const browser = await launch({ letters: 32 });
    try {
      const phone = { viewport: { width: 360, height: 740 }, bypassCSP: true };
      const { page, consoleErrors } = await open(browser, phone);
      const found = [];
      for (const path of ["/", "/schedule/", "/pricing/", "/contact/", "/classes/boxing/"]) {
        await page.goto(site.url(path), { waitUntil: "load" });
        const wrong = await inspect(page, path, consoleErrors, [360], { sameMarkup: true });
        found.push(...wrong.filter((what) => what.includes("broken")));
        const wide = await page.evaluate(() =>
          [...document.querySelectorAll(".visitors-form *:not(.visually-hidden, option, .form__trap, .form__trap *)")]
            .filter(
              (one) => one.getBoundingClientRect().right > one.closest(".visitors-form").getBoundingClientRect().right,
            )
            .map((one) => `${one.className} leaves its form`),
        );
        // The sign beside a class of the week
        const covered = await page.evaluate(() =>
          [...document.querySelectorAll(".timetable__row-join ~ .timetable__row-trainer")]
            .filter((said) => {
              const range = document.createRange();
              range.selectNodeContents(said);
              const sign = said.parentElement.querySelector(".timetable__row-join").getBoundingClientRect();
              return [...range.getClientRects()].some(({ right, bottom }) => right > sign.left && bottom > sign.top);
            })
            .map((said) => `${said.textContent} lies below a sign`),
        );
        found.push(...wide, ...covered);
      }
      assert.deepEqual(found, []);
    } finally {
      await browser.close();
    }
  });
});

describe("a gym of another country, in another language", () => {
  const site = withSite(() => build(join(root, "examples/ngome")));

  test("is valid HTML", () => isValid(site.out()));
  test("is sound at every width", () => isSound(site, { widths: WIDTHS }));
});

describe("words that are longer than any that are shipped, and what is missing", () => {
  const LONG = "Funktionsgymnastikübungsleiterausbildung";
  const NAME = "Wanjiru Wanjikũ Nyambura-Kamau wa Thiong’o Akinyi Odhiambo Mutua, the one from Kapiti Road";

  const lengthen = ({ edit }) => {
    const titled = (title) => (text) => text.replace(/^title = .*/m, `title = "${title}"`);
    edit("classes/boxing.toml", titled(LONG));
    edit("classes/cycling.toml", titled(`${LONG}nlehrgang`));
    edit("trainers/wanjiru-kamau.toml", (text) =>
      text.replace(/^name = .*/m, `name = "${NAME}"`).replace(/\n\[\[social\]\][\s\S]*$/, "\n"),
    );
    edit("plans/one-month.toml", (text) => text.replace(/price = .*/, "price = 1400000").replace(/note = .*\n/, ""));
    edit("plans/daily.toml", (text) => text.replace(/(days|note) = .*\n/g, ""));
    edit("posts/yoga-for-lifters.toml", (text) => titled(`${LONG}: ${NAME}`)(text.replace(/tags = .*\n/, "")));
    edit("site.toml", (text) =>
      text
        .replace(/^name = .*/m, 'name = "Jasho House of South B and Industrial Area"')
        .replace(/street = .*/, `street = "14 ${LONG}"`)
        .replace(/email = .*/, `email = "karibu.${LONG.toLowerCase().replace("ü", "u")}@jashohouse.example"`)
        .replace(/\[\[closure\]\][\s\S]*?(?=\[\[social\]\])/, "")
        .replace(/\[test_account\]\n[^[]*/, ""),
    );
  };
  const site = withSite(() => buildGym(lengthen));

  /** Where what is changed stands. */
  const PATHS = ["/", "/about/", "/blog/", "/blog/yoga-for-lifters/", "/classes/", "/classes/boxing/", "/contact/"];
  PATHS.push("/login/", "/pricing/", "/schedule/", "/schedule/tuesday/", "/trainers/wanjiru-kamau/");

  test("leave no box, and no hole", () => {
    const isAll = process.env.PAGES === "all";
    return isSound(site, { widths: WIDTHS, paths: isAll ? site.paths() : PATHS, mayBreak: true, sameMarkup: !isAll });
  });
});
