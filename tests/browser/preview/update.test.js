// An open page of the preview follows what is saved, and keeps what its visitor does.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { open, withBrowser } from "../support/browser.js";
import { until } from "../support/preview.js";
import { withPreview } from "../support/with-preview.js";

const preview = withPreview();
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
  test("text changes in place: scroll, focus, typed text and living islands stay", async () => {
    const { page, consoleErrors, isTheSame, close } = await visit("/contact/?class=boxing");
    await page.locator('[data-island="ContactForm"][data-state="live"]').waitFor();
    const name = page.getByLabel("Full Name");
    await name.fill("Achieng");
    await page.getByLabel("Comment").fill("Half a sent");
    await page.getByLabel("Comment").focus();
    await page.evaluate(() => scrollTo(0, 300));
    const undo = edit("content/pages/contact.toml", 'heading = "Come by', 'heading = "New: come by');
    await page.getByRole("heading", { name: "New: come by" }).waitFor();
    assert.ok(await isTheSame());
    assert.equal(await name.inputValue(), "Achieng");
    assert.equal(await page.getByLabel("Comment").inputValue(), "Half a sent");
    assert.equal(await page.getByLabel("Class").inputValue(), "boxing");
    assert.equal(await page.evaluate(() => document.activeElement.name), "comment");
    assert.equal(await page.evaluate(() => scrollY), 300);
    assert.equal(await page.locator(".header").getAttribute("data-scrolled"), "true");
    await page.keyboard.type("ence");
    assert.equal(await page.getByLabel("Comment").inputValue(), "Half a sentence");
    // The words of the living island itself.
    const undoWords = edit("content/pages/contact.toml", 'label = "Full Name"', 'label = "Your whole name"');
    await page.getByLabel("Your whole name").waitFor();
    await page.locator('[data-island="ContactForm"][data-state="live"]').waitFor();
    assert.ok(await isTheSame());
    assert.equal(await page.getByLabel("Your whole name").inputValue(), "Achieng");
    assert.equal(await page.getByLabel("Comment").inputValue(), "Half a sentence");
    assert.equal(await page.evaluate(() => document.activeElement.name), "comment");
    undoWords();
    undo();
    await page.getByRole("heading", { name: /^Come by/ }).waitFor();
    assert.ok(await isTheSame());
    assert.deepEqual(consoleErrors, []);
    await close();
  });

  test("styles are swapped", async () => {
    const { page, consoleErrors, isTheSame, close } = await visit("/about/");
    const sheets = page.locator('link[rel="stylesheet"]');
    const count = await sheets.count();
    const path = "templates/styles/base.css";
    const text = read(path);
    writeFileSync(join(preview.folder(), path), `${text}\nh1 { letter-spacing: 7px; }\n`);
    await page.waitForFunction(() => getComputedStyle(document.querySelector("h1")).letterSpacing === "7px");
    assert.ok(await isTheSame());
    await until("as many stylesheets as before", async () => (await sheets.count()) === count);
    writeFileSync(join(preview.folder(), path), text);
    await page.waitForFunction(() => getComputedStyle(document.querySelector("h1")).letterSpacing !== "7px");
    assert.ok(await isTheSame());
    assert.deepEqual(consoleErrors, []);
    await close();
  });

  test("an open menu stays open", async () => {
    const { page, consoleErrors, isTheSame, close } = await visit("/about/", { viewport: { width: 390, height: 800 } });
    await page.getByRole("button", { name: "Open the menu" }).click();
    await page.locator('[data-island="Navigation"][data-state="live"]').waitFor();
    const isOpen = () => page.locator("#menu").evaluate((menu) => menu.matches(":popover-open"));
    const undo = edit("content/pages/about.toml", 'title = "', 'title = "New: ');
    await page.waitForFunction(() => document.title.startsWith("New: "));
    assert.ok((await isOpen()) && (await isTheSame()));
    const undoLink = edit("content/navigation.toml", 'title = "Schedule"', 'title = "Timetable"');
    await page.locator("#menu").getByRole("link", { name: "Timetable" }).waitFor();
    assert.ok((await isOpen()) && (await isTheSame()));
    await page.getByRole("button", { name: "Close the menu" }).click();
    assert.equal(await isOpen(), false);
    undoLink();
    undo();
    assert.deepEqual(consoleErrors, []);
    await close();
  });

  test("a component that changes comes to life in its new form", async () => {
    const { page, consoleErrors, isTheSame, close } = await visit("/");
    const weight = page.getByLabel("Weight");
    await weight.fill("72");
    await page.locator('[data-island="BmiCalculator"][data-state="live"]').waitFor();
    const undo = edit("components/BmiCalculator.tsx", "<form", '<form data-edited="true"');
    await page.locator('[data-island="BmiCalculator"][data-state="live"] [data-edited]').waitFor();
    assert.ok(await isTheSame());
    assert.equal(await weight.inputValue(), "72");
    await page.getByLabel("Height").fill("170");
    await page.getByRole("button", { name: "Calculate" }).click();
    await page.getByText("24.9", { exact: true }).first().waitFor();
    undo();
    assert.deepEqual(consoleErrors, []);
    await close();
  });

  test("what can't be exchanged is loaded anew, at the same place and with what was typed", async () => {
    const { page, isTheSame, close } = await visit("/contact/");
    await page.getByLabel("Full Name").fill("Achieng");
    await page.evaluate(() => scrollTo(0, 400));
    const undo = edit("components/boot.ts", "scrollY > 10", "scrollY > 11");
    await until("a new page", async () => !(await isTheSame().catch(() => true)));
    await page.waitForFunction(() => Math.abs(scrollY - 400) < 2);
    await page.waitForFunction(() => document.querySelector("[name=name]").value === "Achieng");
    const boot = await page.locator("script[type=module]").getAttribute("src");
    undo();
    await page.waitForFunction(
      (src) => document.querySelector("script[type=module]").getAttribute("src") !== src,
      boot,
    );
    await close();
  });

  test("mistakes are shown as in the terminal, open the editor, and go away", async () => {
    const { page, consoleErrors, isTheSame, close } = await visit("/about/");
    const undo = edit("content/schedule.toml", 'class = "karate"', 'class = "katate"');
    const problems = page.locator("gympress-problems");
    await problems.getByText("1 error").waitFor();
    const shown = await problems.locator("pre").allTextContents();
    assert.equal(shown.length, 1);
    await until("the terminal", () => preview.printed().includes(shown[0]));
    assert.match(shown[0], /there is no class "katate"[\s\S]*did you mean "karate"/);
    const link = await problems.getByRole("link").getAttribute("href");
    assert.match(link, /^vscode:\/\/file\/.*\/content\/schedule\.toml:\d+:\d+$/);
    assert.ok((await page.locator("h1").count()) === 1 && (await isTheSame()), "the last good page stays");
    undo();
    await problems.waitFor({ state: "detached" });
    assert.ok(await isTheSame());
    assert.deepEqual(consoleErrors, []);
    await close();
  });

  test("many tabs are in step, and so is one that was away", async () => {
    const { page, close } = await visit("/about/");
    const tabs = [page];
    for (let tab = 0; tab < 9; tab += 1) {
      const next = await page.context().newPage();
      await next.goto(preview.url("/about/"));
      tabs.push(next);
    }
    const seen = async (title) => {
      for (const tab of tabs) await until(title, async () => (await tab.title()).startsWith(title));
    };
    let undo = edit("content/pages/about.toml", 'title = "', 'title = "One: ');
    await seen("One: ");
    undo();
    await seen("About");
    // The tab that listened for all is gone.
    await tabs.shift().close();
    undo = edit("content/pages/about.toml", 'title = "', 'title = "Two: ');
    await seen("Two: ");
    await preview.kill();
    undo();
    await preview.restart();
    await seen("About");
    await close();
  });
});
