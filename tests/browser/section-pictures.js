// A picture of each type of section and its layouts for docs/pages.md, from the samples in tests/sections: `npm run pictures`,
// and `npm run pictures steps hero` of these samples alone; `npm run pictures looks` of the looks for docs/theme.md, `npm run pictures editor` of the editor.
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { takeEditor } from "./editor-pictures.js";
import { launch, loadPictures, open } from "./support/browser.js";
import { buildProject, copyShipped } from "./support/project.js";
import { pathOf, SAMPLES, writeSamples } from "./support/sections.js";
import { root, serve } from "./support/site.js";

const folder = join(root, "docs/images/sections");

const wanted = process.argv.slice(2);
const samples = wanted.length > 0 ? wanted : SAMPLES;
if (wanted.length === 0) rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const site = buildProject(copyShipped(), writeSamples);
const server = await serve(site.out);
const browser = await launch();
/** The front page in each look that is not the first, unless only some samples are wanted. */
async function takeLooks() {
  for (const look of ["calm", "civic"]) {
    const project = copyShipped();
    const made = buildProject(project, ({ edit }) =>
      edit("site.toml", (text) => `${text.replace(/^accent = .*\n/m, "")}\n[design]\nlook = "${look}"\n`),
    );
    const shown = await serve(made.out);
    // Without scripts the room is lit, whatever the hour is.
    const { page, close } = await open(browser, { viewport: { width: 1200, height: 800 }, javaScriptEnabled: false });
    await page.goto(`${shown.url}/`, { waitUntil: "load" });
    await loadPictures(page);
    await page.screenshot({ path: join(root, `docs/images/look-${look}.jpg`), type: "jpeg", quality: 55 });
    await close();
    await shown.close();
    made.remove();
  }
}

try {
  if (wanted.length === 0 || wanted.includes("looks")) await takeLooks();
  if (wanted.length === 0 || wanted.includes("editor")) await takeEditor();
  const { page, close } = await open(browser, { viewport: { width: 1200, height: 800 } });
  for (const sample of samples.filter((sample) => !["looks", "editor"].includes(sample))) {
    await page.goto(server.url + pathOf(site.out, sample), { waitUntil: "load" });
    await page.evaluate(() => document.querySelector("body > header")?.remove());
    await loadPictures(page);
    const { x, y, width, height } = await page.locator("main > :is(section, header, div)").first().boundingBox();
    // With some of the space around it, as far as there is any.
    const above = Math.min(y, 64);
    const clip = { x, y: y - above, width, height: Math.min(above + height + above, 800) };
    await page.screenshot({ path: join(folder, `${sample}.jpg`), clip, fullPage: true, type: "jpeg", quality: 55 });
  }
  await close();
} finally {
  await browser.close();
  await server.close();
  site.remove();
}
