// The words of a text as the search compares them: without case and accents. `src/search/words.rs` does the same
// when the site is built, and a test compares the two.

/** Longer words are cut. */
const LONGEST = 40;

/** Letters that readers take for others, though Unicode has no decomposition of them. */
const ALIKE: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ı: "i",
  ς: "σ",
};

/** A word as it's written: letters, their marks and digits, and apostrophes within. */
const WRITTEN = /[\p{Alphabetic}\p{M}\p{N}]+(?:['’][\p{Alphabetic}\p{M}\p{N}]+)*/gu;

/** Each word with where it begins and ends. */
export function* written(text: string): Generator<{ from: number; to: number; word: string }> {
  for (const match of text.matchAll(WRITTEN)) {
    const word = fold(match[0]);
    if (word) yield { from: match.index, to: match.index + match[0].length, word };
  }
}

function fold(text: string): string {
  const letters = text
    .replace(/['’ʼ]s$/i, "")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{M}\p{N}]|ʼ/gu, "");
  return [...letters]
    .slice(0, LONGEST)
    .map((letter) => ALIKE[letter] ?? letter)
    .join("");
}
