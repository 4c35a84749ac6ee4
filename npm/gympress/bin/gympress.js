#!/usr/bin/env node
// Starts the program of gympress, which is in a package of its own for each system: npm installs the one that fits.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";

const require = createRequire(import.meta.url);
const isWindows = process.platform === "win32";
// Windows on ARM runs programs for x64.
const system = isWindows && process.arch === "arm64" ? "win32-x64" : `${process.platform}-${process.arch}`;
const name = `@gympress/${system}`;

/** The path of the program, if its package is installed. */
function find() {
  try {
    return require.resolve(`${name}/${isWindows ? "gympress.exe" : "gympress"}`);
  } catch {
    return null;
  }
}

/** The reason for there being no program, and what to do. */
function missing() {
  const { version, optionalDependencies } = require("../package.json");
  if (!(name in optionalDependencies)) {
    return `there is no release for ${system}\n  help: CONTRIBUTING.md of its repository says how to compile it`;
  }
  return (
    `${name}, the package with the program for this system, isn't installed: optional packages were left out, or the ` +
    `lock file was made on another system\n  help: npm install --save-exact --include=optional gympress@${version}`
  );
}

/** Says what failed, with the status that gympress has when the machine fails. */
function fail(why) {
  console.error(`gympress: ${why}`);
  process.exitCode = 3;
}

/** Runs the program in the place of this one: signals reach it, and its status is the one of this process. */
function start(program) {
  let child;
  // Before there is a program: a signal that came between would end this process alone.
  for (const signal of ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"]) {
    // On Windows, the console tells the program itself, and to hand it on would end the program at once.
    process.on(signal, () => isWindows || child.kill(signal));
  }
  child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
  child.on("error", (error) => fail(`${program} can't be started: ${error.message}\n  help: install gympress again`));
  child.on("exit", (status, signal) => {
    process.exitCode = status ?? 128 + constants.signals[signal];
    if (!signal) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

const program = find();
if (program) start(program);
else fail(missing());
