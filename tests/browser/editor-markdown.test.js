// The buttons above longer texts, where signs stand side by side, and pictures in texts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const { edit } = withEditor();
const BOXING = "classes/boxing.toml";

test("a word that is bold becomes italic, too, and each of both goes alone", () =>
  edit("/classes/boxing/", async (editor) => {
    const { panel } = editor;
    await editor.open("Boxing");
    const area = panel.locator(".markdown textarea").first();
    await area.fill("On the feet");
    await area.evaluate((area) => area.setSelectionRange(7, 11));
    const press = async (name, wanted) => {
      await panel.getByRole("button", { name, exact: true }).click();
      assert.equal((await area.inputValue()).trim(), wanted);
    };
    await press("Bold", "On the **feet**");
    await press("Italic", "On the ***feet***");
    await press("Bold", "On the *feet*");
    await press("Italic", "On the feet");
    await press("Italic", "On the *feet*");
    await press("Bold", "On the ***feet***");
    await press("Italic", "On the **feet**");
  }));

test("a picture in a text is described, or only decorates", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    const area = panel.locator(".markdown textarea").first();
    for (const [choose, wanted] of [
      [
        async (dialog) => {
          await dialog.getByRole("textbox").fill("A boxer [left] at the bag");
          await page.keyboard.press("Enter");
        },
        "On the feet\n\n![A boxer \\[left\\] at the bag](class-boxing.jpg)",
      ],
      [
        (dialog) => dialog.getByRole("button", { name: "It only decorates" }).click(),
        "On the feet\n\n![](class-boxing.jpg)",
      ],
    ]) {
      await area.fill("On the feet");
      await panel.locator(".toolbar").first().getByRole("button", { name: "Picture" }).click();
      await page.getByRole("dialog").getByRole("searchbox").fill("class-boxing");
      await page.getByRole("dialog").locator("[data-choice]").first().click();
      const dialog = page.getByRole("dialog", { name: "What is the picture for?" });
      await dialog.waitFor();
      await choose(dialog);
      await dialog.waitFor({ state: "hidden" });
      await until("the picture", async () => (await area.inputValue()).trim() === wanted);
      await until("the text", async () => (await editor.value(BOXING)).text.trim() === wanted);
    }
  }));
