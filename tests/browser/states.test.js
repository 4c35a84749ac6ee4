// The site where something is missing or unwanted: motion, colours, pictures, scripts, a screen.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildGym } from "./support/project.js";
import { visitAt, withSite } from "./support/with-site.js";

const site = withSite();
const gym = withSite(buildGym);
const PHONE = { width: 360, height: 800 };
const MOVING = { reducedMotion: "no-preference" };

test("whoever wants no motion sees none, and pictures that are slow or never come move nothing", () =>
  site.tour(
    { viewport: PHONE },
    async (page, path) => {
      // The bar at the top turns solid and moves nothing.
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .map((one) => one.animationName ?? one.transitionProperty)
          .filter((name) => name !== "header-solid"),
      );
      assert.deepEqual(moving, [], path);
      assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior), "auto");
      const places = () =>
        page.evaluate(() =>
          [...document.querySelectorAll("h1,h2,h3,footer")]
            .filter((one) => one.checkVisibility())
            .map((one) => Math.round(one.getBoundingClientRect().top + scrollY)),
        );
      // A script folds the hours of a coach, whether or not pictures come.
      await page.waitForFunction(
        () => !document.querySelector(".profile__fold") || document.querySelector("[data-soon]"),
      );
      const without = await places();
      await page.unrouteAll();
      // They are asked for again, and once more if the answer to an earlier request came first.
      const haveCome = () => {
        const missing = [...document.images].filter((image) => image.naturalWidth === 0);
        for (const image of missing.filter((image) => image.complete || image.loading === "lazy")) {
          image.loading = "eager";
          image.srcset += "";
        }
        return missing.length === 0;
      };
      await page.waitForFunction(haveCome, undefined, { polling: 100 });
      assert.deepEqual(await places(), without, path);
      await page.route("**/images/**", (route) => route.abort());
    },
    { prepare: (page) => page.route("**/images/**", (route) => route.abort()) },
  ));

test("motion hides nothing: what hasn't been scrolled to is there, only lower", () =>
  site.tour({ viewport: PHONE, ...MOVING }, async (page, path) => {
    const faint = await page.evaluate(() =>
      [...document.querySelectorAll("main *, footer *")]
        .filter((one) => one.checkVisibility() && Number(getComputedStyle(one).opacity) < 0.1)
        // A radio button lies over the figure that it chooses.
        .filter((one) => !one.matches(".gallery__shot-caption, .prices__choice-input"))
        .map((one) => one.className),
    );
    assert.deepEqual(faint, [], path);
  }));

test("in a theme of high contrast, current, featured and wrong things differ by more than colour", async () => {
  const options = { viewport: { width: 1440, height: 900 }, forcedColors: "active" };
  const outline = (page, selector) =>
    page.locator(selector).evaluate((one) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(one);
      return `${outlineStyle} ${outlineWidth}`;
    });
  await site.visit("/schedule/friday/", options, async (page) => {
    assert.equal(await outline(page, ".timetable__days [aria-current=page]"), "solid 2px");
    assert.equal(await outline(page, ".menu [aria-current=page]"), "solid 2px");
  });
  await site.visit("/gallery/page-2/", options, async (page) => {
    assert.equal(await outline(page, ".pager [aria-current=page]"), "solid 2px");
  });
  await site.visit("/", options, async (page) => {
    const style = (selector, property) =>
      page.locator(selector).evaluate((one, name) => getComputedStyle(one)[name], property);
    assert.notEqual(await style(".hero__title", "color"), "rgba(0, 0, 0, 0)", "a headline made of light is text");
    assert.equal(await style(".prices__plan--featured", "borderTopWidth"), "3px");
  });
  await gym.visit("/contact/", options, async (page) => {
    await page.locator('[data-island="Form"][data-state="live"]').waitFor();
    await page.getByRole("button", { name: "Send message" }).click();
    assert.equal(await style(page, ".field--error .field__input"), "2px");
  });

  function style(page, selector) {
    return page
      .locator(selector)
      .first()
      .evaluate((one) => getComputedStyle(one).borderTopWidth);
  }
});

