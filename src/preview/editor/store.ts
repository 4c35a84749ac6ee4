/** What the editor knows and shows, and all that can be done in it. */

import { useSyncExternalStore } from "react";
import { api, listen, Refusal } from "./api";
import type { Page } from "./page";
import type {
  Event,
  FileAnswer,
  FileLink,
  NewValue,
  Operation,
  PageLink,
  Path,
  Problem,
  PublishChoices,
  Publishing,
  PublishRun,
  RunningRun,
  SaveProblem,
  State,
  Types,
} from "./protocol";
import { formOf, isSame, languageName, startsWith, valueAt } from "./values";
import { words } from "./words";

/** What the panel shows. */
export type Place =
  | { kind: "page" }
  | { kind: "form"; file: string; path: Path; isInWeek: boolean }
  | { kind: "files" }
  | { kind: "changes" }
  | { kind: "publish" }
  | { kind: "week"; file: string };

/** A value to go to, with the text around the caret if it was clicked. */
export interface Aim {
  path: Path;
  before: string;
  after: string;
}

export interface Message {
  text: string;
  isBad: boolean;
  /** True if it says what can be undone. */
  hasUndo: boolean;
}

interface Model {
  state: State | null;
  types: Types | null;
  /** The types of translations, each by its file. */
  forms: { [file: string]: Types };
  files: { [file: string]: FileAnswer };
  place: Place;
  aim: Aim | null;
  /** Counts what changed values other than by typing, so that fields show what is there now. */
  epoch: number;
  pagePath: string;
  /** Counts the readings of the page. */
  shown: number;
  isBrowsing: boolean;
  isPhone: boolean;
  isPanelOpen: boolean;
  isSaving: boolean;
  isLost: boolean;
  isLockedOut: boolean;
  message: Message | null;
  /** What a screen reader says next. */
  said: string;
  /** What stands in the way of saving or publishing. */
  refused: SaveProblem[];
  publishing: Publishing | null;
  /** The fields that somebody left, each as its file and path: from then on it is wrong that nothing is there. */
  left: string[];
  /** Why the page can't be shown. */
  pageMistake: string | null;
}

let model: Model = {
  state: null,
  types: null,
  forms: {},
  files: {},
  place: { kind: "page" },
  aim: null,
  epoch: 0,
  pagePath: "/",
  shown: 0,
  isBrowsing: false,
  isPhone: false,
  isPanelOpen: true,
  isSaving: false,
  isLost: false,
  isLockedOut: false,
  message: null,
  said: "",
  refused: [],
  publishing: null,
  left: [],
  pageMistake: null,
};

const readers = new Set<() => void>();
let page: Page | null = null;

function update(change: Partial<Model>) {
  model = { ...model, ...change };
  for (const read of readers) read();
}

function subscribe(read: () => void) {
  readers.add(read);
  return () => readers.delete(read);
}

const NONE: Problem[] = [];

/** The problems of a file. */
export const fileProblems = ({ files }: Model, file: string): Problem[] => files[file]?.problems ?? NONE;

/** The types of a file. */
export const typesOf = ({ types, forms }: Model, file: string): Types | null => forms[file] ?? types;

const fieldName = (file: string, path: Path): string => `${file} ${JSON.stringify(path)}`;

/** True for a field that somebody left, and for all if something in the way of saving is shown. */
export const isSeen = ({ left, refused }: Model, file: string, path: Path): boolean =>
  refused.some((problem) => problem.file === file) || left.includes(fieldName(file, path));

/** Remembers that somebody left a field. */
export function leave(file: string, path: Path) {
  const name = fieldName(file, path);
  if (!model.left.includes(name)) update({ left: [...model.left, name] });
}

/** A part of what is known. */
export function useModel<T>(part: (model: Model) => T): T {
  return useSyncExternalStore(subscribe, () => part(model));
}

// What is asked and told.

function tell(text: string, options: { isBad?: boolean; hasUndo?: boolean } = {}) {
  const message = { text, isBad: options.isBad ?? false, hasUndo: options.hasUndo ?? false };
  update({ message });
  const shown = message;
  setTimeout(() => model.message === shown && update({ message: null }), message.isBad ? 12_000 : 6_000);
}

export const dismiss = () => update({ message: null });

/** Says something to those who don't see it. */
export const say = (said: string) => update({ said });

