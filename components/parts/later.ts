// Scripts of pages that are loaded when they are first used, without React.

import { atGym } from "./clock";
import "./lightbox";
import "./narrow";
import "./now";
import "./rail";

const page = document.documentElement;
const all = <Found extends HTMLElement>(selector: string) => document.querySelectorAll<Found>(selector);
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** The gym's clock, in the fields of UTC. */
const now = () => atGym(new Date(), page.dataset.offsets);

// The timetable marks today, a week that one pushes aside opens at it, and the footer's year moves on.
for (const day of all(`[data-day=${DAYS[now().getUTCDay()]}]`)) {
  day.dataset.today = "true";
  const week = day.parentElement;
  const [first] = (week?.children ?? []) as HTMLCollectionOf<HTMLElement>;
  if (week && first) week.scrollLeft = day.offsetLeft - first.offsetLeft;
}
for (const year of all("[data-year]")) year.textContent = `${now().getUTCFullYear()}`;

/** Marks what is over, so that styles can set it apart: `data-until` is a moment, or a day of the gym's calendar, which is
 * over when it ends there. */
function markPast(): void {
  const today = now().toISOString().slice(0, 10);
  for (const thing of all("[data-until]")) {
    const until = thing.dataset.until ?? "";
    thing.toggleAttribute("data-past", until.length > 10 ? new Date(until) < new Date() : until < today);
  }
  // No more of what is to come than a list is to show, and of a series the next.
  for (const list of all("[data-count]")) {
    const shown = new Set<unknown>();
    for (const thing of list.querySelectorAll<HTMLElement>(":scope > :not([data-past])")) {
      const series = thing.dataset.series ?? thing;
      thing.toggleAttribute("data-later", shown.has(series) || shown.size >= Number(list.dataset.count));
      shown.add(series);
    }
  }
}
// A page may stay open over night.
if (all("[data-until]")[0]) {
  markPast();
  setInterval(markPast, 60_000);
}

if (all("[data-ask]")[0]) import("./consent");

// A page at an old address leads on, with what stands behind ? and # in this one, so that a printed code still says where it
// was read. What the new address has itself stays.
for (const link of all<HTMLAnchorElement>("[data-forward]")) {
  const to = new URL(link.href);
  for (const [name, value] of new URLSearchParams(location.search)) {
    if (!to.searchParams.has(name)) to.searchParams.append(name, value);
  }
  to.hash ||= location.hash;
  location.replace(to);
}

/** Registers the service worker, with which pages that were opened can be read without a network, and sends a new one the
 * URLs that this page has loaded before. */
async function register(path: string): Promise<void> {
  const policy = window.trustedTypes?.createPolicy("gympress-offline", {
    createScriptURL: (url) => new URL(url, location.origin).href,
  });
  const workers = navigator.serviceWorker;
  // Browsers refuse it in private windows, and extensions for privacy do: pages then need a network.
  const registered = await workers.register(policy?.createScriptURL(path) ?? path).catch(() => undefined);
  if (!registered) return;
  // With a worker, the page was loaded through it.
  if (workers.controller) return;
  const { active } = await workers.ready;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ page: location.pathname, files });
}

declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string };
    };
  }
}

const { worker } = page.dataset;
if (worker && "serviceWorker" in navigator) {
  // The page itself comes first.
  if (document.readyState === "complete") register(worker);
  else addEventListener("load", () => register(worker));
}
