// The system's Chromium, without its background requests.
import { existsSync } from "node:fs";
import { after, before } from "node:test";
import { chromium } from "playwright-core";

/** The one without windows takes half the time. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

export const QUIET = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

const options = (letters) => ({
  executablePath: process.env.CHROMIUM ?? BROWSERS.find(existsSync),
  args: [...QUIET, `--blink-settings=defaultFontSize=${letters}`],
});

/** How a browser starts of which nobody changed the settings. */
export const OPTIONS = options(16);

/**
 * Starts the browser, or connects to the one that all test files share (`all.js`); one of its own with letters of the
 * size that a visitor chose in its settings.
 */
export function launch({ letters = 16 } = {}) {
  if (letters !== 16) return chromium.launch(options(letters));
  const server = process.env.CHROMIUM_SERVER;
  return server ? chromium.connect(server) : chromium.launch(OPTIONS);
}

/** Starts it before the first test and closes it after the last. */
export function withBrowser() {
  let browser;
  before(async () => {
    browser = await launch();
  });
  after(() => browser?.close());
  return () => browser;
}

/**
 * Adds what the page throws to `errors`. Under load, or where a page is left at once, the browser may skip a transition
 * between two pages: the page that follows is whole all the same.
 */
export function recordExceptions(page, errors) {
  page.on("pageerror", (error) => {
    if (!/Transition was (aborted|skipped)/.test(error.message)) errors.push(String(error));
  });
}

/** What is answered to a page that asks another host, such as that of a map or of a widget. */
const ELSEWHERE = {
  Document: ["text/html", "<!doctype html><title>elsewhere</title>"],
  Script: ["text/javascript", "// elsewhere"],
};

/**
 * Answers what `page` asks of other hosts. Playwright's own routes would pause each request of the page, which takes
 * longer than most answers, and switch off the browser's cache.
 */
async function answerForOthers(page) {
  const session = await page.context().newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId, resourceType }) => {
    const [type, text] = ELSEWHERE[resourceType] ?? ELSEWHERE.Document;
    const responseHeaders = [{ name: "content-type", value: type }];
    const body = Buffer.from(text).toString("base64");
    // The page may have been left or closed meanwhile.
    session.send("Fetch.fulfillRequest", { requestId, responseCode: 200, responseHeaders, body }).catch(() => {});
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "https://*" }] });
}

/** A message of the console; of what could not be loaded, with its address. */
function saidBy(message) {
  const text = message.text();
  return text.startsWith("Failed to load resource") ? `${text} ${message.location().url}` : text;
}

/**
 * A page that reaches nothing but this machine, and what it complained about: errors on the console,
 * uncaught exceptions, refusals by the policy. Nothing is in motion unless a test is about that: painting it takes
 * processor time. What it asks of other hosts is answered, unless the test does so itself.
 */
export async function open(browser, options, { answersForOthers = true } = {}) {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const consoleErrors = [];
  if (answersForOthers) await answerForOthers(page);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") consoleErrors.push(saidBy(message));
  });
  recordExceptions(page, consoleErrors);
  return { page, consoleErrors, close: () => context.close() };
}

/** Holds back what the page asks for at these addresses until what this returns is called. */
export async function holdBack(page, addresses) {
  let release = () => {};
  const held = new Promise((resolve) => {
    release = resolve;
  });
  await page.route(addresses, (route) => held.then(() => route.fallback()));
  return release;
}

/** Loads all pictures of a page, also those that are out of sight. */
export const loadPictures = (page) =>
  page.evaluate(() => {
    for (const image of document.images) image.loading = "eager";
    return Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
