// Keys and buttons that are pressed while an answer is on its way: each is about what it was about when it was pressed.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const { edit, read } = withEditor();
const BOXING = "classes/boxing.toml";

const classesOf = (day) => day.map((row) => row.class);

test("a class that is sent on while it is on its way goes on, and no other one does", () =>
  edit("/", async (editor) => {
    const { page } = editor;
    const before = await editor.value("schedule.toml");
    await editor.menu("Week");
    await page.locator("#row-tuesday-0").focus();
    await editor.slow(300);
    await page.keyboard.press("Alt+ArrowRight");
    await page.keyboard.press("Alt+ArrowRight");
    const [moved, ...others] = before.tuesday;
    await until("both steps", async () => {
      const now = await editor.value("schedule.toml");
      return classesOf(now.thursday).length === before.thursday.length + 1;
    });
    const now = await editor.value("schedule.toml");
    assert.deepEqual(now.tuesday, others);
    assert.deepEqual(now.wednesday, before.wednesday);
    assert.ok(now.thursday.some((row) => row.class === moved.class && row.start === moved.start));
    await page.waitForFunction(() => document.activeElement.id.startsWith("row-thursday-"));
  }));

test("a second class that is moved meanwhile is moved by its own steps", () =>
  edit("/", async (editor) => {
    const { page } = editor;
    await editor.menu("Week");
    await page.locator("#row-tuesday-1").waitFor();
    await editor.slow(300);
    await page.locator("#row-tuesday-0").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.locator("#row-tuesday-1").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Alt+ArrowDown");
    await until("all steps", async () => (await editor.value("schedule.toml")).tuesday[1].start === "16:10");
    assert.equal((await editor.value("schedule.toml")).tuesday[0].start, "09:05");
  }));

test("an element of a list that is sent on while it is on its way goes on", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    const before = (await editor.value(BOXING)).bring;
    await panel.locator("#f-bring-0").focus();
    await editor.slow(300);
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Alt+ArrowDown");
    await until("both steps", async () => (await editor.value(BOXING)).bring[2] === before[0]);
    assert.deepEqual((await editor.value(BOXING)).bring, [before[1], before[2], before[0]]);
    await page.waitForFunction(() => document.activeElement.closest("li")?.dataset.path === '["bring",2]');
  }));

test("days that are chosen one right after the other are all chosen", () =>
  edit("/", async (editor) => {
    await editor.go("content/site.toml", ["hours", 1]);
    const days = async () => (await editor.value("site.toml")).hours[1].days;
    assert.deepEqual(await days(), ["saturday"]);
    await editor.slow(300);
    const chosen = editor.panel.locator(`[data-path='["hours",1,"days"]']`);
    for (const day of ["Monday", "Tuesday", "Wednesday"]) await chosen.getByText(day, { exact: true }).click();
    await until("all days", async () => (await days()).length === 4);
    assert.deepEqual((await days()).toSorted(), ["monday", "saturday", "tuesday", "wednesday"]);
  }));

test("each press of an arrow key moves what stays in view of a picture", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    await panel.locator(".focal").focus();
    await editor.slow(300);
    for (let press = 0; press < 3; press++) await page.keyboard.press("ArrowRight");
    await until("the point", async () => (await editor.value(BOXING)).image.focus?.x.raw === "65");
  }));

test("who leaves a field and is back before all has arrived keeps the space behind the last word", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page } = editor;
    await editor.open("Boxing");
    await editor.slow(300);
    const field = editor.field("summary");
    await field.fill("On");
    await field.blur();
    await field.focus();
    await field.press("End");
    await page.keyboard.type(" foot ");
    const summary = async () => (await editor.value(BOXING)).summary.trim();
    await until("the first words", async () => (await summary()) === "On foot");
    await page.waitForTimeout(500);
    await page.keyboard.type("soon");
    await until("all words", async () => (await summary()) === "On foot soon");
  }));

test("letters that are under way arrive before what is taken back", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    const before = (await editor.value(BOXING)).summary;
    await editor.slow(300);
    await editor.field("summary").fill("On its way.");
    await page.locator(".bar").getByRole("button", { name: "Undo" }).isDisabled();
    await editor.settled(1);
    await editor.field("summary").press("End");
    await page.keyboard.type(" And more.");
    await page.getByRole("button", { name: /1 change/ }).click();
    await panel.getByRole("button", { name: "Take back" }).click();
    await page.getByText("Taken back.").waitFor();
    // Whatever was still to come would be there by then.
    await page.waitForTimeout(1000);
    assert.equal((await editor.value(BOXING)).summary, before);
    assert.equal(await editor.changes(), 0);
    assert.ok(read(BOXING).includes(before));
  }));

test("what was opened last is shown, whichever was read first", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.menu("Everything on the site");
    await page.route("**/.gympress/edit/file?file=content*classes*yoga.toml", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    const row = (title) => panel.locator(".rows").getByRole("button", { name: title, exact: true }).first();
    await panel.getByRole("searchbox").fill("content/classes");
    await row("Yoga").click();
    await panel
      .locator(".rows")
      .getByRole("button", { name: /^Boxing/ })
      .first()
      .click();
    await panel.getByRole("heading", { level: 2, name: "Boxing" }).waitFor();
    await page.waitForTimeout(1500);
    await panel.getByRole("heading", { level: 2, name: "Boxing" }).waitFor();
  }));

test("a key that is pressed twice makes one class, and nothing is said against it", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    await editor.menu("Everything on the site");
    await panel.getByRole("button", { name: "+ New class" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("Pressed twice");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await panel.getByRole("heading", { level: 2, name: "Pressed twice" }).waitFor();
    await page.waitForTimeout(500);
    assert.equal(await page.locator(".message.bad").count(), 0);
  }));

test("who waits longer than a moment is told so", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page } = editor;
    await editor.open("Boxing");
    await editor.slow(2000);
    await editor.field("summary").fill("Slow.");
    await page.locator(".messages", { hasText: "One moment" }).waitFor();
    await editor.settled(1);
    await page.locator(".messages", { hasText: "One moment" }).waitFor({ state: "hidden" });
  }));

test("who goes on in the menu before it has told that it is open stays at the row where she is", () =>
  edit("/", async ({ page }) => {
    await page.evaluate(() => {
      document.querySelector(".menu-button").click();
      document.querySelector("#pages .row-title").focus();
    });
    await page.locator("#pages h2").waitFor();
    assert.equal(await page.evaluate(() => document.activeElement.matches("#pages .row-title")), true);
  }));
