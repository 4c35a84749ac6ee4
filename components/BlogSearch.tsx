import { type FocusEvent, type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { Icon } from "./parts/Icon";
import type { BlogSearchProps, SearchEntry } from "./props";

/** Without case and accents, so that what sounds the same is found. */
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** The entries that have every word of the query; those with one in the title come first. */
function find(query: string, entries: SearchEntry[]): SearchEntry[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const score = (entry: SearchEntry) => {
    const fields = [entry.title, entry.terms, entry.excerpt, entry.text].map(plain);
    let sum = 0;
    for (const word of words) {
      const place = fields.findIndex((field) => field.includes(word));
      if (place < 0) return -1;
      sum += 4 - place;
    }
    return sum;
  };
  return entries
    .map((entry) => ({ entry, score: score(entry) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry)
    .slice(0, 8);
}

export default function BlogSearch({ title, placeholder, empty, index }: BlogSearchProps) {
  const [query, setQuery] = useState("");
  const [entries, setEntries] = useState<SearchEntry[]>();
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  const loading = useRef(false);
  const id = useId();
  const results = entries ? find(query, entries) : [];
  const shown = isOpen && query.trim() !== "" && entries !== undefined;

  async function load() {
    if (loading.current || entries) return;
    loading.current = true;
    try {
      setEntries(await (await fetch(index)).json());
    } catch {
      // The next key tries again.
    }
    loading.current = false;
  }

  function type(text: string) {
    setQuery(text);
    setOpen(true);
    setActive(-1);
    load();
  }

  function press(event: KeyboardEvent) {
    if (event.key === "Escape" && shown) {
      event.preventDefault();
      setOpen(false);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && query.trim()) {
      event.preventDefault();
      setOpen(true);
      const steps = results.length + 1;
      setActive(((active + 1 + (event.key === "ArrowDown" ? 1 : steps - 1)) % steps) - 1);
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    setOpen(true);
    load();
    const chosen = results[active] ?? (shown ? results[0] : undefined);
    if (chosen) location.assign(chosen.url);
  }

  function leave(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  }

  return (
    <search className="search">
      <form method="dialog" onSubmit={submit} onBlur={leave}>
        <label className="sidebar__title" htmlFor={id}>
          {title}
        </label>
        <div className="search__row">
          <input
            className="search__input"
            id={id}
            name="q"
            type="search"
            autoComplete="off"
            placeholder={placeholder}
            role="combobox"
            aria-expanded={shown && results.length > 0}
            aria-controls={`${id}-results`}
            aria-autocomplete="list"
            aria-activedescendant={results[active] && `${id}-${active}`}
            value={query}
            onChange={(event) => type(event.target.value)}
            onFocus={load}
            onKeyDown={press}
          />
          <button className="search__button" type="submit">
            <Icon name="search" />
            <span className="visually-hidden">{title}</span>
          </button>
          <div className="search__results" hidden={!shown}>
            <div id={`${id}-results`} role="listbox" aria-label={title}>
              {results.map((entry, position) => (
                <a
                  key={entry.url}
                  href={entry.url}
                  role="option"
                  id={`${id}-${position}`}
                  aria-selected={position === active}
                  tabIndex={-1}
                >
                  {entry.title}
                </a>
              ))}
            </div>
            <p className="search__empty" role="status">
              {shown && results.length === 0 && empty}
            </p>
          </div>
        </div>
      </form>
    </search>
  );
}
