import { type FocusEvent, type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Icon } from "./parts/Icon";
import type { Found, Index, Piece } from "./search/find";
import type { Search } from "./types";

interface SiteSearchProps {
  words: Search["words"];
  /** The address of the index. */
  index: string;
}

/** True while the site is built; bundles for browsers have none of what is only for the other. */
declare const SERVER: boolean;

/** The pause in typing after which the search begins, in milliseconds. */
const PAUSE = 200;

/** What the search came to. */
type Answer = { query: string; pages: Found[] } | "loading" | "failed" | "offline";

/** The search, which finds at most so many pages, and its index. Both are loaded at the first key press. */
function useSearch(url: string, most: number) {
  const index = useRef<Promise<Index>>(undefined);
  return async (query: string, isWanted: () => boolean): Promise<Found[]> => {
    if (SERVER) return [];
    const { find, Index } = await import("./search/find");
    const fresh = () => {
      index.current = Index.load(url);
      return index.current;
    };
    try {
      return await find(query, await (index.current ?? fresh()), most, isWanted);
    } catch {
      // A deploy may have taken parts of an old index away.
      return find(query, await fresh(), most, isWanted);
    }
  };
}

const Text = ({ pieces }: { pieces: Piece[] }) =>
  pieces.map(({ at, text, marked }) => (marked ? <mark key={at}>{text}</mark> : text));

/** True while the focus is in the form. What was typed or sent before React came is handed on once it is here, and whoever
 * did that may be elsewhere by then. */
const isThere = (form: HTMLFormElement | null) => form?.contains(document.activeElement) ?? false;

export default function SiteSearch({ words, index }: SiteSearchProps) {
  const [query, setQuery] = useState("");
  const [answer, setAnswer] = useState<Answer>();
  const [active, setActive] = useState(-1);
  const [isOpen, setOpen] = useState(false);
  // There is a text for each number of pages that may be shown, and one for none.
  const search = useSearch(index, words.found.length - 1);
  // Only the newest search may answer.
  const turn = useRef(0);
  const timer = useRef(0);
  const option = useRef<HTMLAnchorElement>(null);
  const id = useId();
  const found = typeof answer === "object" ? answer : undefined;
  const pages = found?.pages ?? [];
  const isShown = isOpen && query.trim() !== "" && answer !== undefined;

  // The focus stays in the field, so the browser doesn't bring the option that the keys are at into view.
  useEffect(() => {
    if (active >= 0) option.current?.scrollIntoView({ block: "nearest" });
  }, [active]);

  async function begin(text: string) {
    const own = ++turn.current;
    clearTimeout(timer.current);
    const isWanted = () => own === turn.current;
    const tell = (answer: Answer) => {
      if (!isWanted()) return;
      setAnswer(answer);
      setActive(-1);
    };
    // What was found before stays until there is something new.
    setAnswer((before) => (typeof before === "object" ? before : "loading"));
    try {
      tell({ query: text, pages: await search(text, isWanted) });
    } catch {
      tell(navigator.onLine ? "failed" : "offline");
    }
  }

  function type({ value: text, form }: HTMLInputElement) {
    setQuery(text);
    setOpen(isThere(form));
    setActive(-1);
    clearTimeout(timer.current);
    turn.current++;
    if (text.trim()) timer.current = window.setTimeout(begin, PAUSE, text);
    else setAnswer(undefined);
  }

  function press(event: KeyboardEvent) {
    // Where words are written by an input method, its keys choose what to write. Safari tells the last one by its code.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Escape" && isShown) {
      event.preventDefault();
      setOpen(false);
      // Enter would follow a result that nobody sees any more.
      setActive(-1);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && query.trim()) {
      event.preventDefault();
      setOpen(true);
      const steps = pages.length + 1;
      setActive(((active + 1 + (event.key === "ArrowDown" ? 1 : steps - 1)) % steps) - 1);
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    // Safari gives a button that is pressed no focus, but what it is in: the body, or the part of the page that links lead to.
    setOpen(isThere(form) || (document.activeElement?.contains(form) ?? true));
    const chosen = pages[active] ?? (isShown && found?.query === query ? pages[0] : undefined);
    if (chosen) location.assign(chosen.url);
    else if (query.trim()) begin(query);
  }

  function leave(event: FocusEvent<HTMLElement>) {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  }

  function status(): string {
    if (!isShown) return "";
    if (typeof answer === "string") return words[answer];
    return pages.length === 0 ? words.empty : (words.found[pages.length] ?? "");
  }

  return (
    <search className="site-search">
      <form method="dialog" onSubmit={submit} onBlur={leave}>
        <label className="site-search__label poster" htmlFor={id}>
          {words.title}
        </label>
        <div className="site-search__row">
          <input
            className="site-search__input"
            id={id}
            name="q"
            type="text"
            inputMode="search"
            enterKeyHint="search"
            autoComplete="off"
            placeholder={words.placeholder}
            role="combobox"
            aria-expanded={isShown && pages.length > 0}
            aria-controls={`${id}-results`}
            aria-autocomplete="list"
            aria-activedescendant={pages[active] && `${id}-${active}`}
            onInput={(event) => type(event.currentTarget)}
            onFocus={() => setOpen(true)}
            onKeyDown={press}
          />
          <button className="site-search__button" type="submit">
            <Icon name="search" />
            <span className="visually-hidden">{words.title}</span>
          </button>
          {/* Outside of what is hidden, or screen readers wouldn't say it when it is shown. */}
          <p className="visually-hidden" role="status">
            {status()}
          </p>
          <div className="site-search__results" hidden={!isShown}>
            <p className="site-search__status" aria-hidden="true">
              {status()}
            </p>
            <div id={`${id}-results`} role="listbox" aria-label={words.title}>
              {pages.map(({ url, title, excerpt, terms, within }, position) => (
                <a
                  key={url}
                  href={url}
                  role="option"
                  id={`${id}-${position}`}
                  ref={position === active ? option : undefined}
                  aria-selected={position === active}
                  aria-labelledby={`${id}-${position}-title`}
                  aria-describedby={`${id}-${position}-excerpt`}
                  tabIndex={-1}
                >
                  <span className="site-search__title" id={`${id}-${position}-title`}>
                    <Text pieces={title} />
                  </span>
                  <span className="site-search__terms">
                    <Text pieces={terms} />
                  </span>
                  <span className="site-search__excerpt" id={`${id}-${position}-excerpt`}>
                    <Text pieces={excerpt} />
                    {within.map((word) => (
                      <span key={word}>
                        {" … "}
                        <mark>{word}</mark>
                      </span>
                    ))}
                  </span>
                </a>
              ))}
            </div>
          </div>
        </div>
      </form>
      <p className="site-search__status when-failed">{words.failed}</p>
    </search>
  );
}
