// Fields of dates and times, of which a part is empty for a moment, and the times of classes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const { edit, read } = withEditor();
const POST = "posts/yoga-for-lifters.toml";
const WEEK = "schedule.toml";

test("a date whose day is emptied keeps its time, and one without a time gets none", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    const version = async () => (await editor.ask(`file?file=content/${POST}`)).version;
    for (const [date, type] of [
      ["2026-03-04T17:30:00", "datetime-local"],
      ["2026-03-04", "date"],
    ]) {
      const set = { file: `content/${POST}`, path: ["date"], value: { date } };
      await editor.ask("operations", { versions: { [set.file]: await version() }, operations: [{ set }] });
      await editor.go(`content/${POST}`, []);
      const field = panel.locator(`[data-path='["date"]'] input`);
      assert.equal(await field.getAttribute("type"), type);
      await field.click({ position: { x: 14, y: 12 } });
      await page.keyboard.press("Delete");
      await until("an empty date", async () => (await editor.value(POST)).date === "");
      // What the answer changes in the form is there.
      await page.locator("[data-path='[\"date\"]'] [aria-invalid=true]").waitFor();
      assert.equal(await field.getAttribute("type"), type);
      await page.keyboard.type("05");
      await until("the other day or month", async () => {
        const { raw } = (await editor.value(POST)).date;
        return raw !== undefined && raw !== date && raw.slice(10) === date.slice(10);
      });
    }
  }));

test("a last day is typed without a time, which is asked for only where one is usual", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    const add = async (file, name) => {
      await editor.go(file, []);
      await panel
        .locator("details.more")
        .first()
        .evaluate((details) => {
          details.open = true;
        });
      await panel.getByRole("button", { name, exact: true }).click();
    };
    await add("content/plans/one-month.toml", "+ Offer");
    await panel.locator("input[type=date]").fill("2026-12-24");
    await page.keyboard.press("Tab");
    await until("the day", async () => (await editor.value("plans/one-month.toml")).offer?.until?.raw === "2026-12-24");
    await panel.getByRole("button", { name: "With a time" }).click();
    await panel.locator("input[type=datetime-local]").waitFor();
    await editor.ask("discard", {});
    const { file } = await editor.ask("entries", { collection: "events", title: "A race" });
    await add(file, "+ Moved from");
    await panel.locator(`[data-path='["moved_from"]'] input[type=datetime-local]`).waitFor();
  }));

test("a class whose time is saved by a key goes to its place first, and nothing is left to be saved", () =>
  edit("/", async (editor) => {
    const { page } = editor;
    await editor.menu("Week");
    await page.locator("#row-tuesday-0").click();
    await editor.field("tuesday", 0, "end").fill("21:00");
    await editor.field("tuesday", 0, "start").fill("20:00");
    await page.keyboard.press("Control+S");
    await page.getByText("Saved.").waitFor();
    const saved = read(WEEK);
    const starts = (await editor.value(WEEK)).tuesday.map(({ start }) => start);
    assert.deepEqual(starts, starts.toSorted());
    assert.equal(await editor.focused(), JSON.stringify(["tuesday", starts.length - 1, "start"]));
    await page.locator(".bar").getByRole("button", { name: "Publish" }).focus();
    await page.waitForTimeout(500);
    assert.equal(await editor.changes(), 0);
    assert.equal(read(WEEK), saved);
  }));

test("a class is cancelled on one date from its form", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    await editor.menu("Week");
    await page.locator("#row-tuesday-0").click();
    await panel.getByRole("button", { name: "Only on one date" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "It is cancelled" }).click();
    await until("a cancelled class", async () => (await editor.value(WEEK)).cancelled?.length === 1);
  }));

test("keys that move a class give none to one whose times aren't said", () =>
  edit("/", async (editor) => {
    const { page } = editor;
    const file = `content/${WEEK}`;
    const { version } = await editor.ask(`file?file=${file}`);
    const unset = (key) => ({ unset: { file, path: ["thursday", 0, key] } });
    await editor.ask("operations", { versions: { [file]: version }, operations: [unset("start"), unset("end")] });
    await editor.menu("Week");
    await page.locator("#row-thursday-0").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.waitForTimeout(500);
    const [{ start, end }] = (await editor.value(WEEK)).thursday;
    assert.deepEqual([start, end], [undefined, undefined]);
  }));
