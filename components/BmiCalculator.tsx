import { type FormEvent, useId, useState } from "react";
import type { BmiBand, BmiCalculatorProps, BmiField } from "./props";

interface Result {
  value: string;
  band: string;
}

function bandOf(index: number, bands: BmiBand[], otherwise: string): string {
  const holds = ({ from, below }: BmiBand) => (from === null || index >= from) && (below === null || index < below);
  return bands.find(holds)?.title ?? otherwise;
}

/** The number a visitor means, whichever sign stands before the decimals; nothing if it can't be a measure. */
function measure(text: string): number | undefined {
  const number = Number(text.trim().replace(",", "."));
  return text.trim() !== "" && Number.isFinite(number) && number > 0 ? number : undefined;
}

export default function BmiCalculator(props: BmiCalculatorProps) {
  const [weight, setWeight] = useState("");
  const [height, setHeight] = useState("");
  const [result, setResult] = useState<Result | "invalid">();

  function calculate(event: FormEvent) {
    event.preventDefault();
    const [kilograms, centimetres] = [measure(weight), measure(height)];
    const index = kilograms && centimetres && (kilograms / centimetres ** 2) * 10000;
    if (!index || !Number.isFinite(index)) {
      setResult("invalid");
      return;
    }
    setResult({ value: index.toFixed(props.decimals), band: bandOf(index, props.bands, props.otherwise) });
  }

  return (
    <>
      <form className="bmi__form" noValidate onSubmit={calculate}>
        <div className="bmi__fields">
          <Measure field={props.weight} name="weight" value={weight} onChange={setWeight} />
          <Measure field={props.height} name="height" value={height} onChange={setHeight} />
          <button className="button bmi__button" type="submit">
            {props.button}
          </button>
        </div>
        <p className="bmi__alert" role="alert">
          {result === "invalid" ? props.alert : ""}
        </p>
        <p className="bmi__result" role="status" data-band={typeof result === "object" ? result.band : ""}>
          {typeof result === "object" ? `${props.result_title} ${result.value}` : ""}
        </p>
      </form>
    </>
  );
}

interface MeasureProps {
  field: BmiField;
  name: string;
  value: string;
  onChange: (value: string) => void;
}

function Measure({ field, name, value, onChange }: MeasureProps) {
  const id = useId();
  return (
    <div className="bmi__field">
      <label className="bmi__label" htmlFor={id}>
        {field.label}
      </label>
      <input
        className="bmi__input"
        id={id}
        name={name}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        placeholder={field.placeholder}
        aria-describedby={`${id}-unit`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="bmi__unit" id={`${id}-unit`}>
        {field.unit}
      </span>
    </div>
  );
}
