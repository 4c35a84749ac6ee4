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

/** A word as it's written: letters, their marks and digits, and apostrophes or primes within. */
const WRITTEN = /[\p{Alphabetic}\p{M}\p{N}]+(?:['’′][\p{Alphabetic}\p{M}\p{N}]+)*/gu;

/** The letters of languages that put no spaces between words: Thai, Lao, Burmese, Khmer, Japanese, Chinese. */
const UNSPACED =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\uff66-\\uff9f\\u{20000}-\\u{3ffff}";
const RUN = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, "gu");
export const isUnspaced = (word: string) => new RegExp(`^[${UNSPACED}]`, "u").test(word);

interface Written {
  /** Where in the text it begins and ends. */
  from: number;
  to: number;
  word: string;
}

/** Each word; of languages without spaces, every two letters that follow each other, and the last one. */
export function* written(text: string): Generator<Written> {
  for (const match of text.matchAll(WRITTEN)) {
    for (const { 0: run, index } of match[0].matchAll(RUN)) {
      const start = match.index + index;
      const bounds = isUnspaced(run) ? [...run.matchAll(/(?:^|\P{M})\p{M}*/gu)].map(({ index }) => index) : [0];
      bounds.push(run.length);
      for (const [at, from] of bounds.slice(0, -1).entries()) {
        const to = bounds[at + 2] ?? run.length;
        const word = fold(run.slice(from, to));
        if (word) yield { from: start + from, to: start + to, word };
      }
    }
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
