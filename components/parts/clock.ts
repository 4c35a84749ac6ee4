// What is so at a moment on the gym's clock: whether it is open, and which class is on or next. No page, no browser.

import type { Now } from "../types";

/** The names of days in data, from Monday on. */
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const DAY = 864e5;
/** Those of a day. */
const MINUTES = 1440;
/** What is in more days than this is not called by its weekday, which people take for the next one. */
const WEEK = 7;
/** In minutes. */
const EVENING = 18 * 60;
/** A class that begins within so many minutes is told by them. */
const SOON = 120;

/** What is otherwise with a row on a date, and who teaches it then. */
interface Change {
  datetime: string;
  kind: "cancelled" | "substitute" | "extra";
  trainer: string | null;
}

/** A class at an hour of the week. */
interface Row {
  start: string;
  /** On the next day, if it isn't after the start. */
  end: string;
  /** Both as people read them. */
  starts: string;
  ends: string;
  title: string;
  /** Who teaches. */
  trainer: string;
  /** The page of the class. */
  url: string;
  branch?: string;
  weeks?: string;
  changes?: Change[];
}

/** A span of opening hours, also as people read it; one that closes before it opens ends on the next day. */
interface Span {
  opens: string;
  closes: string;
  opening: string;
  closing: string;
}

/** The hours of a run of days. */
interface Run {
  first: string;
  last: string;
  spans: Span[];
}

/** Hours from one date to another, which may have no end or no beginning. */
interface Season {
  from: string | null;
  until: string | null;
  hours: Run[];
}

/** When the gym is open, or one of its branches. */
interface Doors {
  /** How far the clock is ahead of UTC; of a branch, if it isn't that of the gym. */
  offsets?: string | null | undefined;
  hours: Run[];
  /** Those that count more first. */
  seasons: Season[];
  /** Without spans, the gym stays closed; with `usual`, days that are closed otherwise stay so. */
  closures: (Run & { note: string; usual: boolean })[];
}

/** The data in the page (src/templates/contexts/clock.rs). Times of the day are "09:00", dates "2026-12-25". */
export interface Clock extends Doors {
  /** The names of days in data, in their order. */
  week: string[];
  /** The places of a gym that has several. */
  branches: (Doors & { id: string; title: string })[];
  /** In the order of the week. */
  days: { title: string; url: string | null; rows: Row[] }[];
  words: Now;
  /** The signs of the language, with the space around them. */
  comma: string;
  colon: string;
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
}

/** The place of a day in the week. */
export const place = ({ week }: Pick<Clock, "week">, day: string) => week.indexOf(day);

/** The moment, with the gym's clock in its fields of UTC. Its offsets are minutes, and since which minute of 1970 on, as
 * "60 120@29583420": browsers don't know each zone by its name, nor its newest rules. */
export function atGym(date: Date, offsets?: string | null): Date {
  const minute = date.getTime() / 60_000;
  let ahead = 0;
  for (const [place, offset] of (offsets ?? "0").split(" ").entries()) {
    const [minutes = 0, since = 0] = offset.split("@").map(Number);
    if (place === 0 || since <= minute) ahead = minutes;
  }
  return new Date(date.getTime() + ahead * 60_000);
}

/** Which day and time it is at the gym, wherever the visitor is. */
export function moment(date: Date, clock: Pick<Clock, "week" | "offsets">): Moment {
  const local = atGym(date, clock.offsets);
  const text = local.toISOString();
  // In data weeks begin with Monday.
  const day = place(clock, DAYS[(local.getUTCDay() + 6) % 7] ?? "");
  return { day, date: text.slice(0, 10), time: text.slice(11, 16) };
}

/** Whether a row is in the week of a date: `weeks` is from and until when, in steps of how many weeks, and which of a month, as
 * `2027-01-09/2027-03-31/2/`, and not on the days of the seasons behind them; without it, in all. */
export function isInWeeks(weeks: string | undefined, date: string): boolean {
  if (!weeks) return true;
  const [from = "", until = "", every = "", ofMonth = "", ...seasons] = weeks.split("/");
  const since = Math.round((Date.parse(date) - Date.parse(from)) / DAY / 7);
  const isLast = dayAfter({ day: 0, date }, 7).date.slice(0, 7) !== date.slice(0, 7);
  const week = `${Math.ceil(Number(date.slice(8)) / 7)}`;
  const named = ofMonth.split(",");
  const isExcepted = seasons.some((last, place) => place % 2 && date <= last && (seasons[place - 1] ?? "") <= date);
  return (
    !isExcepted &&
    from <= date &&
    (!until || date <= until) &&
    (!every || since % Number(every) === 0) &&
    (!ofMonth || named.includes(week) || (isLast && named.includes("-1")))
  );
}

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Minutes since midnight. */
export const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** A day, as a moment has it. */
type Day = Pick<Moment, "day" | "date">;

