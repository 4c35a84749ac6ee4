// What pages say by the gym's clock: open or closed, the next class, and in the timetable what is on and what is over.

import {
  at,
  between,
  type Clock,
  dayAfter,
  doorsOf,
  isInWeeks,
  isOpen,
  type Moment,
  minutes,
  moment,
  place,
  say,
  takesPlace,
} from "./clock";

const clock: Clock | undefined = JSON.parse(document.getElementById("clock")?.textContent || "null") ?? undefined;
const page = document.documentElement;
if (clock) clock.offsets = page.dataset.offsets;

let ahead: Intl.RelativeTimeFormat | undefined;

/** "in 25 minutes". The first formatter of a visit takes a slow phone a tenth of a second: only where it is said. */
function within(minutes: number): string {
  ahead ??= new Intl.RelativeTimeFormat(page.lang);
  return ahead.format(minutes, "minute");
}

/** A time as the page writes times: `hours` are all hours, ten minutes past, and the last two digits of each are replaced. */
function written(time: string, hours: string | undefined): string {
  const sample = hours?.split("|")[Number(time.slice(0, 2))] ?? time;
  return sample.replace(/\p{Nd}{2}(?=\P{Nd}*$)/u, ([, zero = "0"]) => {
    const first = zero.codePointAt(0) ?? 0;
    return String.fromCodePoint(...[...time.slice(3)].map((digit) => first + Number(digit)));
  });
}

/** Writes whether the doors are open, and the next class, into the lines of the page that say it. */
function writeLines(date: Date, clock: Clock): void {
  for (const line of document.querySelectorAll<HTMLElement>("[data-now]")) {
    const branch = line.dataset.now || undefined;
    const { next } = say(date, clock, branch, within);
    const parts: HTMLElement[] = doorsOf(date, clock, branch).map((doors) => {
      const part = document.createElement("span");
      part.append(doors);
      return part;
    });
    if (next) {
      const link = document.createElement("a");
      link.href = next.url;
      link.append(next.text);
      parts.push(link);
    }
    const isSame = (part: Element, at: number) => part.isEqualNode(line.children[at] ?? null);
    if (parts.length === line.children.length && parts.every(isSame)) continue;
    // Whoever came to the link by the keyboard stays there.
    const isFocused = line.contains(document.activeElement);
    line.replaceChildren(...parts);
    if (isFocused) line.querySelector("a")?.focus({ preventScroll: true });
  }
}

/** The day and the times of a row of the week, and on which dates it is. */
function slotOf(row: HTMLElement) {
  const [day = "", start = "", end = ""] = row.dataset.slot?.split(" ") ?? [];
  const { off, only, branch, weeks } = row.dataset;
  return { day, start, end, off, only, branch, weeks };
}

/** The minutes, from midnight of today on, at which a row begins and ends that is on `ahead` days after today; undefined if it
 * isn't on that day. */
function spanOf(
  { day, start, end, off, only, branch, weeks }: ReturnType<typeof slotOf>,
  clock: Clock,
  today: Moment,
  ahead: number,
): [from: number, to: number] | undefined {
  const then = dayAfter(today, ahead);
  const isOff = (only ?? then.date) !== then.date || off?.split(" ").includes(then.date);
  const isDay = place(clock, day) === then.day && isInWeeks(weeks, then.date);
  const isThen = isDay && !isOff && takesPlace(clock, then, { start, end }, branch);
  return isThen ? between(start, end, ahead) : undefined;
}

/** Marks in the timetable what is on, what is over, and where the hour stands. Returns the minute, from midnight of today on, at
 * which each row begins next. */
function markRows(date: Date, clock: Clock): Map<Element, number> {
  const marked = new Set<Element | null>();
  const begins = new Map<Element, number>();
  for (const row of document.querySelectorAll<HTMLElement>("[data-slot]")) {
    const slot = slotOf(row);
    const now = moment(date, at(clock, slot.branch));
    const time = minutes(now.time);
    const span = (ahead: number) => spanOf(slot, clock, now, ahead);
    const today = span(0);
    const coming = Array.from({ length: 15 }, (_, ahead) => span(ahead)).find((day) => day && time < day[1]);
    begins.set(row, coming?.[0] ?? Number.POSITIVE_INFINITY);
    // A class of last night may still be on.
    const isOn = [today, span(-1)].some((day) => day && day[0] <= time && time < day[1]);
    row.toggleAttribute("data-over", today !== undefined && today[1] <= time);
    if (row.toggleAttribute("data-on", isOn)) row.dataset.mark = clock.words.mark;
    // The hour stands before the first row of today that isn't over.
    const isFirst = today !== undefined && time < today[1] && !marked.has(row.parentElement);
    if (row.toggleAttribute("data-hour", isFirst)) {
      marked.add(row.parentElement);
      row.dataset.clock = written(now.time, row.closest<HTMLElement>("[data-hours]")?.dataset.hours);
    }
    // What of it is over, as a share.
    row.style.setProperty("--gone", isOn && today ? `${(time - today[0]) / (today[1] - today[0])}` : "");
  }
  return begins;
}

/** Marks the next three of many hours, which are what phones show at first. */
function markSoon(begins: Map<Element, number>): void {
  for (const list of document.querySelectorAll(".week-hours")) {
    const rows = [...list.querySelectorAll("[data-slot]")];
    rows.sort((one, other) => (begins.get(one) ?? 0) - (begins.get(other) ?? 0));
    for (const [place, row] of rows.entries()) row.toggleAttribute("data-soon", place < 3);
  }
}

/** Says it once, and again when the minute is over. */
function tell(clock: Clock): void {
  const date = new Date();
  const open = isOpen(date, clock);
  // The styles light the room by it.
  if (open !== undefined) page.dataset.open = `${open}`;
  writeLines(date, clock);
  markSoon(markRows(date, clock));
  setTimeout(tell, 60_000 - (date.getTime() % 60_000), clock);
}

/** A press on the timetable in the bar at the thumb leads to today; content says to which day it leads otherwise. */
function leadToToday(clock: Clock, target: EventTarget | null): void {
  const { days } = clock;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>(".thumb__link");
  const today = days[moment(new Date(), clock).day]?.url;
  if (link && today && days.some(({ url }) => url === link.getAttribute("href"))) link.href = today;
}

if (clock) {
  tell(clock);
  addEventListener("click", ({ target }) => leadToToday(clock, target), true);
}
