// What is empty in a list, as other programs leave it there: the page doesn't show it, and it is an element of the file.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

/** A price of which nothing is written, and one behind it. */
const RATES = '\n[[rate]]\ntitle = ""\n\n[[rate]]\ntitle = "Students"\nprice = 300\n';

const { edit } = withEditor({
  prepare: (project) =>
    project.edit("plans/daily.toml", (text) => text.replace("features = [", 'features = ["", ') + RATES),
});

test("a text behind an empty one is changed, and no other", () =>
  edit("/pricing/", async (editor) => {
    const { page, site } = editor;
    await site.locator("#pricing").getByText("Gym floor, opening to closing").first().click();
    await until("the field", async () => (await editor.focused()) === '["features",1]');
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Everything");
    await site.locator("#pricing").getByText("Everything").first().waitFor();
    const { features } = await editor.value("plans/daily.toml");
    assert.deepEqual(features.slice(0, 2), ["", "Everything"]);
  }));

test("a table behind an empty one is found, and not the empty one", () =>
  edit("/pricing/", async (editor) => {
    await editor.site.locator("#pricing").getByText("Students").first().click();
    await until("the field", async () => (await editor.focused()) === '["rate",1,"price"]');
  }));
