// Shows over an open page what is wrong with what was saved last, in the words of the terminal.

let host;

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** Shows everything that is wrong, or nothing. */
export async function tell(isWrong) {
  const problems = isWrong ? await (await fetch("/.gympress/problems", { cache: "no-store" })).json() : [];
  host?.remove();
  host = undefined;
  if (problems.length === 0) return;

  const errors = problems.filter(({ severity }) => severity === "error").length;
  const warnings = problems.length - errors;
  const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const counts = [errors && count(errors, "error"), warnings && count(warnings, "warning")].filter(Boolean).join(", ");
  const close = element("button", { type: "button", textContent: "Hide", onclick: () => host?.remove() });
  const title = element("h2", { textContent: `${counts}; the last good state is shown` });
  const list = problems.map(({ severity, text, place, link }) => {
    const quoted = element("pre", { textContent: text });
    const shown = link ? element("a", { href: link, title: `Open ${place} in the editor` }, quoted) : quoted;
    return element("li", { className: severity }, shown);
  });
  const box = element("section", { ariaLabel: counts }, element("header", {}, title, close), element("ol", {}, ...list));
  box.setAttribute("role", "alert");

  // Beside the body, which is updated, and out of reach of the page's own styles.
  host = element("gympress-problems", { popover: "manual" });
  const styles = element("link", { rel: "stylesheet", href: "/.gympress/overlay.css" });
  host.attachShadow({ mode: "open" }).append(styles, box);
  document.documentElement.append(host);
  host.showPopover?.();
}

addEventListener("keydown", ({ key }) => {
  if (key === "Escape") host?.remove();
});
