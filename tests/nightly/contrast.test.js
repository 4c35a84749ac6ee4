// Words over pictures: what stands behind them is measured as it is painted, on the first screen of every page, on all
// of the pages of entries where surfaces are light, and in a design with other colours and typefaces.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, test } from "node:test";
import { faintLines } from "../browser/support/contrast.js";
import { layout } from "../browser/support/judge.js";
import { buildProject, copyShipped } from "../browser/support/project.js";
import { pathOf, SAMPLES, writeSamples } from "../browser/support/sections.js";
import { build, root } from "../browser/support/site.js";
import { withSite } from "../browser/support/with-site.js";

const SIZES = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const site = withSite();

/** Run in a page: whether its title begins under the shade of the bar, which is above it and dims it. */
function isShaded() {
  const { height } = document.querySelector(".header").getBoundingClientRect();
  const shade = -Number.parseFloat(getComputedStyle(document.querySelector(".header"), "::after").bottom);
  return document.querySelector("h1").getBoundingClientRect().top < height + shade - 4;
}

/** Fails with the lines that are too faint on pages of a site, and with what else `look` finds there. */
async function canBeRead(site, options, { paths = site.samples(), isScrolled = false, look = () => [] } = {}) {
  const { page: desk, close } = await site.open({ viewport: { width: 100, height: 100 } });
  const found = new Set();
  const see = async (page, path) => {
    const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    for (const what of await look(page)) found.add(`${path}: ${what}`);
    for (let top = 0; top <= (isScrolled ? end : 0); top += options.viewport.height / 2) {
      await page.evaluate((top) => scrollTo(0, top), top);
      for (const line of await faintLines(page, desk)) found.add(`${path}: ${line}`);
    }
  };
  await site.tour({ ...options, bypassCSP: true }, see, { paths });
  await close();
  assert.deepEqual([...found], []);
}

for (const viewport of SIZES) {
  test(`words over pictures can be read, at ${viewport.width} px`, () =>
    canBeRead(
      site,
      { viewport },
      {
        look: async (page) => ((await page.evaluate(isShaded)) ? ["the title stands under the shade of the bar"] : []),
      },
    ));
}

/** Dark words on light surfaces: pages of entries have words on pictures from the top to the end. */
describe("with light surfaces", () => {
  const light = withSite(() => build(join(root, "examples/ngome")));

  for (const viewport of SIZES) {
    test(`words over pictures of entries can be read, at ${viewport.width} px`, () => {
      const paths = light.paths().filter((path) => /^\/(classes|events|trainers)\//.test(path));
      assert.ok(paths.length > 5, paths.join(" "));
      return canBeRead(light, { viewport }, { paths, isScrolled: true });
    });
  }
});

/** Also the sections that no gym shows: from the top to the end, on surfaces of both kinds. */
describe("with every section", () => {
  const both = withSite(() =>
    buildProject(copyShipped(), (project) => {
      writeSamples(project);
      project.edit("site.toml", (text) => `${text}\n[design]\nscheme = "auto"\n`);
    }),
  );

  for (const colorScheme of ["dark", "light"]) {
    for (const viewport of SIZES) {
      test(`${colorScheme} sections can be read, at ${viewport.width} px`, () => {
        const paths = SAMPLES.map((sample) => pathOf(both.out(), sample));
        return canBeRead(both, { viewport, colorScheme }, { paths, isScrolled: true });
      });
    }
  }
});

/** The shipped gym in other typefaces, with corners, and in an accent that can be read as a text on neither surface. */
describe("in another design", () => {
  const chosen = `
[design]
scheme = "auto"
headings = "fraunces"
text = "literata"
corners = "round"
spacing = "compact"
header = "solid"
footer = "brief"
`;
  const other = withSite(() =>
    buildProject(copyShipped(), ({ edit }) => edit("site.toml", (text) => text.replace("#FFCC00", "#1F6F5C") + chosen)),
  );

  for (const [colorScheme, viewport] of [
    ["light", SIZES[0]],
    ["light", SIZES[2]],
    ["dark", SIZES[0]],
  ]) {
    test(`${colorScheme} pages can be read and have room for their words, at ${viewport.width} px`, () =>
      canBeRead(other, { viewport, colorScheme }, { look: (page) => page.evaluate(layout) }));
  }
});
