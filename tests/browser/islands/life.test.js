// How islands come to life: no warning, no shift, nothing before it is needed, no click and no word lost.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, make, serve, settled, visit } from "./harness.js";
import * as props from "./props.js";

const { island } = props;
const far = '<p class="far">scroll</p>'.repeat(200);

/** A menu of two levels. */
const below = props.navigation.links.map((link) => ({ ...link, more: `Below ${link.title}`, under: [link] }));

/** The year of a page, as its footer has it. */
const yearOf = (year) => [`<span data-year="${year}">${year}</span>`];

const pages = {
  "all.html": [
    '<header class="header">',
    island("Navigation", props.navigation),
    "</header><main>",
    island("BmiCalculator", props.bmi),
    island("Toggle", props.toggle),
    island("Form", props.contact),
    island("SiteSearch", props.search),
    island("AccountForm", props.signIn),
    island("AccountForm", props.signUp),
    "</main>",
  ],
  "twenty.html": Array.from({ length: 20 }, (_, index) =>
    island(index % 2 ? "SiteSearch" : "BmiCalculator", index % 2 ? props.search : props.bmi),
  ),
  "interaction.html": [
    island("Toggle", props.toggle, "interaction"),
    island("SiteSearch", props.search, "interaction"),
  ],
  "visible.html": [far, island("BmiCalculator", props.bmi, "visible")],
  "menu.html": ['<header class="header">', island("Navigation", props.navigation), "</header>"],
  "below.html": ['<header class="header">', island("Navigation", { ...props.navigation, links: below }), "</header>"],
  "none.html": ["<p>no islands</p>"],
  "this-year.html": yearOf(new Date().getFullYear()),
  "last-year.html": yearOf(new Date().getFullYear() - 1),
};

let browser;
let development;
let production;
let developing;
let producing;
let slow;
/** What React waits for on the slow server. */
let held;

before(async () => {
  development = make(pages, { development: true });
  production = make(pages);
  developing = await serve(development.out);
  producing = await serve(production.out);
  slow = await serve(development.out, { fault: (path) => (path.includes("/chunk-") ? held : undefined) });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  for (const server of [developing, producing, slow]) await server?.close();
  for (const made of [development, production]) made?.remove();
});

describe("islands", () => {
  test("React's development build has nothing to say of many islands on a page", async () => {
    assert.doesNotMatch(development.report, /error|warning/);
    const { page, printed, context } = await visit(browser, `${developing.origin}/twenty.html`);
    await settled(page, 20);
    const states = await page.$$eval("[data-island]", (all) => all.map((one) => one.dataset.state));
    assert.deepEqual([...new Set(states)], ["live"]);
    const ids = await page.$$eval("[id]", (all) => all.map((one) => one.id));
    assert.equal(new Set(ids).size, ids.length, "ids are unique");
    assert.deepEqual(printed, []);
    await context.close();
  });

  test("a page loads the boot script, and React only for an island that asks", async () => {
    const scripts = async (name, act = async () => {}) => {
      const { page, context } = await visit(browser, `${producing.origin}/${name}`, {
        viewport: { width: 800, height: 600 },
      });
      const from = producing.requests.lastIndexOf(`/${name}`);
      await page.waitForLoadState("networkidle");
      await act(page);
      const loaded = producing.requests.slice(from).filter((path) => path.endsWith(".js"));
      await context.close();
      return loaded.map((path) => path.replace(/-[0-9A-Z]{8}\.js$/, "").replace("/assets/", ""));
    };
    assert.deepEqual(await scripts("none.html"), ["boot"]);
    assert.deepEqual(await scripts("this-year.html"), ["boot"]);
    assert.ok((await scripts("last-year.html")).includes("later"), "the year moves on");
    assert.deepEqual(await scripts("interaction.html"), ["boot"]);
    assert.deepEqual(await scripts("visible.html"), ["boot"]);
    const live = ["BmiCalculator", "boot", "chunk", "chunk", "chunk"];
    const scroll = async (page) => {
      await page.locator("[data-island]").scrollIntoViewIfNeeded();
      await settled(page);
    };
    assert.deepEqual((await scripts("visible.html", scroll)).sort(), live);
  });

  for (const [what, act] of Object.entries({
    click: (page) => page.getByRole("button", { name: "show more" }).click(),
    key: (page) => page.keyboard.press("Tab").then(() => page.keyboard.press("Enter")),
  })) {
    test(`the ${what} that starts an island acts once`, async () => {
      const { page, printed, context } = await visit(browser, `${developing.origin}/interaction.html`);
      await page.evaluate(() => addEventListener("input", ({ target }) => console.error(target.localName, "changed")));
      await act(page);
      await page.getByRole("button", { name: "show less" }).waitFor();
      await page.waitForTimeout(200);
      assert.equal(await page.getAttribute("[data-clicks]", "data-clicks"), "1");
      assert.deepEqual(printed, []);
      await context.close();
    });
  }
});

