// Elements of lists in the editor: added, moved, copied and removed by the mouse, by buttons and by keys alone, to the same bytes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const { edit } = withEditor();

/** Lists of each kind: sections of a page, cards of a section, and lines. */
const LISTS = {
  sections: { file: "content/pages/index.toml", list: ["section"], at: [] },
  cards: { file: "content/pages/index.toml", list: ["section", 4, "card"], at: ["section", 4] },
  lines: { file: "content/classes/boxing.toml", list: ["bring"], at: [] },
};

/** A list in its form, with what can be done to it in each way. */
class List {
  constructor(editor, { file, list }) {
    this.editor = editor;
    this.file = file;
    this.list = list;
  }

  row(at) {
    return this.editor.panel.locator(`li[data-path='${JSON.stringify([...this.list, at])}']`);
  }

  /** What the file would be if it were saved. */
  async version() {
    return (await this.editor.ask(`file?file=${this.file}`)).version;
  }

  /** Does something, and returns the version to which that leads. */
  async after(act) {
    const before = await this.version();
    await act();
    return until("a change", async () => {
      const now = await this.version();
      return now !== before && now;
    });
  }

  async undo(version) {
    await this.editor.panel.getByRole("heading", { level: 2 }).first().click();
    await this.editor.step("Undo");
    assert.equal(await this.version(), version);
  }

  async hasFocus(at) {
    const path = JSON.stringify([...this.list, at]);
    await this.editor.page.waitForFunction(
      (path) => document.activeElement.closest("li[data-path]")?.dataset.path === path,
      path,
    );
  }

  async says(text) {
    await this.editor.page.locator(".only-heard", { hasText: text }).waitFor({ state: "attached" });
  }

  /** Presses a button of an element, by a click or by keys. */
  async press(at, name, isByKeys) {
    const { page } = this.editor;
    const go = async (button) => {
      if (!isByKeys) return button.click();
      await button.focus();
      await page.keyboard.press("Enter");
    };
    const more = this.row(at).locator("[data-button=more]");
    if ((await more.getAttribute("aria-expanded")) === "false") await go(more);
    await go(this.row(at).locator(`[data-button=${name}]`));
  }
}

for (const [name, place] of Object.entries(LISTS)) {
  test(`${name} are moved, copied, removed and added alike in each way, and the focus stays on them`, () =>
    edit("/", async (editor) => {
      const { page, panel } = editor;
      const list = new List(editor, place);
      const back = async () => {
        await editor.ask("discard", {});
        // The outline of the page has its sections.
        await editor.go(place.file, place.at);
        if (name === "sections") await panel.locator(".breadcrumb button").first().click();
        await list.row(1).waitFor();
      };
      await back();
      const first = await list.version();
      const title = (await list.row(0).locator("[data-button=more]").getAttribute("aria-label")).split(": ")[0];
      const count = await panel.locator("ol.rows > li").count();

      await list.row(0).locator("[data-button=open], textarea, input").first().focus();
      const moved = await list.after(() => page.keyboard.press("Alt+ArrowDown"));
      await list.says(`${title}, 2 of ${count}`);
      await list.hasFocus(1);
      assert.equal(await list.after(() => page.keyboard.press("Alt+ArrowUp")), first);
      await list.hasFocus(0);
      assert.equal(await list.after(() => list.press(0, "later", false)), moved);
      await list.hasFocus(1);
      assert.equal(await list.after(() => list.press(1, "earlier", true)), first);
      await list.hasFocus(0);
      assert.equal(await list.after(() => list.row(0).locator("[data-button=more]").dragTo(list.row(1))), moved);
      await list.says(`${title}, 2 of ${count}`);
      await list.hasFocus(1);
      await list.undo(first);

      for (const act of ["copy", "remove"]) {
        await back();
        const done = await list.after(() => list.press(1, act, false));
        assert.notEqual(done, first);
        await back();
        assert.equal(await list.after(() => list.press(1, act, true)), done, act);
        await back();
      }
      const add = panel.getByRole("button", { name: /^\+ Add: / }).first();
      const choose = async (isByKeys) => {
        if (isByKeys) {
          await add.focus();
          await page.keyboard.press("Enter");
        } else await add.click();
        if (name !== "sections") return;
        const dialog = page.getByRole("dialog");
        await dialog.locator("[data-choice]").first().waitFor();
        if (isByKeys) await page.keyboard.press("Enter");
        else await dialog.locator("[data-choice]").first().click();
      };
      const added = await list.after(() => choose(false));
      await back();
      assert.equal(await list.after(() => choose(true)), added, "add");
    }));
}
