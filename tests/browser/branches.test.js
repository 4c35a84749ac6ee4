// A gym of two branches: what its pages say by the clock, how its week narrows down, and that all of it is sound.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { saidAt } from "./support/clock.js";
import { isSound, isValid } from "./support/judge.js";
import { buildGym } from "./support/project.js";
import { visitAt, withSite } from "./support/with-site.js";

const KAPITI = `title = "Kapiti Road"

[address]
street = "14 Kapiti Road"
city = "Nairobi"
`;

const NGONG = `title = "Ngong Road"

[address]
street = "3 Ngong Road"
city = "Nairobi"

[[hours]]
days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
opens = "07:00"
closes = "12:00"

[[closure]]
date = 2026-12-02
note = "Painting"
`;

/** A second class at six on Monday, in the other branch. */
const TOGETHER = `
[[monday]]
class = "karate"
trainer = "musa-kiprono"
branch = "ngong-road"
start = "18:00"
end = "19:00"
`;

/** The week of Ngong Road alone. */
const NGONG_WEEK = `title = "Ngong Road"
description = "The classes in Ngong Road."

[[section]]
type = "hero"
layout = "tall"
heading = "Ngong Road"
image = { file = "gallery-spin-studio.jpg", decorative = true }

[[section]]
type = "timetable"
branch = "ngong-road"
heading = "In Ngong Road"
`;

/** Two hours behind Nairobi in summer, three in winter, with a class of its own. */
const LONDON = `title = "London"
time_zone = "Europe/London"

[address]
city = "London"

[[hours]]
days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
opens = "07:00"
closes = "22:00"
`;

const LONDON_CLASS = `
[[monday]]
class = "karate"
trainer = "brian-otieno"
branch = "london"
start = "17:00"
end = "18:00"
`;

const abroad = withSite(() =>
  buildGym((gym) => {
    prepare(gym);
    writeFileSync(join(gym.folder, "content/branches/london.toml"), LONDON);
    gym.edit("schedule.toml", (text) => text + LONDON_CLASS);
  }),
);

test("a branch in another time zone is on its own clock", async () => {
  const said = (moment) => saidAt(abroad.out(), moment);
  // Ten in the morning in Nairobi, when it is seven in London.
  assert.match(said("2026-11-30T09:59:00").doors, /London: Opens today at 7:00am/);
  assert.match(said("2026-11-30T10:00:00").doors, /London: Open until 10:00pm/);
  assert.match(said("2027-07-05T09:00:00").doors, /London: Open until 10:00pm/);
  // Its class at five comes after those in Nairobi at six.
  assert.match(said("2026-11-30T19:30:00").next, /Karate today at 5:00pm, .*London/);
  assert.match(said("2026-11-30T20:30:00").next, /On now: Karate until 6:00pm, .*London/);
  await visitAt(abroad, "2026-11-30T20:30:00", "/schedule/", async (page) => {
    const row = page.locator('.timetable__row[data-branch="london"]');
    assert.ok(await row.evaluate((row) => row.hasAttribute("data-on")));
  });
});

function prepare({ folder, edit }) {
  mkdirSync(join(folder, "content/branches"));
  writeFileSync(join(folder, "content/branches/kapiti-road.toml"), KAPITI);
  writeFileSync(join(folder, "content/branches/ngong-road.toml"), NGONG);
  // What begins in the morning is at Ngong Road.
  const inBranches = (week) =>
    week.replace(/^start = "(\d\d)/gm, (start, hour) => {
      return `branch = "${Number(hour) < 12 ? "ngong-road" : "kapiti-road"}"\n${start}`;
    });
  edit("schedule.toml", (week) => inBranches(week).replace('end = "19:00"\n', `$&${TOGETHER}`));
  writeFileSync(join(folder, "content/pages/ngong.toml"), NGONG_WEEK);
  edit("pages/schedule.toml", (page) => page.replace("[section.filter]", '$&\nbranch = "Branch"'));
}

