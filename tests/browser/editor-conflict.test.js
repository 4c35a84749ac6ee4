// What is changed in the editor and by another program at once.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { EditorPage, withEditor } from "./support/editor.js";
import { accessibility as axe } from "./support/judge.js";
import { until } from "./support/preview.js";

const { edit, read, preview } = withEditor();
const BOXING = "classes/boxing.toml";

test("of two texts for the same field both are shown as they are, with their names, and one is chosen", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    await editor.field("summary").fill("Mine.");
    await editor.settled(1);
    const other = read(BOXING).replace(/^summary = .*$/m, 'summary = "Theirs."');
    writeFileSync(join(preview.folder(), "content", BOXING), other);
    await page.getByRole("button", { name: "To choose: 1" }).click();
    const conflict = panel.locator(".problem.error", { hasText: "Changed here and by another program" });
    const said = await conflict.locator("dl").innerText();
    assert.match(said, /In the file\s+Theirs\.\s+Mine\s+Mine\./);
    assert.equal(await conflict.locator("del, ins").count(), 0);
    assert.deepEqual(await axe(page, "#editor"), []);
    await page.keyboard.press("Control+S");
    await page.getByText("Choose which is to stay").waitFor();
    assert.equal(read(BOXING), other);
    await conflict.getByRole("button", { name: "Keep the other" }).click();
    await until("the other", async () => (await editor.value(BOXING)).summary === "Theirs.");
    await editor.step("Undo");
    assert.equal((await editor.value(BOXING)).summary, "Mine.");
  }));

test("two who type into one file at once, while a program writes it, lose no letter", () =>
  edit("/classes/boxing/", async (editor) => {
    const page = await editor.page.context().newPage();
    await page.goto(editor.url.href);
    const other = new EditorPage(page, editor.url);
    const [mine, theirs] = ["abcdefghij", "0123456789"].map((letters) => letters.repeat(4));
    for (const one of [editor, other]) await one.open("Boxing");
    await editor.field("summary").fill("");
    await other.field("level").fill("");
    await editor.field("summary").focus();
    await other.field("level").focus();
    const writing = async () => {
      for (let at = 0; at < 8; at++) {
        const text = read(BOXING).replace(/^for_whom = .*$/m, `for_whom = "For whoever comes, ${at}"`);
        writeFileSync(join(preview.folder(), "content", BOXING), text);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    };
    await Promise.all([
      editor.page.keyboard.type(mine, { delay: 50 }),
      other.page.keyboard.type(theirs, { delay: 50 }),
      writing(),
    ]);
    await until("all letters", async () => {
      const { summary, level, for_whom } = await editor.value(BOXING);
      return summary === mine && level === theirs && for_whom === "For whoever comes, 7";
    });
    for (const one of [editor, other]) {
      await until("the fields", async () => {
        const values = ["summary", "level", "for_whom"].map((key) => one.field(key).inputValue());
        return (await Promise.all(values)).join() === [mine, theirs, "For whoever comes, 7"].join();
      });
    }
  }));
