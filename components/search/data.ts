// The index of the search: `/search.json`, and for a large site files that it names. See `src/search/`.

/** A page as it's shown. */
export interface Shown {
  title: string;
  url: string;
  excerpt: string;
  terms: string[];
}

/** By word, the pages that have it: four times the difference to the number after the last one, and the place. */
export type Words = Record<string, number[]>;

type Line = [title: string, address: string, excerpt: string, terms: number[]];

interface Root {
  count: number;
  /** Where the addresses of posts begin. */
  posts: string;
  terms: string[];
  documents?: Line[];
  words?: Words;
  parts?: {
    each: number;
    documents: string[];
    words: Record<string, string>;
  };
}

/** The index of a site. Each file is loaded once. */
export class Index {
  private readonly files = new Map<string, Promise<unknown>>();

  private constructor(private readonly root: Root) {}

  static async load(url: string): Promise<Index> {
    return new Index(await json(url));
  }

  get count() {
    return this.root.count;
  }

  /** The words that may be meant: all there are, or those with the same first letter. */
  async words(typed: string): Promise<Words> {
    const { words, parts } = this.root;
    const [letter = ""] = typed;
    const file = parts?.words[letter];
    return words ?? (file ? await this.part(file) : {});
  }

  /** What is shown of the page with this number. */
  async page(number: number): Promise<Shown | undefined> {
    const { documents, parts, posts, terms: names } = this.root;
    const file = parts?.documents[Math.floor(number / parts.each)];
    const line = parts ? file && (await this.part<Line[]>(file))[number % parts.each] : documents?.[number];
    if (!line) return undefined;
    const [title, address, excerpt, terms] = line;
    // Of a post, only the last part of the address is written.
    const url = address.startsWith("/") ? address : `${posts}${address}/`;
    return { title, url, excerpt, terms: terms.map((term) => names[term] ?? "") };
  }

  private part<T>(url: string): Promise<T> {
    const known = this.files.get(url) as Promise<T> | undefined;
    if (known) return known;
    const loading = json<T>(url);
    this.files.set(url, loading);
    loading.catch(() => this.files.delete(url));
    return loading;
  }
}

async function json<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}
