/** What has to be done elsewhere, by a click: something new is put into the lists and the week that don't name it yet. */

import { useEffect, useState } from "react";
import { Button } from "./buttons";
import { Dialog } from "./fields/pick";
import type { FileAnswer, FileLink, Path, Problem, TableType, Types, Value } from "./protocol";
import { add, go, insert, look, useModel } from "./store";
import { DAYS, elements, isTable, label, nameOfFile, tableOf } from "./values";
import { weekFile } from "./Week";
import { words } from "./words";

/** The lists of a table that name entries of a collection. */
function listsIn(
  types: Types,
  table: TableType,
  value: Value | undefined,
  collection: string,
  path: Path = [],
): Path[] {
  if (!isTable(value)) return [];
  const found: Path[] = [];
  for (const field of table.fields) {
    const inner = value[field.key];
    const at = [...path, field.key];
    if (field.type === "reference" && field.collection === collection && Array.isArray(inner)) found.push(at);
    for (const [number, element] of elements(inner).entries()) {
      const type = tableOf(types, field, element);
      const place = field.list ? [...at, number] : at;
      if (type && isTable(element)) found.push(...listsIn(types, type, element, collection, place));
    }
  }
  return found;
}

function listsOf(types: Types | null, answer: FileAnswer | undefined, collection: string): Path[] {
  const type = answer && types?.files[answer.type];
  const table = type && types?.tables[type.table];
  return types && table ? listsIn(types, table, answer.value, collection) : [];
}

/** The buttons beside a problem with an entry that others have to mention, or with another file. */
export function Leads({ file, problem }: { file: string; problem: Problem }) {
  const state = useModel((model) => model.state);
  const own = state?.files.find((link) => link.file === file);
  const others = state?.files.filter((link) => link.file !== file && problem.help?.includes(link.file)) ?? [];
  return others.map((link) => <Lead key={link.file} entry={own} to={link} />);
}

function Lead({ entry, to }: { entry: FileLink | undefined; to: FileLink }) {
  const types = useModel((model) => model.types);
  const answer = useModel((model) => model.files[to.file]);
  const week = useModel((model) => model.state?.site.week);
  const [asks, ask] = useState(false);
  const id = nameOfFile(entry?.file ?? "");
  useEffect(() => look(to.file), [to.file]);
  if (to.file === weekFile(types) && entry?.collection) {
    const days = week?.length === 7 ? week : DAYS;
    const put = (day: string) =>
      insert(to.file, [day], elements(answer?.value[day]).length, { table: { class: { text: id } } });
    return (
      <>
        <Button onClick={() => ask(true)}>{words.putIntoWeek}</Button>
        {asks && (
          <Dialog title={words.onWhichDay} onClose={() => ask(false)}>
            <p className="row">
              {days.map((day) => (
                <Button key={day} onClick={() => put(day)}>
                  {label(day)}
                </Button>
              ))}
            </p>
          </Dialog>
        )}
      </>
    );
  }
  const lists = listsOf(types, answer, entry?.collection ?? "");
  if (lists.length) return <Button onClick={() => add(to.file, lists, id)}>{words.putOn(to.title)}</Button>;
  return <Button onClick={() => go(to.file, [])}>{words.open(to.title)}</Button>;
}
