// Every page: valid HTML, nothing for axe to find, no complaint from the browser, no sideways scrolling.
import { test } from "node:test";
import { isSound, isValid } from "./support/judge.js";
import { withSite } from "./support/with-site.js";

const site = withSite();

test("every page is valid HTML", () => isValid(site.out()));

for (const width of [320, 1440]) {
  test(`axe finds nothing, and nothing scrolls sideways, at ${width} px`, () =>
    site.tour({ viewport: { width, height: 800 }, reducedMotion: "reduce", bypassCSP: true }, isSound));
}
