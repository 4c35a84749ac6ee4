// The service worker: pages without a network, the newest ones with it, and an end to it when content says so.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { chromium } from "playwright-core";
import { OPTIONS, recordExceptions } from "./support/browser.js";
import { until } from "./support/preview.js";
import { copyGym } from "./support/project.js";
import { listen, pathOf, send } from "./support/server.js";
import { binary, NOW, POLICY } from "./support/site.js";

const OFFLINE = `
[offline]
title = "No network here"
text = "Pages that you opened before can still be read."
again = "Try again"
`;

/** A host of one folder at a time, under a base path, whose network can be cut, and be slow for so many milliseconds. */
async function host(base) {
  const state = { out: "", down: false, delay: 0 };
  const server = await listen(async (request, response) => {
    if (state.down) return request.socket.destroy();
    if (state.delay) await setTimeout(state.delay);
    const path = pathOf(request);
    const headers = { "content-security-policy": `${POLICY}; worker-src 'self'`, "cache-control": "no-cache" };
    if (path.startsWith(base)) send(response, state.out, path.slice(base.length), headers);
    else response.writeHead(404, headers).end();
  });
  return { ...server, state, url: server.url + base };
}

// Below a path every address is harder; with `PAGES=all` in the environment, both.
for (const base of process.env.PAGES === "all" ? ["/", "/gym/"] : ["/gym/"]) {
  describe(`a site that works without a network, at ${base}`, () => {
    let project;
    let site;
    let browser;
    let context;
    let page;
    const consoleErrors = [];

    const publish = (name) => {
      const out = join(project.folder, name);
      const options = ["--out", out, "--base-url", `https://gym.example${base}`, "--now", NOW];
      execFileSync(binary, ["build", "--root", project.folder, ...options], { stdio: "pipe" });
      const worker = join(out, "sw.js");
      // As before Safari 16.
      writeFileSync(worker, `delete AbortSignal.timeout;\n${readFileSync(worker, "utf8")}`);
      site.state.out = out;
    };
    const cut = (down) => {
      site.state.down = down;
    };
    /** Leaves the site, with which a worker's predecessor ends for sure, and opens it anew. */
    const comeBack = async () => {
      await page?.close();
      page = await context.newPage();
      // A worker gives a request that is never answered half of that; until then another can't take over.
      page.setDefaultTimeout(60_000);
      page.on("console", (message) => message.type() === "error" && consoleErrors.push(message.text()));
      recordExceptions(page, consoleErrors);
    };
    /** Opens a page in a new tab. One that loads while a worker is being replaced may wait until it is closed: `false`. */
    const comeBackTo = async (url) => {
      await comeBack();
      try {
        await page.goto(url, { timeout: 15_000 });
        return true;
      } catch (error) {
        if (error.name === "TimeoutError") return false;
        throw error;
      }
    };
    const kept = () => page.evaluate(() => caches.keys());
    const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

    before(async () => {
      project = copyGym();
      project.edit("site.toml", (text) => text + OFFLINE);
      site = await host(base);
      publish("first");
      browser = await chromium.launch(OPTIONS);
      context = await browser.newContext();
      await comeBack();
    });
    after(async () => {
      await browser?.close();
      site?.close();
      project?.remove();
    });

    test("it's installed, within the policy, when a page has loaded", async () => {
      await page.goto(`${site.url}about/`);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
      await until("the page is kept", () =>
        page.evaluate(async () => (await caches.match(location.pathname)) !== undefined),
      );
      assert.equal((await kept()).length, 1);
      assert.deepEqual(consoleErrors, []);
    });

    test("a page that was opened can be read without a network, with its styles; another is stood in for", async () => {
      await page.goto(`${site.url}pricing/?from=menu`);
      const title = await page.title();
      await page.goto(`${site.url}contact/`);
      cut(true);
      await page.goto(`${site.url}pricing/`);
      assert.equal(await page.title(), title);
      assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgba(0, 0, 0, 0)");
      await page.goto(`${site.url}about/`);
      assert.match(await page.title(), /About/, "the page on which the worker came");
      await page.goto(`${site.url}classes/`);
      assert.equal(await page.locator("h1").textContent(), "No network here");
      assert.notEqual(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgba(0, 0, 0, 0)");
      cut(false);
      await page.getByRole("link", { name: "Try again" }).click();
      await page.waitForFunction(() => document.querySelector("h1")?.textContent !== "No network here");
      consoleErrors.length = 0;
    });

    test("nothing but pages and files with a hash in their names is kept", async () => {
      // What an index of more posts has.
      mkdirSync(join(site.state.out, "assets/search"));
      writeFileSync(join(site.state.out, "assets/search/a2b3c4.bin"), "a part");
      await page.goto(`${site.url}blog/`);
      await page.evaluate(async (base) => {
        await fetch(`${base}search.json`);
        await (await fetch(`${base}assets/search/a2b3c4.bin`)).text();
        await fetch(`${base}contact/`, { method: "POST" }).catch(() => {});
      }, base);
      const paths = await page.evaluate(async () => {
        const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
        return requests.flat().map(({ url }) => new URL(url).pathname);
      });
      const unexpected = paths.filter(
        (path) => !path.endsWith("/") && !/\/(assets|images)\/.*-\w{8,}(-\w+)?\.\w+$/.test(path),
      );
      assert.deepEqual(unexpected, []);
      assert.ok(paths.includes(`${base}blog/`));
      consoleErrors.length = 0;
    });

    test("on a slow line a page is shown as it was, and the newer one is kept for the next visit", async () => {
      const file = join(site.state.out, "contact/index.html");
      writeFileSync(file, readFileSync(file, "utf8").replace(/<title>.*?</, "<title>Newer<"));
      // The worker waits for ten seconds, from when it has started.
      site.state.delay = 15_000;
      await page.goto(`${site.url}contact/`, { waitUntil: "commit" });
      await page.waitForFunction(() => /Contact/.test(document.title));
      await until("the newer page is kept", () =>
        page.evaluate(async () => /<title>Newer</.test(await (await caches.match(location.pathname)).text())),
      );
      site.state.delay = 0;
      consoleErrors.length = 0;
    });

    test("what is published later is seen at once, and what was kept of the old site goes", async () => {
      const [old] = await kept();
      project.edit("pages/about.toml", (text) => text.replace(/^title = .*/m, 'title = "About the new floor"'));
      project.edit("site.toml", (text) => text.replace("#FFCC00", "#FFDD00"));
      publish("second");
      await page.goto(`${site.url}about/`);
      assert.match(await page.title(), /new floor/);
      await until("the page opens again", () => comeBackTo(`${site.url}about/`));
      await until("the old site's cache is gone", async () => {
        const names = await kept();
        return names.length === 1 && names[0] !== old;
      });
      assert.deepEqual(consoleErrors, []);
    });

    test("where a browser refuses the worker, pages don't complain", async () => {
      await context.addInitScript(() => {
        navigator.serviceWorker.register = () => Promise.reject(new DOMException("refused", "SecurityError"));
      });
      await comeBack();
      await page.goto(`${site.url}about/`);
      await page.waitForLoadState("networkidle");
      assert.deepEqual(consoleErrors, []);
      await context.close();
      context = await browser.newContext();
      await comeBack();
    });

    test("without it in content, the worker and all that it kept are gone", async () => {
      project.edit("site.toml", (text) => text.replace(OFFLINE, ""));
      publish("third");
      await page.goto(`${site.url}about/`);
      await until("nothing is left", async () => {
        if (!(await comeBackTo(`${site.url}about/`))) return false;
        await page.evaluate(async () => {
          const update = navigator.serviceWorker.getRegistration().then((worker) => worker?.update());
          await Promise.race([update.catch(() => {}), new Promise((resolve) => setTimeout(resolve, 2_000))]);
        });
        return (await workers()) === 0 && (await kept()).length === 0;
      });
      await page.goto(`${site.url}about/`);
      assert.equal(await page.evaluate(() => navigator.serviceWorker.controller), null);
      await page.waitForLoadState("networkidle");
      assert.equal(await workers(), 0, "and pages don't bring it back");
      assert.deepEqual(consoleErrors, []);
    });
  });
}
