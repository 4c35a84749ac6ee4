// What comes from other services, once the visitor agrees: frames, codes, and what counts visits. `data-ask` names the
// services. What is chosen about them holds on all pages, until a button in the footer takes it back.

const KEY = "gympress-services";

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);

/** What is kept, as it is written; empty where there is nothing, or no storage. */
function kept(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Keeps the choices, or none. Without storage they hold for this page. */
function keep(text: string): void {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // The next page asks again.
  }
}

function parsed(text: string): Record<string, boolean> {
  try {
    return { ...JSON.parse(text) };
  } catch {
    return {};
  }
}

let known = kept();
let choices = parsed(known);

/** Loads what an element asked about. */
function load(asking: HTMLElement): void {
  const template = asking.querySelector("template");
  const frame = asking.querySelector("iframe");
  if (template) {
    const code = document.importNode(template.content, true);
    // Scripts that are inserted wouldn't wait for those before them.
    for (const script of code.querySelectorAll("script")) script.async = script.hasAttribute("async");
    asking.replaceWith(code);
  } else if (frame && !frame.src) {
    frame.src = asking.querySelector("a")?.href ?? "";
    for (const question of asking.querySelectorAll<HTMLElement>(".embedded__ask")) question.hidden = true;
  }
}

function apply(): void {
  for (const asking of all("[data-ask]:not([data-ask=''])")) {
    const choice = choices[asking.dataset.ask as string];
    if (asking.matches(".consent")) asking.hidden = choice !== undefined;
    if (choice) load(asking);
  }
  for (const button of all("[data-choice=forget]")) button.hidden = Object.keys(choices).length === 0;
}

/** What is loaded can't be unloaded: the page begins anew, and says so. */
function forget(): void {
  keep("");
  for (const frame of all("[data-ask] iframe")) frame.removeAttribute("src");
  history.replaceState({ forgotten: true }, "");
  location.reload();
}

addEventListener("click", (event) => {
  const control = (event.target as Element).closest<HTMLElement>("[data-choice]");
  if (!control || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (control.dataset.choice === "forget") return forget();
  const asking = control.closest<HTMLElement>("[data-ask]");
  const around = asking?.parentElement;
  if (!asking || !around) return;
  // Another tab may have chosen meanwhile, or taken back.
  if (kept() !== known) choices = parsed(kept());
  choices[asking.dataset.ask as string] = control.dataset.choice === "yes";
  keep(JSON.stringify(choices));
  known = kept();
  apply();
  // What had the focus is gone.
  const frame = asking.querySelector("iframe");
  const shown = frame ?? (around.closest("main") ? around : document.querySelector("main"));
  if (shown && !frame) shown.tabIndex = -1;
  shown?.focus({ preventScroll: true });
});

// A page that one comes back to may show what was taken back meanwhile.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && kept() !== known) location.reload();
});

apply();
if (history.state?.forgotten) {
  history.replaceState(null, "");
  for (const status of all("[data-forgotten]")) {
    status.textContent = status.dataset.forgotten ?? "";
    status.focus();
  }
}

export {};
