// Seasons by the visitor's clock, from one build: the week, the class that is on, the doors, the hours.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import ICAL from "ical.js";
import { saidAt } from "./support/clock.js";
import { isSound, isValid } from "./support/judge.js";
import { buildGym } from "./support/project.js";
import { html } from "./support/site.js";
import { visitAt, withSite } from "./support/with-site.js";

const EACH_DAY = `days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]`;

/** A week whose only class is there each day, and its hours: all tell by the title which week it is. */
const WEEKS = {
  usual: { title: "Fitness", id: "fitness", trainer: "musa-kiprono", start: "09:00", end: "10:00", opens: "07:00" },
  winter: { title: "Yoga", id: "yoga", trainer: "wanjiru-kamau", start: "10:00", end: "11:00", opens: "08:00" },
  spring: { title: "Boxing", id: "boxing", trainer: "musa-kiprono", start: "11:00", end: "12:00", opens: "09:00" },
};
const SEASONS = { winter: ["2026-12-28", "2027-01-08"], spring: ["2027-01-12", "2027-01-17"] };

const hours = ({ opens }) => `\n[[hours]]\n${EACH_DAY}\nopens = "${opens}"\ncloses = "21:00"\n`;
const rows = ({ id, trainer, start, end }) =>
  `\n[[weekly]]\nclass = "${id}"\n${EACH_DAY}\ntrainer = "${trainer}"\nstart = "${start}"\nend = "${end}"\n`;

const site = withSite(() =>
  buildGym(({ edit, write }) => {
    edit("site.toml", (text) => text.replace(/\[\[hours\]\][\s\S]*?(?=\[\[social\]\])/, hours(WEEKS.usual)));
    write("schedule.toml", rows(WEEKS.usual));
    for (const [id, [from, until]] of Object.entries(SEASONS)) {
      const head = `title = "${id}"\nfrom = ${from}\nuntil = ${until}\nannounce = 2026-12-20\n`;
      write(`seasons/${id}.toml`, head + hours(WEEKS[id]) + rows(WEEKS[id]));
    }
    edit("pages/classes.toml", (text) => text.replace(/^short = \d+$/m, "short = 20"));
    edit("pages/schedule.toml", (text) => `${text}\n[[section]]\ntype = "hours"\nheading = "Doors"\n`);
  }),
);

/** All days from a week before the first season to a week after the last one. */
const DAYS = Array.from({ length: 35 }, (_, day) => new Date(Date.UTC(2026, 11, 21 + day)).toISOString().slice(0, 10));

const weekOf = (day) => Object.keys(SEASONS).find((id) => SEASONS[id][0] <= day && day <= SEASONS[id][1]) ?? "usual";

test("pages with several weeks are valid and sound", async () => {
  const paths = ["/schedule/", "/schedule/monday/", "/classes/yoga/", "/trainers/wanjiru-kamau/"];
  await isValid(site.out(), paths);
  await isSound(site, { paths });
});

test("what is on and whether it is open goes by the season of the day", () => {
  for (const day of DAYS) {
    const { title, start, opens } = WEEKS[weekOf(day)];
    const during = saidAt(site.out(), `${day}T${start.slice(0, 2)}:30:00`);
    assert.match(during.next, new RegExp(`^On now: ${title} until`), day);
    assert.equal(during.doors, "Open until 9:00pm", day);
    const early = saidAt(site.out(), `${day}T06:00:00`);
    assert.equal(early.doors, `Opens today at ${Number(opens.slice(0, 2))}:00am`, day);
  }
});

test("pages show the week and the hours of the day, wherever the visitor is", async () => {
  await visitAt(site, `${DAYS[0]}T12:00:00`, "/schedule/", async (page) => {
    for (const day of DAYS) {
      await page.clock.setFixedTime(new Date(`${day}T12:00:00+03:00`));
      await page.reload({ waitUntil: "load" });
      await page.locator("footer [data-now] > :first-child").waitFor({ state: "attached" });
      const week = weekOf(day);
      const { title, opens } = WEEKS[week];
      const shown = await page.evaluate(() => {
        const seen = (selector) =>
          [...document.querySelectorAll(selector)]
            .filter((one) => one.getClientRects()[0])
            .map((one) => one.textContent);
        return {
          weeks: [...document.querySelectorAll(".season")].filter((one) => one.getClientRects()[0]).map(({ id }) => id),
          classes: [...new Set(seen(".timetable__row-class"))],
          board: seen(".hours__times").map((text) => text.slice(0, 6)),
          footer: seen("footer .opening-hours dd").map((text) => text.slice(0, 6)),
        };
      });
      const time = `${Number(opens.slice(0, 2))}:00am`;
      assert.deepEqual(shown.weeks, [week === "usual" ? "usual-week" : `season-${week}`], day);
      assert.deepEqual(shown.classes, [title], day);
      assert.ok(shown.board.includes(time) && shown.footer.includes(time), day);
      // The usual hours aren't beside those of a season that is on.
      if (week !== "usual") assert.ok(!shown.board.includes("7:00am") && !shown.footer.includes("7:00am"), day);
    }
  });
});

