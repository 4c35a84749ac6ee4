// An open page of the preview follows what is saved.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { open, withBrowser } from "../support/browser.js";
import { until } from "../support/preview.js";
import { withPreview } from "../support/with-preview.js";

const BASE = "templates/styles/base.css";
const STORY = "templates/sections/story/style.css";
const FORM = "components/Form.tsx";
const preview = withPreview({ theme: [BASE, STORY, FORM] });
const browser = withBrowser();

const read = (path) => readFileSync(join(preview.folder(), path), "utf8");

/** Saves a file with `from` replaced, and returns what saves it as it was. */
function edit(path, from, to) {
  const text = read(path);
  assert.ok(text.includes(from), `${path} has ${from}`);
  writeFileSync(join(preview.folder(), path), text.replace(from, to));
  return () => writeFileSync(join(preview.folder(), path), text);
}

/** Opens a page that notes whether it was loaded anew. */
async function visit(path, options) {
  const visited = await open(browser(), options);
  await visited.page.goto(preview.url(path));
  await visited.page.evaluate(() => {
    window.isTheSame = true;
  });
  const isTheSame = () => visited.page.evaluate(() => window.isTheSame === true);
  return { ...visited, isTheSame };
}

describe("an open page of the preview", () => {
  test("styles are swapped", async () => {
    const { page, consoleErrors, isTheSame, close } = await visit("/about/");
    const sheets = page.locator('link[rel="stylesheet"]');
    const count = await sheets.count();
    const text = read(BASE);
    writeFileSync(join(preview.folder(), BASE), `${text}\nh1 { letter-spacing: 7px; }\n`);
    await page.waitForFunction(() => getComputedStyle(document.querySelector("h1")).letterSpacing === "7px");
    assert.ok(await isTheSame());
    await until("as many stylesheets as before", async () => (await sheets.count()) === count);
    writeFileSync(join(preview.folder(), BASE), text);
    await page.waitForFunction(() => getComputedStyle(document.querySelector("h1")).letterSpacing !== "7px");
    const own = read(STORY);
    for (const size of ["3px", "4px"]) {
      writeFileSync(join(preview.folder(), STORY), `${own}\n.story { letter-spacing: ${size}; }\n`);
      const isSpaced = (size) => getComputedStyle(document.querySelector(".story")).letterSpacing === size;
      await page.waitForFunction(isSpaced, size);
    }
    writeFileSync(join(preview.folder(), STORY), own);
    assert.ok(await isTheSame());
    assert.deepEqual(consoleErrors, []);
    await close();
  });

  test("any other change loads the page anew, at the same place", async () => {
    const { page, consoleErrors, isTheSame, close } = await visit("/contact/");
    await page.evaluate(() => scrollTo(0, 400));
    let undo = edit("content/pages/contact.toml", 'heading = "Come by', 'heading = "New: come by');
    await page.getByRole("heading", { name: "New: come by" }).waitFor();
    assert.equal(await isTheSame(), false);
    await page.waitForFunction(() => Math.abs(scrollY - 400) < 2);
    undo();
    await page.getByRole("heading", { name: /^Come by/ }).waitFor();
    undo = edit(FORM, "<form", '<form data-edited="true"');
    await page.locator("[data-edited]").waitFor();
    undo();
    await page.locator("[data-edited]").waitFor({ state: "detached" });
    assert.deepEqual(consoleErrors, []);
    await close();
  });

  test("mistakes are shown as in the terminal, and go away", async () => {
    const { page, consoleErrors, isTheSame, close } = await visit("/about/");
    const undo = edit("content/schedule.toml", 'class = "karate"', 'class = "katate"');
    const problems = page.locator("gympress-problems");
    await problems.getByText("1 error").waitFor();
    const shown = await problems.locator("pre").allTextContents();
    assert.equal(shown.length, 1);
    await until("the terminal", () => preview.printed().includes(shown[0]));
    assert.match(shown[0], /there is no class "katate"[\s\S]*did you mean "karate"/);
    assert.ok((await page.locator("h1").count()) === 1 && (await isTheSame()), "the last good page stays");
    undo();
    await problems.waitFor({ state: "detached" });
    assert.deepEqual(consoleErrors, []);
    await close();
  });

  test("a page that was refused what happens asks again", async () => {
    const { page, close } = await open(browser());
    let refused = 0;
    await page.route("**/.gympress/events", (route) => {
      refused += 1;
      return refused === 1 ? route.fulfill({ status: 502 }) : route.continue();
    });
    await page.goto(preview.url("/terms/"));
    await until("a second question", () => refused === 2);
    const undo = edit("content/pages/terms.toml", 'title = "', 'title = "Heard: ');
    await until("the title", async () => (await page.title()).startsWith("Heard: "));
    undo();
    await close();
  });

  test("many tabs are in step, and so is one that was away", async () => {
    const { page, close } = await visit("/terms/");
    const tabs = [page];
    // A browser has at most six connections to a host.
    for (let tab = 0; tab < 6; tab += 1) {
      const next = await page.context().newPage();
      await next.goto(preview.url("/terms/"));
      tabs.push(next);
    }
    const seen = async (title) => {
      for (const tab of tabs) {
        await until(title, async () => (await tab.title()).startsWith(title));
        // With its title, a page may still lack the script that follows the preview, which is killed then.
        await tab.waitForLoadState();
      }
    };
    let undo = edit("content/pages/terms.toml", 'title = "', 'title = "One: ');
    await seen("One: ");
    undo();
    await seen("Terms");
    // The tab that listened for all is gone.
    await tabs.shift().close();
    undo = edit("content/pages/terms.toml", 'title = "', 'title = "Two: ');
    await seen("Two: ");
    await preview.kill();
    undo();
    await preview.restart();
    await seen("Terms");
    await close();
  });
});
