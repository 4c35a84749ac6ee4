import { type FormEvent, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { heading } from "./parts/heading";
import type { Bmi } from "./types";

interface BmiCalculatorProps {
  words: Bmi;
  /** The digits of the language from 0 on, and its sign before decimals. */
  numerals: string;
  /** The level of its heading. */
  level: number;
}

/** A row of the chart: a category and the values that belong to it. */
interface Row {
  title: string;
  range: string;
  /** The smallest value of it, if there is one. */
  from: number | null;
  /** The first value beyond it, if there is one. */
  below: number | null;
}

/** What one of each unit is in kilograms or centimetres; what isn't here is taken for one of these. */
const factors: Partial<Record<string, number>> = {
  lb: 0.45359237,
  lbs: 0.45359237,
  st: 6.35029318,
  m: 100,
  in: 2.54,
  ft: 30.48,
};

/** How many of the smaller unit a larger one has, where people say both: 5 feet 10, 11 stone 4. */
const smaller: Partial<Record<string, number>> = { ft: 12, st: 14 };

/** The signs with which JavaScript writes numbers, in the order of `numerals`. */
const latin = "0123456789.";

/** The text with the signs of one list as those of the other. */
const transcribed = (text: string, from: string, to: string) =>
  Array.from(text, (sign) => Array.from(to)[Array.from(from).indexOf(sign)] ?? sign).join("");

/** What a digit of any script is worth: in Unicode the digits of each follow one another, from 0 on. */
function worth(digit: string): string {
  const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));
  const code = digit.codePointAt(0) ?? 0;
  let before = 0;
  while (isDigit(code - before - 1)) before++;
  return `${before % 10}`;
}

/** The number a visitor means, whichever sign stands before the decimals; NaN if it is no measure: `Number` alone takes
 * "0x50" and "1e2", too. Japanese input methods write digits as wide as letters, which NFKC makes plain. */
