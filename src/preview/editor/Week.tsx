/** The week in seven columns: classes are moved to other days and times by the mouse and by keys. */

import { useState } from "react";
import { Button, IconButton } from "./buttons";
import { Dialog, useNames } from "./fields/pick";
import { moveInTurn, type RowPlace } from "./moving";
import type { Field, Operation, Path, Table, TableType, Types, Value } from "./protocol";
import { apply, fileProblems, go, insert, say, useModel, valuesNow } from "./store";
import { DAYS, elements, isTable, label, numbered, startsWith, typed } from "./values";
import { words } from "./words";

/** The file with the week, if the site has one. */
export function weekFile(types: Types | null): string | null {
  const found = Object.entries(types?.files ?? {}).find(([, { role }]) => role === "schedule");
  return found ? `content/${found[0]}` : null;
}

/** The minutes since midnight; `null` of what is no time. */
function minutes(time: string): number | null {
  const [, hours, rest] = /^(\d\d?):(\d\d)(?::\d\d)?$/.exec(time) ?? [];
  return hours && rest ? Number(hours) * 60 + Number(rest) : null;
}

const clock = (minutes: number): string => {
  const within = (minutes + 24 * 60) % (24 * 60);
  return `${String(Math.floor(within / 60)).padStart(2, "0")}:${String(within % 60).padStart(2, "0")}`;
};

const startOf = (row: Value): string => (isTable(row) ? typed(row.start) : "");

/** Where a row belongs among others in the order of the clock. */
const placeOf = (rows: Value[], start: string): number => rows.filter((row) => startOf(row) <= start).length;

export function Week({ file }: { file: string }) {
  const answer = useModel((model) => model.files[file]);
  const types = useModel((model) => model.types);
  const site = useModel((model) => model.state?.site);
  const place = useModel((model) => model.place);
  const [once, chooseOnce] = useState<Path | null>(null);
  const type = answer && types?.files[answer.type];
  const table = type && types?.tables[type.table];
  if (!answer || !table) return <p className="help">{words.loading}</p>;
  const days = site?.week.length === 7 ? site.week : DAYS;
  const selected = place.kind === "form" && place.file === file ? place.path : null;
  return (
    <div className="week">
      <header>
        <h1 tabIndex={-1}>{words.week}</h1>
        <p className="help">{words.weekHelp}</p>
      </header>
      {days.map((day) => (
        <Day
          key={day}
          file={file}
          day={day}
          days={days}
          value={answer.value}
          table={table}
          selected={selected}
          onOnce={chooseOnce}
        />
      ))}
      {once && <OnceDialog file={file} row={once} onClose={() => chooseOnce(null)} />}
    </div>
  );
}

interface DayProps {
  file: string;
  day: string;
  days: string[];
  value: Table;
  table: TableType;
  selected: Path | null;
  onOnce: (row: Path) => void;
}

