// Numbers to pay to: copied as they are typed, said once, never called.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isSound, isValid } from "./support/judge.js";
import { buildGym } from "./support/project.js";
import { html } from "./support/site.js";
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

  test("each is copied without gaps, and the page says so for a while", async () => {
    const { page, consoleErrors, close } = await site.open();
    try {
      await page.addInitScript(keep);
      await page.goto(site.url("/pricing/"));
      const buttons = page.locator(".pay__copy");
      for (const [place, number] of ["5123456", "247247", "GYM", "DE89370400440532013000"].entries()) {
        await buttons.nth(place).press("Enter");
        assert.equal(await copied(page), number);
      }
      const status = page.locator("[data-said]");
      assert.equal(await status.textContent(), "Copied");
      assert.match(await buttons.first().textContent(), /^Copied/);
      await page.waitForFunction(() => document.querySelector("[data-said]").textContent === "");
      assert.match(await buttons.first().textContent(), /^Copy\b/);
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
