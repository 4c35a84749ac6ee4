/** References, links and names: what there is to choose, in a dialog with a filter. */

import { useEffect, useRef, useState } from "react";
import { api } from "../api";
import { Button, IconButton } from "../buttons";
import type { Choice, Path } from "../protocol";
import { set, unset, useModel, valueSoon } from "../store";
import { called, elements, label, type NameOf, names, typed } from "../values";
import { words } from "../words";
import { type ControlProps, LineField } from "./basic";

/** A dialog that is open as long as it is there. It says why something was refused: all else is unheard then. */
export function Dialog(props: { title: string; onClose: () => void; children: React.ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const message = useModel((model) => model.message);
  const before = useRef(message);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("input")?.focus();
    return () => {
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-label={props.title} onClose={props.onClose} closedby="any">
      <header>
        <h2>{props.title}</h2>
        <IconButton icon="close" label={words.close} onClick={() => dialog.current?.close()} />
      </header>
      {props.children}
      {message?.isBad && message !== before.current && (
        <p role="alert" className="problem error">
          {message.text}
        </p>
      )}
    </dialog>
  );
}

/** Those of a list whose names have all the words that somebody typed. */
export function filtered<T>(all: T[], text: string, nameOf: (one: T) => string): T[] {
  const wanted = text.toLowerCase().split(/\s+/);
  return all.filter((one) => wanted.every((word) => nameOf(one).toLowerCase().includes(word)));
}

/** True for a key with which letters are composed, such as Chinese ones. In Safari, the last one is known by its code alone. */
const isComposing = ({ nativeEvent, keyCode }: React.KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === 229;

/** The field for such words. */
export const Search = ({
  text,
  onText,
  onEnter,
}: {
  text: string;
  onText: (text: string) => void;
  onEnter?: () => void;
}) => (
  <input
    type="search"
    aria-label={words.filter}
    placeholder={words.filter}
    value={text}
    onChange={(event) => onText(event.target.value)}
    onKeyDown={(event) => event.key === "Enter" && !isComposing(event) && onEnter?.()}
  />
);

/** Moves the focus through buttons with the arrow keys. */
export function byArrows(event: React.KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  const isInText = event.target instanceof HTMLInputElement;
  // A menu of its own, and letters that are composed, need the keys themselves.
  const isTaken = event.target instanceof HTMLSelectElement || isComposing(event);
  if (!step || isTaken || (isInText && !/Up|Down/.test(event.key))) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-choice], .row-title")].filter((button) =>
    button.checkVisibility(),
  );
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  // From elsewhere the first one is next, or before it the last one.
  const next = at < 0 && step < 0 ? -1 : at + step;
  buttons.at(next < buttons.length ? next : 0)?.focus();
  event.preventDefault();
}

interface ChooserProps {
  title: string;
  /** What can be chosen; `null` while it is asked. */
  choices: (Choice & { help?: string })[] | null;
  hasPictures?: boolean;
  failure?: string;
  onPick: (choice: Choice) => void;
  onClose: () => void;
}

