// Forms of content: every kind of field by keyboard and read out, two on one page, what is sent and to whom, with scripts and
// without.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { open, withBrowser } from "./support/browser.js";
import { inspect, isValid } from "./support/judge.js";
import { buildGym } from "./support/project.js";
import { listen } from "./support/server.js";
import { serve } from "./support/site.js";

const trial = (endpoint) => `title = "Try a class"
endpoint = "${endpoint}/trial"
button = "Book my class"
sent = "Done! We call you."

[[field]]
id = "name"
label = "Your name"
required = true

[[field]]
id = "phone"
kind = "phone"
label = "Your phone"
hint = "So that we can text you"
required = true

[[field]]
id = "email"
kind = "email"
label = "Your email"

[[field]]
id = "age"
kind = "number"
label = "Your age"
least = 12

[[field]]
id = "birthday"
kind = "date"
label = "Your birthday"

[[field]]
id = "goal"
kind = "choices"
label = "What brings you here?"
options = ["Lose weight", "Get strong", "Compete"]
required = true

[[field]]
id = "hour"
kind = "choice"
label = "When?"
options = ["Morning", "Evening"]
required = true

[[field]]
id = "town"
kind = "choice"
label = "From where?"
options = ["A", "B", "C", "D", "E", "F"]

[[field]]
id = "class"
kind = "class"
label = "Which class?"
all = "/classes/"

[[field]]
id = "consent"
kind = "consent"
label = "You may keep this to answer me."
link = { title = "What we keep", to = "/about/" }
required = true
`;

const lost = (endpoint) => `title = "Lost something?"
endpoint = "${endpoint}/lost"
button = "Ask for it"

[[field]]
id = "email"
kind = "email"
label = "Where we reach you"
required = true

[[field]]
id = "what"
kind = "text"
label = "What was it?"
required = true
`;

const every = (endpoint) => `title = "Every kind"
endpoint = "${endpoint}/every"
button = "Send it"
${[
  ["name", "line", "Name"],
  ["story", "text", "Story"],
  ["email", "email", "Mail"],
  ["phone", "phone", "Number"],
  ["age", "number", "Age", "least = 12"],
  ["birthday", "date", "Birthday"],
  ["hour", "choice", "When?", 'options = ["Morning", "Evening"]'],
  ["goal", "choices", "Why?", 'options = ["Strength", "Breath"]'],
  ["class", "class", "Class"],
  ["plan", "plan", "Plan"],
  ["event", "event", "Event"],
  ["consent", "consent", "You may keep this."],
]
  .map(
    ([id, kind, label, more = ""]) => `
[[field]]
id = "${id}"
kind = "${kind}"
label = "${label}"
${["class", "plan", "event"].includes(kind) ? "" : "required = true"}
${more}
`,
  )
  .join("")}`;

const EVERY_PAGE = `title = "Every kind"
description = "All kinds of fields."

[[section]]
type = "form"
form = "every"
heading = "Every kind"
`;

const RUN = `title = "Run"
summary = "We run."
start = 2027-03-06T09:00:00
text = "Together."
`;

const PAGE = `title = "Try it"
description = "Your first class is free."

[[section]]
type = "form"
form = "trial"
heading = "Your first class"

[[section]]
type = "form"
form = "lost"
heading = "Lost and found"
`;

const FIND_US = `title = "Find us"
description = "Where the gym is."

[[section]]
type = "contact"
heading = "Find us"
`;

const DESK = { viewport: { width: 1280, height: 900 } };
const browser = withBrowser();
const received = { trial: [], lost: [], every: [] };
/** How a service answers: "sent", or "failed", or "unconfirmed" if pages may not see its answer, or "silent" if there is none. */
const outcome = { trial: "sent", lost: "sent", every: "sent" };
let services;
let site;
let server;

/** Takes what is posted, as a service whose answer pages may see. */
async function service(name) {
  return listen((request, response) => {
    const isHidden = outcome[name] === "unconfirmed" && request.method === "POST";
    const leave = isHidden ? {} : { "access-control-allow-origin": "*", "access-control-allow-headers": "*" };
    const status = outcome[name] === "failed" && request.method === "POST" ? 500 : 200;
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      if (request.method === "POST") received[name].push([...new URLSearchParams(body)]);
      if (request.method === "POST" && outcome[name] === "silent") return;
      response.writeHead(status, { ...leave, "content-type": "text/html" }).end("<!doctype html><title>Thanks</title>");
    });
  });
}

