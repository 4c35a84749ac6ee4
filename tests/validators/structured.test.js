// What search engines are told: by the vocabulary of schema.org as TypeScript knows it, every thing has only
// properties of its type, with values of the types that they may have; and what is told is what pages show.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { buildGym } from "../browser/support/project.js";
import { html, lasting, root } from "../browser/support/site.js";

let site;
before(() => {
  site = buildGym();
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
    new Set(["ExerciseGym", "BlogPosting", "BreadcrumbList", "Person", "Service"]),
  );
  const gym = things.find((thing) => thing["@type"] === "ExerciseGym");
  const wrong = [
    { ...gym, openingHours: [{ "@type": "Monday" }] },
    { ...gym, headline: "Gyms have none" },
    { ...gym, address: { ...gym.address, street: "14 Kapiti Road" } },
    { ...gym, makesOffer: [{ "@type": "Offer", price: true }] },
  ];
  const judged = consoleErrors([...things, ...wrong]);
  assert.deepEqual(judged.wrong, wrong, judged.printed);
});

/** The texts of a page, as a reader sees them. */
function shown(path) {
  const text = html(site.out, path)
    .replace(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replace(/<[^>]*>/g, " ");
  const signs = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };
  return text.replace(/&(\w+|#39);/g, (all, name) => signs[name] ?? all).replace(/\s+/g, " ");
}

/** `07:00` as `7:00am`. */
function clock(time) {
  const [hour, minute] = time.split(":").map(Number);
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")}${hour < 12 ? "am" : "pm"}`;
}

test("the gym is reported as its pages show it", () => {
  for (const path of ["/", "/contact/", "/pricing/"]) {
    const page = shown(path);
    const gym = reported(path).find((thing) => thing["@type"] === "ExerciseGym");
    const { streetAddress, addressLocality, addressCountry } = gym.address;
    for (const text of [gym.name, gym.telephone, gym.email, streetAddress, addressLocality, addressCountry]) {
      assert.ok(page.includes(text), `${path} doesn't show ${text}`);
    }
    for (const { dayOfWeek, opens, closes } of gym.openingHoursSpecification) {
      const days = dayOfWeek.map((day) => day.split("/").at(-1));
      const names = days.length > 1 ? `${days[0]}-${days.at(-1)}` : days[0];
      const hours = opens === closes ? "Closed" : `${clock(opens)}-${clock(closes)}`;
      assert.match(page, new RegExp(`${names}:? ${hours}`, "i"), path);
    }
    for (const { name, price } of gym.makesOffer ?? []) {
      assert.ok(
        page.includes(name) && page.includes(Number(price).toLocaleString("en")),
        `${path}: ${name} at ${price}`,
      );
    }
  }
  const { specialOpeningHoursSpecification: closures } = reported("/contact/")[0];
  assert.equal(closures.length, 2);
  for (const { validFrom, validThrough, description } of closures) {
    const [from, until] = [validFrom, validThrough].map((text) => new Date(text));
    const part = (date, options) => new Intl.DateTimeFormat("en-KE", { ...options, timeZone: "UTC" }).format(date);
    const day = (date) => `${part(date, { weekday: "long" })} ${date.getUTCDate()}`;
    // A range within a month names the month once.
    const days = validFrom === validThrough ? day(from) : `${day(from)} – ${day(until)}`;
    const text = `${days} ${part(until, { month: "long", year: "numeric" })}`;
    assert.ok(shown("/contact/").includes(text), text);
    assert.ok(shown("/contact/").includes(description));
  }
});

test("posts are reported as their pages show them", () => {
  const posts = lasting(site.out).filter((path) => reported(path).some((thing) => thing["@type"] === "BlogPosting"));
  assert.equal(posts.length, 3);
  for (const path of posts) {
    const page = shown(path);
    const post = reported(path).find((thing) => thing["@type"] === "BlogPosting");
    const day = new Date(post.datePublished);
    const date = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "Africa/Nairobi" }).format(day);
    for (const text of [post.headline, post.author.name, post.articleSection, date, ...post.keywords]) {
      assert.ok(page.includes(text), `${path} doesn't show ${text}`);
    }
  }
});

test("the way to each page ends at it, and each step is a page", () => {
  const paths = lasting(site.out);
  for (const path of paths) {
    const way = reported(path).find((thing) => thing["@type"] === "BreadcrumbList")?.itemListElement ?? [];
    const steps = way.map(({ item }) => item.replace("https://jashohouse.example", ""));
    assert.ok(
      steps.every((step) => paths.includes(step)),
      path,
    );
    assert.deepEqual(
      way.map(({ position }) => position),
      [...way.keys()].map((at) => at + 1),
    );
    if (way.length > 0) assert.equal(steps.at(-1), path);
  }
});
