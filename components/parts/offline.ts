// Pages without a network, where content enables them.

/** Registers the service worker, with which pages that were opened can be read without a network, and sends a new one the
 * URLs that this page has loaded before. */
async function register(path: string): Promise<void> {
  const policy = window.trustedTypes?.createPolicy("gympress-offline", {
    createScriptURL: (url) => new URL(url, location.origin).href,
  });
  const workers = navigator.serviceWorker;
  // Browsers refuse it in private windows, and extensions for privacy do: pages then need a network.
  const registered = await workers.register(policy?.createScriptURL(path) ?? path).catch(() => undefined);
  if (!registered) return;
  // With a worker, the page was loaded through it.
  if (workers.controller) return;
  const { active } = await workers.ready;
  const files = performance.getEntriesByType("resource").map(({ name }) => name);
  active?.postMessage({ page: location.pathname, files });
}

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

const { worker } = document.documentElement.dataset;
if (worker && "serviceWorker" in navigator) {
  // The page itself comes first.
  if (document.readyState === "complete") register(worker);
  else addEventListener("load", () => register(worker));
}

export {};
