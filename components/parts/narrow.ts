// The week, narrowed down by what the address says: /schedule/?class=boxing&trainer=…, which one can send to a friend.

const week = document.querySelector<HTMLElement>(".timetable__week");
const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-narrow]")];
const asked = () => new URLSearchParams(location.search);

/** Applies the filter of the address. */
function narrow(week: HTMLElement): void {
  const wanted = asked();
  const rows = [...week.querySelectorAll<HTMLElement>(".timetable__row")];
  const isOut = (key: string, value = "") => wanted.has(key) && !value.split(" ").includes(wanted.get(key) ?? "");
  for (const row of rows) row.hidden = ["class", "trainer", "branch"].some((key) => isOut(key, row.dataset[key]));
  const left = rows.filter((row) => !row.hidden).length;
  week.toggleAttribute("data-narrow", left < rows.length);
  for (const link of links) {
    const [key = "", value] = link.dataset.narrow?.split("=") ?? [];
    if (wanted.get(key) === value) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const details = links[0]?.closest("details");
  if (details) {
    const chosen = links.filter((link) => link.hasAttribute("aria-current")).map((link) => link.textContent);
    details.dataset.chosen = chosen.join(", ");
    // On a phone what is left of the week is the first thing to see: the heading says what was chosen.
    if (location.hash || (chosen[0] && matchMedia("(min-width: 48rem)").matches)) details.open = true;
  }
  const none = document.querySelector<HTMLElement>("[data-none]");
  if (none) none.textContent = left ? "" : (none.dataset.none ?? "");
}

/** Adds the filter of a link to the address, or removes it. */
function choose(event: MouseEvent, link: HTMLElement, week: HTMLElement): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const [key = "", value = ""] = link.dataset.narrow?.split("=") ?? [];
  const wanted = asked();
  if (wanted.get(key) === value) wanted.delete(key);
  else wanted.set(key, value);
  history.replaceState(history.state, "", `${location.pathname}${wanted.size ? `?${wanted}` : ""}${location.hash}`);
  narrow(week);
  // On a phone the choices make room for what they leave of the week.
  const details = link.closest("details");
  if (!details || !wanted.size || matchMedia("(min-width: 48rem)").matches) return;
  details.open = false;
  details.querySelector("summary")?.focus();
}

if (week && links[0]) {
  narrow(week);
  for (const link of links) link.addEventListener("click", (event) => choose(event, link, week));
}

export {};
