// The editor while the program isn't there, and once it is there again: nothing that was typed is lost, and nothing old is shown.
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const { edit, read, preview } = withEditor({ goesAway: true });
const BOXING = "classes/boxing.toml";

const write = (path, text) => writeFileSync(join(preview.folder(), "content", path), text);
const DRAFTS = ".gympress/edit/drafts.json";

/** True once the drafts that survive the program say something. */
function isKept(text) {
  const file = join(preview.folder(), DRAFTS);
  return existsSync(file) && readFileSync(file, "utf8").includes(text);
}

test("what is typed while the program is away is kept, and what other programs wrote meanwhile is seen", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page } = editor;
    await editor.open("Boxing");
    await editor.field("summary").fill("Before. ");
    await editor.settled(1);
    await until("the draft is kept", () => isKept("Before."));
    await preview.kill();
    await editor.field("summary").press("End");
    await page.keyboard.type("While nobody was there.", { delay: 5 });
    await page.getByText("No connection to the program").waitFor();
    write(BOXING, read(BOXING).replace(/^level = .*$/m, 'level = "Written meanwhile"'));
    await preview.restart();
    await until("all letters", async () => (await editor.value(BOXING)).summary === "Before. While nobody was there.");
    await page.getByText("No connection to the program").waitFor({ state: "hidden" });
    await until("the other text", async () => (await editor.field("level").inputValue()) === "Written meanwhile");
    assert.equal(await editor.field("summary").inputValue(), "Before. While nobody was there.");
    await editor.says("Written meanwhile");
    await page.keyboard.press("Control+S");
    await page.getByText("Saved.").waitFor();
    assert.match(read(BOXING), /^summary = "Before\. While nobody was there\."$/m);
  }));

test("a program that ends before it has kept the last letters is told them again", () =>
  edit("/classes/boxing/", async (editor) => {
    await editor.open("Boxing");
    await editor.field("summary").fill("Not kept");
    await editor.settled(1);
    await preview.kill();
    rmSync(join(preview.folder(), DRAFTS), { force: true });
    await editor.field("summary").press("End");
    await editor.page.keyboard.type(", and typed on.");
    await preview.restart();
    await until("all letters", async () => (await editor.value(BOXING)).summary === "Not kept, and typed on.");
    assert.equal(await editor.field("summary").inputValue(), "Not kept, and typed on.");
  }));

test("a program that begins to count anew is asked anew, and so is a page that couldn't be reached", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page } = editor;
    // The same number as the one that it says after the restart.
    await preview.kill();
    await preview.restart();
    await editor.ask("discard", {});
    await page.reload();
    await editor.isShown("/classes/boxing/");
    await editor.open("Boxing");
    await preview.kill();
    write(BOXING, read(BOXING).replace(/^level = .*$/m, 'level = "Said anew"'));
    await page.getByText("No connection to the program").waitFor();
    await page.getByRole("button", { name: /^Go to/ }).click();
    await page.locator("#pages input").fill("/pricing/");
    await page.locator("#pages li").getByRole("button").first().click();
    await preview.restart();
    await editor.ask("discard", {});
    await editor.isShown("/pricing/");
    await editor.open("Boxing");
    await editor.isShown("/classes/boxing/");
    await editor.says("Said anew");
  }));

test("an answer that is cut off is asked for again, and what it told is no foreign change", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page } = editor;
    await editor.open("Boxing");
    let cut = 0;
    await page.route(
      "**/.gympress/edit/operations",
      async (route) => {
        const response = await route.fetch();
        const body = await response.text();
        cut++;
        await route.fulfill({ response, body: body.slice(0, body.length / 2) });
      },
      { times: 1 },
    );
    await editor.field("summary").fill("Cut off.");
    await until("the answer is cut", () => cut === 1);
    await until("the letters", async () => (await editor.value(BOXING)).summary === "Cut off.");
    await editor.field("summary").fill("And whole again.");
    await until("the next ones", async () => (await editor.value(BOXING)).summary === "And whole again.");
    assert.equal(await page.getByText("changed somewhere else").count(), 0);
    await page.getByText("No connection to the program").waitFor({ state: "hidden" });
    await page.keyboard.press("Control+S");
    await page.getByText("Saved.").waitFor();
  }));

test("a row whose answer is cut off is added once, and is opened", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page } = editor;
    await editor.open("Boxing");
    const { bring } = await editor.value(BOXING);
    await page.route(
      "**/.gympress/edit/operations",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await editor.panel.locator("[data-path='[\"bring\"]']").getByRole("button", { name: "Add" }).click();
    await until("another row", async () => (await editor.value(BOXING)).bring.length > bring.length);
    // The program is told meanwhile what it was told before.
    await until("the row has the focus", async () => (await editor.focused()) === `["bring",${bring.length}]`);
    await page.keyboard.type("A towel");
    await until("the row", async () => (await editor.value(BOXING)).bring.at(-1) === "A towel");
    assert.deepEqual((await editor.value(BOXING)).bring, [...bring, "A towel"]);
    assert.equal(await page.getByText("changed somewhere else").count(), 0);
  }));

test("an editor that is opened before the program answers comes up once it does", () =>
  edit("/", async (editor) => {
    const { page } = editor;
    await page.route("**/.gympress/edit/state*", (route) => route.abort(), { times: 1 });
    await page.evaluate(() => localStorage.setItem("gympress-place", "{no JSON"));
    await page.goto(editor.url.origin);
    await page.goto(editor.url.href);
    await page.getByText("doesn’t answer").waitFor();
    await editor.isShown("/");
  }));

test("who has the wrong key is told so, and not that the program is away", () =>
  edit("/", async (editor) => {
    const { page } = editor;
    await page.route("**/.gympress/edit/events", (route) => route.fulfill({ status: 401, json: { why: "no" } }));
    await page.reload();
    await page.getByRole("heading", { name: "This editor needs its key" }).waitFor();
  }));
