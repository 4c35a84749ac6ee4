// What search engines are told: by the vocabulary of schema.org as TypeScript knows it, every thing has only
// properties of its type, with values of the types that they may have. What is told is in `tests/cases/output.txt`.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { buildGym } from "../browser/support/project.js";
import { html, lasting, root } from "../browser/support/site.js";

/** The files of a case, by their paths. */
function filesOf(topic, name) {
  const cases = readFileSync(join(root, `tests/cases/${topic}.txt`), "utf8").split("\n=== ");
  const [, ...sections] = cases.find((one) => one.startsWith(`${name}\n`)).split("\n-- ");
  const files = sections.map((section) => section.split(/\n(.*)/s)).filter(([head]) => /^content\/\S+$/.test(head));
  return Object.fromEntries(files.map(([head, text]) => [head.slice("content/".length), `${text}\n`]));
}

const PAY = `
[[pay]]
kind = "mpesa-till"
number = "512 3456"
`;

const SEASON = `title = "Winter"
from = 2027-01-04
until = 2027-03-26
[[hours]]
days = ["monday", "tuesday", "wednesday", "thursday", "friday"]
opens = "06:00"
closes = "22:00"
[[hours]]
days = ["saturday", "sunday"]
closed = true
[[monday]]
class = "yoga"
trainer = "wanjiru-kamau"
start = "18:00"
end = "19:00"
`;

let site;
before(() => {
  site = buildGym(({ edit, write }) => {
    const cases = [
      filesOf("courses", "a course of eight evenings, of which one is left out"),
      filesOf("prices", "tickets in tiers: an offer first, then each rate"),
    ];
    for (const [path, text] of cases.flatMap(Object.entries)) write(path, text);
    write("seasons/winter.toml", SEASON);
    edit("site.toml", (text) => text + PAY);
  });
});
after(() => site?.remove());

/** The things in the structured data of a page. */
function reported(path) {
  const scripts = html(site.out, path).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g);
  return [...scripts].map(([, json]) => JSON.parse(json));
}

/** Which of these things the compiler says aren't of schema.org, and what it says. */
function consoleErrors(things) {
  const folder = mkdtempSync(join(root, "target/structured-"));
  const lines = things.map((thing, at) => `export const thing${at}: WithContext<Thing> = ${JSON.stringify(thing)};`);
  writeFileSync(
    join(folder, "things.ts"),
    `import type { Thing, WithContext } from "schema-dts";\n${lines.join("\n")}`,
  );
  const options = "--ignoreConfig --noEmit --strict --skipLibCheck --moduleResolution bundler --types".split(" ");
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, ...options, "", join(folder, "things.ts")], {
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true });
  const printed = `${stdout}${stderr}`.trim();
  // The things follow one line of imports.
  const wrong = new Set([...printed.matchAll(/things\.ts\((\d+),/g)].map(([, line]) => Number(line) - 2));
  return { printed, wrong: things.filter((_, at) => wrong.has(at)) };
}

test("every thing is one of schema.org, and one with a wrong property or value isn't", () => {
  const things = lasting(site.out).flatMap(reported);
  assert.deepEqual(
    new Set(things.map((thing) => thing["@type"])),
    new Set(["ExerciseGym", "BlogPosting", "BreadcrumbList", "Person", "Service", "Event", "Course"]),
  );
  const gym = things.find((thing) => thing["@type"] === "ExerciseGym");
  const course = things.find((thing) => thing["@type"] === "Course");
  const wrong = [
    { ...gym, openingHours: [{ "@type": "Monday" }] },
    { ...gym, headline: "Gyms have none" },
    { ...gym, address: { ...gym.address, street: "14 Kapiti Road" } },
    { ...gym, makesOffer: [{ "@type": "Offer", price: true }] },
    { ...course, hasCourseInstance: { "@type": "CourseInstance", courseSchedule: { "@type": "Schedule", weeks: 8 } } },
  ];
  const judged = consoleErrors([...things, ...wrong]);
  assert.deepEqual(judged.wrong, wrong, judged.printed);
});
