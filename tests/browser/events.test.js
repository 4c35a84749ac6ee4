// What pages say of courses and prices by the visitor's clock, from one build.
import assert from "node:assert/strict";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isSound, isValid } from "./support/judge.js";
import { buildGym } from "./support/project.js";
import { root } from "./support/site.js";
import { visitAt, withSite } from "./support/with-site.js";

const COURSE = `
title = "Yoga for beginners"
summary = "Eight Tuesdays."
course = true
start = 2027-01-12T18:00:00
end = 2027-01-12T19:15:00
times = 8
left_out = [2027-02-02]
places = 12
places_left = 1
book = "mail:{title}"
`;

const FULL = `
title = "Acrobatics"
summary = "Three Saturdays."
course = true
start = 2027-01-16T10:00:00
end = 2027-01-16T12:00:00
times = 3
places = 12
places_left = 0
book = "mail:{title}"
waiting = "mail:Waiting list for {title}"
`;

const FIGHT_NIGHT = `
title = "Fight night"
summary = "Six bouts."
start = 2027-04-24T18:00:00
price = 800
[offer]
title = "Early bird"
price = 600
until = 2027-02-14
[[rate]]
title = "Ringside"
price = 3000
[[rate]]
title = "Students"
price = 500
from = 2027-03-01
until = 2027-03-31
`;

const DATES = `
title = "Dates"
description = "What is on."
[[section]]
type = "events"
heading = "Dates"
`;

const POSTER = `
title = "Summer camp"
summary = "A week."
start = 2027-07-03T10:00:00
image = { file = "poster.jpg", alt = "A week of games.", whole = true }
`;

function prepare({ edit, write, folder }) {
  // A poster that is wider than high
  copyFileSync(join(root, "content/images/hero-athlete-dumbbells.jpg"), join(folder, "content/images/poster.jpg"));
  write("events/camp.toml", POSTER);
  write("events/beginners.toml", COURSE);
  write("events/acrobatics.toml", FULL);
  write("events/fight-night.toml", FIGHT_NIGHT);
  write("pages/dates.toml", DATES);
  edit(
    "plans/one-month.toml",
    (text) => `${text}joining_fee = 500
[offer]
title = "New year"
price = 3000
joining_fee = 0
from = 2027-01-01
until = 2027-01-31
`,
  );
}

const site = withSite(() => buildGym(prepare));
const at = (moment, path, look, options) => visitAt(site, moment, path, look, options);

const shown = (page, selector) =>
  page
    .locator(`${selector}:visible`)
    .evaluateAll((found) => found.map((one) => one.innerText.replace(/\s+/g, " ").trim()));

test("pages of courses, waiting lists and tiers are valid and sound", async () => {
  const paths = ["/dates/", "/events/beginners/", "/events/acrobatics/", "/events/fight-night/"];
  await isValid(site.out(), paths);
  await isSound(site, { paths });
});

test("a course is one line: all of its dates, then the next one and how many are to come", async () => {
  const rowOf = (page) => shown(page, '.events__row:has([href="/events/beginners/"])');
  const read = async (moment) => await at(moment, "/dates/", async (page) => await rowOf(page));
  const [before, ...others] = await read("2026-12-01T12:00:00");
  assert.deepEqual(others, []);
  assert.match(before, /^12 January.*8 dates from 12 January to 9 March/i);
  const [begun, ...more] = await read("2027-01-27T12:00:00");
  assert.deepEqual(more, []);
  assert.match(begun, /^9 February.*5 to come/i);
  assert.deepEqual(await read("2027-03-09T19:16:00"), []);
});

test("what is full has the waiting list for a button", () =>
  at("2026-12-01T12:00:00", "/events/acrobatics/", async (page) => {
    assert.match((await shown(page, ".events__book")).join(), /^join the waiting list$/i);
    assert.match(await page.locator(".events__facts-list").innerText(), /Full/);
  }));

