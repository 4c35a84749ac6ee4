// A site in several languages, as a visitor meets it: who chooses a language stays in it, whatever she opens, seeks, sends or
// loses the network for.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { chromium } from "playwright-core";
import { launch, OPTIONS, open } from "./support/browser.js";
import { inspect, layout } from "./support/judge.js";
import { preview, until } from "./support/preview.js";
import { buildProject, copyShipped } from "./support/project.js";
import { listen, pathOf, send } from "./support/server.js";
import { build, html, NOW, POLICY, root } from "./support/site.js";
import { withSite } from "./support/with-site.js";

const PHONE = { viewport: { width: 360, height: 740 } };
const DESK = { viewport: { width: 1440, height: 900 } };

const POST = `title = "A post in English alone"
date = 2026-11-01
category = "yoga"
image = { file = "class-yoga.jpg", alt = "A class" }
excerpt = "Nobody has translated it yet."
body = "Wait for it."
`;

const NOTICE = `[[notice]]
text = "The showers are cold until this evening."
kind = "warning"
until = 2026-11-20T18:00:00
`;

const NOTICE_IN_SWAHILI = `[notice."The showers are cold until this evening."]
text = "Mabafu ni baridi hadi jioni hii."
`;

const SERVICES = `
[services]
ask = true
analytics = '<script src="https://count.example/c.js" defer></script>'

[offline]
`;