/** A dialog in which one of several is chosen. */
export function Chooser({ title, choices, hasPictures = false, failure, onPick, onClose }: ChooserProps) {
  const [text, setText] = useState("");
  const found = filtered(choices ?? [], text, ({ title, value, help }) => `${title} ${value} ${help ?? ""}`);
  const [first] = found;
  const note = ({ size, used, value, title, help }: Choice & { help?: string }) =>
    hasPictures
      ? [size?.join(" × "), used === undefined ? "" : words.used(used)].filter(Boolean).join(", ")
      : (help ?? (/[/:.]/.test(value) && value !== title && value));
  return (
    <Dialog title={title} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a short cut to its buttons */}
      <div className="picker" onKeyDown={byArrows}>
        <Search text={text} onText={setText} onEnter={() => first && onPick(first)} />
        <p role="status" className="help">
          {failure || (choices === null ? words.loading : found.length === 0 && words.nothingFound)}
        </p>
        <ul className={hasPictures ? "pictures" : "rows"}>
          {found.map((choice) => (
            <li key={choice.value}>
              <Button data-choice className={choice.help && "has-help"} onClick={() => onPick(choice)}>
                {choice.picture && <img src={api.picture(choice.picture)} alt="" loading="lazy" />}
                <span>{choice.title}</span>
                <small>{note(choice)}</small>
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

interface PickerProps extends Omit<ChooserProps, "choices" | "failure"> {
  file: string;
  path: Path;
  /** Those that aren't offered. */
  without?: string[];
}

/** A dialog with what the server offers for a field. */
export function Picker({ file, path, without = [], ...others }: PickerProps) {
  const [all, setAll] = useState<Choice[] | null>(null);
  const [failure, setFailure] = useState("");
  const at = JSON.stringify(path);
  useEffect(() => {
    api.choices(file, JSON.parse(at)).then(setAll, (error: Error) => setFailure(error.message));
  }, [file, at]);
  const offered = all?.filter(({ value }) => !without.includes(value)) ?? null;
  return <Chooser choices={offered} failure={failure} {...others} />;
}

/** What entries are called that are referred to. */
export function useNames(): NameOf {
  const files = useModel((model) => model.state?.files);
  return (collection, id) =>
    files?.find(({ file, collection: of }) => of === collection && file.endsWith(`/${id}.toml`))?.title ?? label(id);
}

export type EntryNames = (id: string) => string;

/** What entries are called that a message names. */
export function useEntryNames(): EntryNames {
  const files = useModel((model) => model.state?.files);
  return (id) =>
    files?.find(({ file, collection }) => collection !== null && file.endsWith(`/${id}.toml`))?.title ?? id;
}

/** One entry, or several in an order. */
export function ReferenceField({ file, path, field, value, id, describedBy }: ControlProps) {
  const [isOpen, open] = useState(false);
  const nameOf = useNames();
  const titleOf = (id: string) => nameOf(field.collection, id);
  const chosen = elements(value).map(typed).filter(Boolean);
  // Whoever is quick removes the next one before the answer is there.
  const chosenSoon = () => names(valueSoon(file, path)).filter(Boolean);
  const isList = field.list !== null;
  const one = (name: string) => (field.isNumbered ? { number: name } : { text: name });
  const write = (ids: string[]) => {
    const [first] = ids;
    if (first === undefined) return unset(file, path);
    const isOne = !isList || (field.takesOne && ids.length === 1 && !Array.isArray(value));
    return set(file, path, isOne ? one(first) : { list: ids.map(one) });
  };
  const removal = (name: string) => (
    <IconButton
      icon="close"
      label={words.removeNamed(titleOf(name))}
      onClick={() => write(chosenSoon().filter((other) => other !== name))}
    />
  );
  return (
    <span className="chosen">
      {isList &&
        chosen.map((name) => (
          <span className="chip" key={name}>
            {titleOf(name)}
            {removal(name)}
          </span>
        ))}
      <Button
        id={id}
        // The name of the field alone would be said instead of what is chosen.
        aria-labelledby={isList ? undefined : `${id}-label ${id}-value`}
        aria-describedby={describedBy}
        onClick={() => open(true)}
      >
        <span id={`${id}-value`}>{!isList && chosen[0] ? titleOf(chosen[0]) : words.choose}</span>
      </Button>
      {!isList && chosen[0] && !field.required && removal(chosen[0])}
      {isOpen && (
        <Picker
          title={words.chooseFor(called(field))}
          file={file}
          path={path}
          without={isList ? chosen : []}
          onPick={(choice) => {
            write(isList ? [...chosenSoon(), choice.value] : [choice.value]);
            open(false);
          }}
          onClose={() => open(false)}
        />
      )}
    </span>
  );
}

/** A text that can also be chosen: a link, an icon, the name of a file. */
export function PickedField(props: ControlProps) {
  const { file, path, field } = props;
  const [isOpen, open] = useState(false);
  return (
    <span className="with-button">
      <LineField {...props} options={{ spellCheck: false }} />
      <Button onClick={() => open(true)}>{words.choose}</Button>
      {isOpen && (
        <Picker
          title={words.chooseFor(called(field))}
          file={file}
          path={path}
          onPick={(choice) => {
            set(file, path, { text: choice.value });
            open(false);
          }}
          onClose={() => open(false)}
        />
      )}
    </span>
  );
}
