// What goes by the clock, without React.

import { atGym, isInWeeks } from "./clock";
import "./now";
import "./rail";

const page = document.documentElement;
const all = <Found extends HTMLElement>(selector: string) => document.querySelectorAll<Found>(selector);
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** The gym's clock, in the fields of UTC. */
const now = () => atGym(new Date(), page.dataset.offsets);

/** Marks the gym's day in the timetable. */
function markToday(): void {
  const today = DAYS[now().getUTCDay()];
  for (const day of all("[data-day]")) {
    if (day.dataset.day === today) day.dataset.today = "true";
    else day.removeAttribute("data-today");
  }
}

/** How far a moment is from now, or a day of the gym's calendar from its today: negative if it is over, and 0 for today. */
function fromNow(limit: string | undefined): number {
  const today = now().toISOString().slice(0, 10);
  return Date.parse(limit ?? "") - (limit && limit.length > 10 ? Date.now() : Date.parse(today));
}

/** Marks what is over and what has not begun, so that styles can hide it or set it apart. */
function markTimes(): void {
  for (const thing of all("[data-from],[data-until]")) {
    thing.toggleAttribute("data-future", fromNow(thing.dataset.from) > 0);
    thing.toggleAttribute("data-past", fromNow(thing.dataset.until) < 0);
  }
}

/** Marks what a list leaves for later: all beyond the number that it shows, and of a series all but the next. */
function markLater(): void {
  for (const list of all("[data-count]")) {
    const shown = new Set<unknown>();
    const isOver = list.hasAttribute("data-over");
    const counted = isOver ? ":scope > [data-past]" : ":scope > :not([data-past],[data-future])";
    for (const thing of list.querySelectorAll<HTMLElement>(counted)) {
      const series = thing.dataset.series ?? thing;
      thing.toggleAttribute("data-later", shown.has(series) || shown.size >= Number(list.dataset.count));
      shown.add(series);
    }
  }
}

/** Marks the week, or the hours, of the gym's day: those of a season, else the usual ones. The filter
 * (components/parts/narrow.ts) hears of another one. */
function markSeasons(): void {
  const today = now().toISOString().slice(0, 10);
  for (const usual of all('[data-season=""]')) {
    const beside = [...(usual.parentElement?.querySelectorAll<HTMLElement>(":scope > [data-season]") ?? [])];
    const current = beside.find(({ dataset }) => isInWeeks(dataset.season, today) && dataset.season) ?? usual;
    if (current.hasAttribute("data-current")) continue;
    for (const week of beside) week.toggleAttribute("data-current", week === current);
    dispatchEvent(new Event("season"));
  }
}

/** Marks all that depends on the day or the minute. */
function mark(): void {
  markToday();
  markTimes();
  markLater();
  markSeasons();
}

// A page may stay open over night.
if (all("[data-day],[data-from],[data-until]")[0]) {
  mark();
  setInterval(mark, 60_000);
}

// A week that one pushes aside opens at today, and the footer's year moves on.
for (const day of all("[data-today]")) {
  const week = day.parentElement;
  const [first] = (week?.children ?? []) as HTMLCollectionOf<HTMLElement>;
  if (week && first) week.scrollLeft = day.offsetLeft - first.offsetLeft;
}
const thisYear = now().getUTCFullYear();
for (const year of all("[data-year]")) {
  // The first formatter of a visit takes a slow phone a tenth of a second: only another year is written anew.
  if (year.dataset.year === `${thisYear}`) continue;
  year.textContent = new Intl.NumberFormat(page.lang, { useGrouping: false }).format(thisYear);
}
