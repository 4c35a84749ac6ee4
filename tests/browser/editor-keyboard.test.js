// The editor by keys alone, in narrow windows, with large letters, in colours of the system's own, and with things in motion.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { accessibility as axe } from "./support/judge.js";
import { choose, open, press, reach, write } from "./support/keys.js";
import { until } from "./support/preview.js";

const { edit, read } = withEditor();

const SETTINGS = {
  "in a wide window": {},
  "at 320 pixels": { viewport: { width: 320, height: 640 } },
  "at 400 %": { viewport: { width: 360, height: 225 } },
  "in colours of the system": { forcedColors: "active" },
  "in the dark": { colorScheme: "dark" },
  "with things in motion": { reducedMotion: "no-preference" },
};

const JOURNEYS = {
  async "a price"(editor) {
    const { page } = editor;
    await open(editor, "One Month");
    await reach(page, "#f-price");
    await write(page, "4600");
    await until("the price", async () => (await editor.value("plans/one-month.toml")).price.raw === "4600");
  },
  async "a title that is missing"(editor) {
    const { page, panel } = editor;
    await open(editor, "Yoga");
    await reach(page, "#f-title");
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Delete");
    await until("no title", async () => (await editor.value("classes/yoga.toml")).title === "");
    await page.keyboard.press("Control+S");
    await panel.getByRole("button", { name: "Go there" }).first().waitFor();
    await press(page, ".panel button", { text: "Go there" });
    await page.waitForFunction(() => document.activeElement.id === "f-title");
    await panel.locator(`[data-path='["title"]'] .problem.error`).waitFor();
  },
  async "a line that is moved"(editor) {
    const { page } = editor;
    await open(editor, "Boxing");
    const lines = async () => (await editor.value("classes/boxing.toml")).bring;
    const [first, second] = await lines();
    await reach(page, "#f-bring-0");
    await page.keyboard.press("Alt+ArrowDown");
    await until("the order", async () => (await lines())[1] === first);
    await page.waitForFunction(() => document.activeElement.closest("li")?.dataset.path === '["bring",1]');
    assert.equal((await lines())[0], second);
  },
  async "a class of the week"(editor) {
    const { page } = editor;
    await choose(page, "Week");
    await page.locator(".week").waitFor();
    await reach(page, "#row-tuesday-0");
    await page.keyboard.press("Alt+ArrowRight");
    await page.waitForFunction(() => document.activeElement.id.startsWith("row-wednesday-"));
    await page.keyboard.press("Alt+ArrowDown");
    await until("the time", async () =>
      (await editor.value("schedule.toml")).wednesday.some(({ start }) => start === "09:05"),
    );
  },
  async "a new class"(editor) {
    const { page, panel } = editor;
    await choose(page, "Everything on the site");
    await press(page, ".panel button", { text: "New class" });
    await page.waitForFunction(() => document.activeElement.closest("dialog"));
    await page.keyboard.type("Ropes");
    await page.keyboard.press("Enter");
    await panel.getByRole("heading", { level: 2, name: "Ropes" }).waitFor();
    await page.waitForFunction(() => document.activeElement.id === "f-summary");
    await page.keyboard.type("Skip and climb.");
    await until("the summary", async () => (await editor.value("classes/ropes.toml")).summary === "Skip and climb.");
    assert.equal(read("classes/ropes.toml"), undefined);
  },
};

for (const [where, settings] of Object.entries(SETTINGS)) {
  test(`all is reached by keys alone ${where}`, () =>
    edit(
      "/pricing/",
      async (editor) => {
        const { page } = editor;
        for (const [name, journey] of Object.entries(JOURNEYS)) {
          await journey(editor);
          assert.deepEqual(await axe(page, "#editor"), [], name);
          const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
          assert.equal(isTooWide, false, name);
        }
      },
      settings,
    ));
}

/** Presses a key on what has the focus, as keyboards and input methods do that can't be plugged in here. True if it was taken. */
const pressed = (page, options) =>
  page.evaluate((options) => {
    const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...options });
    return !document.activeElement.dispatchEvent(event);
  }, options);

test("short cuts are on the same keys on keyboards of other scripts, and no letter of those is one", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    await editor.field("summary").fill("Bags and pads.");
    await editor.settled(1);
    assert.equal(await pressed(page, { key: "ż", code: "KeyZ", ctrlKey: true, altKey: true }), false);
    assert.equal(await pressed(page, { key: "ы", code: "KeyS", ctrlKey: true }), true);
    await until("the file", () => read("classes/boxing.toml").includes('summary = "Bags and pads."'));
    const area = panel.locator(".markdown textarea").first();
    await area.fill("feet");
    await area.press("Control+A");
    assert.equal(await pressed(page, { key: "и", code: "KeyB", ctrlKey: true }), true);
    assert.equal((await area.inputValue()).trim(), "**feet**");
  }));

test("keys that compose letters choose nothing, and arrow keys lead from the filter to both ends", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    const before = (await editor.value("classes/boxing.toml")).trainer;
    await panel.locator("#f-trainer").click();
    const choices = page.getByRole("dialog").locator("[data-choice]");
    await choices.first().waitFor();
    for (const key of ["Enter", "ArrowDown"]) await pressed(page, { key, isComposing: true });
    await pressed(page, { key: "Enter", keyCode: 229 });
    assert.equal(await page.evaluate(() => document.activeElement.type), "search");
    await page.keyboard.press("ArrowUp");
    assert.equal(await choices.last().evaluate((choice) => choice === document.activeElement), true);
    await page.keyboard.press("ArrowDown");
    assert.equal(await choices.first().evaluate((choice) => choice === document.activeElement), true);
    await page.keyboard.press("Escape");
    assert.equal((await editor.value("classes/boxing.toml")).trainer, before);
  }));

test("F6 leads from part to part, also past the week", () =>
  edit("/pricing/", async (editor) => {
    const { page } = editor;
    await editor.menu("Week");
    await page.locator("#row-tuesday-0").click();
    await editor.panel.locator("[data-path]").first().waitFor();
    await page.locator(".menu-button").focus();
    for (const part of [".week", ".panel", ".bar", ".week"]) {
      await page.keyboard.press("F6");
      assert.equal(await page.evaluate((part) => document.activeElement.closest(part) !== null, part), true, part);
    }
    await page.keyboard.press("Shift+F6");
    assert.equal(await page.evaluate(() => document.activeElement.closest(".bar") !== null), true);
  }));
