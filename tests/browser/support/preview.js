// `gympress serve` on a copy of the shipped project, as an editor would start it.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary, root } from "./site.js";

/** Lines for `content/schedule.toml` of a copy: a class that is cancelled, one with another trainer, one on a date only. */
export const CHANGES = `\n${readFileSync(join(root, "tests/browser/support/changes.toml"), "utf8")}`;

/** A copy of the project that a test may edit; `remove` takes it away. */
export function copy() {
  const folder = mkdtempSync(join(tmpdir(), "gympress-preview-"));
  for (const name of ["content", "templates", "components"]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  // Pictures are decoded and encoded, and islands and styles bundled, once for all copies.
  const [ours, theirs] = [root, folder].map((project) => join(project, ".gympress/cache"));
  mkdirSync(join(ours, "images"), { recursive: true });
  mkdirSync(theirs, { recursive: true });
  symlinkSync(join(ours, "images"), join(theirs, "images"));
  for (const name of ["bundle", "markup", "picture-probes"]) {
    try {
      cpSync(join(ours, name), join(theirs, name), { recursive: true });
    } catch (error) {
      // A build of another project with this cache may remove it meanwhile.
      if (error.code !== "ENOENT") throw error;
    }
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts a preview of the project in `folder`. `said()` is what it wrote to the terminal. */
export async function preview(folder, ...options) {
  const child = spawn(binary, [
    "serve",
    "--root",
    folder,
    ...(options.includes("--port") ? [] : ["--port", "0"]),
    ...options,
  ]);
  let printed = "";
  child.stderr.on("data", (text) => {
    printed += text;
  });
  const url = await new Promise((resolve, reject) => {
    let out = "";
    child.stdout.on("data", (text) => {
      out += text;
      if (out.includes("\n")) resolve(out.split("\n")[0]);
    });
    child.on("exit", () => reject(new Error(`the preview ended: ${printed}`)));
  });
  const ended = new Promise((resolve) => child.on("exit", resolve));
  return {
    url: url.replace(/\/$/, ""),
    origin: new URL(url).origin,
    printed: () => printed,
    kill: () => {
      child.kill("SIGKILL");
      return ended;
    },
  };
}

/** Waits until `so()` is truthy, and returns what it is. */
export async function until(what, so) {
  const end = Date.now() + 60_000;
  for (;;) {
    const found = await so();
    if (found) return found;
    if (Date.now() > end) throw new Error(`not so in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
