// What visitors come for: what is open now, when a class is, what it costs, and joining, from the first view to the form.
import assert from "node:assert/strict";
import { test } from "node:test";
import { holdBack } from "./support/browser.js";
import { saidAtEach } from "./support/clock.js";
import { buildGym } from "./support/project.js";
import { visitAt, withSite } from "./support/with-site.js";

const site = withSite(buildGym);
const shipped = withSite();
const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 360, height: 640 }, isMobile: true, hasTouch: true };

const at = (moment, path, look) => visitAt(site, moment, path, look, DESK);

const printed = (page) => page.locator("footer [data-now] > *").allInnerTexts();

test("pages say by the gym's clock whether it is open, and which class is next", () => {
  const moments = {
    "2026-11-27T06:59:00": ["Opens today at 7:00am", "Next: Karate today at 10:00am, Musa Kiprono"],
    "2026-11-27T09:59:00": ["Open until 9:00pm", "Next: Karate today at 10:00am, Musa Kiprono"],
    "2026-11-27T10:30:00": ["Open until 9:00pm", "On now: Karate until 11:00am, Musa Kiprono"],
    "2026-11-27T21:00:00": ["Opens tomorrow at 7:00am", "Next: Fitness tomorrow at 9:00am, Brian Otieno"],
    "2026-11-28T23:59:00": ["Opens Monday at 7:00am", "Next: Fitness tomorrow at 9:00am, Musa Kiprono"],
    "2026-11-29T00:00:00": ["Opens tomorrow at 7:00am", "Next: Fitness today at 9:00am, Musa Kiprono"],
    "2026-12-12T10:00:00": [
      "Closed today: Jamhuri Day. Opens Monday at 7:00am",
      "Next: Fitness tomorrow at 9:00am, Musa Kiprono",
    ],
  };
  assert.deepEqual(
    saidAtEach(site.out(), moments, ({ doors, next }) => [doors, next]),
    moments,
  );
});

test("pages show it, and anew when the minute is over", () =>
  at("2026-11-27T20:59:30", "/", async (page) => {
    assert.deepEqual(await printed(page), ["Open until 9:00pm", "Next: Fitness tomorrow at 9:00am, Brian Otieno"]);
    await page.clock.runFor(31_000);
    assert.equal((await printed(page))[0], "Opens tomorrow at 7:00am");
  }));

test("the timetable marks today and now, dims what is over, and the menu leads to Monday", () =>
  at("2026-11-28T16:30:00", "/schedule/saturday/", async (page) => {
    // The heading of a class says its time to screen readers, behind the name.
    const names = async (rows) =>
      (await page.locator(`${rows} .timetable__slot-class`).allInnerTexts()).map((text) => text.split("\n")[0]);
    assert.deepEqual(await names("[data-over]"), ["FITNESS"]);
    assert.deepEqual(await names("[data-on]"), ["BOXING"]);
    assert.equal(await page.locator(".timetable__days [data-today]").getAttribute("data-day"), "saturday");
    await page.getByRole("link", { name: "Blog", exact: true }).click();
    await page.waitForURL("**/blog/");
    await page.getByRole("link", { name: "Schedule", exact: true }).click();
    await page.waitForURL("**/schedule/monday/");
  }));

test("an old address leads on with what stands behind it, unless the new one says that itself", () =>
  site.visit("/gallery/?from=poster#photo-2", DESK, async (page) => {
    await page.waitForURL("**/gallery/page-1/?from=poster#photo-2");
    await page.route("**/gallery/?from=poster", async (route) => {
      const body = await (await route.fetch()).text();
      await route.fulfill({
        body: body.replaceAll("/gallery/page-1/", "/gallery/page-1/?from=site"),
        contentType: "text/html",
      });
    });
    await page.goto(new URL("/gallery/?from=poster", page.url()).href);
    await page.waitForURL("**/gallery/page-1/?from=site");
    await page.goto(new URL("/gallery/?tag=poster&tag=door", page.url()).href);
    await page.waitForURL("**/gallery/page-1/?tag=poster&tag=door");
  }));

