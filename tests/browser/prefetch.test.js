// Browsers prefetch pages when a visitor points at their links, as the host's headers declare.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, recordExceptions } from "./support/browser.js";
import { buildFor, host } from "./support/hosted.js";
import { until } from "./support/preview.js";

// Both hosts read the same file; with `PAGES=all` in the environment, each.
for (const name of process.env.PAGES === "all" ? ["netlify", "cloudflare"] : ["netlify"]) {
  describe(`on ${name}`, () => {
    let site;
    let server;
    let browser;
    let page;
    const asked = [];
    const consoleErrors = [];
    const ahead = () => asked.filter(({ purpose }) => purpose.startsWith("prefetch")).map(({ path }) => path);
    const link = (path) => page.locator(`main a[href="${path}"]`).first();

    before(async () => {
      site = buildFor(name);
      server = await host(site.out, (request) =>
        asked.push({ path: request.url, purpose: request.headers["sec-purpose"] ?? "" }),
      );
      browser = await launch();
      page = await browser.newPage();
      page.on("console", (message) => consoleErrors.push(message.text()));
      recordExceptions(page, consoleErrors);
      await page.goto(`${server.url}/schedule/monday/`);
      await until("the rules are asked for", () => asked.some(({ path }) => path === "/speculation-rules.json"));
    });

    after(async () => {
      await browser?.close();
      await server?.close();
      site?.remove();
    });

    test("nothing is fetched ahead of any sign of interest", () => {
      assert.deepEqual(ahead(), []);
    });

    test("a page is fetched when somebody points at its link, and once only if they follow it", async () => {
      const path = "/schedule/tuesday/";
      await link(path).hover();
      await until("the page is fetched", () => ahead().includes(path));
      await link(path).click();
      await page.waitForURL(`${server.url}${path}`);
      assert.equal(asked.filter((request) => request.path === path).length, 1);
    });

    test("calendars and other sites aren't fetched ahead", async () => {
      await page.evaluate(() => {
        const elsewhere = document.createElement("a");
        elsewhere.href = `//localhost:${location.port}/elsewhere/`;
        elsewhere.textContent = "Elsewhere";
        elsewhere.id = "elsewhere";
        document.querySelector('main a[href="/schedule.ics"]').after(elsewhere);
        addEventListener("click", (event) => event.preventDefault());
      });
      // The click ends nowhere, but a browser that would fetch ahead does so when the button goes down.
      for (const pressed of [link("/schedule.ics"), page.locator("#elsewhere"), link("/schedule/friday/")]) {
        await pressed.click();
      }
      await until("the page that was pressed last is fetched", () => ahead().includes("/schedule/friday/"));
      assert.deepEqual(ahead(), ["/schedule/tuesday/", "/schedule/friday/"]);
    });

    test("no browser complains of what the host says", () => {
      assert.deepEqual(consoleErrors, []);
    });
  });
}
