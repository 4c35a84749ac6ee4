// Gyms in languages of long words, in each typeface of headings, and sections without their picture: nothing is cut, and no box
// is empty.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { layout } from "./support/judge.js";
import { buildProject, copyEmpty } from "./support/project.js";
import { root } from "./support/site.js";
import { withSite } from "./support/with-site.js";

const PICTURE = 'image = { file = "sign.png", decorative = true }';
const CALL = `
[[section]]
type = "call"
layout = "voucher"
heading = "Yoga verschenken"
text = "Zehn Stunden."
button = { title = "Bestellen", to = "/" }
`;

/** The sections of each page. */
const PAGES = {
  index: `
[[section]]
type = "hero"
heading = "Unsere Trainingsgemeinschaft"
${PICTURE}
`,
  hall: `
[[section]]
type = "hero"
layout = "tall"
heading = "Centre communautaire"
${PICTURE}
[[section]]
type = "story"
heading = "Trainingsgemeinschaft"
text = "Neu."
${PICTURE}
[[section]]
type = "call"
heading = "Trainingsgemeinschaft"
text = "Neu."
`,
  voucher: CALL + PICTURE + CALL,
  prices: `
[[section]]
type = "prices"
heading = "Preise"
columns = 4
button = "Bestellen"
`,
  blog: `
[[section]]
type = "posts"
`,
  news: `
[[section]]
type = "posts"
layout = "news"
heading = "Neues"
read_more = { title = "Lesen", to = "/blog/" }
`,
  film: `
[[section]]
type = "embed"
heading = "Film"
frame = "https://films.example/one"
film = true
ask = true
`,
  week: `
[[section]]
type = "timetable"
layout = "day"
`,
  all: `
[[section]]
type = "timetable"
heading = "Alle Stunden"
`,
};

/** Writes a gym whose headings have a typeface of the theme. The newest of its posts has no picture. */
function writeGym({ write }, { language, headings }) {
  write(
    "site.toml",
    `allow = ["no-base-url"]
name = "Halle Elf"
language = "${language}"
currency = "EUR"
[design]
headings = "${headings}"
[services]
frames = ["https://films.example"]
`,
  );
  write("images/sign.png", readFileSync(join(root, "content/images/icon.png")));
  for (const [name, sections] of Object.entries(PAGES)) {
    const each = name === "week" ? 'each = "day"\npath = "/week/{day}/"\n' : "";
    write(`pages/${name}.toml`, `title = "${name}"\ndescription = "Alles zu ${name}."\n${each}${sections}`);
  }
  for (const number of [1, 2, 3, 4]) {
    write(
      `plans/plan-${number}.toml`,
      `title = "Plan ${number}"\nprice = ${number}0\nperiod = "im Monat"\nfeatures = ["Die Halle"]\n${PICTURE}\n`,
    );
    write(
      `posts/post-${number}.toml`,
      `title = "Beitrag ${number}"\ndate = 2026-01-0${number}\nexcerpt = "Neu."\nbody = "Neu."\n${number < 4 ? PICTURE : ""}\n`,
    );
  }
  write("classes/open.toml", `title = "Offene Halle"\nsummary = "Für alle."\njoin = false\n${PICTURE}\n`);
  write("schedule.toml", '[[monday]]\nclass = "open"\nstart = "10:00"\nend = "11:00"\n');
}

const gym = (language, headings) =>
  withSite(() => buildProject(copyEmpty(), (project) => writeGym(project, { language, headings })));

const TYPEFACES = ["archivo-black", "big-shoulders", "fraunces", "outfit"];
const german = Object.fromEntries(TYPEFACES.map((headings) => [headings, gym("de", headings)]));
const french = gym("fr", "big-shoulders");
const portuguese = gym("pt", "big-shoulders");
const site = german["big-shoulders"];
const shipped = withSite();

/** Where the boxes of the elements of a selector are, how wide their border is, and how much of what is in them is cut. */
const boxes = (page, selector) =>
  page.$$eval(selector, (elements) =>
    elements.map((element) => {
      const { left, right, top, bottom, height } = element.getBoundingClientRect();
      const cut = element.scrollWidth - element.clientWidth;
      return { text: element.innerText, left, right, top, bottom, height, cut, border: element.clientLeft };
    }),
  );

/** Runs `look` on the page at `path` in a window of each width. */
function atWidths(widths, of, path, look) {
  return of.visit(path, { viewport: { width: widths[0], height: 800 }, bypassCSP: true }, async (page) => {
    await page.evaluate(() => document.fonts.ready);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await look(page, width);
    }
  });
}

for (const [headings, one] of Object.entries({ ...german, "big-shoulders, in French": french })) {
  test(`headings of long words are whole in ${headings}`, async () => {
    for (const path of ["/", "/hall/", "/voucher/"]) {
      await atWidths([360, 768, 1440], one, path, async (page, width) => {
        assert.deepEqual(await page.evaluate(layout), [], `${path} at ${width} px`);
        const heads = await boxes(page, "main :is(h1,h2),.call__offer");
        assert.ok(heads.length > 0);
        const cut = heads.filter((head) => head.cut > 0 || head.right > width);
        assert.deepEqual(cut, [], `${path} at ${width} px`);
      });
    }
  });
}

/** The names of the fonts that a page loads, without their hashes, and which of them it asks for before its styles say so. */
function fontsOf(page) {
  return page.evaluate(async () => {
    await document.fonts.ready;
    const name = (address) => /([\w-]+)-\w{8}\.woff2$/.exec(address)?.[1];
    const loaded = performance.getEntriesByType("resource").map((entry) => name(entry.name));
    const preloaded = [...document.querySelectorAll("[rel=preload][as=font]")].map((link) => name(link.href));
    return { loaded: [...new Set(loaded)].filter(Boolean).sort(), preloaded: preloaded.sort() };
  });
}

