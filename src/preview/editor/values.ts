/** Paths and values of files, and what people call them. */

import type { Field, FileType, NewValue, Path, Raw, Table, TableType, Types, Value } from "./protocol";
import { words } from "./words";

export const isTable = (value: Value | undefined): value is Table =>
  typeof value === "object" && !Array.isArray(value) && !isRaw(value);

export const isRaw = (value: Value | undefined): value is Raw =>
  typeof value === "object" && !Array.isArray(value) && typeof (value as { raw?: unknown }).raw === "string";

/** The name of an entry's file, which is its id. */
export const nameOfFile = (file: string): string => file.replace(/^.*\/|\.\w+$/g, "");

/** A single value as somebody types it. */
export function typed(value: Value | undefined): string {
  if (typeof value === "string") return value;
  return isRaw(value) ? value.raw : "";
}

export const startsWith = (path: Path, start: Path): boolean => start.every((part, at) => path[at] === part);
export const isSame = (a: Path, b: Path): boolean => a.length === b.length && startsWith(a, b);

export function valueAt(value: Value | undefined, path: Path): Value | undefined {
  let found = value;
  for (const part of path) {
    if (Array.isArray(found) && typeof part === "number") found = found[part];
    else if (isTable(found) && typeof part === "string") found = found[part];
    else return undefined;
  }
  return found;
}

/** The elements of a list, which may stand without brackets if it is one. */
export function elements(value: Value | undefined): Value[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** The elements of a list with their places, which are the only names that they have. */
export const numbered = <T>(all: T[]): { element: T; at: number }[] => all.map((element, at) => ({ element, at }));

/** The texts and numbers of a list that is to be written, or of one that stands without brackets. */
export function names(value: NewValue | null): string[] {
  if (value === null) return [];
  if ("list" in value) return value.list.flatMap(names);
  return "text" in value ? [value.text] : "number" in value ? [value.number] : [];
}

/** A value written again, as part of a greater one. */
export function again(value: Value): NewValue {
  if (typeof value === "string") return { text: value };
  if (Array.isArray(value)) return { list: value.map(again) };
  if (!isRaw(value)) {
    return { table: Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, again(inner)])) };
  }
  const { raw } = value;
  if (raw === "true" || raw === "false") return { flag: raw === "true" };
  return /^\d{4}-\d\d-\d\d/.test(raw) || /^\d\d:\d\d/.test(raw) ? { date: raw } : { number: raw };
}

/** True if a value is what was to be written, but for room around a text, which files don't keep. */
export function says(value: Value | undefined, wanted: NewValue): boolean {
  if (value === undefined) return false;
  const there = again(value);
  if ("text" in there && "text" in wanted) return there.text.trim() === wanted.text.trim();
  return JSON.stringify(there) === JSON.stringify(wanted);
}

/** What was typed for a field, as a value of its type. What is none is sent as it is: the server says what is wrong. */
export function written(type: string, all: string): NewValue {
  const isFigure = ["integer", "number", "price"].includes(type);
  const text = isFigure ? all.trim() : all;
  const isNumber = /^[+-]?\d+(\.\d+)?$/.test(text) && !/^[+-]?0\d/.test(text);
  if (isFigure && isNumber) return { number: text };
  if (["date", "datetime"].includes(type) && /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?$/.test(text)) {
    return { date: text.length === 16 ? `${text}:00` : text };
  }
  return { text };
}

/** The type of a table within a file. */
export function tableAt(types: Types, type: FileType, value: Table, path: Path): TableType | null {
  let table = types.tables[type.table] ?? null;
  let found: Value | undefined = value;
  for (const [at, part] of path.entries()) {
    found = valueAt(found, [part]);
    if (typeof part === "number") continue;
    const field: Field | undefined = table?.fields.find(({ key }) => key === part);
    const element = typeof path[at + 1] === "number" ? valueAt(found, [path[at + 1] as number]) : found;
    table = field ? tableOf(types, field, element) : null;
  }
  return table;
}

