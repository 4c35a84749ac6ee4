// The gym of the tests, built for a host, and that host: it sends what `_headers` says and follows `_redirects`, in the
// form that Netlify and Cloudflare Pages read.
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { buildGym } from "./project.js";
import { TYPES } from "./site.js";

/** Builds the site for `host`; `remove` takes it away. */
export const buildFor = (host) =>
  buildGym(({ edit }) =>
    edit("site.toml", (text) => text.replace("\n[map]\n", `\n[publish]\nhost = "${host}"\n\n[map]\n`)),
  );

/** The rules of a `_headers` file: what a path that one matches is sent. */
export function readHeaders(text) {
  const rules = [];
  for (const line of text.split("\n").filter((line) => line && !line.startsWith("#"))) {
    if (!/^\s/.test(line)) {
      rules.push({ pattern: line, headers: [] });
      continue;
    }
    const colon = line.indexOf(":");
    rules.at(-1).headers.push([line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]);
  }
  return rules;
}

/** What `path` is sent by these rules; the values of one header are joined, as hosts do. */
export function headersFor(rules, path) {
  const sent = {};
  for (const { pattern, headers } of rules) {
    const matches = pattern.endsWith("*") ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
    for (const [name, value] of matches ? headers : []) sent[name] = sent[name] ? `${sent[name]}, ${value}` : value;
  }
  return sent;
}

/** Serves `out` as the host does. `asked` is called with each request. */
export async function host(out, asked = () => {}) {
  const rules = readHeaders(readFileSync(join(out, "_headers"), "utf8"));
  const lines = readFileSync(join(out, "_redirects"), "utf8").split("\n").filter(Boolean);
  const redirects = new Map(lines.map((line) => line.split(" ")).map(([from, to]) => [from, to]));
  const server = createServer((request, response) => {
    asked(request);
    const path = decodeURIComponent(new URL(request.url, "http://site").pathname);
    const sent = headersFor(rules, path);
    if (redirects.has(path)) return response.writeHead(301, { ...sent, location: redirects.get(path) }).end();
    let file = join(out, path.endsWith("/") ? `${path}index.html` : path);
    const status = statSync(file, { throwIfNoEntry: false })?.isFile() ? 200 : 404;
    if (status === 404) file = join(out, "404.html");
    const type = TYPES[extname(file)] ?? "application/octet-stream";
    response.writeHead(status, { "content-type": type, ...sent }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  return { url: `http://127.0.0.1:${port}`, close: () => new Promise((resolve) => server.close(resolve)) };
}
