// The gym as it would be in Arabic: the layout is mirrored, and nothing leaves the window.
import { deepEqual, equal, ok } from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isSound } from "./support/judge.js";
import { buildGym, buildProject, copySmall } from "./support/project.js";
import { NOW } from "./support/site.js";
import { visitAt, withSite } from "./support/with-site.js";

const site = withSite(() =>
  buildGym(({ edit }) => {
    edit("site.toml", (text) =>
      text.replace('language = "en-KE"', 'language = "ar-EG"').replace('first_day = "monday"\n', ""),
    );
    edit("pages/about.toml", (text) => text.replace(/^(image = \{.*) \}$/m, "$1, mirror = false }"));
  }),
);

const TITLES = {
  index: "الرئيسية",
  about: "من نحن",
  classes: "الحصص",
  schedule: "الجدول",
  pricing: "الأسعار",
  blog: "الأخبار",
  terms: "القواعد",
};

/** A gym in English with an Arabic edition, of which the titles of all pages are translated. */
const edition = withSite(() =>
  buildProject(copySmall(), ({ folder, edit, write }) => {
    rmSync(join(folder, "content/sw"), { recursive: true });
    edit("site.toml", (text) => text.replace('language = "sw-KE"', 'language = "ar-AE"'));
    for (const [page, title] of Object.entries(TITLES))
      write(`ar/pages/${page}.toml`, `title = "${title}"\ndescription = "${title}: نادٍ فيه مدرب كل ساعة."\n`);
  }),
);

/** Pages of each kind. */
const PATHS = ["/", "/about/", "/schedule/", "/pricing/", "/contact/", "/blog/", "/classes/yoga/", "/login/"];

for (const width of [360, 1440]) {
  test(`pages begin at the right at ${width} px`, async () => {
    const options = { viewport: { width, height: 800 }, bypassCSP: true };
    let headings = 0;
    const look = async (page, path) => {
      const { direction, sign, heading } = await page.evaluate(() => {
        const edges = (element) => {
          if (!element) return undefined;
          const range = document.createRange();
          range.selectNodeContents(element);
          const { left, right } = range.getBoundingClientRect();
          return { left, right: document.documentElement.clientWidth - right };
        };
        return {
          direction: getComputedStyle(document.body).direction,
          sign: edges(document.querySelector(".header a")),
          heading: edges(document.querySelector("main h1")),
        };
      });
      equal(direction, "rtl", path);
      ok(!sign || sign.right < sign.left, `${path}: the sign begins at ${JSON.stringify(sign)}`);
      ok(!heading || heading.right <= heading.left + 1, `${path}: the heading begins at ${JSON.stringify(heading)}`);
      headings += heading ? 1 : 0;
    };
    await site.tour(options, look, { paths: PATHS });
    equal(headings, PATHS.length);
  });
}

test("pages are sound", () => isSound(site, { widths: [360, 1440], paths: PATHS }));

test("pages of an edition are sound, with texts that fell back from left to right, and the others stay as they are", async () => {
  const paths = edition.paths().filter((path) => path.startsWith("/ar/"));
  ok(paths.length >= Object.keys(TITLES).length, paths.join());
  await isSound(edition, { widths: [360, 1440], paths: [...paths, "/", "/about/"] });
  const look = async (page, path) => {
    const isArabic = path.startsWith("/ar/");
    equal(await page.evaluate(() => getComputedStyle(document.body).direction), isArabic ? "rtl" : "ltr", path);
    const fallen = await page.$$eval("main [lang='en-KE']", (all) => all.map((one) => getComputedStyle(one).direction));
    equal(fallen.length > 0, isArabic, path);
    ok(!fallen.includes("rtl"), path);
  };
  await edition.tour({ bypassCSP: true }, look, { paths: ["/ar/", "/ar/about/", "/", "/about/"] });
});

test("a wide picture is mirrored where words would lie on its subject, unless content forbids it", () =>
  site.tour(
    { viewport: { width: 1440, height: 900 }, bypassCSP: true },
    async (page, path) => {
      const picture = page.locator(".hero__image, .banner__image").first();
      const transform = await picture.evaluate((image) => getComputedStyle(image).transform);
      equal(transform, path === "/about/" ? "none" : "matrix(-1, 0, 0, 1, 0, 0)", path);
    },
    { paths: ["/", "/about/", "/pricing/"] },
  ));

test("figures of the calculator and of prices are in the numerals of the language", () =>
  site.visit("/", { bypassCSP: true }, async (page) => {
    equal(await page.locator(".bmi__input").first().getAttribute("placeholder"), "٠");
    const periods = await page.locator(".prices__period").allTextContents();
    ok(periods.some((period) => period.includes("٣٠")) && !periods.some((period) => /\d/.test(period)), periods.join());
  }));

test("the year of the footer stays in the numerals of the language", () =>
  visitAt(site, "2027-01-05T08:20", "/", async (page) => {
    await page.locator("[data-year]", { hasText: "٢٠٢٧" }).waitFor({ state: "attached" });
  }));

test("the hour is written as the timetable writes hours", () =>
  visitAt(site, "2026-11-23T08:20", "/schedule/monday/", async (page) => {
    const [row] = await page.locator("[data-hour]").all();
    equal(await row?.getAttribute("data-clock"), "٨:٢٠ ص");
  }));

test("arrow keys lead through pictures the other way", () =>
  site.visit("/gallery/page-1/", { bypassCSP: true }, async (page) => {
    await page.locator(".gallery__shot-open").first().press("Enter");
    await page.locator("#photo-1 .lightbox__after").waitFor();
    await page.keyboard.press("ArrowLeft");
    equal(await page.locator(".lightbox:popover-open").getAttribute("id"), "photo-2");
  }));

test("the names of days stay apart on a phone", async () => {
  await site.visit("/schedule/", { viewport: { width: 360, height: 800 }, bypassCSP: true }, async (page) => {
    const [tabs, cells] = await page.evaluate(() => {
      const widths = (selector) =>
        [...document.querySelectorAll(selector)].map((element) => element.getBoundingClientRect().width);
      return [widths(".timetable__tab-short"), widths(".timetable__tabs > li:not(.timetable__tab-week)")];
    });
    equal(tabs.length, 7);
    tabs.forEach((width, at) => {
      ok(width <= cells[at], `${width} px in ${cells[at]} px`);
    });
  });
});

test("the week begins with Saturday, at the right, and the browser agrees on today", async () => {
  const options = { viewport: { width: 1440, height: 800 }, bypassCSP: true };
  await site.visit("/schedule/", options, async (page) => {
    const days = await page.$$eval(".timetable__day", (days) =>
      days.map((day) => [day.dataset.day, day.getBoundingClientRect().right]),
    );
    const names = days.map(([name]) => name);
    deepEqual(names, ["saturday", "sunday", "monday", "tuesday", "wednesday", "thursday", "friday"]);
    const places = days.map(([, right]) => right);
    deepEqual(
      places,
      [...places].sort((a, b) => b - a),
    );
    const clock = await page.$eval("#clock", (data) => JSON.parse(data.textContent));
    deepEqual(clock.week, names);
    const today = new Intl.DateTimeFormat("en", { weekday: "long", timeZone: "Africa/Nairobi" })
      .format(new Date(NOW))
      .toLowerCase();
    equal(await page.locator(".timetable__day[data-today]").getAttribute("data-day"), today);
  });
});