before(async () => {
  services = [await service("trial"), await service("lost"), await service("every")];
  site = buildGym(({ edit, write }) => {
    write("forms/trial.toml", trial(services[0].url));
    write("forms/lost.toml", lost(services[1].url));
    write("forms/every.toml", every(services[2].url));
    write("pages/every.toml", EVERY_PAGE);
    write("events/run.toml", RUN);
    write("pages/trial.toml", PAGE);
    write("pages/find-us.toml", FIND_US);
    edit("plans/one-month.toml", (text) => `${text}book = "form:trial"\n`);
    edit("plans/daily.toml", (text) => `${text}book = "form:lost"\n`);
  });
  // The policy is the page's own.
  server = await serve(site.out, "frame-ancestors 'none'");
});
after(async () => {
  await server?.close();
  site?.remove();
  for (const one of services ?? []) await one.close();
});

async function visit(path, options = {}) {
  const opened = await open(browser(), { ...DESK, ...options });
  await opened.page.goto(server.url + path);
  if (options.javaScriptEnabled !== false) {
    for (const island of await opened.page.locator('[data-island="Form"]').all()) {
      await island.scrollIntoViewIfNeeded();
    }
    await opened.page.locator('[data-island="Form"]:not([data-state="live"])').waitFor({ state: "detached" });
  }
  return opened;
}

/** Fills what must be filled. */
async function fill(form) {
  await form.getByLabel("Your name").fill("Achieng");
  await form.getByLabel("Your phone").fill("0700 000 146");
  await form.getByLabel("Get strong").check();
  await form.getByLabel("Compete").check();
  await form.getByLabel("Evening").check();
  await form.getByLabel("Which class?").selectOption("karate");
  await form.getByLabel("You may keep this").check();
}

test("the page is valid, sound at each width, and every field has its name", async () => {
  await isValid(site.out, ["/trial/", "/find-us/"]);
  const { page, close, consoleErrors } = await visit("/trial/", { bypassCSP: true });
  assert.deepEqual(await inspect(page, "/trial/", consoleErrors, [360, 768, 1440]), []);
  for (const [role, name] of [
    ["textbox", "Your name required"],
    ["textbox", "Your phone required"],
    ["spinbutton", "Your age"],
    ["group", "What brings you here? required"],
    ["radiogroup", "When? required"],
    ["combobox", "From where?"],
    ["checkbox", "You may keep this to answer me. required"],
  ])
    assert.equal(await page.getByRole(role, { name, exact: true }).count(), 1, `${role} ${name}`);
  const hint = await page.getByLabel("Your phone").getAttribute("aria-describedby");
  assert.equal(await page.locator(`[id="${hint}"]`).innerText(), "So that we can text you");
  await close();
});

test("by keyboard: what is missing is told at its field, at a group too, and sent once it is there", async () => {
  received.trial.length = 0;
  const { page, close, consoleErrors } = await visit("/trial/", { bypassCSP: true });
  const form = page.locator("form").first();
  await form.getByRole("button", { name: "Book my class" }).press("Enter");
  assert.ok(await form.getByLabel("Your name").evaluate((one) => one === document.activeElement));
  assert.deepEqual(await form.locator(".field__error").allInnerTexts(), [
    "Please fill this in",
    "Please enter a phone number",
    "Please choose at least one",
    "Please choose one",
    "Please tick this box",
  ]);
  const group = form.getByRole("group", { name: "What brings you here?" });
  const told = await group.getAttribute("aria-describedby");
  assert.equal(await page.locator(`[id="${told}"]`).innerText(), "Please choose at least one");
  assert.deepEqual(await inspect(page, "/trial/", consoleErrors, [360]), []);
  await form.getByLabel("Your name").fill("Achieng");
  await form.getByLabel("Your phone").fill("0700 000 146");
  await form.getByLabel("Get strong").press("Space");
  await form.getByLabel("Morning").press("ArrowDown");
  await form.getByLabel("You may keep this").press("Space");
  await form.getByRole("button", { name: "Book my class" }).press("Enter");
  await form.getByRole("status").getByText("Done! We call you.").waitFor();
  const sent = new Map(received.trial[0]);
  assert.deepEqual(
    ["name", "goal", "hour", "consent", "language", "form"].map((name) => sent.get(name)),
    ["Achieng", "Get strong", "Evening", "You may keep this to answer me.", "en-KE", "trial"],
  );
  await close();
});