test("pages load the letters that their language has, and others for the words that have them", async () => {
  const plain = ["big-shoulders-plain", "figtree-plain"];
  await shipped.tour({}, async (page, path) => {
    const { loaded, preloaded } = await fontsOf(page);
    assert.deepEqual(preloaded, plain, path);
    assert.deepEqual(loaded, plain, path);
  });
  await shipped.visit("/", { bypassCSP: true }, async (page) => {
    await page.evaluate(() => {
      document.querySelector("main p").append("Zoë");
    });
    await page.waitForFunction(() => document.fonts.check("16px 'Text plain'", "ë"));
    assert.deepEqual((await fontsOf(page)).loaded, [...plain, "figtree-rest"]);
  });
  for (const of of [german.outfit, french, portuguese]) {
    await of.visit("/", {}, async (page) => {
      const { loaded, preloaded } = await fontsOf(page);
      assert.deepEqual(loaded, preloaded);
      assert.equal(loaded.filter((name) => /plain|rest/.test(name)).length, 0, loaded.join());
    });
  }
});

test("without a picture a voucher is no higher than its slip and the space between sections", () =>
  atWidths([360, 768, 1440], site, "/voucher/", async (page, width) => {
    const [pictured, plain] = await boxes(page, ".call--voucher");
    const [, slip] = await boxes(page, ".call__slip");
    const space = await page.$$eval(".call--voucher", ([, plain]) => {
      const { paddingTop, paddingBottom } = getComputedStyle(plain);
      return [paddingTop, paddingBottom].map(Number.parseFloat);
    });
    assert.equal(space[0], space[1]);
    assert.ok(plain.height - slip.height <= space[0] + space[1] + 1, `${plain.height} at ${width} px`);
    assert.ok(plain.height < pictured.height, `${plain.height} at ${width} px`);
  }));

test("four plans are in four columns from 75rem, before in two, on a phone below one another", async () => {
  const columns = { 390: 1, 768: 2, 1199: 2, 1200: 4, 1440: 4, 1920: 4 };
  await atWidths(Object.keys(columns).map(Number), site, "/prices/", async (page, width) => {
    const plans = await boxes(page, ".prices__plan");
    assert.equal(plans.length, 4);
    assert.equal(new Set(plans.map(({ left }) => Math.round(left))).size, columns[width], `at ${width} px`);
    const narrow = plans.filter(({ cut, right }) => cut > 0 || right > width);
    assert.deepEqual(narrow, [], `at ${width} px`);
  });
});

for (const [language, one] of Object.entries({ German: site, French: french, Portuguese: portuguese })) {
  test(`the names of days, and of today, are whole in ${language}`, () =>
    atWidths([390, 992, 1440], one, "/week/monday/", async (page, width) => {
      const tabs = await page.$$eval(".timetable__tab", (tabs) =>
        tabs.map((tab) => {
          // Any of them is today once.
          if (tab.dataset.day) tab.dataset.today = "true";
          const edges = (part) => {
            const range = document.createRange();
            range.selectNodeContents(part);
            const { left, right } = range.getBoundingClientRect();
            return { text: range.toString(), left, right };
          };
          const today = tab.querySelector(".timetable__tab-today");
          // The other name is not shown, or for screen readers alone.
          const names = [...tab.querySelectorAll(".timetable__tab-short,.timetable__tab-long")];
          const name = names.find((name) => name.checkVisibility() && getComputedStyle(name).clipPath === "none");
          const { left, right } = tab.parentElement.getBoundingClientRect();
          return { name: edges(name ?? tab), today: today && edges(today), left, right };
        }),
      );
      assert.equal(tabs.length, 8);
      const cut = ({ name, today, left, right }) =>
        name.left < left - 1 ||
        name.right > right + 1 ||
        (today && (today.left < 0 || today.right > width || Math.abs(today.left + today.right - left - right) > 4));
      assert.deepEqual(tabs.filter(cut), [], `at ${width} px`);
    }));
}

for (const path of ["/news/", "/blog/"]) {
  test(`the newest post is a card of its words without a picture on ${path}`, () =>
    atWidths([390, 768, 1440], site, path, async (page, width) => {
      const [card, ...others] = await boxes(page, ".post-card");
      const [body] = await boxes(page, ".post-card__body");
      assert.match(card.text, /Beitrag 4/i);
      const where = `at ${width} px: ${JSON.stringify({ card, body })}`;
      // Beside others it is as high as they are.
      const isAlone = others.every(({ left }) => left < card.right);
      assert.ok(card.height < (isAlone ? body.height + 100 : width / 2), where);
      const [above, below] = [body.top - card.top, card.bottom - body.bottom];
      assert.ok(above > 8 && Math.abs(above - below) < 8, where);
    }));
}

test("the question of a film fits into its frame", () =>
  atWidths([320, 390, 768], site, "/film/", async (page, width) => {
    const [frame] = (await boxes(page, ".embedded,.embedded__page")).filter(({ border }) => border > 0);
    const [question] = await boxes(page, ".embedded__ask");
    const where = `at ${width} px: ${JSON.stringify({ frame, question })}`;
    assert.ok(question.height > 0 && question.top >= frame.top && question.bottom <= frame.bottom, where);
    assert.ok(question.left >= frame.left && question.right <= frame.right && frame.right <= width, where);
  }));

test("an hour that nobody leads and nobody has to join leaves no empty line", () =>
  Promise.all(
    ["/week/monday/", "/classes/open/"].map((path) =>
      site.visit(path, { bypassCSP: true }, async (page) => assert.deepEqual(await page.evaluate(layout), [], path)),
    ),
  ));
