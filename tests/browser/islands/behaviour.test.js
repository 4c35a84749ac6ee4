// What each island does once it is hydrated.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { holdBack } from "../support/browser.js";
import { listen } from "../support/server.js";
import { launch, make, serve, settled, visit } from "./harness.js";
import * as props from "./props.js";

const { island } = props;

/** Answers as the service of accounts would: the address says how. */
const service = `
  import { type AccountsConfig, Refused, type Refusal, type Service } from ".";
  export function connect(config: AccountsConfig): Service {
    const answer = async (email: string) => {
      if (email.startsWith("slow")) await new Promise(() => {});
      if (!email.startsWith("fine")) throw email.startsWith("odd") ? new Error("odd") : new Refused(email.split("@")[0] as Refusal);
      localStorage.setItem("asked", config.project);
      localStorage.setItem("times", String(Number(localStorage.getItem("times")) + 1));
    };
    const signOut = async () => {
      while (localStorage.getItem("slow")) await new Promise((resolve) => setTimeout(resolve, 20));
      await answer("fine@");
      localStorage.removeItem("firebase:authUser:key:[DEFAULT]");
    };
    let watching = 0;
    const count = (step: number) => localStorage.setItem("watching", String((watching += step)));
    const watch = () => {
      count(1);
      return () => count(-1);
    };
    return { signIn: answer, signUp: answer, signOut, resetPassword: answer, watch };
  }`;

/** The user icon, until a press takes it away. */
const leaving = `
  import { useState } from "react";
  import { Account, type AccountProps } from "./parts/Account";
  export default function Leaving({ account }: { account: AccountProps }) {
    const [isThere, setThere] = useState(true);
    return (
      <>
        <button type="button" onClick={() => setThere(false)}>Leave</button>
        {isThere && <Account {...account} />}
      </>
    );
  }`;

