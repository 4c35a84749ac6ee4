// What sections and visitors choose: rows by level and room, events that are over, the many hours of one class.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isSound } from "./support/judge.js";
import { buildGym } from "./support/project.js";
import { visitAt, withSite } from "./support/with-site.js";

const DESK = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** Boxing 37 times a week, in two rooms and for two levels. */
const WEEK = ["08", "09", "10", "14", "17"]
  .map(
    (hour, at) => `
[[weekly]]
class = "boxing"
days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
room = "${at % 2 ? "Small ring" : "Ring"}"
level = "${at < 2 ? "Beginners" : "Every level"}"
start = "${hour}:10"
end = "${hour}:40"
allow = ["closed-day"]
`,
  )
  .join("");

/** Three hours of one level, in two rooms and with two trainers. */
const MASTERS = [
  ["musa-kiprono", "Ring", "18"],
  ["musa-kiprono", "Small ring", "19"],
  ["brian-otieno", "Ring", "19"],
]
  .map(
    ([trainer, room, hour]) => `
[[thursday]]
class = "karate"
trainer = "${trainer}"
room = "${room}"
level = "Masters"
start = "${hour}:00"
end = "${hour}:40"
`,
  )
  .join("");

const event = (title, start, kind) => `title = "${title}"
summary = "An evening."
start = ${start}T18:00:00
end = ${start}T20:00:00
${kind ? 'kind = "workshop"\n' : ""}text = "Come."
`;

const OVER = `title = "Over"
description = "What has been."

[[section]]
type = "events"
heading = "Past workshops"
only = { kind = "workshop" }
show = "past"
count = 2
empty = "None yet."
`;

const site = withSite(() =>
  buildGym(({ folder, edit }) => {
    const write = (path, text) => writeFileSync(join(folder, "content", path), text);
    edit("schedule.toml", (text) => text + WEEK + MASTERS);
    edit("pages/schedule.toml", (text) =>
      text.includes("[section.filter]")
        ? text.replace("[section.filter]", '[section.filter]\nlevel = "Level"\nroom = "Room"')
        : `${text}\n[section.filter]\nlevel = "Level"\nroom = "Room"\n`,
    );
    mkdirSync(join(folder, "content/events"), { recursive: true });
    write("events.toml", '[[kind]]\nid = "workshop"\ntitle = "Workshops"\n');
    write("events/first.toml", event("First", "2026-10-01", true));
    write("events/second.toml", event("Second", "2026-11-01", true));
    write("events/third.toml", event("Third", "2026-12-01", true));
    write("events/party.toml", event("Party", "2026-11-02", false));
    write("pages/over.toml", OVER);
  }),
);

const rows = (page) => page.locator(".timetable__row").filter({ visible: true });

test("level and room narrow the week down beside class and trainer, and stand in the address", async () => {
  await site.visit("/schedule/?level=Every+level", DESK, async (page) => {
    await page.locator(".timetable__week[data-narrow]").waitFor();
    assert.equal(await rows(page).count(), 3 * 7);
    const filter = page.locator(".timetable__filter");
    const said = await filter.locator("summary").evaluate((title) => {
      const { content } = getComputedStyle(title, "::after");
      return content + title.dataset.chosen;
    });
    assert.match(said, /^(attr|": ).*Every level$/);
    await filter.getByRole("link", { name: "Ring", exact: true }).click();
    assert.equal(await rows(page).count(), 2 * 7, "the small ring is another room");
    assert.match(page.url(), /\?level=Every\+level&room=Ring$/);
    await filter.getByRole("link", { name: "Yoga", exact: true }).click();
    assert.equal(await rows(page).count(), 0);
    // Said once the week is painted.
    await page.waitForFunction(() => document.querySelector("[data-none]").textContent);
  });
  await site.visit("/schedule/", { ...DESK, javaScriptEnabled: false }, async (page) => {
    const link = page.locator('[data-narrow="room=Small%20ring"]');
    assert.equal(await link.getAttribute("href"), "/schedule/?room=Small%20ring");
  });
});

test("a trainer beside a level and a room narrows it down further, in the address, too", async () => {
  await site.visit("/schedule/?level=Masters&room=Ring", DESK, async (page) => {
    await page.locator(".timetable__week[data-narrow]").waitFor();
    assert.equal(await rows(page).count(), 2);
    await page.locator(".timetable__filter").getByRole("link", { name: "Musa Kiprono", exact: true }).click();
    assert.equal(await rows(page).count(), 1);
    const asked = new URL(page.url()).searchParams;
    assert.deepEqual([...asked].sort(), [
      ["level", "Masters"],
      ["room", "Ring"],
      ["trainer", "musa-kiprono"],
    ]);
    await page.reload({ waitUntil: "load" });
    await page.locator(".timetable__week[data-narrow]").waitFor();
    assert.equal(await rows(page).count(), 1);
    assert.match(await rows(page).innerText(), /Musa Kiprono/);
  });
});

test("the week is narrowed down in browsers that don't count what an address asks", async () => {
  const { page, close } = await site.open(DESK);
  try {
    // As before Chromium 113, Firefox 112 and Safari 17.
    await page.addInitScript(() => delete URLSearchParams.prototype.size);
    await page.goto(site.url("/schedule/?level=Every+level"), { waitUntil: "load" });
    await page.locator(".timetable__week[data-narrow]").waitFor();
    const filter = page.locator(".timetable__filter");
    await filter.getByRole("link", { name: "Masters", exact: true }).click();
    assert.equal(await rows(page).count(), 3);
    assert.match(page.url(), /\?level=Masters$/);
    await filter.getByRole("link", { name: "Masters", exact: true }).click();
    assert.match(page.url(), /\/schedule\/$/);
  } finally {
    await close();
  }
});

test("a class that is many times a week has a place for each day, no longer than two windows and a half", () =>
  site.visit("/classes/boxing/", PHONE, async (page) => {
    const hours = page.locator(".week-hours");
    assert.equal(await hours.locator(".week-hours__group").count(), 7);
    assert.ok((await hours.locator("time").count()) >= 35);
    const { height } = await hours.boundingBox();
    assert.ok(height < 2000, `the hours are ${height} px high`);
  }));

test("a list of what is over has the last one first, and what ends meanwhile without a build", async () => {
  const titles = (page) => page.locator(".events__row-title").filter({ visible: true }).allTextContents();
  const seen = [];
  const look = async (page) => seen.push((await titles(page)).map((title) => title.trim()));
  await visitAt(site, "2026-11-29T12:00:00", "/over/", look, DESK);
  await visitAt(site, "2026-12-01T20:01:00", "/over/", look, DESK);
  await site.visit("/over/", { ...DESK, javaScriptEnabled: false }, look);
  const [before, after, bare] = seen;
  assert.deepEqual(before, ["Second", "First"]);
  assert.deepEqual(after, ["Third", "Second"]);
  assert.deepEqual(bare, ["Second", "First"], "without scripts the day of the build decides");
});

test("pages that choose are sound", () => isSound(site, { widths: [360, 1440], paths: ["/schedule/", "/over/"] }));