const site = withSite(() => buildGym(prepare));

const at = (moment, path, look) => visitAt(site, moment, path, look);

/** The lines of now in the footer, once the script has written them. */
async function footerLines(page) {
  const lines = page.locator("footer [data-now] > *");
  await lines.filter({ hasText: /\w/ }).first().waitFor();
  return lines.allInnerTexts();
}

test("the line of now says of each branch whether it is open, and where the next class is", async () => {
  await at("2026-12-01T08:00:00", "/", async (page) => {
    const lines = await footerLines(page);
    assert.deepEqual(lines.slice(0, 2), ["Kapiti Road: Open until 9:00pm", "Ngong Road: Open until 12:00pm"]);
    assert.match(lines[2], /Ngong Road$/);
  });
  await at("2026-12-02T08:00:00", "/", async (page) => {
    const lines = await footerLines(page);
    assert.equal(lines[1], "Ngong Road: Closed today: Painting. Opens tomorrow at 7:00am");
    assert.match(lines[2], /Kapiti Road$/, "a class of the closed branch is announced");
  });
});

test("the week of a branch speaks of that branch alone", () =>
  at("2026-11-30T13:00:00", "/ngong/", async (page) => {
    await page.locator("main [data-now] > *").first().waitFor({ state: "attached" });
    const lines = await page.locator("main [data-now] > *").allInnerTexts();
    assert.equal(lines.length, 2, lines.join("\n"));
    assert.equal(lines[0], "Opens tomorrow at 7:00am");
    assert.match(lines[1], /6:00pm/, "Karate is the next class there");
    assert.doesNotMatch(lines[1], /Road/);
  }));

/** Run in a page: where the rows of Monday are, and how wide the day is. */
function monday() {
  const day = document.querySelector(".timetable__day[data-day=monday]");
  const rows = [...day.querySelectorAll(".timetable__row")].map((row) => {
    const { top, bottom, width } = row.getBoundingClientRect();
    return { start: row.dataset.slot.split(" ")[1], top, bottom, width };
  });
  return { width: day.getBoundingClientRect().width, rows };
}

for (const [width, media] of [
  [1440, "screen"],
  [1920, "screen"],
  [1040, "print"],
]) {
  test(`rows that begin together stand one below the other, at ${width} px on ${media}`, () =>
    site.visit("/schedule/", { viewport: { width, height: 900 } }, async (page) => {
      await page.emulateMedia({ media });
      const day = await page.evaluate(monday);
      assert.deepEqual(
        day.rows.map(({ start }) => start),
        ["09:00", "16:00", "18:00", "18:00", "22:00"],
      );
      for (const [at, row] of day.rows.entries()) {
        assert.ok(row.width > day.width - 4, `${row.start} is ${row.width} px of ${day.width} px wide`);
        assert.ok(at === 0 || row.top >= day.rows[at - 1].bottom - 1, `${row.start} lies over the row before it`);
      }
    }));
}

test("the week narrows down to a branch", () =>
  at("2026-12-01T08:00:00", "/schedule/?branch=ngong-road", async (page) => {
    const rows = page.locator(".timetable__row").filter({ visible: true });
    await page.locator(".timetable__row[data-branch=kapiti-road]").first().waitFor({ state: "hidden" });
    const branches = new Set(await rows.evaluateAll((rows) => rows.map((row) => row.dataset.branch)));
    assert.deepEqual([...branches], ["ngong-road"]);
  }));

test("no class of a branch is lit on a day on which it stays closed", () =>
  at("2026-12-02T09:30:00", "/schedule/wednesday/", async (page) => {
    const rows = page.locator("[data-branch=ngong-road][data-on]");
    assert.equal(await rows.count(), 0);
  }));

test("pages with branches are valid, accessible, and no wider than the window", async () => {
  await isValid(site.out());
  await isSound(site, { widths: [360, 768, 1440], paths: ["/contact/", "/schedule/", "/ngong/"] });
});
