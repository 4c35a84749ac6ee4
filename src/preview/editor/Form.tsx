/** The form of a table: a field for each value, what is wrong with it, and what else can be said. */

import { Fragment, useEffect, useRef, useState } from "react";
import { Button } from "./buttons";
import { Album, FolderField, FolderPicture } from "./fields/Album";
import {
  ChoiceField,
  ClockField,
  ColourField,
  type ControlProps,
  FlagField,
  isFew,
  LineField,
  PriceField,
  SetField,
  TextField,
} from "./fields/basic";
import { TableList, ValueList } from "./fields/List";
import { MarkdownField } from "./fields/Markdown";
import { ImageField, PictureField } from "./fields/Picture";
import { PickedField, ReferenceField } from "./fields/pick";
import { type Alternatives, alternatives, belongs, isNeeded, isSample, isSwitch, lack, lacking } from "./needs";
import { Keep, Problems } from "./Problems";
import type {
  Field,
  FileAnswer,
  NewValue,
  Operation,
  Original as OriginalText,
  Path,
  Problem,
  State,
  Table,
  TableType,
  Value,
} from "./protocol";
import { apply, arrived, fileProblems, isSeen, leave, mainOf, point, set, typesOf, unset, useModel } from "./store";
import {
  again,
  called,
  isSame,
  isTable,
  isTableList,
  languageName,
  nameOfFile,
  startsWith,
  tableAt,
  tableOf,
  typed,
  valueAt,
} from "./values";
import { words } from "./words";

export function Form({ file, path }: { file: string; path: Path }) {
  const answer = useModel((model) => model.files[file]);
  const types = useModel((model) => typesOf(model, file));
  const form = useRef<HTMLDivElement>(null);
  useArrival(form);
  const type = answer && types?.files[answer.type];
  const table = answer && types && type ? tableAt(types, type, answer.value, path) : null;
  const value = valueAt(answer?.value, path);
  if (!answer) return <p className="help">{words.loading}</p>;
  return (
    <div ref={form} className={answer.originals.length ? "form is-translation" : "form"}>
      {table?.help && <p className="help">{table.help}.</p>}
      {type?.role === "album" && path.length === 0 && isTable(value) && (
        <Album file={file} table={path} folder={typed(value.folder) || nameOfFile(file)} />
      )}
      {isTable(value) && <FolderPicture file={file} path={path} name={typed(value.file)} />}
      {table && isTable(value) && <Fields file={file} path={path} table={withBody(table, value, path)} value={value} />}
    </div>
  );
}

/** A page in Markdown has its text below its fields. */
function withBody(table: TableType, value: Table, path: Path): TableType {
  if (path.length > 0 || value.body === undefined || table.fields.some(({ key }) => key === "body")) return table;
  const any = { example: "", list: null, takesOne: false, range: { least: null, most: null }, slots: [] };
  const body: Field = {
    key: "body",
    label: null,
    help: words.bodyHelp,
    required: true,
    isRare: false,
    default: null,
    when: null,
    type: "markdown",
    ...any,
  };
  return { ...table, fields: [...table.fields, body] };
}

/** Puts the focus on the value that was chosen on the page, and the caret where it was clicked. */
function useArrival(form: React.RefObject<HTMLElement | null>) {
  const aim = useModel((model) => model.aim);
  const files = useModel((model) => model.files);
  useEffect(() => {
    if (!aim || !form.current || !files) return;
    const rows = [...form.current.querySelectorAll<HTMLElement>("[data-path]")];
    // Something new begins with what it lacks.
    let best = rows.find((row) => row.matches(".lacks")) ?? rows[0];
    let length = -1;
    for (const row of rows) {
      const path: Path = JSON.parse(row.dataset.path ?? "[]");
      if (path.length > length && startsWith(aim.path, path)) [best, length] = [row, path.length];
    }
    const inner = best?.querySelector<HTMLElement>("textarea, input:not([type=hidden], [hidden]), select, button");
    if (!inner) return;
    arrived();
    for (let folded = inner.closest("details"); folded; folded = folded.parentElement?.closest("details") ?? null)
      folded.open = true;
    inner.focus({ preventScroll: true });
    best?.scrollIntoView({ block: (best?.clientHeight ?? 0) < innerHeight / 4 ? "center" : "nearest" });
    if (inner instanceof HTMLInputElement && inner.matches(".whole")) inner.select();
    else if (inner instanceof HTMLTextAreaElement || (inner instanceof HTMLInputElement && inner.type === "text")) {
      const at = caretIn(inner.value, aim.before, aim.after);
      inner.setSelectionRange(at, at);
    }
  }, [aim, files, form]);
}

