// A page that comes in parts, as on a slow line: what is painted of it stays where it is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildGym } from "./support/project.js";
import { listen, pathOf, send } from "./support/server.js";
import { html } from "./support/site.js";
import { withSite } from "./support/with-site.js";

const site = withSite(buildGym);

/** Run in a page: how much of it has shifted, as browsers count it. */
async function shift() {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: "layout-shift", buffered: true });
  return observer.takeRecords().reduce((sum, { value }) => sum + value, 0);
}

/** The page at `path`, of which all from `place` on comes a second later. */
const serveInParts = (path, place) =>
  listen((request, response) => {
    if (pathOf(request) !== path) return send(response, site.out(), pathOf(request));
    const page = html(site.out(), path);
    const end = page.indexOf(place);
    assert.ok(end > 0, place);
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.write(page.slice(0, end));
    setTimeout(() => response.end(page.slice(end)), 1000);
  });

for (const [path, place, width] of [
  ["/pricing/", '<div class="header__tools', 1440],
  ["/", '<p class="hero__text', 1440],
  ["/classes/yoga/", "<h1", 1440],
  ["/trainers/wanjiru-kamau/", "<h1", 360],
  ["/", '<a class="thumb__link" href="https://wa.me', 360],
]) {
  test(`nothing shifts in ${path} at ${width} px, of which ${place.slice(0, 30)} comes late`, async () => {
    const server = await serveInParts(path, place);
    const { page, close } = await site.open({ viewport: { width, height: 800 } });
    try {
      await page.goto(server.url + path, { waitUntil: "load" });
      assert.equal(await page.evaluate(shift), 0);
    } finally {
      await close();
      await server.close();
    }
  });
}
