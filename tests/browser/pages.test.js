// Every page: valid HTML, nothing for axe to find, no complaint from the browser, no sideways scrolling.
// Leaves pictures of each at three widths in target/screenshots, with a page that shows them all.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { HtmlValidate } from "html-validate";
import { html, pages, root } from "./support/site.js";
import { withSite } from "./support/with-site.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const pictures = join(root, "target/screenshots");
const WIDTHS = [360, 768, 1440];

const site = withSite();

test("every page is valid HTML", async () => {
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
      "valid-id": ["error", { relaxed: true }],
      // The panel in the header is a dialog with headings of its own; axe judges the order of the rest.
      "heading-level": ["error", { minInitialRank: "any", sectioningRoots: [] }],
    },
  });
  for (const path of pages(site.out())) {
    const report = await validator.validateString(html(site.out(), path), path);
    const found = report.results.flatMap((result) =>
      result.messages.map((m) => `${m.line}: ${m.ruleId}: ${m.message}`),
    );
    assert.deepEqual(found, [], path);
  }
});

for (const width of [320, 1440]) {
  test(`axe finds nothing, and nothing scrolls sideways, at ${width} px`, async () => {
    for (const path of site.paths()) {
      await site.visit(path, { viewport: { width, height: 800 }, reducedMotion: "reduce", bypassCSP: true }, look);
    }

    async function look(page, complaints) {
      const path = new URL(page.url()).pathname;
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wide <= 0, `${path} is ${wide} px wider than the window`);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() =>
        window.axe.run(document, {
          runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
          // Its tags alone don't switch this one on.
          rules: { "target-size": { enabled: true } },
        }),
      );
      const found = violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
      );
      assert.deepEqual(found, [], path);
      assert.deepEqual(
        complaints.filter((text) => !(path === "/404.html" && text.includes("404"))),
        [],
        path,
      );
    }
  });
}

test("pictures of every page", async () => {
  mkdirSync(pictures, { recursive: true });
  const shown = [];
  for (const width of WIDTHS) {
    const { page, close } = await site.open({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
    for (const path of site.paths()) {
      await page.goto(site.url(path), { waitUntil: "load" });
      await page.evaluate(() => {
        for (const image of document.querySelectorAll("img")) image.loading = "eager";
        return Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
      });
      const name = `${path.replace(/\W+/g, "-").replace(/^-|-$/g, "") || "home"}-${width}.jpg`;
      await page.screenshot({ path: join(pictures, name), fullPage: true, type: "jpeg", quality: 70 });
      shown.push({ path, width, name });
    }
    await close();
  }
  writeFileSync(join(pictures, "index.html"), gallery(shown));
  assert.equal(shown.length, site.paths().length * WIDTHS.length);
});

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
