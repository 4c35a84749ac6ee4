// How the files of the index are written. See `src/search/`.

/** A word, or the beginning of many. */
export interface Entry {
  word: string;
  isBeginning: boolean;
  /** The pages that have it, as `numbers` reads them. */
  pages: string;
}

/** What stands before the number of a page that has the word elsewhere than in its text, after U+001C. */
export const MARKS = ["stressed", "term", "title"] as const;
const FIRST_MARK = 0x1c;

/** The sign that is the digit 0. A digit has five bits, then one that says that there are more. */
const ZERO = 0x20;
const MORE = 32;

/** Numbers in digits, the lowest first, each with the mark before it. */
export function* numbers(text: string): Generator<[number: number, mark: (typeof MARKS)[number] | undefined]> {
  let mark: (typeof MARKS)[number] | undefined;
  let [number, shift] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0) {
      mark = MARKS[digit + ZERO - FIRST_MARK];
      continue;
    }
    number |= (digit & (MORE - 1)) << shift;
    shift += 5;
    if (digit & MORE) continue;
    yield [number, mark];
    mark = undefined;
    number = shift = 0;
  }
}

/** Keys of which each says with a capital letter how much of the one before it shares; `ends` can stand behind one. */
function keys(line: string, ends: string): [key: string, end: string][] {
  let key = "";
  return (line.match(/[A-Z][^A-Z]*/g) ?? []).map((written) => {
    const end = written.indexOf(ends);
    key = key.slice(0, written.charCodeAt(0) - 65) + written.slice(1, end < 0 ? undefined : end);
    return [key, end < 0 ? "" : written.slice(end)];
  });
}

/** The entries of a list of words, and of what it says of them. The last digit of each is a high one. */
export function entries(words = "", lists = ""): Entry[] {
  const pages = lists.match(/[^`-\x7f]*[`-\x7f]/g) ?? [];
  return keys(words, "*").map(([word, end], at) => ({ word, isBeginning: end !== "", pages: pages[at] ?? "" }));
}

/** Keys with the letters that were left out before each. */
export function spelled(line: string): [key: string, heads: string[]][] {
  return keys(line, ":").map(([key, end]) => [key, end ? end.slice(1).split(":") : [""]]);
}
