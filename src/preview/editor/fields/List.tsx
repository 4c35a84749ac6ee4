/** Elements of a list: added, moved, copied and removed, by the mouse, by buttons and by keys alike. */

import { useRef, useState } from "react";
import { api } from "../api";
import { Button, IconButton, MANY, useBeginning } from "../buttons";
import { moveInTurn } from "../moving";
import type { Field, NewValue, Path, TableType, Value } from "../protocol";
import {
  apply,
  copy,
  fileProblems,
  go,
  insert,
  isShown,
  move,
  point,
  remove,
  say,
  set,
  typesOf,
  useModel,
} from "../store";
import { called, elements, isSame, isTable, label, numbered, startsWith, tableOf, titleOf, typed } from "../values";
import { words } from "../words";
import type { ControlProps } from "./basic";
import { Upload } from "./Picture";
import { Chooser, filtered, Search, useNames } from "./pick";

interface RowProps {
  file: string;
  list: Path;
  at: number;
  all: number;
  title: string;
  children: React.ReactNode;
  more?: React.ReactNode;
  /** True if its buttons are shown; those of one element are at a time. */
  isOpen: boolean;
  onOpen: (at: number | null) => void;
  /** Called with the place that it gets, before it is there. */
  onMove: (at: number) => void;
}

/** The name of what is dragged: the file and the path of an element, and what it is called. */
const DRAGGED = "text/x-gympress";

/** An element by its path, in the list of another one. */
const rowAt = (list: Element | null | undefined, path: Path): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`:scope > [data-path="${CSS.escape(JSON.stringify(path))}"]`) ?? null;

/** Puts the focus on an element that has another place now: on its button of this name, or on the first thing in it. */
async function focusRow(list: Element | null | undefined, path: Path, name: string | null = null) {
  await new Promise(requestAnimationFrame);
  const row = rowAt(list, path);
  const button = name && row?.querySelector<HTMLElement>(`[data-button="${name}"]:not([disabled])`);
  (button || row?.querySelector<HTMLElement>("[data-button], textarea, input"))?.focus();
}

/** Puts the focus on what adds to a list of which all is removed; if that is gone as well, on the title of the form. */
async function focusEmpty(list: Element | null | undefined) {
  await new Promise(requestAnimationFrame);
  const add = list?.isConnected && list.parentElement?.querySelector<HTMLElement>(":scope > .add");
  (add || document.querySelector<HTMLElement>(".panel h2"))?.focus();
}

/** One element with its buttons. Alt with arrow keys moves it, wherever the focus is in it. */
export function Row({ file, list, at, all, title, children, more, isOpen, onOpen, onMove }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  const [isOver, setOver] = useState(false);
  /** Moves it by one place. */
  const by = (step: number) => {
    const focused = row.current?.contains(document.activeElement) ? document.activeElement : null;
    const name = focused?.getAttribute("data-button");
    const parent = row.current?.parentElement;
    const start = { list: JSON.stringify([file, list]), at };
    moveInTurn(start, async (place) => {
      const next = place.at + step;
      if (next < 0 || next >= all) return place;
      onMove(next);
      if (!(await move(file, [...list, place.at], list, next))) return null;
      say(words.movedTo(title, next + 1, all));
      if (isOpen) onOpen(next);
      await focusRow(parent, [...list, next], name);
      return { ...place, at: next };
    });
  };
  const drop = async (from: Path, dragged: string) => {
    const parent = row.current?.parentElement;
    onOpen(null);
    if (!(await move(file, from, list, at))) return;
    say(words.movedTo(dragged, at + 1, all));
    focusRow(parent, [...list, at]);
  };
  const removeIt = async () => {
    const parent = row.current?.parentElement;
    onOpen(null);
    await remove(file, [...list, at], title);
    if (all > 1) focusRow(parent, [...list, Math.min(at, all - 2)]);
    else focusEmpty(parent);
  };
  return (
    <li
      ref={row}
      className={isOver ? "is-over" : undefined}
      data-path={JSON.stringify([...list, at])}
      onKeyDown={(event) => {
        const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!event.altKey || !step) return;
        event.preventDefault();
        event.stopPropagation();
        by(step);
      }}
      onMouseEnter={() => isShown(file, [...list, at]) && point(file, [...list, at], false)}
      draggable
      onDragStart={(event) => {
        // Texts in fields are chosen by dragging, too.
        if (event.target !== event.currentTarget) return;
        event.stopPropagation();
        event.dataTransfer.setData(DRAGGED, JSON.stringify([title, file, ...list, at]));
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        const data = event.dataTransfer.getData(DRAGGED) || "[]";
        const [dragged, of, ...from]: [string, string, ...Path] = JSON.parse(data);
        if (of !== file || !isSame(from.slice(0, -1), list) || from.at(-1) === at) return;
        event.preventDefault();
        event.stopPropagation();
        drop(from, dragged);
      }}
    >
      {children}
      <IconButton
        icon="more"
        data-button="more"
        aria-expanded={isOpen}
        label={words.actions(title)}
        title={words.more}
        onClick={() => onOpen(isOpen ? null : at)}
      />
      {isOpen && (
        <span className="actions">
          <Button data-button="earlier" disabled={at === 0} onClick={() => by(-1)}>
            {words.earlier}
          </Button>
          <Button data-button="later" disabled={at === all - 1} onClick={() => by(1)}>
            {words.later}
          </Button>
          {more}
          <Button data-button="remove" onClick={removeIt}>
            {words.remove}
          </Button>
        </span>
      )}
    </li>
  );
}

