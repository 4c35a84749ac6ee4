// A notice comes and goes by the gym's clock and moves nothing; closed, it stays closed; and it hides neither the bar nor what
// one jumps to.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { isSound, isValid } from "./support/judge.js";
import { buildGym } from "./support/project.js";
import { html } from "./support/site.js";
import { visitAt, withSite } from "./support/with-site.js";

const NOTICES = `[[notice]]
text = "No joining fee until the end of November: come and see us."
from = 2026-11-21
until = 2026-11-30

[[notice]]
text = "The showers are cold until this evening, as a pump is broken."
kind = "warning"
until = 2026-11-20T18:00:00
button = { title = "Where to find us", to = "/contact/" }
pages = ["/", "/classes/"]
`;

const WARNING = ".notices__line--warning";
const NEWS = ".notices__line--news";

const site = withSite(() => buildGym((project) => project.write("notice.toml", NOTICES)));

const THREE = `[[notice]]
text = "We are hiring."

[[notice]]
text = "A run on Sunday."

[[notice]]
text = "The showers are cold."
kind = "warning"
`;
const three = withSite(() => buildGym((project) => project.write("notice.toml", THREE)));

/** Whether each of the two is shown. */
const shown = (page) =>
  page.evaluate(
    (selectors) =>
      selectors.map((selector) => {
        const line = document.querySelector(selector);
        return Boolean(line?.getClientRects().length);
      }),
    [WARNING, NEWS],
  );

/** What moved up or down while the page loaded, on a slow line; typefaces that come late may make words of a line wider. */
async function shifts(page, path) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  });
  await page.goto(site.url(path), { waitUntil: "load" });
  return page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    const moved = observer.takeRecords().flatMap(({ sources }) => sources);
    const isFar = ({ previousRect, currentRect }) =>
      previousRect.height && currentRect.height && Math.abs(previousRect.top - currentRect.top) > 1;
    return moved.filter(isFar).map(({ node }) => node?.className ?? node?.nodeName);
  });
}

/**
 * What moves each time that the page is loaded: a busy browser may paint a header of which it has read the first button
 * only.
 */
async function shiftsAgain(page, path) {
  const moved = await shifts(page, path);
  return moved.length > 0 ? shifts(page, path) : moved;
}

/** How much of the page shifts while it loads without its typefaces, as browsers count it. */
async function shiftWithoutTypefaces(path, viewport) {
  const { page, close } = await site.open({ viewport });
  try {
    await page.route("**/*.woff2", (route) => route.abort());
    await page.goto(site.url(path), { waitUntil: "load" });
    assert.deepEqual(await shown(page), [true, false]);
    return await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      const observer = new PerformanceObserver(() => {});
      observer.observe({ type: "layout-shift", buffered: true });
      return observer.takeRecords().reduce((sum, { value }) => sum + value, 0);
    });
  } finally {
    await close();
  }
}

/** Run in a page: what lies on the middle of what has the focus, if it isn't a part of it. */
function covering() {
  const one = document.activeElement;
  const { left, top, width, height } = one.getBoundingClientRect();
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  const isSeen = seen && (one.contains(seen) || seen.contains(one) || one.labels?.[0]?.contains(seen));
  return isSeen ? null : `${one.className || one.localName} under ${seen?.className}`;
}

