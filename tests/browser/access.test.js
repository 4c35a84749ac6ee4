// What people meet who see, hear or reach less than others: choices, cards, dialogs, headings, mistakes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { holdBack } from "./support/browser.js";
import { buildGym } from "./support/project.js";
import { withSite } from "./support/with-site.js";

const site = withSite(buildGym);
const PHONE = { viewport: { width: 360, height: 740 } };
const WIDE = { viewport: { width: 1440, height: 900 } };

/** Run in a page: how much of an element lies within another, or within the window. */
function seen(element, around) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const box = around?.getBoundingClientRect() ?? { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const across = Math.min(right, box.right) - Math.max(left, box.left);
  const along = Math.min(bottom, box.bottom) - Math.max(top, box.top);
  return (Math.max(0, across) * Math.max(0, along)) / ((right - left) * (bottom - top));
}

test("the option of the search that the arrow keys are at is seen, and called by its title alone", () =>
  site.visit("/blog/", PHONE, async (page) => {
    const field = page.getByRole("combobox");
    await field.fill("a");
    const options = page.locator(".site-search [role=option]");
    await options.nth(4).waitFor();
    await field.press("ArrowUp");
    const last = options.last();
    assert.equal(await last.getAttribute("aria-selected"), "true");
    const box = await page.locator(".site-search__results").elementHandle();
    assert.ok((await last.evaluate(seen, box)) > 0.99, "within the list");
    const title = await last.locator(".site-search__title").innerText();
    assert.equal(await page.getByRole("option", { name: title, exact: true }).count(), 1);
  }));

test("a card of a rail that the keyboard comes to is whole", () =>
  site.visit("/", PHONE, async (page) => {
    // The script that says whether it is open follows the focus, too.
    await page.locator("footer [data-now] > *").first().waitFor({ state: "attached" });
    const links = await page.locator(".rail a[href]:visible").all();
    assert.ok(links.length > 6);
    for (const link of links) {
      await page.keyboard.press("Tab");
      await link.focus();
      const card = await link.evaluateHandle((element) => element.closest(".rail > *, .prices__row > *"));
      await page.waitForTimeout(100);
      const [left, right] = await card.evaluate((element) => {
        const box = element.getBoundingClientRect();
        return [box.left, box.right];
      });
      assert.ok(left >= -1 && right <= 361, `${await link.innerText()}: ${left} to ${right}`);
    }
  }));

for (const [what, path, opener, options] of [
  ["the menu", "/", ".header__menu", PHONE],
  ["the side panel", "/about/", "[popovertarget=panel]", WIDE],
  ["a picture", "/gallery/page-1/", ".gallery__shot-open", WIDE],
]) {
  test(`what lies behind ${what} can't be reached while that is open`, () =>
    site.visit(path, options, async (page) => {
      const reached = () =>
        page.evaluate(() => {
          const controls = [...document.querySelectorAll("a[href],button,input,summary")];
          const open = document.querySelector(":popover-open");
          return controls.filter((one) => !open?.contains(one) && one.checkVisibility() && !one.closest("[inert]"))
            .length;
        });
      await page.locator(opener).first().click();
      await page.waitForFunction(() => document.querySelector("[inert]"));
      assert.equal(await reached(), 0);
      await page.keyboard.press("Escape");
      await page.waitForFunction(() => !document.querySelector(":popover-open"));
      assert.equal(await page.locator("[inert]").count(), 0);
      assert.ok(await page.evaluate((opener) => document.activeElement.matches(opener), opener), "the focus is back");
    }));

  test(`what lies behind ${what} that was opened before any script came can't be reached once one is there`, () =>
    site.visit("/contact/", options, async (page) => {
      const release = await holdBack(page, "**/boot-*.js");
      await page.goto(site.url(path), { waitUntil: "commit" });
      await page.locator(opener).first().click();
      await page.locator(":popover-open").waitFor();
      assert.equal(await page.locator("[inert]").count(), 0);
      release();
      await page.locator(".footer[inert]").waitFor({ state: "attached" });
    }));
}

test("Escape closes the menu while React is on its way, which a first tap asks for", () =>
  site.visit("/", PHONE, async (page) => {
    // No script comes any more.
    await page.route("**/*.js", () => {});
    await page.locator(".header__menu").click();
    await page.locator("[data-state=loading] :popover-open").waitFor();
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector(":popover-open"), undefined, { timeout: 3000 });
  }));

test("a link of the menu to a place of the page shows that place", () =>
  site.visit("/contact/", PHONE, async (page) => {
    await page.locator(".header__menu").click();
    await page.locator("#menu .pill").click();
    await page.waitForFunction(() => location.hash && !document.querySelector(":popover-open"));
    assert.equal(await page.locator("[inert]").count(), 0);
  }));

test("by its headings a day tells when each class begins", () =>
  site.visit("/schedule/monday/", WIDE, async (page) => {
    const headings = await page.locator(".timetable__slot").getByRole("heading").allTextContents();
    assert.ok(headings.length > 1);
    for (const heading of headings) assert.match(heading, /\d:\d\d/);
  }));

