/** What the editor knows and shows, and all that can be done in it. */

import { useSyncExternalStore } from "react";
import { api, listen, nextRequest, Refusal } from "./api";
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
import { again, formOf, isSame, languageName, says, startsWith, valueAt } from "./values";
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
  /** How many answers somebody has waited for longer than a moment. */
  slow: number;
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
  slow: 0,
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

/** Takes away a message with a button to undo what it tells, before something else is done: that button would undo that. */
function outdate() {
  if (model.message?.hasUndo) dismiss();
}

/** Says something to those who don't see it. */
export const say = (said: string) => update({ said });

/** How long an answer may take before somebody is told that it is on its way. */
const MOMENT = 500;

/** Waits for something, and shows that if it takes longer than a moment. */
export async function waitFor<T>(work: Promise<T>): Promise<T> {
  let isSlow = false;
  const timer = setTimeout(() => {
    isSlow = true;
    update({ slow: model.slow + 1 });
  }, MOMENT);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    if (isSlow) update({ slow: model.slow - 1 });
  }
}

/** Does something that can be refused, and tells why it was. */
async function attempt<T>(action: () => Promise<T>): Promise<T | null> {
  try {
    return await waitFor(action());
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

/** What was open the last time; nothing if that can't be read. */
function remembered(): { place?: Place; pagePath?: string; isPhone?: boolean } {
  try {
    return JSON.parse(localStorage.getItem(MEMORY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** The first state, as soon as there is one. */
async function beginning(): Promise<[State, Types] | null> {
  for (;;) {
    const answers = await attempt(() => Promise.all([api.state(null), api.types()]));
    if (answers || model.isLockedOut) return answers;
    await pause();
  }
}

export async function start() {
  // Whoever opens the address with the key in this tab changes nothing but what is behind the sign #.
  addEventListener("hashchange", () => location.reload());
  const memory = remembered();
  const answers = await beginning();
  if (!answers) return;
  const [state, types] = answers;
  const pages = state.pages.map(({ path }) => path);
  const given = new URLSearchParams(location.search).get("path") ?? "";
  history.replaceState(null, "", location.pathname);
  const asked = pages.includes(given) ? given : null;
  const known = pages.includes(memory.pagePath ?? "") ? memory.pagePath : pages[0];
  const before: Place = memory.place?.kind ? memory.place : { kind: "page" };
  const isThere = !asked && (!("file" in before) || isFileOf(state, before.file));
  const place: Place = isThere ? before : { kind: "page" };
  update({ state, types, pagePath: asked ?? known ?? "/", isPhone: memory.isPhone === true, message: null });
  if (place.kind === "form") {
    // A class that was open in the week stays in it.
    if (place.isInWeek) show({ kind: "week", file: place.file });
    await go(place.file, place.path);
  } else show(place);
  listen({ heard, connected, lost: () => update({ isLost: true }), lockedOut: () => update({ isLockedOut: true }) });
}

const isFileOf = (state: State, file: string): boolean => (linkOf(state, file) ?? mainOf(state, file)) !== undefined;

/** True if the server was there before: then another one may be there now, which counts its changes anew. */
let wasConnected = false;

function connected() {
  update({ isLost: false });
  // Whatever it says next is news.
  if (wasConnected && model.state) update({ state: { ...model.state, revision: -1 } });
  wasConnected = true;
}

/** What was told while something was sent. */
let unheard: Event | null = null;

/** Counts what was typed and done here. */
let deeds = 0;

async function heard(event: Event) {
  if (event.revision === model.state?.revision) return;
  if (isSending) {
    unheard = event;
    return;
  }
  const shown = "file" in model.place ? model.place.file : "";
  const [before, then] = [model.files[shown], deeds];
  await renew(true);
  const after = model.files[shown];
  if (!before || !after || before.version === after.version) return;
  // Where somebody types meanwhile, or what she typed is as it was, nothing is written into the field.
  if (deeds === then && isFocusedChanged(before, after)) showAnew();
  if (event.why === "disk") tell(words.changedOnDisk);
}

/** True if the field with the focus says something else in another state of its file. */
function isFocusedChanged(before: FileAnswer, after: FileAnswer): boolean {
  const field = document.activeElement?.closest<HTMLElement>(".panel [data-path]");
  const path: Path = JSON.parse(field?.dataset.path ?? "[]");
  const [old, now] = [before, after].map(({ value }) => JSON.stringify(valueAt(value, path)));
  return old !== now;
}

/** True if fields are to show what is there as soon as nothing is under way. */
let isStale = false;

/** Lets fields show what is there; not before what somebody types has arrived. */
export function showAnew() {
  isStale = isSending;
  if (!isSending) update({ epoch: model.epoch + 1 });
}

/** Reads again what is shown. */
async function renew(isByOthers = false): Promise<void> {
  const shown = "file" in model.place ? model.place.file : null;
  const reading = isByOthers ? null : page?.refresh();
  const wasThere = isPageThere();
  const state = await attempt(() => api.state(model.state));
  if (state) update({ state });
  // What is taken back can be the page that is shown.
  if (isByOthers && wasThere && !isPageThere()) visitAnother();
  else if (isByOthers) page?.refresh();
  await lookAtRefused();
  if (shown && state && isFileOf(state, shown)) await readShown(shown);
  else if (shown && state) {
    update({ place: { kind: "page" } });
    tell(words.gone);
  }
  await reading;
  // A page that was taken back isn't there any more.
  if (model.pageMistake && !isPageThere()) visitAnother();
}

/** Reads a file that is shown; what isn't in it any more is left. */
async function readShown(file: string) {
  const answer = await read(file);
  const { place } = model;
  if (!answer || place.kind !== "form" || place.file !== file || valueAt(answer.value, place.path)) return;
  const types = typesOf(model, file);
  const type = types?.files[answer.type];
  const path = types && type ? formOf(types, type, answer.value, place.path) : [];
  update({ place: { ...place, path } });
}

const isPage = (address: string): boolean => model.state?.pages.some(({ path }) => path === address) ?? false;

const isPageThere = (): boolean => isPage(model.pagePath);

/** Shows the page that was shown before, or the first one if that is gone, too. */
function visitAnother() {
  const path = isPage(visited) ? visited : model.state?.pages[0]?.path;
  if (path) visit(path, false);
  else page?.refresh();
}

/** Keeps of what stood in the way of saving what still does. */
async function lookAtRefused() {
  for (const file of new Set(model.refused.map(({ file }) => file))) {
    const answer = model.state?.files.some((link) => link.file === file) ? await read(file) : null;
    const isLeft = (of: SaveProblem) => of.file !== file || answer?.problems.some(({ id }) => id === of.id);
    update({ refused: model.refused.filter(isLeft) });
  }
}

/** Counts the readings of files; of each file, the newest one that was answered. */
let readings = 0;
const answeredReadings = new Map<string, number>();

async function read(file: string): Promise<FileAnswer | null> {
  const reading = ++readings;
  const answer = await attempt(() => api.file(file));
  if (!answer) return null;
  // A slow answer says what was, and not what is.
  const isOld = reading < (answeredReadings.get(file) ?? 0);
  if (isOld) return model.files[file] ?? answer;
  answeredReadings.set(file, reading);
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
  if (isPageThere()) visited = model.pagePath;
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
  if (changesPanel) openings++;
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

/** Counts what somebody opened: what was opened later is shown, whichever was read first. */
let openings = 0;

export function show(place: Place) {
  openings++;
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
  const opening = ++openings;
  const known = model.files[file];
  // A row that was just added isn't known yet.
  const isKnown = known !== undefined && valueAt(known.value, path) !== undefined;
  const answer = isKnown ? known : await read(file);
  if (opening !== openings) return;
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

/** Puts the focus on a value of the form that is open. */
export const aimAt = (path: Path) => update({ aim: { path, before: "", after: "" } });

// Changes.

interface Batch {
  operations: Operation[];
  done: (isDone: boolean) => void;
}

const waiting: Batch[] = [];
let isSending = false;

/** What was done since all had arrived the last time. */
let underWay: Operation[] = [];

function fileOf(operation: Operation): string {
  const [what] = Object.values(operation) as { file: string }[];
  return what?.file ?? "";
}

/** What an operation writes into a value or takes away, if it does that. */
const writtenBy = (operation: Operation) =>
  "set" in operation ? operation.set : "unset" in operation ? operation.unset : null;

/** The one value that a batch sets, if it does nothing else. */
function onlySet(batch: Batch | undefined) {
  const [only, ...others] = batch?.operations ?? [];
  return only && "set" in only && others.length === 0 ? only.set : null;
}

const pause = (milliseconds = 1000) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until all that was typed has arrived. */
export async function arrival(): Promise<void> {
  while (isSending) await pause(20);
}

/** Does something behind all that was typed; what is typed meanwhile waits for it. */
async function inTurn<T>(action: () => Promise<T>): Promise<T | null> {
  while (isSending) await pause(20);
  isSending = true;
  dismiss();
  try {
    return await attempt(action);
  } finally {
    goOn();
  }
}

/** The values of a file, as they are known now. */
export const valuesNow = (file: string) => model.files[file]?.value;

/** What a value says once all has arrived: what was done with it last, or what is known of it; `null` if it says nothing. */
export function valueSoon(file: string, path: Path): NewValue | null {
  const last = underWay.findLast((operation) => {
    const written = writtenBy(operation);
    return written?.file === file && isSame(written.path, path);
  });
  if (last) return "set" in last ? last.set.value : null;
  const known = valueAt(valuesNow(file), path);
  return known === undefined ? null : again(known);
}

/** Does operations in one step of undo, behind those before. What is typed into one field is sent as it is last. */
export function apply(operations: Operation[]): Promise<boolean> {
  deeds++;
  outdate();
  underWay.push(...operations);
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
  try {
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) await sendOne(batch);
  } finally {
    goOn();
  }
}

/** Ends the sending, and begins with what has come meanwhile. */
function goOn() {
  isSending = false;
  if (waiting.length) {
    send();
    return;
  }
  underWay = [];
  if (isStale) showAnew();
  const event = unheard;
  unheard = null;
  if (event && event.revision > (model.state?.revision ?? 0)) heard(event);
}

async function sendOne({ operations, done }: Batch) {
  let isDone = false;
  const request = nextRequest();
  try {
    isDone = (await attempt(() => untilHeard(() => perform(request, operations)))) === true;
    if (waiting.length === 0) await renew();
  } finally {
    // Fields show what is there, not what was refused.
    if (!isDone) isStale = true;
    done(isDone);
  }
}

/** Does something as often as it takes until the server is there. */
async function untilHeard<T>(action: () => Promise<T>): Promise<T> {
  for (let isLost = false; ; isLost = true) {
    try {
      const answer = await action();
      if (isLost) update({ isLost: false });
      return answer;
    } catch (failure) {
      if (!(failure instanceof Refusal) || failure.status !== 0) throw failure;
      update({ isLost: true });
      await pause();
    }
  }
}

/** What each field said into which somebody typed here, before that and since; `null` if it said nothing. */
const own = new Map<string, (NewValue | null)[]>();

/** The most states of a field that are known. */
const MOST_KNOWN = 500;

function remind({ file, path, value }: { file: string; path: Path; value: NewValue }, old: FileAnswer | undefined) {
  const name = fieldName(file, path);
  const before = valueAt(old?.value, path);
  const known = own.get(name) ?? [before === undefined ? null : again(before)];
  own.set(name, [...known, value].slice(-MOST_KNOWN));
}

/** Whether an operation says already what it is to say, is still meant, or is about what somebody else changed. */
function standing(operation: Operation, old: FileAnswer | undefined, now: FileAnswer): "done" | "meant" | "strange" {
  const written = writtenBy(operation);
  if (!written) return "strange";
  const { file, path } = written;
  const there = valueAt(now.value, path);
  const isDone = "set" in operation ? says(there, operation.set.value) : there === undefined;
  if (isDone) return "done";
  if (JSON.stringify(valueAt(old?.value, path)) === JSON.stringify(there)) return "meant";
  // A program that ended in the middle may know an older state of what was typed.
  const known = own.get(fieldName(file, path)) ?? [];
  return known.some((value) => (value ? says(there, value) : there === undefined)) ? "meant" : "strange";
}

async function perform(request: number, operations: Operation[]): Promise<boolean> {
  const files = [...new Set(operations.map(fileOf))];
  for (const file of files) {
    if (!model.files[file]) update({ files: { ...model.files, [file]: await api.file(file) } });
  }
  for (const operation of operations) {
    if ("set" in operation) remind(operation.set, model.files[operation.set.file]);
  }
  for (;;) {
    const before = model.files;
    const versions = Object.fromEntries(files.map((file) => [file, before[file]?.version ?? ""]));
    try {
      take(await api.operations(request, versions, operations));
      break;
    } catch (failure) {
      if (!(failure instanceof Refusal) || failure.status !== 409) throw failure;
    }
    // Another tab or program was faster, or this one ended before it had kept what it answered. What one types into a field is still
    // meant if the field says what it said.
    const now: { [file: string]: FileAnswer } = {};
    for (const file of files) now[file] = await api.file(file);
    update({ files: { ...model.files, ...now } });
    const found = operations.map((operation) => {
      const answer = now[fileOf(operation)];
      return answer ? standing(operation, before[fileOf(operation)], answer) : "strange";
    });
    if (found.includes("strange")) throw new Refusal(409, { why: words.changedMeanwhile });
    if (!found.includes("meant")) break;
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
  showAnew();
  tell(words.removed(title), { hasUndo: true });
}

/** Moves an element, and follows it. */
export async function move(file: string, path: Path, to: Path, at: number) {
  const isDone = await apply([{ move: { file, path, to, at } }]);
  showAnew();
  if (isDone) point(file, [...to, at]);
  return isDone;
}

/** Adds an element, and opens it. */
export async function insert(file: string, path: Path, at: number, value: NewValue) {
  if (!(await apply([{ insert: { file, path, at, value } }]))) return;
  await go(file, [...path, at]);
  showAnew();
  update({ left: [], aim: { path: [...path, at], before: "", after: "" } });
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

/** What belongs to the form that is open, and is done before anything is saved. */
let finish: (() => Promise<void>) | null = null;

/** Has something done before anything is saved, for as long as a form is open. Returns what ends that. */
export function beforeSaving(work: () => Promise<void>): () => void {
  finish = work;
  return () => {
    if (finish === work) finish = null;
  };
}

export async function copy(file: string, path: Path) {
  if (!(await apply([{ copy: { file, path } }]))) return;
  const [list, at] = [path.slice(0, -1), path.at(-1)];
  await go(file, [...list, Number(at) + 1]);
  showAnew();
}

export async function fix(file: string, problem: Problem, choice: number) {
  const isDone = await inTurn(async () => {
    take(await api.fix(file, model.files[file]?.version ?? "", problem.id, choice));
    await renew();
    return true;
  });
  if (isDone) showAnew();
}

/** True for the page that is shown, if it is of this file. */
const isOf = ({ path, file }: PageLink, of: string): boolean => path === model.pagePath && file === of;

async function step(way: "undo" | "redo") {
  const where = await inTurn(async () => {
    const where = await api[way]();
    await renew();
    if (model.state && isFileOf(model.state, where.file)) await read(where.file);
    return where;
  });
  if (!where) return;
  update({ message: null });
  showAnew();
  say(way === "undo" ? words.undone : words.redone);
  const { place, state } = model;
  // A whole file can have been undone, which has no form any more.
  if (!state || !isFileOf(state, where.file)) return;
  const isRow = typeof where.path.at(-1) === "number";
  const isListed = place.kind === "page" && state.pages.some((shown) => isOf(shown, where.file));
  if (isRow && isListed) point(where.file, where.path);
  else if (place.kind !== "week") await go(where.file, isRow ? where.path.slice(0, -1) : where.path);
}

export const undo = () => model.state?.canUndo && step("undo");
export const redo = () => model.state?.canRedo && step("redo");

/** Saves all changes. Returns false if something stands in the way. */
export async function save(): Promise<boolean> {
  if (model.isSaving) return false;
  let isSaved = false;
  update({ isSaving: true, refused: [] });
  try {
    await unfinished;
    await finish?.();
    await arrival();
    await waitFor(api.save());
    tell(words.saved);
    isSaved = true;
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    const refused = failure.answer.problems ?? [];
    update({ refused });
    await Promise.all(refused.map(({ file }) => read(file)));
    if (failure.status === 409 || refused.length) show({ kind: "changes" });
    if (!refused.length) tell(failure.status === 409 ? words.saveConflict : failure.message, { isBad: true });
  } finally {
    update({ isSaving: false });
  }
  await renew();
  return isSaved;
}

/** Takes back all that isn't saved of some files; that can be undone. */
export const discard = (files: string[]) => takenBack(() => api.discard(files));

/** Takes a single change back; that can be undone. */
export const takeBack = (file: string, path: Path) => takenBack(() => api.takeBack(file, path));

async function takenBack(request: () => Promise<object>) {
  const isDone = await inTurn(async () => {
    await request();
    await renew(true);
    return true;
  });
  if (!isDone) return;
  showAnew();
  tell(words.discarded, { hasUndo: true });
}

export async function resolve(file: string, keep: "mine" | "disk") {
  const isDone = await inTurn(async () => {
    await api.resolve(file, keep);
    await renew();
    return true;
  });
  if (isDone) showAnew();
}

/** Opens a file that was just made, and its page. */
async function openMade(make: () => Promise<{ file: string }>) {
  const made = await inTurn(async () => {
    const made = await make();
    await renew();
    return made;
  });
  if (!made) return false;
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
export const translate = (file: string, language: string) => openMade(() => api.translate(file, language));

/** Shows the page in another language, or says that it isn't in it. */
export async function visitIn(language: string) {
  // What was typed last may have put it into the language.
  await arrival();
  if (!pageIn(language)) await renew();
  const there = pageIn(language);
  if (there) visit(there.path);
  else tell(words.notIn(languageName(language)), { isBad: true });
}

/** The page that is shown, in another language. */
function pageIn(language: string): PageLink | undefined {
  const { state, pagePath } = model;
  const here = state?.pages.find(({ path }) => path === pagePath)?.file ?? "";
  const main = mainOf(state, here) ?? linkOf(state, here);
  const file = main?.translations.find((translation) => translation.language === language)?.file ?? main?.file;
  return state?.pages.find((page) => page.file === file && page.language === language);
}

export const create = (collection: string, title: string) => openMade(() => api.create(collection, title));

/** Copies a page, and gives the copy a title of its own. */
export const copyFile = (file: string, title: string) =>
  openMade(async () => {
    const made = await api.copies(file, title);
    const { value, version } = await api.file(made.file);
    if (typeof value.title !== "string") return made;
    const set = { file: made.file, path: ["title"], value: { text: title } };
    await api.operations(nextRequest(), { [made.file]: version }, [{ set }]);
    return made;
  });

export async function rename(noun: string, old: string, renamed: string) {
  const made = await inTurn(async () => {
    const made = await api.rename(noun, old, renamed);
    update({ files: {}, place: { kind: "files" } });
    await renew();
    return made;
  });
  if (!made) return false;
  const link = linkOf(model.state, made.file);
  if (link?.path) visit(link.path, false);
  if (link) await go(link.file, []);
  tell(link?.path ? words.renamedTo(link.path) : words.renamed);
  return true;
}

/** Deletes a file. Returns the places that mention it, if it can't be deleted for their sake. */
export async function deleteFile(file: string, title: string) {
  const mentions = await inTurn(async () => {
    try {
      await api.delete(file);
    } catch (failure) {
      if (failure instanceof Refusal && failure.answer.mentions) return failure.answer.mentions;
      throw failure;
    }
    const isNew = linkOf(model.state, file)?.isNew === true;
    const { [file]: _, ...files } = model.files;
    update({ files, place: { kind: "files" } });
    tell(isNew ? words.discarded : words.deleted(title), { hasUndo: isNew });
    await renew();
    return [];
  });
  return mentions ?? [];
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
    await pause(PAUSE);
    const run = await attempt(() => api.publishNews());
    if (!run) break;
    update({ publishing: model.publishing && { ...model.publishing, run } });
  }
  isFollowingRun = false;
  // What was published is known now.
  const after = await attempt(() => api.publishing());
  if (after) update({ publishing: after });
}

/** Publishes with all changes, once they are saved. */
export async function saveAndPublish() {
  if (await save()) await publish({});
}

export const stopPublishing = () => attempt(() => api.stopPublishing());

/** Publishes what is saved, or shows what stands in the way. */
export async function publish(choices: PublishChoices) {
  try {
    await waitFor(api.publish(choices));
  } catch (failure) {
    if (!(failure instanceof Refusal)) throw failure;
    // A run that is on already, by a second click or in another tab, is shown.
    if (failure.status !== 409) await refusePublishing(failure);
  }
  await renewPublishing();
}

async function refusePublishing(failure: Refusal) {
  const refused = failure.answer.problems ?? [];
  update({ refused });
  const [first] = refused;
  if (first) await goToProblem(first);
  tell(failure.message, { isBad: true });
}