test("without scripts every page is whole", async () => {
  const options = { viewport: PHONE, javaScriptEnabled: false };
  const visible = (page, selector) => page.locator(selector).filter({ visible: true }).count();
  await gym.visit("/", options, async (page) => {
    assert.equal(await visible(page, "[data-now]"), 0, "nothing is said of now, and no room is kept for it");
    assert.equal(await visible(page, ".bmi__form"), 0, "no form that can do nothing");
    assert.equal(await visible(page, ".bmi__no-script:not(.when-failed)"), 1, "but how to calculate by hand");
    await page.getByRole("button", { name: "Open the menu" }).click();
    assert.equal(await visible(page, "#menu a"), 13);
    await page.keyboard.press("Escape");
    assert.equal(await visible(page, "#menu"), 0);
    await page.getByRole("button", { name: "About the gym" }).click();
    assert.equal(await visible(page, "#panel"), 1);
  });
  await gym.visit("/classes/", options, async (page) => {
    assert.equal(await visible(page, ".classes__card"), 6, "all of them");
    assert.equal(await visible(page, ".classes summary"), 0);
  });
  await gym.visit("/gallery/page-1/", options, async (page) => {
    await page.locator(".gallery__shot-open").nth(1).click();
    assert.equal(await visible(page, "#photo-2"), 1);
    assert.equal(await visible(page, ".lightbox__after"), 0, "no arrows that lead nowhere");
    await page.keyboard.press("Escape");
    assert.equal(await visible(page, "#photo-2"), 0);
  });
  for (const path of ["/login/", "/signup/"]) {
    await gym.visit(path, options, async (page) => {
      assert.equal(await visible(page, ".account__form"), 0);
      assert.equal(await visible(page, ".account noscript .form__banner"), 1);
    });
  }
  await gym.visit("/contact/", options, async (page) => {
    assert.equal(await visible(page, "form button[type=submit][formaction^='mailto:']"), 1);
    assert.equal(await page.locator("form[action^='mailto:']").count(), 0, "browsers take it for one sent unencrypted");
  });
  await gym.visit("/blog/", options, async (page) => {
    assert.equal(await visible(page, ".site-search"), 0);
    assert.equal(await visible(page, ".post-card"), 3);
  });
});

test("the timetable and the plans take a sheet of paper each, in black on white", async () => {
  // On a Monday when one of its classes is over, and one is on: paper says neither.
  const sheets = async (path, options, shown) => {
    const look = async (page) => {
      await page.emulateMedia({ media: "print" });
      const printed = await page.evaluate((selector) => {
        const { color } = getComputedStyle(document.querySelector(selector));
        const gone = [...document.querySelectorAll("header.header,footer,.timetable__days,.button,img,.screen-only")];
        return {
          color,
          background: getComputedStyle(document.body).backgroundColor,
          left: gone.filter((one) => one.checkVisibility()).map((one) => one.className),
        };
      }, shown);
      assert.deepEqual(printed, { color: "rgb(0, 0, 0)", background: "rgb(255, 255, 255)", left: [] }, path);
      const pdf = await page.pdf({ format: "A4", ...options });
      return pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g).length;
    };
    return visitAt(site, "2026-11-23T16:30:00", path, look, { viewport: { width: 1440, height: 900 }, ...MOVING });
  };
  assert.equal(await sheets("/schedule/", { landscape: true }, ".timetable__row-time"), 1);
  assert.equal(await sheets("/schedule/monday/", {}, ".timetable__slot-time"), 1);
  // The answers to questions follow on a second one.
  assert.equal(await sheets("/pricing/", {}, ".prices__price"), 2);
});

test("on paper no words are as light as the paper, and none lie on others", async () => {
  for (const path of ["/", "/pricing/", "/contact/", "/classes/boxing/", "/blog/your-first-yoga-class/", "/privacy/"]) {
    await site.visit(path, { viewport: { width: 700, height: 1000 }, ...MOVING }, async (page) => {
      await page.emulateMedia({ media: "print" });
      const faint = await page.evaluate(() =>
        [...document.querySelectorAll("main :not(.visually-hidden)")]
          .filter((one) => one.checkVisibility() && [...one.childNodes].some((node) => node.data?.trim()))
          .filter((one) => {
            const colour = getComputedStyle(one).color;
            return !colour.includes("rgba") && colour.match(/\d+/g).every((part) => Number(part) > 160);
          })
          .map((one) => one.outerHTML.slice(0, 100)),
      );
      assert.deepEqual(faint, [], path);
      const moved = await page.evaluate(() => document.getAnimations().flatMap((one) => one.animationName ?? []));
      assert.deepEqual(moved, [], `${path}: what isn't scrolled to lies lower`);
    });
  }
  await site.visit("/pricing/", { viewport: { width: 700, height: 1000 } }, async (page) => {
    await page.emulateMedia({ media: "print" });
    const [mark, title] = await page.evaluate(() => {
      const plan = document.querySelector(".prices__plan--featured");
      const range = document.createRange();
      range.selectNodeContents(plan.querySelector(".prices__title"));
      return [plan.querySelector(".prices__mark").getBoundingClientRect().left, range.getBoundingClientRect().right];
    });
    assert.ok(mark > title, `the mark begins at ${mark} px, the title ends at ${title} px`);
  });
});

test("where no script of the page ever comes, a line says what to do, and empty ones leave", () =>
  site.tour(
    { viewport: PHONE, ...MOVING },
    async (page) => {
      const shown = () =>
        page.evaluate(() => ({
          failed: [...document.querySelectorAll("main .when-failed")].map((one) => getComputedStyle(one).visibility),
          now: [...document.querySelectorAll("main .now")].map((one) => getComputedStyle(one).position),
        }));
      assert.deepEqual(await shown(), { failed: ["hidden"], now: ["static"] });
      // After ten seconds.
      await page.evaluate(() => {
        for (const one of document.getAnimations()) if (/late|leave/.test(one.animationName)) one.finish();
      });
      assert.deepEqual(await shown(), { failed: ["visible"], now: ["absolute"] });
    },
    { paths: ["/"], prepare: (page) => page.route("**/*.js", (route) => route.abort()) },
  ));