/** The place in what is written that was clicked in what is shown: around it stand the same letters. */
function caretIn(text: string, before: string, after: string): number {
  for (const length of [24, 12, 6, 3, 1]) {
    const [left, right] = [before.slice(-length), after.slice(0, length)];
    const found = left + right ? text.indexOf(left + right) : -1;
    if (found >= 0) return found + left.length;
  }
  return text.length;
}

interface FieldsProps {
  file: string;
  path: Path;
  table: TableType;
  value: Table;
}

export function Fields(props: FieldsProps) {
  const { file, path, table, value } = props;
  const problems = useModel((model) => fileProblems(model, file));
  const originals = useModel((model) => model.files[file]?.originals);
  const aim = useModel((model) => model.aim);
  const draft = useModel((model) => model.types?.files[model.files[file]?.type ?? ""]?.draft);
  const [opened, open] = useState<string[]>([]);
  const choices = alternatives(table, value, opened);
  const disputed = new Set(choices.flatMap(({ ways }) => ways.flat()));
  const chosen = new Set(choices.flatMap(({ chosen }) => chosen ?? []));
  const lacks = lacking(table, value, opened);
  const hasProblem = (key: string) => problems.some((problem) => startsWith(problem.path, [...path, key]));
  const isAimed = (key: string) => aim !== null && startsWith(aim.path, [...path, key]);
  // A field that was shown once stays: what one empties can be filled again.
  const aimed = table.fields.find(({ key }) => isAimed(key) && !opened.includes(key))?.key;
  useEffect(() => {
    if (aimed) open((opened) => [...opened, aimed]);
  }, [aimed]);
  const isShown = (field: Field) => {
    const { key } = field;
    if (disputed.has(key) && isSwitch(table, [key])) return false;
    if (value[key] !== undefined || hasProblem(key) || opened.includes(key) || isAimed(key)) return true;
    if (originals?.some((original) => startsWith(original.path, [...path, key]))) return true;
    if (disputed.has(key)) return chosen.has(key);
    if (path.length === 0 && !field.isRare && (key === draft || (field.type === "picture" && !field.list))) return true;
    return isNeeded(field, table, value);
  };
  const own = problems.filter(
    (problem) =>
      (isSame(problem.path, path) && !(problem.isLack && lacks.length)) || isUnknownKey(problem, path, table),
  );
  const rare = table.fields.filter(({ isRare }) => isRare);
  const parts = { ...props, choices, lacks, opened, isShown, onOpen: open };
  return (
    <>
      <Problems file={file} problems={own} />
      <FieldRows {...parts} fields={table.fields.filter(({ isRare }) => !isRare)} />
      {rare.length > 0 && (
        <details
          className="more"
          ref={(details) => {
            if (details && rare.some(({ key }) => hasProblem(key))) details.open = true;
          }}
        >
          <summary>{words.rare}</summary>
          <div className="form">
            <FieldRows {...parts} fields={rare} />
          </div>
        </details>
      )}
    </>
  );
}

interface FieldRowsProps extends FieldsProps {
  fields: Field[];
  choices: Alternatives[];
  lacks: string[];
  opened: string[];
  isShown: (field: Field) => boolean;
  onOpen: (keys: string[]) => void;
}

/** Some fields of a table, and what else can be said in them. */
function FieldRows({ fields, choices, lacks, opened, isShown, onOpen, ...props }: FieldRowsProps) {
  const { file, path, table, value } = props;
  const disputed = new Set(choices.flatMap(({ ways }) => ways.flat()));
  const more = fields.filter((field) => !isShown(field) && !disputed.has(field.key) && belongs(field, table, value));
  return (
    <>
      {fields.map((field) => {
        const { key } = field;
        const choice = choices.find(({ ways: [first] }) => first?.[0] === key);
        const others = choice?.ways.flat() ?? [];
        const choose = (keys: string[]) => onOpen([...opened.filter((other) => !others.includes(other)), ...keys]);
        return (
          <Fragment key={key}>
            {choice && <AlternativesRow {...props} choice={choice} onChoose={choose} />}
            {isShown(field) && (
              <FieldRow
                file={file}
                path={[...path, key]}
                field={field}
                value={value[key]}
                isLacking={lacks.includes(key)}
              />
            )}
          </Fragment>
        );
      })}
      {more.length > 0 && (
        <details className="more">
          <summary>{words.addMore}</summary>
          <p>
            {more.map((field) => (
              <Button
                key={field.key}
                className="add"
                title={field.help}
                onClick={() => addField(file, [...path, field.key], field, () => onOpen([...opened, field.key]))}
              >
                + {called(field)}
              </Button>
            ))}
          </p>
        </details>
      )}
    </>
  );
}