function measure(text: FormDataEntryValue | null, unit: string, numerals: string): number {
  const known = transcribed(String(text).normalize("NFKC").trim(), numerals, latin);
  // Keyboards have digits of their own, whatever the page has.
  const written = known.replace(/\p{Nd}/gu, worth).replace(/[,٫]/, ".");
  const [, whole, rest] = /^(\d+)\s*(?:['’′]|[a-z]+|\s)\s*(\d+(?:\.\d+)?)\D*$/i.exec(written) ?? [];
  const ratio = smaller[unit];
  if (!rest || !ratio) return /^\d*\.?\d*$/.test(written) ? Number(written) : Number.NaN;
  // As many as a whole of the larger unit are no rest.
  return Number(rest) < ratio ? Number(whole) + Number(rest) / ratio : Number.NaN;
}

/** A weight in kilograms or a height in centimetres; nothing unless it is more than zero. */
function measured(key: "weight" | "height", data: FormData, unit: string, numerals: string): number | undefined {
  const number = measure(data.get(key), unit, numerals) * (factors[unit] ?? 1);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

/** The categories in the words of the chart, and after them the one of all that is in none. */
function rows({ band, below_range, between_range, otherwise, otherwise_range }: Bmi, numerals: string): Row[] {
  const written = (bound: number | null) => transcribed(`${bound ?? ""}`, latin, numerals);
  const categories = band.map(({ title, from, below }) => ({
    title,
    range: (from === null ? below_range : between_range)
      .replaceAll("{from}", written(from))
      .replaceAll("{below}", written(below)),
    from,
    below,
  }));
  return [...categories, { title: otherwise, range: otherwise_range, from: null, below: null }];
}

const holds = (index: number) => (row: Row) =>
  (row.from === null || index >= row.from) && (row.below === null || index < row.below);

export default function BmiCalculator({ words, numerals, level }: BmiCalculatorProps) {
  const [index, setIndex] = useState<number>();
  const [invalid, setInvalid] = useState<string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const Title = heading(level);
  const ChartTitle = heading(level + 1);
  const bands = rows(words, numerals);
  const active = index === undefined ? -1 : bands.findIndex(holds(index));

  function calculate(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [weight, height] = (["weight", "height"] as const).map((key) =>
      measured(key, data, words[key].unit, numerals),
    );
    const result = weight && height ? (weight / height ** 2) * 10000 : Number.NaN;
    if (Number.isFinite(result)) {
      // Rounded before it is looked up: the category is that of the number which people read.
      setIndex(Number(result.toFixed(words.decimals)));
      setInvalid([]);
      return;
    }
    const alone = [weight ? "" : "weight", height ? "" : "height"].filter(Boolean);
    // Two numbers that are fine by themselves may be absurd together.
    const wrong = alone.length > 0 ? alone : ["weight", "height"];
    // Shown before the focus moves, which lays out the page: it is done once then.
    flushSync(() => {
      setIndex(undefined);
      setInvalid(wrong);
    });
    form.current?.querySelector<HTMLElement>(`[name=${wrong[0]}]`)?.focus();
  }

  // Two that are wrong are named by the alert.
  const isAlone = (name: string) => invalid.length === 1 && invalid[0] === name;

  const field = (name: string, { label, placeholder, unit, error }: Bmi["weight"]) => (
    <div className="bmi__field">
      <label className="bmi__label" htmlFor={id + name}>
        {label}
      </label>
      <input
        className="bmi__input"
        id={id + name}
        name={name}
        type="text"
        inputMode={smaller[unit] ? "text" : "decimal"}
        autoComplete="off"
        placeholder={transcribed(placeholder, latin, numerals)}
        data-example={placeholder !== "0" || undefined}
        aria-describedby={`${id}${name}-unit${invalid.includes(name) ? ` ${id}${isAlone(name) ? name : ""}alert` : ""}`}
        aria-invalid={invalid.includes(name) || undefined}
      />
      <span className="bmi__unit" id={`${id}${name}-unit`}>
        {unit}
      </span>
      {isAlone(name) && (
        <p className="bmi__error" id={`${id}${name}alert`}>
          {error}
        </p>
      )}
    </div>
  );

  return (
    <section className="bmi" aria-labelledby={id}>
      <div className="bmi__inner split gutters">
        <div className="section-heading">
          <p className="kicker">{words.kicker}</p>
          <Title className="section-heading__title" id={id}>
            {words.title}
          </Title>
          <p className="section-heading__text">{words.text}</p>
        </div>
        <form className="bmi__form stack screen-only" noValidate method="dialog" onSubmit={calculate} ref={form}>
          <div className="bmi__fields">
            {field("weight", words.weight)}
            {field("height", words.height)}
            <button className="button bmi__button" type="submit">
              {words.button}
            </button>
          </div>
          <p className="bmi__alert" id={`${id}alert`} role="alert">
            {invalid.length > 0 && words.alert}
          </p>
          <p className="bmi__result" role="status">
            {index !== undefined && (
              <>
                <span className="bmi__caption">{words.result_title}</span>
                <span className="bmi__number">{transcribed(index.toFixed(words.decimals), latin, numerals)}</span>
                <span className="visually-hidden">{words.category_title}</span>
                <span className="bmi__category">{bands[active]?.title}</span>
              </>
            )}
          </p>
          {index !== undefined && words.next && (
            <p className="bmi__next">
              {words.next.text} <a href={words.next.button.to}>{words.next.button.title}</a>
            </p>
          )}
        </form>
        <noscript>
          <p className="bmi__no-script">{words.no_script}</p>
        </noscript>
        <p className="bmi__no-script when-failed">{words.no_script}</p>
        <div className="bmi__chart">
          <ChartTitle className="bmi__chart-title">{words.chart_title}</ChartTitle>
          <ol className="bmi__bands grid">
            {bands.map((band, position) => (
              <li
                className="bmi__band"
                key={`${band.title} ${band.range}`}
                data-active={position === active || undefined}
              >
                <span className="bmi__band-name">{band.title}</span>
                <span className="bmi__band-range">{band.range}</span>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
