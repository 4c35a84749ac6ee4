// What pages say by the clock of a gym whose days aren't all alike: nights, days without an end.
import assert from "node:assert/strict";
import { test } from "node:test";
import { saidAtEach } from "./support/clock.js";
import { buildGym, CHANGES } from "./support/project.js";
import { visitAt, withSite } from "./support/with-site.js";

const HOURS = `
[[hours]]
days = ["monday", "tuesday", "wednesday", "thursday"]
opens = "06:00"
closes = "23:30"

[[hours]]
days = ["friday"]
opens = "18:00"
closes = "02:00"

[[hours]]
days = ["saturday"]
opens = "08:00"
closes = "00:00"

[[hours]]
days = ["sunday"]
all_day = true

[[closure]]
date = 2026-12-12
note = "Jamhuri Day"

[[closure]]
date = 2026-12-24
opens = "08:00"
closes = "14:00"
note = "Christmas Eve"

[[closure]]
date = 2026-12-31
opens = "06:00"
closes = "17:30"
note = "New Year's Eve"
`;

const CLASSES = `
[[thursday]]
class = "boxing"
trainer = "musa-kiprono"
start = "16:00"
end = "17:00"

[[thursday]]
class = "yoga"
trainer = "wanjiru-kamau"
start = "18:00"
end = "19:00"

[[friday]]
class = "cycling"
trainer = "brian-otieno"
start = "23:30"
end = "00:30"

[[extra]]
date = 2026-12-18
class = "boxing"
trainer = "musa-kiprono"
start = "23:45"
end = "01:00"
`;

function prepare({ edit }) {
  edit("site.toml", (text) => text.replace(/\[\[hours\]\][\s\S]*?(?=\[\[social\]\])/, HOURS));
  edit("schedule.toml", (text) => text + CHANGES + CLASSES);
}

const site = withSite(() => buildGym(prepare));

const at = (moment, path, look) => visitAt(site, moment, path, look);

const SEASONS = `
[[hours]]
days = ["monday", "tuesday", "wednesday", "thursday"]
opens = "16:00"
closes = "23:30"
from = 2027-06-01
until = 2027-08-31

[[hours]]
days = ["saturday"]
closed = true
from = 2027-06-01
until = 2027-08-31

[[hours]]
days = ["saturday"]
opens = "10:00"
closes = "16:00"
from = 2027-01-02

[[hours]]
days = ["sunday"]
closed = true
from = 2027-02-01

[[closure]]
from = 2027-02-13
until = 2027-02-15
opens = "12:00"
closes = "14:00"
note = "Half term"

[[closure]]
from = 2027-03-01
until = 2027-03-14
note = "New floor"
`;

const seasons = withSite(() =>
  buildGym((gym) => {
    prepare(gym);
    gym.edit("site.toml", (text) => text.replace("[[social]]", `${SEASONS}\n[[social]]`));
  }),
);

test("what is said goes by the season", () => {
  const moments = {
    // What holds from a day on, and not before.
    "2026-12-19T17:00:00": ["Open all day", "Yoga"],
    "2027-01-02T09:00:00": ["Opens today at 10:00am", "Fitness"],
    "2027-01-09T15:59:00": ["Open until 4:00pm", "Boxing"],
    "2027-01-31T12:00:00": ["Open all day", "Cycling"],
    "2027-02-07T12:00:00": ["Opens tomorrow at 6:00am", "Cycling"],
    // Between seasons days are as usual, also those that only one of two seasons names.
    "2027-05-31T15:00:00": ["Open until 11:30pm", "Cycling"],
    "2027-06-01T15:00:00": ["Opens today at 4:00pm", "Yoga"],
    "2027-06-04T18:30:00": ["Open until 2:00am", "Cycling"],
    "2027-06-05T12:00:00": ["Opens Monday at 4:00pm", "Fitness"],
    "2027-08-31T15:59:00": ["Opens today at 4:00pm", "Yoga"],
    "2027-09-01T08:00:00": ["Open until 11:30pm", "Cycling"],
    // Other hours of several days open none that is closed.
    "2027-02-13T11:00:00": ["Opens today at 12:00pm", "Boxing"],
    "2027-02-14T13:00:00": ["Opens tomorrow at 12:00pm", "Boxing"],
    "2027-02-15T13:00:00": ["Open until 2:00pm", "Boxing"],
    // A Monday in two weeks would be taken for the next one.
    "2027-03-01T10:00:00": ["Closed today: New floor.", undefined],
    "2027-03-08T10:00:00": ["Closed today: New floor. Opens Monday at 6:00am", "Fitness"],
  };
  const told = ({ doors, next }) => [doors, next?.match(/: (\w+)/)?.[1]];
  assert.deepEqual(saidAtEach(seasons.out(), moments, told), moments);
});

