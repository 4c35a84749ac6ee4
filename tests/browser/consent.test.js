// What comes of other services where content says `ask = true`: nothing before the visitor agrees, all of it then, and nothing once
// that is taken back.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, withBrowser } from "./support/browser.js";
import { inspect, isValid } from "./support/judge.js";
import { until } from "./support/preview.js";
import { buildGym } from "./support/project.js";
import { serve } from "./support/site.js";

const SERVICES = `
[services]
ask = true
frames = ["https://calendly.com", "https://www.youtube-nocookie.com", "https://frames.example"]
scripts = ["https://widgets.example", "https://fonts.example", "https://inserted.example"]
analytics = '''
<script src="https://count.example/c.js" data-api="https://sent.example/c" defer></script>
<script>counted.push("within");</script>
<noscript><img src="https://points.example/p.gif"></noscript>'''
`;

const CODE = `<link rel="stylesheet" href="https://fonts.example/a.css">
<div data-url="https://widgets.example/iron-house"></div>
<img src="https://pictures.example/a.png" alt=""><video poster="https://pictures.example/b.png"><source src="https://films.example/a.mp4"></video>
<iframe src="https://frames.example/a" title="Within"></iframe>
<script src="https://widgets.example/first.js"></script>
<script>order.push("second"); const made = document.createElement("script"); made.src = "https://inserted.example/c.js"; document.body.append(made);</script>
<noscript><img src="https://points.example/q.gif"></noscript>`;

const PAGE = `title = "Book"
description = "Book a class."

[[section]]
type = "embed"
heading = "A calendar"
frame = "https://calendly.com/iron-house"

[[section]]
type = "embed"
heading = "A film"
film = true
frame = "https://www.youtube-nocookie.com/embed/a"

[[section]]
type = "embed"
heading = "Reviews"
code = '''${CODE}'''

[[section]]
type = "map"
`;

/** What its own scripts do, for which those of the page wait. */
const ANSWERS = {
  "https://widgets.example/first.js": "globalThis.order = ['first'];",
  "https://count.example/c.js": "globalThis.counted = ['loaded'];",
};

const browser = withBrowser();
let site;
let server;

before(async () => {
  site = buildGym(({ edit, write }) => {
    edit("site.toml", (text) => `${text}${SERVICES}`);
    write("pages/book.toml", PAGE);
    write("pages/reviews.toml", PAGE.replaceAll("Book", "More"));
  });
  // The policy is the page's own.
  server = await serve(site.out, "frame-ancestors 'none'");
});
after(async () => {
  await server?.close();
  site?.remove();
});

/** Opens the page at `path`; `asked(hosts)` waits until it asked these for something since the last call, and no others. */
async function visit(path, options = {}) {
  const { storage = true, ...others } = options;
  const opened = await open(
    browser(),
    { viewport: { width: 1280, height: 900 }, ...others },
    { answersForOthers: false },
  );
  const { page } = opened;
  let hosts = new Set();
  await page.route(/^https:/, (route) => {
    const url = route.request().url();
    hosts.add(new URL(url).host);
    const isScript = route.request().resourceType() === "script";
    const contentType = isScript ? "text/javascript" : "text/html";
    return route.fulfill({
      contentType,
      body: isScript ? (ANSWERS[url] ?? "") : "<!doctype html><title>elsewhere</title>",
    });
  });
  if (!storage) {
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new DOMException("refused", "SecurityError");
        },
      });
    });
  }
  const go = async (to) => {
    await page.goto(server.url + to, { waitUntil: "load" });
    await settle(page);
  };
  await go(path);
  const asked = async (wanted) => {
    if (wanted.length > 0) await until(`asked: ${wanted}`, () => wanted.every((host) => hosts.has(host)));
    // What is asked for against the visitor's will comes as soon as the page is seen.
    await page.waitForTimeout(300);
    assert.deepEqual([...hosts].sort(), wanted);
    hosts = new Set();
  };
  return { ...opened, go, asked };
}

/** Looks at what is lazy. */
async function settle(page) {
  for (const frame of await page.locator("iframe").all()) await frame.scrollIntoViewIfNeeded();
}

const button = (page, heading) => page.locator(".embed", { hasText: heading }).locator(".embedded__ask a");
const forget = (page) => page.locator("[data-choice=forget]");
const REVIEWS = ["films", "fonts", "frames", "inserted", "pictures", "widgets"].map((name) => `${name}.example`);

test("a page asks no other host for anything before the visitor agrees", async () => {
  const { page, asked, close, consoleErrors } = await visit("/book/");
  await asked([]);
  assert.equal(await page.locator(".embedded__ask:visible").count(), 4);
  await until("it is asked", () => page.locator(".consent").isVisible());
  assert.ok(!(await forget(page).isVisible()), "there is nothing to take back");
  assert.deepEqual(consoleErrors, []);
  await close();
});

