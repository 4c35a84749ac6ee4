// What Lighthouse says of the shipped site on a phone, in its own model of a network and a processor: the median of five
// visits to each page, over HTTP/2 and compressed, as hosts send it. Prints a table and writes it to target/lighthouse.json;
// judges nothing, and says how busy the machine was, as that slows what it measures.
//
//   npm install --prefix DIR lighthouse
//   node benches/visitor/lighthouse.js DIR [runs [path…]]

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright-core";
import { OPTIONS } from "../../tests/browser/support/browser.js";
import { pathOf, send } from "../../tests/browser/support/server.js";
import { build, POLICY, root } from "../../tests/browser/support/site.js";

const PATHS = ["/", "/schedule/monday/", "/pricing/", "/blog/", "/blog/yoga-for-lifters/", "/contact/"];
const AUDITS = {
  FCP: "first-contentful-paint",
  LCP: "largest-contentful-paint",
  TBT: "total-blocking-time",
  CLS: "cumulative-layout-shift",
  bytes: "total-byte-weight",
};

/** What a browser accepts of a server on this machine: a key and a certificate that nobody signed. */
function certificate() {
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  const [key, cert] = ["key", "cert"].map((name) => join(folder, name));
  const asked = "req -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:P-256 -days 2 -subj /CN=localhost";
  execFileSync("openssl", [...asked.split(" "), "-keyout", key, "-out", cert], { stdio: "pipe" });
  const files = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return files;
}

/** Serves `out` with the headers that a host is told, each text compressed once. */
async function serveCompressed(out) {
  const compressed = new Map();
  const server = createSecureServer(certificate(), (request, response) => {
    const path = pathOf(request);
    const { writeHead, end } = response;
    let isText = false;
    response.writeHead = (status, headers) => {
      isText = /text|json|xml|svg|javascript/.test(headers["content-type"]);
      return writeHead.call(response, status, { ...headers, ...(isText && { "content-encoding": "br" }) });
    };
    response.end = (body) => {
      if (isText && !compressed.has(path)) compressed.set(path, brotliCompressSync(body));
      return end.call(response, isText ? compressed.get(path) : body);
    };
    const kept = /^\/(assets|images)\//.test(path) ? "max-age=31536000, immutable" : "no-cache";
    send(response, out, path, { "cache-control": kept, "content-security-policy": POLICY });
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  return { url: `https://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

const [folder, runs = "5", ...paths] = process.argv.slice(2);
if (!folder) throw new Error("the folder with Lighthouse is missing: node benches/visitor/lighthouse.js DIR");
const package_ = resolve(folder, "node_modules/lighthouse/core/index.js");
const { default: lighthouse } = await import(pathToFileURL(package_).href);

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
const { out, remove } = build();
const server = await serveCompressed(out);
const rows = [];
try {
  for (const path of paths.length > 0 ? paths : PATHS) {
    const visits = [];
    // The first one isn't counted: files are compressed then.
    for (let run = -1; run < Number(runs); run++) {
      const port = 9301 + run;
      const args = [...OPTIONS.args, `--remote-debugging-port=${port}`, "--ignore-certificate-errors"];
      const browser = await chromium.launch({ ...OPTIONS, args });
      try {
        const { lhr } = await lighthouse(server.url + path, {
          port,
          logLevel: "error",
          onlyCategories: ["performance"],
        });
        const figures = Object.entries(AUDITS).map(([name, audit]) => [name, lhr.audits[audit].numericValue]);
        if (run >= 0) visits.push({ score: lhr.categories.performance.score * 100, ...Object.fromEntries(figures) });
      } finally {
        await browser.close();
      }
    }
    const row = Object.fromEntries(
      Object.keys(visits[0]).map((name) => [name, median(visits.map((one) => one[name]))]),
    );
    rows.push({ path, load: loadavg()[0], ...row });
    console.log(JSON.stringify(rows.at(-1)));
  }
} finally {
  server.close();
  remove();
}
console.table(rows);
writeFileSync(join(root, "target/lighthouse.json"), `${JSON.stringify(rows, null, 2)}\n`);
