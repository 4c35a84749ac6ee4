// From what was typed to pages: every word of it is looked up, also as the beginning of longer words and with slips.

import { type Entry, numbers } from "./format";
import { Index, type Shown } from "./parts";
import { allowed, beginning, distance, otherBeginnings, type Start } from "./slips";
import { written } from "./words";

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
/** What a query may load, in bytes, before slips in its other words aren't forgiven any more. */
const FORGIVING = 36_000;
/** Words that are taken for one with a slip. */
const MOST_MEANT = 3;

/** What a word in a text, stressed in it, among the terms, in the title is worth. */
const WORTH = { text: 1, stressed: 2, term: 5, title: 9 };
/** What a longer word is worth, and one that was typed with slips. */
const LONGER = 0.6;
const SLIPPED = 0.4;

/** Entries of the index that a typed word stands for. */
interface Meaning {
  /** The entries, each with what it's worth, the best first. */
  entries: { entry: Entry; worth: number }[];
  /** True if longer words were meant, too. */
  isOpen: boolean;
  typed: string;
}

/** The pages that the query finds, the best first, `most` of them at most; none once `isWanted` says no. */
export async function find(query: string, index: Index, most: number, isWanted = () => true): Promise<Found[]> {
  const { meanings, ranked } = await look(query, index, isWanted);
  const best = isWanted() ? ranked.slice(0, most) : [];
  const pages = await Promise.all(best.map(({ page }) => index.page(page)));
  return best.flatMap(({ words }, at) => {
    const page = pages[at];
    return page ? [shown(page, meanings, words)] : [];
  });
}

/** The numbers of all pages that have what was typed, the best first. */
export async function look(
  query: string,
  index: Index,
  isWanted = () => true,
): Promise<{ meanings: Meaning[]; ranked: Ranked[] }> {
  const words = [...new Set([...written(query)].map(({ word }) => word))].slice(-MOST_WORDS);
  const last = words.at(-1);
  const most = index.loaded + FORGIVING;
  const meanings = await Promise.all(words.map((word) => meaning(word, word === last, index)));
  const unknown = meanings.filter(({ entries }) => entries.length === 0);
  // One after the other: what there is to load for them isn't known before.
  for (const meaning of unknown) {
    if (!isWanted()) break;
    const meant = await slipped(meaning.typed, index, most);
    meaning.entries = meant.map((entry) => ({ entry, worth: SLIPPED }));
  }
  return { meanings, ranked: rank(meanings, index.count) };
}

async function meaning(typed: string, isLast: boolean, index: Index): Promise<Meaning> {
  // A short word that is finished is meant as it is.
  const andLonger = isLast || typed.length > 2;
  const near = await index.near(typed, andLonger);
  const exact = near.filter(({ word, isBeginning }) => word === typed && !isBeginning);
  const beginning = near.filter(({ word, isBeginning }) => word === typed && isBeginning);
  const longer = near.filter(
    ({ word, isBeginning }) => !isBeginning && word.length > typed.length && word.startsWith(typed),
  );
  const more = andLonger ? (beginning.length > 0 ? beginning : longer) : [];
  const entries = [...exact.map((entry) => ({ entry, worth: 1 })), ...more.map((entry) => ({ entry, worth: LONGER }))];
  return { typed, isOpen: more.length > 0, entries };
}

/** Entries of the words that are nearest to what was typed; none if there is too much to load for them. */
async function slipped(typed: string, index: Index, most: number): Promise<Entry[]> {
  for (let slips = 1; slips <= allowed(typed) && index.loaded < most; slips++) {
    const near = async (starts: Start[]) =>
      [...(await index.spelled(starts))]
        .map((word) => ({ word, far: distance(typed, word, slips) }))
        .filter(({ far }) => far <= slips + 0.5);
    let words = await near([beginning(typed)]);
    // Few people miss the first letters.
    if (!words.some(({ far }) => far <= slips)) words = words.concat(await near(otherBeginnings(typed, slips)));
    const nearest = Math.min(...words.map(({ far }) => far));
    const meant = words
      .filter(({ far }) => far === nearest)
      .sort((a, b) => a.word.length - b.word.length || (a.word < b.word ? -1 : 1))
      .slice(0, MOST_MEANT);
    const found = await Promise.all(meant.map(({ word }) => index.near(word, false)));
    const entries = meant.flatMap(
      ({ word }, at) => found[at]?.filter((entry) => entry.word === word && !entry.isBeginning) ?? [],
    );
    if (entries.length > 0) return entries;
  }
  return [];
}

interface Ranked {
  page: number;
  score: number;
  /** How many of the typed words it has. */
  has: number;
  /** The word that was found in it for each word that was typed; nothing if only its beginning is known. */
  words: (string | undefined)[];
}

/** The pages that have the most of the typed words. */
function rank(meanings: Meaning[], count: number): Ranked[] {
  const all = new Map<number, Ranked>();
  meanings.forEach(({ entries }, at) => {
    const own = new Map<number, { worth: number; word: string | undefined }>();
    for (const { entry, worth } of entries) {
      for (const [page, place] of postings(entry.pages)) {
        const here = worth * place;
        if (here > (own.get(page)?.worth ?? 0)) {
          own.set(page, { worth: here, word: entry.isBeginning ? undefined : entry.word });
        }
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
  const most = Math.max(0, ...new Set([...all.values()].map(({ has }) => has)));
  // Posts have higher numbers than all others, and newer ones higher numbers than older ones.
  return [...all.values()].filter(({ has }) => has === most).sort((a, b) => b.score - a.score || b.page - a.page);
}

/** The numbers of the pages in a list, which says how many are left out before each, and what its place is worth. */
function* postings(list: string): Generator<[page: number, worth: number]> {
  let next = 0;
  for (const [gap, place = "text"] of numbers(list)) {
    next += gap;
    yield [next++, WORTH[place]];
  }
}

function shown(page: Shown, meanings: Meaning[], words: (string | undefined)[]): Found {
  const seen = new Set<number>();
  const mark = (text: string) => marked(text, meanings, seen);
  const [title, excerpt, terms] = [mark(page.title), mark(page.excerpt), mark(page.terms.join(" · "))];
  const within = [...new Set(words.filter((word, at): word is string => word !== undefined && !seen.has(at)))];
  const places = within.map((word) => `text=${encodeURIComponent(word)}`);
  const url = places.length > 0 ? `${page.url}#:~:${places.join("&")}` : page.url;
  return { url, title, excerpt, terms, within };
}

/** Marks what was looked for, and notes which of the meanings were `seen`. */
function marked(text: string, meanings: Meaning[], seen: Set<number>): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const { from, to, word } of written(text)) {
    const meant = meanings.flatMap(({ typed, isOpen, entries }, at) =>
      (isOpen && word.startsWith(typed)) || entries.some(({ entry }) => entry.word === word && !entry.isBeginning)
        ? [at]
        : [],
    );
    if (meant.length === 0) continue;
    for (const at of meant) seen.add(at);
    pieces.push(
      { at: done, text: text.slice(done, from), marked: false },
      { at: from, text: text.slice(from, to), marked: true },
    );
    done = to;
  }
  pieces.push({ at: done, text: text.slice(done), marked: false });
  return pieces.filter(({ text }) => text);
}

export { Index };