/** Does something that can be refused, and tells why it was. */
async function attempt<T>(action: () => Promise<T>): Promise<T | null> {
  try {
    return await action();
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    if (failure.status === 401) update({ isLockedOut: true });
    else tell(failure.message, { isBad: true });
    return null;
  }
}

const MEMORY = "gympress-place";

/** Keeps for the next time what is open. */
function remember() {
  const { place, pagePath, isPhone } = model;
  localStorage.setItem(MEMORY, JSON.stringify({ place, pagePath, isPhone }));
}

/** The first state. */
export async function start() {
  const memory = JSON.parse(localStorage.getItem(MEMORY) ?? "{}");
  const answers = await attempt(() => Promise.all([api.state(null), api.types()]));
  if (!answers) return;
  const [state, types] = answers;
  const pages = state.pages.map(({ path }) => path);
  const asked = new URLSearchParams(location.search).get("path");
  history.replaceState(null, "", location.pathname);
  const pagePath = asked ?? (pages.includes(memory.pagePath) ? memory.pagePath : (pages[0] ?? "/"));
  const files = state.files.map(({ file }) => file);
  const isThere = !asked && memory.place && (!memory.place.file || files.includes(memory.place.file));
  const place: Place = isThere ? memory.place : { kind: "page" };
  update({ state, types, pagePath, isPhone: memory.isPhone === true });
  if (place.kind === "form") await go(place.file, place.path);
  else update({ place });
  listen(heard, (isLost) => update({ isLost }));
}

async function heard({ revision, why }: Event) {
  if (revision === model.state?.revision || isSending) return;
  const shown = "file" in model.place ? model.place.file : "";
  const before = model.files[shown]?.version;
  await renew(true);
  const after = model.files[shown]?.version;
  if (before === undefined || before === after) return;
  update({ epoch: model.epoch + 1 });
  if (why === "disk") tell(words.changedOnDisk);
}

/** Reads again what is shown. */
async function renew(isByOthers = false): Promise<void> {
  const shown = "file" in model.place ? model.place.file : null;
  const reading = isByOthers ? null : page?.refresh();
  const wasThere = isPageThere();
  const state = await attempt(() => api.state(model.state));
  if (state) update({ state });
  // What is taken back can be the page that is shown.
  if (isByOthers && wasThere && !isPageThere()) visit(visited, false);
  else if (isByOthers) page?.refresh();
  await lookAtRefused();
  if (shown && state && (linkOf(state, shown) || mainOf(state, shown))) await readShown(shown);
  else if (shown && state) {
    update({ place: { kind: "page" } });
    tell(words.gone);
  }
  await reading;
  // A page that was taken back isn't there any more.
  if (model.pageMistake && !isPageThere()) visit(visited, false);
}

/** Reads a file that is shown; what isn't in it any more is left. */
async function readShown(file: string) {
  const answer = await read(file);
  const { place } = model;
  if (!answer || place.kind !== "form" || place.file !== file || valueAt(answer.value, place.path)) return;
  const type = model.types?.files[answer.type];
  const path = model.types && type ? formOf(model.types, type, answer.value, place.path) : [];
  update({ place: { ...place, path } });
}

const isPageThere = (): boolean => model.state?.pages.some(({ path }) => path === model.pagePath) ?? false;

/** Keeps of what stood in the way of saving what still does. */
async function lookAtRefused() {
  for (const file of new Set(model.refused.map(({ file }) => file))) {
    const answer = model.state?.files.some((link) => link.file === file) ? await read(file) : null;
    const isLeft = (of: SaveProblem) => of.file !== file || answer?.problems.some(({ id }) => id === of.id);
    update({ refused: model.refused.filter(isLeft) });
  }
}

async function read(file: string): Promise<FileAnswer | null> {
  const answer = await attempt(() => api.file(file));
  if (!answer) return null;
  // A translation has the fields that its original has, and a glossary those of its texts.
  const isOther = JSON.stringify(model.files[file]?.originals) !== JSON.stringify(answer.originals);
  const isKnown = model.types?.files[answer.type] !== undefined || model.forms[file] !== undefined;
  const form = !isKnown || (answer.originals.length && isOther) ? await attempt(() => api.form(file)) : null;
  const forms = form ? { ...model.forms, [file]: form } : model.forms;
  update({ files: { ...model.files, [file]: answer }, forms });
  return answer;
}

