// Lists and the week in the editor: by the mouse, by buttons and by keys the same is written.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const { edit, read, preview } = withEditor();
const WEEK = "schedule.toml";
const BOXING = "classes/boxing.toml";

const raw = ({ raw }) => raw;

test("a class is moved to another day and time by keys alone, and stands there in the order of the clock", () =>
  edit("/schedule/", async (editor) => {
    const { page } = editor;
    const before = read(WEEK);
    await editor.menu("Week");
    await page.locator("#row-tuesday-0").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await until("Wednesday", async () => (await editor.value(WEEK)).wednesday?.length === 3);
    await page.waitForFunction(() => document.activeElement.id.startsWith("row-wednesday-"));
    for (let minutes = 5; minutes <= 60; minutes += 5) {
      const time = `${minutes === 60 ? "10" : "09"}:${String(minutes % 60).padStart(2, "0")}`;
      await page.keyboard.press("Alt+ArrowDown");
      await page.waitForFunction((time) => document.activeElement.textContent.includes(time), time);
    }
    const { tuesday, wednesday } = await editor.value(WEEK);
    assert.deepEqual(
      wednesday.map(({ class: name, start }) => `${name} ${start}`),
      ["cycling 09:00", "boxing 10:00", "fitness 18:00"],
    );
    assert.equal(tuesday.length, 2);
    await page.keyboard.press("Control+S");
    await until("the file", () => read(WEEK) !== before);
    const row = (day, start, end) =>
      `[[${day}]]\nclass = "boxing"\ntrainer = "musa-kiprono"\nstart = "${start}"\nend = "${end}"\n\n`;
    const rest = (text, moved) => {
      assert.ok(text.includes(moved), text);
      return text.replace(moved, "");
    };
    assert.equal(
      rest(read(WEEK), row("wednesday", "10:00", "11:00")),
      rest(before, row("tuesday", "09:00", "10:00")),
      "nothing else differs",
    );
  }));

test("a class on one date only is cancelled by a row of its own", () =>
  edit("/schedule/", async (editor) => {
    const { page } = editor;
    await editor.menu("Week");
    await page
      .locator("li", { has: page.locator("#row-monday-0") })
      .getByRole("button", { name: /Only on/ })
      .click();
    const dialog = page.getByRole("dialog");
    const date = await dialog.locator("input[type=date]").inputValue();
    assert.equal(new Date(`${date}T12:00:00Z`).getUTCDay(), 1);
    await dialog.getByRole("button", { name: "It is cancelled" }).click();
    await editor.settled(1);
    const { cancelled, monday } = await editor.value(WEEK);
    assert.deepEqual(cancelled, [{ date: { raw: date }, class: monday[0].class, start: monday[0].start }]);
  }));

test("lines and cards are moved by buttons, by keys and by the mouse alike, and the focus stays on them", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    const lines = async () => (await editor.value(BOXING)).bring;
    const before = await lines();
    const moved = [before[1], before[0], before[2]];
    const row = (at) => panel.locator(`li[data-path='["bring",${at}]']`);
    const done = (what, wanted) => until(what, async () => JSON.stringify(await lines()) === JSON.stringify(wanted));
    await editor.open("Boxing");
    const inputs = row(0).locator("textarea, input").first();
    await inputs.focus();
    await page.keyboard.press("Alt+ArrowDown");
    await done("by keys", moved);
    await page.waitForFunction(() => document.activeElement.closest("li")?.dataset.path === '["bring",1]');
    await page.keyboard.press("Alt+ArrowUp");
    await done("back by keys", before);
    await row(0).locator("[data-button=more]").click();
    await row(0).locator("[data-button=later]").click();
    await done("by buttons", moved);
    await row(1).locator("[data-button=earlier]").click();
    await done("back by buttons", before);
    await page.waitForFunction(() => document.activeElement.closest("li")?.dataset.path === '["bring",0]');
    await row(1).locator("[data-button=more]").dragTo(row(0));
    await done("by the mouse", moved);
  }));

test("a class that is moved to another day and time is one change, in words, which is taken back alone", () =>
  edit("/schedule/", async (editor) => {
    const { page, panel } = editor;
    const before = await editor.ask(`file?file=content/${WEEK}`);
    await editor.menu("Week");
    await page.locator("#row-saturday-2").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await page.waitForFunction(() => document.activeElement.id.startsWith("row-sunday-"));
    await page.keyboard.press("Alt+ArrowDown");
    await page.waitForFunction(() => document.activeElement.textContent.includes("18:05"));
    await page.locator(".bar").getByRole("button", { name: "1 change" }).click();
    const change = panel.locator(".change");
    await change.getByText("Saturday, start 18:00, end 19:00").waitFor();
    await change.getByText("Sunday, start 18:05, end 19:05").waitFor();
    await change.getByRole("button", { name: "Take back" }).click();
    await editor.settled(0);
    assert.equal((await editor.ask(`file?file=content/${WEEK}`)).version, before.version);
  }));

