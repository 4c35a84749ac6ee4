// Sixty pictures of a folder, and posters that are never cropped.
import assert from "node:assert/strict";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { isSound, isValid } from "./support/judge.js";
import { buildProject, copyEmpty } from "./support/project.js";
import { withSite } from "./support/with-site.js";

/** A chunk of a PNG file. */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A picture with a red line along each edge, and this shade of grey within. */
function picture(width, height, shade) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Array.from({ length: width }, (_, x) => {
      const isEdge = Math.min(x, y, width - 1 - x, height - 1 - y) < width / 20;
      return isEdge ? [255, 0, 0] : [shade, shade, shade];
    });
    return Buffer.from([0, ...row.flat()]);
  });
  const parts = [
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

const COUNT = 60;

/** Classes with and without a picture, where pictures are large. */
const BARE = `title = "Bare"
description = "Classes without pictures."

[[section]]
type = "timetable"
layout = "class"
class = "yoga"

[[section]]
type = "classes"
layout = "pictures"
heading = "Try one"
class = [{ class = "yoga" }, { class = "box" }]

[[section]]
type = "timetable"
layout = "class"
id = "boxing"
class = "box"
`;

function prepare({ folder, write }) {
  const images = join(folder, "content/images/open-day");
  mkdirSync(images, { recursive: true });
  for (let number = 1; number <= COUNT; number += 1) {
    writeFileSync(join(images, `IMG_${number}.png`), picture(80, 60, 2 * number));
  }
  writeFileSync(join(folder, "content/images/poster.png"), picture(400, 520, 120));
  write("site.toml", 'name = "Iron House"\nbase_url = "https://iron.example"\n');
  write("albums/open-day.toml", 'allow = ["missing-alt-in-folder"]\ntitle = "Open day"\n');
  const poster = '{ file = "poster.png", alt = "A poster.", whole = true }';
  const event = `title = "Night"\nsummary = "A night."\nstart = 2027-02-27T19:00:00\ntext = "Come."\nimage = ${poster}\n`;
  write("events/night.toml", event);
  const plan = 'title = "Month"\nprice = 45\nperiod = "a month"\nfeatures = ["Floor"]\n';
  write("plans/month.toml", plan);
  write("plans/year.toml", `${plan.replace("Month", "Year").replace("45", "450")}image = ${poster}\n`);
  write("classes/yoga.toml", 'title = "Yoga"\nsummary = "Slow."\n');
  write("classes/box.toml", `title = "Box"\nsummary = "Fast."\nimage = ${poster}\n`);
  write(
    "trainers/ana-lima.toml",
    'name = "Ana de Lima"\nrole = "Coach"\nbio = "Trains."\nfact = [{ title = "Record", text = "12 wins" }]\n',
  );
  const row = (day, kind, hour) => `[[${day}]]\nclass = "${kind}"\nstart = "${hour}:00"\nend = "${hour}:45"\n`;
  write("schedule.toml", ["09", "10"].map((hour, at) => row("monday", at ? "box" : "yoga", hour)).join("\n"));
  const week = 'title = "Week"\ndescription = "The week."\n';
  write("pages/schedule.toml", `${week}\n[[section]]\ntype = "timetable"\nheading = "The week"\n`);
  write(
    "pages/schedule/day.toml",
    `${week}each = "day"\npath = "/schedule/{day}/"\n\n[[section]]\ntype = "timetable"\nlayout = "day"\n`,
  );
  write("pages/bare.toml", BARE);
  const sections = ["events", "prices", "classes", "people"].map(
    (type) => `[[section]]\ntype = "${type}"\nheading = "${type}"\n`,
  );
  write("pages/index.toml", `title = "Home"\ndescription = "A gym."\n\n${sections.join("\n")}`);
}

const site = withSite(() => buildProject(copyEmpty(), prepare));
const ALBUM = "/gallery/open-day/";

test("an album of 60 pictures is a small page, whose pictures load when they are near", async () => {
  assert.ok(statSync(join(site.out(), ALBUM, "index.html")).size < 60_000);
  await site.visit(ALBUM, {}, async (page) => {
    const shown = await page.$$eval(".album img", (images) =>
      images.map(({ alt, loading, width }) => ({ alt, loading, width })),
    );
    assert.equal(shown.length, COUNT);
    assert.deepEqual([shown[1].alt, shown[9].alt], ["Open day, picture 2 of 60", "Open day, picture 10 of 60"]);
    assert.ok(shown.every(({ loading, width }) => loading === "lazy" && width > 0));
  });
});

test("a picture opens large, turns by arrows, and closes where it was opened", async () => {
  await site.visit(ALBUM, {}, async (page, errors) => {
    const said = () => page.locator(".lightbox__count").textContent();
    await page.locator(".album a").nth(11).click();
    await page.locator("dialog[open] img").waitFor();
    assert.equal(await said(), "12 of 60");
    const { width, height } = await page.locator("dialog[open]").boundingBox();
    assert.deepEqual({ width, height }, page.viewportSize(), "it fills the window");
    await page.keyboard.press("ArrowRight");
    assert.equal(await said(), "13 of 60");
    for (const _ of Array(13)) await page.keyboard.press("ArrowLeft");
    assert.equal(await said(), "60 of 60");
    await page.locator(".lightbox__after").click();
    assert.equal(await said(), "1 of 60");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    // Browsers give the focus back to where it was, and the script hears of it a moment after.
    await page.waitForFunction(() => document.querySelector(".album a") === document.activeElement);
    assert.deepEqual(errors, []);
  });
});

test("without scripts a picture opens by itself", async () => {
  await site.visit(ALBUM, { javaScriptEnabled: false }, async (page) => {
    const answer = page.waitForResponse(/images/);
    await page.locator(".album a").nth(2).click();
    await answer;
    assert.match(page.url(), /\/images\/img-3-.*\.webp$/);
  });
});

/** Run in a page: the parts of pictures that are to be whole, and lie outside of what cuts them, or of their own box. */
function cut() {
  return [...document.querySelectorAll("img.whole")]
    .filter((image) => image.getClientRects().length)
    .flatMap((image) => {
      const { objectFit, maskImage } = getComputedStyle(image);
      const box = image.getBoundingClientRect();
      const frames = [];
      for (let at = image.parentElement; at; at = at.parentElement) {
        if (getComputedStyle(at).overflow !== "visible") frames.push(at.getBoundingClientRect());
      }
      const isWhole = objectFit === "contain" || Math.abs(box.width / box.height - image.width / image.height) < 0.02;
      const isIn = frames.every(
        (frame) =>
          frame.left <= box.left + 1 &&
          frame.right >= box.right - 1 &&
          frame.top <= box.top + 1 &&
          frame.bottom >= box.bottom - 1,
      );
      return isWhole && isIn && maskImage === "none" ? [] : [`${image.className} ${objectFit} ${maskImage}`];
    });
}

for (const width of [360, 768, 1440]) {
  test(`a whole picture is cut nowhere in a window ${width} pixels wide`, async () => {
    for (const path of ["/", "/events/night/", "/classes/box/"]) {
      await site.visit(path, { viewport: { width, height: 800 } }, async (page) => {
        const count = await page.locator("img.whole").count();
        assert.ok(count > 0, path);
        assert.deepEqual(await page.evaluate(cut), [], path);
      });
    }
  });
}

test("classes, plans and trainers without pictures have none", async () => {
  await site.visit("/", {}, async (page) => {
    assert.equal(await page.locator("img:not([src])").count(), 0);
    assert.equal(await page.locator("img").count(), 3);
    assert.equal((await page.locator(".people__initials").textContent()).trim(), "AL");
    assert.equal(await page.locator(".people__initials").getAttribute("aria-hidden"), "true");
  });
  await site.visit("/trainers/ana-lima/", {}, async (page) => {
    assert.equal(await page.locator(".profile__fact dd").textContent(), "12 wins");
    assert.doesNotMatch(await page.locator("script[type='application/ld+json']").first().textContent(), /image/);
  });
  await site.visit("/classes/yoga/", {}, async (page) => {
    const told = (await page.locator("script[type='application/ld+json']").allTextContents()).map(JSON.parse);
    const service = told.find((thing) => thing["@type"] === "Service");
    assert.equal(service.name, "Yoga");
    assert.ok(!("image" in service));
  });
});

const WITHOUT = ["/", "/bare/", "/schedule/", "/schedule/monday/", "/classes/yoga/", "/trainers/ana-lima/"];

test("where there is no picture there is no frame for one", async () => {
  await site.tour(
    {},
    async (page, path) => {
      const empty = await page
        .locator(".frame:not(:has(img, .initials)):visible, .classes__picture.night:not(:has(img)):visible")
        .evaluateAll((frames) => frames.map((frame) => frame.outerHTML.slice(0, 120)));
      assert.deepEqual(empty, [], path);
    },
    { paths: WITHOUT },
  );
  await site.visit("/bare/", {}, async (page) => {
    const titles = await page
      .locator(".timetable__title")
      .evaluateAll((all) => all.map((title) => title.getBoundingClientRect().left));
    assert.ok(
      titles.every((left) => left > 0),
      `${titles}`,
    );
  });
});

test("pages of albums and without pictures are valid and sound", async () => {
  await isValid(site.out(), [ALBUM, ...WITHOUT]);
  await isSound(site, { paths: [ALBUM, ...WITHOUT], widths: [360, 768, 1440, 2200] });
});
