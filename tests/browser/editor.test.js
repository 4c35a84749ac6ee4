// Editing by clicking: what is clicked on the page is changed in the panel, and shows on the page at once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { accessibility as axe } from "./support/judge.js";
import { until } from "./support/preview.js";

const { edit, read } = withEditor();
const PLAN = "plans/one-month.toml";

test("a click on a price leads to it, and what is typed shows on the page before it is saved", () =>
  edit("/pricing/", async (editor) => {
    const { page, site, panel } = editor;
    await site.locator("#pricing").getByText("4,000").first().click();
    await panel.getByRole("heading", { name: "One Month" }).waitFor();
    await page.waitForFunction(() => document.activeElement.value === "4000");
    assert.equal(await editor.focused(), '["price"]');
    await page.keyboard.press("Control+A");
    await page.keyboard.type("4500");
    await site.locator("#pricing").getByText("4,500").first().waitFor();
    assert.match(read(PLAN), /^price = 4000$/m);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    assert.match(read(PLAN), /^price = 4500$/m);
    await editor.field("price").focus();
    await page.keyboard.press("Control+A");
    await page.keyboard.type("4000");
    await page.keyboard.press("Control+S");
    await until("the price on disk", () => /^price = 4000$/m.test(read(PLAN)));
    await page.getByText("Nothing to save").waitFor();
  }));

test("the caret stands where the text was clicked, and what is undone is what the field did, then what was done before", () =>
  edit("/", async (editor) => {
    const { page, site } = editor;
    const box = await site.locator("h1").boundingBox();
    await page.mouse.click(box.x + 4, box.y + 30);
    await page.waitForFunction(() => document.activeElement.selectionStart === 0);
    assert.equal(await editor.focused(), '["section",0,"heading"]');
    await page.keyboard.type("Now ");
    await site.locator("h1", { hasText: /now make your/i }).waitFor();
    await editor.settled(1);
    const isAsItWas = async () => {
      await page.keyboard.press("Control+Z");
      return (await editor.changes()) === 0;
    };
    await until("nothing is changed", isAsItWas);
  }));

test("a mistake is said at its field with its correction, and keeps the file from being saved", () =>
  edit("/pricing/", async (editor) => {
    const { page, site, panel } = editor;
    await site.locator("#pricing").getByText("4,000").first().click();
    await page.waitForFunction(() => document.activeElement.value === "4000");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("1,500");
    const problem = panel.locator(".problem.error");
    await problem.waitFor();
    await page.keyboard.press("Control+S");
    await panel.getByRole("heading", { name: "This has to be right before it can be saved" }).waitFor();
    await panel.getByRole("button", { name: "Go there" }).click();
    await problem.getByRole("button", { name: /1500/ }).click();
    await site.locator("#pricing").getByText("1,500").first().waitFor();
    await page.waitForFunction(() => document.querySelector("#f-price").value === "1500");
    assert.equal(await problem.count(), 0);
  }));

test("as long as a price is a mistake, pages say what is saved, and nothing that nobody wrote", () =>
  edit("/pricing/", async (editor) => {
    const { page, site, panel } = editor;
    const plan = site.locator("#pricing li", { hasText: "4,000" }).first();
    await plan.getByText("4,000").first().click();
    await page.waitForFunction(() => document.activeElement.value === "4000");
    await page.keyboard.press("Control+A");
    await page.keyboard.type("1,500");
    await panel.locator(".problem.error").waitFor();
    await site.locator("#pricing").getByText("4,000").first().waitFor();
    await until("the page", async () => !/KSH\s1(?![\d,])/.test(await site.locator("#pricing").innerText()));
    await page.keyboard.press("Control+A");
    await page.keyboard.type("4500");
    await site.locator("#pricing").getByText("4,500").first().waitFor();
  }));

test("sections are moved by buttons and by keys, the focus stays on them, and one undo brings a removed one back", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    const titles = () => panel.locator(".rows [data-button=open] span").allTextContents();
    const before = await titles();
    const moved = [before[0], before[2], before[1], ...before.slice(3)];
    const more = (at) => panel.locator(".rows [data-button=more]").nth(at);
    await more(1).click();
    await panel.getByRole("button", { name: "Later" }).click();
    await page.getByText(`${before[1]}, 3 of ${before.length}`).waitFor({ state: "attached" });
    await page.waitForFunction(() => document.activeElement.dataset.button === "later");
    await until("the sections are moved", async () => `${await titles()}` === `${moved}`);
    await page.keyboard.press("Alt+ArrowUp");
    await page.getByText(`${before[1]}, 2 of ${before.length}`).waitFor({ state: "attached" });
    assert.deepEqual(await titles(), before);
    await editor.settled(0);
    await panel.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText(`“${before[1]}” is removed.`).waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await editor.settled(0);
    await page.waitForFunction(
      (count) => document.querySelectorAll("[data-button=open]").length === count,
      before.length,
    );
    assert.deepEqual(await titles(), before);
  }));

