// The site without a pointer: from the skip link through menu, panel, tabs, pictures and forms, and back.
import assert from "node:assert/strict";
import { test } from "node:test";
import { holdBack } from "./support/browser.js";
import { buildGym } from "./support/project.js";
import { withSite } from "./support/with-site.js";

const site = withSite(buildGym);
const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 800 } };

/** What has the focus: its name as a person would say it. */
const focused = (page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    const label = one.labels?.[0]?.firstChild?.textContent;
    return (one.getAttribute("aria-label") ?? label ?? one.innerText ?? "").replace(/\s+/g, " ").trim();
  });

const within = (page, selector) => page.evaluate((inside) => document.activeElement.closest(inside) !== null, selector);

/** Presses Tab until `so` holds of what is focused, as often as a patient person would. */
async function tabTo(page, selector, key = "Tab") {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.keyboard.press(key);
    if (await page.evaluate((sought) => document.activeElement.matches(sought), selector)) return;
  }
  assert.fail(`Tab never reaches ${selector}`);
}

/** What has the focus after each of so many Tabs, none of which leads out of what `inside` names. */
async function stops(page, presses, inside = "body") {
  const names = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press("Tab");
    assert.ok(await within(page, inside), `the focus stays in ${inside}`);
    names.push(await focused(page));
  }
  return names;
}

test("the first Tab offers to skip the navigation, and skips it", () =>
  site.visit("/pricing/", WIDE, async (page) => {
    const link = page.locator(".skip-link");
    await page.keyboard.press("Tab");
    await page.locator(".skip-link:focus-visible").waitFor();
    const box = await link.boundingBox();
    assert.ok(box.y >= 0 && box.height >= 24, "it is seen");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "content");
    await page.keyboard.press("Tab");
    assert.ok(await within(page, "main"), "the next stop is in the page");
  }));

test("the bar of wide screens is walked through in the order in which it is read", () =>
  site.visit("/", WIDE, async (page) => {
    const links = ["Home", "About", "Gallery", "Schedule", "Blog", "Pricing", "Classes", "Contact"];
    const expected = ["Skip to content", "JASHO HOUSE", ...links, "Sign up", "Join Now", "About the gym"];
    assert.deepEqual(await stops(page, expected.length), expected);
  }));

test("the menu of phones: opened, gone through in a ring, closed, and back where one was", () =>
  site.visit("/blog/", PHONE, async (page) => {
    await tabTo(page, ".header__menu");
    await page.keyboard.press("Enter");
    await page.locator('[data-island="Navigation"][data-state="live"]').waitFor();
    assert.equal(await focused(page), "Close the menu");
    const links = ["HOME", "ABOUT", "GALLERY", "SCHEDULE", "BLOG", "PRICING", "CLASSES", "CONTACT"];
    const foot = ["+254 700 000 146", "Facebook", "Twitter", "Join Now", "Sign up"];
    const ring = [...links, ...foot, "Close the menu"];
    assert.deepEqual(await stops(page, ring.length, "#menu"), ring);
    await page.keyboard.press("Shift+Tab");
    assert.equal(await focused(page), "Sign up");
    assert.equal(await page.locator("#menu [aria-current=page]").innerText(), "BLOG");
    await page.keyboard.press("Escape");
    await page.locator("#menu").waitFor({ state: "hidden" });
    assert.equal(await focused(page), "Open the menu");
  }));

for (const [size, options] of Object.entries({ wide: WIDE, narrow: PHONE })) {
  test(`the side panel keeps the focus and gives it back, on a ${size} screen`, () =>
    site.visit("/about/", options, async (page) => {
      await tabTo(page, "[popovertarget=panel]");
      await page.keyboard.press("Enter");
      await page.locator('[data-island="Navigation"][data-state="live"]').waitFor();
      assert.equal(await focused(page), "Close this panel");
      const ring = new Set(await stops(page, 20, "#panel"));
      const expected = ["+254 700 000 146", "karibu@jashohouse.example", "Facebook", "Twitter", "Pricing chart"];
      for (const stop of [...expected, "Close this panel"]) assert.ok(ring.has(stop), stop);
      assert.equal(ring.has("Join Now"), size === "wide");
      await page.keyboard.press("Escape");
      await page.locator("#panel").waitFor({ state: "hidden" });
      assert.equal(await focused(page), "About the gym");
    }));
}

test("the days of the schedule are links in their order; the current one is marked", () =>
  site.visit("/schedule/monday/", PHONE, async (page) => {
    await tabTo(page, ".timetable__tab");
    const days = [];
    for (let presses = 0; presses < 8; presses += 1) {
      days.push(await page.evaluate(() => document.activeElement.getAttribute("href")));
      await page.keyboard.press("Tab");
    }
    const named = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    assert.deepEqual(days, [...named.map((day) => `/schedule/${day}/`), "/schedule/"]);
    await tabTo(page, '.timetable__tab[href="/schedule/friday/"]', "Shift+Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/schedule/friday/");
    const current = page.locator(".timetable__days [aria-current=page]");
    assert.equal(await current.getAttribute("href"), "/schedule/friday/");
    assert.equal(await page.locator("main h2").first().innerText(), "FRIDAY");
  }));

