/** Fields of single values: lines, paragraphs, numbers, prices, dates, times, choices, yes or no, colours. */

import { type InputHTMLAttributes, type TextareaHTMLAttributes, useEffect, useRef } from "react";
import { Button } from "../buttons";
import type { Field, Path, Value } from "../protocol";
import { arrival, leave, set, unset, useModel, valueSoon } from "../store";
import { DAYS, label, names, typed, written } from "../values";
import { words } from "../words";

/** What a control has to know. */
export interface ControlProps {
  file: string;
  path: Path;
  field: Field;
  value: Value | undefined;
  /** Ids for the control and for what describes it. */
  id: string;
  describedBy: string | undefined;
  isWrong: boolean;
  /** What an element of a list is called; all else has a label. */
  name?: string;
}

/** A value as its field shows it: dots stand for a text that is still to be written. */
const shown = (value: Value | undefined): string => typed(value).replace(/^[.…\s]+$/, "");

/** What stands in an empty field: what holds without it, or the dots. */
const placeholder = ({ field, value }: ControlProps): string | undefined =>
  typed(value) || (field.default ?? undefined);

/** Sends what is typed, letter by letter; an emptied optional field goes only when it is left, so that its place stays. */
export function useTyping({ file, path, field, value }: ControlProps) {
  const text = shown(value);
  const epoch = useModel((model) => model.epoch);
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const sent = useRef(text);
  const newest = useRef(text);
  newest.current = text;
  const shownEpoch = useRef(epoch);
  const wasThere = useRef(value !== undefined);
  const isTyped = useRef(false);
  // While somebody types, no answer writes into the field: only undo and corrections do.
  useEffect(() => {
    const control = input.current;
    const isAnew = shownEpoch.current !== epoch;
    if (!control || (document.activeElement === control && !isAnew)) return;
    if (text !== sent.current || isAnew) {
      if (control.value !== text) control.value = text;
      sent.current = text;
      shownEpoch.current = epoch;
    }
  }, [text, epoch]);
  const isElement = typeof path.at(-1) === "number";
  return {
    ref: input,
    defaultValue: text,
    onFocus: () => {
      wasThere.current = value !== undefined;
      isTyped.current = false;
    },
    onInput: () => {
      const now = input.current?.value ?? "";
      sent.current = now;
      isTyped.current = true;
      if (now.trim() === "") leave(file, isElement ? path.slice(0, -1) : path);
      const isGone = now.trim() === "" && !field.required && !isElement && !wasThere.current;
      if (isGone) unset(file, path);
      else set(file, path, written(field.type, now));
    },
    onBlur: () => {
      if (!isTyped.current) return;
      if (input.current?.value.trim() === "" && !field.required && !isElement && value !== undefined) unset(file, path);
      // Whatever was refused or tidied meanwhile, the field shows what is there.
      arrival().then(() => {
        // Whoever is back in it and types on has written more than what is there.
        if (isTyped.current && document.activeElement === input.current) return;
        if (input.current && sent.current !== newest.current) rewrite(input.current, newest.current);
        sent.current = newest.current;
      });
    },
  };
}

/** Writes into a control, in which what was chosen stays so: a button may be about it. */
function rewrite(control: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const { selectionStart: start, selectionEnd: end } = control;
  control.value = text;
  if (control instanceof HTMLTextAreaElement && start !== end) control.setSelectionRange(start, end);
}

type Line = ControlProps & { options?: InputHTMLAttributes<HTMLInputElement> | undefined };

export function LineField({ options, ...props }: Line) {
  const { field, id, name, describedBy, isWrong } = props;
  return (
    <input
      id={id}
      dir="auto"
      aria-label={name}
      aria-describedby={describedBy}
      aria-invalid={isWrong}
      aria-required={field.required}
      placeholder={placeholder(props)}
      autoComplete="off"
      {...options}
      {...useTyping(props)}
    />
  );
}

/** A text, as high as what stands in it; one of one line has no line breaks. */
export function TextField({
  isOneLine,
  options,
  ...props
}: ControlProps & { isOneLine: boolean; options?: TextareaHTMLAttributes<HTMLTextAreaElement> }) {
  const { field, id, name, describedBy, isWrong } = props;
  return (
    <textarea
      id={id}
      aria-label={name}
      dir="auto"
      rows={isOneLine ? 1 : 3}
      aria-describedby={describedBy}
      aria-invalid={isWrong}
      aria-required={field.required}
      placeholder={placeholder(props)}
      onKeyDown={(event) => {
        if (isOneLine && event.key === "Enter") event.preventDefault();
      }}
      onPaste={(event) => {
        const text = event.clipboardData.getData("text/plain");
        if (!isOneLine || !/[\r\n]/.test(text)) return;
        event.preventDefault();
        document.execCommand("insertText", false, text.trim().replaceAll(/\s*[\r\n]+\s*/g, " "));
      }}
      {...options}
      {...useTyping(props)}
    />
  );
}

export function PriceField(props: ControlProps) {
  const currency = useModel((model) => model.state?.site.currency);
  return (
    <span className="with-unit">
      <span aria-hidden="true">{currency}</span>
      <LineField {...props} options={{ inputMode: "decimal", className: "whole" }} />
    </span>
  );
}

