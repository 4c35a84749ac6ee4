// The journey of an account, against the service of the preview.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { open, withBrowser } from "../support/browser.js";
import { until } from "../support/preview.js";
import { withPreview } from "../support/with-preview.js";
import { leadHome, steps, visitor } from "./journey.js";

const preview = withPreview({ prepare: leadHome });
const browser = withBrowser();
const world = {
  get browser() {
    return browser();
  },
  get url() {
    return preview.url();
  },
  get service() {
    return preview.origin();
  },
};

describe("an account in the preview", () => {
  for (const [name, step] of Object.entries(steps(world))) test(name, step);

  test("the test account works as the page says", async () => {
    const one = await visitor(world);
    await one.page.goto(preview.url("/login/"));
    const [email, password] = await one.page.locator(".account__test code").allTextContents();
    await one.fill(email, password);
    await one.submit();
    await one.isHome();
    await one.close();
  });

  test("too many tries and a policy for passwords are told in words that help", async () => {
    const one = await visitor(world);
    const refuse = (call, message) =>
      one.page.route(`**/accounts:${call}*`, (route) =>
        route.fulfill({
          status: 400,
          contentType: "application/json",
          headers: { "access-control-allow-origin": "*" },
          body: JSON.stringify({ error: { code: 400, message, errors: [{ message }] } }),
        }),
      );
    await refuse("signInWithPassword", "TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account was disabled for a while");
    await one.form("/login/", "otieno@mail.example", "any password");
    await one.submit();
    await one.says("There were too many tries. Please wait a few minutes and try again, or choose a new password.");
    await refuse(
      "signUp",
      "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [an upper case letter]",
    );
    await one.form("/signup/", "otieno@mail.example", "any password");
    await one.submit();
    await one.says("Please choose a longer password, with capitals, small letters, figures and signs.");
    await one.page.unrouteAll();
    await one.close();
  });

  test("a forgotten password: the link is in the terminal, and leads to another", async () => {
    const one = await visitor(world);
    await one.form("/signup/", "otieno@mail.example", "the first one");
    await one.submit();
    await one.isHome();
    await one.signOut();
    await one.form("/login/", "otieno@mail.example", "");
    await one.page.getByRole("button", { name: "Forgot your password?" }).click();
    await one.says("If there is an account with that address, a", "status");
    const link = await until("a link", () => /a new password for otieno\S+ (http\S+)/.exec(preview.printed())?.[1]);
    await one.page.goto(link);
    await one.page.getByLabel("New password").fill("the second one");
    await one.page.getByRole("button", { name: "Save" }).click();
    await one.page.getByText("That is your password from now on.").waitFor();
    await one.close();
  });

  test("a contact message stays on the machine, and is shown in the terminal", async () => {
    const { page, consoleErrors, close } = await open(world.browser);
    await page.goto(preview.url("/contact/?class=boxing"));
    await page.locator('[data-island="Form"][data-state="live"]').waitFor();
    await page.getByLabel("Full Name").fill("Achieng\u001b[31m Njoroge");
    await page.getByLabel("Email Address").fill("achieng@mail.example");
    await page.getByLabel("Comment").fill("Two lines,\nthe second.");
    await page.getByRole("button", { name: "Send message" }).click();
    await page.getByText("Asante! Your message is with us.").waitFor();
    const letter = "  email: achieng@mail.example\n  class: boxing\n  comment: Two lines,\n    the second.\n";
    await until("the message", () => preview.printed().includes(letter));
    assert.ok(!preview.printed().includes("\u001b"));
    assert.deepEqual(consoleErrors, []);
    await close();
  });
});
