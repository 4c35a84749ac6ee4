// Each file has a form, and in it each field that its type has: with its name, its help, the word for what is required, and a control.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { accessibility as axe } from "./support/judge.js";
import { copyExample } from "./support/project.js";

const gym = withEditor();
const example = withEditor({ make: copyExample });

/** The tables that were looked at, and the kinds of controls that axe judged. */
const seen = new Set();
const judged = new Set();

/** What tells a table from others. */
const nameOf = (types, number) => {
  const { name, fields } = types.tables[number];
  return `${name} ${fields.map(({ key }) => key)}`;
};

const isSeen = (types, number) => seen.has(nameOf(types, number));

/** `for_whom` as "For whom". */
function label(key) {
  const spaced = key.replaceAll(/[-_]/g, " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

const isTable = ({ type }) => type === "table" || type === "variants";

/** The tables of a field, each with the word by which it is chosen. */
const tablesOf = ({ type, table, variants = [] }) =>
  type === "table" ? [{ table }] : type === "variants" ? variants : [];

/** A table in which each list of tables has one of each kind that isn't known yet. */
function sample(types, number, known) {
  known.add(number);
  const value = {};
  for (const field of types.tables[number].fields.filter(isTable)) {
    const made = tablesOf(field)
      .filter(({ table }) => !known.has(table) && !isSeen(types, table))
      .map(({ table, word }) => {
        const inner = sample(types, table, known);
        return { table: word === undefined ? inner : { [field.by]: { text: word }, ...inner } };
      });
    if (made.length) value[field.key] = field.list ? { list: made } : made[0];
  }
  return value;
}

/** The number of the table of an element in a list. */
function tableAt(types, number, value, path) {
  let [table, at] = [number, value];
  for (const [index, step] of path.entries()) {
    at = at?.[step];
    if (typeof step === "number") continue;
    const field = types.tables[table].fields.find(({ key }) => key === step);
    const element = typeof path[index + 1] === "number" ? at?.[path[index + 1]] : at;
    table = tablesOf(field).find(({ word }) => word === undefined || word === element?.[field.by])?.table;
  }
  return table;
}

/** Run in the page: shows each field that can be added, and says what there is for each. */
async function fields() {
  const panel = document.querySelector(".panel");
  const turned = new Set();
  for (let added = true; added; ) {
    added = false;
    for (const button of panel.querySelectorAll("details.more > p > .add")) {
      const place = button.closest("[data-path]")?.dataset.path + button.textContent;
      if (turned.has(place)) continue;
      turned.add(place);
      button.click();
      added = true;
      await new Promise((resolve) => setTimeout(resolve));
      break;
    }
  }
  const found = {};
  for (const row of panel.querySelectorAll(".field[data-path]")) {
    const name = row.querySelector(":scope > label, :scope > legend");
    const id = name?.getAttribute("for");
    const help = row.querySelector(":scope > .help");
    found[row.dataset.path] = {
      name: name?.querySelector("span")?.textContent,
      isRequired: name?.querySelector("small")?.textContent === "required",
      help: help?.textContent ?? "",
      hasControl: id
        ? panel.querySelector(`#${CSS.escape(id)}, [name="${CSS.escape(`${id}-choice`)}"]`) !== null
        : row.querySelector("input, textarea, select, button") !== null,
    };
  }
  const ways = [...panel.querySelectorAll(".segments label")].map(({ textContent }) => textContent.toLowerCase());
  return { found, ways };
}

/** Finds nothing wrong with the colours of a form by night; all else is as by day. */
async function judgeByNight(page, name) {
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await axe(page, ".panel", ["color-contrast"]), [], `${name} by night`);
  await page.emulateMedia({ colorScheme: "light" });
}

/** Looks at the form of a table, and at those of the elements of its lists. */
async function look(editor, known, path, table) {
  const { file, types, number, value } = known;
  const { page, panel } = editor;
  seen.add(nameOf(types, table));
  const { found, ways } = await page.evaluate(fields);
  const expect = (at, number) => {
    for (const field of types.tables[number].fields) {
      const place = JSON.stringify([...at, field.key]);
      const name = field.label ?? label(field.key);
      const row = found[place];
      const isElsewhere = field.when || ways.some((way) => way.includes(name.toLowerCase()));
      if (!row && isElsewhere) continue;
      assert.ok(row, `${types.tables[number].name}: ${place} has a field`);
      if (row.name === undefined) continue;
      assert.deepEqual(row, { name, isRequired: field.required, help: field.help, hasControl: true }, place);
      if (field.type === "table" && !field.list) expect([...at, field.key], field.table);
    }
  };
  expect(path, table);
  // Within a file, what is judged of one control holds for all of its kind.
  const controls = types.tables[table].fields.map(({ type, list, required }) => `${type} ${Boolean(list)} ${required}`);
  const isFile = path.length === 0;
  if (isFile || controls.some((control) => !judged.has(control)))
    assert.deepEqual(await axe(page, ".panel"), [], types.tables[table].name);
  if (isFile) await judgeByNight(page, types.tables[table].name);
  for (const control of controls) judged.add(control);
  const rows = panel.locator("li[data-path]:has(> [data-button=open])");
  const places = await rows.evaluateAll((rows) => rows.map(({ dataset }) => JSON.parse(dataset.path)));
  for (const place of places) {
    const inner = tableAt(types, number, value, place);
    if (isSeen(types, inner)) continue;
    const row = panel.locator(`li[data-path='${JSON.stringify(place)}']`);
    await row.locator("> [data-button=open]").click();
    await row.waitFor({ state: "detached" });
    await look(editor, known, place, inner);
    // A class leads back to the week.
    if (file.endsWith("/schedule.toml")) await editor.go(file, path);
    else await panel.locator(".breadcrumb button").last().click();
    await row.waitFor({ state: "attached" });
  }
}

/** Looks at the form of one file of each type, in which each list has one row of each kind. */
async function lookAtTypes(editor) {
  const types = await editor.ask("types");
  const { files } = await editor.ask("state");
  const answers = await Promise.all(
    files.map(async ({ file }) => ({ file, ...(await editor.ask(`file?file=${file}`)) })),
  );
  const isTranslation = ({ type, file }) => type === file;
  assert.deepEqual(
    answers.filter((answer) => !types.files[answer.type] && !isTranslation(answer)),
    [],
    "each file has a form",
  );
  const known = new Set();
  for (const [kind, { table }] of Object.entries(types.files)) {
    const first = answers.find(({ type }) => type === kind);
    if (!first) continue;
    const made = sample(types, table, known);
    if (isSeen(types, table) && Object.keys(made).length === 0) continue;
    const { file, version } = first;
    const operations = Object.entries(made).map(([key, value]) => ({ set: { file, path: [key], value } }));
    if (operations.length) await editor.ask("operations", { versions: { [file]: version }, operations });
    const { value } = await editor.ask(`file?file=${file}`);
    await editor.go(file, []);
    await look(editor, { file, types, number: table, value }, [], table);
    await editor.ask("discard", {});
  }
}

test("each field of each type of the gym has its name, its help and a control", () => gym.edit("/", lookAtTypes));

test("so has each that only the example has", () => example.edit("/", lookAtTypes));
