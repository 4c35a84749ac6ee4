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

describe("the shipped gym", () => {
  const site = withSite();

  test("is valid HTML", () => isValid(site.out()));
  test("is sound at every width", () => isSound(site, { widths: WIDTHS }));

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
