// The second level of the menu: by mouse, touch and keyboard, with and without scripts, on phones and from right to left.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isSound, isValid } from "./support/judge.js";
import { buildGym } from "./support/project.js";
import { withSite } from "./support/with-site.js";

const UNDER = `under = [
    { title = "For beginners", to = "/classes/yoga/" },
    { title = "For fighters", to = "/classes/boxing/" },
]`;

const site = withSite(() =>
  buildGym((project) =>
    project.edit("navigation.toml", (text) => text.replace(/^to = "\/classes\/"$/m, (to) => `${to}\n${UNDER}`)),
  ),
);
const wide = { viewport: { width: 1440, height: 900 } };
const toggle = (page) => page.locator(".menu__toggle");
const isOpen = (page) => page.locator(".menu__under").isVisible();

describe("the second level of the menu", () => {
  test("pages with it are valid and sound", async () => {
    await isValid(site.out(), ["/", "/classes/yoga/"]);
    await isSound(site, { paths: ["/classes/"] });
  });

  for (const javaScriptEnabled of [true, false]) {
    test(`a press opens and closes it ${javaScriptEnabled ? "with" : "without"} scripts`, async () => {
      await site.visit("/pricing/", { ...wide, javaScriptEnabled }, async (page) => {
        assert.equal(await isOpen(page), false);
        await toggle(page).click();
        assert.equal(await isOpen(page), true);
        await toggle(page).click();
        assert.equal(await isOpen(page), false);
        await toggle(page).click();
        await page.locator(".menu__below").first().click();
        assert.match(page.url(), /\/classes\/yoga\/$/);
      });
    });
  }

  test("Escape closes it and gives the focus back; a press elsewhere and a focus elsewhere close it", async () => {
    await site.visit("/pricing/", wide, async (page) => {
      await toggle(page).focus();
      assert.equal(await isOpen(page), false, "the focus alone opens nothing");
      await page.keyboard.press("Enter");
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement.className), "menu__below");
      await page.keyboard.press("Escape");
      assert.equal(await isOpen(page), false);
      assert.equal(await page.evaluate(() => document.activeElement.className), "menu__toggle");
      await page.keyboard.press("Enter");
      for (let step = 0; step < 3; step += 1) await page.keyboard.press("Tab");
      assert.equal(await isOpen(page), false, "the focus has left it");
      await toggle(page).click();
      await page.locator("main").click({ position: { x: 20, y: 500 } });
      assert.equal(await isOpen(page), false);
    });
  });

  test("it stays open while the service confirms who is signed in", async () => {
    await site.visit("/pricing/", wide, async (page) => {
      const tell = () =>
        page.evaluate(() => {
          const { dataset } = document.querySelector(".header");
          // This gym has no service of its own.
          dataset.session ||= "session";
          localStorage.setItem(dataset.session, "{}");
          dispatchEvent(new Event("session"));
        });
      await toggle(page).click();
      await tell();
      await page.locator('[data-island="Navigation"][data-state="live"]').waitFor();
      await tell();
      assert.equal(await isOpen(page), true);
    });
  });

  test("screen readers hear a button with a state, beside the link", async () => {
    await site.visit("/pricing/", wide, async (page) => {
      const tree = await page.locator(".menu__entry").ariaSnapshot();
      assert.match(tree, /link "Classes"/);
      assert.match(tree, /More in Classes/);
    });
  });

  test("they hear whether it is open", async () => {
    await site.visit("/pricing/", wide, async (page) => {
      const session = await page.context().newCDPSession(page);
      const state = async () => {
        const { nodes } = await session.send("Accessibility.getFullAXTree");
        const found = nodes.filter(({ name }) => name?.value === "More in Classes" && !name.isIgnored);
        const values = found.flatMap(({ properties = [] }) => properties.filter(({ name }) => name === "expanded"));
        return values.map(({ value }) => value.value);
      };
      assert.deepEqual(await state(), [false]);
      await toggle(page).press("Enter");
      assert.deepEqual(await state(), [true]);
      await page.keyboard.press("Escape");
      assert.deepEqual(await state(), [false]);
    });
  });

  test("a tap opens and closes it on a wide screen", async () => {
    await site.visit("/pricing/", { ...wide, hasTouch: true }, async (page) => {
      await toggle(page).tap();
      assert.equal(await isOpen(page), true);
      await toggle(page).tap();
      assert.equal(await isOpen(page), false);
      await toggle(page).tap();
      await page.locator(".menu__below").first().tap();
      await page.waitForURL("**/classes/yoga/");
    });
  });

  test("the entry is that of the page, or of one below", async () => {
    const marked = (page) =>
      page.evaluate(() =>
        [...document.querySelectorAll(".menu [aria-current]")].map((link) => [link.text, link.ariaCurrent]),
      );
    await site.visit("/classes/yoga/", wide, async (page) => {
      assert.deepEqual(await marked(page), [
        ["Classes", "true"],
        ["For beginners", "page"],
      ]);
    });
    await site.visit("/classes/karate/", wide, async (page) =>
      assert.deepEqual(await marked(page), [["Classes", "page"]]),
    );
  });

  test("phones have it open in the menu, by touch", async () => {
    await site.visit("/pricing/", { viewport: { width: 390, height: 844 }, hasTouch: true }, async (page) => {
      await page.locator(".header__menu").tap();
      assert.equal(await isOpen(page), true);
      assert.equal(await toggle(page).isVisible(), false);
      await page.locator(".menu__below").last().tap();
      await page.waitForURL("**/classes/boxing/");
    });
  });

  test("a tablet that is turned while the menu is open shows the page with the links in the bar", async () => {
    await site.visit("/pricing/", { viewport: { width: 1024, height: 1366 }, hasTouch: true }, async (page) => {
      await page.locator(".header__menu").tap();
      await page.locator("main[inert]").waitFor({ state: "attached" });
      await page.setViewportSize({ width: 1366, height: 1024 });
      await page.locator(".menu:not(:popover-open)").waitFor();
      assert.equal(await page.locator("[inert]").count(), 0);
      await toggle(page).tap();
      assert.equal(await isOpen(page), true);
    });
  });

  test("the bar is one line of whole words, or the button of the menu, at 33 widths", async () => {
    await site.visit("/pricing/", { viewport: { width: 320, height: 800 } }, async (page) => {
      for (let width = 320; width <= 1600; width += 40) {
        await page.setViewportSize({ width, height: 800 });
        const wrong = await page.evaluate(() => {
          const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
          const bar = document.querySelector(".header").getBoundingClientRect();
          const found = [];
          const [links, buttons] = [seen(".header .menu__link, .header .menu__toggle"), seen(".header__menu")];
          if (Boolean(links.length) === Boolean(buttons.length))
            found.push(`${links.length} links, ${buttons.length} buttons`);
          const boxes = [...seen(".header a, .header button")].map((one) => [one, one.getBoundingClientRect()]);
          for (const [one, box] of boxes) {
            if (box.left < -1 || box.right > innerWidth + 1 || box.bottom > bar.bottom + 1)
              found.push(`outside: ${one.innerText}`);
            if (one.matches(".menu__link") && one.getClientRects().length > 1) found.push(`broken: ${one.innerText}`);
            for (const [other, its] of boxes) {
              const overlaps =
                box.left < its.right - 1 &&
                its.left < box.right - 1 &&
                box.top < its.bottom - 1 &&
                its.top < box.bottom - 1;
              if (one !== other && !one.contains(other) && !other.contains(one) && overlaps)
                found.push(`${one.innerText} lies on ${other.innerText}`);
            }
          }
          if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the window");
          return found;
        });
        assert.deepEqual(wrong, [], `${width} px`);
        if (width < 1200) continue;
        await toggle(page).click();
        const { x, width: wide } = await page.locator(".menu__under").boundingBox();
        assert.ok(x >= 0 && x + wide <= width, `the second level leaves the window at ${width} px`);
        await toggle(page).click();
      }
    });
  });

  test("from right to left it hangs at the other side, within the window", async () => {
    await site.visit("/pricing/", wide, async (page) => {
      await page.evaluate(() => {
        document.documentElement.dir = "rtl";
      });
      await toggle(page).click();
      const [entry, under] = await Promise.all(
        [".menu__entry", ".menu__under"].map((selector) => page.locator(selector).boundingBox()),
      );
      assert.ok(Math.abs(entry.x + entry.width - under.x - under.width) < 2);
    });
  });
});
