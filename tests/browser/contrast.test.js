// Words over pictures: what stands behind them is measured as it is painted, on the first screen of every page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withSite } from "./support/with-site.js";

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
/** How much of what is behind a line may be brighter than what is judged: a lamp behind one letter. */
const SPECKS = 0.05;

const site = withSite();

/** Run in a page: the lines of text that one sees, each with its colour and the contrast that its size asks for. */
function lines() {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest(".visually-hidden,.skip-link,noscript,script,option,svg,[data-over]"))
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = getComputedStyle(parent);
    // Kept for screen readers alone.
    if (style.clipPath !== "none") continue;
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    let [red, green, blue, alpha = 1] = numbers(style.color);
    // A headline made of light: its darker part.
    if (alpha === 0) {
      const accent = getComputedStyle(document.documentElement).getPropertyValue("--accent").trim();
      [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
    }
    range.selectNodeContents(text);
    for (const { left, top, width, height } of range.getClientRects()) {
      const [x, y] = [left + width / 2, top + height / 2];
      if (width < 2 || x < 0 || x > innerWidth || y < 0 || y > innerHeight) continue;
      const seen = document.elementFromPoint(x, y);
      if (!seen || !(parent.contains(seen) || seen.contains(parent))) continue;
      const name = `"${text.data.trim().slice(0, 40)}" of .${parent.className || parent.localName}`;
      found.push({ name, colour: [red, green, blue], least: isLarge ? 3 : 4.5, left, top, width, height });
    }
  }
  return found;
}

/** Run in a page: whether its title begins under the shade of the bar, which is above it and dims it. */
function isShaded() {
  const { height } = document.querySelector(".header").getBoundingClientRect();
  const shade = -Number.parseFloat(getComputedStyle(document.querySelector(".header"), "::after").bottom);
  return document.querySelector("h1").getBoundingClientRect().top < height + shade - 4;
}

/** Run in an empty page: the contrast of each line with what is behind it in a picture of the page without its words. */
async function judge({ picture, lines, specks }) {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  const linear = (part) => (part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const light = (red, green, blue) => 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return lines.map((line) => {
    const { data } = context.getImageData(line.left, line.top, Math.max(1, line.width), Math.max(1, line.height));
    const own = light(...line.colour);
    const ratios = [];
    for (let at = 0; at < data.length; at += 4) {
      const behind = light(data[at], data[at + 1], data[at + 2]);
      ratios.push((Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05));
    }
    ratios.sort((one, other) => one - other);
    return { ...line, ratio: ratios[Math.floor(ratios.length * specks)] };
  });
}

for (const viewport of SIZES) {
  test(`words over pictures can be read, at ${viewport.width} px`, async () => {
    const { page: desk, close } = await site.open({ viewport: { width: 100, height: 100 } });
    const faint = [];
    await site.tour({ viewport, reducedMotion: "reduce", bypassCSP: true }, async (page, path) => {
      await page.evaluate(() => {
        const above = [...document.images].filter(
          (image) =>
            image.checkVisibility() && image.loading !== "lazy" && image.getBoundingClientRect().top < innerHeight,
        );
        return Promise.all(above.map((image) => image.decode().catch(() => {})));
      });
      const found = await page.evaluate(lines);
      if (await page.evaluate(isShaded)) faint.push(`${path}: the title stands under the shade of the bar`);
      await page.addStyleTag({
        content: `* { -webkit-text-fill-color: transparent !important; text-shadow: none !important; text-decoration: none !important }
          svg { visibility: hidden !important } .hero__title { background: none !important }`,
      });
      const picture = (await page.screenshot()).toString("base64");
      const judged = await desk.evaluate(judge, { picture, lines: found, specks: SPECKS });
      for (const { name, ratio, least } of judged) {
        if (ratio < least) faint.push(`${path}: ${name} has ${ratio.toFixed(1)} of ${least}`);
      }
    });
    await close();
    assert.deepEqual([...new Set(faint)], []);
  });
}