// The page.

export function attach(shown: Page) {
  page = shown;
  page.go(model.pagePath);
}

/** The page that was shown before. */
let visited = "/";

export function moved(path: string) {
  if (path === model.pagePath) return;
  if (model.state?.pages.some((shown) => shown.path === model.pagePath)) visited = model.pagePath;
  update({ pagePath: path });
  if (isFollowing && model.place.kind !== "week") update({ place: { kind: "page" } });
  isFollowing = true;
  remember();
}

/** Says of what was clicked that nothing of it can be changed. */
export const missed = () => tell(words.missed, { isBad: true });

export const shownAnew = () => update({ shown: model.shown + 1, pageMistake: null });

export function pageFailed(failure: Refusal) {
  if (failure.status === 401) update({ isLockedOut: true });
  else update({ pageMistake: failure.message });
}

/** True if the page shows something of the file; of an entry, between its header and its footer. */
export const isOnPage = (file: string, isEntry: boolean): boolean => page?.shows(file, [], isEntry) ?? false;

/** True if the page shows something of the value. */
export const isShown = (file: string, path: Path): boolean => page?.shows(file, path, false) ?? false;

/** Shows another page, and what it consists of if the panel isn't to stay. */
export function visit(path: string, changesPanel = true) {
  isFollowing = changesPanel;
  if (changesPanel) update({ place: { kind: "page" } });
  page?.go(path);
}

/** True if the panel follows the page to where it goes next. */
let isFollowing = true;

export type KnownTypes = Model["types"];

/** Reads a file for the outline of a page. */
export const look = (file: string) => {
  read(file);
};

/** The file with the menu of the site, if it has one. */
export function menuFile(types: Types | null): string | null {
  const found = Object.entries(types?.files ?? {}).find(([, { role }]) => role === "navigation");
  return found ? `content/${found[0]}` : null;
}

/** Reads the menu of the site. */
export function lookAtMenu() {
  const file = menuFile(model.types);
  if (model.state?.files.some((link) => link.file === file) && file) look(file);
}

export function browse(isBrowsing: boolean) {
  if (page) page.isEdited = !isBrowsing;
  update({ isBrowsing });
}

export function showPhone(isPhone: boolean) {
  update({ isPhone });
  remember();
}

export const openPanel = (isPanelOpen: boolean) => update({ isPanelOpen });

/** Shows the outline of a value, without a step in the panel. */
export const point = (file: string, path: Path, scrolls = true) => page?.select(file, path, scrolls);

// The panel.

export function show(place: Place) {
  update({ place, aim: null, isPanelOpen: true });
  if (place.kind === "week") read(place.file);
  remember();
}

/** Opens the form at a problem that stands in the way of saving. */
export async function goToProblem({ file, id }: SaveProblem) {
  const found = (await read(file))?.problems.find((problem) => problem.id === id);
  await go(file, found?.path ?? []);
  update({ aim: { path: found?.path ?? [], before: "", after: "" } });
}

/** Opens the form in which a value stands, at the value. */
export async function go(
  file: string,
  path: Path,
  caret: { before: string; after: string } | null = null,
  scrolls = true,
) {
  const known = model.files[file];
  // A row that was just added isn't known yet.
  const isKnown = known !== undefined && valueAt(known.value, path) !== undefined;
  const answer = isKnown ? known : await read(file);
  const types = typesOf(model, file);
  const type = answer && types?.files[answer.type];
  if (answer && !type) missed();
  if (!answer || !type || !types) return;
  // The text of a page in Markdown is where other pages have sections.
  const [first] = path;
  const isBody = first !== undefined && answer.value.body !== undefined && valueAt(answer.value, [first]) === undefined;
  const value: Path = isBody ? ["body"] : path;
  const form = formOf(types, type, answer.value, value);
  const aim =
    value.length > form.length ? { path: value, before: caret?.before ?? "", after: caret?.after ?? "" } : null;
  const before = model.place;
  const wasInWeek = before.kind === "week" || (before.kind === "form" && before.isInWeek);
  // What is clicked on the page stays in sight, and a class that is clicked in the week as well.
  const isInWeek = scrolls && wasInWeek && "file" in before && before.file === file;
  const place: Place =
    before.kind === "week" && isInWeek && form.length === 0 ? before : { kind: "form", file, path: form, isInWeek };
  update({ place, aim, isPanelOpen: true });
  page?.select(file, path, scrolls);
  remember();
  // What was known may be old.
  if (isKnown) read(file);
}

