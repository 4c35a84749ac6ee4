// What is told when something can't be done, and what can be done all the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";

const { edit, read } = withEditor();

test("a list of changes that can't be asked for doesn't say that all is saved", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    await editor.field("summary").fill("Not saved.");
    await editor.settled(1);
    await page.route("**/.gympress/edit/changes", (route) =>
      route.fulfill({ status: 422, json: { why: "this can’t be told now" } }),
    );
    await page.getByRole("button", { name: /1 change/ }).click();
    await panel.getByRole("alert").getByText("this can’t be told now").waitFor();
    assert.equal(await panel.getByText("Everything is saved.").count(), 0);
  }));

test("an entry that was never saved is deleted whatever else is unsaved", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    await editor.field("summary").fill("Not saved.");
    await editor.settled(1);
    await editor.menu("Everything on the site");
    await panel
      .getByRole("button", { name: /New class/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("textbox").fill("By mistake");
    await page.keyboard.press("Enter");
    await panel.getByRole("heading", { level: 2, name: "By mistake" }).waitFor();
    await panel.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByText("Taken back.").waitFor();
    await editor.settled(1);
    assert.equal(read("classes/by-mistake.toml"), undefined);
  }));

test("a link of the page that is pressed by a key leads to its words", () =>
  edit("/", async (editor) => {
    const { panel, site } = editor;
    await site.getByRole("link", { name: "Plans from KSH" }).press("Enter");
    await panel.locator(".form [data-path]").first().waitFor();
    assert.match((await editor.focused()) ?? "", /button|title|heading/);
    await editor.isShown("/");
  }));

test("ids of fields have no spaces, and those that describe a field are there", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    for (const [title, file] of [
      ["Boxing", "content/classes/boxing.toml"],
      ["The gym", "content/site.toml"],
    ]) {
      await editor.go(file, []);
      await panel.locator(".form [data-path]").first().waitFor();
      const found = await page.evaluate(() => {
        const ids = [...document.querySelectorAll(".form [id]")].map(({ id }) => id);
        const missing = [...document.querySelectorAll(".form [aria-describedby], .form label[for]")].flatMap(
          (element) =>
            (element.getAttribute("aria-describedby") ?? element.htmlFor)
              .split(" ")
              .filter((id) => !document.getElementById(id)),
        );
        return { missing, twice: ids.filter((id, at) => /\s/.test(id) || ids.indexOf(id) !== at) };
      });
      assert.deepEqual(found, { missing: [], twice: [] }, title);
    }
  }));
