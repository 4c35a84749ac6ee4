// The site has no service worker any more. A browser that has one asks for it again, gets this, and is rid of both
// the worker and what it kept. `SITE` is what gympress puts before this.

addEventListener("install", () => skipWaiting());

addEventListener("activate", (event) => {
  // Not waited for: a page that loads meanwhile waits for the activation, and the end of the registration for the page.
  registration.unregister();
  event.waitUntil(removeCaches());
});

async function removeCaches() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith(`gympress ${SITE.base} `)).map((name) => caches.delete(name)),
  );
}