/** True for a problem with a key that the table shouldn't have. */
function isUnknownKey(problem: Problem, path: Path, table: TableType): boolean {
  const key = problem.path[path.length];
  return startsWith(problem.path, path) && typeof key === "string" && !table.fields.some((field) => field.key === key);
}

/** Shows one more field, and puts the focus there. */
function addField(file: string, path: Path, field: Field, open: () => void) {
  open();
  // What can only be turned on is meant by that.
  if (field.type === "bool" && !field.list) set(file, path, { flag: field.default !== "true" });
  setTimeout(() => {
    const row = document.querySelector(`[data-path="${CSS.escape(JSON.stringify(path))}"]`);
    row?.querySelector<HTMLElement>("textarea, input, select, button")?.focus();
  });
}

interface AlternativesProps extends FieldsProps {
  choice: Alternatives;
  onChoose: (keys: string[]) => void;
}

/** One of several ways to say the same: another one takes over what fits, in one step of undo. */
function AlternativesRow({ file, path, table, value, choice, onChoose }: AlternativesProps) {
  const { ways, chosen } = choice;
  const fieldOf = (key: string) => table.fields.find((field) => field.key === key);
  const typeOf = (key: string) => fieldOf(key)?.type;
  const nameOf = (key: string, at: number) => {
    const name = called(fieldOf(key) ?? { label: null, key });
    return at === 0 ? name : name.toLowerCase();
  };
  const choose = (keys: string[]) => {
    const operations: Operation[] = [];
    const old = ways.flat().filter((key) => value[key] !== undefined);
    for (const key of old) operations.push({ unset: { file, path: [...path, key] } });
    for (const key of keys) {
      const like = old.find((other) => typeOf(other) === typeOf(key));
      const taken: NewValue | null = like
        ? again(value[like] as Value)
        : typeOf(key) === "bool"
          ? { flag: true }
          : null;
      if (taken) operations.push({ set: { file, path: [...path, key], value: taken } });
    }
    if (operations.length) apply(operations);
    onChoose(keys);
  };
  const name = JSON.stringify([...path, ways.flat().join()]);
  // What is only chosen has no field of its own.
  const [own] = chosen && isSwitch(table, chosen) ? chosen : [];
  return (
    <fieldset className="field" data-path={own && JSON.stringify([...path, own])}>
      <legend>{words.either}</legend>
      <p className="segments">
        {ways.map((keys) => (
          <label key={keys.join()}>
            <input type="radio" name={name} checked={keys === chosen} onChange={() => choose(keys)} />
            <span>{keys.map(nameOf).join(words.and)}</span>
          </label>
        ))}
      </p>
    </fieldset>
  );
}

interface FieldRowProps {
  file: string;
  path: Path;
  field: Field;
  value: Value | undefined;
  isLacking: boolean;
}

/** The id of the control of a value: no other path has it, whatever signs are in its keys. */
const idOf = (path: Path): string =>
  ["f", ...path.map((part) => String(part).replaceAll(/\W/g, (sign) => `:${sign.codePointAt(0)?.toString(16)}:`))].join(
    "-",
  );

/** A field with its name, its help and its problems. */
function FieldRow({ file, path, field, value, isLacking }: FieldRowProps) {
  const id = idOf(path);
  const all = useModel((model) => fileProblems(model, file));
  // In a file that isn't TOML nothing can be changed before that is corrected.
  const isBroken = all.some(({ code }) => code === "syntax");
  const isInForms = isTableList(field);
  const found = all.filter(({ path: at }) =>
    isInForms ? isSame(at, path) : isSame(at, path) || (startsWith(at, path) && !isComposed(field)),
  );
  const isTranslation = useModel((model) => (model.files[file]?.originals.length ?? 0) > 0);
  const problems = isLacking ? [lack(path), ...found] : found;
  const isPlain = useModel((model) => isSeen(model, file, path));
  const isWrong = problems.some((problem) => problem.level === "error" && (isPlain || !problem.isLack));
  const described = [field.help && `${id}-help`, problems.length > 0 && `${id}-problems`].filter(Boolean);
  const describedBy = described.join(" ") || undefined;
  const props: ControlProps = { file, path, field, value, id, describedBy, isWrong };
  const isGroup = isComposed(field) || field.list !== null || isFew(field);
  const name = (
    <>
      <span id={`${id}-label`}>{called(field)}</span> {field.required && <small>{words.required}</small>}
    </>
  );
  const content = (
    <>
      <Original file={file} path={path} id={id} />
      {isBroken ? (
        <div inert>
          <Control {...props} />
        </div>
      ) : (
        <Control {...props} />
      )}
      <Untranslated {...props} />
      {field.help && (
        <small className="help" id={`${id}-help`}>
          {field.help}
        </small>
      )}
      <Problems id={`${id}-problems`} file={file} problems={problems} path={path} kind={field.type} />
    </>
  );
  const shared = {
    "data-path": JSON.stringify(path),
    onFocus: (event: React.FocusEvent) => {
      event.stopPropagation();
      point(file, path);
    },
    onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) leave(file, path);
    },
  };
  const isUntranslated = useModel((model) => originalAt(model.files[file], path)?.isLacking === true);
  const isOpen = isUntranslated || problems.some((problem) => problem.isLack || isSample(problem));
  const lacks = isOpen ? " lacks" : "";
  if (isGroup) {
    return (
      <fieldset className={`field${lacks}`} {...shared}>
        <legend>{name}</legend>
        {content}
        {!field.required && isComposed(field) && field.list === null && value !== undefined && !isTranslation && (
          <Button className="quiet" onClick={() => unset(file, path)}>
            {words.removeWhole(called(field).toLowerCase())}
          </Button>
        )}
      </fieldset>
    );
  }
  return (
    <div className={`${field.type === "bool" ? "field has-switch" : "field"}${lacks}`} {...shared}>
      <label htmlFor={id}>{name}</label>
      {content}
    </div>
  );
}

