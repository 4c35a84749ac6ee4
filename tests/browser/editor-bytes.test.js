// What looking leaves behind, which is nothing, and what saving writes, which is what was changed and nothing else.
import assert from "node:assert/strict";
import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const BOXING = "classes/boxing.toml";
const PLAN = "plans/one-month.toml";

const { edit, preview } = withEditor({
  prepare: ({ folder }) => chmodSync(join(folder, "content", BOXING), 0o640),
});

/** What the program writes for itself, and for those who write files in a text editor. */
const OWN = /(^|[\\/])\.(gympress|schema)([\\/]|$)/;

/** Every other file of the project with its bytes and the moment of its last change. */
function files() {
  const root = preview.folder();
  const paths = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((path) => !OWN.test(path));
  const known = paths
    .map((path) => [path, statSync(join(root, path))])
    .filter(([, found]) => found.isFile())
    .map(([path, { mtimeMs }]) => [path, { mtimeMs, bytes: readFileSync(join(root, path), "latin1") }]);
  return new Map(known);
}

/** The paths of what isn't as it was. */
function differing(before, now) {
  const paths = [...new Set([...before.keys(), ...now.keys()])];
  const isSame = (path) =>
    before.get(path)?.bytes === now.get(path)?.bytes && before.get(path)?.mtimeMs === now.get(path)?.mtimeMs;
  return paths.filter((path) => !isSame(path)).sort();
}

/** What the program keeps of changes that aren't saved. */
function drafts() {
  const file = join(preview.folder(), ".gympress/edit/drafts.json");
  return existsSync(file) ? JSON.stringify(JSON.parse(readFileSync(file, "utf8")).drafts) : "";
}

/**
 * Run in the page: opens the form of one of all files by its buttons, goes into each field and out of it again, and says
 * which file that was.
 */
async function visitForm(at) {
  const some = async (find) => {
    for (;;) {
      const found = find();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const places = [...document.querySelectorAll("#pages .row-title")];
  places.find(({ textContent }) => textContent === "Everything on the site").click();
  const row = await some(() => document.querySelectorAll(".panel .group .row-title")[at]);
  row.click();
  const form = await some(() => document.querySelector(".panel .form:has([data-path])"));
  for (const folded of form.querySelectorAll("details")) folded.open = true;
  for (const control of form.querySelectorAll("input:not([type=file]), textarea, select, button")) {
    control.focus();
    control.blur();
  }
  return JSON.parse(localStorage.getItem("gympress-place")).place.file;
}

test("who opens every form, goes through its fields and changes nothing changes no file, and sends nothing", () =>
  edit("/", async (editor) => {
    const { page } = editor;
    const before = files();
    const sent = [];
    page.on("request", (request) => request.method() === "GET" || sent.push(`${request.method()} ${request.url()}`));
    const all = (await editor.ask("state")).files.map(({ file }) => file);
    const opened = [];
    for (const at of all.keys()) opened.push(await page.evaluate(visitForm, at));
    assert.deepEqual(opened.sort(), all.sort());
    // A class that is left goes to its place in the day, where it is already.
    await editor.menu("Week");
    await page.locator("#row-tuesday-0").click();
    await editor.field("tuesday", 0, "start").focus();
    await page.keyboard.press("Shift+F6");
    await page.keyboard.press("Control+S");
    await until("the answer", async () => (await page.getByRole("button", { name: "Saving" }).count()) === 0);
    assert.deepEqual(
      sent.filter((request) => !request.endsWith("/save")),
      [],
    );
    assert.equal(await editor.changes(), 0);
    assert.deepEqual(differing(before, files()), []);
  }));

test("saving writes the files that were changed and no others, and leaves them to whom they were readable", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page } = editor;
    await editor.open("Boxing");
    const before = files();
    await editor.field("summary").fill("Gloves on.");
    await editor.open("One Month");
    await editor.field("price").fill("4700");
    await editor.settled(2);
    assert.deepEqual(differing(before, files()), []);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved.").waitFor();
    assert.deepEqual(
      differing(before, files()),
      [BOXING, PLAN].map((file) => join("content", file)),
    );
    assert.equal(statSync(join(preview.folder(), "content", BOXING)).mode & 0o777, 0o640);
    const isShown = async () => (await (await fetch(preview.url("/pricing/"))).text()).includes("4,700");
    await until("the price in the preview", isShown);
    await until("no drafts", () => !drafts().includes("Gloves on."));
  }));

test("a letter that is typed and deleted leaves nothing to save", () =>
  edit("/classes/yoga/", async (editor) => {
    const { page } = editor;
    const save = page.getByRole("button", { name: "Save", exact: true });
    await editor.open("Yoga");
    await editor.field("summary").click();
    await page.keyboard.press("End");
    await page.keyboard.type("x");
    await editor.settled(1);
    await until("Save is on", () => save.isEnabled());
    await until("a draft", () => drafts().includes("yoga.toml"));
    await page.keyboard.press("Backspace");
    await editor.settled(0);
    await until("Save is off", () => save.isDisabled());
    await page.getByText("Nothing to save").waitFor();
    await until("no draft", () => !drafts().includes("yoga.toml"));
  }));