describe("notices", () => {
  test("pages with them are valid and sound", async () => {
    await isValid(site.out(), ["/", "/pricing/"]);
    await isSound(site, { paths: ["/", "/pricing/"] });
  });

  test("the only script that paint waits for is a small file behind them, on pages that have one", () => {
    const scripts = (path) =>
      [...html(site.out(), path).matchAll(/<script(?![^>]*(?:type=|async|defer))[^>]*>(.*?)<\/script>/gs)].map(
        ([tag, text]) => [tag.match(/src="([^"]*)"/)?.[1], text],
      );
    const [[source, text], ...others] = scripts("/");
    assert.deepEqual([text, others], ["", []]);
    const bytes = brotliCompressSync(readFileSync(join(site.out(), source))).length;
    assert.ok(bytes <= 700, `${bytes}`);
  });

  for (const width of [360, 1440]) {
    test(`shown or closed they move nothing at ${width} px`, async () => {
      const { page, close } = await site.open({ viewport: { width, height: 800 } });
      try {
        assert.deepEqual(await shiftsAgain(page, "/"), []);
        assert.deepEqual(await shown(page), [true, false]);
        await page.click(`${WARNING} .notices__close`);
        assert.deepEqual(await shown(page), [false, false]);
        assert.deepEqual(await shiftsAgain(page, "/classes/"), []);
        assert.deepEqual(await shown(page), [false, false]);
      } finally {
        await close();
      }
    });

    test(`nothing at all shifts beside one at ${width} px`, async () => {
      for (const path of ["/", "/classes/"]) {
        const viewport = { width, height: 800 };
        // A busy browser may paint a header of which it has read the first button only: what shifts by the page, shifts again.
        const shift = (await shiftWithoutTypefaces(path, viewport)) && (await shiftWithoutTypefaces(path, viewport));
        assert.equal(shift, 0, path);
      }
    });

    test(`Tab hides no focus behind one, or behind the bar below it, at ${width} px`, () =>
      site.visit("/classes/", { viewport: { width, height: 800 } }, async (page) => {
        let stops = 0;
        for (; stops < 60; stops += 1) {
          await page.keyboard.press("Tab");
          if (await page.evaluate(() => document.activeElement === document.body)) break;
          assert.equal(await page.evaluate(covering), null);
        }
        assert.ok(stops > 20, `${stops} stops`);
      }));

    test(`over or to come they move nothing at ${width} px`, async () => {
      for (const [days, expected] of [
        [0.3, [false, false]],
        [2, [false, true]],
        [20, [false, false]],
      ]) {
        const { page, close } = await site.open({ viewport: { width, height: 800 } });
        try {
          await page.addInitScript((ahead) => {
            const real = Date;
            globalThis.Date = class extends real {
              constructor(...args) {
                super(...(args.length ? args : [real.now() + ahead]));
              }
              static now = () => real.now() + ahead;
            };
          }, days * 864e5);
          assert.deepEqual(await shiftsAgain(page, "/classes/"), []);
          assert.deepEqual(await shown(page), expected, `${days} days later`);
        } finally {
          await close();
        }
      }
    });
  }

  test("closed, one stays closed until its words change", async () => {
    const { page, consoleErrors, close } = await site.open();
    try {
      await page.goto(site.url("/"));
      await page.locator(`${WARNING} .notices__close`).press("Enter");
      assert.deepEqual(await shown(page), [false, false]);
      assert.equal(await page.evaluate(() => document.activeElement.id), "content");
      for (const path of ["/classes/", "/"]) {
        await page.goto(site.url(path));
        assert.deepEqual(await shown(page), [false, false], path);
      }
      await page.route("**/classes/", async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll(/data-notice="\w+"/g, 'data-notice="0123456789abcdef"');
        await route.fulfill({ response, body });
      });
      await page.goto(site.url("/classes/"));
      assert.deepEqual(await shown(page), [true, false]);
      assert.deepEqual(consoleErrors, []);
    } finally {
      await close();
    }
  });

  test("one that is closed before any other script has come stays closed", async () => {
    const { page, close } = await site.open();
    try {
      await page.route("**/*.js", (route) => (/notice/.test(route.request().url()) ? route.continue() : route.abort()));
      await page.goto(site.url("/"));
      await page.click(`${WARNING} .notices__close`);
      await page.goto(site.url("/classes/"));
      assert.deepEqual(await shown(page), [false, false]);
    } finally {
      await close();
    }
  });

  test("of three the warning is first, and the third waits until one is closed", async () => {
    await three.visit("/pricing/", {}, async (page, errors) => {
      const texts = () => page.locator(".notices__line:visible .notices__text").allInnerTexts();
      assert.deepEqual(await texts(), ["The showers are cold.", "We are hiring."]);
      await page.locator(`${WARNING} .notices__close`).click();
      assert.deepEqual(await texts(), ["We are hiring.", "A run on Sunday."]);
      await page.reload({ waitUntil: "load" });
      assert.deepEqual(await texts(), ["We are hiring.", "A run on Sunday."]);
      assert.deepEqual(errors, []);
    });
  });

  test("without storage one is closed on its page, and nothing fails", async () => {
    const { page, consoleErrors, close } = await site.open();
    try {
      await page.addInitScript(() => {
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("forbidden", "SecurityError");
          },
        });
      });
      await page.goto(site.url("/"));
      await page.click(`${WARNING} .notices__close`);
      assert.deepEqual(await shown(page), [false, false]);
      await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
      assert.deepEqual(await shown(page), [false, false], "it is still closed when one goes back to the page");
      assert.deepEqual(consoleErrors, []);
    } finally {
      await close();
    }
  });

  test("one goes at the gym's midnight, and another one at its minute, wherever the visitor is", async () => {
    await visitAt(site, "2026-11-30T23:58:30", "/pricing/", async (page) => {
      assert.deepEqual(await shown(page), [false, true]);
      await page.clock.runFor(120_000);
      assert.deepEqual(await shown(page), [false, false]);
    });
    await visitAt(site, "2026-11-20T17:58:30", "/", async (page) => {
      assert.deepEqual(await shown(page), [true, false]);
      await page.clock.runFor(120_000);
      assert.deepEqual(await shown(page), [false, false]);
    });
    await visitAt(site, "2026-11-20T23:58:30", "/", async (page) => {
      assert.deepEqual(await shown(page), [false, false]);
      await page.clock.runFor(120_000);
      assert.deepEqual(await shown(page), [false, true]);
    });
  });

  for (const javaScriptEnabled of [true, false]) {
    test(`the bar, the menu and what one jumps to are seen ${javaScriptEnabled ? "with" : "without"} scripts`, async () => {
      // The narrowest is a window of 1280 px at 400 %.
      for (const [width, height] of [
        [320, 256],
        [360, 740],
        [768, 1024],
        [1440, 900],
        [2200, 1200],
      ]) {
        await site.visit("/classes/", { viewport: { width, height }, javaScriptEnabled }, async (page) => {
          const at = `${width} px`;
          const edges = async (selector) => {
            const box = await page.locator(selector).first().boundingBox();
            return { top: box.y, bottom: box.y + box.height };
          };
          const header = () => edges(".header");
          assert.ok((await edges(WARNING)).bottom <= (await header()).top + 1, `the notice lies on the bar at ${at}`);
          await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
          assert.equal(Math.round((await header()).top), 0, `the bar is gone at ${at}`);
          const id = await page.evaluate(() => [...document.querySelectorAll("main [id]")].at(-1).id);
          await page.goto(`${page.url()}#${id}`);
          const { top } = await edges(`[id="${id}"]`);
          assert.ok(top >= (await header()).bottom - 1, `#${id} is under the bar at ${at}`);
          if (width < 1200) {
            await page.locator(".header__menu").click();
            const menu = await edges(".menu");
            assert.ok(menu.top <= 0 && menu.bottom >= height, `the menu doesn't fill the window at ${at}`);
          }
        });
      }
    });
  }
});
