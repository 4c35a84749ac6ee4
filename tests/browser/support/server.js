// A server on this machine, and files as it sends them.
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".jpg": "image/jpeg",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
  ".txt": "text/plain; charset=utf-8",
  ".ics": "text/calendar; charset=utf-8",
  ".webmanifest": "application/manifest+json",
};

/** Calls `answer` with each request and its response, until it is closed. It keeps no test from ending. */
export async function listen(answer) {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${server.address().port}`, close };
}

/** The path that is asked for, without what follows it. */
export const pathOf = (request) => decodeURIComponent(new URL(request.url, "http://site").pathname);

/** Answers with what is at `path` in `folder`, or with its page for what isn't there. */
export function send(response, folder, path, headers = {}) {
  const isFile = (file) => statSync(file, { throwIfNoEntry: false })?.isFile();
  const found = [join(folder, path), join(folder, path, "index.html")].find(isFile);
  const file = found ?? join(folder, "404.html");
  response.writeHead(found ? 200 : 404, {
    "content-type": TYPES[extname(file)] ?? "application/octet-stream",
    ...headers,
  });
  response.end(isFile(file) ? readFileSync(file) : "");
}
