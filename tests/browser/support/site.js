// Builds the shipped site once for a test file, and serves it as a strict host would.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { listen, pathOf, send } from "./server.js";

export const root = fileURLToPath(new URL("../../..", import.meta.url));
/** The program under test. */
export const binary = process.env.GYMPRESS ?? join(root, "target/debug/gympress");

/** The room in memory that projects of tests need at most. */
const ROOM = 2 ** 30;

/**
 * An empty folder, on the disk in memory if there is one with room: making and removing files takes long on others. What killed
 * tests left there is removed, as tests/suite/copy.rs does it.
 */
export function scratch(prefix) {
  let parent = join(root, "target");
  try {
    removeLeavings("/dev/shm");
    const { bavail, bsize } = statfsSync("/dev/shm");
    if (bavail * bsize > ROOM) parent = "/dev/shm";
  } catch {
    // This system has none.
  }
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, `gympress-${process.pid}-${prefix}`));
}

/** Removes the folders whose process is gone. */
function removeLeavings(folder) {
  if (!existsSync("/proc/self")) return;
  for (const name of readdirSync(folder)) {
    const owner = /^gympress-(\d+)-/.exec(name)?.[1];
    if (!owner || existsSync(`/proc/${owner}`)) continue;
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch {
      // Somebody else's, or another test removes it just now.
    }
  }
}

/** The policy of the site: nothing inline, nothing from elsewhere but the map. Which styles may be in it says each page's own. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "media-src 'self'",
  "frame-src https:",
  "base-uri 'none'",
  "form-action 'self' mailto:",
  "require-trusted-types-for 'script'",
].join("; ");

/** The moment of all builds, at which visits begin. */
export const NOW = "2026-11-20T12:00:00+03:00";

/**
 * Builds the project in `from` into a folder of its own; `remove` takes it away. The shipped site is the one that
 * `GYMPRESS_SITE` names, if there is that variable: tests only read it.
 */
export function build(from = root) {
  if (from === root && process.env.GYMPRESS_SITE) return { out: process.env.GYMPRESS_SITE, remove() {} };
  const folder = scratch("site-");
  const out = join(folder, "dist");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    execFileSync(binary, ["build", "--root", from, "--out", out, "--now", NOW], { stdio: "pipe" });
  } catch (failure) {
    remove();
    throw failure;
  }
  return { out, remove };
}

/** The paths of all pages below `out`, as a browser requests them. */
export function pages(out) {
  const files = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".html"));
  const path = (file) => `/${file.split(sep).join("/")}`.replace(/index\.html$/, "");
  return files.map(path).sort();
}

/** The same without the pages that lead on to another at once. */
export function lasting(out) {
  return pages(out).filter((path) => !html(out, path).includes('http-equiv="refresh"'));
}

/** The elements of a page, each with its classes. */
function elements(page) {
  const tags = page.matchAll(/<([a-z][a-z0-9]*)(?: [^>]*?class="([^"]*)")?/g);
  return [...tags].filter(([, name]) => name !== "body").map(([, name, classes = ""]) => `${name} ${classes}`);
}

/**
 * Pages of which each stands for others: all at the top, and of those below a common path (posts, tags, days) the
 * longest, but for those whose elements larger ones have. With `PAGES=all` in the environment, all.
 */
export function samples(out) {
  const paths = lasting(out);
  if (process.env.PAGES === "all") return paths;
  const folder = (path) => path.replace(/[^/]*\/?$/, "");
  const bySize = (one, other) => html(out, one).length - html(out, other).length;
  const known = new Set();
  const chosen = paths
    .toSorted(bySize)
    .reverse()
    .filter((path) => {
      const siblings = paths.filter((other) => folder(other) === folder(path)).sort(bySize);
      if (folder(path) !== "/" && path !== siblings.at(-1)) return false;
      const before = known.size;
      for (const element of elements(html(out, path))) known.add(element);
      return known.size > before;
    });
  return paths.filter((path) => chosen.includes(path));
}

/** The source of the page at `path`. */
export function html(out, path) {
  return readFileSync(join(out, path.endsWith("/") ? `${path}index.html` : path), "utf8");
}

/** The paths of files whose names change with what is in them: a tour loads them once. */
const HASHED = /^\/(assets|images)\//;

/** Serves `out` under a policy. */
export const serve = (out, policy = POLICY) =>
  listen((request, response) => {
    const path = pathOf(request);
    const kept = HASHED.test(path) ? "max-age=31536000, immutable" : "no-cache";
    send(response, out, path, { "cache-control": kept, "content-security-policy": policy });
  });
