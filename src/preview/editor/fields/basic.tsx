/** Fields of single values: lines, paragraphs, numbers, prices, dates, times, choices, yes or no, colours. */

import { type InputHTMLAttributes, type TextareaHTMLAttributes, useEffect, useRef } from "react";
import type { Field, Path, Value } from "../protocol";
import { set, unset, useModel } from "../store";
import { label, typed, written } from "../values";
import { words } from "../words";

/** What a control has to know. */
export interface ControlProps {
  file: string;
  path: Path;
  field: Field;
  value: Value | undefined;
  /** Ids for the control and for what describes it. */
  id: string;
  describedBy: string;
  isWrong: boolean;
}

/** Sends what is typed, letter by letter; an emptied optional field goes only when it is left, so that its place stays. */
export function useTyping({ file, path, field, value }: ControlProps) {
  const text = typed(value);
  const epoch = useModel((model) => model.epoch);
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const sent = useRef(text);
  const shownEpoch = useRef(epoch);
  const wasThere = useRef(value !== undefined);
  // While somebody types, no answer writes into the field: only undo and corrections do.
  useEffect(() => {
    const shown = input.current;
    const isAnew = shownEpoch.current !== epoch;
    if (!shown || (document.activeElement === shown && !isAnew)) return;
    if (text !== sent.current || isAnew) {
      if (shown.value !== text) shown.value = text;
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
    },
    onInput: () => {
      const now = input.current?.value ?? "";
      sent.current = now;
      const isGone = now.trim() === "" && !field.required && !isElement && !wasThere.current;
      if (isGone) unset(file, path);
      else set(file, path, written(field.type, now));
    },
    onBlur: () => {
      if (input.current?.value.trim() === "" && !field.required && !isElement && value !== undefined) unset(file, path);
    },
  };
}

type Line = ControlProps & { options?: InputHTMLAttributes<HTMLInputElement> | undefined };

export function LineField({ options, ...props }: Line) {
  const { field, id, describedBy, isWrong } = props;
  return (
    <input
      id={id}
      aria-describedby={describedBy}
      aria-invalid={isWrong}
      placeholder={field.default ?? undefined}
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
  const { field, id, describedBy, isWrong } = props;
  return (
    <textarea
      id={id}
      rows={isOneLine ? 1 : 3}
      aria-describedby={describedBy}
      aria-invalid={isWrong}
      aria-required={field.required}
      placeholder={field.default ?? undefined}
      onKeyDown={(event) => {
        if (isOneLine && event.key === "Enter") event.preventDefault();
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
      <LineField {...props} options={{ inputMode: "decimal" }} />
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
  const { type } = props.field;
  const isPlain = SHAPES[type]?.test(typed(props.value));
  // A date without a time stays one.
  const isDay = type === "datetime" && SHAPES.date?.test(typed(props.value)) && props.value !== undefined;
  const input = isDay ? "date" : isPlain ? INPUTS[type] : "text";
  return <LineField key={input} {...props} options={{ type: input, className: "short" }} />;
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

/** A word of a list: a few as buttons, more as a menu. */
export function ChoiceField({ file, path, field, value, id, describedBy }: ControlProps) {
  const chosen = typed(value);
  const all = field.words ?? [];
  const choose = (word: string) => (word ? set(file, path, { text: word }) : unset(file, path));
  const isShort = field.required || field.default !== null;
  if (all.length <= 4 && isShort && all.join("").length < 32) {
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
  const colour = typed(value) || field.default || "#000000";
  return (
    <span className="with-unit">
      <input
        type="color"
        aria-labelledby={`${id}-label`}
        value={/^#[0-9a-f]{6}$/i.test(colour) ? colour : "#000000"}
        onChange={(event) => set(file, path, { text: event.target.value.toUpperCase() })}
      />
      <LineField {...props} options={{ className: "short", spellCheck: false }} />
    </span>
  );
}

const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/** Several words of a list, or days of the week. */
export function SetField({ file, path, field, value, id, describedBy }: ControlProps) {
  const week = useModel((model) => model.state?.site.week);
  const all = field.words ?? (week?.length === 7 ? week : DAYS);
  const chosen = Array.isArray(value) ? value.map(typed) : value === undefined ? [] : [typed(value)];
  const turn = (word: string, isOn: boolean) => {
    const now = all.filter((one) => (one === word ? isOn : chosen.includes(one)));
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
