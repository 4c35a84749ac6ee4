// What every page does before, and without, React.

const page = document.documentElement;
const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);
const today = new Date();

/** The bar is solid once the page is scrolled by more than 10 px. */
function solidify(): void {
  for (const header of all(".header")) header.dataset.scrolled = String(scrollY > 10);
}
addEventListener("scroll", solidify);
solidify();

/** Tells styles that somebody is signed in, before the service that knows for sure is asked. */
try {
  if (/firebase:authUser:/.test(Object.keys(localStorage).join())) page.dataset.signedIn = "";
} catch {
  // A browser that keeps nothing has nobody signed in.
}

/** The schedule marks today, and the footer's year moves on, by the visitor's own clock. */
for (const tab of all(`[data-day=${today.toLocaleDateString("en", { weekday: "long" }).toLowerCase()}]`)) {
  tab.dataset.today = "true";
}
for (const year of all("[data-year]")) year.textContent = String(today.getFullYear());

/** Arrows between pictures come when the first one is opened. */
const opened = "toggle";
for (const picture of all(".lightbox")) {
  picture.addEventListener(opened, () => import("./parts/lightbox"), { once: true });
}

export {};