test("what is said of the doors is right across midnight", () => {
  const moments = {
    "2026-11-27T17:59:00": "Opens today at 6:00pm",
    "2026-11-27T18:00:00": "Open until 2:00am",
    "2026-11-27T23:59:00": "Open until 2:00am",
    "2026-11-28T00:00:00": "Open until 2:00am",
    "2026-11-28T01:59:00": "Open until 2:00am",
    "2026-11-28T02:00:00": "Opens today at 8:00am",
    "2026-11-26T23:45:00": "Opens tomorrow at 6:00pm",
    "2026-11-28T22:00:00": "Open all day",
    "2026-11-29T12:00:00": "Open all day",
    "2026-11-29T18:00:00": "Open until 12:00am",
    // The night before a closure belongs to the day on which it begins.
    "2026-12-12T01:00:00": "Open until 2:00am",
    "2026-12-12T02:00:00": "Closed today: Jamhuri Day. Opens tomorrow at 12:00am",
    // Days with other hours than usual.
    "2026-12-24T07:59:00": "Opens today at 8:00am",
    "2026-12-24T13:59:00": "Open until 2:00pm",
    "2026-12-24T14:00:00": "Opens tomorrow at 6:00pm",
    "2026-12-31T06:00:00": "Open until 5:30pm",
  };
  assert.deepEqual(
    saidAtEach(site.out(), moments, ({ doors }) => doors),
    moments,
  );
});

/** Makes sure of which class is said to be on or next, by the moment. */
function announces(moments) {
  assert.deepEqual(
    saidAtEach(site.out(), moments, ({ next }) => next),
    moments,
  );
}

test("the next class is one that takes place on that date, with who teaches it then", () => {
  const moments = {
    "2026-12-08T15:00:00": "Next: Yoga today at 4:00pm, Musa Kiprono",
    "2026-12-08T16:30:00": "On now: Yoga until 5:00pm, Musa Kiprono",
    "2026-12-09T10:30:00": "Next: Yoga today at 11:00am, Wanjiru Kamau",
    "2026-12-09T12:00:00": "On now: Yoga until 12:30pm, Wanjiru Kamau",
    "2026-12-11T10:00:00": "Next: Cycling today at 11:30pm, Brian Otieno",
    // A day that ends early.
    "2026-12-24T14:00:00": "Next: Karate tomorrow at 10:00am, Musa Kiprono",
    // A week later all is as usual.
    "2026-12-15T15:00:00": "Next: Yoga today at 4:00pm, Wanjiru Kamau",
    "2026-12-16T10:30:00": "Next: Fitness today at 6:00pm, Musa Kiprono",
  };
  announces(moments);
});

