// Runs test files side by side, with one Chromium for all of them: node tests/browser/support/all.js FILE...
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";
import { OPTIONS } from "./browser.js";

const server = await chromium.launchServer(OPTIONS);
const tests = spawn(process.execPath, ["--test", "--test-concurrency=3", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM_SERVER: server.wsEndpoint() },
});
tests.on("exit", async (status) => {
  await server.close();
  process.exitCode = status ?? 1;
});
