// Runs test files side by side, with one Chromium and one gym for all of them: node tests/browser/support/all.js FILE...
import { basename } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { chromium } from "playwright-core";
import { OPTIONS } from "./browser.js";
import { buildGym } from "./project.js";

/** What takes longest begins first, the longest before all, so that nothing runs alone in the end. */
const LONG = [
  "old",
  "editor-fields",
  "pages",
  "sections",
  "journey",
  "look",
  "offline",
  "keyboard",
  "behaviour",
  "access",
  "update",
];

/** Where a file comes in that order; all others come after it. */
function order(file) {
  const place = LONG.indexOf(basename(file, ".test.js"));
  return place === -1 ? LONG.length : place;
}

const gym = buildGym();
const server = await chromium.launchServer(OPTIONS);
Object.assign(process.env, { CHROMIUM_SERVER: server.wsEndpoint(), GYMPRESS_GYM: gym.out });
const files = process.argv.slice(2).sort((one, other) => order(one) - order(other));
const tests = run({ files, concurrency: 3 });
tests.on("test:fail", () => {
  process.exitCode = 1;
});
tests.compose(new spec()).pipe(process.stdout);
tests.on("end", async () => {
  await server.close();
  gym.remove();
});
