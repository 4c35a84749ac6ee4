// Replaces every text of `content/` by another, in place: tests of the generator must not notice. CONTRIBUTING.md names
// those that do.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../browser/support/site.js";

const VOWELS = "aeiouaAEIOUA";

/** Fields whose values are no words: what a program knows by its name, addresses, times. */
const NO_TEXT =
  /^(accent|base_url|closes|country|currency(_code)?|email|embed|end|file|from|icon|id|language|layout|network|of|password|path|phone|start|time_zone|to|type|url)$/;
/** Fields that hold a name in small letters, or a text; without a field, in a list, as well. */
const EITHER = /^(category|class|day|each|first_day|kind|trainer|)$/;

const isText = (field, value) =>
  EITHER.test(field) ? !/^[a-z0-9-]+$/.test(value) : !NO_TEXT.test(field) && !/^(\d\d:\d\d|#\w+|\/.*)$/.test(value);

/** The text with the next vowel for each, but for what is filled in and where links lead. */
const other = (text) =>
  text
    .split(/(\{[^}]*\}|\]\([^)]*\)|https?:\S+)/)
    .map((part, at) => (at % 2 ? part : part.replace(/[aeiou]/gi, (vowel) => VOWELS[VOWELS.indexOf(vowel) + 1])))
    .join("");

const reworded = (toml) =>
  toml.replace(
    /^#.*$|(?:\b(\w+) = )?("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*")/gm,
    (all, field = "", text = undefined) =>
      text && isText(field, text.replace(/^["']+|["']+$/g, "")) ? all.slice(0, -text.length) + other(text) : all,
  );

const content = join(root, "content");
for (const file of readdirSync(content, { recursive: true }).filter((file) => file.endsWith(".toml"))) {
  const path = join(content, file);
  writeFileSync(path, reworded(readFileSync(path, "utf8")));
}
