// Runs test files side by side, with one Chromium and one gym for all of them: node tests/browser/support/all.js FILE...
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { chromium } from "playwright-core";
import { OPTIONS } from "./browser.js";
import { buildGym } from "./project.js";

/** What takes longest begins first, so that nothing runs alone in the end. */
const LONG = /\/(pages|sections|journey|behaviour|keyboard|update)\.test\.js$/;

const gym = buildGym();
const server = await chromium.launchServer(OPTIONS);
Object.assign(process.env, { CHROMIUM_SERVER: server.wsEndpoint(), GYMPRESS_GYM: gym.out });
const files = process.argv.slice(2).sort((one, other) => LONG.test(other) - LONG.test(one));
const tests = run({ files, concurrency: 3 });
tests.on("test:fail", () => {
  process.exitCode = 1;
});
tests.compose(new spec()).pipe(process.stdout);
tests.on("end", async () => {
  await server.close();
  gym.remove();
});
