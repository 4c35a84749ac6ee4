// The search in a browser: what is loaded when, what is shown, where results lead.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { holdBack } from "../support/browser.js";
import { buildGym } from "../support/project.js";
import { withSite } from "../support/with-site.js";

const site = withSite(buildGym);

/** The blog with the search at hand, and what was loaded since. */
async function blog() {
  const opened = await site.open();
  const asked = [];
  opened.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await opened.page.goto(site.url("/blog/"));
  return { ...opened, asked, input: opened.page.getByRole("combobox", { name: "Search" }) };
}
const results = (page) => page.getByRole("option");
const printed = (page, words) => page.getByRole("status").filter({ hasText: words }).waitFor();

describe("the search in a browser", () => {
  test("nothing of it is loaded before somebody types", async () => {
    const { page, asked, input, consoleErrors, close } = await blog();
    await page.waitForLoadState("networkidle");
    await input.focus();
    await page.waitForSelector('[data-island="SiteSearch"][data-state="live"]');
    assert.ok(!asked.some((path) => path.includes("search") || path.includes("find")), asked.join());
    await input.fill("lifters");
    await results(page).first().waitFor();
    assert.deepEqual(
      asked.filter((path) => path.endsWith("/search.json")),
      ["/search.json"],
    );
    assert.deepEqual(consoleErrors, []);
    await close();
  });

  test("beginnings and slips are found and marked, and what was found is shown", async () => {
    const { page, input, consoleErrors, close } = await blog();
    await input.fill("yog");
    await printed(page, "results");
    assert.match(await results(page).first().locator("mark").first().textContent(), /^yoga$/i);
    await input.fill("lfters sqaut");
    await results(page).first().locator("mark", { hasText: "squat" }).first().waitFor();
    const marked = await results(page).first().locator(".site-search__title mark").allTextContents();
    assert.deepEqual(
      marked.map((word) => word.toLowerCase()),
      ["lifters", "squat"],
    );
    await input.fill("xqzwv");
    await printed(page, "Nothing found");
    assert.equal(await results(page).count(), 0);
    assert.deepEqual(consoleErrors, []);
    await close();
  });

  test("a result is a link, and is chosen and followed by keys, too", async () => {
    const { page, input, close } = await blog();
    await input.fill("boxers");
    const first = results(page).first();
    const href = await first.getAttribute("href");
    await first.click();
    await page.waitForURL(`**${href}`);
    assert.match(await page.locator("h1").textContent(), /boxers/i);
    await page.goBack();
    await input.fill("YÓGA");
    await first.waitFor();
    await input.press("ArrowDown");
    assert.equal(await first.getAttribute("aria-selected"), "true");
    assert.equal(await input.getAttribute("aria-activedescendant"), await first.getAttribute("id"));
    await input.press("Escape");
    assert.equal(await results(page).count(), 0);
    assert.equal(await input.getAttribute("aria-activedescendant"), null);
    await input.press("ArrowDown");
    await input.press("ArrowDown");
    const chosen = await page.locator('[role="option"][aria-selected="true"]').getAttribute("href");
    await input.press("Enter");
    await page.waitForURL(`**${chosen}`);
    await close();
  });

  test("a press on its button shows what was found, also where the part of the page around it takes the focus", async () => {
    const { page, input, close } = await blog();
    await input.fill("boxers");
    await results(page).first().waitFor();
    // Safari focuses no buttons.
    await page.locator("main").focus();
    await results(page).first().waitFor({ state: "hidden" });
    await page.locator(".site-search__button").evaluate((button) => button.click());
    await results(page).first().waitFor();
    await close();
  });

  test("keys of an input method, which choose what to write, choose no result", async () => {
    const { page, input, close } = await blog();
    await input.fill("boxers");
    const first = results(page).first();
    await first.waitFor();
    await input.dispatchEvent("keydown", { key: "ArrowDown", isComposing: true });
    await input.dispatchEvent("keydown", { key: "Escape", isComposing: true });
    await input.dispatchEvent("keydown", { key: "Escape", keyCode: 229 });
    assert.ok(await first.isVisible());
    assert.equal(await first.getAttribute("aria-selected"), "false");
    await input.press("ArrowDown");
    assert.equal(await first.getAttribute("aria-selected"), "true");
    await close();
  });

  test("a result for its text alone leads to the place in it", async () => {
    const { page, input, consoleErrors, close } = await blog();
    await input.fill("ankle");
    const result = results(page).first();
    await result.locator(".site-search__excerpt mark", { hasText: "ankle" }).waitFor();
    await result.click();
    await page.waitForURL((url) => url.pathname === "/blog/your-first-yoga-class/");
    const place = page.locator(".prose p", { hasText: "ankle" });
    await page.waitForFunction(
      (place) => {
        const { top, bottom } = place.getBoundingClientRect();
        return scrollY > 0 && top > 0 && bottom < innerHeight;
      },
      await place.elementHandle(),
    );
    assert.deepEqual(consoleErrors, []);
    await close();
  });

  test("a slow answer doesn't replace a newer one", async () => {
    const { page, input, close } = await blog();
    const release = await holdBack(page, "**/search.json");
    await input.fill("yoga");
    await printed(page, "Searching");
    await input.fill("matatu");
    release();
    await printed(page, "result");
    await page.waitForLoadState("networkidle");
    assert.match(await results(page).first().textContent(), /matatu/i);
    await close();
  });

  test("without a network it says so, and finds once there is one", async () => {
    const { page, input, close } = await blog();
    await input.focus();
    await page.waitForSelector('[data-island="SiteSearch"][data-state="live"]');
    await page.route("**/search.json", (route) => route.abort());
    await input.fill("yoga");
    await printed(page, "could not be loaded");
    await page.context().setOffline(true);
    await input.press("Enter");
    await printed(page, "You are offline");
    await page.context().setOffline(false);
    await page.unroute("**/search.json");
    await input.press("Enter");
    await results(page).first().waitFor();
    await close();
  });
});