const SHAPES: { [type: string]: RegExp } = {
  date: /^(\d{4}-\d\d-\d\d)?$/,
  datetime: /^(\d{4}-\d\d-\d\dT\d\d:\d\d(:00)?)?$/,
  time: /^([01]\d|2[0-3]):[0-5]\d$|^$/,
};
const INPUTS: { [type: string]: string } = { date: "date", datetime: "datetime-local", time: "time" };

/** A date or a time on the clock of the gym. One that was written otherwise stays a text, with what is wrong with it. */
export function ClockField(props: ControlProps) {
  const { type, example } = props.field;
  const shown = useRef<string>(undefined);
  const given = typed(props.value);
  const isPlain = SHAPES[type]?.test(given);
  // A date without a time stays one. Where nothing is said yet, the example tells whether a time is usual.
  const isDay = type === "datetime" && SHAPES.date?.test(given || example);
  // As long as a part of it is empty, a browser says nothing of the others: they stay in the same field.
  if (given !== "" || !shown.current || shown.current === "text")
    shown.current = isDay ? "date" : isPlain ? INPUTS[type] : "text";
  const input = shown.current;
  const line = <LineField key={input} {...props} options={{ type: input, className: "short whole" }} />;
  if (type !== "datetime") return line;
  const other = isDay ? `${given}T09:00:00` : given.slice(0, 10);
  return (
    <span className="with-button">
      {line}
      {/^\d{4}-\d\d-\d\d/.test(given) && (
        <Button onClick={() => set(props.file, props.path, { date: other })}>
          {isDay ? words.addTime : words.noTime}
        </Button>
      )}
    </span>
  );
}

export function FlagField({ file, path, field, value, id, describedBy }: ControlProps) {
  const isOn = (typed(value) || field.default) === "true";
  const turn = (isOn: boolean) => {
    const isAssumed = String(isOn) === (field.default ?? "false");
    if (isAssumed && !field.required) unset(file, path);
    else set(file, path, { flag: isOn });
  };
  return (
    <input
      id={id}
      type="checkbox"
      className="switch"
      aria-describedby={describedBy}
      checked={isOn}
      onChange={(event) => turn(event.target.checked)}
    />
  );
}

/** True for a word of a list of which there are a few: they are buttons. */
export function isFew({ type, list, words: all = [], required, default: assumed }: Field): boolean {
  const isShort = all.length <= 4 && all.join("").length < 32;
  return type === "choice" && list === null && isShort && (required || assumed !== null);
}

/** A word of a list: a few as buttons, more as a menu. */
export function ChoiceField({ file, path, field, value, id, describedBy }: ControlProps) {
  const chosen = typed(value);
  const all = field.words ?? [];
  const choose = (word: string) => (word ? set(file, path, { text: word }) : unset(file, path));
  if (isFew(field)) {
    const name = `${id}-choice`;
    return (
      <span className="segments" role="radiogroup" aria-describedby={describedBy} aria-labelledby={`${id}-label`}>
        {all.map((word) => (
          <label key={word}>
            <input
              type="radio"
              name={name}
              checked={(chosen || field.default) === word}
              onChange={() => (word === field.default ? unset(file, path) : choose(word))}
            />
            <span>{label(word)}</span>
          </label>
        ))}
      </span>
    );
  }
  return (
    <select id={id} aria-describedby={describedBy} value={chosen} onChange={(event) => choose(event.target.value)}>
      {(!field.required || !all.includes(chosen)) && (
        <option value="">{field.default ? words.otherwise(label(field.default)) : words.notSaid}</option>
      )}
      {all.map((word) => (
        <option key={word} value={word}>
          {label(word)}
        </option>
      ))}
    </select>
  );
}

export function ColourField(props: ControlProps) {
  const { file, path, value, field, id } = props;
  const colour = typed(value) || field.default || "";
  const shown = /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : "#000000";
  const input = useRef<HTMLInputElement>(null);
  // What is chosen stays in it until the answer is there: a browser may tell of it twice.
  useEffect(() => {
    if (input.current) input.current.value = shown;
  }, [shown]);
  return (
    <span className="with-unit">
      <input
        ref={input}
        type="color"
        aria-labelledby={`${id}-label`}
        defaultValue={shown}
        onInput={(event) => set(file, path, { text: event.currentTarget.value.toUpperCase() })}
      />
      <LineField {...props} options={{ className: "short", spellCheck: false }} />
    </span>
  );
}

/** Several words of a list, or days of the week. */
export function SetField({ file, path, field, value, id, describedBy }: ControlProps) {
  const week = useModel((model) => model.state?.site.week);
  const all = field.words ?? (week?.length === 7 ? week : DAYS);
  const chosen = Array.isArray(value) ? value.map(typed) : value === undefined ? [] : [typed(value)];
  const turn = (word: string, isOn: boolean) => {
    // Whoever is quick chooses the next one before the answer is there.
    const before = names(valueSoon(file, path));
    const now = all.filter((one) => (one === word ? isOn : before.includes(one)));
    if (now.length || field.required) set(file, path, { list: now.map((text) => ({ text })) });
    else unset(file, path);
  };
  return (
    <fieldset className="segments" aria-describedby={describedBy} aria-labelledby={`${id}-label`}>
      {all.map((word) => (
        <label key={word}>
          <input
            type="checkbox"
            checked={chosen.includes(word)}
            onChange={(event) => turn(word, event.target.checked)}
          />
          <span>{label(word)}</span>
        </label>
      ))}
    </fieldset>
  );
}
