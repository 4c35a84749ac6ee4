// What every page of any site must be: valid, accessible, as wide as the window, and nothing for a browser to complain of.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { HtmlValidate } from "html-validate";
import { html, pages } from "./site.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

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

/** Every page below `out` is valid HTML. */
export async function isValid(out) {
  for (const path of pages(out)) {
    const report = await validator.validateString(html(out, path), path);
    const found = report.results.flatMap((result) =>
      result.messages.map((m) => `${m.line}: ${m.ruleId}: ${m.message}`),
    );
    assert.deepEqual(found, [], path);
  }
}

/** axe finds nothing on the page at `path`, nothing scrolls sideways, and the browser didn't complain. */
export async function isSound(page, path, consoleErrors) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${path} is ${wide} px wider than the window`);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, {
      // Maps are others' pages.
      iframes: false,
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      // Its tags alone don't switch this one on.
      rules: { "target-size": { enabled: true } },
    }),
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  assert.deepEqual(found, [], path);
  assert.deepEqual(
    consoleErrors.filter((text) => !(path === "/404.html" && text.includes("404"))),
    [],
    path,
  );
}
