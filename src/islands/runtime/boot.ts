// The one script of a page without islands, and what starts the islands of a page that has some.
//
// The attributes of an island's element: `data-src` is its script, `data-with` what that one imports, `data-on` when to
// start it. A click or
// key press that comes before React is recorded and replayed once the island has committed; what works
// without scripts (links, popovers, typing) is left to the browser.

import "site-boot";

type Start = (island: HTMLElement) => Promise<void>;

/** Events to be replayed, for each island that isn't hydrated yet. */
const waiting = new Map<HTMLElement, Map<EventTarget, () => void>>();

const load = (file: string): Promise<{ default: Start }> => import(file);
const again = (file: string) => new Promise((resolve) => setTimeout(resolve, 1000)).then(() => load(`${file}?again`));

/** The scripts that an island needs before its own. */
const shared = (island: HTMLElement): string[] => island.dataset.with?.split(" ") ?? [];

/** Fetches the scripts of an island, without running them: once what was pressed has been painted, as asking for them takes
 * time, too. */
function fetchAhead(island: HTMLElement): void {
  const names = [`${island.dataset.src}`, ...shared(island)];
  requestAnimationFrame(() => setTimeout(preload, 0, names));
}

function preload(names: string[]): void {
  for (const name of names) {
    const link = Object.assign(document.createElement("link"), {
      rel: "modulepreload",
      href: new URL(name, import.meta.url),
    });
    if (!document.querySelector(`link[href="${link.href}"]`)) document.head.append(link);
  }
}

/** True while a finger, a button of the mouse or a key is down. */
let isPressed = false;

/** Until the browser has shown what a visitor did: to evaluate React or to hydrate takes longer than a tap may. */
async function idle(): Promise<void> {
  const wait = (run: () => void) =>
    "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: 1000 }) : setTimeout(run, 100);
  do await new Promise<void>(wait);
  while (isPressed);
}

async function start(island: HTMLElement): Promise<void> {
  const { dataset } = island;
  if (dataset.state) return;
  dataset.state = "loading";
  const file = `./${dataset.src}`;
  fetchAhead(island);
  try {
    await idle();
    // React is a task of its own, and loaded at once, not only when the island's own script imports it.
    await Promise.allSettled(shared(island).map((name) => load(`./${name}`)));
    await idle();
    const { default: hydrate } = await load(file).catch(() => again(file));
    await hydrate(island);
    dataset.state = "live";
  } catch (error) {
    dataset.state = "failed";
    console.error(`island ${dataset.island}:`, error);
  }
  const replays = waiting.get(island);
  waiting.delete(island);
  replays?.forEach((replay) => {
    replay();
  });
}

/** What does something by itself in a page without scripts, and does it at once. */
const native = "[popovertarget],summary,label,select,textarea,input:not([type=submit])";

/** The keys that a component may be waiting for. In a field, the others move the cursor or the choice. */
function recorded(field: HTMLElement): RegExp {
  // Browsers close what is open by Escape themselves.
  if (field.closest("[popover],dialog")) return /^(Arr|Home|End|Page)/;
  if (field.matches("textarea,select,[type=radio]")) return /^Esc/;
  return field.matches("input") ? /^(Esc|ArrowUp|ArrowDown)/ : /^(Esc|Arr|Home|End|Page)/;
}

function keep(event: Event): void {
  const { type } = event;
  const from = event.target as HTMLElement;
  const island = from.closest?.<HTMLElement>("[data-island]");
  const replays = island && waiting.get(island);
  // A click that leads to another page needs no React on this one.
  if (!replays || from.closest("a")) return;
  // A click follows, unless the finger scrolls.
  if (type === "pointerdown") {
    fetchAhead(island);
    return;
  }
  start(island);
  const { submitter } = event as SubmitEvent;
  // A click on the icon of a button is a click on the button.
  const target = from.closest("button") ?? from;
  // An extension may have put a button of its own beside it.
  const { className } = target;
  const alike = () =>
    [...island.querySelectorAll<HTMLElement>(target.localName)].filter((one) => one.className === className);
  const at = alike().indexOf(target);
  // React makes elements anew if the browser has translated them.
  const now = () => (target.isConnected ? target : alike()[at]);
  const replay =
    type === "submit"
      ? () => (now() as HTMLFormElement | undefined)?.requestSubmit(submitter?.isConnected ? submitter : null)
      : type === "click"
        ? !target.closest(native) && (() => now()?.dispatchEvent(new MouseEvent(type, event)))
        : recorded(from).test((event as KeyboardEvent).key) &&
          (() => now()?.dispatchEvent(new KeyboardEvent(type, event)));
  if (!replay) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!replays.has(target)) replays.set(target, replay);
}

function watch(island: HTMLElement): void {
  waiting.set(island, new Map());
  if (island.dataset.on === "visible") {
    new IntersectionObserver(
      (entries, observer) => {
        if (entries.some((entry) => entry.isIntersecting)) {
          observer.disconnect();
          start(island);
        }
      },
      { rootMargin: "200px" },
    ).observe(island);
  }
}

for (const type of ["pointerdown", "focusin", "click", "keydown", "submit"]) {
  addEventListener(type, keep, true);
}
for (const [isDown, types] of [
  [true, ["pointerdown", "keydown"]],
  [false, ["pointerup", "pointercancel", "keyup"]],
] as const) {
  for (const type of types) {
    addEventListener(
      type,
      () => {
        isPressed = isDown;
      },
      true,
    );
  }
}
for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) watch(island);