test("a picture of the gallery opens, leads to its neighbours, keeps the focus and gives it back", () =>
  site.visit("/gallery/page-1/", WIDE, async (page) => {
    const shown = () => page.locator(".lightbox:popover-open");
    await tabTo(page, ".gallery__shot-open");
    await page.keyboard.press("Enter");
    assert.equal(await shown().getAttribute("id"), "photo-1");
    assert.equal(await focused(page), "Close the picture");
    await page.locator("#photo-1 .lightbox__after").waitFor();
    const once = ["Previous picture", "Next picture", "Close the picture"];
    assert.deepEqual(await stops(page, 6, "#photo-1"), [...once, ...once]);
    await page.keyboard.press("Shift+Tab");
    assert.equal(await focused(page), "Next picture");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal(await shown().getAttribute("id"), "photo-3");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await shown().getAttribute("id"), "photo-2");
    await page.keyboard.press("Escape");
    await shown().waitFor({ state: "detached" });
    const place = await page.evaluate(() => document.activeElement.getAttribute("popovertarget"));
    assert.equal(place, "photo-2", "where the last picture stands");
    await tabTo(page, '.pager__link[rel="next"]');
    await page.keyboard.press("Enter");
    await page.waitForURL("**/gallery/page-2/");
  }));

test("arrows that are pressed before their script has come lead to the neighbours then", () =>
  site.visit("/gallery/page-1/", WIDE, async (page) => {
    const release = await holdBack(page, "**/lightbox-*.js");
    await page.locator("#open-1").click();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    release();
    await page.locator("#photo-3:popover-open").waitFor();
  }));

test("the calculator: an error leads to the first field that is wrong", () =>
  site.visit("/", WIDE, async (page) => {
    await tabTo(page, ".bmi__button");
    await page.keyboard.press("Enter");
    await page.locator(".bmi [role=alert]").filter({ hasText: "Please enter a valid weight and height" }).waitFor();
    assert.equal(await focused(page), "Weight");
  }));

test("the class list grows and shrinks, each time at the top, and questions open", async () => {
  await site.visit("/classes/", WIDE, async (page) => {
    const shown = () => page.locator(".classes__card:visible").count();
    assert.equal(await shown(), 2);
    await tabTo(page, ".classes summary");
    assert.equal(await focused(page), "SHOW MORE");
    for (const [name, count] of [
      ["SHOW LESS", 6],
      ["SHOW MORE", 2],
    ]) {
      await page.keyboard.press("Enter");
      assert.equal(await shown(), count);
      assert.equal(await focused(page), name, "the button keeps the focus");
      await page.waitForFunction(() => scrollY === 0);
    }
  });
  await site.visit("/pricing/", WIDE, async (page) => {
    await tabTo(page, "summary");
    await page.keyboard.press("Enter");
    assert.ok(await page.getByText("card or cash at the front desk").isVisible());
    await page.keyboard.press("Space");
    assert.ok(!(await page.getByText("card or cash at the front desk").isVisible()));
  });
});

test("wherever Tab leads, the place is marked and nothing covers it", async () => {
  const paths = ["/", "/classes/", "/schedule/monday/", "/contact/", "/blog/", "/blog/yoga-for-lifters/"];
  paths.push("/gallery/page-1/", "/login/", "/404.html");
  const walkedBack = new Set();
  for (const options of [WIDE, PHONE]) await site.tour(options, look, { paths });
  assert.equal(walkedBack.size, 2, "a page is long at both widths");

  /** All pages have the same header and footer: on others than the first what is between. */
  async function look(page, path) {
    const inside = path === paths[0] ? "body" : "main";
    if (inside === "main") await page.evaluate(() => document.querySelector("main").focus());
    const least = inside === "body" ? 10 : 0;
    const there = await walk(page, "Tab", inside);
    assert.ok(there > least, `${path}: only ${there} stops`);
    // On the way back, the bar at the top is what may cover a place: that way is walked where a page is long.
    const screens = await page.evaluate(() => document.documentElement.scrollHeight / innerHeight);
    if (screens < 5) return;
    await page.evaluate(() => document.querySelector("footer a").focus());
    const back = await walk(page, "Shift+Tab", inside);
    walkedBack.add(page.viewportSize().width);
    assert.ok(back > least, `${path}: only ${back} stops on the way back`);
  }

  /** Goes from where the focus is to the end of what `inside` names, and returns how many stops there were. */
  async function walk(page, key, inside) {
    const where = `${new URL(page.url()).pathname} at ${page.viewportSize().width} px by ${key}`;
    const seen = new Set();
    for (;;) {
      await page.keyboard.press(key);
      const stop = await page.evaluate(async (within) => {
        const one = document.activeElement;
        if (one === document.body || one.localName === "iframe" || !one.closest(within)) return undefined;
        // A window that has just been opened gets the focus a little later than its document.
        while (!one.matches(":focus-visible")) await new Promise((frame) => requestAnimationFrame(frame));
        const ring = one.closest(".bmi__field") ?? one;
        const { outlineStyle, outlineWidth } = getComputedStyle(ring);
        const boxes = [...one.getClientRects()];
        // One corner or the middle is enough: a part of it must be seen.
        const points = boxes.flatMap(({ left, right, top, bottom }) => [
          [(left + right) / 2, (top + bottom) / 2],
          [left + 4, top + 4],
          [right - 4, bottom - 4],
        ]);
        const hit = points.some(([x, y]) => {
          const at = document.elementFromPoint(x, y);
          return at && (one.contains(at) || at.contains(one));
        });
        one.dataset.stop ??= `${performance.now()}`;
        return {
          id: one.dataset.stop,
          name: one.outerHTML.slice(0, 120),
          ring: outlineStyle,
          width: outlineWidth,
          hit,
        };
      }, inside);
      if (!stop || seen.has(stop.id)) break;
      seen.add(stop.id);
      assert.ok(stop.ring !== "none" && Number.parseFloat(stop.width) >= 2, `${where}: no ring at ${stop.name}`);
      assert.ok(stop.hit, `${where}: covered: ${stop.name}`);
    }
    return seen.size;
  }
});