/** The shipped gym with what it lacks, whose forms go to `endpoint`. */
const withMore = (endpoint) =>
  buildProject(copyShipped(), ({ edit, write }) => {
    write("posts/english-alone.toml", POST);
    write("notice.toml", NOTICE);
    write("sw/notice.toml", NOTICE_IN_SWAHILI);
    edit("site.toml", (text) => `${text}${SERVICES}`);
    edit("forms/contact.toml", (text) => text.replace("\n[[field]]", `\nendpoint = "${endpoint}"\n\n[[field]]`));
    edit("sw/posts/yoga-for-lifters.toml", (text) =>
      text.replace(/\n'''([^']*)$/, "\n\n[Jiunge na yoga](/contact/?class=yoga#class-yoga)\n'''$1"),
    );
  });

const received = [];
const service = await listen((request, response) => {
  let body = "";
  request.on("data", (part) => {
    body += part;
  });
  request.on("end", () => {
    if (request.method === "POST") received.push(Object.fromEntries(new URLSearchParams(body)));
    const leave = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    response.writeHead(200, { ...leave, "content-type": "text/html" }).end("<!doctype html><title>Asante</title>");
  });
});
after(() => service.close());

const site = withSite(() => withMore(service.url));
const ngome = withSite(() => build(join(root, "examples/ngome")));

const choices = (page) => page.locator(".languages--top a, .languages--top [aria-current]");

describe("the languages of a page", () => {
  for (const [name, of, folder, own, other] of [
    ["left to right", site, "/sw/", { title: "Kiswahili" }, { title: "English", lang: "en-KE", hreflang: "en" }],
    [
      "right to left",
      ngome,
      "/ar/",
      { title: "العربية" },
      { title: "Kiswahili", lang: "sw-TZ", hreflang: "sw", dir: "ltr" },
    ],
  ]) {
    test(`are named in themselves, and all but the own lead to it in them, ${name}`, async () => {
      const found = [];
      const look = async (page, path) => {
        const told = await choices(page).evaluateAll((all) =>
          all.map((one) => ({
            is: one.localName,
            title: one.firstChild.textContent.trim(),
            ...Object.fromEntries([...one.attributes].map(({ name, value }) => [name, value])),
          })),
        );
        const current = told.find(({ is }) => is === "span");
        assert.deepEqual(current, { is: "span", title: own.title, "aria-current": "true" }, path);
        const [{ href, ...link }, ...more] = told.filter(({ is }) => is === "a");
        assert.deepEqual([link, more], [{ is: "a", ...other }, []], path);
        assert.ok(!href.startsWith(folder), path);
        for (const width of [360, 768, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          const wrong = await page.evaluate(layout);
          found.push(...wrong.map((what) => `${path} at ${width} px: ${what}`));
        }
      };
      await of.tour(PHONE, look, { paths: of.paths().filter((path) => path.startsWith(folder)) });
      assert.deepEqual(found, []);
    });
  }

  test("are axe's in both directions, and of a size for fingers", async () => {
    const found = [];
    for (const [of, paths] of [
      [site, ["/sw/", "/sw/bei/", "/sw/mawasiliano/", "/blog/english-alone/"]],
      [ngome, ["/ar/", "/ar/asaar/", "/ar/contact/", "/"]],
    ]) {
      const look = async (page, path, complaints) =>
        found.push(...(await inspect(page, path, complaints, [360, 1440])));
      await of.tour({ ...PHONE, bypassCSP: true }, look, { paths });
    }
    assert.deepEqual(found, []);
  });

  test("are chosen by keyboard, before the content", () =>
    site.visit("/sw/bei/", DESK, async (page) => {
      const link = page.locator(".languages--top a");
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press("Tab");
        if (await link.evaluate((one) => one === document.activeElement)) break;
        assert.ok(!(await page.evaluate(() => document.activeElement.closest("main"))), "it comes before the content");
      }
      const outline = await link.evaluate((one) => getComputedStyle(one).outlineStyle);
      assert.notEqual(outline, "none");
      await page.keyboard.press("Enter");
      await page.waitForURL("**/pricing/");
      assert.equal(await page.locator("html").getAttribute("lang"), "en-KE");
    }));

  test("are chosen without scripts, there and back", () =>
    site.visit("/classes/yoga/", { ...PHONE, javaScriptEnabled: false }, async (page) => {
      await page.locator(".languages--top a").click();
      await page.waitForURL("**/sw/vipindi/yoga/");
      await page.locator(".languages--end a").click();
      await page.waitForURL((url) => url.pathname === "/classes/yoga/");
    }));

  test("lead from a page that one of them lacks to the nearest above it, and say to which", () =>
    site.visit("/blog/english-alone/", PHONE, async (page) => {
      const link = page.locator(".languages--top a");
      assert.equal(await link.getAttribute("href"), "/sw/blogu/");
      assert.match(await link.textContent(), /^Kiswahili\s*: Blogu$/);
      assert.equal(await page.locator("link[hreflang]").count(), 0);
      await link.click();
      assert.match(await page.title(), /Blogu/);
      assert.equal(await page.locator("a[href*=english-alone]").count(), 0);
    }));
});

test("a search finds what is in the language of the page, in one file that is loaded once", async () => {
  for (const [path, words, name] of [
    ["/sw/blogu/", "yoga", "/sw/"],
    ["/blog/", "yoga", "/"],
  ]) {
    const { page, close } = await site.open(DESK);
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(site.url(path));
    const field = page.getByRole("combobox");
    for (const typed of [words, `${words} a`, words]) {
      await field.fill(typed);
      await page.getByRole("option").first().waitFor();
    }
    const found = await page.getByRole("option").evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    assert.ok(found.length > 2);
    for (const href of found) assert.equal(href.startsWith("/sw/"), name === "/sw/", `${path} finds ${href}`);
    assert.deepEqual(
      asked.filter((one) => one.endsWith("search.json")),
      [`${name}search.json`],
    );
    await close();
  }
});

test("a link of a translated text to a form selects what it names", () =>
  site.visit("/sw/blogu/yoga-kwa-wanyanyua-vyuma/", DESK, async (page) => {
    const link = page.locator("main a", { hasText: "Jiunge na yoga" });
    assert.equal(await link.getAttribute("href"), "/sw/mawasiliano/?class=yoga#class-yoga");
    await link.click();
    await page.locator(".contact select").waitFor();
    await until("yoga is selected", async () => (await page.locator(".contact select").inputValue()) === "yoga");
    assert.equal(await page.locator("[id='class-yoga']").count(), 1);
  }));

test("what the visitor sends says in which language she reads", async () => {
  for (const [path, lang, name, mail, button] of [
    ["/sw/mawasiliano/", "sw-KE", "Jina Kamili", "Barua Pepe", "Tuma ujumbe"],
    ["/contact/", "en-KE", "Full Name", "Email", "Send message"],
  ]) {
    // The policy of the test's server lets nothing be sent elsewhere.
    await site.visit(path, { ...DESK, bypassCSP: true }, async (page) => {
      await page.locator('[data-island="Form"]').first().scrollIntoViewIfNeeded();
      await page.locator('[data-island="Form"][data-state="live"]').first().waitFor();
      await page.getByLabel(name).fill("Achieng");
      await page.getByLabel(mail).first().fill("achieng@mail.example");
      await page.getByRole("button", { name: button }).click();
      await until("it is sent", () => received.some(({ language }) => language === lang));
    });
  }
});

test("a notice and the question of a counter are in the language of the page", () =>
  site.visit("/sw/", DESK, async (page) => {
    assert.match(await page.locator(".notices").innerText(), /Mabafu ni baridi/);
    const asked = page.locator(".consent");
    await asked.waitFor();
    assert.match(await asked.innerText(), /count\.example/);
    assert.doesNotMatch(await asked.innerText(), /\b(the|you|count this|Yes|No)\b/i);
    assert.ok(await asked.locator("button").count());
  }));

test("the links to accounts stay in the language", async () => {
  await site.visit("/sw/ingia/", DESK, async (page) => {
    const links = await page
      .locator("main a[href^='/']")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    assert.ok(links.includes("/sw/jisajili/"), links.join());
    for (const link of links) assert.match(link, /^\/sw\//);
    assert.equal(await page.locator(".user a, a[href='/sw/jisajili/']").first().count(), 1);
  });
});

/** Run in a page: what one reads or hears in the language of the page, and in attributes. */
function texts() {
  const lang = document.documentElement.lang;
  const found = new Set();
  const add = (text, element) => {
    const plain = text?.replace(/\s+/g, " ").replace(/^[ :,]+| $/g, "");
    if (plain && /\p{L}{2}/u.test(plain) && element.closest("[lang]").lang === lang) found.add(plain);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest("script,style")) add(walker.currentNode.data, parent);
  }
  for (const element of document.querySelectorAll("[alt],[aria-label],[title],[placeholder]"))
    for (const name of ["alt", "aria-label", "title", "placeholder"]) add(element.getAttribute(name), element);
  const head =
    "meta[name=description],meta[property^='og:']:is([property$=title],[property$=description],[property$=alt])";
  for (const { content } of document.querySelectorAll(head)) add(content, document.documentElement);
  add(document.title, document.documentElement);
  // What islands may say later.
  for (const element of document.querySelectorAll("[data-props]"))
    JSON.parse(
      element.dataset.props,
      (_, value) => typeof value === "string" && value.includes(" ") && add(value, element),
    );
  return [...found];
}

test("a translated page has no text that its original has, but names", async () => {
  // People, places, services, and words that Swahili took over.
  const NAMES =
    /^(?:.*Jasho House.*|(?:Achieng|Brian|Kamau|Musa|Wanjiru|Zainab|Mama)\b.*|(?:Yoga|Crossfit|Karate|MMA)\b.*|14 Kapiti Road.*|South B.*|,? ?Nairobi.*|Apple|Google|Outlook|WhatsApp|Facebook|Instagram|Twitter|X|KSH.*|BMI|kg|cm|.*@.*|Kiswahili|karibu-jasho|Gym|githeri|karibu|Haraka haraka haina baraka)$/u;
  const { page, close } = await site.open({ ...DESK, javaScriptEnabled: false });
  const left = [];
  for (const path of [...site.paths().filter((path) => path.startsWith("/sw/")), "/sw/404.html"]) {
    const isMissing = path === "/sw/404.html";
    const original = isMissing ? "/404.html" : /<a href="([^"]*)"[^>]* hreflang="en"/.exec(html(site.out(), path))[1];
    await page.goto(site.url(original));
    const english = new Set(await page.evaluate(texts));
    await page.goto(site.url(path));
    for (const text of await page.evaluate(texts))
      if (english.has(text) && !NAMES.test(text)) left.push(`${path}: ${text}`);
  }
  await close();
  assert.deepEqual(left, []);
});

