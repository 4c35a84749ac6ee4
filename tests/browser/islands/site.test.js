// The gym of the tests with React's development build in place of the visitors' one: it tells of every
// difference between the markup and a component, on any page.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { holdBack } from "../support/browser.js";
import { buildGym } from "../support/project.js";
import { withSite } from "../support/with-site.js";
import { make } from "./harness.js";

const site = withSite(buildGym);
let development;

before(() => {
  development = make({}, { development: true });
});
after(() => development?.remove());

/** Answers requests for scripts from the development build: by name, or by what precedes the hash. */
async function swap(page) {
  const folder = join(development.out, "assets");
  const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
  await page.route("**/assets/*.js*", (route) => {
    const asked = new URL(route.request().url()).pathname.split("/").at(-1);
    const stem = asked.replace(/-[0-9A-Z]{8}\.js$/, "-");
    // An island's own script asks for its chunks by their names; those of the page are loaded beside, and do nothing.
    const isOther = stem === "chunk-" && !files.includes(asked);
    const name = files.includes(asked) ? asked : files.find((file) => !isOther && file.startsWith(stem));
    if (stem === "boot-" || !name) return route.fallback();
    return route.fulfill({ body: readFileSync(join(folder, name)), contentType: "text/javascript" });
  });
}

/** Comes to every island as the focus does, and waits until all are hydrated. */
async function wake(page) {
  await page.evaluate(() => {
    for (const island of document.querySelectorAll("[data-island]")) {
      island.dispatchEvent(new FocusEvent("focusin", { bubbles: true }));
    }
  });
  await page.waitForFunction(() =>
    [...document.querySelectorAll("[data-island]")].every((one) => ["live", "failed"].includes(one.dataset.state)),
  );
}

test("React's development build finds no difference on any page", () =>
  site.tour(
    {},
    async (page, path, consoleErrors) => {
      await wake(page);
      const found = await page.evaluate(() => ({
        failed: document.querySelectorAll('[data-state="failed"]').length,
        twice: [...document.querySelectorAll("[id]")]
          .map((one) => one.id)
          .filter((id, at, all) => all.indexOf(id) !== at),
        inline: document.querySelectorAll('[style]:not([style^="--"]),script:not([src]):not([type$="json"])').length,
        // It would answer with the scripts of visitors.
        worker: navigator.serviceWorker.controller !== null,
      }));
      const expected = { path, consoleErrors: [], failed: 0, twice: [], inline: 0, worker: false };
      assert.deepEqual({ path, consoleErrors, ...found }, expected);
    },
    { prepare: swap },
  ));

test("a link in an island leads on without asking for React", async () => {
  const { page, consoleErrors, close } = await site.open({ viewport: { width: 1440, height: 900 } });
  const scripts = new Set();
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.add(new URL(request.url()).pathname);
  });
  await page.goto(site.url("/"));
  await page.locator("header").getByRole("link", { name: "Classes", exact: true }).click();
  await page.waitForURL("**/classes/");
  await page.locator("footer [data-now] > *").first().waitFor();
  const names = [...scripts].map((path) => path.split("/").at(-1).replace(/-.*/, ""));
  assert.deepEqual(names.sort(), ["boot", "later"]);
  // React alone has ten times as much.
  for (const path of scripts)
    assert.ok((await page.request.get(site.url(path)).then((one) => one.body())).length < 15_000, path);
  assert.deepEqual(consoleErrors, []);
  await close();
});

test("what can wait comes after the picture at the top", async () => {
  const { page, close } = await site.open({ viewport: { width: 360, height: 740 } });
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const isLate = (path) => path.includes("/later-");
  const show = await holdBack(page, "**/images/hero-*");
  await page.goto(site.url("/"), { waitUntil: "commit" });
  await page.locator("html[data-scripts]").waitFor();
  // Whatever the script asked for at once was asked for before this.
  await page.evaluate(() => fetch("/robots.txt"));
  assert.ok(asked.includes("/robots.txt") && asked.some((path) => path.includes("/hero-")), asked.join());
  assert.ok(!asked.some(isLate), asked.join());
  show();
  await page.locator("footer [data-now] > *").first().waitFor();
  assert.ok(asked.some(isLate));
  await close();
});

test("the bar is solid beyond 10 px of scroll without React", async () => {
  const { page, close } = await site.open();
  await page.route("**/assets/chunk-*.js", (route) => route.abort());
  await page.goto(site.url("/about/"));
  const solid = () => page.locator(".header").getAttribute("data-scrolled");
  assert.equal(await solid(), "false");
  await page.mouse.wheel(0, 10);
  await page.waitForTimeout(100);
  assert.equal(await solid(), "false");
  await page.mouse.wheel(0, 1);
  await page.waitForSelector('.header[data-scrolled="true"]');
  await close();
});