/** The day that is `ahead` days after a moment. */
export const dayAfter = ({ day, date }: Day, ahead: number): Day => ({
  day: (day + ahead + 7) % 7,
  date: new Date(Date.parse(date) + ahead * DAY).toISOString().slice(0, 10),
});

const branchOf = ({ branches }: Clock, id: string | undefined) => branches.find((branch) => branch.id === id);

/** The clock of a branch; without one, that of the gym. */
export const at = (clock: Clock, id: string | undefined): Clock => {
  const { hours, seasons, closures, offsets } = branchOf(clock, id) ?? clock;
  return { ...clock, hours, seasons, closures, offsets: offsets ?? clock.offsets };
};

/** From when to when, in minutes from the beginning of today, of a day that is `ahead`; an end that isn't after the start
 * is on the next day. */
export function between(start: string, end: string, ahead: number): [from: number, to: number] {
  const midnight = ahead * MINUTES;
  return [midnight + minutes(start), midnight + minutes(end) + (end <= start ? MINUTES : 0)];
}

/** When the gym is open from yesterday on, in minutes from the beginning of today; what goes on past midnight is one. */
function openings(clock: Clock, now: Day) {
  const found: { start: number; end: number; opening: string; closing: string }[] = [];
  for (let ahead = -1; ahead <= WEEK; ahead++) {
    const { day, date } = dayAfter(now, ahead);
    for (const { opens, closes, opening, closing } of spans(clock, day, date)) {
      const [start, end] = between(opens, closes, ahead);
      const before = found.at(-1);
      if (before && start <= before.end) Object.assign(before, { end, closing });
      else found.push({ start, end, opening, closing });
    }
  }
  return found;
}

/** The closure of a date. */
const closure = ({ closures }: Clock, date: string) =>
  closures.find(({ first, last }) => first <= date && date <= last);

const isIn = ({ from, until }: Season, date: string) => (from ?? "") <= date && (!until || date <= until);

/** Those of the runs that have a day. */
const ofDay = (clock: Clock, hours: Run[], day: number) =>
  hours.filter(({ first, last }) => place(clock, first) <= day && day <= place(clock, last));

/** The seasons of a date that have hours of their own on this day. */
const seasonsOf = (clock: Clock, { day, date }: Day) =>
  clock.seasons.filter((season) => isIn(season, date) && ofDay(clock, season.hours, day).length);

/** Whether a date has other hours than usual: of its own, or of a season that begins and ends. */
const isException = (clock: Clock, then: Day) =>
  closure(clock, then.date) || seasonsOf(clock, then).some(({ from, until }) => from && until);

/** When the gym is open on a day. */
function spans(clock: Clock, day: number, date: string): Span[] {
  const [season = clock] = seasonsOf(clock, { day, date });
  const usual = ofDay(clock, season.hours, day).flatMap(({ spans }) => spans);
  const special = closure(clock, date);
  return special && (usual[0] || !special.usual) ? special.spans : usual;
}

/** Whether a class of a day takes place: not if the gym stays closed on it, or closes early. */
export function takesPlace(gym: Clock, day: Day, { start, end }: Pick<Row, "start" | "end">, branch?: string): boolean {
  const clock = at(gym, branch);
  const [from, to] = between(start, end, 0);
  const isSpecial = isException(clock, day) || (to > MINUTES && isException(clock, dayAfter(day, 1)));
  const isOpen = () => openings(clock, day).some((span) => span.start <= from && to <= span.end);
  return !isSpecial || (spans(clock, day.day, day.date).length > 0 && isOpen());
}

/** Whether a row is on at a date: not if it is cancelled then, or is on another date only. */
const isOnDate = ({ changes = [], weeks }: Row, date: string) =>
  changes.some(({ datetime, kind }) => datetime === date && kind === "extra") ||
  (isInWeeks(weeks, date) &&
    !changes.some(({ datetime, kind }) => kind === "extra" || (datetime === date && kind === "cancelled")));

