// Words before what is behind them, as it is painted: colours, shades and pictures.

/** How much of what is behind a line may be brighter than what is judged: a lamp behind one letter. */
const SPECKS = 0.05;

/** Run in a page: the lines of text that one sees, each with its colour and the contrast that its size asks for. */
function lines() {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  // Half of a line may lie behind a bar that doesn't scroll, or under its shade.
  const bars = [...document.querySelectorAll(scrollY > 0 ? ".header,.thumb,.timetable__days" : ".thumb")].map((own) => {
    const { top, bottom } = own.getBoundingClientRect();
    const shade = -Number.parseFloat(getComputedStyle(own, "::after").bottom) || 0;
    return { own, from: top, to: bottom + shade };
  });
  const context = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const parsed = new Map();
  // In whichever way the browser writes it.
  const numbers = (colour) => {
    if (!parsed.has(colour)) {
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      parsed.set(colour, context.getImageData(0, 0, 1, 1).data);
    }
    return parsed.get(colour);
  };
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    // An ornament: the number of a step, whose list counts them.
    if (parent.matches(".steps__number")) continue;
    if (!text.data.trim() || parent.closest(".visually-hidden,.skip-link,noscript,script,option,svg,[data-over]"))
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const style = getComputedStyle(parent);
    // Kept for screen readers alone.
    if (style.clipPath !== "none") continue;
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    let [red, green, blue, alpha] = numbers(style.color);
    // A headline made of light: its darker part.
    if (alpha === 0) {
      [red, green, blue] = numbers(style.getPropertyValue("--accent-strong"));
    }
    range.selectNodeContents(text);
    for (const { left, top, width, height } of range.getClientRects()) {
      const [x, y] = [left + width / 2, top + height / 2];
      if (bars.some((bar) => !bar.own.contains(text) && bar.from < top + height && top < bar.to)) continue;
      if (width < 2 || x < 0 || x > innerWidth || y < 0 || y > innerHeight) continue;
      const seen = document.elementFromPoint(x, y);
      if (!seen || !(parent.contains(seen) || seen.contains(parent))) continue;
      const name = `"${text.data.trim().slice(0, 40)}" of .${parent.className || parent.localName}`;
      const from = Math.max(0, top);
      const seenHeight = Math.min(top + height, innerHeight) - from;
      const least = isLarge ? 3 : 4.5;
      found.push({ name, colour: [red, green, blue], least, left, top: from, width, height: seenHeight });
    }
  }
  return found;
}

/** Run in an empty page: the contrast of each line with what is behind it in a picture of the page without its words. */
async function judge({ picture, lines, specks }) {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  // For each of the 256 values that a part of a colour has, as a picture has a million of them.
  const linear = Float64Array.from({ length: 256 }, (_, part) =>
    part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  const light = (red, green, blue) => 0.2126 * linear[red] + 0.7152 * linear[green] + 0.0722 * linear[blue];
  return lines.map((line) => {
    const { data } = context.getImageData(line.left, line.top, Math.max(1, line.width), Math.max(1, line.height));
    const own = light(...line.colour);
    const ratios = new Float64Array(data.length / 4);
    for (let at = 0; at < data.length; at += 4) {
      const behind = light(data[at], data[at + 1], data[at + 2]);
      ratios[at / 4] = (Math.max(own, behind) + 0.05) / (Math.min(own, behind) + 0.05);
    }
    ratios.sort();
    return { ...line, ratio: ratios[Math.floor(ratios.length * specks)] };
  });
}

/** Run in a page: waits for the pictures that one sees, for at most so many milliseconds, as older browsers never answer for some. */
function seeing(most) {
  const seen = [...document.images].filter((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return image.checkVisibility() && bottom > 0 && top < innerHeight;
  });
  const late = new Promise((resolve) => setTimeout(resolve, most));
  return Promise.race([late, Promise.all(seen.map((image) => image.decode().catch(() => {})))]);
}

/** A picture of what is seen of a page, as base64. Playwright's own takes nearly three times as long: it packs more tightly. */
async function pictureOf(page) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "png", optimizeForSpeed: true });
  await session.detach();
  return data;
}

/**
 * The lines on what is seen of a page that are too faint before what is behind them. On a busy machine the pictures behind some may come
 * later: those are looked at once more.
 */
export async function faintLines(page, desk) {
  const found = await faintOnceSeen(page, desk, 300);
  return found.length === 0 ? found : faintOnceSeen(page, desk, 10_000);
}

async function faintOnceSeen(page, desk, most) {
  await page.evaluate(seeing, most);
  const found = await page.evaluate(lines);
  const hidden = await page.addStyleTag({
    content: `* { -webkit-text-fill-color: transparent !important; text-shadow: none !important; text-decoration: none !important }
      svg { visibility: hidden !important } .hero__title { background: none !important }`,
  });
  const picture = await pictureOf(page);
  await hidden.evaluate((style) => style.remove());
  const judged = await desk.evaluate(judge, { picture, lines: found, specks: SPECKS });
  const faint = judged.filter(({ ratio, least }) => ratio < least);
  return faint.map(({ name, ratio, least }) => `${name} has ${ratio.toFixed(1)} of ${least}`);
}
