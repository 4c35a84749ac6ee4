// Samples, which stand for what a gym has to write: they are told at their fields, and one that is right is kept.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const { edit, read } = withEditor({
  prepare: ({ edit }) => {
    edit("plans/one-month.toml", (text) => text.replace(/^price = .*$/m, "price = 4_000 # placeholder"));
    edit("site.toml", (text) => text.replace(/^(\[\[hours\]\]\ndays = .*)$/m, "$1 # placeholder"));
  },
});
const PLAN = "plans/one-month.toml";

test("a sample that is right is kept, saved without its mark, and can be taken back before", () =>
  edit("/pricing/", async (editor) => {
    const { page, panel } = editor;
    const price = panel.locator(`[data-path='["price"]']`);
    await editor.go(`content/${PLAN}`, []);
    await price.getByText("A sample").waitFor();
    // Typing and typing it back says nothing of it.
    await price.locator("input").fill("40");
    await price.locator("input").fill("4000");
    await editor.settled(0);
    await price.getByRole("button", { name: "Keep it" }).click();
    await price.getByText("A sample").waitFor({ state: "detached" });
    await until("the focus", async () => (await editor.focused()) === '["price"]');
    const [change, ...others] = await editor.ask("changes");
    assert.deepEqual([change.before, change.after, others], ["4_000 (a sample)", "4_000", []]);
    await page.locator(".bar").getByRole("button", { name: "1 change" }).click();
    await panel.getByRole("button", { name: "Take back", exact: true }).click();
    await editor.settled(0);
    await editor.go(`content/${PLAN}`, []);
    await price.getByRole("button", { name: "Keep it" }).click();
    await editor.settled(1);
    await editor.step("Undo");
    await price.getByRole("button", { name: "Keep it" }).click();
    await editor.settled(1);
    await page.keyboard.press("Control+S");
    await until("the file", () => /^price = 4_000$/m.test(read(PLAN)));
  }));

test("the sample of a row is kept beside another change, each of which is taken back alone", () =>
  edit("/", async (editor) => {
    const { panel } = editor;
    await editor.go("content/site.toml", ["hours", 0]);
    await panel.locator(`[data-path='["hours",0,"days"]']`).getByRole("button", { name: "Keep it" }).click();
    await editor.settled(1);
    await editor.field("hours", 0, "opens").fill("05:30");
    await editor.settled(2);
    const own = { files: ["content/site.toml"] };
    await editor.ask("discard", { ...own, path: ["hours", 0, "opens"] });
    assert.deepEqual(
      (await editor.ask("changes")).map(({ path }) => path),
      [["hours", 0, "days"]],
    );
    await editor.ask("discard", { ...own, path: ["hours", 0, "days"] });
    await editor.settled(0);
  }));