test("links lead on with the key for that, and in the mode for that, and the panel goes along", () =>
  edit("/", async (editor) => {
    const { page, site, panel } = editor;
    const consistsOf = (title) => panel.getByRole("heading", { level: 2, name: title, exact: true }).waitFor();
    await site.locator("h1").click();
    await page.waitForFunction(() => document.activeElement.matches("textarea"));
    await site.getByRole("link", { name: "Plans from KSH" }).click({ modifiers: ["Control"] });
    await editor.isShown("/pricing/");
    await consistsOf("Pricing");
    await page.getByText("Browse", { exact: true }).click();
    await site
      .getByRole("link", { name: /Jasho House/ })
      .first()
      .click();
    await editor.isShown("/");
    await consistsOf("Home");
    await page.getByText("Edit", { exact: true }).click();
    await site.getByRole("link", { name: "Plans from KSH" }).click();
    await panel.locator(".form [data-path]").first().waitFor();
    await editor.isShown("/");
  }));

test("what is typed far down moves nothing on the page", () =>
  edit("/", async (editor) => {
    const { page, site } = editor;
    const last = site.locator("main section").last().locator("h2");
    await last.click();
    const frame = page.frames().at(-1);
    const scroll = () => frame.evaluate(() => scrollY);
    await page.waitForFunction(() => document.activeElement.matches("textarea"));
    const before = await scroll();
    for (let at = 0; at < 20; at++) await page.keyboard.type("ab");
    await site.locator("main", { hasText: /(ab){20}/i }).waitFor();
    assert.ok((await page.evaluate(() => document.activeElement.value)).includes("ab".repeat(20)));
    assert.equal(await scroll(), before);
  }));

test("what is typed in the middle of a text stays where it is typed, and the caret behind each letter", () =>
  edit("/", async (editor) => {
    const { page, site } = editor;
    await site.locator("main section").last().locator("h2").click();
    await page.waitForFunction(() => document.activeElement.matches("textarea"));
    const frame = page.frames().at(-1);
    const place = await editor.focused();
    const scroll = await frame.evaluate(() => scrollY);
    assert.ok(scroll > 0, "it is far down");
    await page.keyboard.press("Home");
    for (let step = 0; step < 5; step++) await page.keyboard.press("ArrowRight");
    const text = await page.evaluate(() => document.activeElement.value);
    const typed = "the quick brown fox jumps over";
    for (let length = 1; length <= typed.length; length++) {
      await page.keyboard.type(typed[length - 1]);
      const wanted = text.slice(0, 5) + typed.slice(0, length) + text.slice(5);
      await site.locator("main h2", { hasText: wanted }).waitFor();
      const { value, selectionStart, selectionEnd } = await page.evaluate(() => {
        const { value, selectionStart, selectionEnd } = document.activeElement;
        return { value, selectionStart, selectionEnd };
      });
      assert.deepEqual([value, selectionStart, selectionEnd], [wanted, 5 + length, 5 + length]);
    }
    assert.equal(await editor.focused(), place);
    assert.equal(await frame.evaluate(() => scrollY), scroll);
  }));

test("axe finds nothing in the forms, lists and dialogs, by day and by night", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    const judge = async (state) => {
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await axe(page, "body"), [], `${state}, ${colorScheme}`);
      }
    };
    await judge("outline");
    await panel.locator("[data-button=open]").first().click();
    await panel.locator("[data-path]").first().waitFor();
    await judge("form");
    await page.getByRole("button", { name: /changes?$|Nothing to save/ }).click();
    await judge("changes");
    await page.getByRole("button", { name: /^Go to/ }).click();
    await judge("menu of pages");
    await page.getByRole("button", { name: "Everything on the site" }).click();
    await judge("files");
    await panel.getByRole("button", { name: "+ New class" }).click();
    const dialog = page.getByRole("dialog");
    await judge("name of something new");
    await dialog.getByRole("button", { name: "Close" }).click();
    await editor.open("Yoga");
    await panel.getByRole("button", { name: "Delete", exact: true }).click();
    await judge("question whether to delete");
    await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    await dialog.getByRole("alert").getByRole("button").first().waitFor();
    await judge("what mentions it");
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: /^Go to/ }).click();
    await page.getByRole("button", { name: "Week", exact: true }).click();
    await page.locator(".class").first().click();
    await panel.getByText("Start").waitFor();
    await judge("week");
  }));
