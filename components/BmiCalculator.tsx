import { type FormEvent, useId, useRef, useState } from "react";
import type { Bmi } from "./types";

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

/** The text with the digits of the page's language as those of JavaScript. */
function latin(text: string): string {
  const digits = Array.from({ length: 10 }, (_, digit) => digit.toLocaleString(document.documentElement.lang));
  return text.replace(/\p{Nd}/gu, (digit) => `${digits.includes(digit) ? digits.indexOf(digit) : digit}`);
}

/** The number a visitor means, whichever sign stands before the decimals; nothing if it is no measure. */
function measure(text: FormDataEntryValue | null, unit: string): number | undefined {
  const written = latin(String(text).trim()).replace(/[,٫]/, ".");
  const [, whole, rest] = /^(\d+)\s*(?:['’′]|[a-z]+|\s)\s*(\d+(?:\.\d+)?)/i.exec(written) ?? [];
  const ratio = smaller[unit];
  const number = rest && ratio ? Number(whole) + Number(rest) / ratio : Number(written || "0");
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

/** The categories in the words of the chart, and after them the one of all that is in none. */
function rows({ band, below_range, between_range, otherwise, otherwise_range }: Bmi): Row[] {
  const written = band.map(({ title, from, below }) => ({
    title,
    range: (from === null ? below_range : between_range)
      .replaceAll("{from}", `${from ?? ""}`)
      .replaceAll("{below}", `${below}`),
    from,
    below,
  }));
  return [...written, { title: otherwise, range: otherwise_range, from: null, below: null }];
}

const holds = (index: number) => (row: Row) =>
  (row.from === null || index >= row.from) && (row.below === null || index < row.below);

export default function BmiCalculator(props: Bmi) {
  const [index, setIndex] = useState<number>();
  const [invalid, setInvalid] = useState<string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const bands = rows(props);
  const active = index === undefined ? -1 : bands.findIndex(holds(index));

  function calculate(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const [weight, height] = (["weight", "height"] as const).map((key) => {
      const written = measure(data.get(key), props[key].unit);
      return written && written * (factors[props[key].unit] ?? 1);
    });
    const result = weight && height ? (weight / height ** 2) * 10000 : Number.NaN;
    if (weight && height && Number.isFinite(result)) {
      setIndex(result);
      setInvalid([]);
      return;
    }
    const alone = [weight ? "" : "weight", height ? "" : "height"].filter(Boolean);
    // Two numbers that are fine by themselves may be absurd together.
    const wrong = alone.length > 0 ? alone : ["weight", "height"];
    setIndex(undefined);
    setInvalid(wrong);
    form.current?.querySelector<HTMLElement>(`[name=${wrong[0]}]`)?.focus();
  }

  const field = (name: string, words: Bmi["weight"]) => (
    <div className="bmi__field">
      <label className="bmi__label" htmlFor={id + name}>
        {words.label}
      </label>
      <input
        className="bmi__input"
        id={id + name}
        name={name}
        type="text"
        inputMode={smaller[words.unit] ? "text" : "decimal"}
        autoComplete="off"
        placeholder={words.placeholder}
        aria-describedby={`${id}${name}-unit${invalid.includes(name) ? ` ${id}alert` : ""}`}
        aria-invalid={invalid.includes(name) || undefined}
      />
      <span className="bmi__unit" id={`${id}${name}-unit`}>
        {words.unit}
      </span>
    </div>
  );

  return (
    <section className="bmi" aria-labelledby={id}>
      <div className="bmi__inner">
        <div className="bmi__intro">
          <div className="section-heading">
            <p className="kicker">{props.kicker}</p>
            <h2 className="section-heading__title" id={id}>
              {props.title}
            </h2>
            <p className="section-heading__text">{props.text}</p>
          </div>
        </div>
        <form className="bmi__form" noValidate method="dialog" onSubmit={calculate} ref={form}>
          <div className="bmi__fields">
            {field("weight", props.weight)}
            {field("height", props.height)}
            <button className="button bmi__button" type="submit">
              {props.button}
            </button>
          </div>
          <p className="bmi__alert" id={`${id}alert`} role="alert">
            {invalid.length > 0 && props.alert}
          </p>
          <p className="bmi__result" role="status">
            {index !== undefined && (
              <>
                <span className="bmi__caption">{props.result_title}</span>
                <span className="bmi__number">{index.toFixed(props.decimals)}</span>
                <span className="visually-hidden">{props.category_title}</span>
                <span className="bmi__category">{bands[active]?.title}</span>
              </>
            )}
          </p>
          {index !== undefined && props.next && (
            <p className="bmi__next">
              {props.next.text} <a href={props.next.button.to}>{props.next.button.title}</a>
            </p>
          )}
        </form>
        <noscript>
          <p className="bmi__no-script">{props.no_script}</p>
        </noscript>
        <p className="bmi__no-script when-failed">{props.no_script}</p>
        <div className="bmi-chart">
          <h3 className="bmi-chart__title">{props.chart_title}</h3>
          <ol className="bmi-chart__bands">
            {bands.map((band, position) => (
              <li className="bmi-chart__band" key={band.title} data-active={position === active || undefined}>
                <span className="bmi-chart__name">{band.title}</span>
                <span className="bmi-chart__range">{band.range}</span>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