export const arrived = () => update({ aim: null });

// Changes.

interface Batch {
  operations: Operation[];
  done: (isDone: boolean) => void;
}

const waiting: Batch[] = [];
let isSending = false;

function fileOf(operation: Operation): string {
  const [what] = Object.values(operation) as { file: string }[];
  return what?.file ?? "";
}

/** The one value that a batch sets, if it does nothing else. */
function onlySet(batch: Batch | undefined) {
  const [only, ...others] = batch?.operations ?? [];
  return only && "set" in only && others.length === 0 ? only.set : null;
}

/** Waits until all that was typed has arrived. */
export async function arrival(): Promise<void> {
  while (isSending) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** The values of a file, as they are known now. */
export const valuesNow = (file: string) => model.files[file]?.value;

/** Does operations in one step of undo, behind those before. What is typed into one field is sent as it is last. */
export function apply(operations: Operation[]): Promise<boolean> {
  return new Promise((done) => {
    const batch = { operations, done };
    const last = onlySet(waiting.at(-1));
    const next = onlySet(batch);
    if (last && next && last.file === next.file && isSame(last.path, next.path)) waiting.pop()?.done(true);
    waiting.push(batch);
    if (!isSending) send();
  });
}

async function send() {
  isSending = true;
  for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
    const { operations, done } = batch;
    const isDone = await attempt(() => untilHeard(() => perform(operations)));
    if (waiting.length === 0) await renew();
    // Fields show what is there, not what was refused.
    if (!isDone) update({ epoch: model.epoch + 1 });
    done(isDone === true);
  }
  isSending = false;
}

/** Does something as often as it takes until the server is there. */
async function untilHeard<T>(action: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await action();
    } catch (failure) {
      if (!(failure instanceof Refusal) || failure.status !== 0) throw failure;
      update({ isLost: true });
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  }
}

async function perform(operations: Operation[]): Promise<boolean> {
  const files = [...new Set(operations.map(fileOf))];
  const before = new Map<string, FileAnswer>();
  for (const file of files) {
    const known = model.files[file] ?? (await api.file(file));
    before.set(file, known);
  }
  const versions = Object.fromEntries([...before].map(([file, { version }]) => [file, version]));
  try {
    take(await api.operations(versions, operations));
  } catch (failure) {
    if (!(failure instanceof Refusal) || failure.status !== 409) throw failure;
    // Another tab or program was faster. What one types into a field is still meant if the field says what it said.
    const now = new Map<string, FileAnswer>();
    for (const file of files) now.set(file, await api.file(file));
    update({ files: { ...model.files, ...Object.fromEntries(now) } });
    const isMeant = operations.every((operation) => {
      const set = "set" in operation && operation.set;
      if (!set) return false;
      const [old, fresh] = [before, now].map((known) => valueAt(known.get(set.file)?.value, set.path));
      return JSON.stringify(old) === JSON.stringify(fresh);
    });
    if (!isMeant) throw new Refusal(409, { why: words.changedMeanwhile });
    const fresh = Object.fromEntries([...now].map(([file, { version }]) => [file, version]));
    take(await api.operations(fresh, operations));
  }
  return true;
}

function take({ revision, versions }: { revision: number; versions: { [file: string]: string } }) {
  const files = { ...model.files };
  for (const [file, version] of Object.entries(versions)) {
    const known = files[file];
    if (known) files[file] = { ...known, version };
  }
  update({ files, state: model.state && { ...model.state, revision } });
}

export const set = (file: string, path: Path, value: NewValue) => apply([{ set: { file, path, value } }]);
export const unset = (file: string, path: Path) => apply([{ unset: { file, path } }]);

/** Removes an element, and offers to undo that. */
export async function remove(file: string, path: Path, title: string) {
  const { place } = model;
  const isOpen = place.kind === "form" && place.file === file && startsWith(place.path, path);
  if (!(await apply([{ remove: { file, path } }]))) return;
  if (isOpen) await go(file, path.slice(0, -2));
  update({ epoch: model.epoch + 1 });
  tell(words.removed(title), { hasUndo: true });
}

