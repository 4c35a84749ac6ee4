// What most test files need: the built site on a server, and a browser to visit it with.
import { after, before } from "node:test";
import { launch, open } from "./browser.js";
import { build, lasting, NOW, samples, serve } from "./site.js";

/** Moves the clock of a page by some milliseconds: pages say what is open and what is over. */
function shiftClock(shift) {
  const real = Date;
  const now = () => real.now() + shift;
  globalThis.Date = new Proxy(real, {
    construct: (date, args, target) => Reflect.construct(date, args.length > 0 ? args : [now()], target),
    apply: (date) => new date(now()).toString(),
    get: (date, key) => (key === "now" ? now : Reflect.get(date, key)),
  });
}

/** Makes them before a file's first test and takes them away after its last. `prepare` builds the site. */
export function withSite(prepare = build) {
  const made = {};

  const openAtNow = async (options) => {
    const opened = await open(made.browser, options);
    await opened.page.context().addInitScript(shiftClock, Date.parse(NOW) - Date.now());
    return opened;
  };

  before(async () => {
    made.site = await prepare();
    made.server = await serve(made.site.out);
    made.browser = await launch();
  });

  after(async () => {
    await made.browser?.close();
    await made.server?.close();
    made.site?.remove();
  });

  return {
    /** The folder with the built site. */
    out: () => made.site.out,
    /** The paths of all pages that stay. */
    paths: () => lasting(made.site.out),
    /** Those that stand for all. */
    samples: () => samples(made.site.out),
    url: (path) => made.server.url + path,
    browser: () => made.browser,
    /** A page in a context of its own, on whose clock the site was just built; the caller closes it. */
    open: openAtNow,
    /**
     * Runs `look` on each page that stands for others in turn, or on each of `paths`, in one tab, as each new context
     * starts processes. `prepare` has seen the tab first. What the browser complained about is that of the page alone.
     */
    async tour(options, look, { prepare = () => {}, paths = samples(made.site.out) } = {}) {
      const { page, consoleErrors, close } = await openAtNow(options);
      try {
        await prepare(page);
        for (const path of paths) {
          consoleErrors.length = 0;
          await page.goto(made.server.url + path, { waitUntil: "load" });
          await look(page, path, consoleErrors);
        }
      } finally {
        await close();
      }
    },
    /** Runs `look` on the loaded page at `path`, and closes it whatever happens. */
    async visit(path, options, look) {
      const { page, consoleErrors, close } = await openAtNow(options);
      try {
        await page.goto(made.server.url + path, { waitUntil: "load" });
        return await look(page, consoleErrors);
      } finally {
        await close();
      }
    },
  };
}

/** Visits a page of the site far from the gym, at a moment on the gym's clock. */
export async function visitAt(site, moment, path, look, options = {}) {
  const { page, close } = await site.open({ ...options, timezoneId: "America/Los_Angeles", locale: "de-DE" });
  try {
    await page.clock.install({ time: new Date(`${moment}+03:00`) });
    await page.goto(site.url(path), { waitUntil: "load" });
    await page.locator("footer [data-now] > :first-child").waitFor({ state: "attached" });
    return await look(page);
  } finally {
    await close();
  }
}
