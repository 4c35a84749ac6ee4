// A picture of each type of section and its layouts for docs/pages.md, from the samples in tests/sections:
// `npm run pictures`.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { launch, loadPictures, open } from "./support/browser.js";
import { buildProject, copyShipped } from "./support/project.js";
import { pages, root, serve } from "./support/site.js";

const folder = join(root, "docs/images/sections");
const samples = readdirSync(join(root, "tests/sections")).map((file) => basename(file, ".toml"));

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const site = buildProject(copyShipped(), write);
const server = await serve(site.out);
const browser = await launch();
try {
  const { page, close } = await open(browser, { viewport: { width: 1200, height: 800 } });
  for (const sample of samples) {
    // What is for each day has an address for each.
    const path = pages(site.out).find((path) => path.startsWith(`/sample-${sample}/`));
    await page.goto(server.url + path, { waitUntil: "load" });
    await page.evaluate(() => document.querySelector("body > header")?.remove());
    await loadPictures(page);
    const { x, y, width, height } = await page.locator("main > :is(section, header, div)").first().boundingBox();
    const clip = { x, y, width, height: Math.min(height, 800) };
    await page.screenshot({ path: join(folder, `${sample}.jpg`), clip, fullPage: true, type: "jpeg", quality: 55 });
  }
  await close();
} finally {
  await browser.close();
  await server.close();
  site.remove();
}

/** Adds a page for each sample, and what the samples refer to. */
function write({ folder: project, edit }) {
  const services = '\n[services]\nframes = ["https://calendly.com", "https://www.youtube-nocookie.com"]\n';
  edit("site.toml", (text) => `${text}${services}scripts = ["https://widgets.example"]\n`);
  for (const sample of samples) {
    const section = readFileSync(join(root, "tests/sections", `${sample}.toml`), "utf8");
    const page = `title = "Sample: ${sample}"\ndescription = "A sample of ${sample}."\nlisted = false\n`;
    const day = sample === "timetable-day" ? 'each = "day"\n' : "";
    const links = section.replace(/to = "\/(?!files\/)[^"]*"/g, 'to = "/"');
    writeFileSync(join(project, `content/pages/sample-${sample}.toml`), `${page}${day}\n${links}`);
    for (const [, file] of section.matchAll(/to = "\/(files\/[^"]+)"/g)) {
      mkdirSync(join(project, "content/static/files"), { recursive: true });
      writeFileSync(join(project, "content/static", file), "%PDF-1.4 a sample\n");
    }
  }
}