/** What has the focus: its kind and its label. */
const focused = (page) =>
  page.evaluate(() => {
    const { type, localName, labels, textContent, id } = document.activeElement;
    const name = labels?.[0]?.innerText ?? textContent;
    return [type ?? localName, name.replace(/\s+/g, " ").trim(), id];
  });

test("Tab reaches each kind of field in its order, by its name", async () => {
  const { page, close } = await visit("/every/");
  await page.getByLabel("Name").focus();
  const walked = [await focused(page)];
  while (walked.at(-1)[0] !== "submit" && walked.length < 40) {
    await page.keyboard.press("Tab");
    const next = await focused(page);
    // A date has several stops.
    if (next[2] !== walked.at(-1)[2] || !next[2]) walked.push(next);
  }
  assert.deepEqual(
    walked.map(([kind, name]) => `${kind} ${name}`),
    [
      "text Name required",
      "textarea Story required",
      "email Mail required",
      "tel Number required",
      "number Age required",
      "date Birthday required",
      "radio Morning",
      "checkbox Strength",
      "checkbox Breath",
      "select-one Class",
      "select-one Plan",
      "select-one Event",
      "checkbox You may keep this. required",
      "submit Send it",
    ],
  );
  await close();
});

test("a field of each kind is described by what is wrong with it", async () => {
  const { page, close } = await visit("/every/");
  await page.getByLabel("Mail").fill("nobody");
  await page.getByLabel("Age").fill("3");
  await page.getByRole("button", { name: "Send it" }).click();
  for (const [label, error] of [
    ["Mail", "Please enter an email address, like name@mail.example"],
    ["Age", "Please enter a number"],
    ["Birthday", "Please enter a date"],
    ["Story", "Please fill this in"],
  ]) {
    const field = page.getByLabel(label);
    assert.equal(await field.getAttribute("aria-invalid"), "true", label);
    const told = await field.getAttribute("aria-describedby");
    assert.equal(await page.locator(`[id="${told}"]`).innerText(), error, label);
  }
  await page.getByLabel("Mail").fill("achieng@mail.example");
  await page.getByRole("button", { name: "Send it" }).click();
  assert.equal(await page.getByLabel("Mail").getAttribute("aria-describedby"), null);
  assert.equal(received.every.length, 0);
  await close();
});

test("what a service refuses, or may have got, is told by a form with choices and a consent", async () => {
  const { page, close } = await visit("/trial/");
  try {
    const form = page.locator("form").first();
    const send = form.getByRole("button", { name: "Book my class" });
    await fill(form);
    received.trial.length = 0;
    outcome.trial = "failed";
    await send.click();
    await form.getByText("Your message could not be sent. Please try again, or call us.").waitFor();
    assert.equal(await form.getByLabel("Your name").inputValue(), "Achieng");
    assert.ok(await form.getByLabel("Get strong").isChecked());
    assert.ok(await form.getByLabel("You may keep this").isChecked());
    outcome.trial = "unconfirmed";
    await send.click();
    await form.getByText(/Your message was sent, but this page can’t see whether it arrived/).waitFor();
    assert.equal(received.trial.length, 2);
    assert.deepEqual(received.trial[0], received.trial[1]);
    assert.equal(await form.getByLabel("Get strong").isChecked(), false, "it is empty again");
  } finally {
    outcome.trial = "sent";
    await close();
  }
});

/** Sends a message to a service that hides its answer, until the page says so. */
async function sendUnseen(page) {
  await fill(page.locator("form").first());
  await page.getByRole("button", { name: "Book my class" }).click();
  await page.getByText(/Your message was sent, but this page can’t see whether it arrived/).waitFor();
}

test("a service that hides its answer gets a message from browsers without a signal for timeouts, too", async () => {
  const { page, close } = await visit("/trial/");
  try {
    // As before Safari 16.
    await page.evaluate(() => delete AbortSignal.timeout);
    received.trial.length = 0;
    outcome.trial = "unconfirmed";
    await sendUnseen(page);
    assert.equal(received.trial.length, 1);
  } finally {
    outcome.trial = "sent";
    await close();
  }
});

