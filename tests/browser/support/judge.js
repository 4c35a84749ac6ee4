// What every page of any site must be: valid, accessible, as wide as the window, whole words, and nothing for a browser to
// complain of.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { HtmlValidate } from "html-validate";
import { html, lasting, pages, samples } from "./site.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    "no-inline-style": "error",
    // The title of a post may be long.
    "long-title": "off",
    "no-trailing-whitespace": "off",
    // Everything comes from the site's own host.
    "require-sri": "off",
    "tel-non-breaking": "off",
    // React writes attributes and ids in a way of its own, which is valid.
    "attr-case": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    // The search's list of results is a listbox that a field controls, as ARIA's combobox pattern has it.
    "prefer-native-element": "off",
    // Boxes of one choice share a name, so that all that are ticked are sent.
    "form-dup-name": ["error", { shared: ["radio", "checkbox"] }],
    "valid-id": ["error", { relaxed: true }],
    // The panel in the header is a dialog with headings of its own; axe judges the order of the rest.
    "heading-level": ["error", { minInitialRank: "any", sectioningRoots: [] }],
  },
});

/** Every page that stands for others is valid HTML, and one that leads on to another; or each of `paths`. */
export async function isValid(out, paths = [...samples(out), ...leadingOn(out)]) {
  const found = [];
  for (const path of paths) {
    const report = await validator.validateString(html(out, path), path);
    for (const { messages } of report.results)
      found.push(...messages.map((m) => `${path}:${m.line}: ${m.ruleId}: ${m.message}`));
  }
  assert.deepEqual(found, []);
}

/** One page that leads on to another, if there is any. */
const leadingOn = (out) =>
  pages(out)
    .filter((path) => !lasting(out).includes(path))
    .slice(0, 1);

/**
 * Run in a page, once its typefaces are there: what is wider than the window, which words are broken or leave their box, and what
 * is empty.
 */
export async function layout() {
  await document.fonts.ready;
  const found = [];
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide)
    found.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest(".visually-hidden,.skip-link,noscript,script,option,textarea,svg"))
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true }) || parent.closest(".timetable__tab-long")) continue;
    // A line may end behind a hyphen, a slash, and in an address of a page or of mail.
    for (const word of text.data.matchAll(/[^\s/\u2013\u2014-]{2,24}(?![^\s/\u2013\u2014-])/g)) {
      if (/[@.]\w/.test(word[0]) || /[^\s/\u2013\u2014-]/.test(text.data[word.index - 1] ?? " ")) continue;
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const tops = [...range.getClientRects()].filter(({ width }) => width > 0.5).map(({ top }) => Math.round(top));
      if (tops.some((top) => Math.abs(top - tops[0]) > 4)) found.push(`"${word[0]}" is broken in .${parent.className}`);
    }
    const before = text.previousSibling;
    if (/^[\p{Po}\p{Pe}\p{Pf}]/u.test(text.data) && before?.nodeType === Node.ELEMENT_NODE) {
      // Browsers break lines on both sides of a block in a line, whatever stands there.
      if (getComputedStyle(before).display.startsWith("inline-"))
        found.push(`a line may begin with "${text.data.trim().slice(0, 20)}" in .${parent.className}`);
    }
    range.selectNodeContents(text);
    const box = parent.closest(
      ".button,.pill,.tag,.classes__picture,.classes__card,.people__trainer,.prices__plan,.timetable__slot,.timetable__row,.timetable__day,.post-card,.contact__fact,.cards__plate,.posts__sibling,.faq__question,.lead,td,main,aside,header,footer,.languages,.thumb",
    );
    const { left, right } = box.getBoundingClientRect();
    // A row of cards that one pushes aside reaches beyond the window.
    const rail = parent.closest(".rail");
    const end = rail && rail.scrollWidth > rail.clientWidth ? rail.scrollWidth + wide : wide;
    const start = rail && rail.scrollWidth > rail.clientWidth ? -rail.scrollWidth : 0;
    for (const line of range.getClientRects()) {
      if (line.right > Math.min(right, end) + 1 || line.left < Math.max(left, start) - 1)
        found.push(`"${text.data.trim().slice(0, 60)}" leaves .${parent.className}`);
    }
  }
  for (const one of document.querySelectorAll("main :is(ul,ol,dl,p,h2,h3),footer :is(ul,p)")) {
    const isEmpty =
      one.checkVisibility({ visibilityProperty: true }) &&
      !one.innerText.trim() &&
      !one.querySelector("img,svg,iframe");
    if (isEmpty && !one.matches("[role=alert],[role=status],[data-now]"))
      found.push(`empty: ${one.outerHTML.slice(0, 100)}`);
  }
  return [...new Set(found)];
}

