// Every type of section and its layouts, also those that no gym here uses: a page with nothing else for each sample.
import assert from "node:assert/strict";
import { test } from "node:test";
import { isSound, isValid } from "./support/judge.js";
import { buildProject, copyEmpty, copyShipped } from "./support/project.js";
import { pathOf, SAMPLES, writeSamples } from "./support/sections.js";
import { html } from "./support/site.js";
import { withSite } from "./support/with-site.js";

const WIDTHS = [320, 768, 1440];

/** Pictures that are shown from tablets up: without them, its page has no heading. */
const WIDE = "mosaic";
const site = withSite(() => buildProject(copyShipped(), writeSamples));
const paths = (samples) => samples.map((sample) => pathOf(site.out(), sample));

test("each sample is valid HTML", () => isValid(site.out(), paths(SAMPLES)));

test("each sample is sound at every width", () =>
  isSound(site, { widths: WIDTHS, paths: paths(SAMPLES.filter((sample) => sample !== WIDE)) }));

test("what only wide windows show is sound there", () =>
  isSound(site, { widths: WIDTHS.filter((width) => width >= 768), paths: paths([WIDE]) }));

test("sections of entries say nothing where there are none", () => {
  const types = ["people", "classes", "prices", "gallery", "quotes", "albums", "events"];
  const site = buildProject(copyEmpty(), ({ write }) => {
    write("site.toml", 'name = "Bare"\nlanguage = "en"\n');
    const sections = types.map((type) => `[[section]]\ntype = "${type}"\nheading = "None of ${type}"\n`);
    const text = '[[section]]\ntype = "text"\nheading = "Before"\nbody = "Some words."\n';
    write("pages/index.toml", ['title = "Bare"\ndescription = "What is there."\n', text, ...sections].join("\n"));
  });
  try {
    assert.equal(html(site.out, "/").match(/None of \w+/g), null);
  } finally {
    site.remove();
  }
});
