// The editor is closed and opened again: it is where it was, with what was typed, and asks nothing.
import assert from "node:assert/strict";
import { test } from "node:test";
import { EditorPage, withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const { edit } = withEditor();

/** Closes the page, and opens a new one of the same browser. */
async function again(editor) {
  const context = editor.page.context();
  await editor.page.close();
  const page = await context.newPage();
  page.on("dialog", (dialog) => {
    throw new Error(`a dialog: ${dialog.message()}`);
  });
  await page.goto(editor.url.href.replace(/#.*/, ""));
  return new EditorPage(page, editor.url);
}

async function hasNoDialog({ page }) {
  assert.equal(await page.locator("dialog[open], [role=alertdialog]").count(), 0);
}

test("a form is there with its page and what was typed", () =>
  edit("/classes/boxing/", async (editor) => {
    await editor.open("Boxing");
    await editor.field("summary").fill("Typed before the window was closed.");
    await editor.settled(1);
    const next = await again(editor);
    await next.isShown("/classes/boxing/");
    await next.panel.getByRole("heading", { level: 2, name: "Boxing" }).waitFor();
    assert.equal(await next.field("summary").inputValue(), "Typed before the window was closed.");
    await hasNoDialog(next);
  }));

test("the week is there with its classes", () =>
  edit("/", async (editor) => {
    await editor.menu("Week");
    await editor.page.locator(".class").first().waitFor();
    const next = await again(editor);
    await next.page.locator("#row-tuesday-0").waitFor();
    await hasNoDialog(next);
  }));

test("a class that was open in the week is there beside the week", () =>
  edit("/", async (editor) => {
    await editor.menu("Week");
    await editor.page.locator("#row-tuesday-0").click();
    await editor.field("tuesday", 0, "start").waitFor();
    const next = await again(editor);
    await next.page.locator("#row-tuesday-0[aria-current=true]").waitFor();
    assert.equal(await next.field("tuesday", 0, "start").inputValue(), "09:00");
    await hasNoDialog(next);
  }));

test("an address of a page that isn't there opens one that is", () =>
  edit("/", async (editor) => {
    const { page } = editor;
    await page.goto(editor.url.origin);
    await page.goto(`${editor.url.origin}${editor.url.pathname}?path=https://example.com/`);
    await until("the start page", async () => (await page.locator(".frame iframe").count()) === 1);
    await editor.isShown("/");
  }));