test("what is agreed to loads at once, in its order, and on other pages by itself", async () => {
  const { page, asked, go, close, consoleErrors } = await visit("/book/");
  await button(page, "Reviews").press("Enter");
  await until("all of it is asked for", () => page.evaluate("globalThis.order?.length === 2"));
  await settle(page);
  assert.deepEqual(await page.evaluate("order"), ["first", "second"]);
  await asked(REVIEWS);
  assert.ok(await page.evaluate(() => document.activeElement.matches(".embed__code")), "the focus is where it was");
  await button(page, "A calendar").click();
  await settle(page);
  await asked(["calendly.com"]);
  assert.equal(await page.evaluate(() => document.activeElement.localName), "iframe");
  assert.ok(await button(page, "A film").isVisible(), "each service is asked about by itself");
  await go("/reviews/");
  await asked(["calendly.com", ...REVIEWS]);
  assert.deepEqual(consoleErrors, []);
  await close();
});

test("visits are counted where that is agreed to, and a refusal is kept", async () => {
  const { page, asked, go, close } = await visit("/");
  await page.locator(".consent [data-choice=no]").click();
  await go("/book/");
  await asked([]);
  assert.ok(!(await page.locator(".consent").isVisible()), "it isn't asked again");
  await forget(page).click();
  await until("it is asked again", () => page.locator(".consent").isVisible());
  await page.locator(".consent [data-choice=yes]").press("Enter");
  await until("it is counted", () => page.evaluate("globalThis.counted?.length === 2"));
  assert.deepEqual(await page.evaluate("counted"), ["loaded", "within"]);
  await asked(["count.example"]);
  await go("/");
  await asked(["count.example"]);
  await close();
});

test("what was agreed to is taken back by the keyboard, which is said", async () => {
  const { page, asked, go, close } = await visit("/book/");
  await button(page, "Reviews").click();
  await button(page, "A film").click();
  await page.locator(".map .embedded__ask a").click();
  await settle(page);
  await asked([...REVIEWS, "www.openstreetmap.org", "www.youtube-nocookie.com"].sort());
  await forget(page).focus();
  await page.keyboard.press("Enter");
  const status = page.locator("[data-forgotten]");
  await until("it is said", async () => /again/.test(await status.textContent()));
  await settle(page);
  assert.ok(await status.evaluate((said) => document.activeElement === said && said.role === "status"));
  await asked([]);
  assert.ok(!(await forget(page).isVisible()));
  await go("/reviews/");
  await asked([]);
  assert.equal(await status.textContent(), "", "it is said once");
  await page.goBack({ waitUntil: "load" });
  await settle(page);
  await asked([]);
  await close();
});

test("what another tab chose, or took back, is kept by what is chosen here", async () => {
  const { page, asked, close } = await visit("/book/");
  const other = await page.context().newPage();
  await other.goto(`${server.url}/book/`, { waitUntil: "load" });
  const choices = () => page.evaluate(() => Object.keys(JSON.parse(localStorage.getItem("gympress-services"))));
  await button(page, "A calendar").click();
  await settle(page);
  await asked(["calendly.com"]);
  await button(other, "A film").click();
  assert.deepEqual((await choices()).sort(), ["calendly.com", "www.youtube-nocookie.com"]);
  await forget(other).click();
  await until("nothing is kept", () => page.evaluate(() => !localStorage.getItem("gympress-services")));
  await page.locator(".map .embedded__ask a").click();
  assert.deepEqual(await choices(), ["www.openstreetmap.org"], "what was taken back isn't agreed to again");
  await close();
});

test("a browser that keeps nothing shows what is agreed to, and asks again on the next page", async () => {
  const { page, asked, go, close, consoleErrors } = await visit("/book/", { storage: false });
  await button(page, "A calendar").click();
  await settle(page);
  await asked(["calendly.com"]);
  await forget(page).click();
  await until("it asks again", () => button(page, "A calendar").isVisible());
  await go("/reviews/");
  await asked([]);
  assert.ok(await button(page, "A calendar").isVisible());
  assert.deepEqual(consoleErrors, []);
  await close();
});

test("without scripts nothing loads, and a link leads to each service", async () => {
  const { page, asked, close } = await visit("/book/", { javaScriptEnabled: false });
  await asked([]);
  const links = await page.locator(".embedded__ask a").evaluateAll((all) => all.map((link) => link.href));
  assert.deepEqual(links.slice(0, 3), [
    "https://calendly.com/iron-house",
    "https://www.youtube-nocookie.com/embed/a",
    "https://widgets.example/iron-house",
  ]);
  assert.ok(!(await page.locator(".consent").isVisible()));
  await button(page, "A calendar").click();
  await asked(["calendly.com"]);
  await close();
});

test("the questions can be read and pressed at each width", async () => {
  await isValid(site.out, ["/book/"]);
  const { page, close } = await visit("/book/", { bypassCSP: true });
  assert.deepEqual(await inspect(page, "/book/", [], [320, 1440]), []);
  await button(page, "A calendar").click();
  assert.deepEqual(await inspect(page, "/book/", [], [320]), []);
  await close();
});
