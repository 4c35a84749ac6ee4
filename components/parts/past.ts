// Marks what is over, so that styles can set it apart: `data-until` is a moment, or a day of the gym's calendar, which is over
// when it ends there.

import { atGym } from "./clock";

/** Looks again each minute: a page may stay open over night. */
function mark(): void {
  const now = new Date();
  const today = atGym(now, document.documentElement.dataset.offsets).toISOString().slice(0, 10);
  for (const thing of document.querySelectorAll<HTMLElement>("[data-until]")) {
    const until = thing.dataset.until ?? "";
    thing.toggleAttribute("data-past", until.length > 10 ? new Date(until) < now : until < today);
  }
}

if (document.querySelector("[data-until]")) {
  mark();
  setInterval(mark, 60_000);
}
