// What is so at a moment on the gym's clock: whether it is open, and which class is on or next. No page, no browser.

/** The names of days in data, in the order of most weeks. */
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const DAY = 864e5;

/** Start, end, both as people read them, class, trainer, and the page of the class. */
type Row = [start: string, end: string, starts: string, ends: string, title: string, trainer: string, url: string];

/** What the page knows (templates/partials/clock.html). Times of the day are "09:00", dates "2026-12-25". */
export interface Clock {
  zone: string;
  /** The names of days, where weeks don't begin with Monday. */
  week?: string[];
  /** First and last day of a run of days with the same hours, and a span of those, also as people read it. */
  hours: [first: string, last: string, opens: string, closes: string, opening: string, closing: string][];
  closures: [first: string, last: string, note: string][];
  /** In the order of the week. */
  days: [title: string, url: string | null, rows: Row[]][];
  words: Record<"open" | "opens" | "closed" | "next" | "running" | "today" | "tomorrow" | "mark", string>;
}

/** A moment on the gym's clock. */
export interface Moment {
  /** From 0 for the first day of the week. */
  day: number;
  date: string;
  time: string;
}

/** What can be said of a moment. */
export interface Said {
  doors: string;
  /** The class that is on or next, and its page. */
  next: { text: string; url: string } | undefined;
  /** Why the gym is closed on this day, if it is. */
  closure: string | undefined;
}

/** The place of a day in the week. */
export const place = ({ week = DAYS }: Pick<Clock, "week">, day: string) => week.indexOf(day);

/** Which day and time it is at the gym, wherever the visitor is. */
export function moment(date: Date, clock: Pick<Clock, "week" | "zone">): Moment {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: clock.zone,
    weekday: "long",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  return {
    day: place(clock, `${parts.weekday}`.toLowerCase()),
    date: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}`,
  };
}

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** What is said at `date`. */
export function say(date: Date, clock: Clock): Said {
  const { words, days } = clock;
  const now = moment(date, clock);
  const closure = ({ date }: Moment) => clock.closures.find(([first, last]) => first <= date && date <= last)?.[2];
  const hours = (day: number) =>
    clock.hours.filter(([first, last]) => place(clock, first) <= day && day <= place(clock, last));
  const named = (ahead: number, day: number) =>
    [words.today, words.tomorrow][ahead] ?? days[day]?.[0] ?? clock.words.today;

  let doors = "";
  let next: Said["next"];
  for (let ahead = 0; ahead < 15 && !(doors && next); ahead++) {
    const then = ahead ? moment(new Date(date.getTime() + ahead * DAY), clock) : now;
    if (closure(then)) continue;
    const after = ahead ? "" : now.time;
    const day = named(ahead, then.day);
    const [, , opens = "", closes = "", opening = "", closing = ""] =
      hours(then.day).find(([, , , closes]) => after < closes) ?? [];
    if (!doors && after < closes) {
      const isOpen = !ahead && opens <= after;
      doors = isOpen ? fill(words.open, { time: closing }) : fill(words.opens, { day, time: opening });
    }
    const row = days[then.day]?.[2].find(([, end]) => after < end);
    if (row && !next) {
      const [start, , starts, ends, title, trainer, url] = row;
      const isOn = !ahead && start <= after;
      const text = isOn ? words.running : words.next;
      next = { text: fill(text, { class: title, day, time: isOn ? ends : starts, trainer }), url };
    }
  }
  const why = closure(now);
  return { doors: [why && fill(words.closed, { note: why }), doors].filter(Boolean).join(" "), next, closure: why };
}
