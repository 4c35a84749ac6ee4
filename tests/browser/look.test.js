// What a visitor sees first: faces on phones, words on a shade of their own, a room that obeys the gym's clock.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { loadPictures } from "./support/browser.js";
import { buildProject, copyShipped } from "./support/project.js";
import { visitAt, withSite } from "./support/with-site.js";

const site = withSite();
const inLight = withSite(() =>
  buildProject(copyShipped(), ({ edit }) =>
    edit(
      "site.toml",
      (text) => `${text}
[design]
scheme = "light"
`,
    ),
  ),
);

const named = withSite(() =>
  buildProject(copyShipped(), ({ edit }) =>
    edit("site.toml", (text) => text.replace(/^name = .*/m, 'name = "Jasho House of South B and Industrial Area"')),
  ),
);

const PHONE = { viewport: { width: 360, height: 740 }, bypassCSP: true };
const DESKTOP = { viewport: { width: 1440, height: 900 }, bypassCSP: true };

/** Run in a page: the brightness of a picture's pixels, from 0 to 255, as their mean and their median. */
async function brightness(picture) {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const all = Float64Array.from({ length: data.length / 4 }, (_, at) => {
    const [red, green, blue] = data.subarray(at * 4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }).sort();
  return { mean: all.reduce((sum, one) => sum + one, 0) / all.length, median: all[all.length >> 1] };
}

/** How bright a part of what is seen is. */
async function light(page, clip) {
  const picture = await page.screenshot({ clip, type: "png" });
  return page.evaluate(brightness, picture.toString("base64"));
}

/** A picture of what is seen of each of these. */
async function pictures(page, selectors) {
  const seen = [];
  for (const selector of selectors) {
    const found = page.locator(selector).first();
    await found.scrollIntoViewIfNeeded();
    seen.push((await found.screenshot()).toString("base64"));
  }
  return seen;
}

test("the upper half of a phone is a picture that one can see", () =>
  site.tour(
    PHONE,
    async (page, path) => {
      await loadPictures(page);
      await page.addStyleTag({ content: ".inside * { visibility: hidden !important }" });
      const { mean } = await light(page, { x: 0, y: 72, width: 360, height: 298 });
      assert.ok(mean >= 40, `${path}: ${mean.toFixed(1)} of 255`);
    },
    {
      paths: ["/", "/blog/yoga-for-lifters/", "/classes/boxing/", "/classes/karate/", "/trainers/wanjiru-kamau/"],
    },
  ));

for (const [width, height] of [
  [360, 640],
  [360, 740],
  [390, 844],
  [412, 915],
]) {
  test(`one button stands in the first screen of ${width} × ${height} px, above the bar at the thumb, and below the face`, () =>
    site.visit("/", { viewport: { width, height }, bypassCSP: true }, async (page) => {
      const { buttons, bar, words } = await page.evaluate(() => {
        const edges = (selector) => [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
        const [bar] = edges(".thumb");
        const buttons = edges("main .button").filter(({ top, width }) => width > 0 && top < bar.top);
        const [words] = edges(".hero__kicker");
        return { buttons: buttons.map(({ bottom }) => bottom), bar: bar.top, words: words.top };
      });
      assert.equal(buttons.length, 1);
      assert.ok(buttons[0] <= bar, `the button ends at ${buttons[0]}, and the bar begins at ${bar}`);
      assert.ok(words > 0.26 * height, `the words begin at ${words}`);
    }));
}

for (const width of [320, 360, 600]) {
  test(`the gym's name stays where it is while the buttons beside it arrive, at ${width} px`, () =>
    named.visit("/", { viewport: { width, height: 740 }, bypassCSP: true }, async (page) => {
      const name = () => page.locator(".brand__name").boundingBox();
      const whole = await name();
      await page.evaluate(() => {
        for (const late of [...document.querySelectorAll(".header__tools > *")].slice(1)) late.remove();
      });
      assert.deepEqual(await name(), whole);
    }));
}

for (const width of [1200, 1440, 1600, 1920, 2200]) {
  test(`the headline of the coaches is as wide as the page, in one line, at ${width} px`, () =>
    site.visit("/", { viewport: { width, height: 900 } }, async (page) => {
      await page.evaluate(() => document.fonts.ready);
      const title = page.locator(".people .section-heading__title");
      const [words, room] = await title.evaluate((title) => {
        const range = document.createRange();
        range.selectNodeContents(title);
        return [range, title].map((one) => one.getBoundingClientRect().width);
      });
      assert.ok(words > 0.9 * room, `${words} of ${room} px`);
    }));
}

describe("words on pictures stand on night", () => {
  const PATHS = ["/", "/about/", "/pricing/", "/schedule/monday/", "/blog/yoga-for-lifters/", "/classes/karate/"];
  for (const [scheme, gym] of Object.entries({ dark: site, light: inLight })) {
    for (const options of [PHONE, DESKTOP]) {
      test(`in the ${scheme} scheme at ${options.viewport.width} px`, () =>
        gym.tour(
          options,
          async (page, path) => {
            await loadPictures(page);
            const clip = await page.locator("h1").boundingBox();
            await page.addStyleTag({ content: "h1 { visibility: hidden !important }" });
            const { median } = await light(page, clip);
            assert.ok(median < 40, `${path}: behind the title ${median.toFixed(1)} of 255`);
          },
          { paths: [...PATHS, "/trainers/wanjiru-kamau/"] },
        ));
    }
  }

  test("and surfaces are light in the light scheme, but for the bars and the footer", () =>
    inLight.visit("/about/", DESKTOP, async (page) => {
      const inks = await page.evaluate(() =>
        ["body", ".section--raised", ".header", ".footer", ".banner"].map((selector) => {
          const style = getComputedStyle(document.querySelector(selector) ?? document.body);
          return style.getPropertyValue("--bone").trim();
        }),
      );
      const [paper, raised, ...night] = inks;
      assert.deepEqual([raised, ...night], [paper, "#f7f1e4", "#f7f1e4", "#f7f1e4"]);
      assert.notEqual(paper, "#f7f1e4");
    }));
});

for (const width of [390, 768, 1100]) {
  test(`the words of the newest post stand below its picture, in a window of ${width} px`, () =>
    site.tour(
      { viewport: { width, height: 900 } },
      async (page, path) => {
        const card = page.locator(".post-card").first();
        const [picture, words] = [".frame", ".post-card__body"].map((part) => card.locator(part));
        const [{ y, height }, below] = [await picture.boundingBox(), await words.boundingBox()];
        assert.ok(
          below.y >= y + height - 1,
          `${path}: the words begin at ${below.y}, the picture ends at ${y + height}`,
        );
      },
      { paths: ["/", "/blog/"] },
    ));
}

test("the form to get in touch is near on a phone", () =>
  site.visit("/contact/", PHONE, async (page) => {
    const { y } = await page.locator(".visitors-form").boundingBox();
    assert.ok(y <= 1400, `it begins at ${y} px`);
    assert.equal(await page.locator(".contact .closures__list > li:visible").count(), 1);
  }));

test("the footer takes no more than two thirds of what it did", () =>
  site.visit("/pricing/", DESKTOP, async (page) => {
    const { height } = await page.locator(".footer").boundingBox();
    assert.ok(height <= 730, `it is ${height} px high`);
  }));

describe("the room obeys the gym's clock", () => {
  const LAMPS = [".hero--full", ".brand__mark", ".footer__wordmark"];

  test("lamps, mark and sign are lit while it is open", async () => {
    const seen = {};
    for (const time of ["15:20", "22:40"]) {
      await visitAt(site, `2026-11-20T${time}`, "/", async (page) => {
        await loadPictures(page);
        seen[time] = { open: await page.locator("html").getAttribute("data-open"), lamps: await pictures(page, LAMPS) };
      });
    }
    assert.deepEqual([seen["15:20"].open, seen["22:40"].open], ["true", "false"]);
    for (const [at, selector] of LAMPS.entries()) {
      assert.notEqual(seen["15:20"].lamps[at], seen["22:40"].lamps[at], selector);
    }
  });

  test("without scripts they are lit", () =>
    site.visit("/", { ...PHONE, javaScriptEnabled: false }, async (page) => {
      assert.equal(await page.locator("html").getAttribute("data-open"), null);
    }));

  test("on a day on which it stays closed they are dark", () =>
    visitAt(site, "2026-12-12T12:00", "/", async (page) => {
      assert.equal(await page.locator("html").getAttribute("data-open"), "false");
    }));

  test("the next class is told with its minutes, which pass", () =>
    visitAt(site, "2026-11-20T15:20", "/", async (page) => {
      const line = page.locator(".hero--full .now a");
      assert.equal(await line.textContent(), "Next: Workout in 40 minutes, Musa Kiprono");
      await page.clock.runFor(60_000);
      assert.equal(await line.textContent(), "Next: Workout in 39 minutes, Musa Kiprono");
      await page.clock.runFor(40 * 60_000);
      assert.match(await line.textContent(), /^On now: Workout until /);
    }));
});

describe("the timetable", () => {
  test("has a line at the hour before what comes next", () =>
    visitAt(site, "2026-11-20T15:20", "/schedule/friday/", async (page) => {
      const at = await page.locator("[data-hour]").evaluateAll((rows) => rows.map(({ dataset }) => dataset.clock));
      assert.deepEqual(at, ["3:20pm"]);
      assert.match(await page.locator("[data-hour]").textContent(), /Workout/);
    }));

  test("shows how much of a class is over", () =>
    visitAt(site, "2026-11-20T16:15", "/schedule/", async (page) => {
      const row = page.locator(".timetable__row[data-on]");
      assert.equal(await row.evaluate((row) => row.style.getPropertyValue("--gone")), "0.25");
      assert.equal(await page.locator("[data-slot][style]:not([data-on])").count(), 0);
    }));

  test("opens at today on a phone, with the next day peeping in", () =>
    visitAt(
      site,
      "2026-11-20T15:20",
      "/schedule/",
      async (page) => {
        const [today, next] = await page
          .locator(".timetable__day[data-today], .timetable__day[data-today] + .timetable__day")
          .evaluateAll((days) => days.map((day) => day.getBoundingClientRect().left));
        assert.ok(today >= 0 && today < 60, `today begins at ${today} px`);
        assert.ok(next > 250 && next < 360, `the next day begins at ${next} px`);
      },
      PHONE,
    ));

  test("is led to by the menu at the day that content names", () =>
    visitAt(site, "2026-11-20T15:20", "/", async (page) => {
      await page.locator(".menu__link[href$='/schedule/monday/']").click();
      assert.match(page.url(), /\/schedule\/monday\/$/);
    }));
});

test("a coach's next three hours are shown on a phone, and all of them for the asking", async () => {
  const path = "/trainers/wanjiru-kamau/";
  const hours = (page) => page.locator(".week-hours time:visible");
  await visitAt(
    site,
    "2026-11-20T15:20",
    path,
    async (page) => {
      assert.deepEqual(await hours(page).allTextContents(), ["6:00pm-7:00pm", "6:00pm-7:00pm", "10:00pm-11:00pm"]);
      await page.locator(".profile__fold summary").click();
      assert.equal(await hours(page).count(), 10);
    },
    PHONE,
  );
  await site.visit(path, { ...PHONE, javaScriptEnabled: false }, async (page) => {
    assert.equal(await hours(page).count(), 10);
    assert.ok(await page.locator(".profile__fold").isHidden());
  });
  await site.visit(path, DESKTOP, async (page) => assert.equal(await hours(page).count(), 10));
});

test("pricing answers which plan fits, also without scripts, and nothing moves", () =>
  site.visit("/pricing/", { ...PHONE, javaScriptEnabled: false }, async (page) => {
    const answer = page.locator(".prices__answer:visible");
    const place = await page.locator(".prices__tubes").boundingBox();
    const said = {};
    for (const times of ["1", "4", "7"]) {
      await page.locator(`.prices__choice:nth-child(${times})`).click();
      said[times] = (await answer.textContent()).replace(/\s+/g, " ").trim();
    }
    assert.deepEqual(said, {
      1: "Daily KSH 400 a visit.",
      4: "One Month KSH 235 a visit, instead of KSH 400. 1 Year: KSH 202.",
      7: "One Month KSH 133 a visit, instead of KSH 400. 1 Year: KSH 115.",
    });
    assert.deepEqual(await page.locator(".prices__tubes").boundingBox(), place);
    await page.keyboard.press("ArrowLeft");
    assert.match(await answer.textContent(), /KSH\s160/);
  }));

test("no tube of a wide window touches the number below it", () =>
  site.visit("/pricing/", { viewport: { width: 2200, height: 1200 } }, async (page) => {
    const room = await page
      .locator(".prices__tube-light")
      .first()
      .evaluate((light) => {
        const { paddingBottom, strokeWidth } = getComputedStyle(light);
        return Number.parseFloat(paddingBottom) - Number.parseFloat(strokeWidth) / 2;
      });
    assert.ok(room >= 3, `${room} px`);
  }));

test("a card's picture grows into its page, and none keeps the name", () =>
  site.visit("/classes/", { ...DESKTOP, reducedMotion: "no-preference" }, async (page) => {
    await page.evaluate(() => {
      addEventListener("pageswap", () => {
        const named = document.querySelectorAll("[style*=view-transition-name]");
        localStorage.setItem("named", [...named].map(({ currentSrc }) => currentSrc).join());
      });
    });
    await page.locator(".classes__card-title a", { hasText: "Boxing" }).click();
    await page.waitForURL("**/classes/boxing/");
    assert.match(await page.evaluate(() => localStorage.getItem("named")), /boxing/);
    await page.goBack();
    await page.waitForFunction(() => !document.querySelector("[style*=view-transition-name]"));
  }));

test("coaches are in colour where nothing points at them", () =>
  site.visit("/", { ...PHONE, hasTouch: true, isMobile: true }, async (page) => {
    const filter = await page
      .locator(".people__photo")
      .first()
      .evaluate((photo) => getComputedStyle(photo).filter);
    assert.equal(filter, "none");
  }));