/** Run in a page: what one presses that is smaller than 24 px, but for links within a line of text, and what is missing
 * for screen readers. */
function structure() {
  const found = [];
  for (const one of document.querySelectorAll("a[href],button,input,select,textarea,summary,[tabindex='0']")) {
    if (!one.checkVisibility({ visibilityProperty: true }) || one.matches(".skip-link,[tabindex='-1']")) continue;
    const { width, height } = one.getBoundingClientRect();
    const inText = getComputedStyle(one).display === "inline" && one.closest("p,li,dd")?.innerText !== one.innerText;
    if (!inText && Math.min(width, height) < 23.9) found.push(`smaller than 24 px: ${one.outerHTML.slice(0, 140)}`);
  }
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const levels = shown("main :is(h1,h2,h3,h4,h5,h6)").map((one) => Number(one.localName[1]));
  if (levels[0] !== 1 || levels.filter((level) => level === 1).length !== 1)
    found.push(`levels of headings: ${levels}`);
  if (levels.some((level, at) => at > 0 && level > levels[at - 1] + 1)) found.push(`a level is skipped: ${levels}`);
  for (const landmark of ["header.header", "main", "footer.footer"]) {
    const count = document.querySelectorAll(`body > ${landmark}`).length;
    if (count !== 1) found.push(`${count} ${landmark}`);
  }
  for (const one of shown("nav,aside,dialog")) {
    if (!one.ariaLabel && !one.getAttribute("aria-labelledby")) found.push(`without a name: <${one.localName}>`);
  }
  for (const one of shown("a[aria-current=page]:not(.timetable__days a)")) {
    const path = new URL(one.href).pathname;
    if (!location.pathname.startsWith(path.replace(/([^/]+day|page-1)\/$/, "")))
      found.push(`marked as this page: ${path}`);
  }
  return found;
}

/** What axe finds on the page, or in the elements of the selector `within` alone; of all its rules, or of `only` some. */
export async function accessibility(page, within, only) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const options = {
    // Maps are others' pages.
    iframes: false,
    // Selectors of what is right take long to find.
    resultTypes: ["violations"],
    ...(only
      ? { runOnly: { type: "rule", values: only } }
      : {
          runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
          // Its tags alone don't switch this one on.
          rules: { "target-size": { enabled: true } },
        }),
  };
  const { violations } = await page.evaluate(
    ([within, options]) => window.axe.run(within ?? document, options),
    [within, options],
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}

/**
 * All that is wrong with the page that is shown, at each of `widths`: words, boxes, and at the first and the last also
 * targets, structure and what axe finds, unless the page has the `sameMarkup` as one that was inspected. Header and footer
 * are alike on all pages of a phone: axe looks at those of the home page.
 */
export async function inspect(page, path, consoleErrors, widths, { sameMarkup = false } = {}) {
  const found = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const wrong = await page.evaluate(layout);
    if (!sameMarkup && (width === widths[0] || width === widths.at(-1))) {
      const within = width === widths.at(-1) || path === "/" ? null : "main";
      wrong.push(...(await page.evaluate(structure)), ...(await accessibility(page, within)));
    }
    found.push(...wrong.map((what) => `${path} at ${width} px: ${what}`));
  }
  const complaints = consoleErrors.filter((text) => !(path === "/404.html" && text.includes("404")));
  return [...found, ...complaints.map((text) => `${path}: the browser complains: ${text}`)];
}

/**
 * Runs `inspect` on each page that stands for others, or on each of `paths`, and fails with all that it finds. Words may
 * break if they `mayBreak`.
 */
export async function isSound(
  site,
  { widths = [320, 1440], paths = site.samples(), mayBreak = false, sameMarkup = false } = {},
) {
  const found = [];
  const options = { viewport: { width: widths[0], height: 800 }, bypassCSP: true };
  const look = async (page, path, complaints) =>
    found.push(...(await inspect(page, path, complaints, widths, { sameMarkup })));
  await site.tour(options, look, { paths });
  assert.deepEqual(
    found.filter((what) => !(mayBreak && what.includes("is broken in"))),
    [],
  );
}