test("a large picture tells its place among the others, and what it shows once", () =>
  site.visit("/gallery/page-1/", WIDE, async (page) => {
    await page.locator(".gallery__shot-open").nth(1).click();
    const tree = await page.locator(".lightbox:popover-open").ariaSnapshot();
    assert.match(tree, /^- dialog "2 of \d+"/);
    const caption = await page.locator(".lightbox:popover-open .lightbox__caption p").last().innerText();
    assert.equal(tree.split(caption).length, 2, tree);
  }));

test("the calculator names the one field that is wrong, and marks it", () =>
  site.visit("/", WIDE, async (page) => {
    await page.getByLabel("Weight").fill("72");
    await page.getByLabel("Height").fill("tall");
    await page.locator(".bmi__button").click();
    await page.locator(".bmi [role=alert]").filter({ hasText: "Please enter a valid weight and height" }).waitFor();
    assert.equal(await page.getByText("Please check the height").count(), 1);
    assert.equal(await page.getByText("Please check the weight").count(), 0);
    const lines = await page
      .locator(".bmi__field")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderBottomColor));
    assert.notEqual(lines[0], lines[1]);
    await page.getByLabel("Height").fill("");
    await page.locator(".bmi__button").click();
    const [, again] = await page
      .locator(".bmi__field")
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderBottomColor));
    assert.equal(again, lines[1], "an empty field, too");
  }));

test("a password can be shown", () =>
  site.visit("/login/", WIDE, async (page) => {
    const field = page.getByLabel("Password", { exact: true });
    await field.fill("karibu-jasho");
    const button = page.getByRole("button", { name: "Show the password" });
    await button.click();
    await page.locator(".field__input[name=password][type=text]").waitFor();
    assert.equal(await button.getAttribute("aria-pressed"), "true");
    assert.equal(await field.inputValue(), "karibu-jasho");
    assert.deepEqual(
      await field.evaluate(({ autocapitalize, spellcheck }) => [autocapitalize, spellcheck]),
      ["none", false],
      "phones neither write a capital nor send it to be corrected",
    );
    await button.click();
    await page.locator(".field__input[name=password][type=password]").waitFor();
    assert.equal(await page.locator(".account__form").getAttribute("method"), "post", "never in an address");
  }));

/** Run in a page: what a finger misses in the rows of the week, half its breadth beside the middle of what it aims at. */
function missed() {
  const reach = 21;
  const found = (x, y) => document.elementFromPoint(x, y)?.closest("a");
  const middle = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  return [...document.querySelectorAll(".timetable__row")].flatMap((row) => {
    row.scrollIntoView({ block: "center", inline: "center" });
    const [link, join] = [row.querySelector(".timetable__row-class a"), row.querySelector(".timetable__row-join")];
    const [x, y] = middle(join);
    const around = [-reach, reach].flatMap((across) => [-reach, reach].map((along) => found(x + across, y + along)));
    const [, line] = middle(link);
    const { left } = link.getBoundingClientRect();
    const along = [-reach, 0, reach].map((away) => found(left + reach, line + away));
    // In the editor a click on these leads to what they say.
    const beside = [".timetable__row-time", ".timetable__row-trainer"].map((name) => row.querySelector(name));
    const covered = beside.filter((element) => found(left + reach, middle(element)[1]));
    return [
      ...(around.every((one) => one === join) ? [] : [join]),
      ...(along.every((one) => one === link) ? [] : [link]),
      ...covered,
    ].map((one) => one.textContent);
  });
}

for (const [size, options] of Object.entries({ phone: PHONE, wide: WIDE })) {
  test(`in the week a finger hits what it aims at, on a ${size} screen`, () =>
    site.visit("/schedule/", options, async (page) => {
      assert.ok((await page.locator(".timetable__row-join").count()) > 10);
      assert.deepEqual(await page.evaluate(missed), []);
      await page.locator(".timetable__filter-title").click();
      for (const links of [".timetable__calendar a", ".subscribe a", ".timetable__filter-link"]) {
        const sizes = await page.locator(links).evaluateAll((all) =>
          all.map((one) => {
            const { width, height } = one.getBoundingClientRect();
            return Math.min(width, height);
          }),
        );
        assert.ok(sizes.length >= 3, links);
        assert.ok(Math.min(...sizes) >= 44, `${links}: ${sizes}`);
      }
    }));
}

test("a map of another service comes once one is near it, and at once without scripts", async () => {
  const asked = [];
  const ask = (page) => page.on("request", (request) => asked.push(new URL(request.url()).hostname));
  const isMap = (host) => host === "www.openstreetmap.org";
  const { page, close } = await site.open(PHONE);
  ask(page);
  await page.goto(site.url("/contact/"), { waitUntil: "networkidle" });
  assert.equal(asked.filter(isMap).length, 0);
  const map = page.frameLocator(".map__frame").owner();
  assert.equal(await map.getAttribute("src"), null);
  const box = await map.boundingBox();
  await map.scrollIntoViewIfNeeded();
  await page.waitForFunction(() => document.querySelector(".map__frame").src);
  assert.equal((await map.boundingBox()).height, box.height);
  await close();
  assert.equal(asked.filter(isMap).length, 1);
  await site.visit("/contact/", { ...PHONE, javaScriptEnabled: false }, async (page) => {
    const maps = page.locator(".map__frame:visible");
    assert.equal(await maps.count(), 1);
    assert.match(await maps.getAttribute("src"), /^https:\/\/www\.openstreetmap\.org\//);
    assert.equal((await maps.boundingBox()).height, box.height);
  });
});
