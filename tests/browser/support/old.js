// Chromium as old as visitors have it (tests/old-chromium). Its packages hold the browser alone, which is unpacked once.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { chromium } from "playwright-core";
import { QUIET } from "./browser.js";
import { root } from "./site.js";

/** The versions that are tested, each a package. */
export const OLD = ["103", "109", "113"];

/** The browser of a version as a file that can be started. */
function unpack(version) {
  const folder = join(root, "target/old-chromium");
  const file = join(folder, `chromium-${version}`);
  if (existsSync(file)) return file;
  const packed = join(root, `tests/old-chromium/node_modules/chromium-${version}/bin/chromium.br`);
  if (!existsSync(packed)) throw new Error("run npm ci --prefix tests/old-chromium first");
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, brotliDecompressSync(readFileSync(packed)), { mode: 0o755 });
  renameSync(`${file}.${process.pid}`, file);
  return file;
}

/** Starts a version in one process, as these browsers are made to be. */
export const launchOld = (version) =>
  chromium.launch({
    executablePath: unpack(version),
    args: [...QUIET, "--headless", "--single-process", "--no-zygote"],
  });

/** Run in each page before its scripts: what tests ask of a page, and these browsers don't know. */
export function addWhatTestsAsk() {
  Element.prototype.checkVisibility ??= function () {
    if (!this.getClientRects().length || getComputedStyle(this).visibility === "hidden") return false;
    for (let one = this; one; one = one.parentElement) if (getComputedStyle(one).opacity === "0") return false;
    return true;
  };
}
