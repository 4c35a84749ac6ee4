// Runs test files side by side, with one Chromium and one gym for all of them: node tests/browser/support/all.js FILE...
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";
import { OPTIONS } from "./browser.js";
import { buildGym } from "./project.js";

const gym = buildGym();
const server = await chromium.launchServer(OPTIONS);
const tests = spawn(process.execPath, ["--test", "--test-concurrency=3", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM_SERVER: server.wsEndpoint(), GYMPRESS_GYM: gym.out },
});
tests.on("exit", async (status) => {
  await server.close();
  gym.remove();
  process.exitCode = status ?? 1;
});
