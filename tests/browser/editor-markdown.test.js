// The buttons above longer texts, where signs stand side by side, and pictures in texts.
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const { edit, preview } = withEditor();
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

test("signs stand beside the word that a double click chose with its space, and not on empty lines", () =>
  edit("/classes/boxing/", async (editor) => {
    const { panel } = editor;
    await editor.open("Boxing");
    const area = panel.locator(".markdown textarea").first();
    for (const [name, text, chosen, wanted] of [
      ["Bold", "On the feet, always", "feet, ", "On the **feet,** always"],
      ["Italic", "On the feet", " feet", "On the *feet*"],
      ["List", "Gloves\n\nWraps\n\nWater", "Gloves\n\nWraps\n", "- Gloves\n\n- Wraps\n\nWater"],
      ["List", "- Gloves\n\n- Wraps", "- Gloves\n\n- Wraps", "Gloves\n\nWraps"],
      ["List", "Gloves\nWraps", "Gloves\n", "- Gloves\nWraps"],
      ["Quote", "One\n\nTwo", "One\n\nTwo", "> One\n> \n> Two"],
    ]) {
      await area.fill(text);
      const start = text.indexOf(chosen);
      await area.evaluate((area, [start, end]) => area.setSelectionRange(start, end), [start, start + chosen.length]);
      await panel.getByRole("button", { name, exact: true }).click();
      assert.equal((await area.inputValue()).trim(), wanted, name);
    }
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

test("a picture with a space and brackets in its name is one in a text, too", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    const images = join(preview.folder(), "content/images");
    copyFileSync(join(images, "class-boxing.jpg"), join(images, "photo (1).jpg"));
    const choices = `choices?file=content/${BOXING}&path=${encodeURIComponent('["text","picture"]')}`;
    await until("the picture", async () => (await editor.ask(choices)).some(({ value }) => value === "photo (1).jpg"));
    await editor.open("Boxing");
    const area = panel.locator(".markdown textarea").first();
    await area.fill("On the feet");
    await panel.locator(".toolbar").first().getByRole("button", { name: "Picture" }).click();
    await page.getByRole("dialog").getByRole("searchbox").fill("photo");
    await page.getByRole("dialog").locator("[data-choice]", { hasText: "photo (1).jpg" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "It only decorates" }).click();
    await until("the text", async () => (await editor.value(BOXING)).text.trim().endsWith("![](<photo (1).jpg>)"));
  }));
