/** The bar, the page, and the panel beside it. */

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { Button, IconButton, letterOf, Rows } from "./buttons";
import { Changes } from "./Changes";
import { EntryActions, Files } from "./Files";
import { Form } from "./Form";
import { TableList } from "./fields/List";
import { useNames } from "./fields/pick";
import { Languages, PageMenu } from "./PageMenu";
import { Publish } from "./Publish";
import { Page } from "./page";
import type { FileAnswer, PageLink, Path } from "./protocol";
import * as store from "./store";
import { useModel } from "./store";
import {
  called,
  DAYS,
  isTableList,
  label,
  languageName,
  type NameOf,
  numbered,
  startsWith,
  tableAt,
  titleOf,
  typed,
  valueAt,
} from "./values";
import { inOrder, OnceDialog, Week, weekFile } from "./Week";
import { words } from "./words";

export function Shell() {
  const place = useModel((model) => model.place);
  const isOpen = useModel((model) => model.isPanelOpen);
  const isReady = useModel((model) => model.state !== null);
  const isLockedOut = useModel((model) => model.isLockedOut);
  useEffect(() => {
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  if (isLockedOut) {
    return (
      <main className="locked">
        <h1>{words.lockedOut}</h1>
        <p>{words.lockedOutHelp}</p>
      </main>
    );
  }
  if (!isReady) {
    return (
      <>
        <p className="locked">{words.loading}</p>
        <Messages />
      </>
    );
  }
  return (
    <>
      <Bar />
      <Stage />
      {place.kind !== "week" && isOpen && (
        <aside className="panel" aria-label={words.panel}>
          <IconButton
            className="quiet close"
            icon="close"
            label={words.closePanel}
            onClick={() => store.openPanel(false)}
          />
          <Breadcrumb />
          {place.kind === "page" && <Outline />}
          {place.kind === "form" && <FormPanel file={place.file} path={place.path} />}
          {place.kind === "files" && <Files />}
          {place.kind === "changes" && <Changes />}
          {place.kind === "publish" && <Publish />}
        </aside>
      )}
      {place.kind !== "week" && !isOpen && (
        <Button className="opener main" onClick={() => store.openPanel(true)}>
          {words.openPanel}
        </Button>
      )}
      <Messages />
    </>
  );
}

/** The keys that work everywhere. */
export function pressed(event: KeyboardEvent) {
  const key = letterOf(event);
  if (event.key === "F6") {
    // Behind the week is the page, which nobody sees.
    const parts = [...document.querySelectorAll<HTMLElement>(".bar, .stage iframe, .week, .panel")].filter((part) =>
      part.checkVisibility(),
    );
    const at = parts.findIndex((part) => part === document.activeElement || part.contains(document.activeElement));
    const next = parts.at((at + (event.shiftKey ? -1 : 1) + parts.length) % parts.length);
    const inner = next?.matches("iframe")
      ? next
      : [...(next?.querySelectorAll<HTMLElement>("button:not([disabled]), input, textarea, select") ?? [])].find(
          (control) => control.checkVisibility(),
        );
    inner?.focus();
  } else if (!(event.ctrlKey || event.metaKey)) return;
  else if (key === "s") store.save();
  else if (key === "z") {
    const step = event.shiftKey ? store.redo : store.undo;
    const { target } = event;
    if (isTyped(target)) return stepBeyond(target, step);
    step();
  } else return;
  event.preventDefault();
}

let typedInto: EventTarget | null = null;
addEventListener("input", ({ target }) => {
  typedInto = target;
});
addEventListener("focusout", () => {
  typedInto = null;
});

/** True for a field into which somebody just typed: it has an undo of its own, letter by letter. */
const isTyped = (target: EventTarget | null): target is HTMLTextAreaElement | HTMLInputElement =>
  target === typedInto &&
  (target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== "checkbox"));

/** Goes on where the undo of a field ends. */
function stepBeyond(field: HTMLTextAreaElement | HTMLInputElement, step: () => void) {
  const { value } = field;
  setTimeout(() => field.value === value && step());
}

function Bar() {
  const state = useModel((model) => model.state);
  const isBrowsing = useModel((model) => model.isBrowsing);
  const isPhone = useModel((model) => model.isPhone);
  const isSaving = useModel((model) => model.isSaving);
  const isPublishing = useModel((model) => store.isOn(model.publishing?.run));
  const place = useModel((model) => model.place);
  const changes = state?.changes ?? 0;
  const conflicts = state?.conflicts.length ?? 0;
  return (
    <header className="bar">
      <PageMenu />
      <Languages />
      <span className="segments" role="radiogroup" aria-label={words.mode}>
        {[false, true].map((browses) => (
          <label key={String(browses)} title={browses ? words.browseHelp : words.editHelp}>
            <input type="radio" name="mode" checked={isBrowsing === browses} onChange={() => store.browse(browses)} />
            <span>{browses ? words.browse : words.edit}</span>
          </label>
        ))}
      </span>
      <Button
        className="quiet wide-only"
        aria-pressed={isPhone}
        title={words.phoneHelp}
        onClick={() => store.showPhone(!isPhone)}
      >
        {words.phone}
      </Button>
      <span className="space" />
      {(["undo", "redo"] as const).map((step) => (
        <IconButton
          key={step}
          icon={step}
          label={words[step]}
          title={words[step] + (step === "undo" ? " (Ctrl+Z)" : " (Ctrl+Shift+Z)")}
          disabled={!(step === "undo" ? state?.canUndo : state?.canRedo)}
          onClick={() => (step === "undo" ? store.undo() : store.redo())}
        />
      ))}
      <Button
        className={changes || conflicts ? "quiet" : "quiet is-none"}
        aria-label={conflicts ? words.conflicts(conflicts) : changes ? words.changes(changes) : words.noChanges}
        aria-pressed={place.kind === "changes"}
        onClick={() => store.show({ kind: "changes" })}
      >
        {conflicts > 0 ? (
          <span className="badge error">
            <span className="wide-text">{words.conflicts(conflicts)}</span>
            <span className="narrow-text">! {conflicts}</span>
          </span>
        ) : changes > 0 ? (
          <>
            {changes} <span className="wide-text">{words.changesOf(changes)}</span>
          </>
        ) : (
          words.noChanges
        )}
      </Button>
      <Button className="main" title="Ctrl+S" disabled={changes === 0 || isSaving} onClick={() => store.save()}>
        {isSaving ? words.saving : words.save}
      </Button>
      <Button className="quiet" aria-pressed={place.kind === "publish"} onClick={() => store.show({ kind: "publish" })}>
        {isPublishing ? words.publishing : words.publish}
      </Button>
    </header>
  );
}

/** The page in its frame, or the week. */
function Stage() {
  const place = useModel((model) => model.place);
  const isPhone = useModel((model) => model.isPhone);
  const mistake = useModel((model) => model.pageMistake);
  const frame = useRef<HTMLIFrameElement>(null);
  const hovered = useRef<HTMLDivElement>(null);
  const selected = useRef<HTMLDivElement>(null);
  const types = useModel((model) => model.types);
  const isWeek = place.kind === "week" || (place.kind === "form" && place.isInWeek);
  useEffect(() => {
    if (!frame.current || !hovered.current || !selected.current) return;
    const outlines = { hovered: hovered.current, selected: selected.current };
    store.attach(
      new Page(frame.current, outlines, {
        moved: store.moved,
        picked: ({ origin, exact, before, after }) =>
          store.go(origin.file, origin.path, exact ? { before, after } : null, false),
        missed: store.missed,
        pressed,
        failed: store.pageFailed,
        shown: store.shownAnew,
        waitFor: store.waitFor,
      }),
    );
  }, []);
  return (
    <main className="stage">
      <div className={isPhone ? "frame is-phone" : "frame"} hidden={isWeek}>
        <iframe ref={frame} title={words.frame} />
        <div ref={hovered} className="outline is-hovered" hidden />
        <div ref={selected} className="outline is-selected" hidden />
        {mistake && (
          <div className="page-mistake" role="alert">
            <p>{words.pageMistake}</p>
            <pre>{mistake}</pre>
          </div>
        )}
      </div>
      {isWeek && <Week file={weekFile(types) ?? ""} />}
    </main>
  );
}

/** The page that is shown. */
function usePage() {
  const path = useModel((model) => model.pagePath);
  return useModel((model) => model.state?.pages.find((page) => page.path === path));
}

/** From the page to what the panel shows; each step leads there. */
function Breadcrumb() {
  const place = useModel((model) => model.place);
  const types = useModel((model) => ("file" in model.place ? store.typesOf(model, model.place.file) : model.types));
  const files = useModel((model) => model.files);
  const state = useModel((model) => model.state);
  const page = usePage();
  const nameOf = useNames();
  const steps: { title: string; go: () => void }[] = [
    { title: page?.title ?? "", go: () => store.show({ kind: "page" }) },
  ];
  if (place.kind === "form") {
    const { file, path } = place;
    const answer = files[file];
    const link = store.linkOf(state, file) ?? store.mainOf(state, file);
    if (file === weekFile(types)) steps.push({ title: words.week, go: () => store.show({ kind: "week", file }) });
    else if (file !== page?.file) steps.push({ title: link?.title ?? file, go: () => store.go(file, []) });
    for (let at = 0; at < path.length; at++) {
      if (typeof path[at] !== "number") continue;
      const to = path.slice(0, at + 1);
      steps.push({ title: elementTitle(answer, to, types, nameOf), go: () => store.go(file, to) });
    }
  }
  if (place.kind === "page") return null;
  if (steps.length > 1) steps.pop();
  const [only, ...others] = steps;
  if (only && others.length === 0 && place.kind === "form") only.title = words.allOfPage;
  return (
    <nav aria-label={words.breadcrumb}>
      <ol className="breadcrumb">
        {numbered(steps).map(({ element: { title, go }, at }) => (
          <li key={at}>
            <Button onClick={go}>{title}</Button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** What an element is called, which may be the kind of section that it is. */
function elementTitle(answer: FileAnswer | undefined, path: Path, types: store.KnownTypes, nameOf: NameOf): string {
  const type = answer && types?.files[answer.type];
  const value = valueAt(answer?.value, path);
  const table = answer && types && type ? tableAt(types, type, answer.value, path) : null;
  return titleOf(value, table, nameOf) || (table ? called(table) : "") || words.element(Number(path.at(-1)) + 1);
}

/** Brings a class whose time was changed to its place in the order of the clock, once nobody types in its form any more. */
async function settle(file: string, path: Path) {
  await store.arrival();
  const value = store.valuesNow(file);
  const operation = value && inOrder(path, value);
  if (!operation) return;
  const focused = document.activeElement?.closest<HTMLElement>(".panel [data-path]")?.dataset.path;
  if (!(await store.apply([{ move: { file, ...operation } }]))) return;
  store.follow(file, operation.to, Number(path.at(-1)), operation.at);
  // Whoever saves by a key goes on typing where she was.
  const at: Path = JSON.parse(focused ?? "[]");
  if (startsWith(at, path)) store.aimAt([...operation.to, operation.at, ...at.slice(path.length)]);
}

function FormPanel({ file, path }: { file: string; path: Path }) {
  const answer = useModel((model) => model.files[file]);
  const types = useModel((model) => store.typesOf(model, file));
  const link = useModel((model) => store.linkOf(model.state, file));
  const main = useModel((model) => store.mainOf(model.state, file));
  const translation = main?.translations.find((translation) => translation.file === file);
  const shown = useModel((model) => model.pagePath);
  const language = useModel((model) => translation?.language ?? model.state?.site.language);
  const lacking = answer?.originals.filter(({ isLacking }) => isLacking).length ?? 0;
  const heading = useRef<HTMLHeadingElement>(null);
  const nameOf = useNames();
  const at = `${file} ${JSON.stringify(path)}`;
  const title = path.length ? elementTitle(answer, path, types, nameOf) : (link?.title ?? main?.title ?? file);
  const type = answer && types?.files[answer.type];
  const isClass = file === weekFile(types) && DAYS.includes(String(path[0])) && path.length === 2;
  const [isOnce, chooseOnce] = useState(false);
  const parts = path.filter((part) => typeof part === "string");
  const noun = translation ? languageName(translation.language) : label(type?.noun ?? "");
  const kind = path.length ? label(String(parts.at(-1))) : noun;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of the class says which it is
  useEffect(() => (isClass ? store.beforeSaving(() => settle(file, path)) : undefined), [at, isClass]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form begins at its top
  useLayoutEffect(() => {
    const panel = heading.current?.closest(".panel");
    // A value that was chosen has the focus already.
    if (panel?.querySelector(".form")?.contains(document.activeElement)) return;
    panel?.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [at]);
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        <span lang={language}>{title}</span> {kind !== title && <small>{kind}</small>}
      </h2>
      {main && translation && (
        <p className="help">
          {words.translationHelp(languageName(translation.language))}{" "}
          {lacking > 0 && words.lacksTexts(lacking, languageName(translation.language))}{" "}
          <Button className="link" onClick={() => store.go(main.file, [])}>
            {words.openMain}
          </Button>
        </p>
      )}
      {link?.path && link.path !== shown && path.length === 0 && (
        <Button className="link" onClick={() => store.visit(link.path ?? "", false)}>
          {words.openPage}
        </Button>
      )}
      {answer && answer.uses > 1 && <p className="uses">{words.uses(answer.uses)}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a class whose time was changed goes to its place in the day */}
      <div
        onBlur={({ currentTarget, relatedTarget }) => {
          const isLeft = !currentTarget.contains(relatedTarget) && document.hasFocus();
          if (isLeft && file === weekFile(types)) store.saveAfter(settle(file, path));
        }}
      >
        <Form key={at} file={file} path={path} />
      </div>
      {isClass && (
        <Button className="add" onClick={() => chooseOnce(true)}>
          {words.onlyOn} …
        </Button>
      )}
      {isClass && isOnce && <OnceDialog file={file} row={path} onClose={() => chooseOnce(false)} />}
      {path.length === 0 && link && <EntryActions link={link} />}
    </>
  );
}

/** What the page consists of. */
function Outline() {
  const page = usePage();
  const types = useModel((model) => model.types);
  const file = page?.file;
  const isTranslation = useModel((model) => store.mainOf(model.state, file ?? "") !== undefined);
  const answer = useModel((model) => (file ? model.files[file] : undefined));
  const shown = useModel((model) => model.shown);
  useEffect(() => {
    if (file && shown) store.look(file);
  }, [file, shown]);
  const type = answer && types?.files[answer.type];
  const list =
    type && !isTranslation && types?.tables[type.table]?.fields.find((field) => field.variants && isTableList(field));
  return (
    <>
      <h2 tabIndex={-1}>{page?.title ?? words.outline}</h2>
      <p className="help">{words.outlineHelp}</p>
      {file && (
        <Rows
          rows={[
            {
              key: file,
              title: isTranslation
                ? words.allTexts
                : type?.kind === "page"
                  ? words.aboutPage
                  : typed(answer?.value.title) || (page?.title ?? ""),
              note: type?.kind === "page" ? undefined : label(type?.noun ?? ""),
              onClick: () => store.go(file, []),
            },
          ]}
        />
      )}
      {file && answer && list && (
        <>
          <h3>{words.outline}</h3>
          <TableList
            file={file}
            path={[list.key]}
            field={list}
            value={answer.value[list.key]}
            id="outline"
            describedBy={undefined}
            isWrong={false}
          />
        </>
      )}
      {page && <OtherLanguages file={page.file} />}
      {page && <AlsoHere page={page} />}
    </>
  );
}

/** The translations of the page, and a button to begin one that isn't there. */
function OtherLanguages({ file }: { file: string }) {
  const translations = useModel((model) => store.linkOf(model.state, file)?.translations) ?? [];
  if (translations.length === 0) return null;
  return (
    <>
      <h3>{words.otherLanguages}</h3>
      {translations.map(({ language, isThere, file: translated }) =>
        isThere ? (
          <Rows
            key={language}
            rows={[{ key: language, title: languageName(language), onClick: () => store.go(translated, []) }]}
          />
        ) : (
          <Button key={language} className="add" onClick={() => store.translate(file, language)}>
            {words.putInto(languageName(language))}
          </Button>
        ),
      )}
    </>
  );
}

/** What else the page shows: entries between its header and its footer, and files of which there is one. */
function AlsoHere({ page }: { page: PageLink }) {
  const files = useModel((model) => model.state?.files) ?? [];
  const others = files.filter(
    ({ file, collection }) => file !== page.file && store.isOnPage(file, collection !== null),
  );
  if (others.length === 0) return null;
  return (
    <details className="also">
      <summary>
        {words.alsoHere} <small>{others.length}</small>
      </summary>
      <Rows
        rows={others.map(({ file, title, noun }) => ({
          key: file,
          title,
          note: noun === "translation" ? languageName(page.language) : label(noun),
          onClick: () => store.go(file, []),
          onPoint: () => store.point(file, [], false),
        }))}
      />
    </details>
  );
}

function Messages() {
  const message = useModel((model) => model.message);
  const said = useModel((model) => model.said);
  const isLost = useModel((model) => model.isLost);
  const isSlow = useModel((model) => model.slow > 0 && model.state !== null);
  return (
    <>
      <p className="only-heard" role="status">
        {said}
      </p>
      <div className="messages" role="status">
        {isLost && <p className="message bad">{words.lost}</p>}
        {isSlow && !isLost && <p className="message">{words.loading}</p>}
        {message && (
          <p className={message.isBad ? "message bad" : "message"}>
            <span>{message.text}</span>
            {message.hasUndo && <Button onClick={() => store.undo()}>{words.undo}</Button>}
            <IconButton icon="close" label={words.dismiss} onClick={store.dismiss} />
          </p>
        )}
      </div>
    </>
  );
}