test("the week is narrowed down by its address, and by links that lead on without scripts", async () => {
  const shown = (page) => page.locator(".timetable__row").filter({ visible: true }).count();
  await site.visit("/schedule/?class=boxing", DESK, async (page) => {
    await page.locator(".timetable__week[data-narrow]").waitFor();
    assert.equal(await shown(page), 2);
    const first = page.locator("[data-trainer=musa-kiprono]").first();
    await first.evaluate((row) => row.setAttribute("data-trainer", "musa-kiprono brian-otieno"));
    await page.getByRole("link", { name: "Musa Kiprono", exact: true }).first().click();
    assert.match(page.url(), /\/schedule\/\?class=boxing&trainer=musa-kiprono$/);
    await page.locator(".timetable__filter").getByRole("link", { name: "Boxing" }).click();
    assert.match(page.url(), /\?trainer=musa-kiprono$/);
    assert.equal(await shown(page), 7);
  });
  await site.visit("/schedule/?class=boxing", DESK, async (page) => {
    const filter = page.locator(".timetable__filter");
    const isOpen = () => filter.evaluate((one) => one.open);
    await page.locator(".timetable__filter[open]").waitFor();
    await page.locator(".timetable__filter-title").click();
    // Another place on the page, and another week at midnight.
    await page.evaluate(() => {
      location.hash = "content";
      return new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
    });
    await page.evaluate(() => dispatchEvent(new Event("season")));
    assert.equal(await isOpen(), false, "whoever closed the choices has them closed");
    await page.evaluate(() => {
      location.hash = "evening";
    });
    await page.locator(".timetable__filter[open]").waitFor();
  });
  await site.visit("/schedule/?class=boxing", PHONE, async (page) => {
    await page.locator(".timetable__week[data-narrow]").waitFor();
    const filter = page.locator(".timetable__filter");
    assert.equal(await filter.getAttribute("open"), null, "the choices don't push the hours out of the window");
    assert.equal(await filter.locator("summary").getAttribute("data-chosen"), "Boxing");
  });
  await site.visit("/schedule/", PHONE, async (page) => {
    await page.locator(".timetable__filter-title").tap();
    await page.locator(".timetable__filter").getByRole("link", { name: "Boxing" }).tap();
    await page.locator(".timetable__week[data-narrow]").waitFor();
    const hours = page.locator(".timetable__row").filter({ visible: true });
    const top = await hours.first().evaluate((one) => one.getBoundingClientRect().top);
    assert.ok(top > 0 && top < PHONE.viewport.height, `the first hour is ${top} px from the top`);
    assert.equal(await page.evaluate(() => document.activeElement.localName), "summary");
  });
  await site.visit("/schedule/?class=none", DESK, async (page) => {
    await page.locator(".timetable__filter-title").click();
    // Said once the week is painted.
    await page.waitForFunction(() => document.querySelector("[data-none]").textContent);
    await page.locator(".timetable__filter").getByRole("link", { name: "Boxing" }).click();
    await page.waitForFunction(() => !document.querySelector("[data-none]").textContent);
  });
  await site.visit("/schedule/#evening", { ...DESK, javaScriptEnabled: false }, async (page) => {
    assert.equal(await shown(page), 6);
    await page.locator(".timetable__filter-title").click();
    const link = page.locator(".timetable__filter").getByRole("link", { name: "Boxing" });
    assert.equal(await link.getAttribute("href"), "/classes/boxing/");
  });
});

test("a plan or a class is carried to the form, with scripts and without", async () => {
  const picked = (page) => page.locator(".visitors-form__pick").filter({ visible: true }).allInnerTexts();
  const { page, close } = await site.open(DESK);
  await page.goto(site.url("/pricing/"));
  await page.getByRole("link", { name: /purchase now.*One Month/ }).click();
  await page.locator('[data-island="Form"][data-state="live"]').waitFor();
  assert.deepEqual((await picked(page)).map(plain), ["You picked: One Month, KSH 4,000 Change"]);
  assert.equal(await page.getByLabel("Comment").inputValue(), "One Month\n");
  const top = await page.locator(".visitors-form__pick:visible").evaluate((one) => one.getBoundingClientRect().top);
  assert.ok(top > 0 && top < 300, `it is ${top} px from the top`);

  await page.goto(site.url("/contact/?class=karate"));
  await page.locator('[data-island="Form"]').scrollIntoViewIfNeeded();
  await page.locator('[data-island="Form"][data-state="live"]').waitFor();
  assert.equal(await page.getByLabel("Class").inputValue(), "karate");
  // One that the form doesn't list.
  await page.goto(site.url("/contact/?class=mma#class-mma"));
  await page.locator('[data-island="Form"][data-state="live"]').waitFor();
  assert.equal(await page.getByLabel("Comment").inputValue(), "Mma\n");
  assert.match((await picked(page)).join(), /You picked: Mma/);
  await close();
  await site.visit("/contact/?class=mma#class-mma", { ...DESK, javaScriptEnabled: false }, async (page) => {
    assert.match((await picked(page)).join(), /You picked: Mma/);
  });

  function plain(text) {
    return text.replace(/\s+/g, " ").trim();
  }
});

