// The calendars, read by a program that others wrote: every day of December has the classes that the pages of the
// week show, but for the days on which the gym stays closed.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import ICAL from "ical.js";
import { CHANGES, copyEmpty, copyGym } from "../browser/support/project.js";
import { build, html } from "../browser/support/site.js";

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
/** A Monday with five classes, a week over which everything is closed, and days beyond the end of the month. */
const CLOSED = ["07", "14", "15", "16", "17", "18", "19", "20", "30", "31"].map((day) => `2026-12-${day}`);
const CLOSURES = `
[[closure]]
date = 2026-12-07
note = "Ukarabati wa sakafu: tunafunga siku nzima, karibuni tena kesho asubuhi 🏋️‍♀️🎉"

[[closure]]
from = 2026-12-14
until = 2026-12-20
note = "A week"

[[closure]]
from = 2026-12-30
until = 2027-01-02
note = "Over the year's end"

[map]
`;
const LATE = `
[[monday]]
class = "yoga"
trainer = "wanjiru-kamau"
start = "23:00"
end = "24:00"
allow = ["outside-opening-hours"]

[[tuesday]]
class = "mma"
trainer = "wanjiru-kamau"
start = "00:00"
end = "00:45"
allow = ["outside-opening-hours"]
`;
const SUMMARY =
  "Mazoezi ya viungo na pumzi kwa wote; leta mkeka, maji, na moyo mkunjufu 🧘🏾‍♀️🧘🏾‍♂️🧘🏾 — tukutane, tupumue\\\\";

const EVENT = `title = "Run"
summary = "We run."
start = 2026-12-01T10:00:00
end = 2026-12-01T12:00:00
text = "Together."
`;

let project;
let site;

before(() => {
  project = copyGym();
  const { edit } = project;
  edit("site.toml", (text) => text.replace(/\[\[closure\]\][^[]*/g, "").replace("\n[map]\n", CLOSURES));
  edit("schedule.toml", (text) => text.replace("\n[[tuesday]]\n", `${LATE}\n[[tuesday]]\n`) + CHANGES);
  edit("classes/yoga.toml", (text) => text.replace(/^summary = .*$/m, `summary = "${SUMMARY}"`));
  site = build(project.folder);
});

after(() => {
  site?.remove();
  project?.remove();
});

const calendars = () => readdirSync(join(site.out, "schedule")).filter((file) => file.endsWith(".ics"));
const read = (file) => new ICAL.Component(ICAL.parse(readFileSync(join(site.out, file), "utf8")));

const clock = ({ hour, minute }) => `${hour % 12 || 12}:${String(minute).padStart(2, "0")}${hour < 12 ? "am" : "pm"}`;

/** What the calendars say of each day of December. */
function expanded(...files) {
  const days = new Map();
  for (const file of files) {
    const calendar = read(file);
    for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
    for (const component of calendar.getAllSubcomponents("vevent")) {
      const event = new ICAL.Event(component);
      // The event that it is an exception of lists it.
      if (event.isRecurrenceException()) continue;
      assert.equal(event.startDate.zone.tzid, "Africa/Nairobi");
      const occurrences = event.iterator();
      for (let start = occurrences.next(); start && start.year < 2027; start = occurrences.next()) {
        if (start.month !== 12) continue;
        assert.equal(start.toJSDate().getUTCHours(), (start.hour + 21) % 24, "three hours ahead of UTC");
        const { endDate, item } = event.getOccurrenceDetails(start);
        const day = start.toString().slice(0, 10);
        const [trainer] = item.description.split("\n");
        days.set(day, [...(days.get(day) ?? []), `${clock(start)}-${clock(endDate)} ${item.summary}, ${trainer}`]);
      }
    }
  }
  return days;
}

/** What the page of a weekday shows of a date. */
function shown(weekday, date) {
  const slots = html(site.out, `/schedule/${weekday}/`)
    .split(/<li class="timetable__slot[ "]/)
    .slice(1);
  const part = (slot, pattern) => pattern.exec(slot)[1].replaceAll("&amp;", "&");
  const takesPlace = (slot) =>
    !new RegExp(`data-off="[^"]*${date}`).test(slot) &&
    (!slot.includes("data-only") || slot.includes(`data-only="${date}`));
  return slots.filter(takesPlace).map((slot) => {
    const other = new RegExp(`data-until="${date}">With ([^<]*) on `).exec(slot)?.[1];
    const time = part(slot, /<time [^>]*>([^<]*)</);
    return `${time} ${part(slot, /timetable__slot-class[^>]*><a [^>]*>([^<]*)</)}, ${other ?? part(slot, /timetable__slot-trainer"><a [^>]*>([^<]*)</)}`;
  });
}

function compare(days) {
  let classes = 0;
  for (let day = 1; day <= 31; day += 1) {
    const date = `2026-12-${String(day).padStart(2, "0")}`;
    const weekday = DAYS[new Date(date).getUTCDay()];
    const expected = CLOSED.includes(date) ? [] : shown(weekday, date);
    assert.deepEqual((days.get(date) ?? []).sort(), expected.sort(), date);
    classes += expected.length;
  }
  assert.ok(classes > 50, `${classes} classes`);
}

