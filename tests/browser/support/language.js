// Texts in an invented language, the same each time, whose words are distributed as in a natural one:
// a few are everywhere, and most are rare (Zipf's law).

const STARTS = "b c d f g h k l m n p r s t w y br ch cl dr fl gr pl pr sh st str th tr".split(" ");
const VOWELS = "a e i o u ea ee ai ou".split(" ");
const ENDS = ["", "", "", ..."n r l s t d ng m ck nd st".split(" ")];
const ENDINGS = ["", "", "", "s", "ed", "ing", "er", "ly", "ness", "tion"];

/** Numbers from 0 to 1 without pattern (mulberry32). */
function chances(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A language of so many words: `words`, the most frequent first, and what is said in it. */
export function language(size, seed = 2026) {
  const chance = chances(seed);
  const below = (most) => Math.floor(chance() * most);
  const one = (list) => list[below(list.length)];
  const words = vocabulary(size, one, below);

  let sum = 0;
  const sums = words.map((_, rank) => (sum += 1 / (rank + 2.7)));
  /** A word, as often as its place in the list says. */
  function word() {
    const height = chance() * sum;
    let low = 0;
    for (let high = size - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if (sums[middle] < height) low = middle + 1;
      else high = middle;
    }
    return words[low];
  }
  const phrase = (length) => Array.from({ length }, word).join(" ");
  /** A text in Markdown with about so many words, a heading for every sixty. */
  const text = (length) =>
    Array.from({ length: Math.ceil(length / 60) }, () => `## ${phrase(3)}\n\n${phrase(57)}.`).join("\n\n");
  return { words, phrase, text };
}

/** Words of syllables: the more frequent, the shorter. */
function vocabulary(size, one, below) {
  const words = new Set();
  for (let tries = 0; words.size < size; tries++) {
    const syllables = tries < 300 ? 1 : tries < 6000 ? 2 : 2 + below(2);
    const word = Array.from({ length: syllables }, () => one(STARTS) + one(VOWELS)).join("") + one(ENDS);
    words.add(syllables > 1 ? word + one(ENDINGS) : word);
  }
  return [...words];
}
