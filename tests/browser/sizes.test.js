// Every page at odd sizes: the smallest phone, a phone on its side, twice and four times as large, a wall; and
// with words that are longer than any that the site ships.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { copy } from "./support/preview.js";
import { build } from "./support/site.js";
import { withSite } from "./support/with-site.js";

/** What a window of 1440 px has left when its page is twice and four times as large is that of a smaller one. */
const SIZES = {
  "the smallest phone, or 400 % of 1280 px": { width: 320, height: 256 },
  "a phone": { width: 360, height: 800 },
  "a phone on its side": { width: 844, height: 390 },
  "a tablet": { width: 768, height: 1024 },
  "200 % of 1440 px": { width: 720, height: 450 },
  "just before the bar has room for its links": { width: 1199, height: 800 },
  "just after": { width: 1200, height: 800 },
  "a wall": { width: 2560, height: 1300 },
};

/** Run in a page: what is wider than the window, and which words leave the box that they are in. */
function escaping() {
  const wide = document.documentElement.clientWidth;
  const found = [];
  if (document.documentElement.scrollWidth > wide) found.push(`the page: ${document.documentElement.scrollWidth} px`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest(".visually-hidden,.skip-link,noscript,script,option,textarea,svg"))
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true }) || parent.closest(".days__long")) continue;
    range.selectNodeContents(text);
    const box = parent.closest(
      ".button,.pill,.tag,.feature,.class-card,.trainer,.plan,.slot,.week__day,.headline,.post-card,.fact,.plate,.sibling,.question,td,main,header,footer,.thumb",
    );
    const { left, right } = box.getBoundingClientRect();
    // A row of cards that one pushes aside reaches beyond the window.
    const rail = parent.closest(".rail");
    const end = rail && rail.scrollWidth > rail.clientWidth ? rail.scrollWidth + wide : wide;
    for (const line of range.getClientRects()) {
      if (line.right > Math.min(right, end) + 1 || line.left < Math.max(left, 0) - 1) {
        found.push(`"${text.data.trim().slice(0, 60)}" leaves .${parent.className}`);
      }
    }
  }
  return [...new Set(found)];
}

/** Run in a page: what one presses that is smaller than 24 px, but for links within a line of text. */
function tooSmall() {
  const pressed = document.querySelectorAll("a[href],button,input,select,textarea,summary,[tabindex='0']");
  return [...pressed]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(".skip-link,[tabindex='-1']"))
    .filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      const inText = getComputedStyle(one).display === "inline" && one.closest("p,li,dd")?.innerText !== one.innerText;
      return !inText && Math.min(width, height) < 23.9;
    })
    .map((one) => one.outerHTML.slice(0, 140));
}

/** Run in a page: what is missing for screen readers. */
function structure() {
  const names = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const headings = names("main :is(h1,h2,h3,h4,h5,h6)").map((one) => Number(one.localName[1]));
  const currents = names("a[aria-current=page]").map((one) => new URL(one.href).pathname);
  return {
    first: headings[0],
    titles: headings.filter((level) => level === 1).length,
    skips: headings.filter((level, at) => at > 0 && level > headings[at - 1] + 1).length,
    landmarks: ["header.header", "main", "footer.footer"].map(
      (one) => document.querySelectorAll(`body > ${one}`).length,
    ),
    unnamed: names("nav,aside,dialog").filter((one) => !one.ariaLabel && !one.getAttribute("aria-labelledby")).length,
    strangers: currents.filter((path) => !location.pathname.startsWith(path.replace(/(\w+day|page-1)\/$/, ""))),
  };
}

describe("the site", () => {
  const site = withSite();

  test("nothing is wider than its place, targets measure 24 px and more, and pages are built as they sound", () =>
    site.tour({ viewport: SIZES["a phone"], reducedMotion: "reduce" }, async (page, path) => {
      for (const [name, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport);
        assert.deepEqual(await page.evaluate(escaping), [], `${path} on ${name}`);
      }
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await page.evaluate(tooSmall), [], `${path} at ${width} px`);
        const expected = { first: 1, titles: 1, skips: 0, landmarks: [1, 1, 1], unnamed: 0, strangers: [] };
        assert.deepEqual(await page.evaluate(structure), expected, `${path} at ${width} px`);
      }
    }));
});

describe("with words that are longer than any that are shipped", () => {
  const LONG = "Funktionsgymnastikübungsleiterausbildung";
  const NAME = "Wanjiru Wanjikũ Nyambura-Kamau wa Thiong’o Akinyi Odhiambo Mutua, the one from Kapiti Road";

  const site = withSite(() => {
    const project = copy();
    const edit = (path, change) => {
      const file = join(project.folder, "content", path);
      const before = readFileSync(file, "utf8");
      const after = change(before);
      assert.notEqual(after, before, `${path} was not changed`);
      writeFileSync(file, after);
    };
    edit("classes/boxing.toml", (text) => text.replace('title = "Boxing"', `title = "${LONG}"`));
    edit("classes/cycling.toml", (text) => text.replace('title = "Cycling"', `title = "${LONG}nlehrgang"`));
    edit("trainers/wanjiru-kamau.toml", (text) =>
      text.replace('name = "Wanjiru Kamau"', `name = "${NAME}"`).replace(/\n\[\[social\]\][\s\S]*$/, "\n"),
    );
    edit("plans/one-month.toml", (text) => text.replace(/price = .*/, "price = 1400000").replace(/note = .*\n/, ""));
    edit("plans/daily.toml", (text) => text.replace(/(days|note) = .*\n/g, "").replace("Gym floor", LONG));
    edit("posts/yoga-for-lifters.toml", (text) =>
      text.replace(/tags = .*\n/, "").replace(/^title = .*/m, `title = "${LONG}: ${NAME}"`),
    );
    edit("site.toml", (text) =>
      text
        .replace('name = "Jasho House"', 'name = "Jasho House of South B and Industrial Area"')
        .replace('street = "14 Kapiti Road"', `street = "14 ${LONG}"`)
        .replace(/email = .*/, `email = "karibu.${LONG.toLowerCase().replace("ü", "u")}@jashohouse.example"`)
        .replace(/\[\[closure\]\][\s\S]*?(?=\[\[social\]\])/, "")
        .replace(/\[test_account\]\n[^[]*/, ""),
    );
    edit("pages/contact.toml", (text) => text.replace('placeholder = "Select Class"', `placeholder = "${LONG}"`));
    const built = build(project.folder);
    return {
      out: built.out,
      remove: () => {
        built.remove();
        project.remove();
      },
    };
  });

  test("nothing leaves its place, and what is missing leaves no hole", () =>
    site.tour({ viewport: { width: 320, height: 800 }, reducedMotion: "reduce" }, async (page, path) => {
      for (const width of [320, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        assert.deepEqual(await page.evaluate(escaping), [], `${path} at ${width} px`);
        const empty = await page.evaluate(() =>
          [...document.querySelectorAll("main :is(ul,ol,dl,p,h2,h3),footer :is(ul,p)")]
            .filter((one) => one.checkVisibility() && !one.innerText.trim() && !one.querySelector("img,svg,iframe"))
            .filter((one) => !one.matches("[role=alert],[role=status],[data-now]"))
            .map((one) => one.outerHTML.slice(0, 100)),
        );
        assert.deepEqual(empty, [], path);
      }
    }));
});
