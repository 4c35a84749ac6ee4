// Where the index is: one file, or parts of which a query loads the ones it needs. See `src/search/`.

import { type Entry, entries, numbers, spelled } from "./format";
import type { Start } from "./slips";

/** What the first line of `/search.bin` says, in JSON. */
interface Head {
  count: number;
  /** Where the addresses of posts begin. */
  posts: string;
  parts: string;
  terms: string[];
  /** How many pages are in a part, if there are parts. */
  each?: number;
}

/** What a part of a list begins with, and the name of its file. */
type Part = [from: string, name: string];

/** Signs of a name. */
const NAME = 6;

/** A page as it's shown. */
export interface Shown {
  title: string;
  url: string;
  excerpt: string;
  terms: string[];
}

/** So many parts may go on, behind the one where a word would be, with words that begin with it. */
const MOST_MORE = 1;

/** So many parts with spellings are loaded for something with which they begin. */
const MOST_SPELLINGS = 6;

/** The index of a site. Each file is loaded once. */
export class Index {
  /** The bytes of the parts that were loaded. */
  loaded = 0;
  private readonly files = new Map<string, Promise<unknown>>();
  private readonly words: Part[];
  private readonly spellings: Part[];

  private constructor(
    private readonly head: Head,
    /** What follows the head: an index that is one file, or where the parts of each list are. */
    private readonly lines: string[],
  ) {
    const [, wordStarts, words, spellingStarts, spellings] = lines;
    this.words = head.each ? parts(wordStarts, words) : [];
    this.spellings = head.each ? parts(spellingStarts, spellings) : [];
  }

  static async load(url: string): Promise<Index> {
    const [head = "", ...lines] = (await inflated(await bytes(url))).split("\n");
    return new Index(JSON.parse(head), lines);
  }

  get count() {
    return this.head.count;
  }

  /** The entries that are `word`, with `andLonger` also those that begin with it, and others beside them. */
  async near(word: string, andLonger: boolean): Promise<Entry[]> {
    if (!this.head.each) return this.once("", async () => entries(...this.lines.slice(this.count)));
    const first = last(this.words, ([from]) => order(from, word) <= 0);
    let more = 0;
    while (andLonger && this.words[first + more + 1]?.[0].startsWith(word)) more++;
    // What goes on for longer has an entry of its own.
    const near = this.words.slice(first, first + 1 + (more <= MOST_MORE ? more : 0));
    const read = near.map(([, name]) => this.part(name, (text) => entries(...text.split("\n"))));
    return (await Promise.all(read)).flat();
  }

  /** Words of which something begins like one of `starts`; all there are, if that costs nothing. */
  async spelled(starts: Start[]): Promise<Set<string>> {
    if (!this.head.each) return new Set((await this.near("", true)).map(({ word }) => word));
    const near = starts.map((start) => this.spellingsFrom(start));
    const names = new Set(near.flatMap(({ parts }) => parts.map(([, name]) => name)));
    const found = new Set<string>();
    for (const keys of await Promise.all([...names].map((name) => this.part(name, spelled)))) {
      for (const [key, heads] of keys) {
        if (near.some(({ start }) => key.startsWith(start))) for (const head of heads) found.add(head + key);
      }
    }
    return found;
  }

  /** The parts with spellings that begin like this. If they are too many, it's taken for all of a spelling. */
  private spellingsFrom({ text, letters }: Start): { start: string; parts: Part[] } {
    const parts = (start: string) =>
      this.spellings.filter(([from], at, all) => {
        const next = all[at + 1]?.[0];
        return (order(from, start) <= 0 || from.startsWith(start)) && (next === undefined || order(start, next) < 0);
      });
    for (let length = letters; length <= text.length; length++) {
      const start = text.slice(0, length);
      const near = parts(start);
      if (near.length <= MOST_SPELLINGS) return { start, parts: near };
    }
    return { start: text, parts: parts(text).slice(0, 1) };
  }

  /** What is shown of the page with this number. */
  async page(number: number): Promise<Shown | undefined> {
    const line = await this.pageLine(number);
    if (line === undefined) return undefined;
    const [title = "", address = "", excerpt = "", terms = ""] = line.split("\t");
    const names = [...numbers(terms)].map(([term]) => this.head.terms[term] ?? "");
    // Of a post, only the last part of the address is written.
    const url = address.startsWith("/") ? address : `${this.head.posts}${address}/`;
    return { title, url, excerpt, terms: names };
  }

  private async pageLine(number: number): Promise<string | undefined> {
    const { each } = this.head;
    if (!each) return this.lines[number];
    const name = named(this.lines[0], Math.floor(number / each));
    return (await this.part(name, (text) => text.split("\n")))[number % each];
  }

  /** What is read of a part. */
  private part<T>(name: string, read: (text: string) => T): Promise<T> {
    return this.once(name, async () => {
      const part = await bytes(`${this.head.parts}${name}.bin`);
      this.loaded += part.byteLength;
      return read(await inflated(part));
    });
  }

  /** What `make` makes, once; again, if that failed. */
  private once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const known = this.files.get(name) as Promise<T> | undefined;
    if (known) return known;
    const made = make();
    this.files.set(name, made);
    made.catch(() => this.files.delete(name));
    return made;
  }
}

async function bytes(url: string): Promise<ArrayBuffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

/** What a file says: all are deflated, as not every host compresses what it sends. */
const inflated = (file: ArrayBuffer) =>
  new Response(new Blob([file]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).text();

/** The name of a part: all names have the same length. */
const named = (names = "", at: number) => names.slice(at * NAME, (at + 1) * NAME);

/** The parts of a list. */
const parts = (starts = "", names = "") => starts.split(" ").map((from, at): Part => [from, named(names, at)]);

/** Which comes first, by code points: JavaScript compares by UTF-16. */
function order(a: string, b: string): number {
  const [own, other] = [a, b].map((text) => [...text].map((letter) => letter.codePointAt(0) ?? 0)) as [
    number[],
    number[],
  ];
  const at = own.findIndex((letter, at) => letter !== other[at]);
  return at < 0 ? own.length - other.length : (own[at] ?? 0) - (other[at] ?? -1);
}

/** The place of the last part of which `so` is true; it's true of the first parts. */
function last(parts: Part[], so: (part: Part) => boolean): number {
  let low = 0;
  for (let high = parts.length - 1; low < high; ) {
    const middle = (low + high + 1) >> 1;
    const part = parts[middle];
    if (part && so(part)) low = middle;
    else high = middle - 1;
  }
  return low;
}
