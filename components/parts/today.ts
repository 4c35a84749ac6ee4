// The timetable marks today on the gym's clock, and the footer's year moves on.

import { atGym } from "./clock";

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);
const now = atGym(new Date(), document.documentElement.dataset.offsets);
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

for (const tab of all(`[data-day=${DAYS[now.getUTCDay()]}]`)) tab.dataset.today = "true";
for (const year of all("[data-year]")) year.textContent = `${now.getUTCFullYear()}`;
