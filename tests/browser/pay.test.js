// Numbers to pay to: copied as they are typed, said once, never called.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isSound, isValid } from "./support/judge.js";
import { buildGym } from "./support/project.js";
import { html, NOW } from "./support/site.js";
import { withSite } from "./support/with-site.js";

const PAY = `
[[pay]]
kind = "mpesa-till"
number = "512 3456"
name = "IRON HOUSE"
note = "Show the message at the desk."

[[pay]]
kind = "mpesa-paybill"
number = "247247"
account = "GYM"

[[pay]]
kind = "iban"
number = "DE89 3704 0044 0532 0130 00"
`;

const PATHS = ["/contact/", "/pricing/"];
const site = withSite(() => buildGym((project) => project.edit("site.toml", (text) => text + PAY)));
const copied = (page) => page.evaluate(() => globalThis.copied);
const keep = () =>
  Object.defineProperty(navigator, "clipboard", {
    value: {
      async writeText(text) {
        globalThis.copied = text;
      },
    },
  });

describe("ways to pay", () => {
  test("pages with them are valid and sound", async () => {
    await isValid(site.out(), PATHS);
    await isSound(site, { paths: PATHS });
  });

  test("no number to pay to can be called", () => {
    for (const path of PATHS) {
      const lists = html(site.out(), path).match(/<dl class="pay.*?<\/dl>/gs);
      assert.equal(lists.length, 1, path);
      assert.doesNotMatch(lists[0], /tel:|sms:|upi:/);
    }
  });

  test("each is copied without gaps, and the page says which, for a while", async () => {
    const { page, consoleErrors, close } = await site.open();
    try {
      await page.addInitScript(keep);
      await page.clock.install({ time: NOW });
      await page.goto(site.url("/pricing/"));
      await page.clock.pauseAt(Date.parse(NOW) + 60_000);
      const buttons = page.locator(".pay__copy");
      const status = page.locator("[data-said]");
      const ways = [
        ["5123456", "Copied: M-Pesa, Buy Goods"],
        ["247247", "Copied: M-Pesa, Paybill"],
        ["GYM", "Copied: Account"],
        ["DE89370400440532013000", "Copied: Bank transfer (IBAN)"],
      ];
      for (const [place, [number, said]] of ways.entries()) {
        await buttons.nth(place).press("Enter");
        await page.waitForFunction((said) => document.querySelector("[data-said]").textContent === said, said);
        assert.equal(await copied(page), number);
        assert.deepEqual(await buttons.filter({ hasText: /^Copied/ }).allTextContents(), [said]);
        // Each is said for as long, however soon the next one follows.
        await page.clock.runFor(3900);
        assert.equal(await status.textContent(), said);
      }
      await page.clock.runFor(200);
      assert.equal(await status.textContent(), "");
      assert.equal(await buttons.filter({ hasText: /^Copied/ }).count(), 0);
      assert.match(await buttons.first().textContent(), /^Copy: M-Pesa, Buy Goods$/);
      assert.deepEqual(consoleErrors, []);
    } finally {
      await close();
    }
  });

  test("where copying is refused, the number is selected", async () => {
    const { page, close } = await site.open();
    try {
      await page.addInitScript(() =>
        Object.defineProperty(navigator, "clipboard", { value: { writeText: () => Promise.reject(new Error("no")) } }),
      );
      await page.goto(site.url("/pricing/"));
      await page.locator(".pay__copy").last().press("Enter");
      await page.waitForFunction(() => String(getSelection()) === "DE89370400440532013000");
    } finally {
      await close();
    }
  });

  test("without scripts a press selects the number, and there is no button", async () => {
    await site.visit("/contact/", { javaScriptEnabled: false }, async (page) => {
      assert.equal(await page.locator(".pay__copy").first().isVisible(), false);
      await page.locator(".pay__number").first().click();
      assert.equal(await page.evaluate(() => String(getSelection())), "5123456");
      await page.locator(".pay__number").last().click();
      assert.equal(await page.evaluate(() => String(getSelection())), "DE89370400440532013000");
    });
  });

  test("they are on paper", async () => {
    await site.visit("/pricing/", {}, async (page) => {
      await page.emulateMedia({ media: "print" });
      const number = page.locator(".pay__number").first();
      assert.ok(await number.isVisible());
      assert.ok((await number.evaluate((it) => Number.parseFloat(getComputedStyle(it).fontSize))) > 16);
      assert.equal(await page.locator(".pay__copy").first().isVisible(), false);
    });
  });
});