/** Tables, each with a form of its own behind its title. */
export function TableList({ file, path, field, value }: ControlProps) {
  const types = useModel((model) => typesOf(model, file));
  const problems = useModel((model) => fileProblems(model, file));
  const [chooses, choose] = useState(false);
  const [opened, open] = useState<number | null>(null);
  const [text, setText] = useState("");
  const { most, reveal, more } = useBeginning();
  const all = elements(value);
  const nameOf = useNames();
  if (!types) return null;
  const kindOf = (element: Value) =>
    field.by && isTable(element) ? (tableOf(types, field, element)?.label ?? label(typed(element[field.by]))) : "";
  const rowTitle = (element: Value, at: number) =>
    titleOf(element, tableOf(types, field, element), nameOf) || kindOf(element) || words.element(at + 1);
  const kinds = (field.variants ?? []).map(({ word, table }) => ({
    value: word,
    title: types.tables[table]?.label ?? label(word),
    help: types.tables[table]?.help ?? "",
  }));
  const hide = (at: number, isHidden: boolean) => {
    const hidden = [...path, at, "hidden"];
    const operation = isHidden
      ? { unset: { file, path: hidden } }
      : { set: { file, path: hidden, value: { flag: true } } };
    apply([operation]).then(() => point(file, [...path, at]));
  };
  const found = text ? filtered(numbered(all), text, ({ element, at }) => rowTitle(element, at)) : numbered(all);
  const rowType = field.variants ? null : tableOf(types, field, undefined);
  const numbers = numbersFor(rowType, all);
  const add = (word: string | null) => {
    choose(false);
    insert(file, path, all.length, { table: word && field.by ? { [field.by]: { text: word } } : numbers(0) });
  };
  const pictureKey = rowType?.fields.find(({ type, required }) => type === "image" && required)?.key;
  /** Adds a row for each picture, and stays with the list: each is described by itself. */
  const addPictures = async (key: string, names: string[]) => {
    const rows = names.map((name, more) => ({ table: { ...numbers(more), [key]: { text: name } } }));
    await apply(rows.map((value, more) => ({ insert: { file, path, at: all.length + more, value } })));
    reveal(all.length + names.length - 1);
  };
  return (
    <>
      {all.length > MANY && <Search text={text} onText={setText} />}
      {found.length === 0 && text && <p className="help">{words.nothingFound}</p>}
      <ol className="rows">
        {found.slice(0, most).map(({ element, at }) => {
          const table = tableOf(types, field, element);
          const kind = kindOf(element);
          const title = rowTitle(element, at);
          const wrong = problems.filter((problem) => startsWith(problem.path, [...path, at]));
          const isHidden = isTable(element) && typed(element.hidden) === "true";
          const canHide = table?.fields.some(({ key, type }) => key === "hidden" && type === "bool");
          return (
            <Row
              key={at}
              file={file}
              list={path}
              at={at}
              all={all.length}
              title={title}
              isOpen={opened === at}
              onOpen={open}
              onMove={reveal}
              more={
                <>
                  {canHide && (
                    <Button data-button="hide" aria-pressed={isHidden} onClick={() => hide(at, isHidden)}>
                      {words.hide}
                    </Button>
                  )}
                  <Button data-button="copy" onClick={() => copy(file, [...path, at])}>
                    {words.copy}
                  </Button>
                </>
              }
            >
              <Button className="row-title" data-button="open" onClick={() => go(file, [...path, at])}>
                {rowType && <Thumbnail row={element} table={rowType} />}
                <span>{title}</span>
                {kind && kind !== title && <small>{kind}</small>}
                {isHidden && <small>{words.hidden}</small>}
                {wrong.length > 0 && (
                  <small className={wrong.some(({ level }) => level === "error") ? "badge error" : "badge"}>
                    {wrong.some(({ level }) => level === "error") ? words.mistake : words.hint}
                  </small>
                )}
              </Button>
            </Row>
          );
        })}
      </ol>
      {more(found.length)}
      <Button className="add" onClick={() => (field.variants ? choose(true) : add(null))}>
        + {words.addOne(elementName(field))}
      </Button>
      {pictureKey && <Upload isSeveral onSent={(names) => addPictures(pictureKey, names)} />}
      {chooses && (
        <Chooser
          title={words.addOne(elementName(field))}
          choices={kinds}
          onPick={({ value }) => add(value)}
          onClose={() => choose(false)}
        />
      )}
    </>
  );
}

