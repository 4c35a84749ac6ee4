// `gympress serve` on a copy of the shipped project, as an editor would start it.
import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary, root } from "./site.js";

/** A copy of the project that a test may edit; `remove` takes it away. */
export function copy() {
  const folder = mkdtempSync(join(tmpdir(), "gympress-preview-"));
  for (const name of ["content", "templates", "components"]) {
    cpSync(join(root, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  // Pictures are encoded once for all copies.
  const pictures = join(root, ".gympress/cache/images");
  mkdirSync(pictures, { recursive: true });
  mkdirSync(join(folder, ".gympress/cache"), { recursive: true });
  symlinkSync(pictures, join(folder, ".gympress/cache/images"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts a preview of the project in `folder`. `said()` is what it wrote to the terminal. */
export async function preview(folder, ...options) {
  const child = spawn(
    binary,
    ["serve", "--root", folder, ...(options.includes("--port") ? [] : ["--port", "0"]), ...options],
    {
      env: { ...process.env, EDITOR: "code --wait", VISUAL: "" },
    },
  );
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
