// What goes by the clock, without React.

import { atGym } from "./clock";
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
