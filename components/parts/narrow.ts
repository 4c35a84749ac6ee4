// The week, narrowed down by what the address says: /schedule/?class=boxing&trainer=…, which one can send to a friend.

// Of a site with seasons, all its weeks.
const weeks = [...document.querySelectorAll<HTMLElement>(".timetable__week")];
const links = [...document.querySelectorAll<HTMLAnchorElement>("[data-narrow]")];
const asked = () => new URLSearchParams(location.search);

/** The key and the value by which a link narrows the week down: `level=For%20all`. */
const choice = (link: HTMLElement) => [...new URLSearchParams(link.dataset.narrow)][0] ?? ["", ""];

/** Applies the filter of the address, at first, at what somebody chose, or at an event. */
function narrow(event?: Event): void {
  const wanted = asked();
  const rows = weeks.flatMap((week) => [...week.querySelectorAll<HTMLElement>(".timetable__row")]);
  // Several may teach an hour; a room or a level may have spaces in its name.
  const values = (key: string, value = "") => (key === "trainer" ? value.split(" ") : [value]);
  const keys = new Set(links.map((link) => choice(link)[0]));
  for (const row of rows)
    row.hidden = [...keys].some(
      (key) => wanted.has(key) && !values(key, row.dataset[key]).includes(wanted.get(key) ?? ""),
    );
  for (const week of weeks) week.toggleAttribute("data-narrow", week.querySelector(".timetable__row[hidden]") !== null);
  for (const link of links) {
    const [key, value] = choice(link);
    if (wanted.get(key) === value) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const details = links[0]?.closest("details");
  if (details) {
    const chosen = links.filter((link) => link.hasAttribute("aria-current")).map((link) => link.textContent);
    const title = details.querySelector("summary");
    if (title) title.dataset.chosen = chosen.join(title.dataset.comma);
    // On a phone what is left of the week is the first thing to see: the heading says what was chosen. Whoever closes the
    // choices has them closed, until choosing a part of the day.
    const isPart = document.querySelector(".timetable__part:target");
    const isWide = matchMedia("(min-width: 48rem)").matches;
    if (isPart ? event?.type !== "season" : !event && chosen[0] && isWide) details.open = true;
  }
  // Asked once the week is painted, so that it is laid out once.
  requestAnimationFrame(() => setTimeout(tellOfNone, 0, rows));
}

/** Says so where none of the rows is left; those of a week that isn't shown have no boxes. */
function tellOfNone(rows: HTMLElement[]): void {
  const none = document.querySelector<HTMLElement>("[data-none]");
  const isAnyLeft = rows.some((row) => row.getClientRects()[0]);
  if (none) none.textContent = isAnyLeft ? "" : (none.dataset.none ?? "");
}

/** Adds the filter of a link to the address, or removes it. */
function choose(event: MouseEvent, link: HTMLElement): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const [key, value] = choice(link);
  const wanted = asked();
  if (wanted.get(key) === value) wanted.delete(key);
  else wanted.set(key, value);
  const query = wanted.toString();
  history.replaceState(history.state, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
  narrow();
  // On a phone the choices make room for what they leave of the week.
  const details = link.closest("details");
  if (!details || !query || matchMedia("(min-width: 48rem)").matches) return;
  details.open = false;
  details.querySelector("summary")?.focus();
}

if (weeks[0] && links[0]) {
  narrow();
  for (const event of ["hashchange", "season"]) addEventListener(event, narrow);
  for (const link of links) link.addEventListener("click", (event) => choose(event, link));
}

export {};
