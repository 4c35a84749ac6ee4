/** The page in the frame: its marks, which say where each text comes from, what is clicked, and the outlines around it. */

import { markedPage, type Refusal } from "./api";
import { morph, morphAttributes } from "./morph";
import type { Origin, Origins, Path } from "./protocol";
import { isSame, startsWith } from "./values";

/** The characters around a text: before the id, behind the id, behind the text. */
const MARK = /\uE000([^\uE000-\uE002]*)\uE001|\uE002/g;
const HAS_MARK = /[\uE000-\uE002]/;

/** Elements that hold nothing but text. */
const PLAIN = new Set(["TITLE", "OPTION", "TEXTAREA", "SCRIPT", "STYLE"]);
const ATTRIBUTE = "data-gp-";
/** The attributes that somebody sees, or means by a click. */
const SHOWN = ["alt", "aria-label", "title", "placeholder", "src", "href"];

/** A text or an attribute of the page that comes from a value. */
interface Mark {
  id: string;
  /** The comment before the text, or the element with the attribute. */
  node: Comment | Element;
  /** The comment behind the text. */
  end: Comment | null;
}

/** What was clicked: a value, or if that isn't `exact`, the table around it. */
export interface Hit {
  origin: Origin;
  exact: boolean;
  /** The text around the caret. */
  before: string;
  after: string;
}

/** Takes the marks out of a page that was read: those in texts become comments, those in attributes attributes beside them. */
function takeOutMarks(page: Document) {
  for (const element of page.querySelectorAll("*")) {
    for (const { name, value } of [...element.attributes]) {
      if (!HAS_MARK.test(value)) continue;
      const id = /\uE000([^\uE001]*)\uE001/.exec(value)?.[1];
      element.setAttribute(name, value.replace(MARK, ""));
      if (id !== undefined) element.setAttribute(ATTRIBUTE + name, id);
    }
  }
  const texts = page.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const marked: Text[] = [];
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (HAS_MARK.test(text.data)) marked.push(text);
  }
  for (const text of marked) {
    if (PLAIN.has(text.parentElement?.tagName ?? "")) text.data = text.data.replace(MARK, "");
    else text.replaceWith(...parts(text.data, page));
  }
}

function parts(text: string, page: Document): Node[] {
  const nodes: Node[] = [];
  let at = 0;
  for (const found of text.matchAll(MARK)) {
    if (found.index > at) nodes.push(page.createTextNode(text.slice(at, found.index)));
    nodes.push(page.createComment(found[1] === undefined ? "/gp" : `gp ${found[1]}`));
    at = found.index + found[0].length;
  }
  if (at < text.length) nodes.push(page.createTextNode(text.slice(at)));
  return nodes;
}

interface Callbacks {
  /** The page shows another address. */
  moved: (path: string) => void;
  picked: (hit: Hit) => void;
  /** What was clicked comes from nothing that can be changed. */
  missed: () => void;
  pressed: (event: KeyboardEvent) => void;
  failed: (failure: Refusal) => void;
  /** The marks of the page are known, or known anew. */
  shown: () => void;
  /** Waits for something that can be slow. */
  waitFor: <T>(work: Promise<T>) => Promise<T>;
}

export class Page {
  path = "/";
  isEdited = true;
  /** The page that was asked for last. */
  #wanted = "/";
  /** The styles that are shown, once they aren't those of the page that was loaded. */
  #styles: string | null = null;
  #marks: Mark[] = [];
  #origins: Origins = {};
  #reading: Promise<void> | null = null;
  #isStale = false;
  /** Where the clicked value was, so that it stays there while the page settles. */
  #held: { top: number; until: number } | null = null;
  /** The value with an outline, and of several places that show it, which one was clicked. */
  #selected: { file: string; path: Path; place: number } | null = null;
  #hovered: Mark | null = null;
  #picked: Mark | null = null;

  #frame: HTMLIFrameElement;
  #outlines: { hovered: HTMLElement; selected: HTMLElement };
  #callbacks: Callbacks;

