// Forms of the editor: every field of every type, words that no file has, and warnings while somebody types.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const { edit } = withEditor({
  prepare: ({ edit }) => edit("navigation.toml", (text) => text.replace(/^hours_title = .*\n/m, "")),
});
const WEEK = "schedule.toml";

test("a word that no file has leads to its empty field with the word in grey, and what is typed is written", () =>
  edit("/", async (editor) => {
    const { page, site } = editor;
    const footer = async () => (await editor.value("navigation.toml")).footer;
    assert.equal((await footer()).hours_title, undefined);
    await site.locator("footer").getByText("Opening hours").first().click();
    await until("the field", async () => (await editor.focused()) === '["footer","hours_title"]');
    const { value, placeholder } = await page.evaluate(() => {
      const { value, placeholder } = document.activeElement;
      return { value, placeholder };
    });
    assert.deepEqual([value, placeholder], ["", "Opening hours"]);
    await page.keyboard.type("Open");
    await until("the key", async () => (await footer()).hours_title === "Open");
    await site.locator("footer").getByText("Open", { exact: true }).first().waitFor();
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await site.locator("footer").getByText("Opening hours").first().waitFor();
    await editor.settled(0);
  }));

test("a trainer in two places and a class outside of the opening hours are told at their rows as the time is typed", () =>
  edit("/schedule/", async (editor) => {
    const { page, panel } = editor;
    await editor.menu("Week");
    const badge = (row) => page.locator(`#row-${row} .badge`);
    await page.locator("#row-monday-2").click();
    const type = async (start, end) => {
      await editor.field("monday", 2, "start").fill(start);
      await editor.field("monday", 2, "end").fill(end);
      await until("the time", async () => (await editor.value(WEEK)).monday[2].end === end);
    };
    assert.equal((await badge("monday-2").count()) + (await badge("monday-3").count()), 0);
    await type("05:00", "06:00");
    await badge("monday-2").waitFor();
    await panel.locator(".problem", { hasText: /open/i }).first().waitFor();
    assert.equal(await badge("monday-3").count(), 0);
    await type("22:15", "23:15");
    await badge("monday-3").waitFor();
    await badge("monday-2").waitFor();
    await type("18:00", "19:00");
    await badge("monday-3").waitFor({ state: "detached" });
    await badge("monday-2").waitFor({ state: "detached" });
  }));

test("a day without opening hours is named, though nothing is empty", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    await editor.go("content/site.toml", ["hours", 0]);
    const days = panel.locator(`[data-path='["hours",0,"days"]']`);
    await days.locator("label", { hasText: "Tuesday" }).click();
    await editor.settled(1);
    await page.keyboard.press("Control+S");
    await panel.getByText(/Days.*no hours say when the gym is open on tuesday/).waitFor();
    assert.equal(await panel.getByText("Still to be filled in.").count(), 0);
  }));

test("what is no colour is told with what one is", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    await editor.go("content/site.toml", []);
    await page.locator("#f-colours-accent").fill("yellowish");
    await panel.getByText("is not a colour").waitFor();
    await panel.getByText(/expected a colour of # and six/).waitFor();
  }));

test("a colour on which nothing can be read is told at its field", () =>
  edit("/", async (editor) => {
    const { panel } = editor;
    await editor.go("content/site.toml", []);
    const accent = panel.locator(`[data-path='["colours","accent"]']`);
    await accent.evaluate((field) => {
      for (let folded = field.closest("details"); folded; folded = folded.parentElement.closest("details"))
        folded.open = true;
    });
    assert.equal(await accent.locator(".problem").count(), 0);
    await accent.locator("input:not([type=color])").fill("#201D16");
    await accent.locator(".problem", { hasText: /contrast/i }).waitFor();
    await accent.locator("input[type=color]").fill("#ffcc00");
    await accent.locator(".problem").waitFor({ state: "detached" });
  }));
