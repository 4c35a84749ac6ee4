// What a visitor does with an account, from signing up to a session that is renewed. The same steps go against
// the preview's own service and against the real one's emulator.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { open } from "../support/browser.js";
import { until } from "../support/preview.js";

/** Lets the forms of a gym lead to a place on its home page. */
export function leadHome({ edit }) {
  for (const page of ["login", "signup"]) {
    edit(`pages/${page}.toml`, (text) => text.replace("\nunavailable", '\nhome = "/#home"\nunavailable'));
  }
}

/** A visitor with a browser of their own. `world` says where the site is and what stands for the service. */
export async function visitor(world) {
  const { page, consoleErrors, close } = await open(world.browser, {}, { answersForOthers: !world.connect });
  const context = page.context();
  const calls = [];
  context.on("request", (request) => {
    const name = /accounts:\w+|v1\/token|documents:\w+/.exec(request.url())?.[0];
    if (name) calls.push({ name, body: request.postData() ?? "" });
  });
  let isOffline = false;
  // Both, as what holds for the page comes before what holds for all tabs.
  for (const target of [context, page]) await world.connect?.(target, () => isOffline);
  const setOffline = async (now) => {
    isOffline = now;
    await context.setOffline(now);
  };
  const count = (name) => calls.filter((call) => call.name === name).length;

  const form = async (path, email, password) => {
    await page.goto(world.url + path);
    await fill(email, password);
  };
  const fill = async (email, password) => {
    await page.getByLabel("Email").click({ force: true });
    await page.locator('[data-island="AccountForm"][data-state="live"]').waitFor();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(password);
  };
  const submit = () => page.locator("form button[type=submit]").click();
  const says = (text, role = "alert") => page.getByRole(role).getByText(text, { exact: true }).waitFor();
  const isHome = async () => {
    await page.waitForURL(`${world.url}/#home`);
    assert.equal(await page.evaluate(() => scrollY), 0, "at the top");
  };
  const signedIn = () => page.locator(".user__button").isVisible();
  const session = () =>
    page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.startsWith("firebase:authUser:"));
      return key && { key, ...JSON.parse(localStorage.getItem(key)) };
    });
  /** Shows the page anew, and waits until the service has confirmed the session. */
  const confirm = async () => {
    const asked = count("accounts:lookup");
    await page.reload();
    await until("the service was asked", () => count("accounts:lookup") > asked);
    await page.waitForLoadState("networkidle");
  };
  const signOut = async () => {
    await page.locator(".user__button").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.locator(".user__link:focus").waitFor();
  };
  return {
    page,
    context,
    consoleErrors,
    calls,
    count,
    form,
    fill,
    submit,
    says,
    isHome,
    signedIn,
    session,
    confirm,
    signOut,
    setOffline,
    close,
  };
}

/** The words of the gym of the tests. */
const words = {
  wrong: "Wrong email or password",
  taken: "There is already an account with this",
  weak: "Please choose a password of at least six characters",
  invalid: "Please enter your email address",
  offline: "Connection failed.",
};