/** Moves an element, and follows it. */
export async function move(file: string, path: Path, to: Path, at: number) {
  const isDone = await apply([{ move: { file, path, to, at } }]);
  update({ epoch: model.epoch + 1 });
  if (isDone) point(file, [...to, at]);
  return isDone;
}

/** Adds an element, and opens it. */
export async function insert(file: string, path: Path, at: number, value: NewValue) {
  if (!(await apply([{ insert: { file, path, at, value } }]))) return;
  await go(file, [...path, at]);
  update({ epoch: model.epoch + 1, left: [], aim: { path: [...path, at], before: "", after: "" } });
}

/** Adds an entry to lists that name some. */
export async function add(file: string, lists: Path[], id: string) {
  const value = valuesNow(file);
  const operations = lists.map((path) => {
    const list = valueAt(value, path);
    return { insert: { file, path, at: Array.isArray(list) ? list.length : 0, value: { text: id } } };
  });
  if (await apply(operations)) tell(words.added, { hasUndo: true });
}

/** Stays at the row that is open if one of its list got another place. */
export function follow(file: string, list: Path, from: number, to: number) {
  const { place } = model;
  if (place.kind !== "form" || place.file !== file || !startsWith(place.path, list)) return;
  const at = place.path[list.length];
  if (typeof at !== "number") return;
  const isBetween = at > Math.min(from, to) - 1 && at < Math.max(from, to) + 1;
  const now = at === from ? to : isBetween ? at + Math.sign(from - to) : at;
  if (now !== at) update({ place: { ...place, path: [...list, now, ...place.path.slice(list.length + 1)] } });
}

/** What has to end before anything is saved. */
let unfinished: Promise<void> = Promise.resolve();

export function saveAfter(work: Promise<void>) {
  unfinished = work;
}

export async function copy(file: string, path: Path) {
  if (!(await apply([{ copy: { file, path } }]))) return;
  const [list, at] = [path.slice(0, -1), path.at(-1)];
  await go(file, [...list, Number(at) + 1]);
  update({ epoch: model.epoch + 1 });
}

export async function fix(file: string, problem: Problem, choice: number) {
  const version = model.files[file]?.version ?? "";
  const done = await attempt(() => api.fix(file, version, problem.id, choice));
  if (!done) return;
  take(done);
  await renew();
  update({ epoch: model.epoch + 1 });
}

/** True for the page that is shown, if it is of this file. */
const isOf = ({ path, file }: PageLink, of: string): boolean => path === model.pagePath && file === of;

async function step(way: "undo" | "redo") {
  const where = await attempt(() => api[way]());
  if (!where) return;
  await read(where.file);
  await renew();
  update({ epoch: model.epoch + 1, message: null });
  const { place } = model;
  const isRow = typeof where.path.at(-1) === "number";
  const isListed = place.kind === "page" && model.state?.pages.some((shown) => isOf(shown, where.file));
  if (isRow && isListed) point(where.file, where.path);
  else if (place.kind !== "week") await go(where.file, isRow ? where.path.slice(0, -1) : where.path);
  say(way === "undo" ? words.undone : words.redone);
}

export const undo = () => model.state?.canUndo && step("undo");
export const redo = () => model.state?.canRedo && step("redo");

export async function save() {
  if (model.isSaving) return;
  update({ isSaving: true, refused: [] });
  await unfinished;
  await arrival();
  try {
    await api.save();
    tell(words.saved);
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    const refused = failure.answer.problems ?? [];
    update({ refused });
    await Promise.all(refused.map(({ file }) => read(file)));
    if (failure.status === 409 || refused.length) show({ kind: "changes" });
    if (!refused.length) tell(failure.status === 409 ? words.saveConflict : failure.message, { isBad: true });
  }
  update({ isSaving: false });
  await renew();
}

/** Takes back all that isn't saved of some files; that can be undone. */
export const discard = (files: string[]) => takenBack(() => api.discard(files));

/** Takes a single change back; that can be undone. */
export const takeBack = (file: string, path: Path) => takenBack(() => api.takeBack(file, path));

async function takenBack(request: () => Promise<object>) {
  if (!(await attempt(request))) return;
  await renew(true);
  update({ epoch: model.epoch + 1 });
  tell(words.discarded, { hasUndo: true });
}

