// Whole journeys by keys alone, from the top of the page to what visitors see.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { choose, open, press, reach, write } from "./support/keys.js";
import { until } from "./support/preview.js";
import { copyGym } from "./support/project.js";
import { binary } from "./support/site.js";

const WEEK = "schedule.toml";
const CLASS = 'class = "boxing"\n# Gloves are there.\n';
const NARROW = { viewport: { width: 320, height: 640 } };

const { edit, read, preview } = withEditor({
  prepare: ({ edit }) => edit(WEEK, (text) => text.replace('[[tuesday]]\nclass = "boxing"\n', `[[tuesday]]\n${CLASS}`)),
});

/** What the preview shows to visitors. */
const shown = async (path) => (await fetch(preview.url(path))).text();

/** Opens the page anew, so that nothing has the focus. */
async function begin({ page, panel }) {
  await page.reload();
  await panel.getByRole("heading", { level: 2 }).first().waitFor();
  assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
}

test("a price is changed, seen and saved by keys alone at 320 pixels", () =>
  edit(
    "/",
    async (editor) => {
      const { page } = editor;
      await begin(editor);
      await open(editor, "One Month");
      await reach(page, "#f-price");
      await write(page, "4500");
      await editor.says("4,500");
      await choose(page, "Pricing");
      await editor.isShown("/pricing/");
      await editor.says("4,500");
      assert.doesNotMatch(await shown("/pricing/"), /4,500/);
      await page.keyboard.press("Control+S");
      await until("the price for visitors", async () => /4,500/.test(await shown("/pricing/")));
    },
    NARROW,
  ));

/** Lists of each kind, with the way to them from the sections of a page. */
const LISTS = {
  sections: { file: "content/pages/index.toml", list: ["section"] },
  cards: { file: "content/pages/index.toml", list: ["section", 4, "card"] },
  lines: { file: "content/classes/boxing.toml", list: ["bring"] },
};

for (const [name, { file, list }] of Object.entries(LISTS)) {
  test(`${name} are moved, copied, added and removed by keys alone, and the focus stays with them`, () =>
    edit("/", async (editor) => {
      const { page } = editor;
      const rowAt = (at) => `li[data-path='${JSON.stringify([...list, at])}']`;
      const version = async () => (await editor.ask(`file?file=${file}`)).version;
      const count = async () =>
        list.reduce((value, key) => value[key], (await editor.ask(`file?file=${file}`)).value).length;
      const after = async (act, wanted) => {
        const before = await version();
        await act();
        return until("a change", async () => {
          const now = await version();
          return wanted ? now === wanted : now !== before;
        });
      };
      const hasFocus = (row) =>
        page.waitForFunction((row) => document.activeElement.closest("li[data-path]")?.matches(row), row);
      /** Goes back from the form of an element to its list. */
      const back = async () => {
        if (name !== "lines") await press(page, ".breadcrumb li:last-child button", { key: "Shift+Tab" });
      };
      const act = async (at, button) => {
        const more = `${rowAt(at)} > [data-button=more]`;
        await reach(page, more);
        if ((await page.locator(more).getAttribute("aria-expanded")) === "false") await page.keyboard.press("Enter");
        await press(page, `${rowAt(at)} [data-button=${button}]`);
      };
      await begin(editor);
      if (name === "lines") await open(editor, "Boxing");
      else await choose(page, "Home");
      if (name === "cards") await press(page, `${rowAt(0).replace(/,"card",0/, "")} > [data-button=open]`);
      const [first, all] = [await version(), await count()];

      await reach(page, `${rowAt(0)} :is(textarea, input, [data-button])`);
      await after(() => page.keyboard.press("Alt+ArrowDown"));
      await hasFocus(rowAt(1));
      await after(() => act(1, "earlier"), first);
      await hasFocus(rowAt(0));
      await after(() => act(0, "copy"));
      await back();
      await after(() => act(1, "remove"), first);
      await hasFocus(rowAt(1));
      await after(async () => {
        await press(page, ".panel .add", { text: "+ Add: " });
        if (name !== "sections") return;
        await page.locator("dialog [data-choice]").first().waitFor();
        await page.keyboard.press("Enter");
      });
      assert.equal(await count(), all + 1);
      await back();
      await after(() => act(all, "remove"), first);
      await hasFocus(rowAt(all - 1));
      await editor.settled(0);
    }));
}

test("a class is moved to another day and time by keys alone, its comment goes along, and nothing else differs", () =>
  edit("/", async (editor) => {
    const { page } = editor;
    await begin(editor);
    await choose(page, "Week");
    await reach(page, "#row-tuesday-0");
    await page.keyboard.press("Alt+ArrowRight");
    await page.waitForFunction(() => document.activeElement.id.startsWith("row-wednesday-"));
    for (let press = 0; press < 12; press++) await page.keyboard.press("Alt+ArrowDown");
    await page.waitForFunction(() => document.activeElement.textContent.includes("10:00–11:00"));
    const before = read(WEEK);
    await page.keyboard.press("Control+S");
    await until("the file", () => read(WEEK) !== before);
    const row = (day, start, end) =>
      `[[${day}]]\n${CLASS}trainer = "musa-kiprono"\nstart = "${start}"\nend = "${end}"\n\n`;
    const [without, after] = [before.replace(row("tuesday", "09:00", "10:00"), ""), read(WEEK)];
    assert.ok(after.includes(row("wednesday", "10:00", "11:00")), after);
    assert.equal(after.replace(row("wednesday", "10:00", "11:00"), ""), without);
    await until("the week for visitors", async () => /10:00am/.test(await shown("/schedule/")));
  }));

test("a class is made, filled in, put on its page and saved by keys alone at 320 pixels", () =>
  edit(
    "/classes/",
    async (editor) => {
      const { page, panel } = editor;
      const FILE = "classes/rope-jumping.toml";
      const other = copyGym();
      execFileSync(binary, ["new", "class", "Rope jumping", "--root", other.folder], { stdio: "pipe" });
      const drafted = readFileSync(join(other.folder, "content", FILE), "utf8");
      other.remove();
      await begin(editor);
      await choose(page, "Everything on the site");
      await press(page, ".panel button", { text: "New class" });
      await page.waitForFunction(() => document.activeElement.matches("dialog input"));
      await page.keyboard.type("Rope jumping");
      await page.keyboard.press("Enter");
      await panel.getByRole("heading", { level: 2, name: "Rope jumping" }).waitFor();
      await page.waitForFunction(() => document.activeElement.id === "f-summary");
      await page.keyboard.type("Skip and climb.");
      await press(page, ".panel .hints summary");
      await press(page, ".panel button", { text: "Put it on “Classes”" });
      await page.getByText("It is in the list now.").first().waitFor();
      await page.keyboard.press("Control+S");
      await until("the file", () => read(FILE));
      assert.equal(read(FILE), drafted.replace('summary = "..."', 'summary = "Skip and climb."'));
      await until("its page", async () => /Skip and climb\./.test(await shown("/classes/rope-jumping/")));
      await until("the page of all", async () => /Rope jumping/.test(await shown("/classes/")));
    },
    NARROW,
  ));
