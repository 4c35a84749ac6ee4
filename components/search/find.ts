// From what was typed to pages: every word of it is looked up, also as the beginning of longer words and with slips.

import { Index, type Shown, type Words } from "./data";
import { isUnspaced, written } from "./words";

/** A part of a text, marked if it's what was looked for. */
export interface Piece {
  /** Where in the text it begins. */
  at: number;
  text: string;
  marked: boolean;
}

/** A page that was found. */
export interface Found {
  /** Its address; browsers lead on to what was found in its text only, and mark it there. */
  url: string;
  title: Piece[];
  excerpt: Piece[];
  terms: Piece[];
  /** Words that were found in its text only. */
  within: string[];
}

/** Words that are looked up. */
const MOST_WORDS = 8;
/** Words that are taken for one with a slip. */
const MOST_MEANT = 3;

/** What a word in a text, stressed in it, among the terms, in the title is worth. */
const WORTH = [1, 2, 5, 9];
/** What a longer word is worth, and one that was typed with slips. */
const LONGER = 0.6;
const SLIPPED = 0.4;

/** Words that a typed word stands for. */
interface Meaning {
  typed: string;
  /** Each with its pages, and with what it's worth. */
  words: { word: string; pages: number[]; worth: number }[];
}

/** The pages that the query finds, the best first, `most` of them at most; none once `isWanted` says no. */
export async function find(query: string, index: Index, most: number, isWanted = () => true): Promise<Found[]> {
  const { meanings, ranked } = await look(query, index);
  const best = isWanted() ? ranked.slice(0, most) : [];
  const pages = await Promise.all(best.map(({ page }) => index.page(page)));
  return best.flatMap(({ words }, at) => {
    const page = pages[at];
    return page ? [shown(page, meanings, words)] : [];
  });
}

/** The numbers of all pages that have what was typed, the best first. */
export async function look(query: string, index: Index): Promise<{ meanings: Meaning[]; ranked: Ranked[] }> {
  const all = [...written(query)].map(({ word }) => word);
  // The last letter of a language without spaces is in the pair before it.
  const typed = all.filter((word, at) => !(isUnspaced(word) && all[at - 1]?.endsWith(word)));
  const words = [...new Set(typed)].slice(-MOST_WORDS);
  const last = words.at(-1);
  const meant = async (word: string) => meaning(word, word === last, await index.words(word));
  const meanings = await Promise.all(words.map(meant));
  return { meanings, ranked: rank(meanings, index.count) };
}

function meaning(typed: string, isLast: boolean, words: Words): Meaning {
  // A short word that is finished is meant as it is.
  const andLonger = isLast || typed.length > 2 || isUnspaced(typed);
  const meant = Object.entries(words)
    .filter(([word]) => word === typed || (andLonger && word.startsWith(typed)))
    .map(([word, pages]) => ({ word, pages, worth: word === typed ? 1 : LONGER }));
  return { typed, words: meant.length > 0 ? meant : slipped(typed, words) };
}

/** How many slips a word may have. */
const allowed = (word: string) => (/\p{N}/u.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

/** The words that are nearest to what was typed. */
function slipped(typed: string, words: Words): Meaning["words"] {
  const most = allowed(typed);
  if (most === 0) return [];
  const near = Object.keys(words)
    .map((word) => ({ word, far: distance(typed, word, most) }))
    .filter(({ far }) => far <= most + 0.5);
  const nearest = Math.min(...near.map(({ far }) => far));
  return near
    .filter(({ far }) => far === nearest)
    .sort((a, b) => a.word.length - b.word.length || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_MEANT)
    .map(({ word }) => ({ word, pages: words[word] ?? [], worth: SLIPPED }));
}

/**
 * How far `word` is from what was typed, in slips: a letter too many, missing, another one, or two the wrong way round
 * (the distance of Damerau and Levenshtein, no letter being changed twice). Where that's nearer, how far something is
 * with which it begins, and a half.
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

interface Ranked {
  page: number;
  score: number;
  /** How many of the typed words it has. */
  has: number;
  /** The word that was found in it for each word that was typed. */
  words: (string | undefined)[];
}

/** The pages that have the most of the typed words. */
function rank(meanings: Meaning[], count: number): Ranked[] {
  const all = new Map<number, Ranked>();
  meanings.forEach(({ words }, at) => {
    const own = new Map<number, { worth: number; word: string }>();
    for (const { word, pages, worth } of words) {
      let page = -1;
      for (const posting of pages) {
        page += 1 + (posting >> 2);
        const here = worth * (WORTH[posting & 3] ?? 0);
        if (here > (own.get(page)?.worth ?? 0)) own.set(page, { worth: here, word });
      }
    }
    // What few pages have says more.
    const rarity = Math.log(1 + count / Math.max(1, own.size));
    for (const [page, { worth, word }] of own) {
      const ranked = all.get(page) ?? { page, score: 0, has: 0, words: [] };
      ranked.score += worth * rarity;
      ranked.has++;
      ranked.words[at] = word;
      all.set(page, ranked);
    }
  });
  const most = Math.max(0, ...[...all.values()].map(({ has }) => has));
  // Posts have higher numbers than all others, and newer ones higher numbers than older ones.
  return [...all.values()].filter(({ has }) => has === most).sort((a, b) => b.score - a.score || b.page - a.page);
}

function shown(page: Shown, meanings: Meaning[], words: (string | undefined)[]): Found {
  const seen = new Set<number>();
  const mark = (text: string) => marked(text, meanings, seen);
  const [title, excerpt, terms] = [mark(page.title), mark(page.excerpt), mark(page.terms.join(" · "))];
  const unseen = words.filter((word, at): word is string => word !== undefined && !seen.has(at));
  const within = joined([...new Set(unseen)]);
  const places = within.map((word) => `text=${encodeURIComponent(word)}`);
  const url = places.length > 0 ? `${page.url}#:~:${places.join("&")}` : page.url;
  return { url, title, excerpt, terms, within };
}

/** Pairs of letters of languages without spaces, put together where one ends with what the next begins with. */
function joined(words: string[]): string[] {
  const all: string[] = [];
  for (const word of words) {
    const [first = ""] = word;
    const before = isUnspaced(word) && all.at(-1)?.endsWith(first) ? all.pop() : undefined;
    all.push(before === undefined ? word : before + word.slice(first.length));
  }
  return all.map((word) => word.normalize());
}

/** Marks what was looked for, and notes which of the meanings were `seen`. */
function marked(text: string, meanings: Meaning[], seen: Set<number>): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { from, to, word } of written(text)) {
    const meant = meanings.flatMap(({ words }, at) => (words.some((meant) => meant.word === word) ? [at] : []));
    if (meant.length === 0) continue;
    for (const at of meant) seen.add(at);
    pieces.push(
      { at: done, text: text.slice(done, from), marked: false },
      { at: Math.max(done, from), text: text.slice(Math.max(done, from), to), marked: true },
    );
    done = Math.max(done, to);
  }
  pieces.push({ at: done, text: text.slice(done), marked: false });
  return pieces.filter(({ text }) => text);
}

export { Index };