export async function resolve(file: string, keep: "mine" | "disk") {
  if (!(await attempt(() => api.resolve(file, keep)))) return;
  await renew();
  update({ epoch: model.epoch + 1 });
}

/** Opens a file that was just made, and its page. */
async function openMade(making: Promise<{ file: string }>) {
  const made = await attempt(() => making);
  if (!made) return false;
  await renew();
  const link = model.state?.files.find(({ file }) => file === made.file);
  if (link?.path) visit(link.path, false);
  await go(made.file, []);
  update({ aim: { path: [], before: "", after: "" } });
  return true;
}

/** The file in the main language of which one is a translation. */
export const mainOf = (state: State | null, file: string): FileLink | undefined =>
  state?.files.find(({ translations }) => translations.some((translation) => translation.file === file));

export const linkOf = (state: State | null, file: string): FileLink | undefined =>
  state?.files.find((link) => link.file === file);

/** Begins the translation of a file, and opens it. */
export const translate = (file: string, language: string) => openMade(api.translate(file, language));

/** Shows the page in another language, or says that it isn't in it. */
export function visitIn(language: string) {
  const { state, pagePath } = model;
  const here = state?.pages.find(({ path }) => path === pagePath)?.file ?? "";
  const main = mainOf(state, here) ?? linkOf(state, here);
  const file = main?.translations.find((translation) => translation.language === language)?.file ?? main?.file;
  const there = state?.pages.find((page) => page.file === file && page.language === language);
  if (there) visit(there.path);
  else tell(words.notIn(languageName(language)), { isBad: true });
}

export const create = (collection: string, title: string) => openMade(api.create(collection, title));

/** Copies a page, and gives the copy a title of its own. */
export const copyFile = (file: string, title: string) =>
  openMade(
    api.copies(file, title).then(async (made) => {
      const { value } = await api.file(made.file);
      if (typeof value.title === "string") await set(made.file, ["title"], { text: title });
      return made;
    }),
  );

export async function rename(noun: string, old: string, renamed: string) {
  if (!(await attempt(() => api.rename(noun, old, renamed)))) return false;
  update({ files: {}, place: { kind: "files" } });
  await renew();
  const link = model.state?.files.find((link) => link.noun === noun && link.file.endsWith(`/${renamed}.toml`));
  if (link?.path) visit(link.path, false);
  if (link) await go(link.file, []);
  tell(link?.path ? words.renamedTo(link.path) : words.renamed);
  return true;
}

/** Deletes a file. Returns the places that mention it, if it can't be deleted for their sake. */
export async function deleteFile(file: string, title: string) {
  try {
    await api.delete(file);
  } catch (failure) {
    if (failure instanceof Refusal && failure.answer.mentions) return failure.answer.mentions;
    await attempt(() => Promise.reject(failure));
    return [];
  }
  const { [file]: _, ...files } = model.files;
  update({ files, place: { kind: "files" } });
  tell(words.deleted(title));
  await renew();
  return [];
}

// Publishing.

/** Between two questions for the news of a run. */
const PAUSE = 400;

/** True for a run that isn't over. */
export const isOn = (run: PublishRun | null | undefined): run is RunningRun =>
  !!run && run.state !== "done" && run.state !== "failed";

let isFollowingRun = false;

/** Asks for what would be published, and follows a run to its end. */
export async function renewPublishing() {
  const publishing = await attempt(() => api.publishing());
  if (!publishing) return;
  update({ publishing });
  if (!isOn(publishing.run) || isFollowingRun) return;
  isFollowingRun = true;
  while (isOn(model.publishing?.run)) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    const run = await attempt(() => api.publishNews());
    if (!run) break;
    update({ publishing: model.publishing && { ...model.publishing, run } });
  }
  isFollowingRun = false;
  // What was published is known now.
  const after = await attempt(() => api.publishing());
  if (after) update({ publishing: after });
}

/** Publishes what is saved, or shows what stands in the way. */
export async function publish(choices: PublishChoices) {
  try {
    await api.publish(choices);
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    const refused = failure.answer.problems ?? [];
    update({ refused });
    const [first] = refused;
    if (first) await goToProblem(first);
    tell(failure.message, { isBad: true });
  }
  await renewPublishing();
}
