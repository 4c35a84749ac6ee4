// Pages of islands in a real browser: made by gympress, served with the strictest policy, network cut at will.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { open } from "../support/browser.js";
import { listen, pathOf, send } from "../support/server.js";

export { launch } from "../support/browser.js";

const root = join(import.meta.dirname, "../../..");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const maker = join(target, "debug/examples/islands_pages");

export const policy =
  "default-src 'self'; script-src 'self'; style-src 'self'; require-trusted-types-for 'script'; base-uri 'none'";

/** An island with nothing but a state, beside those of the theme. Where `fails` is true it throws, in browsers only. */
export const toggle = (fails = "false") => `
  import { useState } from "react";
  export default function Toggle({ show_more, show_less }: { show_more: string; show_less: string }) {
    const [clicks, setClicks] = useState(0);
    if (${fails} && typeof document !== "undefined") throw new Error("broken on purpose");
    return (
      <p>
        <button type="button" data-clicks={clicks} onClick={() => setClicks(clicks + 1)}>
          {clicks % 2 ? show_less : show_more}
        </button>
        <a href="#there">static</a>
      </p>
    );
  }`;

/** The pages as files: `pages` maps a path to its pieces, which are HTML or `{ component, props, on }`.
 * `components` replaces files of `components/`: islands by their name, others by their path. */
export function make(pages, { development = false, components } = {}) {
  const out = mkdtempSync(join(tmpdir(), "islands-pages-"));
  const project = join(out, "project");
  mkdirSync(join(project, "content"), { recursive: true });
  writeFileSync(join(project, "content", "site.toml"), "");
  cpSync(join(root, "components"), join(project, "components"), { recursive: true });
  for (const folder of ["styles", "sections", "collections"]) {
    cpSync(join(root, "templates", folder), join(project, "templates", folder), { recursive: true });
  }
  for (const [name, text] of Object.entries({ Toggle: toggle(), ...components })) {
    const path = join(project, "components", `${name}.${name.includes("/") ? "ts" : "tsx"}`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const input = JSON.stringify({ development, pages });
  const report = execFileSync(maker, [project, out], { input, encoding: "utf8" });
  return { out, report, remove: () => rmSync(out, { recursive: true, force: true }) };
}

/** Serves a folder. `fault(path, count)` may answer "cut", a number of milliseconds to wait, or a promise to wait for; `count`
 * returns how often the path was requested. `posts` collects what forms sent. */
export async function serve(folder, { fault = () => undefined, answer = () => 200 } = {}) {
  const asked = new Map();
  const requests = [];
  const posts = [];
  const server = await listen(async (request, response) => {
    const path = pathOf(request);
    const count = (asked.get(path) ?? 0) + 1;
    asked.set(path, count);
    requests.push(path);
    const headers = { "content-security-policy": policy, "cache-control": "no-store" };
    if (request.method === "POST") {
      let body = "";
      for await (const chunk of request) body += chunk;
      posts.push({ path, body, type: request.headers["content-type"] });
      response.writeHead(answer(path), { "content-type": "text/html", ...headers });
      response.end("<!doctype html><title>posted</title><p>posted");
      return;
    }
    const trouble = fault(path, count);
    if (trouble === "cut") {
      request.socket.destroy();
      return;
    }
    if (typeof trouble === "number") await new Promise((resolve) => setTimeout(resolve, trouble));
    else await trouble;
    // Pictures don't matter here, and their absence shall not be complained of.
    if (/\.(ico|jpg)$/.test(path)) response.writeHead(204).end();
    else send(response, folder, path, headers);
  });
  return { ...server, origin: server.url, requests, posts };
}

/** A page that records messages of the console and uncaught errors. All its islands are in view. */
export async function visit(browser, url, options = {}) {
  const tall = { viewport: { width: 1280, height: 20_000 }, ...options };
  const { page, consoleErrors } = await open(browser, tall, { answersForOthers: false });
  await page.goto(url, { waitUntil: "load" });
  return { page, printed: consoleErrors, context: page.context() };
}

/** Waits until every island of the page has come to life or failed. */
export const settled = (page, count) =>
  page.waitForFunction(
    (expected) => document.querySelectorAll("[data-state=live],[data-state=failed]").length >= expected,
    count ?? 1,
  );