/** The type of the table behind a field; of one of several by what the table says. */
export function tableOf(types: Types, field: Field, value: Value | undefined): TableType | null {
  if (field.variants && field.by) {
    const word = isTable(value) ? typed(value[field.by]) : "";
    const found = field.variants.find((variant) => variant.word === word);
    return found ? (types.tables[found.table] ?? null) : null;
  }
  return field.table === undefined ? null : (types.tables[field.table] ?? null);
}

export const isTableList = (field: Field): boolean => field.list !== null && ["table", "variants"].includes(field.type);

/** The form in which a value stands: that of the innermost element of a list of tables. */
export function formOf(types: Types, type: FileType, value: Table, path: Path): Path {
  let form: Path = [];
  let table: TableType | null = types.tables[type.table] ?? null;
  for (let at = 0; at < path.length && table; at++) {
    const part = path[at];
    const field: Field | undefined = table.fields.find(({ key }) => key === part);
    if (!field) break;
    const index = path[at + 1];
    const inner = field.list && typeof index === "number" ? path.slice(0, at + 2) : path.slice(0, at + 1);
    // A row that isn't there any more has no form.
    if (isTableList(field) && typeof index === "number" && valueAt(value, inner) !== undefined) form = inner;
    table = tableOf(types, field, valueAt(value, inner));
    if (field.list) at++;
  }
  return form;
}

const languages = new Intl.DisplayNames(["en"], { type: "language" });

/** `sw-KE` as "Swahili". */
export const languageName = (tag: string): string => languages.of(new Intl.Locale(tag).language) ?? tag;

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `for_whom` as "For whom". */
export const label = (key: string): string => capitalized(key.replaceAll(/[-_]/g, " "));

/** What a field or a table is called. */
export const called = (of: { label: string | null; key?: string; name?: string }): string =>
  of.label ?? label(of.key ?? of.name ?? "");

const TITLES = ["title", "name", "heading", "label", "text", "class", "date", "from", "day", "days", "network", "alt"];

/** The title of an entry of a collection. */
export type NameOf = (collection: string | undefined, id: string) => string;

/** What an element of a list is called: its title, or else what it says first. */
export function titleOf(value: Value | undefined, table: TableType | null, nameOf: NameOf): string {
  if (value === undefined || typeof value === "string" || isRaw(value)) return typed(value);
  if (Array.isArray(value)) return value.map((one) => titleOf(one, null, nameOf)).join(", ");
  const keys = [...TITLES, ...(table?.fields.map(({ key }) => key) ?? Object.keys(value))];
  for (const key of keys) {
    const field = table?.fields.find((field) => field.key === key);
    const title = shown(field, value[key], nameOf).trim();
    if (title) return title.split("\n")[0] ?? title;
  }
  return "";
}

const DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** A value as somebody reads it: days and entries by their names. */
function shown(field: Field | undefined, value: Value | undefined, nameOf: NameOf): string {
  const text = typed(value);
  if (Array.isArray(value) && field?.type === "weekday") return span(value.map(typed));
  if (Array.isArray(value)) return value.map((one) => shown(field, one, nameOf)).join(", ");
  if (!text || !field) return titleOf(value, null, nameOf);
  if (field.type === "reference") return nameOf(field.collection, text);
  if (["choice", "weekday"].includes(field.type)) return label(text);
  const isDay = ["date", "datetime"].includes(field.type) && /^\d{4}-\d\d-\d\d/.test(text);
  return isDay && !Number.isNaN(Date.parse(text.slice(0, 10))) ? DATE.format(Date.parse(text.slice(0, 10))) : text;
}

export const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Days of the week: those that follow each other as “Monday to Friday”. */
function span(days: string[]): string {
  const first = DAYS.indexOf(days[0] ?? "");
  const isRow = first >= 0 && days.every((day, at) => day === DAYS[(first + at) % DAYS.length]);
  return days.length > 2 && isRow
    ? words.fromTo(label(days[0] ?? ""), label(days.at(-1) ?? ""))
    : days.map(label).join(", ");
}
