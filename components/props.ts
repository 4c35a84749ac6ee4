// Made from src/islands/props/ by `WRITE_PROPS=1 cargo test --lib props`; a test compares the two.

/** What `BmiCalculator` is told. */
export interface BmiCalculatorProps {
  /** The small line above the title. */
  kicker: string;
  /** The section's title. */
  title: string;
  /** What the index is good for. */
  text: string;
  /** How many decimals of the result are shown. */
  decimals: number;
  /** The field for kilograms. */
  weight: BmiField;
  /** The field for centimetres. */
  height: BmiField;
  /** What the button says. */
  button: string;
  /** Stands before the result. */
  result_title: string;
  /** Stands before the result's category. */
  category_title: string;
  /** Stands above the table of categories. */
  chart_title: string;
  /** What to say when a field holds no usable number. */
  alert: string;
  /** What to say where no scripts run. */
  no_script: string;
  /** The category of what no band holds. */
  otherwise: string;
  /** The categories; the first that holds a value names it. */
  bands: Array<BmiBand>;
}

/** A field for a number. */
export interface BmiField {
  /** What it asks for. */
  label: string;
  /** Stands behind it. */
  unit: string;
  /** An example. */
  placeholder: string;
}

/** A category and the values that belong to it. */
export interface BmiBand {
  /** Its name. */
  title: string;
  /** The smallest value of it, if there is one. */
  from: number | null;
  /** The first value beyond it, if there is one. */
  below: number | null;
  /** The values as text, as in `18.5 - 24.9`. */
  range: string;
}