/** How services of other hosts answer a form, and what the visitor is told. `leave` lets a page see the answer. */
const leave = { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
const forms = {
  "shows its answer": { asked: leave, answer: [200, leave], told: "sent" },
  "shows that it refuses": { asked: leave, answer: [422, leave], told: "failed" },
  "leads on to a page": { asked: leave, answer: [303, { ...leave, location: "/thanks" }], told: "sent" },
  "gives leave and hides its answer": { asked: leave, answer: [200, {}], told: "unconfirmed" },
  "gives no leave": { asked: {}, answer: [200, {}], told: "unconfirmed" },
  "is down": { told: "failed" },
};

describe("an island", () => {
  let other;
  let form;
  let arrived;
  let browser;
  let made;
  let server;
  let answers;
  /** What the page waits for to which signing in leads. */
  let homeward;

  before(async () => {
    other = await listen((request, response) => {
      const { asked, answer } = forms[form];
      if (!answer) return request.socket.destroy();
      if (request.method === "OPTIONS") return response.writeHead(204, asked).end();
      if (request.url === "/thanks") return response.writeHead(200, leave).end();
      arrived += 1;
      response.writeHead(...answer).end();
    });
    const action = `${other.url}/`;
    made = make(
      {
        "index.html": ["<p>home"],
        "bmi.html": [island("BmiCalculator", props.bmi)],
        "pounds.html": [
          island("BmiCalculator", {
            ...props.bmi,
            words: {
              ...props.bmi.words,
              weight: { ...props.bmi.words.weight, unit: "lb" },
              height: { ...props.bmi.words.height, unit: "ft" },
            },
          }),
        ],
        "twins.html": [
          island("BmiCalculator", {
            ...props.bmi,
            level: 4,
            words: { ...props.bmi.words, band: [...props.bmi.words.band, { title: "Normal", from: 40, below: 50 }] },
          }),
        ],
        "search.html": [island("SiteSearch", props.search)],
        "german.html": [island("BmiCalculator", { ...props.bmi, numerals: "0123456789," })],
        "arabic.html": [island("BmiCalculator", { ...props.bmi, numerals: "٠١٢٣٤٥٦٧٨٩٫" })],
        "contact.html": [island("Form", props.contact)],
        "elsewhere.html": [island("Form", { ...props.contact, receiver: { action } })],
        "mail.html": [island("Form", { ...props.contact, receiver: { action: "mailto:a@mail.example" } })],
        "sign-in.html": [island("AccountForm", props.signIn)],
        "sign-up.html": [island("AccountForm", props.signUp)],
        "navigation.html": [
          '<header class="header" data-session="firebase:authUser:key:[DEFAULT]">',
          island("Navigation", {
            ...props.navigation,
            account: { ...props.navigation.account, accounts: props.accounts },
          }),
          "</header>",
        ],
        "leaving.html": [island("Leaving", { account: { ...props.navigation.account, accounts: props.accounts } })],
        "none.html": [island("AccountForm", { ...props.signIn, accounts: null })],
      },
      { development: true, components: { "accounts/service": service, Leaving: leaving } },
    );
    answers = 200;
    server = await serve(made.out, {
      answer: () => answers,
      fault: (path) => (path === "/" ? homeward : undefined),
    });
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    made?.remove();
  });

  /** Most share a tab, as each context starts processes. It keeps nothing for the next one. */
  let shared;
  const open = async (name, run) => {
    const url = `${server.origin}/${name}.html`;
    if (shared) {
      shared.printed.length = 0;
      await shared.page.goto(url, { waitUntil: "load" });
    }
    shared ??= await visit(browser, url);
    await settled(shared.page);
    try {
      await run(shared.page, shared.printed);
    } finally {
      await shared.page.evaluate(() => localStorage.clear());
    }
  };

  /** Fills in the calculator, and returns what it shows. */
  const calculator = (page) => async (weight, height) => {
    await page.getByLabel("Weight").fill(weight);
    await page.getByLabel("Height").fill(height);
    await page.getByRole("button", { name: "Calculate" }).click();
    return page.evaluate(() => ({
      number: document.querySelector(".bmi__number")?.textContent,
      category: document.querySelector(".bmi__category")?.textContent,
      lit: document.querySelector(".bmi__band[data-active=true] .bmi__band-name")?.textContent,
      alert: document.querySelector("[role=alert]").textContent,
    }));
  };

  test("BmiCalculator: bands as they are written, holes and all", () =>
    open("bmi", async (page, printed) => {
      const calculate = calculator(page);
      const result = (number, category) => ({ number, category, lit: category, alert: "" });
      assert.deepEqual(await calculate("53", "170"), result("18.3", "Underweight"));
      assert.deepEqual(await calculate("18.5", "100"), result("18.5", "Normal"));
      assert.deepEqual(await calculate("72", "170"), result("24.9", "Obese"));
      // The number decides as it is shown.
      assert.deepEqual(await calculate("24.89", "100"), result("24.9", "Obese"));
      assert.deepEqual(await calculate("18.46", "100"), result("18.5", "Normal"));
      assert.deepEqual(await calculate("25", "100"), result("25.0", "Overweight"));
      assert.deepEqual(await calculate("29,94", "100"), result("29.9", "Obese"));
      assert.deepEqual(await calculate("90", "170"), result("31.1", "Obese"));
      const alert = { number: undefined, category: undefined, lit: undefined, alert: props.bmi.words.alert };
      for (const [weight, height] of [
        ["0", "170"],
        ["72", ""],
        ["-72", "170"],
        ["seventy", "170"],
        ["1e999", "170"],
        ["72", "1e-200"],
        ["72", "170cm"],
        ["0x50", "170"],
        ["1e2", "170"],
      ]) {
        assert.deepEqual(await calculate(weight, height), alert, `${weight} and ${height}`);
        assert.ok((await page.locator("[aria-invalid=true]").count()) > 0);
      }
      assert.deepEqual(await calculate("53", "170"), result("18.3", "Underweight"));
      assert.equal(await page.locator("[aria-invalid=true]").count(), 0);
      assert.deepEqual(printed, []);
    }));

  test("BmiCalculator: two bands may have one name, and its headings are of the level of their place", () =>
    open("twins", async (page, printed) => {
      assert.equal(await page.locator(".bmi__band-name").getByText("Normal", { exact: true }).count(), 2);
      assert.equal(await page.getByRole("heading", { level: 4 }).textContent(), props.bmi.words.title);
      assert.equal(await page.getByRole("heading", { level: 5 }).textContent(), props.bmi.words.chart_title);
      assert.deepEqual(printed, [], "each band has a key of its own");
    }));

  test("SiteSearch: what is found is said from a place that is never hidden", () =>
    open("search", async (page) => {
      assert.equal(await page.locator("[role=status]").count(), 1);
      assert.equal(await page.locator("[hidden] [role=status]").count(), 0);
    }));

  test("BmiCalculator: pounds, feet and inches", () =>
    open("pounds", async (page) => {
      const calculate = calculator(page);
      for (const [height, number, alert] of [
        // 160 * 703 / 70 ** 2
        ...["5'10", "5’10″", "5 10", "5 ft 10 in"].map((height) => [height, "23.0", ""]),
        ["5.5", "25.8", ""],
        ["5'11.5", "22.0", ""],
        ...["5'12", "5 ft 67", "5'10.5.5", "5'10 or 6'"].map((height) => [height, undefined, props.bmi.words.alert]),
      ]) {
        const shown = await calculate("160", height);
        assert.deepEqual([height, shown.number, shown.alert], [height, number, alert]);
        assert.equal(await page.locator("[name=height][aria-invalid=true]").count(), alert ? 1 : 0, height);
      }
    }));

  for (const [language, below, weight, height, result] of [
    ["german", "below 18,5", "72,5", "170", "25,1"],
    ["arabic", "below ١٨٫٥", "٧٢٫٥", "١٧٠", "٢٥٫١"],
    ["bmi", "below 18.5", "７２．５", "１７０", "25.1"],
    ["bmi", "below 18.5", "٧٢٫٥", "١٧٠", "25.1"],
    ["arabic", "below ١٨٫٥", "۷۲٫۵", "۱۷۰", "٢٥٫١"],
    ["german", "below 18,5", "७२,५", "१७०", "25,1"],
  ]) {
    test(`BmiCalculator: numbers such as ${weight} and ${height}`, () =>
      open(language, async (page) => {
        assert.equal(await page.locator(".bmi__band-range").first().textContent(), below);
        assert.equal((await calculator(page)(weight, height)).number, result);
      }));
  }

  test("Form: its heading is of the level of its place, and what is missing is reported at its field", () =>
    open("contact", async (page) => {
      assert.equal(await page.getByRole("heading", { level: props.contact.level }).count(), 1);
      await page.getByRole("button").click();
      const name = page.getByLabel("Full Name");
      assert.ok(await name.evaluate((one) => one === document.activeElement));
      assert.equal(await name.getAttribute("aria-invalid"), "true");
      const about = await name.getAttribute("aria-describedby");
      assert.equal(await page.locator(`[id="${about}"]`).innerText(), props.contact.form.field[0].error);
      await name.fill("Achieng");
      await page.getByLabel("Email Address").fill("no address");
      await page.getByRole("button").click();
      assert.equal(await name.getAttribute("aria-invalid"), null);
      assert.equal(await page.locator(".field__error").innerText(), props.contact.form.field[1].error);
      assert.equal(server.posts.length, 0);
    }));

  test("Form: sent, and reported so in place; or reported that it failed, with nothing lost", () =>
    open("contact", async (page, printed) => {
      await page.getByLabel("Full Name").fill("Achieng");
      await page.getByLabel("Email Address").fill("a@mail.example");
      await page.getByLabel("Class").selectOption("karate");
      await page.getByLabel("Comment").fill("Hello");
      answers = 500;
      await page.getByRole("button").click();
      await page.getByRole("alert").getByText(props.contact.form.failed).waitFor();
      assert.equal(await page.getByLabel("Comment").inputValue(), "Hello");
      answers = 200;
      await page.getByRole("button").click();
      await page.getByRole("status").getByText(props.contact.form.sent).waitFor();
      assert.equal(await page.getByLabel("Comment").inputValue(), "");
      assert.equal(server.posts.length, 2);
      assert.match(server.posts[1].type, /^application\/x-www-form-urlencoded/);
      assert.match(server.posts[1].body, /class=karate/);
      assert.deepEqual(
        printed.filter((text) => !text.includes("500")),
        [],
      );
    }));

  /** Fills in the form, sends it, does something while it is on its way, and has it arrive. */
  const sendAnd = async (page, act) => {
    await page.getByLabel("Full Name").fill("Achieng");
    await page.getByLabel("Email Address").fill("a@mail.example");
    await page.getByLabel("Comment").fill("Hello");
    const arrive = await holdBack(page, "**/receive");
    await page.getByRole("button").click();
    await page.locator("[aria-busy]").waitFor();
    await act();
    arrive();
    await page.getByRole("status").getByText(props.contact.form.sent).waitFor();
    await page.unroute("**/receive");
  };

  test("Form: what is written while a message is sent isn't lost", () =>
    open("contact", async (page) => {
      const comment = page.getByLabel("Comment");
      await sendAnd(page, () => comment.fill("Hello, once more"));
      assert.equal(await comment.inputValue(), "Hello, once more");
    }));

  test("Form: what came of a message has the focus, unless somebody went on meanwhile", () =>
    open("contact", async (page) => {
      const isFocused = (one) => one === document.activeElement;
      await sendAnd(page, () => {});
      await page.locator(".form__banner:focus").waitFor();
      // A press on nothing, in the part of the page that links lead to
      await sendAnd(page, () =>
        page.locator("form").evaluate(({ parentElement }) => {
          parentElement.tabIndex = -1;
          parentElement.focus();
        }),
      );
      await page.locator(".form__banner:focus").waitFor();
      const comment = page.getByLabel("Comment");
      await sendAnd(page, () => comment.focus());
      await page.locator("[aria-busy]").waitFor({ state: "detached" });
      assert.ok(await comment.evaluate(isFocused));
    }));

  for (const [name, { told }] of Object.entries(forms)) {
    test(`Form: a service that ${name} gets the message once, and ${told} is true`, async () => {
      [form, arrived] = [name, 0];
      const { page } = await visit(browser, `${server.origin}/elsewhere.html`, { bypassCSP: true });
      await settled(page, 1);
      await page.getByLabel("Full Name").fill("Achieng");
      await page.getByLabel("Email Address").fill("a@mail.example");
      await page.getByRole("button").click();
      await page.getByText(props.contact.form[told]).waitFor();
      assert.equal(arrived, name === "is down" ? 0 : 1);
      await page.context().close();
    });
  }

  test("Form: without an endpoint the browser writes a mail", () =>
    open("mail", async (page) => {
      await page.getByLabel("Full Name").fill("Achieng");
      await page.getByLabel("Email Address").fill("a@mail.example");
      const untouched = await page.evaluate(() => {
        let prevented;
        addEventListener("submit", (event) => {
          prevented = event.defaultPrevented;
          event.preventDefault();
        });
        document.querySelector("form").requestSubmit();
        return prevented === false;
      });
      assert.ok(untouched);
    }));

  for (const page of ["sign-in", "sign-up"]) {
    test(`${page}: every refusal has its words, and success leads home`, () =>
      open(page, async (page, printed) => {
        const { form, errors } = props.signIn;
        const submit = page.getByRole("button", { name: form.button });
        await submit.click();
        assert.equal(await page.locator(".field__error").count(), 2);
        await page.getByLabel("Password").fill("secret-enough");
        for (const reason of Object.keys(errors)) {
          await page.getByLabel("Email").fill(`${reason}@mail.example`);
          await submit.click();
          await page.getByRole("alert").getByText(errors[reason], { exact: true }).waitFor();
        }
        await page.getByLabel("Email").fill("odd@mail.example");
        await submit.click();
        await page.getByRole("alert").getByText(errors.other, { exact: true }).waitFor();
        assert.equal(printed.length, 1, "an error that nobody expected is logged");
        await page.getByLabel("Email").fill("fine@mail.example");
        await submit.click();
        await page.waitForURL("**/#home");
        assert.equal(await page.evaluate(() => localStorage.getItem("asked")), "demo");
      }));
  }

  test("sign-up: it is sent once, however often somebody presses until the next page is there", () =>
    open("sign-up", async (page) => {
      await page.getByLabel("Email").fill("fine@mail.example");
      await page.getByLabel("Password").fill("secret-enough");
      let arrive;
      homeward = new Promise((resolve) => {
        arrive = resolve;
      });
      const count = () => server.requests.filter((path) => path === "/").length;
      const before = count();
      await page.evaluate(() => {
        const press = () => document.querySelector("[type=submit]").click();
        press();
        setInterval(press, 50);
      });
      while (count() === before) await page.waitForTimeout(50);
      await page.waitForTimeout(300);
      arrive();
      await page.waitForURL("**/#home");
      assert.equal(await page.evaluate(() => localStorage.getItem("times")), "1");
    }));

  test("sign-in: a service that doesn't answer is given up after 15 seconds", async () => {
    const { page, context } = await visit(browser, `${server.origin}/sign-in.html`);
    await settled(page);
    await page.clock.install();
    await page.getByLabel("Email").fill("slow@mail.example");
    await page.getByLabel("Password").fill("secret-enough");
    await page.getByRole("button", { name: props.signIn.form.button }).click();
    const button = page.getByRole("button", { name: props.signIn.form.pending });
    await button.waitFor();
    assert.equal(await button.getAttribute("aria-busy"), "true");
    await page.clock.fastForward(14_000);
    assert.equal(await page.locator(".form__banner--error").count(), 0);
    await page.clock.fastForward(2_000);
    await page.getByRole("alert").getByText(props.signIn.errors.timeout).waitFor();
    await context.close();
  });

  test("sign-in: where there is no service the form says so", () =>
    open("none", async (page) => {
      await page.getByLabel("Email").fill("mgeni@mail.example");
      await page.getByLabel("Password").fill("karibu");
      await page.getByRole("button", { name: props.signIn.form.button }).click();
      await page.getByRole("alert").getByText(props.signIn.unavailable).waitFor();
    }));

  test("Navigation: the session is watched no longer than the user icon is there", async () => {
    const { page, context } = await visit(browser, `${server.origin}/`);
    const user = { email: "mgeni@mail.example" };
    await page.evaluate((user) => localStorage.setItem("firebase:authUser:key:[DEFAULT]", JSON.stringify(user)), user);
    await page.goto(`${server.origin}/leaving.html`);
    await settled(page, 1);
    await page.waitForFunction(() => localStorage.getItem("watching") === "1");
    await page.getByRole("button", { name: "Leave" }).click();
    await page.waitForFunction(() => localStorage.getItem("watching") === "0");
    await context.close();
  });

  test("Navigation: whoever is signed in gets a menu under the user icon", async () => {
    const { page, printed, context } = await visit(browser, `${server.origin}/`);
    const user = { email: "mgeni@mail.example" };
    await page.evaluate((user) => localStorage.setItem("firebase:authUser:key:[DEFAULT]", JSON.stringify(user)), user);
    const arrive = await holdBack(page, "**/Navigation*.js");
    await page.goto(`${server.origin}/navigation.html`);
    assert.equal(await page.locator(".user__link").isVisible(), false);
    const icon = page.getByRole("button", { name: "Signed in as" });
    await icon.click();
    const signOut = page.getByRole("button", { name: "Sign out" });
    await signOut.waitFor();
    assert.equal(await page.locator("[data-state=live]").count(), 0, "the menu opens before the island is alive");
    arrive();
    await page.locator(".user__address").getByText("Signed in as mgeni@mail.example").waitFor();
    await page.getByRole("button", { name: "Signed in as mgeni@mail.example" }).waitFor();
    await page.keyboard.press("Tab");
    assert.ok(await signOut.evaluate((one) => one === document.activeElement));
    await page.keyboard.press("Escape");
    assert.equal(await signOut.isVisible(), false);
    assert.ok(await icon.evaluate((one) => one === document.activeElement), "the focus is back");
    await icon.click();
    await page.mouse.click(400, 500);
    assert.equal(await signOut.isVisible(), false, "a click elsewhere closes it");
    await icon.click();
    const watching = await page.evaluate(() => localStorage.getItem("watching"));
    assert.equal(watching, "1", "the session is watched once, however often the menu opens");
    await signOut.click();
    await page.locator(".user__link:focus").waitFor();
    assert.equal(await page.evaluate(() => localStorage.getItem("asked")), "demo");
    assert.deepEqual(printed, []);
    await context.close();
  });

  test("Navigation: whoever goes on while the service ends a session keeps the focus", async () => {
    const { page, context } = await visit(browser, `${server.origin}/`);
    await page.evaluate(() => {
      localStorage.setItem("firebase:authUser:key:[DEFAULT]", '{ "email": "mgeni@mail.example" }');
      localStorage.setItem("slow", "true");
    });
    await page.goto(`${server.origin}/navigation.html`);
    await settled(page);
    await page.getByRole("button", { name: "Signed in as" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.locator(".brand").focus();
    await page.evaluate(() => localStorage.removeItem("slow"));
    await page.locator(".user__link").waitFor();
    assert.ok(await page.locator(".brand").evaluate((one) => one === document.activeElement));
    await context.close();
  });
});