test("a message that can't be sent isn't told as sent where the policy refuses something else meanwhile", async () => {
  const { page, close } = await visit("/trial/");
  try {
    await page.route(`${services[0].url}/**`, async (route) => {
      await page.evaluate(() => {
        const refused = { effectiveDirective: "img-src", violatedDirective: "img-src", bubbles: true };
        document.dispatchEvent(new SecurityPolicyViolationEvent("securitypolicyviolation", refused));
      });
      await route.abort();
    });
    await fill(page.locator("form").first());
    await page.getByRole("button", { name: "Book my class" }).click();
    await page.getByText("Your message could not be sent. Please try again, or call us.").waitFor();
    assert.equal(await page.getByLabel("Your name").inputValue(), "Achieng");
  } finally {
    await close();
  }
});

/** Lets forms wait for so many milliseconds; visitors wait for half a minute. */
const waitOnly = (page, milliseconds) =>
  page.evaluate((milliseconds) => {
    const { get, set } = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, "timeout");
    const soon = {
      get,
      set: function () {
        set.call(this, milliseconds);
      },
    };
    Object.defineProperty(XMLHttpRequest.prototype, "timeout", soon);
  }, milliseconds);

test("a message that is out isn't told as unsent if no answer comes, also where that is known by its progress alone", async () => {
  const { page, close } = await visit("/trial/");
  try {
    received.trial.length = 0;
    outcome.trial = "silent";
    await waitOnly(page, 3000);
    // As in Firefox, which says that all is out once it is answered.
    await page.evaluate(() => {
      const { get, set } = Object.getOwnPropertyDescriptor(XMLHttpRequestEventTarget.prototype, "onload");
      const ofAnswers = {
        get,
        set: function (listener) {
          if (this instanceof XMLHttpRequest) set.call(this, listener);
        },
      };
      Object.defineProperty(XMLHttpRequestEventTarget.prototype, "onload", ofAnswers);
    });
    await sendUnseen(page);
    assert.equal(received.trial.length, 1);
  } finally {
    outcome.trial = "sent";
    await close();
  }
});

test("what was written stays if a service that hides its answers gives none", async () => {
  const { page, close } = await visit("/trial/");
  try {
    // The first request is refused, as by a service that gives pages no leave; the second one is never answered.
    let requests = 0;
    await page.route(`${services[0].url}/**`, (route) => {
      requests += 1;
      return requests === 1 ? route.abort() : undefined;
    });
    await page.evaluate(() => {
      const { setTimeout } = globalThis;
      globalThis.setTimeout = (run, wait, ...given) => setTimeout(run, Math.min(wait ?? 0, 300), ...given);
    });
    await sendUnseen(page);
    assert.equal(requests, 2);
    assert.equal(await page.getByLabel("Your name").inputValue(), "Achieng");
  } finally {
    await close();
  }
});

test("a line on which nothing gets out keeps what was written, and says so", async () => {
  const { page, close } = await visit("/trial/");
  try {
    await page.route(`${services[0].url}/**`, () => {});
    await waitOnly(page, 300);
    await fill(page.locator("form").first());
    await page.getByRole("button", { name: "Book my class" }).click();
    await page.getByText("Your message could not be sent. Please try again, or call us.").waitFor();
    assert.equal(await page.getByLabel("Your name").inputValue(), "Achieng");
  } finally {
    await close();
  }
});

test("whoever stops the page while a message is sent is told, and can send again", async () => {
  const { page, close } = await visit("/trial/");
  try {
    await page.route(`${services[0].url}/**`, () => {});
    const form = page.locator("form").first();
    await fill(form);
    await form.getByRole("button", { name: "Book my class" }).click();
    await form.locator("[aria-busy=true]").waitFor();
    await page.evaluate(() => stop());
    await form.locator(".form__banner").waitFor();
    assert.equal(await form.locator("[aria-busy]").count(), 0);
  } finally {
    await close();
  }
});

test("what was said of the last try isn't said again once a slip is corrected", async () => {
  const { page, close } = await visit("/trial/");
  try {
    outcome.trial = "failed";
    const form = page.locator("form").first();
    const send = form.getByRole("button", { name: "Book my class" });
    await fill(form);
    await send.click();
    await form.locator(".form__banner").waitFor();
    await form.getByLabel("Your name").fill("");
    await send.click();
    await form.locator(".form__banner").waitFor({ state: "detached" });
    await page.evaluate(() => {
      globalThis.told = [];
      addEventListener("focusin", ({ target }) => target.matches(".form__banner") && told.push(target.textContent));
    });
    await form.getByLabel("Your name").fill("Achieng");
    await send.click();
    await form.locator(".form__banner:focus").waitFor();
    await form.locator("[aria-busy]").waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => told.length), 1);
  } finally {
    outcome.trial = "sent";
    await close();
  }
});

