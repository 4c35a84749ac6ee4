// The second gym, of another country, in another language: as sound as the shipped one.
import { join } from "node:path";
import { test } from "node:test";
import { isSound, isValid } from "./support/judge.js";
import { build, root } from "./support/site.js";
import { withSite } from "./support/with-site.js";

const site = withSite(() => build(join(root, "examples/ngome")));

test("every page of the second gym is valid HTML", () => isValid(site.out()));

for (const width of [360, 1440]) {
  test(`axe finds nothing on the second gym, and nothing scrolls sideways, at ${width} px`, () => {
    const options = { viewport: { width, height: 800 }, reducedMotion: "reduce", bypassCSP: true };
    return site.tour(options, isSound, { paths: site.paths() });
  });
}
