// Replaces every text of `content/` by another, in place: tests of the generator must not notice.
// node tests/nightly/reword.js && cargo test --test suite -- --skip shipped
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../browser/support/site.js";

const VOWELS = "aeiouaAEIOUA";

/** The text with the next vowel for each, but for what is filled in and where links lead. */
const other = (text) =>
  text
    .split(/(\{[^}]*\}|\]\([^)]*\)|https?:\S+)/)
    .map((part, at) => (at % 2 ? part : part.replace(/[aeiou]/gi, (vowel) => VOWELS[VOWELS.indexOf(vowel) + 1])))
    .join("");

/** Texts are what has a space in it, and titles and names. */
const reworded = (toml) =>
  toml.replace(/^#.*$|(\b\w+ = )?('''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*")/gm, (all, key = "", text = "") =>
    text.includes(" ") || /^(title|name|heading|role) /.test(key) ? key + other(text) : all,
  );

const content = join(root, "content");
for (const file of readdirSync(content, { recursive: true }).filter((file) => file.endsWith(".toml"))) {
  const path = join(content, file);
  writeFileSync(path, reworded(readFileSync(path, "utf8")));
}
