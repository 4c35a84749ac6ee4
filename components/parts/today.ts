// The timetable marks today on the gym's clock, and the footer's year moves on.

const page = document.documentElement;
const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);
const part = (options: Intl.DateTimeFormatOptions) =>
  new Date().toLocaleString("en", { timeZone: page.dataset.zone, ...options });

for (const tab of all(`[data-day=${part({ weekday: "long" })} i]`)) tab.dataset.today = "true";
for (const year of all("[data-year]")) year.textContent = part({ year: "numeric" });

export {};
