// The service worker, where content enables it: pages that were opened can be read without a network.

declare global {
  interface Window {
    trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string };
    };
  }
}

/** Registers the worker at `path`, and sends a new one the URLs that this page has loaded before. */
async function register(path: string): Promise<void> {
  const policy = window.trustedTypes?.createPolicy("gympress-offline", {
    createScriptURL: (url) => new URL(url, location.origin).href,
  });
  const workers = navigator.serviceWorker;
  await workers.register(policy?.createScriptURL(path) ?? path);
  // With a worker, the page was loaded through it.
  if (workers.controller) return;
  const { active } = await workers.ready;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ page: location.pathname, files });
}

const path = document.documentElement.dataset.worker;
// A preview changes all the time, and has none.
const isPreview = document.querySelector('script[src="/.gympress/preview.js"]');
if (path && !isPreview && "serviceWorker" in navigator) {
  // The page itself comes first.
  if (document.readyState === "complete") register(path);
  else addEventListener("load", () => register(path));
}

export {};
