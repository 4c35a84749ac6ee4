// The site without a network. Pages come from the network while there is one, else as they were when they were last
// opened; files with a hash in their names never change, and are kept. Nothing else is touched: no other site, no
// account, no form. `SITE` is what gympress puts before this.

const START = `gympress ${SITE.base} `;
const CACHE = START + SITE.version;
const MOST_KEPT = 300;
// How long the network has time to answer, in milliseconds: less, where there is a page to fall back on. A request that
// never ends would keep a newer worker from taking over.
const PATIENCE = 30_000;
const PATIENCE_WITH_COPY = 10_000;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(SITE.offline)));
});

addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(START) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable();
  await clients.claim();
}

// Parts of the search's index are no use without the rest of it, and would take the place of pages.
const isLasting = (path) => !path.startsWith(SITE.search) && SITE.lasting.some((folder) => path.startsWith(folder));

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin) return;
  if (mode === "navigate") event.respondWith(page(event, pathname));
  else if (isLasting(pathname)) event.respondWith(file(event, pathname));
});

async function page(event, path) {
  const cache = await caches.open(CACHE);
  const copy = await cache.match(path);
  const newest = inTime(fresh(event, cache, path), PATIENCE);
  // One that comes when its copy is shown already takes the place of that, for the next visit.
  event.waitUntil(newest.catch(() => {}));
  try {
    return await (copy ? inTime(newest, PATIENCE_WITH_COPY) : newest);
  } catch {
    const [, offline] = SITE.pages.filter(([folder]) => path.startsWith(folder)).pop();
    return copy ?? (await cache.match(offline)) ?? Response.error();
  }
}

async function fresh(event, cache, path) {
  const response = (await event.preloadResponse) ?? (await fetch(event.request));
  const isPage = response.headers.get("content-type")?.startsWith("text/html");
  return response.ok && !response.redirected && isPage ? await kept(event, cache, path, response) : response;
}

function inTime(promise, patience) {
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("too late")), patience));
  return Promise.race([promise, late]);
}

// A visitor may leave before a file has come; it's kept nevertheless, so it's asked for apart from their request.
async function file(event, path) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(path);
  if (known) return known;
  // Safari has `AbortSignal.timeout` since 16 only.
  const control = new AbortController();
  setTimeout(() => control.abort(), PATIENCE);
  const response = await fetch(path, { signal: control.signal });
  return response.ok ? kept(event, cache, path, response) : response;
}

// The response, which is kept, too. It's read once and as a whole: of two readers of a stream, one that is gone can
// hold up the other, and with it the cache.
async function kept(event, cache, path, response) {
  const body = await response.blob();
  const copy = () => new Response(body, { headers: response.headers });
  event.waitUntil(keep(cache, path, copy()));
  return copy();
}

async function keep(cache, request, response) {
  await cache.put(request, response);
  const kept = await cache.keys();
  const spare = kept.filter(({ url }) => !SITE.offline.includes(new URL(url).pathname));
  await Promise.all(spare.slice(0, Math.max(0, spare.length - MOST_KEPT)).map((old) => cache.delete(old)));
}

// The page on which the worker came was loaded without it: it tells what it has loaded.
addEventListener("message", (event) => {
  const { page, files } = event.data;
  const same = files
    .map((url) => new URL(url))
    .filter(({ origin, pathname }) => origin === location.origin && isLasting(pathname));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) =>
        Promise.allSettled([page, ...same.map(({ pathname }) => pathname)].map((path) => cache.add(path))),
      ),
  );
});
