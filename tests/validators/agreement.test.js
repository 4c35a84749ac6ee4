// The JSON Schemas that editors check with agree with the decoder on files that are valid, and on files broken at every
// place. `cargo test agreement` writes the files and what the decoder says of them.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import Ajv from "ajv";

const FOLDER = new URL("../../target/tmp/agreement/", import.meta.url);

/** What the schema and the decoder say differently of a value, or `undefined`. */
function disagreement(validate, { place, value, valid, visible }) {
  const validForSchema = validate(value);
  if (validForSchema && visible !== null) return `${place}: only the decoder reports: ${visible}`;
  if (!validForSchema && valid) return `${place}: only the schema reports: ${validate.errors[0].message}`;
}

for (const file of readdirSync(FOLDER)) {
  test(`the schema agrees with the decoder on ${file}`, () => {
    const { schema, values } = JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"));
    const validate = new Ajv({ strict: false, logger: false, validateFormats: false }).compile(schema);
    assert.deepEqual(values.map((value) => disagreement(validate, value)).filter(Boolean), []);
  });
}