/** The first row that is on or to come on the clock of a branch, without one of the gym: in how many days, and how many minutes. */
function rowFrom(date: Date, gym: Clock, id: string | undefined, isWanted: (row: Row) => boolean) {
  const now = moment(date, at(gym, id));
  const time = minutes(now.time);
  // A class of last night may still be on.
  for (let ahead = -1; ahead <= WEEK; ahead++) {
    const then = dayAfter(now, ahead);
    const row = gym.days[then.day]?.rows.find((row) => {
      const isToCome = time < between(row.start, row.end, ahead)[1];
      return isWanted(row) && isToCome && isOnDate(row, then.date) && takesPlace(gym, then, row, row.branch ?? id);
    });
    if (row) return { row, then, ahead, wait: between(row.start, row.end, ahead)[0] - time };
  }
  return undefined;
}

/** Whether it is open: a line, or, where branches differ in that, one for each of them. */
export function doorsOf(date: Date, clock: Clock, branch?: string): string[] {
  const { branches } = clock;
  if (branch || !branches.length) return [say(date, clock, branch).doors];
  const lines = branches.map(({ id, title }) => ({ title, doors: say(date, clock, id).doors }));
  const [first] = lines;
  const isSame = first && lines.every(({ doors }) => doors === first.doors);
  return isSame ? [first.doors] : lines.map(({ title, doors }) => `${title}${clock.colon}${doors}`);
}

/** Whether the gym is open, or at least one of its branches; `undefined` where nobody knows. */
export function isOpen(date: Date, gym: Clock): boolean | undefined {
  const ids = gym.branches.length ? gym.branches.map(({ id }) => id) : [undefined];
  const known = ids.map((id) => at(gym, id)).filter(({ hours, seasons }) => hours.length || seasons.length);
  const isOpenAt = (clock: Clock) => {
    const now = moment(date, clock);
    const time = minutes(now.time);
    return openings(clock, now).some(({ start, end }) => start <= time && time < end);
  };
  return known.length ? known.some(isOpenAt) : undefined;
}

/** What is said at `date`, of the gym or of one of its branches; `within` writes in how many minutes something is. */
export function say(date: Date, gym: Clock, branch?: string, within?: (minutes: number) => string): Said {
  const clock = at(gym, branch);
  const { words, days, branches } = clock;
  const now = moment(date, clock);
  const named = (ahead: number, from: Day = dayAfter(now, ahead)) =>
    [words.today, words.tomorrow][ahead] ?? days[from.day]?.title ?? words.today;

  const time = minutes(now.time);
  const opening = openings(clock, now).find(({ end }) => time < end);
  const isOpen = opening !== undefined && opening.start <= time;
  let doors = "";
  if (isOpen) {
    // In the evening of a whole day that nothing follows, when it ends is what one wants to know. A time that is a day
    // away would be taken for that of the same day.
    const isWhole = opening.start <= 0 && opening.end >= (time < EVENING ? MINUTES : MINUTES + 1);
    const isLong = isWhole || opening.end - time >= MINUTES;
    doors = isLong && words.all_day ? words.all_day : fill(words.open, { time: opening.closing });
  } else if (opening) {
    doors = fill(words.opens, { day: named(Math.floor(opening.start / MINUTES)), time: opening.opening });
  }

  // A row of a branch in another time zone is on that branch's clock.
  const zoneOf = (row: Row) => (branchOf(gym, row.branch)?.offsets ? row.branch : undefined);
  const zones = branch ? [branch] : [undefined, ...branches.filter(({ offsets }) => offsets).map(({ id }) => id)];
  const found = zones.flatMap((zone) => {
    const isWanted = (row: Row) => (branch ? !row.branch || row.branch === branch : zoneOf(row) === zone);
    return rowFrom(date, gym, zone, isWanted) ?? [];
  });
  const [first] = found.sort((one, other) => one.wait - other.wait);
  let next: Said["next"];
  if (first) {
    const { row, then, ahead, wait } = first;
    const name = row.changes?.find(({ datetime }) => datetime === then.date)?.trainer ?? row.trainer;
    // Of the gym as a whole, people want to know where it is, too.
    const trainer = [name, branch ? undefined : branchOf(gym, row.branch)?.title].filter(Boolean).join(gym.comma);
    const isOn = wait <= 0;
    const soon = !isOn && wait <= SOON && within?.(wait);
    const said = isOn ? words.running : soon ? words.soon : words.next;
    // Where nobody teaches, what stands before the name goes, too.
    const text = trainer ? said : said.replace(/[\s,،、]*\{trainer\}/, "");
    const values = {
      class: row.title,
      day: named(ahead, then),
      time: isOn ? row.ends : row.starts,
      in: soon || "",
      trainer,
    };
    next = { text: fill(text, values), url: row.url };
  }
  const special = closure(clock, now.date);
  const closed = special && !special.spans[0] && !isOpen ? fill(words.closed, { note: special.note }) : "";
  return { doors: [closed, doors].filter(Boolean).join(" "), next };
}
