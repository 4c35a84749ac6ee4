// The calendars, read by a program that others wrote: every day of December has the classes that the pages of the
// week show, but for the days on which the gym stays closed.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import ICAL from "ical.js";
import { CHANGES, copyGym } from "../browser/support/project.js";
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
    .split(/<li class="slot[ "]/)
    .slice(1);
  const part = (slot, pattern) => pattern.exec(slot)[1].replaceAll("&amp;", "&");
  const takesPlace = (slot) =>
    !new RegExp(`data-off="[^"]*${date}`).test(slot) &&
    (!slot.includes("data-only") || slot.includes(`data-only="${date}`));
  return slots.filter(takesPlace).map((slot) => {
    const other = new RegExp(`data-until="${date}">With ([^<]*) on `).exec(slot)?.[1];
    const time = part(slot, /<time [^>]*>([^<]*)</);
    return `${time} ${part(slot, /slot__class[^>]*><a [^>]*>([^<]*)</)}, ${other ?? part(slot, /slot__trainer"><a [^>]*>([^<]*)</)}`;
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
