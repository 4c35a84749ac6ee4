// The one script of a page without islands, and what starts the islands of a page that has some.
//
// An island's element says what it needs: `data-src` its script, `data-on` when to start it. A click or
// key press that comes before React is kept and replayed once the island has committed; what works
// without scripts (links, popovers, typing) is left to the browser.

import "site-boot";

type Start = (island: HTMLElement) => Promise<void>;

/** The name of the shared chunk with React in it, which gympress puts here. */
const react = "./REACT_CHUNK";

/** What waits to be replayed, for each island that isn't live yet. */
const waiting = new Map<HTMLElement, Map<EventTarget, () => void>>();
const started = new Set<HTMLElement>();

const load = (file: string): Promise<{ default: Start }> => import(file);
const again = (file: string) => new Promise((resolve) => setTimeout(resolve, 1000)).then(() => load(`${file}?again`));

async function start(island: HTMLElement): Promise<void> {
  if (started.has(island)) return;
  started.add(island);
  const file = `./${island.dataset.src}`;
  try {
    // React is asked for at once, not only when the island's own script has come and names it.
    load(react).catch(() => {});
    const script = await load(file).catch(() => again(file));
    await script.default(island);
    island.dataset.state = "live";
  } catch (error) {
    island.dataset.state = "failed";
    console.error(`island ${island.dataset.island}:`, error);
  }
  const replays = waiting.get(island);
  waiting.delete(island);
  for (const replay of replays?.values() ?? []) replay();
}

/** What does something by itself in a page without scripts, and does it at once. */
const native = "a[href],[popovertarget],summary,label,select,textarea,option,input:not([type=submit])";

function keep(event: Event): void {
  const target = event.target as HTMLElement;
  const island = target.closest?.<HTMLElement>("[data-island]");
  const replays = island && waiting.get(island);
  if (!replays) return;
  start(island);
  const key = (event as KeyboardEvent).key;
  let replay: (() => void) | undefined;
  if (event.type === "submit") {
    const submitter = (event as SubmitEvent).submitter;
    replay = () => (target as HTMLFormElement).requestSubmit(submitter);
  } else if (event.type === "click") {
    if (target.closest(native)) return;
    replay = () => target.click();
  } else if (/^(Escape|Arrow|Home|End|Page)/.test(key)) {
    replay = () => target.dispatchEvent(new KeyboardEvent("keydown", event as KeyboardEvent));
  }
  if (!replay) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!replays.has(target)) replays.set(target, replay);
}

function watch(island: HTMLElement): void {
  const begin = () => {
    start(island);
  };
  const on = island.dataset.on;
  const media = on === "media" && matchMedia(island.dataset.media as string);
  if (media && !media.matches) {
    media.addEventListener("change", () => watch(island), { once: true });
    return;
  }
  waiting.set(island, new Map());
  if (on === "idle") {
    (window.requestIdleCallback ?? setTimeout)(begin);
  } else if (on === "visible") {
    new IntersectionObserver(
      (entries, observer) => {
        if (entries.some((entry) => entry.isIntersecting)) {
          observer.disconnect();
          begin();
        }
      },
      { rootMargin: "200px" },
    ).observe(island);
  } else if (on !== "interaction") {
    begin();
  }
}

for (const type of ["pointerdown", "focusin", "click", "keydown", "submit"]) {
  addEventListener(type, keep, true);
}
for (const island of document.querySelectorAll<HTMLElement>("[data-island]")) watch(island);
