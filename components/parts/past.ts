// Marks what is over, so that styles can set it apart: `data-until` is a moment, or a day of the gym's calendar, which is over
// when it ends there.

const { zone } = document.documentElement.dataset;

/** Looks again each minute: a page may stay open over night. */
function mark(): void {
  const now = new Date();
  // Swedes write dates as data has them.
  const today = now.toLocaleDateString("sv", { timeZone: zone });
  for (const thing of document.querySelectorAll<HTMLElement>("[data-until]")) {
    const until = thing.dataset.until ?? "";
    thing.toggleAttribute("data-past", until.length > 10 ? new Date(until) < now : until < today);
  }
}

if (document.querySelector("[data-until]")) {
  mark();
  setInterval(mark, 60_000);
}

export {};