  constructor(
    frame: HTMLIFrameElement,
    outlines: { hovered: HTMLElement; selected: HTMLElement },
    callbacks: Callbacks,
  ) {
    this.#frame = frame;
    this.#outlines = outlines;
    this.#callbacks = callbacks;
    frame.addEventListener("load", () => this.#loaded());
    new ResizeObserver(() => this.#draw()).observe(frame);
  }

  get #document(): Document | null {
    return this.#frame.contentDocument;
  }

  go(path: string) {
    if (path !== this.path || !this.#document?.querySelector("main")) this.#load(path);
  }

  /** Reads a page into the frame. */
  #load(path: string) {
    this.#wanted = path;
    const loaded = new Promise((resolve) => this.#frame.addEventListener("load", resolve, { once: true }));
    this.#callbacks.waitFor(loaded);
    this.#frame.src = path;
  }

  #loaded() {
    const { contentWindow: view, contentDocument: page } = this.#frame;
    if (!view || !page || view.location.protocol === "about:") return;
    this.path = view.location.pathname;
    this.#wanted = this.path;
    this.#styles = null;
    page.addEventListener("click", (event) => this.#clicked(event), true);
    page.addEventListener("submit", (event) => event.preventDefault(), true);
    page.addEventListener("mousemove", ({ clientX, clientY }) => this.#hover(clientX, clientY));
    page.addEventListener("mouseleave", () => this.#hover(-1, -1));
    page.addEventListener("keydown", this.#callbacks.pressed);
    page.addEventListener("scroll", () => this.#draw(), { capture: true, passive: true });
    for (const name of ["wheel", "touchmove", "keydown", "pointerdown"])
      page.addEventListener(name, () => this.#release(), { capture: true, passive: true });
    new (view as Window & typeof globalThis).ResizeObserver(() => this.#settled()).observe(page.body);
    page.addEventListener("toggle", () => this.#draw(), true);
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, stillSheet(view as Window & typeof globalThis)];
    this.#callbacks.moved(this.path);
    this.refresh();
  }

  /** Shows the newest state of the page. While that is read, further calls lead to one more reading. */
  refresh(): Promise<void> {
    // In the place of a page that couldn't be reached, the browser shows one of its own.
    if (!this.#document) this.#load(this.#wanted);
    if (this.#reading) this.#isStale = true;
    else
      this.#reading = this.#read().finally(() => {
        this.#reading = null;
      });
    return this.#reading;
  }

  async #read() {
    do {
      this.#isStale = false;
      const path = this.path;
      try {
        const text = await this.#callbacks.waitFor(markedPage(path));
        if (path === this.path) this.#take(text);
        else this.#isStale = true;
      } catch (failure) {
        this.#callbacks.failed(failure as Refusal);
      }
    } while (this.#isStale);
  }

  #take(text: string) {
    const shown = this.#document;
    const view = this.#frame.contentWindow as (Window & typeof globalThis & TrustingWindow) | null;
    if (!shown?.body || !view || view.location.protocol === "about:") return;
    // In the place of the page stands why there was none.
    if (shown.contentType !== "text/html") return view.location.reload();
    const next = parsed(text, view);
    const origins = next.getElementById("gympress-origins");
    this.#origins = JSON.parse(origins?.textContent || "{}");
    // No script runs in the frame, and what is for browsers without scripts is not shown there.
    for (const element of next.querySelectorAll("script, noscript")) element.remove();
    takeOutMarks(next);
    shown.title = next.title;
    morphAttributes(shown.documentElement, next.documentElement);
    this.#takeStyles(shown, next);
    const wasInSight = this.#isInSight();
    morph(shown.body, next.body);
    this.#marks = findMarks(shown);
    this.#hovered = null;
    // A plan whose price is typed has another place among the others.
    if (wasInSight && !this.#isInSight()) this.#scrollToSelected();
    this.#draw();
    this.#callbacks.shown();
  }

  /** Takes over styles that are new. The policy of the shown page has no hash of them, so that they become sheets. */
  #takeStyles(shown: Document, next: Document) {
    const fresh = [...next.querySelectorAll<HTMLTemplateElement>("head > template")].map(
      ({ content }) => content.textContent ?? "",
    );
    const old = [...shown.querySelectorAll("head > style")];
    const known = this.#styles ?? old.map(({ textContent }) => textContent).join();
    const Sheet = shown.defaultView?.CSSStyleSheet;
    // Somebody types: styles are only read again if they aren't the same.
    if (Sheet && known !== fresh.join()) {
      const sheets = fresh.map((style) => {
        const sheet = new Sheet();
        sheet.replaceSync(style);
        return sheet;
      });
      for (const style of old) style.remove();
      shown.adoptedStyleSheets = [...sheets, ...shown.adoptedStyleSheets.slice(-1)];
      this.#styles = fresh.join();
    }
    const links = (page: Document) => [...page.querySelectorAll<HTMLLinkElement>('head > link[rel="stylesheet"]')];
    const [before, now] = [shown, next].map(links);
    const isAmong = (all: HTMLLinkElement[] = [], link: HTMLLinkElement) =>
      all.some((other) => other.getAttribute("href") === link.getAttribute("href"));
    for (const link of now ?? []) if (!isAmong(before, link)) shown.head.append(shown.importNode(link));
    for (const link of before ?? []) if (!isAmong(now, link)) link.remove();
  }

  #clicked(event: MouseEvent) {
    const target = event.target as Element;
    const link = target.closest("a");
    if (!this.isEdited || event.ctrlKey || event.metaKey) {
      // Other sites open beside the editor, and links within the site in the frame.
      const isOut = link && new URL(link.href, location.origin).origin !== location.origin;
      if (!link) return;
      event.preventDefault();
      if (isOut) window.open(link.href, "_blank", "noopener");
      else if (!link.download) this.#frame.contentWindow?.location.assign(link.href);
      return;
    }
    // A click opens what is folded, too.
    if (!target.closest("summary")) event.preventDefault();
    event.stopPropagation();
    // A press of Enter on a link or a button has no place.
    const hit = event.detail === 0 ? this.#hitIn(target) : this.#hit(event.clientX, event.clientY);
    if (hit) this.#callbacks.picked(hit);
    else this.#callbacks.missed();
    const box = this.#selectedBox();
    this.#held = box && { top: box.top, until: performance.now() + 1500 };
  }

  #release() {
    this.#held = null;
  }

  /** Brings the outline to its value once pictures and sections have their height, and a clicked value back to where it was. */
  #settled() {
    const box = this.#selectedBox();
    if (this.#held && box && performance.now() < this.#held.until)
      this.#frame.contentWindow?.scrollBy({ top: box.top - this.#held.top, behavior: "instant" });
    this.#draw();
  }

  #hover(x: number, y: number) {
    const found = this.isEdited && x >= 0 ? this.#markAt(x, y) : null;
    if (found?.mark === this.#hovered) return;
    this.#hovered = found?.mark ?? null;
    this.#draw();
  }

  /** The value that is clicked at a point of the frame. */
  #hit(x: number, y: number): Hit | null {
    const found = this.#markAt(x, y);
    if (found) {
      const origin = this.#originOf(found.mark);
      this.#picked = found.mark;
      if (origin) return { origin, exact: true, before: found.before, after: found.after };
    }
    return this.#hitIn(this.#document?.elementFromPoint(x, y) ?? null);
  }

  /** The value that an element shows, or the nearest one around it. */
  #hitIn(start: Element | null): Hit | null {
    for (let element = start; element; element = element.parentElement) {
      const [first, ...others] = this.#within(element).map((mark) => this.#originOf(mark));
      if (!first) continue;
      const isOne = others.every((other) => other?.file === first.file && isSame(other.path, first.path));
      if (isOne) return { origin: first, exact: true, before: "", after: "" };
      let path = first.path.slice(0, -1);
      for (const other of others) {
        if (other?.file === first.file) while (!startsWith(other.path, path)) path = path.slice(0, -1);
      }
      return { origin: { ...first, path }, exact: false, before: "", after: "" };
    }
    return null;
  }

  #markAt(x: number, y: number): { mark: Mark; before: string; after: string } | null {
    const page = this.#document;
    if (!page) return null;
    const caret = caretAt(page, x, y);
    const [top, ...others] = page.elementsFromPoint(x, y);
    if (!top) return null;
    for (const element of [top, ...others]) {
      // A click beside a text means that text, and not the name of a part of the page around both.
      if (element.contains(top) && this.#hasNearer(top, element)) continue;
      if (caret && caret.text.parentNode === element && isOver(caret.text, x, y)) {
        const mark = this.#around(caret.text);
        const { data } = caret.text;
        if (mark) return { mark, before: data.slice(0, caret.offset), after: data.slice(caret.offset) };
      }
      // A click on the sign of a button, or beside its words, means its words, and not the picture behind it.
      const control = element.closest("a, button, summary");
      const own = this.#marks.find(({ node }) => node === element) ?? (control && this.#within(control)[0]);
      const mark = own && (this.#within(element).find(({ end }) => end) ?? own);
      if (mark) return { mark, before: "", after: "" };
    }
    return null;
  }

  /** True if something of what is around an element, within another one around it, has a mark. */
  #hasNearer(inner: Element, outer: Element): boolean {
    for (let element: Element | null = inner; element && element !== outer; element = element.parentElement)
      if (this.#within(element).length) return true;
    return false;
  }

  /** The mark around a text: the nearest one before it that doesn't end before it. */
  #around(text: Text): Mark | null {
    let best: Mark | null = null;
    for (const mark of this.#marks) {
      if (!mark.end) continue;
      const isBefore = mark.node.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_FOLLOWING;
      const isBehind = mark.end.compareDocumentPosition(text) & Node.DOCUMENT_POSITION_PRECEDING;
      if (isBefore && isBehind) best = mark;
    }
    return best;
  }

  #within(element: Element): Mark[] {
    return this.#marks.filter(({ node }) => element.contains(node));
  }

  /** Where a mark comes from. A default can come from several tables; then it is the one of the texts around it. */
  #originOf(mark: Mark): Origin | null {
    const origins = this.#origins[mark.id] ?? [];
    if (origins.length < 2) return origins[0] ?? null;
    for (let element = mark.node.parentElement; element; element = element.parentElement) {
      for (const { id } of this.#within(element)) {
        const others = this.#origins[id] ?? [];
        if (others.length !== 1 || !others[0]) continue;
        const { file, path } = others[0];
        const shared = (origin: Origin) => {
          let length = 0;
          while (length < path.length && origin.path[length] === path[length]) length++;
          return origin.file === file ? length : -1;
        };
        const best = origins.reduce((a, b) => (shared(b) > shared(a) ? b : a));
        if (shared(best) > 0) return best;
      }
    }
    return origins[0] ?? null;
  }

  /** The marks of a value, or of all values within it. */
  #of(file: string, path: Path): Mark[] {
    return this.#marks.filter((mark) =>
      this.#origins[mark.id]?.some((origin) => origin.file === file && startsWith(origin.path, path)),
    );
  }

  /** True if the page shows something of a value; where that is asked, between its header and its footer. */
  shows(file: string, path: Path, isWithin: boolean): boolean {
    return this.#of(file, path).some(({ node }) => !isWithin || node.parentElement?.closest("main"));
  }

  /** Draws an outline around a value, or around all that shows a table, and scrolls to it if it is out of sight. */
  select(file: string, path: Path, scrolls: boolean) {
    const [selected, picked] = [this.#selected, this.#picked];
    const known = selected && selected.file === file && isSame(selected.path, path) ? selected.place : 0;
    this.#selected = { file, path, place: picked ? Math.max(0, this.#of(file, path).indexOf(picked)) : known };
    this.#picked = null;
    if (scrolls) {
      this.#release();
      if (!this.#isInSight()) this.#scrollToSelected();
    }
    this.#draw();
  }

  #selectedBox(): DOMRect | null {
    return this.#selected && this.#boxOf(this.#selected.file, this.#selected.path);
  }

  /** True if the value with the outline is in sight, or not on the page. */
  #isInSight(): boolean {
    const box = this.#selectedBox();
    const height = this.#frame.contentWindow?.innerHeight ?? 0;
    return !box || (box.bottom > 0 && box.top < height && (box.height > height || box.top >= 0));
  }

  #scrollToSelected() {
    const box = this.#selectedBox();
    const view = this.#frame.contentWindow;
    if (!box || !view) return;
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    view.scrollBy({ top: box.top - view.innerHeight / 4, behavior });
  }

  /** Where the page shows a value, in the coordinates of the frame. */
  #boxOf(file: string, path: Path): DOMRect | null {
    let marks: Mark[] = [];
    for (let length = path.length; length > 0 && marks.length === 0; length--)
      marks = this.#of(file, path.slice(0, length));
    const chosen = isSame(this.#selected?.path ?? [], path) ? (this.#selected?.place ?? 0) : 0;
    const boxes = marks.map(boxOf);
    const isValue = marks.some((mark) => this.#originOf(mark)?.path.length === path.length);
    const [first, ...others] = [...boxes.slice(chosen), ...boxes.slice(0, chosen)].filter(
      (box) => box.width > 0 && box.height > 0,
    );
    if (!first) return null;
    // The same value may stand elsewhere once more, and a price right beside its currency.
    const near = 16;
    const isNear = (box: DOMRect) => Math.abs(box.top - first.bottom) < near || Math.abs(box.bottom - first.top) < near;
    return union([
      first,
      ...others.filter(
        (box) => !isValue || (isNear(box) && box.left < first.right + near && box.right > first.left - near),
      ),
    ]);
  }

  #draw() {
    const { hovered, selected } = this.#outlines;
    place(hovered, this.#hovered && boxOf(this.#hovered));
    place(selected, this.isEdited ? this.#selectedBox() : null);
  }
}

interface TrustingWindow {
  trustedTypes?: { createPolicy: (name: string, rules: object) => { createHTML: (text: string) => string } };
}

const readers = new WeakMap<Window, (text: string) => Document>();

/** Reads a page by the rules of the window that shows it: no script of it runs, and its styles are kept as templates. */
function parsed(text: string, view: Window & typeof globalThis & TrustingWindow): Document {
  let read = readers.get(view);
  if (!read) {
    const policy = view.trustedTypes?.createPolicy("gympress-editor", { createHTML: (text: string) => text });
    read = (text) => new view.DOMParser().parseFromString(policy?.createHTML(text) ?? text, "text/html");
    readers.set(view, read);
  }
  return read(text.replaceAll(/(<\/?)style\b/g, "$1template"));
}

/** A style by which no page of the frame fades into the next one, as that is taken over while it is shown. */
function stillSheet(view: Window & typeof globalThis): CSSStyleSheet {
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync("@view-transition { navigation: none }");
  return sheet;
}

function findMarks(page: Document): Mark[] {
  const marks: Mark[] = [];
  const open: Mark[] = [];
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_ELEMENT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Comment | Element;
    if (node.nodeType === Node.ELEMENT_NODE) {
      const element = node as Element;
      const name = SHOWN.find((name) => element.hasAttribute(ATTRIBUTE + name));
      if (name) marks.push({ id: element.getAttribute(ATTRIBUTE + name) ?? "", node: element, end: null });
      continue;
    }
    const comment = node as Comment;
    if (comment.data.startsWith("gp ")) {
      const mark: Mark = { id: comment.data.slice("gp ".length), node: comment, end: null };
      marks.push(mark);
      open.push(mark);
    } else if (comment.data === "/gp") {
      const last = open.pop();
      if (last) last.end = comment;
    }
  }
  return marks;
}

