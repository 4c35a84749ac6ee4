// What every page does before, and without, React.

const root = document.documentElement;
const header = document.querySelector<HTMLElement>(".header");

/** The bar is solid once the page is scrolled by more than 10 px. */
function solidify(): void {
  if (header) header.dataset.scrolled = String(scrollY > 10);
}
addEventListener("scroll", solidify, { passive: true });
solidify();

/** Tells styles that somebody is signed in, before the service that knows for sure is asked. */
try {
  if (Object.keys(localStorage).some((key) => key.startsWith("firebase:authUser:"))) root.dataset.signedIn = "";
} catch {
  // A browser that keeps nothing has nobody signed in.
}

export {};