test("of a long list the beginning is drawn, more when it is asked for, and all is found", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    const site = join(preview.folder(), "content/site.toml");
    const before = read("site.toml");
    const rows = Array.from({ length: 5000 }, (_, at) => `[[redirect]]\nfrom = "/old-${at}/"\nto = "/"\n\n`);
    writeFileSync(site, `${before}\n${rows.join("")}`);
    await until("the rows", async () => (await editor.value("site.toml")).redirect?.length > 5000);
    await editor.go("content/site.toml", []);
    await panel.locator("details").evaluateAll((all) => {
      for (const details of all) details.open = true;
    });
    const list = panel.locator("fieldset", { has: page.locator(`li[data-path='["redirect",0]']`) }).last();
    assert.equal(await list.locator("li").count(), 100);
    await list.getByRole("button", { name: "Show 100 more" }).click();
    await list.locator(`li[data-path='["redirect",199]']`).waitFor();
    assert.equal(await list.locator("li").count(), 200);
    await list.getByRole("searchbox").fill("old-4990");
    await panel.locator(`li[data-path='["redirect",4991]']`).getByRole("button").first().click();
    await panel.getByRole("heading", { level: 2, name: "old-4990" }).waitFor();
    writeFileSync(site, before);
    await until("the rows are gone", async () => (await editor.value("site.toml")).redirect.length < 5);
  }));

test("who removes all lines of a list by keys is still in its form", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    const lines = async () => (await editor.value(BOXING)).bring ?? [];
    for (let { length } = await lines(); length > 0; length--) {
      const row = panel.locator(`[data-path='["bring",0]']`);
      await row.locator("[data-button=more]").press("Enter");
      await row.locator("[data-button=remove]").press("Enter");
      await until("a line less", async () => (await lines()).length === length - 1);
      await page.waitForFunction(() => document.activeElement.closest(".panel"));
    }
  }));

test("a message offers no undo any more once something else was done, which that would take back", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    const row = panel.locator(`li[data-path='["bring",1]']`);
    await row.locator("[data-button=more]").click();
    await row.locator("[data-button=remove]").click();
    await page.locator(".message").getByRole("button", { name: "Undo" }).waitFor();
    await editor.field("summary").fill("One");
    await until("One", async () => (await editor.value(BOXING)).summary === "One");
    assert.equal(await page.locator(".message").count(), 0);
  }));

test("what is removed comes back in its place, after whatever was done since", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    const before = (await editor.value(BOXING)).bring;
    const row = panel.locator(`li[data-path='["bring",1]']`);
    await row.locator("[data-button=more]").click();
    await row.locator("[data-button=remove]").click();
    await page.locator(".message").getByRole("button", { name: "Undo" }).waitFor();
    await until("it is gone", async () => (await editor.value(BOXING)).bring.length === 2);
    const type = async (field, text) => {
      await editor.field(field).fill(text);
      await until(text, async () => (await editor.value(BOXING))[field] === text);
    };
    await type("summary", "One");
    await type("level", "Two");
    await type("for_whom", "Three");
    await panel.getByRole("heading").first().click();
    for (let step = 0; step < 4; step++) {
      assert.equal((await editor.value(BOXING)).bring.length, 2);
      const { revision } = await editor.ask("state");
      await page.keyboard.press("Control+Z");
      await until("a step", async () => (await editor.ask("state")).revision > revision);
    }
    assert.deepEqual((await editor.value(BOXING)).bring, before);
    await until("its row", async () => (await row.locator("textarea, input").first().inputValue()) === before[1]);
    await editor.settled(0);
  }));

test("one day or several is one choice, and one step of undo", () =>
  edit("/contact/", async (editor) => {
    const { panel } = editor;
    const closures = async () => (await editor.value("site.toml")).closure;
    const [first] = await closures();
    const isDay = first.date !== undefined;
    await editor.go("content/site.toml", ["closure", 0]);
    const sides = panel.locator(".segments label");
    await sides.nth(isDay ? 1 : 0).click();
    await until("the other side", async () => ((await closures())[0].date !== undefined) !== isDay);
    const [now] = await closures();
    assert.equal(raw(isDay ? now.from : now.date), raw(isDay ? first.date : first.from));
    await editor.step("Undo");
    assert.deepEqual((await closures())[0], first);
    await editor.settled(0);
  }));
