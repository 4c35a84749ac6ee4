// Something new in the editor: what it asks for, when it is wrong, and how it is put where visitors find it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";

const { edit } = withEditor();

const everything = async ({ page }) => {
  await page.getByRole("button", { name: /^Go to/ }).click();
  await page.getByRole("button", { name: "Everything on the site" }).click();
};

const focused = ({ page }, path) =>
  page.waitForFunction(
    (path) => document.activeElement.closest("[data-path]")?.dataset.path === path,
    JSON.stringify(path),
  );

test("a new row says calmly what it lacks, and has a mistake only once that was left", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    await everything(editor);
    await panel.getByText("The gym and its site").click();
    await panel.locator(".rows button", { hasText: "Jasho House" }).first().click();
    await panel.getByRole("button", { name: "+ Add: closure" }).click();
    await page.waitForFunction(() => document.activeElement.type === "date");
    assert.equal(await panel.locator(".problem").count(), 0);
    assert.equal(await panel.locator(".lack").count(), 2);
    assert.doesNotMatch(await panel.innerText(), /key|placeholder|add a line/);
    await page.keyboard.press("Control+S");
    await panel.getByText(/Closure › One day, Reason/).waitFor();
    await panel.getByRole("button", { name: "Go there" }).click();
    await panel.locator(".problem.error").first().waitFor();
    await page.waitForFunction(() => document.activeElement.type === "date");
  }));

test("a new album says where its pictures belong, and a new season nothing of lines in files", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    const make = async (noun, title) => {
      await everything(editor);
      await panel.getByRole("button", { name: `+ New ${noun}` }).click();
      await page.keyboard.type(title);
      await page.keyboard.press("Enter");
      await panel.getByRole("heading", { name: title }).waitFor();
    };
    await make("album", "Opening night");
    await panel.getByText("there are no pictures in content/images/opening-night").waitFor();
    await panel.getByText("No pictures yet: choose several at once.").waitFor();
    await make("season", "Ramadan hours");
    await panel.getByText("this season has neither classes nor hours").waitFor();
    assert.doesNotMatch(await panel.innerText(), /\[\[/);
  }));

test("a new class is put into the week and on its page by a click", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    await everything(editor);
    await panel.getByRole("button", { name: "+ New class" }).click();
    await page.keyboard.type("Kick boxing");
    await page.keyboard.press("Enter");
    await panel.getByRole("heading", { name: "Kick boxing" }).waitFor();
    await focused(editor, ["summary"]);
    assert.equal(await page.evaluate(() => document.activeElement.value), "");
    await page.keyboard.type("Kicks and pads.");
    const hints = panel.locator(".hints summary").first();
    if (await hints.isVisible()) await hints.click();
    await panel.getByRole("button", { name: "Put it into the week" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Monday" }).click();
    await panel.getByRole("heading", { name: "Kick boxing" }).waitFor();
    await page.waitForFunction(() => document.activeElement.type === "time");
  }));

test("a class whose time is typed moves once its form is left, so that each letter goes to its own row", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    await page.getByRole("button", { name: /^Go to/ }).click();
    await page.getByRole("button", { name: "Week", exact: true }).click();
    const times = () => page.locator(".day").nth(0).locator(".class span").allTextContents();
    const before = await times();
    await page.locator(".day").nth(0).locator(".class").first().click();
    await panel.locator("input[type=time]").first().fill("20:00");
    await panel.locator("input[type=time]").nth(1).fill("21:00");
    await page.locator(".day").nth(0).locator(".class span").first().getByText("20:00–21:00").waitFor();
    assert.deepEqual(await times(), ["20:00–21:00", ...before.slice(1)]);
    await panel.getByRole("heading", { name: "Fitness" }).click();
    await page.waitForFunction(
      (moved) => document.querySelector(".day li:nth-child(3) span")?.textContent === moved,
      "20:00–21:00",
    );
    assert.deepEqual(await times(), [before[1], before[2], "20:00–21:00", before[3]]);
    await page.locator('.day .class[aria-current="true"]', { hasText: "20:00–21:00" }).waitFor();
  }));
