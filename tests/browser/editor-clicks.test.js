// What a click on the page leads to, and what a form says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const { edit, read, preview } = withEditor();

/** The file and the path of the value that somebody arrives at. */
async function arrival(editor, act) {
  await editor.page.evaluate(() => localStorage.removeItem("gympress-place"));
  await act();
  return until("a form", () =>
    editor.page.evaluate(() => {
      const { place } = JSON.parse(localStorage.getItem("gympress-place") ?? "{}");
      return place?.kind === "form" && `${place.file} ${JSON.stringify(place.path)}`;
    }),
  );
}

test("a price shows on each page that says it, and not yet to others", () =>
  edit("/pricing/", async (editor) => {
    const { page, site } = editor;
    await site.locator("#pricing").getByText("4,000").first().click();
    await until("the field", async () => (await editor.focused()) === '["price"]');
    await page.keyboard.press("Control+A");
    await page.keyboard.type("4500");
    await site.locator("#pricing").getByText("4,500").first().waitFor();
    await editor.visit("/");
    await editor.says("4,500");
    const shown = await (await fetch(preview.url("/pricing/"))).text();
    assert.ok(shown.includes("4,000") && !shown.includes("4,500"));
  }));

test("what isn't written as it is shown leads to what it is made from", () =>
  edit("/contact/", async (editor) => {
    const { page, site } = editor;
    const main = site.locator("main");
    const of = (locator) => arrival(editor, () => locator.first().click());
    assert.match(await of(main.getByText("7:00am").first()), /^content\/site\.toml \["hours",\d\]$/);
    assert.match(await of(main.getByText("closed", { exact: true })), /^content\/site\.toml \["hours",\d\]$/);
    assert.match(await of(main.locator("a[href*='facebook']")), /^content\/site\.toml \["social",\d\]$/);
    assert.match(await of(main.locator("address, [href*='maps']")), /^content\/site\.toml/);
    await editor.visit("/schedule/");
    const time = site.locator("main").getByText("9:00").first();
    const [, day, row] = /^content\/schedule\.toml \["(\w+day)",(\d+)\]$/.exec(await of(time));
    assert.equal((await editor.value("schedule.toml"))[day][row].start, "09:00");
    assert.ok(page);
  }));

test("what has no field of its own leads to what is beside it, and not to the name of a part of the page", () =>
  edit("/blog/", async (editor) => {
    const count = editor.site.locator("aside .categories li", { hasText: "Boxing" }).locator("span").last();
    assert.match(await arrival(editor, () => count.click()), /^content\/blog\.toml \["category",\d\]$/);
  }));

test("the same words of two places lead to two fields", () =>
  edit("/classes/", async (editor) => {
    const { site } = editor;
    const of = (locator) => arrival(editor, () => locator.first().click());
    const bar = await of(site.locator("header a:visible", { hasText: /join now/i }));
    const section = await of(site.locator("main a:visible", { hasText: /join now/i }));
    assert.notEqual(bar, section);
  }));

test("a text with something filled in leads to its words, wherever it is clicked", () =>
  edit("/", async (editor) => {
    const link = editor.site.getByRole("link", { name: "Plans from KSH" });
    const { width, height } = await link.boundingBox();
    for (const x of [4, width / 2, width - 4]) {
      const found = await arrival(editor, () => link.click({ position: { x, y: height / 2 } }));
      assert.equal(found, 'content/pages/index.toml ["section",0,"link",0]');
      await until("the field", async () => (await editor.focused()) === '["section",0,"link",0,"title"]');
    }
  }));

test("an empty title is said at its field, and keeps the file from being saved in the same words", () =>
  edit("/classes/yoga/", async (editor) => {
    const { page, panel, site } = editor;
    await editor.open("Yoga");
    const before = read("classes/yoga.toml");
    await editor.field("title").fill("");
    await site.locator("h1", { hasText: /^\s*\.\.\.\s*$/ }).waitFor();
    await page.keyboard.press("Tab");
    const problem = panel.locator(`[data-path='["title"]'] .problem.error`);
    const said = (await problem.locator("p").first().innerText()).replace(/^.*?: /, "");
    await page.keyboard.press("Control+S");
    const refused = panel.getByRole("alert").locator(".problem", { hasText: "Title" });
    assert.equal((await refused.locator("p").first().innerText()).replace(/^.*?: /, ""), said);
    await refused.getByRole("button", { name: "Go there" }).click();
    await problem.waitFor();
    await until("the field", async () => (await editor.focused()) === '["title"]');
    assert.equal(read("classes/yoga.toml"), before);
  }));

test("links offer pages and their sections by their titles, and trainers their names and pictures", () =>
  edit("/classes/yoga/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Yoga");
    await panel.locator("#f-trainer").click();
    const dialog = page.getByRole("dialog");
    const trainer = dialog.locator("[data-choice]", { hasText: "Brian Otieno" });
    await until("the picture", () =>
      trainer.locator("img").evaluate(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    );
    await trainer.click();
    await until("the trainer", async () => (await editor.value("classes/yoga.toml")).trainer === "brian-otieno");
    await panel.getByRole("button", { name: "Trainer Brian Otieno", exact: true }).waitFor();
    await editor.go("content/pages/index.toml", ["section", 0]);
    await panel.locator(`[data-path='["section",0,"button","to"]'] button`).click();
    await dialog.locator("[data-choice]", { hasText: "Pricing" }).first().waitFor();
    await dialog.getByRole("searchbox").fill("coaches");
    await dialog.locator("[data-choice]", { hasText: "Home › Team Of Expert Coaches" }).click();
    const button = async () => (await editor.value("pages/index.toml")).section[0].button;
    await until("the section", async () => (await button()).to === "/#team");
  }));

test("the app is loaded where the site is edited, and nowhere else", () =>
  edit("/", async ({ page, url }) => {
    const there = await page.evaluate(
      () => performance.getEntriesByType("resource").filter(({ name }) => /\.gympress\/edit\/app-/.test(name)).length,
    );
    assert.ok(there >= 2);
    await page.goto(preview.url("/"));
    const loaded = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    assert.deepEqual(
      loaded.filter((name) => name.startsWith(url.origin)),
      [],
    );
    const answer = await fetch(new URL(url.pathname, preview.origin()));
    assert.equal(answer.status, 404);
  }));

test("a script of the preview's pages doesn't reach the editor", () =>
  edit("/", async ({ page: app, url }) => {
    const page = await app.context().newPage();
    await page.goto(preview.url("/"));
    const reached = await page.evaluate(async (url) => {
      const ask = (path, options) =>
        fetch(new URL(path, url), options).then(
          ({ status }) => status,
          () => "blocked",
        );
      return [
        await ask("state"),
        await ask("save", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }),
        await ask("operations", { method: "POST", body: "{}" }),
      ];
    }, url.href);
    assert.deepEqual(reached, ["blocked", "blocked", "blocked"]);
  }));