test("a class past midnight is on until its end, on the day on which it began", async () => {
  const moments = {
    "2026-11-27T23:29:00": "Next: Cycling today at 11:30pm, Brian Otieno",
    "2026-11-27T23:30:00": "On now: Cycling until 12:30am, Brian Otieno",
    "2026-11-28T00:29:00": "On now: Cycling until 12:30am, Brian Otieno",
    "2026-11-28T00:30:00": "Next: Fitness today at 9:00am, Brian Otieno",
    // The gym closes on Saturday, when the night of Friday is over.
    "2026-12-12T00:15:00": "On now: Cycling until 12:30am, Brian Otieno",
    // No night of Thursday.
    "2026-11-27T00:15:00": "Next: Karate today at 10:00am, Musa Kiprono",
  };
  announces(moments);
  const lit = (page) => page.locator("[data-slot][data-on]").evaluateAll((rows) => rows.map((row) => row.dataset.slot));
  const over = (page) => page.locator("[data-over]").count();
  const friday = "/schedule/friday/";
  await at("2026-11-27T00:15:00", friday, async (page) => assert.deepEqual(await lit(page), []));
  await at("2026-11-27T23:45:00", friday, async (page) => {
    assert.deepEqual([await lit(page), await over(page)], [["friday 23:30 00:30"], 1]);
  });
  await at("2026-11-28T00:15:00", friday, async (page) => assert.deepEqual(await lit(page), ["friday 23:30 00:30"]));
  await at("2026-11-28T00:30:00", friday, async (page) => assert.deepEqual(await lit(page), []));
  // One of a date only.
  await at("2026-12-19T00:15:00", friday, async (page) => {
    assert.deepEqual(await lit(page), ["friday 23:30 00:30", "friday 23:45 01:00"]);
    const changes = await page.locator(".change").filter({ visible: true }).allInnerTexts();
    assert.deepEqual(changes, ["Only on 18 December"]);
  });
  await at("2026-12-19T01:01:00", friday, async (page) => {
    assert.deepEqual(await page.locator(".change").filter({ visible: true }).allInnerTexts(), []);
  });
});

test("whoever came by the keyboard to what is said of now stays there when the minute is over", () =>
  at("2026-12-09T10:30:00", "/about/", async (page) => {
    const link = page.locator("footer [data-now] a");
    await link.focus();
    const before = await link.innerText();
    await page.clock.runFor(61_000);
    assert.notEqual(await link.innerText(), before, "minutes are counted down");
    assert.ok(await link.evaluate((one) => one === document.activeElement));
  }));

test("a class that doesn't fit into the hours of a date is shown as cancelled until then", async () => {
  const printed = (page) => page.locator(".change").filter({ visible: true }).allInnerTexts();
  await at("2026-12-10T12:00:00", "/schedule/thursday/", async (page) => {
    const found = await printed(page);
    assert.ok(found.includes("Cancelled on 24 December") && found.includes("Cancelled on 31 December"), `${found}`);
  });
  // By the visitor's clock that is over.
  await at("2026-12-25T12:00:00", "/schedule/thursday/", async (page) => {
    assert.deepEqual([...new Set(await printed(page))], ["Cancelled on 31 December"]);
  });
});

test("changes of the week are shown until they are over, and no cancelled class is lit", async () => {
  const changes = (page) => page.locator(".change").filter({ visible: true }).allInnerTexts();
  await at("2026-12-09T11:30:00", "/schedule/wednesday/", async (page) => {
    assert.deepEqual(await changes(page), ["Only on 9 December"]);
    assert.equal(await page.locator("[data-on] .timetable__slot-class").innerText(), "YOGA\n, 11:00AM-12:30PM");
  });
  await at("2026-12-10T12:00:00", "/schedule/", async (page) => {
    const friday = page.locator("[data-day=friday]");
    assert.deepEqual(await changes(friday), ["Cancelled on 11 December", "Only on 18 December"]);
  });
  await at("2026-12-11T10:30:00", "/schedule/friday/", async (page) => {
    assert.deepEqual(await changes(page), ["Cancelled on 11 December", "Only on 18 December"]);
    assert.equal(await page.locator("[data-slot][data-on]").count(), 0);
  });
});

test("what is over goes away at the gym's midnight, wherever the visitor is, also on a page that stays open", () =>
  at("2026-12-09T23:59:00", "/schedule/wednesday/", async (page) => {
    const changes = page.locator(".change").filter({ visible: true });
    assert.deepEqual(await changes.allInnerTexts(), ["Only on 9 December"]);
    const today = () => page.locator("[data-today]").evaluateAll((days) => days.map(({ dataset }) => dataset.day));
    assert.deepEqual(await today(), ["wednesday"]);
    await page.clock.fastForward("02:00");
    assert.equal(await changes.count(), 0);
    assert.deepEqual(await today(), ["thursday"]);
  }));
