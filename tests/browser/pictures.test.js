// The picture at the top of each page is sharp on phones, where it is cropped, so that it is shown wider than the window; but
// not as sharp as their screens: words stand on it, and it is the most of what a page loads.
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { loadPictures } from "./support/browser.js";
import { withSite } from "./support/with-site.js";

const site = withSite();
/** How many pixels of the picture there are at least for each CSS pixel. */
const LEAST = 1.15;

/** Run with pictures of a page: how many pixels each has for each CSS pixel, and whether there is a wider file of it. */
const sharpness = (images) =>
  Promise.all(
    images.map(async (image) => {
      await image.decode();
      const file = await createImageBitmap(await (await fetch(image.currentSrc)).blob());
      const { width, height } = image.getBoundingClientRect();
      const pixels = Math.min(file.width / width, file.height / height);
      const widths = [...image.parentElement.querySelectorAll("[srcset]")]
        .filter((one) => one.srcset.includes(new URL(image.currentSrc).pathname))
        .flatMap((one) => [...one.srcset.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)));
      return { pixels, isWidest: file.width >= Math.max(...widths), name: `${image.className} ${image.currentSrc}` };
    }),
  );

for (const density of [2, 3]) {
  test(`pictures are sharp on a phone with ${density} pixels for each CSS pixel`, async () => {
    const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: density, isMobile: true, hasTouch: true };
    const blurred = [];
    let seen = 0;
    await site.tour({ ...phone }, async (page, path) => {
      const [found] = await page.locator("img[fetchpriority=high]").evaluateAll(sharpness);
      if (!found) return;
      seen += 1;
      if (found.pixels < LEAST && !found.isWidest) blurred.push(`${path}: ${found.pixels.toFixed(2)} pixels`);
    });
    assert.ok(seen > 5, `only ${seen} pages have a picture at their top`);
    assert.deepEqual(blurred, []);
  });
}

test("pictures are as sharp in a window of 2200 px as their files allow", async () => {
  const paths = [
    "/",
    "/about/",
    "/blog/",
    "/classes/",
    "/classes/karate/",
    "/gallery/page-1/",
    "/pricing/",
    "/schedule/monday/",
  ];
  const blurred = [];
  let seen = 0;
  const look = async (page, path) => {
    await loadPictures(page);
    const found = await page.locator("picture > img:visible").evaluateAll(sharpness);
    seen += found.length;
    for (const { pixels, isWidest, name } of found)
      if (pixels < 1 && !isWidest) blurred.push(`${path}: ${name}, ${pixels.toFixed(2)} pixels`);
  };
  await site.tour({ viewport: { width: 2200, height: 1240 } }, look, { paths });
  assert.ok(seen > 50, `only ${seen} pictures were seen`);
  assert.deepEqual(blurred, []);
});

/** Run in a page: how far two pictures are apart in the mean of all colours, from 0 to 255; 64 pixels of each side are compared. */
async function difference([one, other]) {
  const [first, second] = await Promise.all(
    [one, other].map(async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      const context = new OffscreenCanvas(64, 64).getContext("2d");
      context.drawImage(bitmap, 0, 0, 64, 64);
      return context.getImageData(0, 0, 64, 64).data;
    }),
  );
  return first.reduce((sum, value, index) => sum + Math.abs(value - second[index]), 0) / first.length;
}

test("AVIF and WebP show the same, opaque or not and at any width", async () => {
  await site.visit("/", {}, async (page) => {
    const names = readdirSync(join(site.out(), "images")).filter((name) => name.endsWith(".avif"));
    const other = (name) => name.replace(/avif$/, "webp");
    const pairs = names.filter((name) => existsSync(join(site.out(), "images", other(name))));
    assert.ok(pairs.length > 50, `only ${pairs.length} pictures are there in both formats`);
    const different = [];
    for (const name of pairs) {
      const urls = [name, other(name)].map((file) => site.url(`/images/${file}`));
      const mean = await page.evaluate(difference, urls);
      if (mean > 5) different.push(`${name}: ${mean.toFixed(1)}`);
    }
    assert.deepEqual(different, []);
  });
});
