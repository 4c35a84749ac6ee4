// Where the index is: one file, or parts of which a query loads the ones it needs. See `src/search/`.

/** `/search.json` */
interface Root {
  count: number;
  pages: string;
  parts: string;
  terms: string[];
  /** The lists themselves; with `spellings`, the parts of each: what it begins with, and its name. */
  in: { words: string; spellings?: string; posts: string };
}

/** What a part begins with, and the name of its file. */
type Part = [from: string, name: string];

/** A word, or the beginning of many. */
export interface Entry {
  word: string;
  isBeginning: boolean;
  /** Its posts, as `postings` reads them. */
  posts: string;
}

/** A post as it's shown. */
export interface Shown {
  title: string;
  url: string;
  excerpt: string;
  terms: string[];
}

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

const digit = (sign: string | undefined) => DIGITS.indexOf(sign ?? "A");

/** Numbers of 5 bits a digit, the lowest first; the sixth bit says that there are more. */
export function* listed(digits: string): Generator<number> {
  let value = 0;
  let shift = 0;
  for (const sign of digits) {
    const bits = digit(sign);
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits < 32) {
      yield value;
      value = shift = 0;
    }
  }
}

/** Numbers in the code of Golomb and Rice: high bits as so many ones and a zero, low bits as they are. */
export function* streamed(digits: string): Generator<number> {
  const low = digit(digits[0]);
  let [high, value, missing] = [0, 0, -1];
  for (let at = 1; at < digits.length; at++) {
    const sextet = digit(digits[at]);
    for (let place = 5; place >= 0; place--) {
      const bit = (sextet >> place) & 1;
      if (missing > 0) value = (value << 1) | bit;
      else if (bit) high++;
      // Before a zero, all bits are high ones.
      missing = missing > 0 ? missing - 1 : bit ? -1 : low;
      if (missing === 0) {
        yield (high << low) | value;
        [high, value, missing] = [0, 0, -1];
      }
    }
  }
}

/** The index of a blog. Each file is loaded once. */
export class Index {
  private readonly files = new Map<string, Promise<unknown>>();

  /** The parts of each list, if there are any. */
  private readonly parts: { words: Part[]; spellings: Part[]; posts: Part[] } | undefined;

  private constructor(private readonly root: Root) {
    const { words, spellings, posts } = root.in;
    if (spellings !== undefined) {
      this.parts = { words: parts(words), spellings: parts(spellings), posts: parts(posts) };
    }
  }

  static async load(url: string): Promise<Index> {
    return new Index(await (await get(url)).json());
  }

  get count() {
    return this.root.count;
  }

  /** The entries that are `word` or begin with it, and others beside them. */
  async near(word: string): Promise<Entry[]> {
    if (!this.parts) return this.once("words", async () => entries(this.root.in.words));
    const { words } = this.parts;
    const first = last(words, ([from]) => order(from, word) <= 0);
    // What begins with the word may go on in the next part. If it goes on for longer, it has an entry of its own.
    const goesOn = [1, 2].map((more) => words[first + more]?.[0].startsWith(word));
    const near = words.slice(first, first + (goesOn[0] && !goesOn[1] ? 2 : 1));
    const read = near.map(([, name]) => this.once(name, async () => entries(await this.text(name))));
    return (await Promise.all(read)).flat();
  }

  /** Words of which something begins like one of `starts`; all there are, if that costs nothing. */
  async spelled(starts: string[]): Promise<Set<string>> {
    if (!this.parts) return new Set((await this.near("")).map(({ word }) => word));
    const near = this.parts.spellings.filter(([from], at, all) => {
      const next = all[at + 1]?.[0];
      return starts.some(
        (start) =>
          (order(from, start) <= 0 || from.startsWith(start)) && (next === undefined || order(start, next) < 0),
      );
    });
    const found = new Set<string>();
    const read = ([, name]: Part) => this.once(name, async () => spelled(await this.text(name)));
    for (const keys of await Promise.all(near.map(read))) {
      for (const [key, heads] of keys) {
        if (starts.some((start) => key.startsWith(start))) for (const head of heads) found.add(head + key);
      }
    }
    return found;
  }

  /** What is shown of the post with this number. */
  async post(number: number): Promise<Shown | undefined> {
    const posts = this.parts?.posts;
    const [from, name] = posts?.[last(posts, ([from]) => Number(from) <= number)] ?? ["0", undefined];
    const lines = await this.once(`posts ${name}`, async () =>
      (name === undefined ? this.root.in.posts : await this.text(name)).split("\n"),
    );
    const line = lines[number - Number(from)];
    if (line === undefined) return undefined;
    const [title = "", slug = "", excerpt = "", numbers = ""] = line.split("\t");
    const terms = [...listed(numbers)].map((term) => this.root.terms[term] ?? "");
    return { title, url: `${this.root.pages}${slug}/`, excerpt, terms };
  }

  private async text(name: string): Promise<string> {
    return (await get(`${this.root.parts}${name}.txt`)).text();
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

async function get(url: string): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

const parts = (list: string) =>
  list.split(" ").map((part): Part => {
    const [from = "", name = ""] = part.split(":");
    return [from, name];
  });

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

/** Keys of which each says how much of the one before it shares; `ends` is what can stand behind a key. */
function keys(line: string, ends: string): [key: string, end: string][] {
  let key = "";
  return line.split(" ").map((written) => {
    const suffix = written.slice(1);
    const end = suffix.indexOf(ends);
    key = key.slice(0, digit(written[0])) + (end < 0 ? suffix : suffix.slice(0, end));
    return [key, end < 0 ? "" : suffix.slice(end)];
  });
}

function entries(text: string): Entry[] {
  const [words = "", lists = ""] = text.split("\n");
  const posts = lists.split(" ");
  return keys(words, "*").map(([word, end], at) => ({ word, isBeginning: end !== "", posts: posts[at] ?? "" }));
}

/** Keys with the letters that were left out before each. */
function spelled(text: string): [key: string, heads: string[]][] {
  return keys(text, ":").map(([key, end]) => [key, end ? end.slice(1).split(":") : [""]]);
}