function Day({ file, day, days, value, table, selected, onOnce }: DayProps) {
  const [isOver, setOver] = useState(false);
  const rows = elements(value[day]);
  const types = useModel((model) => model.types);
  const nameOf = useNames();
  const titleOf = (id: string) => nameOf(rowField(types, table, day, "class")?.collection, id);
  const coachOf = (row: Table) =>
    elements(row.trainer)
      .map((one) => nameOf(rowField(types, table, day, "trainer")?.collection, typed(one)))
      .join(", ");
  /** Moves a class to a day, which is that before or behind its own if it says so by a number. */
  const toDay = (start: RowPlace, to: string | number) =>
    moveInTurn(start, async ({ list: from, at }) => {
      const day = typeof to === "string" ? to : days[days.indexOf(from) + to];
      const value = valuesNow(file) ?? {};
      const row = elements(value[from])[at];
      if (row === undefined || !day || from === day) return { list: from, at };
      const next = placeOf(elements(value[day]), startOf(row));
      if (!(await apply([{ move: { file, path: [from, at], to: [day], at: next } }]))) return null;
      say(words.nowOn(titleOf(typed(isTable(row) ? row.class : row)), label(day), startOf(row)));
      await go(file, [day, next]);
      await focusRow(day, next);
      return { list: day, at: next };
    });
  return (
    <section
      className={isOver ? "day is-over" : "day"}
      aria-label={label(day)}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("text/x-gympress-row")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const data = event.dataTransfer.getData("text/x-gympress-row");
        if (!data) return;
        event.preventDefault();
        const { day: from, at }: { day: string; at: number } = JSON.parse(data);
        toDay({ list: from, at }, day);
      }}
    >
      <h2>{label(day)}</h2>
      {rows.length === 0 && <p className="help">{words.freeDay}</p>}
      <ul>
        {numbered(rows).map(({ element: row, at }) => {
          if (!isTable(row)) return null;
          const title = titleOf(typed(row.class));
          const move = (event: React.KeyboardEvent) => {
            const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
            const step = { ArrowUp: -5, ArrowDown: 5 }[event.key];
            if (!event.altKey || !(side || step)) return;
            event.preventDefault();
            if (side) toDay({ list: day, at }, side);
            if (step) shift(file, { list: day, at }, step, title);
          };
          return (
            <ClassCard
              key={at}
              file={file}
              path={[day, at]}
              row={row}
              title={title}
              coach={coachOf(row)}
              isSelected={selected !== null && startsWith(selected, [day, at])}
              onMove={move}
              onOnce={() => onOnce([day, at])}
            />
          );
        })}
      </ul>
      <Button
        className="add"
        aria-label={words.addClass(label(day))}
        onClick={() => insert(file, [day], rows.length, { table: {} })}
      >
        +
      </Button>
    </section>
  );
}

interface ClassCardProps {
  file: string;
  path: [string, number];
  row: Table;
  title: string;
  coach: string;
  isSelected: boolean;
  onMove: (event: React.KeyboardEvent) => void;
  onOnce: () => void;
}

/** A class of the week, with what is wrong with it. */
function ClassCard({ file, path, row, title, coach, isSelected, onMove, onOnce }: ClassCardProps) {
  const found = useModel((model) => fileProblems(model, file)).filter((problem) => startsWith(problem.path, path));
  const language = useModel((model) => model.state?.site.language);
  const hasMistake = found.some(({ level }) => level === "error");
  const [day, at] = path;
  return (
    <li>
      <Button
        className="class"
        id={`row-${day}-${at}`}
        aria-current={isSelected}
        draggable
        onDragStart={(event) => event.dataTransfer.setData("text/x-gympress-row", JSON.stringify({ day, at }))}
        onClick={() => go(file, path)}
        onKeyDown={onMove}
      >
        <span>
          {typed(row.start)}–{typed(row.end)}
        </span>
        <strong lang={language}>{title}</strong>
        <small>{coach}</small>
        {found.length > 0 && (
          <small className={hasMistake ? "badge error" : "badge"} title={found[0]?.message}>
            {hasMistake ? words.mistake : words.hint}
          </small>
        )}
      </Button>
      <IconButton
        icon="more"
        label={`${words.onlyOn}: ${title}, ${label(day)} ${typed(row.start)}`}
        title={words.onlyOn}
        onClick={onOnce}
      />
    </li>
  );
}

/** Puts the focus on a class that has another place now. */
async function focusRow(day: string, at: number) {
  await new Promise((resolve) => setTimeout(resolve, 50));
  document.getElementById(`row-${day}-${at}`)?.focus();
}

/** The field of rows of a day by its key. */
function rowField(types: Types | null, table: TableType, day: string, key: string): Field | undefined {
  const list = table.fields.find((field) => field.key === day);
  const row = list?.table === undefined ? undefined : types?.tables[list.table];
  return row?.fields.find((field) => field.key === key);
}

/** The minutes by which a class is to be moved, by its place, while others are on their way. */
const waiting = new Map<string, number>();

