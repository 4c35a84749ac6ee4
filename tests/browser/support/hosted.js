// The gym of the tests, built for a host, and that host: it sends what `_headers` says and follows `_redirects`, in the
// form that Netlify and Cloudflare Pages read.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { buildGym } from "./project.js";
import { listen, pathOf, send } from "./server.js";

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

/** The only service of a `render.yaml`, with the rules of its headers in the form of those above. */
export function readBlueprint(text) {
  const { services } = parse(text, { strict: true });
  const [service] = services;
  const patterns = new Map();
  for (const { path, name, value } of service.headers) {
    if (!patterns.has(path)) patterns.set(path, []);
    patterns.get(path).push([name.toLowerCase(), value]);
  }
  return { ...service, headers: [...patterns].map(([pattern, headers]) => ({ pattern, headers })) };
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
  return listen((request, response) => {
    asked(request);
    const path = pathOf(request);
    const sent = headersFor(rules, path);
    if (redirects.has(path)) return response.writeHead(301, { ...sent, location: redirects.get(path) }).end();
    send(response, out, path, sent);
  });
}
