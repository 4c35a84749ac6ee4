// Words that a mistyped word may be meant as: with a letter too many, missing, another one, or two the wrong way
// round (the distance of Damerau and Levenshtein, no letter being changed twice).

/** How many slips a word may have. */
export const allowed = (word: string) => (/\p{N}/u.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/**
 * How far `word` is from what was typed, in slips; where that's nearer, how far something is with which it begins,
 * and a half.
 */
export function distance(typed: string, word: string, most: number): number {
  let older: number[] = [];
  let old: number[] = [];
  let row = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let i = 1; i <= typed.length; i++) {
    [older, old, row] = [old, row, [i]];
    for (let j = 1; j <= word.length; j++) {
      const same = typed[i - 1] === word[j - 1];
      const swapped = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1];
      row[j] = Math.min(
        (old[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (old[j - 1] ?? 0) + (same ? 0 : 1),
        swapped ? (older[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...row, ...old) > most) return Number.POSITIVE_INFINITY;
  }
  const whole = row[word.length] ?? 0;
  return whole <= most ? whole : Math.min(...row) + 0.5;
}

/** What something begins with: of `text` as many `letters`, or more, where very much begins with these. */
export interface Start {
  text: string;
  letters: number;
}

/** What the word begins with if its first two letters are right. */
export const beginning = (typed: string): Start => ({ text: typed, letters: 2 });

/**
 * What the word, or the word without its first two letters, begins with if a slip is in these two. The rest is right
 * then, as it stands or after one letter that's missing or too many. With a second slip in it, its first two letters
 * are taken for right.
 */
export function otherBeginnings(typed: string, slips: number): Start[] {
  const [first = "", second = "", third = "", ...rest] = typed;
  const end = rest.join("");
  const starts = [second + third + end, third + end, first + third + end, first + third + second + end];
  return starts.map((text, at) => ({ text, letters: slips === 1 ? text.length : at < 2 ? 2 : 4 }));
}