/** The picture of a row, small. */
function Thumbnail({ row, table }: { row: Value; table: TableType }) {
  const key = table.fields.find(({ type, list }) => ["image", "picture"].includes(type) && !list)?.key;
  const picture = key && isTable(row) ? row[key] : undefined;
  const name = typed(isTable(picture) ? picture.file : picture);
  return name ? <img src={api.picture(name)} alt="" loading="lazy" /> : null;
}

/** The free number of a row whose type counts its rows; one of several new ones has `more` before it. */
function numbersFor(table: TableType | null, rows: Value[]) {
  const counts = table?.fields.some(({ key, type, required }) => key === "id" && type === "integer" && required);
  const known = rows.map((row) => (isTable(row) ? Number(typed(row.id)) : 0)).filter(Number.isFinite);
  return (more: number): { [key: string]: NewValue } =>
    counts ? { id: { number: String(Math.max(0, ...known) + 1 + more) } } : {};
}

/** What one more element is called. */
const elementName = ({ key, noun }: Field): string =>
  label(noun ?? key)
    .toLowerCase()
    .replace(/^an? /, "");

/** Single values, each with a field of its own. */
export function ValueList({ control, ...props }: ControlProps & { control: (props: ControlProps) => React.ReactNode }) {
  const { file, path, field, value, id } = props;
  const nameOf = useNames();
  const all = elements(value);
  const [opened, open] = useState<number | null>(null);
  const { most, reveal, more } = useBeginning();
  const isBare = value !== undefined && !Array.isArray(value);
  const add = async () => {
    const empty = field.type === "picture" ? { table: {} } : { text: "" };
    if (all.length > 0) return insert(file, path, all.length, empty);
    await set(file, path, { list: [empty] });
    return go(file, [...path, 0]);
  };
  return (
    <>
      <ol className="rows values">
        {numbered(all.slice(0, most)).map(({ element, at }) => (
          <Row
            key={at}
            file={file}
            list={path}
            at={at}
            all={all.length}
            title={titleOf(element, null, nameOf) || words.element(at + 1)}
            isOpen={opened === at}
            onOpen={open}
            onMove={reveal}
            more={
              !isBare && (
                <Button data-button="copy" onClick={() => copy(file, [...path, at])}>
                  {words.copy}
                </Button>
              )
            }
          >
            {control({
              ...props,
              field: { ...field, list: null, required: true },
              path: isBare ? path : [...path, at],
              value: element,
              id: `${id}-${at}`,
              name: `${called(field)} ${at + 1}`,
            })}
          </Row>
        ))}
      </ol>
      {more(all.length)}
      <Button className="add" id={id} onClick={add}>
        + {words.addOne(elementName(field))}
      </Button>
    </>
  );
}