/** Every step of the journey, by its name. Later ones build upon what earlier ones did. */
export const steps = (world) => {
  const typed = `Achieng.${randomUUID()}@Mail.example`;
  const email = typed.toLowerCase();
  const password = "karibu sana";
  let one;

  return {
    "nothing of the service is loaded before a form is used": async () => {
      one = await visitor(world);
      const scripts = [];
      one.page.on("response", (response) => scripts.push(response.url()));
      await one.page.goto(`${world.url}/`);
      await one.page.waitForLoadState("networkidle");
      assert.deepEqual(
        scripts.filter((url) => url.includes("service-")),
        [],
      );
    },

    "a weak password and an address that can't name a document are refused in the form": async () => {
      await one.form("/signup/", typed, "12345");
      await one.submit();
      await one.page.getByText(words.weak, { exact: true }).waitFor();
      await one.fill("a/b@mail.example", password);
      await one.submit();
      await one.page.getByText(words.invalid, { exact: true }).waitFor();
      assert.equal(one.calls.length, 0);
    },

    "signing up writes one document, and leads home": async () => {
      await one.fill(typed, password);
      await one.page.evaluate(() => {
        const form = document.querySelector("form");
        form.requestSubmit();
        form.requestSubmit();
      });
      await one.page.getByRole("button", { name: "Creating your account" }).waitFor();
      await one.isHome();
      assert.equal(one.count("accounts:signUp"), 1, "once, though submitted twice");
      assert.equal(one.count("documents:commit"), 1);
      const { writes } = JSON.parse(one.calls.find((call) => call.name === "documents:commit").body);
      assert.equal(writes.length, 1);
      assert.ok(writes[0].update.name.endsWith(`/documents/users/${email}`), writes[0].update.name);
      assert.deepEqual(writes[0].update.fields, { savedShows: { arrayValue: { values: [] } } });
      assert.deepEqual(writes[0].currentDocument, { exists: false });
    },

    "the header knows who is signed in, and the session outlives a reload": async () => {
      assert.equal(await one.signedIn(), true);
      const scripts = [];
      one.page.on("response", (response) => scripts.push(response.url()));
      await one.confirm();
      assert.equal(await one.signedIn(), true);
      // What writes documents comes with a form only.
      assert.ok(scripts.some((url) => url.includes("service-")));
      assert.ok(!scripts.some((url) => url.includes("documents-")));
      assert.equal((await one.session()).email, email);
    },

    "signing out": async () => {
      await one.signOut();
      assert.equal(await one.session(), undefined);
      await one.page.reload();
      assert.equal(await one.signedIn(), false);
    },

    "a wrong password and an unknown address are reported in the same words": async () => {
      await one.form("/login/", email, "wrong password");
      await one.submit();
      await one.says(words.wrong);
      await one.fill(`nobody.${email}`, password);
      await one.submit();
      await one.says(words.wrong);
    },

    "an address has one account": async () => {
      await one.form("/signup/", typed, "another password");
      await one.submit();
      await one.says(words.taken);
    },

    "without a network the form says so, and works again with one": async () => {
      await one.form("/login/", typed, password);
      await one.page.waitForLoadState("networkidle");
      await one.setOffline(true);
      await one.submit();
      await one.says(words.offline);
      await one.setOffline(false);
    },

    "signing in writes no second document": async () => {
      await one.submit();
      await one.isHome();
      assert.equal(await one.signedIn(), true);
      assert.equal(one.count("documents:commit"), 1);
    },

    "a session is renewed when its hour is over": async () => {
      await one.confirm();
      const before = await one.session();
      await one.page.evaluate(({ key }) => {
        const user = JSON.parse(localStorage.getItem(key));
        user.stsTokenManager.expirationTime = Date.now() - 1000;
        localStorage.setItem(key, JSON.stringify(user));
      }, before);
      // Tokens of the same second are equal.
      await new Promise((resolve) => setTimeout(resolve, 1100));
      await one.page.reload();
      await until("a new token", async () => {
        const { stsTokenManager: tokens } = (await one.session()) ?? {};
        return tokens.expirationTime > Date.now() && tokens.accessToken !== before.stsTokenManager.accessToken;
      });
      assert.equal(one.count("v1/token"), 1);
      assert.equal(await one.signedIn(), true);
    },

    "a session that ends in another tab ends here": async () => {
      const other = await one.context.newPage();
      await other.goto(`${world.url}/about/`);
      await other.locator('[data-island="Navigation"][data-state="live"]').waitFor();
      await one.signOut();
      await other.locator(".user__link").waitFor();
      await other.close();
    },

    "a session that ends in another tab while it is being confirmed ends here": async () => {
      await one.form("/login/", typed, password);
      await one.submit();
      await one.isHome();
      const other = await one.context.newPage();
      let release;
      const released = new Promise((resolve) => (release = resolve));
      await other.route("**/accounts:lookup*", async (route) => {
        await released;
        await route.fallback();
      });
      const asked = other.waitForRequest("**/accounts:lookup*");
      await other.goto(`${world.url}/about/`);
      await asked;
      await one.signOut();
      const confirmed = other.waitForResponse("**/accounts:lookup*");
      release();
      await confirmed;
      await other.locator(".user__link").waitFor();
      // The library stores the session again before it is signed out: a tab that is closed between leaves it.
      await other.waitForLoadState("networkidle");
      await until("no session", async () => !(await one.session()));
      await other.close();
      assert.equal(await one.signedIn(), false);
    },

    "an account that is gone is signed out on the next page": async () => {
      await one.form("/login/", typed, password);
      await one.submit();
      await one.isHome();
      const { stsTokenManager: tokens, apiKey } = await one.session();
      const answer = await fetch(`${world.service}/identitytoolkit.googleapis.com/v1/accounts:delete?key=${apiKey}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ idToken: tokens.accessToken }),
      });
      assert.equal(answer.status, 200);
      await one.page.goto(`${world.url}/about/`);
      await one.page.locator(".user__link").waitFor();
      await until("no session", async () => !(await one.session()));
    },

    "a sign-up whose document couldn't be written is made whole by the next signing in": async () => {
      const two = await visitor(world);
      const own = `half.${email}`;
      // The library would try again for a quarter of a minute what doesn't arrive.
      const json = { error: { code: 403, message: "Not now", status: "PERMISSION_DENIED" } };
      const headers = { "access-control-allow-origin": "*" };
      await two.page.route("**/documents:commit*", (route) => route.fulfill({ status: 403, json, headers }));
      await two.form("/signup/", own, password);
      await two.submit();
      await two.isHome();
      await two.page.unroute("**/documents:commit*");
      await two.signOut();
      const before = two.count("documents:commit");
      await two.form("/login/", own, password);
      await two.submit();
      await two.isHome();
      assert.equal(two.count("documents:commit"), before + 1);
      await two.signOut();
      await two.form("/login/", own, password);
      await two.submit();
      await two.isHome();
      assert.equal(two.count("documents:commit"), before + 1, "and is left alone from then on");
      await two.close();
    },

    "the browser had nothing to complain of but refusals": async () => {
      const expected = /Failed to load resource|auth\/|ERR_INTERNET_DISCONNECTED/;
      assert.deepEqual(
        one.consoleErrors.filter((text) => !expected.test(text)),
        [],
      );
      await one.close();
    },
  };
};
