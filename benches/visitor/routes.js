// What each page of the shipped site asks of a phone: requests and bytes until it rests, and after the first
// touch of what comes to life by it. Prints a table and writes it to target/visitor.json; judges nothing.
//
//   node benches/visitor/routes.js

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { launch } from "../../tests/browser/support/browser.js";
import { build, lasting, root, serve } from "../../tests/browser/support/site.js";

const PHONE = { viewport: { width: 360, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Bytes on the wire: hosts compress text. */
async function transferred(response) {
  const body = await response.body().catch(() => Buffer.alloc(0));
  const type = response.headers()["content-type"] ?? "";
  return /^text\/|json|xml|svg|javascript/.test(type) ? brotliCompressSync(body).length : body.length;
}

/** Requests and bytes of one page, before and after the first interaction. */
async function visit(browser, site, path) {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const responses = [];
  page.on("response", (response) => {
    if (response.url().startsWith(site)) responses.push(transferred(response));
  });
  const sum = async () => {
    await page.waitForLoadState("networkidle");
    const sizes = await Promise.all(responses);
    return { requests: sizes.length, bytes: sizes.reduce((total, size) => total + size, 0) };
  };
  await page.goto(`${site}${path}`, { waitUntil: "networkidle" });
  const before = await sum();
  // The first of the islands that wait for it, if any: the menu on most pages.
  const island = page.locator("[data-on=interaction] button:visible").first();
  if (await island.count()) {
    await island.tap();
    await page.waitForFunction(() => document.querySelector("[data-on=interaction][data-state=live]"));
  }
  const after = await sum();
  await context.close();
  return { path, before, after };
}

const { out, remove } = build();
const server = await serve(out);
const browser = await launch();
const rows = [];
try {
  for (const path of lasting(out)) rows.push(await visit(browser, server.url, path));
} finally {
  await browser.close();
  await server.close();
  remove();
}

const cell = ({ requests, bytes }) => `${String(requests).padStart(4)}${(bytes / 1000).toFixed(1).padStart(9)} kB`;
console.log(`${"".padEnd(46)}${"until it rests".padStart(16)}${"after a touch".padStart(18)}`);
for (const { path, before, after } of rows) console.log(`${path.padEnd(46)}${cell(before)}  ${cell(after)}`);
writeFileSync(join(root, "target/visitor.json"), `${JSON.stringify(rows, null, 2)}\n`);
