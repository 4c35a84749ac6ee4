// What is told when something can't be done, and what can be done all the same.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const { edit, read } = withEditor();
const bilingual = withEditor({
  prepare({ edit, write }) {
    edit("site.toml", (text) => `${text}\n[[translation]]\nlanguage = "sw-KE"\n`);
    write("sw/texts.toml", '"our classes" = "madarasa yetu"\n');
  },
});

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

test("a class whose making is undone leaves no form behind, and is there again once that is redone", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    await editor.menu("Everything on the site");
    await panel
      .getByRole("button", { name: /New class/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("textbox").fill("Made too soon");
    await page.keyboard.press("Enter");
    const heading = panel.getByRole("heading", { level: 2, name: "Made too soon" });
    await heading.waitFor();
    await editor.step("Undo");
    await heading.waitFor({ state: "hidden" });
    await editor.settled(0);
    await page.waitForTimeout(500);
    assert.equal(await heading.count(), 0);
    assert.equal(await page.locator(".message.bad").count(), 0);
    await editor.step("Redo");
    await heading.waitFor();
  }));

test("why a name is refused stands in its dialog, and goes once another one is taken", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    const dialog = page.getByRole("dialog");
    await editor.menu("Everything on the site");
    await panel.getByRole("button", { name: "+ New class" }).click();
    await dialog.getByRole("textbox").fill("!!!");
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").getByText("write a name with letters").waitFor();
    await dialog.getByRole("textbox").fill("Capoeira");
    await page.keyboard.press("Enter");
    await panel.getByRole("heading", { level: 2, name: "Capoeira" }).waitFor();
    assert.equal(await page.locator(".message.bad").count(), 0);
    // What was refused before says nothing about another dialog.
    await editor.menu("Everything on the site");
    await panel.getByRole("button", { name: "+ New class" }).click();
    await dialog.getByRole("textbox").fill("!!!");
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").waitFor();
    await page.keyboard.press("Escape");
    await panel.getByRole("button", { name: "+ New class" }).click();
    await dialog.getByRole("textbox").waitFor();
    assert.equal(await dialog.getByRole("alert").count(), 0);
  }));

test("another name is written as people write it, and is one for addresses", () =>
  edit("/classes/karate/", async (editor) => {
    const { page, panel } = editor;
    const dialog = page.getByRole("dialog");
    const rename = async (name) => {
      await panel.getByRole("button", { name: "Rename", exact: true }).first().click();
      await dialog.getByRole("textbox").fill(name);
      await page.keyboard.press("Enter");
    };
    await editor.open("Karate");
    await rename("Karaté für Kids!");
    await page.getByText("Its address is /classes/karate-fur-kids/ now.").waitFor();
    assert.match(read("classes/karate-fur-kids.toml"), /title = "Karate"/);
    await rename("كاراتيه");
    const refused = dialog.getByRole("alert");
    await refused.getByText("write a name with letters from a to z, or digits").waitFor();
    await dialog.getByRole("textbox").fill("karate");
    await page.keyboard.press("Enter");
    await page.getByText("Its address is /classes/karate/ now.").waitFor();
  }));

test("once a page is deleted and the one that was shown before it, too, another one is shown", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    const make = async (title) => {
      await editor.menu("Everything on the site");
      await panel
        .getByRole("button", { name: /New class/ })
        .first()
        .click();
      await page.getByRole("dialog").getByRole("textbox").fill(title);
      await page.keyboard.press("Enter");
      await panel.getByRole("heading", { level: 2, name: title }).waitFor();
    };
    const goAway = async () => {
      await panel.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByText("Taken back.").waitFor();
    };
    await make("First of two");
    await editor.isShown("/classes/first-of-two/");
    await make("Second of two");
    await editor.isShown("/classes/second-of-two/");
    await goAway();
    await editor.isShown("/classes/first-of-two/");
    await editor.open("First of two");
    await goAway();
    const frame = await (await page.locator(".frame iframe").elementHandle()).contentFrame();
    await until("another page", () => !frame.url().includes("-of-two"));
    await page.locator(".page-mistake").waitFor({ state: "hidden" });
  }));

test("a link of the page that is pressed by a key leads to its words", () =>
  edit("/", async (editor) => {
    const { panel, site } = editor;
    await site.getByRole("link", { name: "Plans from KSH" }).press("Enter");
    await panel.locator(".form [data-path]").first().waitFor();
    assert.match((await editor.focused()) ?? "", /button|title|heading/);
    await editor.isShown("/");
  }));

test("ids of fields have no spaces, each is there once, and those that are referred to are there", () =>
  bilingual.edit("/", async (editor) => {
    const { page } = editor;
    for (const [file, path] of [
      ["content/sw/texts.toml", []],
      ["content/classes/boxing.toml", []],
      ["content/pages/index.toml", ["section", 1]],
      ["content/site.toml", []],
    ]) {
      await editor.go(file, path);
      const found = await page.evaluate(() => {
        const ids = [...document.querySelectorAll(".form [id]")].map(({ id }) => id);
        const named = [...document.querySelectorAll(".form [aria-describedby], .form label[for]")].flatMap((element) =>
          (element.getAttribute("aria-describedby") ?? element.htmlFor).split(" "),
        );
        return {
          missing: named.filter((id) => !document.getElementById(id)),
          wrong: ids.filter((id, at) => /\s/.test(id) || ids.indexOf(id) !== at),
        };
      });
      assert.deepEqual(found, { missing: [], wrong: [] }, file);
    }
  }));
