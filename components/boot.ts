// What every page does before, and without, React.

const page = document.documentElement;
const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);
/** Once what there is to see has been painted. */
const afterPaint = (run: () => void) => requestAnimationFrame(() => setTimeout(run));

/** The bar is solid once the page is scrolled by more than 10 px. */
function solidify(): void {
  for (const header of all(".header")) header.dataset.scrolled = `${scrollY > 10}`;
}
addEventListener("scroll", solidify);
solidify();

/** Marks the page as signed in by the stored session, before the service has confirmed it. The bar is then hydrated at
 * once, and has the service confirm it. */
function greet(): void {
  try {
    for (const header of all(".header")) {
      const isSignedIn = page.toggleAttribute("data-signed-in", (header.dataset.session as string) in localStorage);
      // A focus starts an island; a press would close what is open in the menu.
      if (isSignedIn) header.firstChild?.dispatchEvent(new Event("focusin"));
    }
  } catch {
    // Without storage there is no session.
  }
}
// `session` is told by the user icon.
for (const moment of ["storage", "pageshow", "session"]) addEventListener(moment, greet);
greet();

/** Tab goes round within an open popover. */
addEventListener("keydown", (event) => {
  const popover = event.key === "Tab" && all(":is(:popover-open)")[0];
  if (!popover) return;
  const reachable = popover.querySelectorAll<HTMLElement>("a[href],button,input,select,textarea,summary");
  const stops = [...reachable].filter((stop) => stop.getClientRects().length);
  const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]];
  const focused = document.activeElement;
  if (focused !== from && focused !== popover && popover.contains(focused)) return;
  event.preventDefault();
  to?.focus();
});

/** The bar at the thumb goes away while one types: after the answer to what was pressed, which can't wait. */
function yieldToTyping(): void {
  const isTyping = document.activeElement?.matches("input,select,textarea") ?? false;
  for (const bar of all(".thumb")) bar.toggleAttribute("data-away", isTyping);
}
for (const type of ["focusin", "focusout"]) addEventListener(type, () => afterPaint(yieldToTyping));
yieldToTyping();

/** What lies below an entry of the menu closes by Escape, which gives the focus back to its button, and as soon as one presses or
 * reaches something else. */
function close(event: Event): void {
  const { target, key } = event as KeyboardEvent;
  for (const more of all(".menu__more[open]")) {
    const isWithin = more.parentElement?.contains(target as Node);
    if (key ? key !== "Escape" : isWithin) continue;
    more.removeAttribute("open");
    if (key && isWithin) more.querySelector("summary")?.focus();
  }
}
for (const type of ["keydown", "click", "focusin"]) addEventListener(type, close);

/** Keeps fingers and keys from all that isn't in the element, or gives it back to them. */
function shut(shown: HTMLElement, isOpen: boolean): void {
  for (let inner = shown; inner !== document.body && inner.parentElement; inner = inner.parentElement) {
    for (const beside of inner.parentElement.children) if (beside !== inner) beside.toggleAttribute("inert", isOpen);
  }
}

/** What lies behind one of these is shut off while it is open. */
const COVERS = ":is(.menu,.panel,.lightbox)";

/** Shuts off what lies behind an element once that has been painted, as styles of the whole page are computed anew for it. */
function shutOff(shown: HTMLElement): void {
  afterPaint(() => shown.matches(":is(:popover-open)") && shut(shown, true));
}

/** Shuts off what lies behind what opens, until just before it gives the focus back. */
function onToggle(event: Event): void {
  const { type, target, newState } = event as ToggleEvent;
  const shown = target as HTMLElement;
  const isOpen = newState === "open";
  if (isOpen !== (type === "toggle") || !shown.matches(COVERS)) return;
  if (isOpen) shutOff(shown);
  else shut(shown, false);
}
for (const type of ["beforetoggle", "toggle"]) addEventListener(type, onToggle, true);
// On a slow line somebody may have opened one before this script came.
for (const shown of all(`${COVERS}:is(:popover-open)`)) shutOff(shown);

/** A window that gets wide, as a tablet that is turned, has the links of the menu in its bar, and no button to close it. */
matchMedia("(min-width: 75rem)").addEventListener("change", ({ matches }) => {
  if (matches) all(".menu:is(:popover-open)")[0]?.hidePopover();
});

/** Who follows a link within the page wants to see where it leads. */
addEventListener("hashchange", () => all(":is(:popover-open)")[0]?.hidePopover());

/** Dialogs open and close in browsers without popovers, such as those of iOS 16. */
function open(event: Event): void {
  const button = (event.target as Element).closest("[popovertarget]");
  const dialog = document.getElementById(button?.getAttribute("popovertarget") ?? "") as HTMLDialogElement | null;
  if (dialog?.open) dialog.close();
  else dialog?.showModal?.();
}
if (!("popover" in page)) addEventListener("click", open);

/** Each switch between few and all of a list leads back to the top. */
for (const list of all("[data-to-top]")) list.addEventListener("toggle", () => scrollTo(0, 0));

/** Calls the picture in the card that leads to `url` what the head of an entry's page is called: it grows into it, and back. */
function nameSubject(url: string | null | undefined): void {
  for (const image of all("[style*=view-transition-name]")) image.style.removeProperty("view-transition-name");
  if (all(".entry-head.night")[0]) return;
  const links = [...document.links].filter(({ href }) => href === url);
  const cards = links.map((link) => (link.closest("main :is(li,article)") ?? link).querySelector("img"));
  cards.find(Boolean)?.style.setProperty("view-transition-name", "subject");
}
addEventListener("pageswap", (event) => event.viewTransition && nameSubject(event.activation?.entry?.url));
addEventListener("pagereveal", ({ viewTransition }) => {
  if (!viewTransition) return;
  nameSubject(navigation.activation?.from?.url);
  viewTransition.finished.finally(() => nameSubject(undefined));
});

/** What can wait, and what few pages have: arrows between pictures only once the first one is opened. */
for (const picture of all(".lightbox")) picture.addEventListener("toggle", () => import("./parts/lightbox"));
/** An arrow that is pressed in a picture before they are there is pressed again then. */
function pressAgain(event: KeyboardEvent): void {
  if (!/^Arrow/.test(event.key) || !all(".lightbox:is(:popover-open) [data-show][hidden]")[0]) return;
  import("./parts/lightbox").then(() => dispatchEvent(new KeyboardEvent("keydown", event)));
}
addEventListener("keydown", pressAgain);
if (all("[data-film]")[0]) import("./parts/film");
if (all("[data-album]")[0]) import("./parts/album");
if (all("[data-narrow]")[0]) import("./parts/narrow");
if (all("[data-copy]")[0]) import("./parts/copy");
if (all("[data-ask]")[0]) import("./parts/consent");
if (all("[data-forward]")[0]) import("./parts/forward");
if (all("iframe[data-src]")[0]) afterPaint(() => import("./parts/near"));
if (all("[data-worker]")[0]) import("./parts/offline");
const isOld = Number(all("[data-year]")[0]?.dataset.year) < new Date().getFullYear();
// Until then `late` (templates/styles/islands.css) may show what is said where no script comes.
page.dataset.scripts = "";
// The picture at the top comes first: on a slow line a script would share that with it, and keep it from being painted.
const shown = document
  .querySelector<HTMLImageElement>("img[fetchpriority=high]")
  ?.decode()
  .catch(() => {});
if (isOld || all(".rail,[data-from],[data-until],[data-now],[data-day]")[0])
  Promise.resolve(shown).then(() => afterPaint(() => import("./parts/later")));

export {};