/** The text that a field of a translation is the translation of. */
function Original({ file, path, id }: { file: string; path: Path; id: string }) {
  const found = useModel((model) => originalAt(model.files[file], path));
  const language = useModel((model) => model.state?.site.language);
  if (!found) return null;
  return (
    <blockquote className="original" dir="auto" lang={language} id={`${id}-original`}>
      {found.text}
    </blockquote>
  );
}

/** The field of a text that isn't translated yet, which may be the same in both languages. */
function Untranslated({ file, path, field, value }: ControlProps) {
  const found = useModel((model) => originalAt(model.files[file], path));
  const language = useModel((model) => languageOf(model.state, file));
  if (!found?.isLacking) return null;
  const copy = { set: { file, path, value: { text: found.text } } };
  return (
    <p className="help lack">
      {words.lacksText(language)}{" "}
      {(value !== undefined || !isComposed(field)) && (
        <Keep
          field={path}
          title={words.sameIn(language)}
          operation={value === undefined ? copy : { keep: { file, path } }}
        />
      )}
    </p>
  );
}

const originalAt = (answer: FileAnswer | undefined, path: Path): OriginalText | undefined =>
  answer?.originals.find((original) => isSame(original.path, path));

/** What the language of a translation is called. */
function languageOf(state: State | null, file: string): string {
  const found = mainOf(state, file)?.translations.find((translation) => translation.file === file);
  return languageName(found?.language ?? state?.site.language ?? "en");
}

/** True for a value with fields of its own. */
const isComposed = ({ type }: Field): boolean => ["table", "variants", "picture", "plural"].includes(type);

const line = (options: React.ComponentProps<typeof LineField>["options"]) => (props: ControlProps) => (
  <LineField {...props} options={options} />
);
const code = (props: ControlProps) => (
  <TextField {...props} isOneLine={false} options={{ spellCheck: false, className: "code" }} />
);
const number = line({ inputMode: "decimal", className: "short whole" });

/** The control of each type; of all others, which are texts of one line, there is one. */
const CONTROLS: { [type: string]: (props: ControlProps) => React.ReactNode } = {
  table: Inner,
  variants: Inner,
  plural: Inner,
  picture: PictureField,
  image: ImageField,
  markdown: MarkdownField,
  bool: FlagField,
  choice: ChoiceField,
  reference: ReferenceField,
  price: PriceField,
  date: ClockField,
  datetime: ClockField,
  time: ClockField,
  colour: ColourField,
  integer: number,
  number,
  email: line({ inputMode: "email" }),
  phone: line({ inputMode: "tel" }),
  link: PickedField,
  target: PickedField,
  icon: PickedField,
  font: PickedField,
  folder: FolderField,
  code,
  frame: code,
};

function Control(props: ControlProps): React.ReactNode {
  const { list, type } = props.field;
  if (list && isTableList(props.field)) return <TableList {...props} />;
  if (list && ["choice", "weekday"].includes(type)) return <SetField {...props} />;
  if (list && type !== "reference") return <ValueList {...props} control={(inner) => <Control {...inner} />} />;
  const Found = CONTROLS[type];
  return Found ? <Found {...props} /> : <TextField {...props} isOneLine options={{ spellCheck: type === "text" }} />;
}

/** A table within the form. */
function Inner({ file, path, field, value }: ControlProps) {
  const types = useModel((model) => typesOf(model, file));
  const table = types && tableOf(types, field, value);
  if (!table) return null;
  return (
    <div className="inner">
      <Fields file={file} path={path} table={table} value={isTable(value) ? value : {}} />
    </div>
  );
}
