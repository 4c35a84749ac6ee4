/** What a table needs by its type: which fields belong into it, what is said in one of several ways, what is still missing. */

import type { Field, Path, Problem, Table, TableType, Value } from "./protocol";
import { typed } from "./values";

/** True if a field belongs into a table that says this. */
export function belongs(field: Field, table: TableType, value: Table): boolean {
  if (!field.when) return true;
  const { field: key, is } = field.when;
  const said = value[key] === undefined ? table.fields.find((other) => other.key === key)?.default : typed(value[key]);
  if (said === undefined || said === null) return false;
  return is === null || is.includes(said);
}

/** True if the table isn't complete without the field. */
export const isNeeded = (field: Field, table: TableType, value: Table): boolean =>
  (field.required || (field.when !== null && !field.when.optional)) && belongs(field, table, value);

/** One thing that is said in one of several ways: the keys of each way, and the way in which it is said. */
export interface Alternatives {
  ways: string[][];
  chosen: string[] | undefined;
}

const isSaid = (value: Value | undefined): boolean => value !== undefined && typed(value) !== "false";

/** What a table says in one of several ways. One that has to be chosen and isn't yet is the first with something to write. */
export function alternatives(table: TableType, value: Table, opened: string[]): Alternatives[] {
  const together = table.rules.filter(({ kind }) => kind === "together").map(({ keys }) => keys);
  const wayOf = (key: string) => together.find((keys) => keys.includes(key)) ?? [key];
  const rules = table.rules.filter(
    ({ kind, keys }) => kind === "exactlyOne" || (kind === "atMostOne" && keys.some((key) => value[key] !== undefined)),
  );
  return rules.map(({ kind, keys }) => {
    const ways = keys.map(wayOf);
    const chosen =
      ways.find((way) => way.some((key) => isSaid(value[key]))) ??
      ways.find((way) => way.some((key) => opened.includes(key))) ??
      (kind === "exactlyOne" ? (ways.find((way) => !isSwitch(table, way)) ?? ways[0]) : undefined);
    return { ways, chosen };
  });
}

/** True for a way that is chosen and has nothing to be written. */
export const isSwitch = (table: TableType, way: string[]): boolean =>
  way.every((key) => table.fields.some((field) => field.key === key && field.type === "bool" && !field.list));

/** The keys of what a table needs and doesn't say yet. */
export function lacking(table: TableType, value: Table, opened: string[] = []): string[] {
  const needed = table.fields.filter((field) => isNeeded(field, table, value)).map(({ key }) => key);
  const chosen = alternatives(table, value, opened).flatMap(({ chosen }) => chosen ?? []);
  const beside = table.rules
    .filter(({ kind, keys }) => kind === "together" && keys.some((key) => isSaid(value[key])))
    .flatMap(({ keys }) => keys);
  return [...new Set([...needed, ...chosen, ...beside])].filter((key) => value[key] === undefined);
}

/** The problem of a value that isn't written yet. */
export const lack = (path: Path): Problem => ({
  id: "lack",
  level: "error",
  code: "missing-key",
  message: "",
  help: null,
  path,
  corrections: [],
  isLack: true,
  canKeep: false,
});

/** True for a problem with a text that stands for one that is still to be written. */
export const isSample = ({ code }: Problem): boolean => code === "placeholder";
