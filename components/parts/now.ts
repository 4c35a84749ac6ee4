// What pages say by the gym's clock: open or closed, the next class, and in the timetable what is on and what is over.

import {
  at,
  between,
  type Clock,
  dayAfter,
  doorsOf,
  isInWeeks,
  minutes,
  moment,
  place,
  say,
  takesPlace,
} from "./clock";

const clock: Clock | undefined = JSON.parse(document.getElementById("clock")?.textContent || "null") ?? undefined;
if (clock) clock.offsets = document.documentElement.dataset.offsets;

/** Says it once, and again when the minute is over. */
function tell(clock: Clock): void {
  const date = new Date();
  for (const line of document.querySelectorAll<HTMLElement>("[data-now]")) {
    const branch = line.dataset.now || undefined;
    const { next } = say(date, clock, branch);
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
    line.replaceChildren(...parts);
  }
  for (const row of document.querySelectorAll<HTMLElement>("[data-slot]")) {
    const [day = "", start = "", end = ""] = row.dataset.slot?.split(" ") ?? [];
    const { off, only, branch, weeks } = row.dataset;
    const now = moment(date, at(clock, branch));
    const time = minutes(now.time);
    // When it is on that began `ahead` days after today, if it did.
    const span = (ahead: number) => {
      const then = dayAfter(now, ahead);
      const isOff = (only ?? then.date) !== then.date || off?.split(" ").includes(then.date);
      const isDay = place(clock, day) === then.day && isInWeeks(weeks, then.date);
      const isThen = isDay && !isOff && takesPlace(clock, then, { start, end }, branch);
      return isThen ? between(start, end, ahead) : undefined;
    };
    const today = span(0);
    // A class of last night may still be on.
    const isOn = [today, span(-1)].some((span) => span && span[0] <= time && time < span[1]);
    row.toggleAttribute("data-over", today !== undefined && today[1] <= time);
    if (row.toggleAttribute("data-on", isOn)) row.dataset.mark = clock.words.mark;
  }
  setTimeout(tell, 60_000 - (date.getTime() % 60_000), clock);
}

/** A press on the menu's entry of the timetable leads to today; content says to which day it leads otherwise. Not before
 * the press: until then the markup is that of the island. */
function leadToToday(clock: Clock, target: EventTarget | null): void {
  const { days } = clock;
  const link = target instanceof Element && target.closest<HTMLAnchorElement>(".menu__link, .thumb__link");
  const today = days[moment(new Date(), clock).day]?.url;
  if (link && today && days.some(({ url }) => url === link.getAttribute("href"))) link.href = today;
}

if (clock) {
  tell(clock);
  addEventListener("click", ({ target }) => leadToToday(clock, target), true);
}
