// Texts of pages that are drawn by lot and clicked in their middle: each leads to where it is written.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const { edit } = withEditor();

/** How many texts of each page are clicked. */
const DRAWN = 10;
const PAGES = ["/", "/classes/boxing/", "/pricing/", "/schedule/", "/contact/", "/blog/"];

/** Numbers that look drawn by lot and are the same in each run. */
function* lots(seed) {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Run in the page: gives each text that somebody sees a number, and says what all say. */
function numberTexts() {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  window.texts = [];
  while (walker.nextNode()) {
    const text = walker.currentNode;
    range.selectNodeContents(text);
    const [line] = range.getClientRects();
    const isSeen = text.parentElement.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    // What holds at this hour is computed of several files.
    if (text.parentElement.closest("[data-now]")) continue;
    if (isSeen && line?.width > 8 && line.height > 8 && /[\p{L}\p{N}]/u.test(text.data)) window.texts.push(text);
  }
  return window.texts.map(({ data }) => data.trim());
}

/**
 * Run in the page: brings a text into sight as somebody does with the wheel, and says where its middle is once that stays
 * where it is. Nothing if something else is in front of it.
 */
async function middleOf(at) {
  const text = window.texts[at];
  if (!text.isConnected) return null;
  document.dispatchEvent(new WheelEvent("wheel"));
  text.parentElement.scrollIntoView({ block: "center", behavior: "instant" });
  const range = document.createRange();
  range.selectNodeContents(text);
  const measure = () => {
    const [{ left, top, width, height }] = range.getClientRects();
    return { x: left + width / 2, y: top + height / 2 };
  };
  let middle = measure();
  for (let before = null; before?.y !== middle.y; ) {
    before = middle;
    await new Promise((resolve) => setTimeout(resolve, 50));
    middle = measure();
  }
  const found = document.elementFromPoint(middle.x, middle.y);
  return found && text.parentElement.contains(found) ? middle : null;
}

/** Run in the app: the form that was opened, and what the field with the focus says. */
function arrival() {
  const { place } = JSON.parse(localStorage.getItem("gympress-place") ?? "{}");
  const title = document.querySelector(".panel h2");
  // Where there is no field to go to, the title of the form has the focus.
  const { activeElement: now } = document;
  if (place?.kind !== "form" || !(now === title || now.closest(".form"))) return null;
  return { ...place, says: now === title ? "" : `${now.value ?? ""} ${now.placeholder ?? now.textContent}` };
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** Times and dates as files have them, and of words the letters and digits alone. */
const words = (text) =>
  text
    .replaceAll(/(\d+):(\d\d)(am|pm)/g, (_, hour, minute, half) => {
      const hours = (Number(hour) % 12) + (half === "pm" ? 12 : 0);
      return ` ${String(hours).padStart(2, "0")}${minute} `;
    })
    .replaceAll(/(\d+) ([A-Z][a-z]+)/g, (all, day, month) => {
      const number = MONTHS.indexOf(month) + 1;
      return number ? ` ${String(number).padStart(2, "0")}${day.padStart(2, "0")} ` : all;
    })
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

const joined = (text) => words(text).join("");

/** True if a field says the text, or has places into which something else is filled. */
const isSaid = (field, text) => joined(field).includes(joined(text)) || /\{\w+\}/.test(field);

/** True if something of the text is in a table: what is shown of times and dates is made from several values. */
const isMadeOf = (table, text) => {
  const letters = joined(JSON.stringify(table));
  return words(text).some((word) => (word.length > 2 || /\d/.test(word)) && letters.includes(word));
};

/** What no field says: the theme's names for the calendars of others, and the author of all posts, who leads to that of the post. */
const OTHERS = ["Apple", "Google", "Outlook", "Admin"];

for (const path of PAGES) {
  test(`texts that are clicked on ${path} are in the field or in the form to which that leads`, () =>
    edit(path, async (editor) => {
      const { page, panel } = editor;
      const iframe = page.locator(".frame iframe");
      const frame = await (await iframe.elementHandle()).contentFrame();
      const box = await iframe.boundingBox();
      const texts = await frame.evaluate(numberTexts);
      const left = texts.map((_, at) => at).filter((at) => !OTHERS.includes(texts[at]));
      const lot = lots(path.length);
      const wrong = [];
      let isLeft = true;
      for (let clicks = 0; clicks < DRAWN && left.length > 0; ) {
        const [at] = left.splice(Math.floor(lot.next().value * left.length), 1);
        // The title of a form that is open already gets no focus anew.
        if (clicks > 0 && !isLeft) await panel.locator(".breadcrumb button").first().click();
        isLeft = true;
        const middle = await frame.evaluate(middleOf, at);
        if (!middle) continue;
        clicks++;
        isLeft = false;
        await page.evaluate(() => localStorage.removeItem("gympress-place"));
        await page.mouse.click(box.x + middle.x, box.y + middle.y);
        const found = await until(`a form for ${texts[at]}`, () => page.evaluate(arrival));
        if (isSaid(found.says, texts[at])) continue;
        const { value } = await editor.ask(`file?file=${found.file}`);
        const table = found.path.reduce((inner, key) => inner?.[key], value);
        if (!isMadeOf([...found.path, table], texts[at]))
          wrong.push(`${texts[at]}: ${found.file} ${JSON.stringify(found.path)}`);
      }
      assert.deepEqual(wrong, []);
    }));
}
