// Screenshots of every page at three widths, in target/screenshots, with a page that shows them all: `npm run screenshots`.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, loadPictures, open } from "./support/browser.js";
import { build, lasting, root, serve } from "./support/site.js";

const folder = join(root, "target/screenshots");
const WIDTHS = [360, 768, 1440];

mkdirSync(folder, { recursive: true });
const site = build();
const server = await serve(site.out);
const browser = await launch();
const shown = [];
try {
  for (const width of WIDTHS) {
    const viewport = { width, height: 900 };
    const { page, close } = await open(browser, { viewport });
    for (const path of lasting(site.out)) {
      await page.goto(server.url + path, { waitUntil: "load" });
      await loadPictures(page);
      const name = `${path.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home"}-${width}.jpg`;
      await page.screenshot({ path: join(folder, name), fullPage: true, type: "jpeg", quality: 70 });
      shown.push({ path, width, name });
    }
    await close();
  }
  writeFileSync(join(folder, "index.html"), gallery(shown));
  console.log(join(folder, "index.html"));
} finally {
  await browser.close();
  await server.close();
  site.remove();
}

/** One page to look through the whole site in a minute. */
function gallery(shown) {
  const paths = [...new Set(shown.map(({ path }) => path))];
  const figure = ({ path, width, name }) =>
    `<figure><figcaption>${width}</figcaption><a href="${name}"><img src="${name}" alt="${path} at ${width} px" height="480" loading="lazy"></a></figure>`;
  const section = (path) =>
    `<h2>${path}</h2><div>${shown
      .filter((one) => one.path === path)
      .map(figure)
      .join("")}</div>`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Every page</title><style>
    body { background: #222; color: #eee; font: 1rem sans-serif } div { display: flex; gap: 1rem; align-items: start }
    figure { margin: 0 } img { max-height: 480px; object-fit: cover; object-position: top; max-width: 40vw }
    </style>${paths.map(section).join("")}`;
}