/** What is in the first view of a phone, by page. */
const FIRST = {
  "/": [".hero__title", ".hero .button"],
  "/pricing/": [".prices__choice"],
  "/schedule/monday/": [".timetable__slot-class"],
  "/contact/": [".contact__jump"],
  "/contact/?plan=daily#plan-daily": ["#plan-daily"],
};

test("on a phone the first view has what one came for", () =>
  shipped.tour(
    PHONE,
    async (page, path) => {
      for (const selector of FIRST[path]) {
        const isInView = await page
          .locator(selector)
          .first()
          .evaluate((one) => {
            const bar = document.querySelector(".thumb").getBoundingClientRect().top;
            const { top, bottom } = one.getBoundingClientRect();
            return top >= 0 && bottom <= bar;
          });
        assert.ok(isInView, `${selector} of ${path}`);
      }
    },
    { paths: Object.keys(FIRST) },
  ));

test("the bar at the thumb goes away while one types", () =>
  site.visit("/contact/#contact-form", PHONE, async (page) => {
    const bar = page.locator(".thumb");
    assert.deepEqual(await bar.getByRole("link").allInnerTexts(), ["Call", "WhatsApp", "Timetable", "Prices"]);
    const room = await page.evaluate(() => document.body.clientHeight);
    await page.getByLabel("Full Name").focus();
    await bar.waitFor({ state: "hidden" });
    assert.equal(await page.evaluate(() => document.body.clientHeight), room, "the page keeps its height");
    await page.getByLabel("Full Name").blur();
    await bar.waitFor({ state: "visible" });
    await page.getByRole("button", { name: "Send message" }).click();
    await page.locator(".visitors-form .field__error").first().waitFor();
    await bar.waitFor({ state: "hidden" });
  }));

test("the bar at the thumb goes away without scripts, too", () =>
  site.visit("/contact/#contact-form", { ...PHONE, javaScriptEnabled: false }, async (page) => {
    const bar = page.locator(".thumb");
    assert.ok(await bar.isVisible());
    await page.getByLabel("Full Name").focus();
    assert.ok(await bar.isHidden());
  }));

test("a script that never comes keeps no page from being painted", async () => {
  const { page, close } = await site.open(PHONE);
  await page.route("**/assets/boot-*", () => {});
  await page.goto(site.url("/"), { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  await close();
});

const WIDTHS = [360, 768, 1440];

test("what the clock says has its room before it is said", async () => {
  const moments = { "2026-11-22T13:00:00": /Opens tomorrow/, "2026-11-27T09:59:00": /Open until/ };
  for (const [moment, doors] of Object.entries(moments)) {
    for (const path of ["/", "/contact/", "/schedule/"]) {
      await at(moment, path, async (page) => {
        const lines = page.locator("[data-now]");
        assert.match(await lines.last().innerText(), doors);
        for (const width of [320, ...WIDTHS, 640, 1024, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          const grown = await lines.evaluateAll((all) =>
            all.map((line) => {
              const { height } = line.getBoundingClientRect();
              const said = [...line.childNodes];
              line.replaceChildren();
              const kept = line.getBoundingClientRect().height;
              line.append(...said);
              return height - kept;
            }),
          );
          assert.ok(
            grown.every((by) => Math.abs(by) < 1),
            `${path} at ${width} px grows by ${grown}`,
          );
        }
      });
    }
  }
});

for (const width of WIDTHS) {
  test(`nothing moves when the form names what somebody picked, at ${width} px`, async () => {
    for (const path of ["/contact/?plan=one-month#plan-one-month", "/contact/?class=mma#class-mma"]) {
      const { page, close } = await site.open({ viewport: { width, height: 900 }, reducedMotion: "no-preference" });
      await page.addInitScript(() => {
        window.moved = 0;
        const observer = new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) window.moved += value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
      });
      // What the clock says waits for the picture at the top, which on a slow line comes after the first paint.
      const show = await holdBack(page, "**/images/**");
      await page.goto(site.url(path), { waitUntil: "domcontentloaded" });
      await page.locator(".visitors-form").scrollIntoViewIfNeeded();
      await page.locator(".visitors-form__pick:target").waitFor();
      await paintTwice(page);
      show();
      await page.locator("footer [data-now] > *").first().waitFor({ state: "attached" });
      await paintTwice(page);
      assert.ok((await page.evaluate(() => window.moved)) < 0.001, `${path} moves`);
      await close();
    }
  });
}

/** Until what was done is in a picture. */
function paintTwice(page) {
  return page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}
