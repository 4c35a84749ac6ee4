// What is changed in the editor and by another program at once.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
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