/** Run in a page: each step of React waits until it is told to go on, and so much time passes that none is two at once. */
const stepReact = () => {
  window.steps = [];
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (...message) {
    steps.push(() => post.apply(this, message));
  };
  let now = 0;
  performance.now = () => {
    now += 10;
    return now;
  };
};

/** Puts words in place of those of the page as translators of browsers do: each text between two elements of their own. */
const translate = () => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) if (texts.currentNode.data.trim()) found.push(texts.currentNode);
  for (const text of found) {
    const [outer, inner] = [document.createElement("font"), document.createElement("font")];
    inner.textContent = `«${text.data}»`;
    outer.append(inner);
    text.replaceWith(outer);
  }
};

describe("a slow network", () => {
  /** Holds React back until what this returns is called. */
  const hold = () => {
    let release;
    held = new Promise((resolve) => {
      release = resolve;
    });
    return release;
  };

  test("nothing moves as islands come to life", async () => {
    const release = hold();
    const { page, context } = await visit(browser, `${slow.origin}/all.html`);
    const places = () =>
      page.evaluate(async () => {
        await document.fonts.ready;
        return [...document.querySelectorAll("body *")].map((one) => JSON.stringify(one.getBoundingClientRect()));
      });
    const before = await places();
    assert.equal(await page.locator("[data-state=live]").count(), 0, "not live yet");
    release();
    await settled(page, 7);
    assert.deepEqual(await places(), before);
    await context.close();
  });

  test("impatient clicks count once", async () => {
    const release = hold();
    const { page, context } = await visit(browser, `${slow.origin}/interaction.html`);
    const button = page.locator("[data-clicks]");
    await button.click();
    await button.click();
    await button.click();
    release();
    await page.getByRole("button", { name: "show less" }).waitFor();
    await page.waitForTimeout(200);
    assert.equal(await page.getAttribute("[data-clicks]", "data-clicks"), "1");
    await context.close();
  });

  /** Answers the search with one page. */
  const answerSearch = (page) => {
    const documents = [["Boxing for beginners", "b", "", []]];
    const index = { count: 1, posts: "/blog/", terms: [], documents, words: { beginners: [3], boxing: [3], for: [3] } };
    return page.route("**/search.json", (route) => route.fulfill({ json: index }));
  };

  test("what was typed before React came is kept, and React knows it", async () => {
    const release = hold();
    const { page, printed, context } = await visit(browser, `${slow.origin}/interaction.html`);
    await answerSearch(page);
    const input = page.getByRole("combobox", { name: "Search" });
    await input.pressSequentially("box");
    assert.equal(
      await page.locator('[data-island="SiteSearch"]').getAttribute("data-state"),
      "loading",
      "not live yet",
    );
    await input.press("Home");
    release();
    await page.getByRole("option", { name: "Boxing for beginners" }).waitFor();
    assert.equal(await input.inputValue(), "box");
    assert.equal(await input.evaluate((one) => one.selectionStart), 0, "the cursor stays where it was");
    await input.press("End");
    await input.pressSequentially("ing");
    assert.equal(await input.inputValue(), "boxing");
    assert.deepEqual(printed, []);
    await context.close();
  });

  for (const key of ["Home", "Enter"]) {
    test(`what was found opens for nobody who left the field before React came, after ${key}`, async () => {
      const release = hold();
      const { page, context } = await visit(browser, `${slow.origin}/interaction.html`);
      await answerSearch(page);
      const input = page.getByRole("combobox", { name: "Search" });
      await input.pressSequentially("box");
      await input.press(key);
      await page.getByRole("link", { name: "static" }).focus();
      const answered = page.waitForResponse("**/search.json");
      release();
      await answered;
      const results = page.getByRole("option", { includeHidden: true });
      await results.waitFor({ state: "attached" });
      assert.equal(await results.isVisible(), false);
      await input.focus();
      await results.waitFor();
      await context.close();
    });
  }

  test("a form filled in and sent before React came is sent by React", async () => {
    const release = hold();
    const { page, context } = await visit(browser, `${slow.origin}/all.html`);
    const bmi = page.locator('[data-island="BmiCalculator"]');
    await bmi.getByLabel("Weight").fill("72");
    await bmi.getByLabel("Height").fill("170");
    await bmi.getByRole("button").click();
    assert.equal(await bmi.getAttribute("data-state"), "loading", "not live yet");
    release();
    await bmi.getByText("24.9", { exact: true }).waitFor();
    assert.equal(await bmi.getByLabel("Weight").inputValue(), "72");
    await context.close();
  });

  test("who writes before React came keeps that, and sends what was picked beside it", async () => {
    const release = hold();
    const { page, context } = await visit(browser, `${slow.origin}/all.html?plan=one-month`);
    const form = page.locator('[data-island="Form"]');
    await form.getByLabel("Comment").fill("Hello");
    assert.equal(await form.getAttribute("data-state"), "loading", "not live yet");
    release();
    await form.locator('input[name="plan"]').waitFor({ state: "attached" });
    assert.equal(await form.locator('input[name="plan"]').inputValue(), "One Month");
    assert.equal(await form.getByLabel("Comment").inputValue(), "Hello");
    await context.close();
  });

  test("on a page that the browser translated, nothing that a visitor did is lost", async () => {
    const release = hold();
    const { page, context } = await visit(browser, `${slow.origin}/all.html`);
    await page.evaluate(translate);
    const bmi = page.locator('[data-island="BmiCalculator"]');
    await bmi.getByLabel("Weight").fill("72");
    await bmi.getByLabel("Height").fill("170");
    await bmi.getByRole("button").click();
    await bmi.getByLabel("Height").focus();
    release();
    await bmi.getByText("24.9", { exact: true }).waitFor();
    assert.equal(await bmi.getByLabel("Weight").inputValue(), "72");
    assert.equal(await page.evaluate(() => document.activeElement.name), "height");
    // What comes to life first may be translated again.
    await page.evaluate(translate);
    await bmi.getByLabel("Weight").fill("108");
    await bmi.getByRole("button").click();
    await bmi.getByText("37.4").waitFor();
    await context.close();
  });

  /** What extensions put into a form: attributes, a field, a link and a button of their own, a field that isn't hidden. */
  const extend = () => {
    for (const form of document.querySelectorAll("form")) {
      const first = form.querySelector("input:not([type=hidden])");
      first.before(Object.assign(document.createElement("a"), { href: "#fill", textContent: "fill" }));
      first.after(Object.assign(document.createElement("button"), { type: "button", textContent: "·" }));
      form.prepend(Object.assign(document.createElement("input"), { type: "hidden", name: "extension", value: "1" }));
      form.prepend(Object.assign(document.createElement("select"), { className: "extension" }));
      for (const field of form.querySelectorAll("input,textarea,select")) {
        field.classList.add("filled");
        field.setAttribute("data-lock", "1");
        field.toggleAttribute("data-dark");
      }
    }
  };

  test("what was typed is where it was typed, and a press counts, whatever an extension put into the form", async () => {
    const release = hold();
    const { page, context } = await visit(browser, `${slow.origin}/all.html`);
    const failures = [];
    page.on("pageerror", (error) => failures.push(error.message));
    await page.evaluate(extend);
    const bmi = page.locator('[data-island="BmiCalculator"]');
    await bmi.getByLabel("Weight").fill("72");
    await bmi.getByLabel("Height").fill("170");
    await bmi.locator("button[type=submit]").click();
    await bmi.getByLabel("Height").focus();
    release();
    await bmi.getByText("24.9", { exact: true }).waitFor();
    assert.equal(await bmi.getByLabel("Weight").inputValue(), "72");
    assert.equal(await bmi.getByLabel("Height").inputValue(), "170");
    assert.equal(await page.evaluate(() => document.activeElement.name), "height");
    assert.deepEqual(failures, []);
    await context.close();
  });

  test("a menu that was opened before React came stays open on a translated page", async () => {
    const release = hold();
    const { page, context } = await visit(browser, `${slow.origin}/all.html`, {
      viewport: { width: 360, height: 700 },
    });
    await page.evaluate(translate);
    await page.locator(".header__menu").click();
    const menu = page.locator("#menu");
    const isOpen = () => menu.evaluate((element) => element.matches(":popover-open"));
    assert.equal(await isOpen(), true);
    release();
    await page.locator('[data-island="Navigation"][data-state="live"]').waitFor();
    assert.equal(await isOpen(), true);
    await menu.getByRole("button").first().click();
    assert.equal(await isOpen(), false);
    await context.close();
  });

  test("what was opened of the second level before React came stays open on a translated page", async () => {
    const release = hold();
    const { page, context } = await visit(browser, `${slow.origin}/below.html`);
    await page.evaluate(translate);
    const isOpen = () => page.$$eval(".menu__more", (all) => all.map((one) => one.open));
    await page.locator("summary").nth(1).click();
    assert.deepEqual(await isOpen(), [false, true, false]);
    release();
    await settled(page);
    assert.deepEqual(await isOpen(), [false, true, false]);
    assert.ok(
      await page
        .locator("summary")
        .nth(1)
        .evaluate((one) => one === document.activeElement),
    );
    await context.close();
  });

  for (const [what, prepare] of [
    ["a page", () => {}],
    ["a translated page", translate],
  ]) {
    for (const count of [0, 1]) {
      test(`a menu that is closed after ${count} of React's steps stays closed on ${what}`, async () => {
        const release = hold();
        const { page, context } = await visit(browser, "about:blank", { viewport: { width: 360, height: 700 } });
        await page.addInitScript(stepReact);
        await page.goto(`${slow.origin}/menu.html`, { waitUntil: "load" });
        await page.evaluate(prepare);
        await page.locator(".header__menu").click();
        release();
        const step = async () => {
          await page.waitForFunction(() => steps.length);
          await page.evaluate(() => steps.shift()());
        };
        for (let taken = 0; taken < count; taken += 1) await step();
        await page.waitForFunction(() => steps.length);
        const island = page.locator("[data-island]");
        assert.equal(await island.getAttribute("data-state"), "loading", "not live yet");
        assert.equal(await page.locator(":popover-open").count(), 1);
        await page.evaluate(() => document.querySelector(":popover-open").hidePopover());
        await island.evaluate(async (element) => {
          while (element.dataset.state !== "live") {
            steps.shift()?.();
            await new Promise((resolve) => setTimeout(resolve));
          }
        });
        assert.equal(await page.locator(":popover-open").count(), 0);
        assert.ok(await page.evaluate(() => document.activeElement.matches(".header__menu")), "the focus is back");
        await context.close();
      });
    }
  }

  test("browsers without popovers start every island", async () => {
    const { page, printed, context } = await visit(browser, "about:blank");
    await page.addInitScript(() => {
      // To such a browser the name is a syntax error, but in a list that forgives.
      const refuse = (selector) => {
        if (selector.replaceAll(":is(:popover-open)", "").includes(":popover-open")) throw new SyntaxError(selector);
      };
      const forgiven = (selector) => selector.replaceAll(":is(:popover-open)", ":is()");
      for (const [prototype, name] of [
        [Element.prototype, "matches"],
        [Document.prototype, "querySelector"],
        [Document.prototype, "querySelectorAll"],
      ]) {
        const native = prototype[name];
        prototype[name] = function (selector) {
          refuse(selector);
          return native.call(this, forgiven(selector));
        };
      }
      for (const name of ["showPopover", "hidePopover", "togglePopover"]) delete HTMLElement.prototype[name];
    });
    await page.goto(`${producing.origin}/all.html`, { waitUntil: "load" });
    await page.keyboard.press("Tab");
    await settled(page, 7);
    const states = await page.$$eval("[data-island]", (all) => all.map((one) => one.dataset.state));
    assert.deepEqual([...new Set(states)], ["live"]);
    assert.deepEqual(printed, []);
    await context.close();
  });
});