function caretAt(page: Document, x: number, y: number): { text: Text; offset: number } | null {
  if (page.caretPositionFromPoint) {
    const at = page.caretPositionFromPoint(x, y);
    return at?.offsetNode.nodeType === Node.TEXT_NODE ? { text: at.offsetNode as Text, offset: at.offset } : null;
  }
  const range = page.caretRangeFromPoint(x, y);
  const node = range?.startContainer;
  return range && node?.nodeType === Node.TEXT_NODE ? { text: node as Text, offset: range.startOffset } : null;
}

/** True if a point is on the lines of a text, and not only nearest to it. */
function isOver(text: Text, x: number, y: number): boolean {
  const range = text.ownerDocument.createRange();
  range.selectNodeContents(text);
  const near = 4;
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left - near && x <= right + near && y >= top - near && y <= bottom + near,
  );
}

function boxOf({ node, end }: Mark): DOMRect {
  if (!end) return (node as Element).getBoundingClientRect();
  const range = node.ownerDocument.createRange();
  range.setStartAfter(node);
  range.setEndBefore(end);
  const { x, y, width, height } = range.getBoundingClientRect();
  // Letters of a great heading have room above and below them that reaches into its neighbours.
  const parent = node.parentElement;
  const line = parent ? Number.parseFloat(getComputedStyle(parent).lineHeight) : Number.NaN;
  const [first] = range.getClientRects();
  const over = first && first.height > line ? (first.height - line) / 2 : 0;
  return new DOMRect(x, y + over, width, height - 2 * over);
}

function union(boxes: DOMRect[]): DOMRect {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return new DOMRect(left, top, right - left, bottom - top);
}

/** Lays an outline around a box. */
function place(outline: HTMLElement, box: DOMRect | null) {
  outline.hidden = !box || box.width === 0;
  if (!box) return;
  const gap = 4;
  outline.style.transform = `translate(${box.left - gap}px, ${box.top - gap}px)`;
  outline.style.width = `${box.width + 2 * gap}px`;
  outline.style.height = `${box.height + 2 * gap}px`;
}
