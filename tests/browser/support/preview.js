// The preview of a project, as an editor would start it.
import { spawn } from "node:child_process";
import { binary } from "./site.js";

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
