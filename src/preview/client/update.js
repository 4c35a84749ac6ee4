// Brings an open page to what the preview would send now, and leaves alone what the visitor did to it.

import { Idiomorph } from "/.gympress/idiomorph.js";

/** Pages may require trusted types for markup; this policy is for the preview only. */
const policy = window.trustedTypes?.createPolicy("gympress", { createHTML: (text) => text });

/** Attributes that scripts and visitors set, and that no page is sent with in that form. */
const kept = new Set(["data-scrolled", "data-state", "data-today", "open"]);

/** Elements whose content is not as it was sent, or not for us to touch. */
const untouched = "script,noscript,[data-year]";

const fields = (within) => [...within.querySelectorAll("input,textarea,select")];

/** The islands that the boot script has found. It never looks for more. */
const known = new WeakSet(document.querySelectorAll("[data-island]"));

/** Reloads the page. Browsers restore the position on it; typed text is saved here. */
function reload() {
  const typed = fields(document)
    .map((field, index) => [index, field.value])
    .filter(([index]) => isDirty(fields(document)[index]) && fields(document)[index].type !== "password");
  sessionStorage.setItem("gympress", JSON.stringify(typed));
  location.reload();
}

const isDirty = (field) =>
  field instanceof HTMLSelectElement
    ? [...field.options].some((option) => option.selected !== option.defaultSelected && option.index > 0)
    : /^(checkbox|radio)$/.test(field.type)
      ? field.checked !== field.defaultChecked
      : field.defaultValue !== undefined && field.value !== field.defaultValue;

/** What can't be exchanged in an open page. */
const fixed = (page) =>
  [...page.querySelectorAll('script[src]:not([src^="/.gympress/"]),meta[http-equiv]')].map((one) => one.outerHTML).join();

/** Shows the page as it is now. */
export async function update(script) {
  const response = await fetch(location.href, { cache: "no-store" });
  const text = await response.text();
  if (!response.headers.get("content-type")?.startsWith("text/html") || response.redirected) return reload();
  const next = new DOMParser().parseFromString(policy?.createHTML(text) ?? text, "text/html");
  if (fixed(next) !== fixed(document)) return reload();
  try {
    await dress(next);
    const exchanged = morph(next.body);
    await enliven(exchanged);
    script.dataset.state = next.querySelector('script[src="/.gympress/preview.js"]').dataset.state;
  } catch (error) {
    console.debug("gympress:", error);
    reload();
  }
}

/** Exchanges what is new in the head. Old styles stay until the new ones are there. */
async function dress(next) {
  document.title = next.title;
  const isData = (element) => element.localName === "script" || element.localName === "title";
  const old = new Map([...document.head.children].map((element) => [element.outerHTML, element]));
  const fresh = [...next.head.children].filter((element) => !old.delete(element.outerHTML) && !isData(element));
  const added = fresh.map((element) => document.head.appendChild(document.importNode(element, true)));
  const styles = added.filter((element) => element.rel === "stylesheet");
  const loads = styles.map((link) => new Promise((resolve) => Object.assign(link, { onload: resolve, onerror: resolve })));
  await Promise.race([Promise.all(loads), new Promise((resolve) => setTimeout(resolve, 3000))]);
  for (const element of old.values()) if (!isData(element)) element.remove();
}

/** Turns the body into `next`, and returns the hydrated islands that are to be replaced, each with its replacement. */
function morph(next) {
  const exchanged = [];
  Idiomorph.morph(document.body, next, {
    morphStyle: "outerHTML",
    callbacks: {
      beforeNodeAdded: (node) => node.nodeName !== "SCRIPT",
      beforeNodeRemoved: (node) => node.nodeName !== "SCRIPT",
      beforeNodeMorphed: (from, to) => {
        if (!(from instanceof Element)) return true;
        if (from.matches(untouched)) return false;
        if (!from.matches("[data-island]")) return true;
        const same = ["island", "src", "props", "prefix"].every((name) => from.dataset[name] === to.dataset?.[name]);
        if (from.dataset.state === undefined && from.dataset.island === to.dataset?.island) return true;
        if (!same) exchanged.push([from, to]);
        return false;
      },
      beforeAttributeUpdated: (name, element) =>
        !kept.has(name) && !(["value", "checked", "selected"].includes(name) && isDirty(element.closest("select") ?? element)),
    },
  });
  return exchanged;
}

/** Starts new islands, and those that take the place of a living one, with what was typed there. */
async function enliven(exchanged) {
  for (const [old, to] of exchanged) {
    const island = document.importNode(to, true);
    const opened = [...old.querySelectorAll("[id]:popover-open")].map((one) => one.id);
    const focused = old.contains(document.activeElement) ? document.activeElement : undefined;
    const at = focused ? [...old.querySelectorAll("*")].indexOf(focused) : -1;
    const successors = fields(island);
    for (const [index, field] of fields(old).entries()) {
      const successor = successors[index];
      if (successor?.name !== field.name || !isDirty(field)) continue;
      if (/^(checkbox|radio)$/.test(field.type)) successor.checked = field.checked;
      else if (field.type !== "file") successor.value = field.value;
    }
    old.replaceWith(island);
    for (const id of opened) document.getElementById(id)?.showPopover();
    const successor = [...island.querySelectorAll("*")][at];
    if (successor?.localName === focused?.localName) successor?.focus({ preventScroll: true });
  }
  const folder = document.querySelector("script[type=module][src]")?.src;
  const all = [...document.querySelectorAll("[data-island]")].filter((island) => !known.has(island));
  await Promise.all(
    all.map(async (island) => {
      known.add(island);
      island.dataset.state = "loading";
      const { default: start } = await import(new URL(island.dataset.src, folder));
      await start(island);
      island.dataset.state = "live";
    }),
  );
}