test("the calendar of the week has each day as its page shows it", () => compare(expanded("schedule.ics")));

test("the calendars of all classes have together what the one of the week has", () => {
  compare(expanded(...calendars().map((file) => `schedule/${file}`)));
});

test("long texts of many bytes come through whole", () => {
  const event = new ICAL.Event(read("schedule/yoga.ics").getFirstSubcomponent("vevent"));
  assert.equal(event.description, `Wanjiru Kamau\n${SUMMARY.replace("\\\\", "\\")}`);
  const lines = readFileSync(join(site.out, "schedule/yoga.ics")).toString("latin1").split("\r\n");
  assert.ok(lines.every((line) => line.length <= 75));
});

test("events stay the ones they are when another is moved", () => {
  const known = (folder) => {
    const calendar = new ICAL.Component(ICAL.parse(readFileSync(join(folder, "schedule.ics"), "utf8")));
    return calendar.getAllSubcomponents("vevent").map((event) => event.getFirstPropertyValue("uid"));
  };
  const earlier = known(site.out);
  project.edit("schedule.toml", (text) =>
    text.replace('start = "09:00"\nend = "10:00"', 'start = "08:00"\nend = "09:00"'),
  );
  const later = build(project.folder);
  const gone = earlier.filter((uid) => !known(later.out).includes(uid));
  later.remove();
  assert.deepEqual(gone, ["fitness.monday.0900@jashohouse.example"]);
});

test("the row of a season keeps its hour when clocks change within it", () => {
  const folder = copyGym();
  try {
    folder.edit("site.toml", (text) => text.replace("Africa/Nairobi", "Europe/Berlin"));
    folder.write(
      "seasons/spring.toml",
      'title = "Spring"\nfrom = 2027-03-15\nuntil = 2027-04-12\n[[monday]]\nclass = "yoga"\n' +
        'trainer = "wanjiru-kamau"\nstart = "18:00"\nend = "19:00"\n',
    );
    const made = build(folder.folder);
    const calendar = new ICAL.Component(ICAL.parse(readFileSync(join(made.out, "schedule/yoga.ics"), "utf8")));
    made.remove();
    for (const zone of calendar.getAllSubcomponents("vtimezone")) ICAL.TimezoneService.register(zone);
    const events = calendar.getAllSubcomponents("vevent").map((component) => new ICAL.Event(component));
    const dates = events.find(({ uid }) => uid.startsWith("yoga.spring.")).iterator();
    const found = [];
    for (let date = dates.next(); date; date = dates.next()) {
      found.push([date.toString().slice(0, 16), date.toJSDate().toISOString().slice(11, 16)]);
    }
    assert.deepEqual(found, [
      ["2027-03-15T18:00", "17:00"],
      ["2027-03-22T18:00", "17:00"],
      ["2027-03-29T18:00", "16:00"],
      ["2027-04-05T18:00", "16:00"],
      ["2027-04-12T18:00", "16:00"],
    ]);
  } finally {
    folder.remove();
  }
});

/** Zones whose clocks change in every way: never, by rules, by half an hour, on days of no rule, the other way round. */
const ZONES =
  "Africa/Nairobi Europe/London Europe/Dublin America/New_York America/St_Johns America/Santiago Asia/Gaza Asia/Jerusalem " +
  "Africa/Cairo Australia/Lord_Howe Pacific/Chatham Pacific/Apia Antarctica/Troll";

test("clocks are in each zone what they are", () => {
  const folder = copyEmpty();
  try {
    folder.write("events/run.toml", EVENT);
    folder.write(
      "pages/index.toml",
      'title = "Home"\ndescription = "A gym."\n\n[[section]]\ntype = "text"\nbody = "Run."\n',
    );
    for (const name of ZONES.split(" ")) {
      folder.write("site.toml", `name = "Iron"\nbase_url = "https://iron.example/"\ntime_zone = "${name}"\n`);
      const made = build(folder.folder);
      const calendar = new ICAL.Component(ICAL.parse(readFileSync(join(made.out, "events/events.ics"), "utf8")));
      made.remove();
      const zone = new ICAL.Timezone(calendar.getFirstSubcomponent("vtimezone"));
      const clock = new Intl.DateTimeFormat("en", { timeZone: name, timeZoneName: "longOffset" });
      for (let moment = Date.parse("2026-02-01T10:30:00Z"); moment < Date.parse("2032-12-01"); moment += 86_400_000) {
        const [, sign, hours, minutes] = /GMT(?:(.)(\d+):(\d+))?$/.exec(clock.format(moment));
        const offset = sign ? Number(`${sign}1`) * (Number(hours) * 3600 + Number(minutes) * 60) : 0;
        const local = ICAL.Time.fromJSDate(new Date(moment + offset * 1000), true);
        assert.equal(zone.utcOffset(local), offset, `${name} at ${new Date(moment).toISOString()}`);
      }
    }
  } finally {
    folder.remove();
  }
});
