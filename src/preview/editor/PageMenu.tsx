/** The menu of what can be shown: the week, all that there is, and each page of the site. */

import { useRef, useState } from "react";
import { Button, Icon, Rows } from "./buttons";
import { byArrows, filtered, Search } from "./fields/pick";
import type { FileAnswer, PageLink, Value } from "./protocol";
import * as store from "./store";
import { useModel } from "./store";
import { elements, isTable, label, languageName, typed } from "./values";
import { weekFile } from "./Week";
import { words } from "./words";

/** The addresses to which the menu of the site leads, in its order. */
function addresses(value: Value | undefined): string[] {
  return elements(value).flatMap((link) => (isTable(link) ? [typed(link.to), ...addresses(link.link)] : []));
}

/** Where a page stands in the menu of the site; those that don't are behind. */
function placeIn(answer: FileAnswer | undefined, { path }: PageLink): number {
  const at = addresses(answer?.value.link).indexOf(path);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/** Of pages that one file makes, such as those of days, the first. */
const firstOfEach = (pages: PageLink[]): PageLink[] =>
  [...new Map(pages.toReversed().map((page) => [page.file, page])).values()].reverse();

/** What the button says: the page that is shown, or the week. */
function useHere(): string {
  const path = useModel((model) => model.pagePath);
  const place = useModel((model) => model.place);
  const title = useModel((model) => model.state?.pages.find((page) => page.path === path)?.title);
  const isWeek = place.kind === "week" || (place.kind === "form" && place.isInWeek);
  return isWeek ? words.week : (title ?? path);
}

/** The language in which the page is shown. */
export function Languages() {
  const languages = useModel((model) => model.state?.site.languages) ?? [];
  const shown = useModel(({ state, pagePath }) => state?.pages.find(({ path }) => path === pagePath)?.language);
  const main = useModel((model) => model.state?.site.language);
  if (languages.length < 2) return null;
  return (
    <select
      className="languages"
      aria-label={words.language}
      value={shown ?? main}
      onChange={(event) => store.visitIn(event.target.value)}
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {languageName(language)}
        </option>
      ))}
    </select>
  );
}

export function PageMenu() {
  const types = useModel((model) => model.types);
  const [text, setText] = useState("");
  const [isOpen, open] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const week = weekFile(types);
  const here = useHere();
  const choose = (act: () => void) => () => {
    menu.current?.hidePopover();
    act();
  };
  const places = [{ kind: "files" } as const, ...(week ? [{ kind: "week", file: week } as const] : [])];
  return (
    <>
      <Button className="menu-button" popoverTarget="pages" aria-label={`${words.pageMenu}: ${here}`}>
        <span>{here}</span> <Icon name="open" />
      </Button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys are a short cut to its buttons */}
      <div
        id="pages"
        ref={menu}
        popover="auto"
        className="menu"
        onKeyDown={byArrows}
        onToggle={({ newState }) => {
          // Whoever is quick types, or is on the way to a row, before this is told.
          if (newState === "closed") setText("");
          open(newState === "open");
          store.lookAtMenu();
          const isInside = menu.current?.contains(document.activeElement);
          if (newState === "open" && !isInside) menu.current?.querySelector("input")?.focus();
        }}
      >
        <Search text={text} onText={setText} />
        <Languages />
        {!text && (
          <Rows
            rows={places.map((place) => ({
              key: place.kind,
              title: words[place.kind],
              onClick: choose(() => store.show(place)),
            }))}
          />
        )}
        {isOpen && <Pages text={text} onPage={(path) => choose(() => store.visit(path))} />}
      </div>
    </>
  );
}

/** The pages of the site: those of its menu first, then a group for each collection. */
function Pages({ text, onPage }: { text: string; onPage: (path: string) => () => void }) {
  const state = useModel((model) => model.state);
  const path = useModel((model) => model.pagePath);
  const types = useModel((model) => model.types);
  const menu = useModel((model) => model.files[store.menuFile(model.types) ?? ""]);
  const language = state?.pages.find((page) => page.path === path)?.language ?? state?.site.language;
  const pages = firstOfEach(state?.pages.filter((page) => page.language === language) ?? []);
  const rows = (shown: PageLink[]) => (
    <Rows
      rows={shown.map(({ path: key, title }) => ({
        key,
        title,
        note: key,
        isCurrent: key === path,
        onClick: onPage(key),
      }))}
    />
  );
  if (text) {
    const found = filtered(pages, text, ({ title, path }) => `${title} ${path}`);
    return found.length ? rows(found) : <p className="help">{words.nothingFound}</p>;
  }
  const collections = new Map<string, string | null>();
  for (const { file, collection, translations } of state?.files ?? []) {
    if (!collections.has(file)) collections.set(file, collection);
    for (const translation of translations) collections.set(translation.file, collection);
  }
  const collectionOf = (page: PageLink) => collections.get(page.file);
  const own = pages.filter((page) => !collectionOf(page));
  own.sort((a, b) => placeIn(menu, a) - placeIn(menu, b) || a.title.localeCompare(b.title));
  return (
    <>
      <h2>{words.pages}</h2>
      {rows(own)}
      {Object.values(types?.files ?? {}).map(({ collection, nouns }) => {
        const entries = pages.filter((page) => collection && collectionOf(page) === collection);
        return (
          entries.length > 0 && (
            <details key={collection} open={entries.some((entry) => entry.path === path) || undefined}>
              <summary>
                {label(nouns ?? collection ?? "")} <small>{entries.length}</small>
              </summary>
              {rows(entries)}
            </details>
          )
        );
      })}
    </>
  );
}
