// Keeps an open page of the preview up to date, shows over it what is wrong with what was saved last, and leads what
// islands ask the account service to that of the preview.

const script = document.currentScript;

/** Where the preview's own account service answers what islands ask the hosted one; all else stays where it is. */
function own(address) {
  const { hostname, pathname, search } = new URL(address, location);
  if (hostname === "firestore.googleapis.com") return pathname + search;
  const isIdentity = /^(identitytoolkit|securetoken)\.googleapis\.com$/.test(hostname);
  return isIdentity ? `/${hostname}${pathname}${search}` : address;
}

const request = window.fetch;
window.fetch = (resource, options) => request(typeof resource === "string" ? own(resource) : resource, options);

const channel = new BroadcastChannel("gympress");

/** Pages may require trusted types for markup; this policy is for the preview only. */
const policy = window.trustedTypes?.createPolicy("gympress", { createHTML: (text) => text });

/** The last event, as text, and whether this tab is the one that received it. */
let heard;
let leads = false;
let showing = Promise.resolve();

function hear(text) {
  if (text === heard) return;
  heard = text;
  // The preview may have ended in between.
  showing = showing.then(() => show(JSON.parse(text))).catch((error) => console.debug("gympress:", error));
}

async function show({ site, before, wrong, refused, styles }) {
  await showProblems(wrong, refused);
  if (site === script.dataset.site) return;
  if (!styles || before !== script.dataset.site) return location.reload();
  await swapStyles();
  script.dataset.site = site;
}

/** Takes over the new stylesheets of the page, and removes the old ones once these have loaded. The policy of the open page
 * has no hash of new styles in it, so that they become sheets of a script instead of elements. */
async function swapStyles() {
  const fetched = await (await fetch(location.href, { cache: "no-store" })).text();
  const text = fetched.replaceAll(/(<\/?)style>/g, "$1template>");
  const page = new DOMParser().parseFromString(policy?.createHTML(text) ?? text, "text/html");
  const sheets = 'link[rel="stylesheet"]';
  const old = [...document.querySelectorAll(`${sheets}, head > style`)];
  const loads = [...page.querySelectorAll(sheets)].map((sheet) => {
    const link = document.importNode(sheet);
    const loaded = new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve }));
    document.head.append(link);
    return loaded;
  });
  await Promise.all(loads);
  document.adoptedStyleSheets = [...page.querySelectorAll("head > template")].map(({ content }) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(content.textContent);
    return sheet;
  });
  for (const link of old) link.remove();
}

channel.onmessage = ({ data }) => {
  if (data !== "?") hear(data);
  else if (leads && heard) channel.postMessage(heard);
};

function listen() {
  const events = new EventSource("/.gympress/events");
  events.addEventListener("state", ({ data }) => {
    hear(data);
    channel.postMessage(data);
  });
  // A browser asks again by itself, but not if a tunnel to another device answers in the place of a preview that is starting.
  events.addEventListener("error", () => {
    if (events.readyState === EventSource.CLOSED) setTimeout(listen, 1000);
  });
}

/** Listens for all tabs, until the page is left: browsers allow few connections to a server. */
function lead() {
  leads = true;
  listen();
  return new Promise(() => {});
}

// Only what comes over TLS or from this machine has locks. A phone has few tabs.
if (navigator.locks) navigator.locks.request("gympress", lead);
else lead();
channel.postMessage("?");

let overlay;

function element(name, properties, ...children) {
  const created = Object.assign(document.createElement(name), properties);
  created.append(...children);
  return created;
}

const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** Shows everything that is wrong, in the words of the terminal, or nothing. */
async function showProblems(isWrong, isRefused) {
  const problems = isWrong ? await (await fetch("/.gympress/problems", { cache: "no-store" })).json() : [];
  overlay?.remove();
  overlay = undefined;
  if (problems.length === 0) return;

  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const counts = [errors && count(errors, "error"), warnings && count(warnings, "warning")].filter(Boolean).join(", ");
  const close = element("button", { type: "button", textContent: "Hide", onclick: () => overlay?.remove() });
  const state = isRefused ? "; the last good state is shown" : "";
  const title = element("h2", { textContent: counts + state });
  const list = problems.map(({ severity, text }) =>
    element("li", { className: severity }, element("pre", { textContent: text })),
  );
  const box = element("section", { ariaLabel: counts }, element("header", {}, title, close), element("ol", {}, ...list));
  box.setAttribute("role", "alert");

  // Out of reach of the page's own styles.
  overlay = element("gympress-problems", { popover: "manual" });
  const styles = element("link", { rel: "stylesheet", href: "/.gympress/overlay.css" });
  overlay.attachShadow({ mode: "open" }).append(styles, box);
  document.documentElement.append(overlay);
  overlay.showPopover?.();
}

/** A way to the editor, on the machine on which it runs. */
function showEditor(address) {
  const link = element("a", { href: `${address}?path=${encodeURIComponent(location.pathname)}`, textContent: "Edit" });
  const shown = element("gympress-edit");
  const styles = element("link", { rel: "stylesheet", href: "/.gympress/overlay.css" });
  shown.attachShadow({ mode: "open" }).append(styles, link);
  document.documentElement.append(shown);
}

const isHere = /^(localhost|127\.\d+\.\d+\.\d+)$/.test(location.hostname);
if (script.dataset.editor && isHere) showEditor(script.dataset.editor);

addEventListener("keydown", ({ key }) => {
  if (key === "Escape") overlay?.remove();
});
