// Marks what is over by the visitor's clock, so that styles can set it apart: `data-until` is a moment, or a day, which is
// over when it ends.

for (const thing of document.querySelectorAll<HTMLElement>("[data-until]")) {
  const until = thing.dataset.until ?? "";
  const end = new Date(until.length > 10 ? until : `${until}T23:59:59`);
  thing.toggleAttribute("data-past", end < new Date());
}

export {};