test("without a network, a page that was not opened is stood in for in its language", async () => {
  const state = { down: false };
  const server = await listen((request, response) => {
    if (state.down) return request.socket.destroy();
    const headers = { "content-security-policy": `${POLICY}; worker-src 'self'`, "cache-control": "no-cache" };
    send(response, site.out(), pathOf(request), headers);
  });
  const browser = await chromium.launch(OPTIONS);
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}/sw/`);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await until("the page is kept", () =>
      page.evaluate(async () => (await caches.match(location.pathname)) !== undefined),
    );
    state.down = true;
    const said = {};
    for (const path of ["/sw/bei/", "/pricing/"]) {
      await page.goto(server.url + path);
      const lang = await page.locator("html").getAttribute("lang");
      said[path] = [lang, await page.locator("h1").textContent()];
    }
    assert.deepEqual(said, {
      "/sw/bei/": ["sw-KE", "Huna mtandao"],
      "/pricing/": ["en-KE", "You are offline"],
    });
  } finally {
    await browser.close();
    await server.close();
  }
});

describe("in the preview", () => {
  let project;
  let server;
  let browser;
  before(async () => {
    project = copyShipped();
    server = await preview(project.folder, "--now", NOW);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.kill();
    project?.remove();
  });

  test("what isn't there is missed in the language of the address", async () => {
    const { page, close } = await open(browser, DESK);
    for (const [path, lang, home] of [
      ["/sw/hakuna/", "sw-KE", "/sw/"],
      ["/nothing/", "en-KE", "/"],
    ]) {
      const response = await page.goto(server.url + path);
      assert.equal(response.status(), 404);
      assert.equal(await page.locator("html").getAttribute("lang"), lang);
      assert.equal(await page.locator("main .button").first().getAttribute("href"), home);
    }
    await close();
  });

  test("the service of accounts is asked to write in the language of the page", async () => {
    const { page, close } = await open(browser, DESK);
    for (const [path, language, email, button] of [
      ["/sw/ingia/", "sw", "Barua pepe", "Umesahau nenosiri?"],
      ["/login/", "en", "Email", "Forgot your password?"],
    ]) {
      await page.goto(server.url + path);
      await page.getByLabel(email).click();
      await page.locator('[data-island="AccountForm"][data-state="live"]').waitFor();
      await page.getByLabel(email).fill("achieng@mail.example");
      const asked = page.waitForRequest(/accounts:sendOobCode/);
      await page.getByRole("button", { name: button }).click();
      assert.equal((await asked).headers()["x-firebase-locale"], language);
    }
    await close();
  });
});