/** Moves a class by minutes; presses of a key that come meanwhile add up. */
function shift(file: string, start: RowPlace, step: number, title: string) {
  const name = `${start.list} ${start.at}`;
  const known = waiting.get(name);
  waiting.set(name, (known ?? 0) + step);
  if (known !== undefined) return;
  moveInTurn(start, async ({ list, at }) => {
    const minutes = waiting.get(name) ?? 0;
    waiting.delete(name);
    const next = await shiftBy(file, list, at, minutes, title);
    return next === null ? null : { list, at: next };
  });
}

/** Moves a class by minutes, and to its place in the order of the clock. Returns that place. */
async function shiftBy(file: string, day: string, at: number, step: number, title: string): Promise<number | null> {
  const rows = elements(valuesNow(file)?.[day]);
  const row = rows[at];
  if (!isTable(row)) return null;
  const [from, until] = [minutes(typed(row.start)), minutes(typed(row.end))];
  // A class whose times are still to be said gets none by a key.
  if (from === null || until === null) return at;
  const [start, end] = [clock(from + step), clock(until + step)];
  const operations: Operation[] = [
    { set: { file, path: [day, at, "start"], value: { text: start } } },
    { set: { file, path: [day, at, "end"], value: { text: end } } },
  ];
  const others = rows.filter((_, other) => other !== at);
  const next = placeOf(others, start);
  if (next !== at) operations.push({ move: { file, path: [day, at], to: [day], at: next } });
  if (!(await apply(operations))) return null;
  say(words.nowOn(title, label(day), start));
  if (next !== at) await focusRow(day, next);
  return next;
}

/** Where a class belongs whose time was changed, if it isn't there. */
export function inOrder(path: Path, value: Table): { path: Path; to: Path; at: number } | null {
  const [day, at] = path;
  if (typeof day !== "string" || typeof at !== "number" || !DAYS.includes(day)) return null;
  const rows = elements(value[day]).map(startOf);
  const start = rows[at];
  if (start === undefined || rows.every((other, index) => index === 0 || (rows[index - 1] ?? "") <= other)) return null;
  return { path, to: [day], at: rows.filter((other, index) => index !== at && other <= start).length };
}

/** The lists of what is different on one date. */
const ONCE = ["cancelled", "substitute"] as const;

interface OnceProps {
  file: string;
  row: Path;
  onClose: () => void;
}

/** Says of a class that it is different on one date. */
export function OnceDialog({ file, row, onClose }: OnceProps) {
  const answer = useModel((model) => model.files[file]);
  const types = useModel((model) => model.types);
  const today = useModel((model) => model.state?.site.today ?? "");
  const [day, at] = row as [string, number];
  const [date, setDate] = useState(() => nextOf(day, today));
  const type = answer && types?.files[answer.type];
  const table = type && types?.tables[type.table];
  const value = answer?.value ?? {};
  const found = elements(value[day])[at];
  if (!isTable(found)) return null;
  const write = (list: string) => {
    const which = { class: { text: typed(found.class) }, start: { text: typed(found.start) } };
    insert(file, [list], elements(value[list]).length, { table: { date: { date }, ...which } });
    onClose();
  };
  return (
    <Dialog title={words.onlyOn} onClose={onClose}>
      <p>{words.onlyOnHelp}</p>
      <label>
        {words.date}
        <input type="date" value={date} min={today} onChange={(event) => setDate(event.target.value)} />
      </label>
      <p className="row">
        {ONCE.filter((list) => table?.fields.some(({ key }) => key === list)).map((list) => (
          <Button key={list} disabled={!date} onClick={() => write(list)}>
            {words[list]}
          </Button>
        ))}
      </p>
    </Dialog>
  );
}

/** The next date on a day of the week, counted on the calendar alone; none if nobody knows what day is today. */
function nextOf(day: string, today: string): string {
  if (!today) return "";
  const [year, month, date] = today.split("-").map(Number);
  const of = (add: number) => new Date(Date.UTC(year ?? 0, (month ?? 1) - 1, (date ?? 1) + add));
  for (let add = 0; add < 7; add++) {
    if (DAYS[(of(add).getUTCDay() + 6) % 7] === day) return of(add).toISOString().slice(0, 10);
  }
  return today;
}