test("what the dates of a course have in common is said once, its summary before its facts", () =>
  at(
    "2027-01-27T12:00:00",
    "/events/beginners/",
    async (page) => {
      const facts = await page.locator(".events__facts-list").innerText();
      assert.equal(facts.match(/Tuesday/g).length, 2, facts);
      assert.equal(facts.match(/6:00pm/g).length, 1, facts);
      const dates = page.locator(".events__dates > span");
      assert.equal(await dates.count(), 8);
      assert.equal(await dates.nth(2).innerText(), "26 January");
      assert.equal(await page.locator(".events__dates > [data-past]").count(), 3);
      assert.match((await shown(page, ".events__date")).join(), /^12 JANUARY 2027$/i);
      const [lead, list] = await Promise.all(
        [".entry-lead", ".events__facts-list"].map((part) => page.locator(part).boundingBox()),
      );
      assert.ok(lead.y + lead.height < list.y);
    },
    { viewport: { width: 360, height: 740 } },
  ));

for (const width of [360, 768, 1440]) {
  test(`a poster that is shown whole has its own shape in a list at ${width} px`, () =>
    at(
      "2026-12-01T12:00:00",
      "/dates/",
      async (page) => {
        const shape = await page.locator(".events__row-image.whole").evaluate((image) => {
          const { width, height } = image.getBoundingClientRect();
          return [width / height, image.getAttribute("width") / image.getAttribute("height")];
        });
        assert.ok(Math.abs(shape[0] - shape[1]) < 0.02, `${shape}`);
      },
      { viewport: { width, height: 800 } },
    ));
}

test("one place is left", () =>
  at("2026-12-01T12:00:00", "/events/beginners/", async (page) => {
    assert.match(await page.locator(".events__facts-list").innerText(), /1 place left/);
    assert.match(await page.locator(".events__facts-list").innerText(), /Not on 2 February/);
  }));

test("an early price goes with its last day, and rates come and go", async () => {
  const tiers = (moment) => at(moment, "/events/fight-night/", async (page) => await shown(page, ".events__tier"));
  const first = await tiers("2027-02-14T23:59:00");
  assert.equal(first.length, 2);
  assert.match(first[0], /^Early bird until 14 February .*600.*800/);
  const next = await tiers("2027-02-15T00:01:00");
  assert.equal(next.length, 2);
  assert.match(next[0], /^Price .*800$/);
  assert.match((await tiers("2027-03-15T12:00:00")).join(), /Students until 31 March .*500/);
  assert.equal((await tiers("2027-04-01T00:01:00")).length, 2);
  const row = (moment) => at(moment, "/dates/", async (page) => await shown(page, ".events__row-price"));
  assert.match((await row("2027-02-14T12:00:00")).at(-1), /^KSH.600$/);
  assert.match((await row("2027-02-15T12:00:00")).at(-1), /^KSH.800$/);
  assert.match((await row("2027-03-15T12:00:00")).at(-1), /^from KSH.500$/);
});

test("an offer of a plan begins and ends by the clock", async () => {
  const struck = (moment) =>
    at(moment, "/pricing/", async (page) => [
      await shown(page, ".prices__offer"),
      await page.locator(".prices__usual").evaluate((usual) => getComputedStyle(usual).textDecorationLine),
    ]);
  assert.deepEqual(await struck("2026-12-31T23:59:00"), [[], "none"]);
  const [[offer], line] = await struck("2027-01-01T00:01:00");
  assert.match(offer, /3,000 New year/);
  assert.equal(line, "line-through");
  assert.deepEqual(await struck("2027-02-01T00:01:00"), [[], "none"]);
});

test("a fee that an offer does without is struck through for as long as the offer holds", async () => {
  const line = (moment) =>
    at(moment, "/pricing/", (page) =>
      page.locator(".prices__usual-fee").evaluate((fee) => getComputedStyle(fee).textDecorationLine),
    );
  assert.equal(await line("2026-12-31T23:59:00"), "none");
  assert.equal(await line("2027-01-01T00:01:00"), "line-through");
  assert.equal(await line("2027-01-31T23:59:00"), "line-through");
  assert.equal(await line("2027-02-01T00:01:00"), "none");
});
