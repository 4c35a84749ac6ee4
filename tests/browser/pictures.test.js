// The picture at the top of each page is as sharp as the screen, or as its source: on phones it is cropped, so that it is
// shown wider than the window.
import assert from "node:assert/strict";
import { test } from "node:test";
import { withSite } from "./support/with-site.js";

const site = withSite();
/** How many pixels of the screen a pixel of the picture may cover: browsers take the next smaller of two close widths. */
const MOST = 1.08;

/** Run in a page: how far the picture at its top is enlarged, and whether there is a wider file of it. */
async function enlarged() {
  const image = document.querySelector("img[fetchpriority=high]");
  if (!image) return null;
  await image.decode();
  const file = await createImageBitmap(await (await fetch(image.currentSrc)).blob());
  const { width, height } = image.getBoundingClientRect();
  const scale = devicePixelRatio * Math.max(width / file.width, height / file.height);
  const widths = [...image.parentElement.querySelectorAll("[srcset]")]
    .filter((one) => one.srcset.includes(new URL(image.currentSrc).pathname))
    .flatMap((one) => [...one.srcset.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width)));
  return { scale, isWidest: file.width >= Math.max(...widths) };
}

for (const density of [1, 2]) {
  test(`pictures are sharp on a phone with ${density} pixels for each CSS pixel`, async () => {
    const phone = { viewport: { width: 360, height: 740 }, deviceScaleFactor: density, isMobile: true, hasTouch: true };
    const blurred = [];
    let seen = 0;
    await site.tour({ ...phone, reducedMotion: "reduce" }, async (page, path) => {
      const found = await page.evaluate(enlarged);
      if (!found) return;
      seen += 1;
      if (found.scale > MOST && !found.isWidest) blurred.push(`${path}: enlarged ${found.scale.toFixed(2)} times`);
    });
    assert.ok(seen > 5, `only ${seen} pages have a picture at their top`);
    assert.deepEqual(blurred, []);
  });
}