test("two forms on one page have ids of their own, and each says what is its own", async () => {
  received.lost.length = 0;
  const { page, close } = await visit("/trial/");
  const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
  assert.deepEqual(
    ids.filter((id, at) => ids.indexOf(id) !== at),
    [],
  );
  const [first, second] = [page.locator("form").first(), page.locator("form").last()];
  await second.getByRole("button").click();
  assert.equal(await first.locator(".field__error").count(), 0);
  assert.equal(await second.locator(".field__error").count(), 2);
  await second.getByLabel("Where we reach you").fill("a@mail.example");
  await second.getByLabel("What was it?").fill("A glove");
  await second.getByRole("button").click();
  await second.getByRole("status").getByText("Thank you! Your message is with us.").waitFor();
  assert.equal(await first.locator(".form__banner").count(), 0);
  assert.equal(new Map(received.lost[0]).get("form"), "lost");
  await close();
});

test("without scripts each form posts all that it has to its own service", async () => {
  received.trial.length = received.lost.length = 0;
  const { page, close } = await visit("/trial/", { javaScriptEnabled: false });
  await fill(page.locator("form").first());
  await page.getByRole("button", { name: "Book my class" }).click();
  await page.waitForURL(`${services[0].url}/trial`);
  const sent = received.trial[0];
  assert.deepEqual(
    sent.filter(([name]) => name === "goal").map(([, value]) => value),
    ["Get strong", "Compete"],
  );
  const names = [...new Set(sent.map(([name]) => name))].sort();
  const fields = ["age", "birthday", "class", "consent", "email", "goal", "hour", "name", "phone", "town"];
  assert.deepEqual(names, ["_gotcha", "form", "language", ...fields].sort());
  await page.goto(`${server.url}/trial/`);
  await page.getByLabel("Where we reach you").fill("a@mail.example");
  await page.getByLabel("What was it?").fill("A glove");
  await page.getByRole("button", { name: "Ask for it" }).click();
  await page.waitForURL(`${services[1].url}/lost`);
  assert.equal(new Map(received.lost[0]).get("language"), "en-KE");
  await close();
});

test("what was pressed is shown by the form to which it leads, and the message has it", async () => {
  const shown = (page) => page.locator(".visitors-form__pick:visible").allInnerTexts();
  for (const javaScriptEnabled of [true, false]) {
    const { page, close } = await visit("/pricing/", { javaScriptEnabled });
    await page.getByRole("link", { name: /One Month/ }).click();
    await page.waitForURL(/\/trial\/\?plan=one-month#plan-one-month/);
    assert.match((await shown(page)).join(), /^You picked: One Month, KSH\s4,000/);
    await close();
  }
  received.trial.length = 0;
  const { page, close } = await visit("/trial/?plan=one-month#plan-one-month");
  await fill(page.locator("form").first());
  await page.getByRole("button", { name: "Book my class" }).click();
  await page.getByRole("status").getByText("Done! We call you.").waitFor();
  assert.equal(new Map(received.trial[0]).get("plan"), "One Month");
  await page.goto(`${server.url}/pricing/`);
  await page.getByRole("link", { name: /Daily/ }).click();
  await page.waitForURL(/#form-2-plan-daily/);
  await page.locator('[data-island="Form"][data-state="live"]').last().waitFor();
  assert.equal((await shown(page)).length, 1);
  assert.equal(await page.getByLabel("What was it?").inputValue(), "Daily\n");
  await close();
});

test("a contact section without a form loads nothing for one", async () => {
  const { page, close } = await open(browser(), DESK);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${server.url}/find-us/`, { waitUntil: "networkidle" });
  assert.equal(await page.locator("form, [data-island=Form]").count(), 0);
  const contents = await Promise.all(
    asked.filter((url) => url.endsWith(".js")).map(async (url) => (await fetch(url)).text()),
  );
  assert.ok(!contents.some((text) => text.includes("react.")), asked.join("\n"));
  await close();
});