test("a list of classes says the hour of the week of the day, and leads to it", async () => {
  await visitAt(site, `${DAYS[0]}T12:00:00`, "/classes/", async (page) => {
    for (const day of ["2026-12-21", "2026-12-28", "2027-01-10", "2027-01-17", "2027-01-18"]) {
      await page.clock.setFixedTime(new Date(`${day}T12:00:00+03:00`));
      await page.reload({ waitUntil: "load" });
      await page.locator("footer [data-now] > :first-child").waitFor({ state: "attached" });
      for (const [week, { title, start }] of Object.entries(WEEKS)) {
        const card = page.locator(".classes__card", { has: page.locator(".classes__card-title", { hasText: title }) });
        const isOn = week === weekOf(day);
        const slot = await card.locator(".classes__card-slot [data-season]:visible").textContent();
        // Spring begins on a Tuesday and is over before a Monday.
        const first = week === "spring" ? "Tuesday" : "Monday";
        const told = isOn ? `${first} ${Number(start.slice(0, 2))}:00` : "Not in this week.";
        assert.ok(slot.startsWith(told), `${day} ${title}: ${slot}`);
        assert.equal(await card.locator(".pill:visible").count(), isOn ? 1 : 0, `${day} ${title}`);
      }
    }
  });
});

const tabs = (page) => page.locator(".season__tab:visible").allTextContents();

test("the link to a season is there from its announcement to its end", async () => {
  const seen = {
    "2026-12-19": [],
    "2026-12-20": ["The usual week", "winter", "spring"],
    "2027-01-08": ["The usual week", "winter", "spring"],
    "2027-01-09": ["The usual week", "spring"],
    "2027-01-18": [],
  };
  for (const [day, expected] of Object.entries(seen)) {
    await visitAt(site, `${day}T12:00:00`, "/schedule/", async (page) =>
      assert.deepEqual(await tabs(page), expected, day),
    );
  }
});

for (const javaScriptEnabled of [true, false]) {
  const scripts = javaScriptEnabled ? "with" : "without";
  test(`an address chooses the week, ${scripts} scripts, on pages of the week, a day, a class and a trainer`, async () => {
    for (const path of ["/schedule/", "/schedule/monday/", "/classes/yoga/", "/trainers/wanjiru-kamau/"]) {
      const { page, close } = await site.open({ javaScriptEnabled });
      try {
        await page.goto(site.url(`${path}#season-winter`), { waitUntil: "load" });
        const ids = await page.locator(".season:visible").evaluateAll((weeks) => weeks.map(({ id }) => id));
        assert.deepEqual(ids, ["season-winter"], path);
        assert.equal(await page.locator('.season:visible [aria-current="true"]').textContent(), "winter", path);
        await page.goto(site.url(path), { waitUntil: "load" });
        assert.equal(await page.locator("#season-winter").isVisible(), false, path);
      } finally {
        await close();
      }
    }
  });
}

test("the chosen week is printed alone, on one sheet", async () => {
  const { page, close } = await site.open({});
  try {
    await page.goto(site.url("/schedule/#season-spring"), { waitUntil: "load" });
    await page.emulateMedia({ media: "print" });
    assert.deepEqual(await page.locator(".timetable__week:visible").count(), 1);
    assert.equal(await page.locator(".season__tabs:visible").count(), 0);
    assert.match(await page.locator(".season__title:visible").textContent(), /^spring/);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    assert.equal(pdf.match(/\/Type\s*\/Page\b/g).length, 1);
  } finally {
    await close();
  }
});

test("a filter narrows down the week that is shown", async () => {
  await visitAt(site, "2026-12-30T12:00:00", "/schedule/?class=fitness", async (page) => {
    await page.locator("[data-none]", { hasText: "No class is like that. Try another choice." }).waitFor();
    await page.goto(site.url("/schedule/?class=yoga"), { waitUntil: "load" });
    await page.locator('[data-narrow="class=yoga"][aria-current]').waitFor({ state: "attached" });
    // Once the clock has said which week is shown, and that is painted.
    await page.waitForFunction(() => !document.querySelector("[data-none]").textContent);
  });
});

test("all events of the calendar together are the weeks, day by day, each once", () => {
  const calendar = new ICAL.Component(ICAL.parse(readFileSync(join(site.out(), "schedule.ics"), "utf8")));
  const days = new Map();
  const ids = new Set();
  for (const component of calendar.getAllSubcomponents("vevent")) {
    const event = new ICAL.Event(component);
    ids.add(event.uid);
    const dates = event.iterator();
    for (let date = dates.next(); date && date.toString().slice(0, 10) <= DAYS.at(-1); date = dates.next()) {
      const day = date.toString().slice(0, 10);
      days.set(day, [...(days.get(day) ?? []), event.summary]);
    }
  }
  for (const day of DAYS) assert.deepEqual(days.get(day), [WEEKS[weekOf(day)].title], day);
  assert.ok(ids.has("fitness.monday.0900@jashohouse.example"));
  assert.ok(ids.has("yoga.winter.monday.1000@jashohouse.example"));
});

test("ids are unique where a page has all weeks", () => {
  for (const path of ["/schedule/", "/schedule/monday/", "/classes/yoga/"]) {
    const ids = [...html(site.out(), path).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, path);
  }
});
