// How long a phone six times slower than this machine takes to answer what visitors do first on a page of the shipped site:
// from the tap or the key to the next picture, as browsers count it (Event Timing), in milliseconds, its median and its worst.
// Prints a table and writes it to target/interactions.json; judges nothing, and says how busy the machine was.
//
//   node benches/visitor/interactions.js [runs [what…]]

import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { launch, open } from "../../tests/browser/support/browser.js";
import { build, root, serve } from "../../tests/browser/support/site.js";

const SLOWER = 6;
/** Milliseconds in which a page asks for what follows from what was done. */
const QUIET = 500;
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

// Unforced, Playwright asks in each event what lies under the finger, and the page is laid out once more for it.
const tap = (selector) => (page) => page.locator(selector).first().tap({ force: true });
const key = (letter) => (page) => page.keyboard.press(letter);
const field = (name) => `.visitors-form [name=${name}]`;

/** What is done on which page: the name of each step that is measured, and what isn't measured in between. */
const VISITS = [
  ["/", [["menu", tap(".header__menu")]]],
  ["/about/", [["panel", tap("[popovertarget=panel]")]]],
  [
    "/",
    [
      ["calculator, first field", tap(".bmi [name=weight]")],
      ["calculator, first key", key("7")],
      [null, (page) => page.locator(".bmi [name=weight]").fill("72")],
      [null, (page) => page.locator(".bmi [name=height]").fill("180")],
      ["calculate", tap(".bmi__button")],
      ["calculate again", tap(".bmi__button")],
    ],
  ],
  ["/", [["calculate, nothing else before", tap(".bmi__button")]]],
  [
    "/schedule/",
    [
      ["filter, opened", tap(".timetable__filter-title")],
      ["filter", tap("[data-narrow]")],
    ],
  ],
  [
    "/blog/",
    [
      ["search, field", tap(".site-search__input")],
      ["search, first key", key("y")],
    ],
  ],
  ["/gallery/page-1/", [["picture", tap(".gallery__shot-open")]]],
  [
    "/contact/",
    [
      // React comes as one scrolls near; whoever fills a form in sees it first.
      [null, (page) => page.locator(field("name")).scrollIntoViewIfNeeded()],
      ["form, first field", tap(field("name"))],
      ["form, first key", key("A")],
      ["form, sent without the rest", tap(".visitors-form [type=submit]")],
    ],
  ],
  ["/pricing/", [["plans, times a week", tap(".prices__choice:nth-child(4)")]]],
];

/** Run in a page before all else: keeps the longest answer to each interaction. */
function record() {
  globalThis.longest = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId) globalThis.longest = Math.max(globalThis.longest, duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
}

/** What the page has asked its own host for and not got yet. The frame of a map may never be answered. */
function ownRequests(page) {
  const open = new Set();
  page.on("request", (request) => {
    if (request.frame() === page.mainFrame()) open.add(request);
  });
  for (const end of ["requestfinished", "requestfailed"]) page.on(end, (request) => open.delete(request));
  return open;
}

/** Until nothing more follows from what was done: the page has painted, and no script of it is on its way. */
async function settle(page, requests) {
  do await page.waitForTimeout(QUIET);
  while (requests.size > 0);
  await page.waitForFunction(() => !document.querySelector("[data-state=loading]"));
  await page.evaluate(
    () => new Promise((done) => requestIdleCallback(() => requestAnimationFrame(() => setTimeout(done)))),
  );
}

/** The milliseconds of each step of one visit. */
async function visit(browser, url, steps) {
  const { page, close } = await open(browser, { ...PHONE, reducedMotion: "no-preference" });
  try {
    await page.addInitScript(record);
    const requests = ownRequests(page);
    await page.goto(url);
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const took = [];
    for (const [name, act] of steps) {
      await settle(page, requests);
      await page.evaluate(() => {
        globalThis.longest = 0;
      });
      await act(page);
      await settle(page, requests);
      if (name) took.push([name, await page.evaluate(() => globalThis.longest)]);
    }
    return took;
  } finally {
    await close();
  }
}

const [runs = "5", ...wanted] = process.argv.slice(2);
const { out, remove } = build();
const server = await serve(out);
const browser = await launch();
const all = new Map();
const load = [loadavg()[0]];
try {
  for (let run = 0; run < Number(runs); run++) {
    for (const [path, steps] of VISITS) {
      if (wanted.length > 0 && !steps.some(([name]) => wanted.includes(name))) continue;
      for (const [name, took] of await visit(browser, server.url + path, steps))
        all.set(name, [...(all.get(name) ?? []), took]);
    }
  }
} finally {
  await browser.close();
  await server.close();
  remove();
}
load.push(loadavg()[0]);

const rows = [...all].map(([interaction, took]) => {
  const sorted = took.toSorted((a, b) => a - b);
  return { interaction, median: sorted[sorted.length >> 1], best: sorted[0], worst: sorted.at(-1) };
});
console.table(rows);
console.log(`load of the machine, before and after: ${load.map((one) => one.toFixed(1)).join(", ")}`);
writeFileSync(join(root, "target/interactions.json"), `${JSON.stringify({ slower: SLOWER, load, rows }, null, 2)}\n`);
