// The editor of a copy of the gym of the tests, in a browser.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { open, withBrowser } from "./browser.js";
import { until } from "./preview.js";
import { withPreview } from "./with-preview.js";

/** Scripts of pages don't run in the frame, and what is refused is refused; the browser says so, and nothing else may be said. */
const ABOUT_PAGES =
  /Blocked script execution|Executing inline script|Loading the script|script-src 'none'|status of 4(09|15|22)/;

/** The app asks for a file or a page that goes away at the same moment. */
const GONE_MEANWHILE = /status of 404 .*\/\.gympress\/edit\/(file|page)\?/;

/** What the app says of a violation of its policy, which would go unheard among what is said of blocked scripts of pages. */
const VIOLATION = "the app violates its policy:";

/** Run in each document: says what the policy of the app forbade it. The page in the frame has a policy of its own. */
function tellViolations(word) {
  if (window !== top || !location.pathname.startsWith("/.gympress/edit/")) return;
  addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) =>
    console.info(word, effectiveDirective, blockedURI, sourceFile, lineNumber),
  );
}

/** Collects what all windows of a browser say of violations. */
async function violations(context) {
  const found = [];
  await context.addInitScript(tellViolations, VIOLATION);
  context.on("console", (message) => message.text().startsWith(VIOLATION) && found.push(message.text()));
  return found;
}

/** The program isn't there, goes away in the middle of an answer, or another one is there. */
const GONE_AWAY = /net::ERR_|status of 401/;

/** Makes a preview with an editor before the first test, and takes it away after the last. One that `goesAway` may be killed. */
export function withEditor({ goesAway = false, ...options } = {}) {
  const preview = withPreview({ ...options, edits: true });
  const browser = withBrowser();
  const address = () => until("the address of the editor", () => /^edit: (\S+)/m.exec(preview.printed())?.[1]);
  return {
    preview,
    address,
    /** What a file of the content says on disk; nothing if there is none. */
    read(path) {
      const file = join(preview.folder(), "content", path);
      return existsSync(file) ? readFileSync(file, "utf8") : undefined;
    },
    /** Opens the editor at a page, and closes it whatever happens. What another test left unsaved is taken back. */
    async edit(path, look, settings = {}) {
      const { page, consoleErrors, close } = await open(browser(), {
        viewport: { width: 1440, height: 900 },
        ...settings,
      });
      const violated = await violations(page.context());
      try {
        const url = await address();
        await page.goto(url);
        const editor = new EditorPage(page, new URL(url));
        await editor.ask("discard", {});
        await editor.visit(path);
        await look(editor);
        const known = [ABOUT_PAGES, GONE_MEANWHILE, ...(goesAway ? [GONE_AWAY] : [])];
        const errors = consoleErrors.filter((text) => !known.some((pattern) => pattern.test(text)));
        errors.push(...violated);
        if (errors.length) throw new Error(errors.join("\n"));
      } finally {
        await close();
      }
    },
  };
}

export class EditorPage {
  constructor(page, url) {
    this.page = page;
    this.url = url;
    this.site = page.frameLocator(".frame iframe");
    this.panel = page.locator(".panel");
  }

  /** Asks the server as the app does. */
  async ask(name, body) {
    const headers = { Authorization: `Bearer ${this.url.hash.slice(1)}`, Origin: this.url.origin };
    const options = body
      ? { method: "POST", headers: { ...headers, "Content-Type": "application/json" }, data: body }
      : { headers };
    const response = await this.page.request.fetch(new URL(name, this.url).href, options);
    return response.json();
  }

  /** Chooses a page in the menu, and waits until it is shown with its marks. */
  async visit(path) {
    await this.page.getByRole("button", { name: /^Go to/ }).click();
    await this.page.locator("#pages input").fill(path);
    await this.page
      .locator("#pages li", { has: this.page.getByText(path, { exact: true }) })
      .getByRole("button")
      .click();
    await this.isShown(path);
  }

  /** Chooses something in the menu that isn't a page. */
  async menu(name) {
    await this.page.getByRole("button", { name: /^Go to/ }).click();
    await this.page.locator("#pages").getByRole("button", { name, exact: true }).click();
  }

  /** Opens the form of a file by its title, through the list of all. */
  async open(title) {
    await this.menu("Everything on the site");
    await this.panel.getByRole("searchbox").fill(title);
    await this.panel.locator(".rows").getByRole("button", { name: title }).first().click();
    await this.panel.getByRole("heading", { level: 2, name: title }).waitFor();
    await this.panel.locator("[data-path]").first().waitFor();
  }

  /** Opens a form where the editor was left, as after closing the tab. */
  async go(file, path) {
    // A page of the site alone, as an open editor would go on to remember where it is.
    await this.page.goto(this.url.origin);
    const place = { kind: "form", file, path };
    await this.page.evaluate(
      (place) => localStorage.setItem("gympress-place", JSON.stringify({ place, pagePath: "/" })),
      place,
    );
    await this.page.goto(this.url.href);
    await this.panel.locator(".form [data-path]").first().waitFor({ state: "attached" });
  }

  /** Makes all that is sent to the server wait, as a slow machine does. */
  async slow(milliseconds) {
    await this.page.route("**/.gympress/edit/operations", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
      await route.continue();
    });
  }

  /** Takes a change back or makes it again, and waits until that is done. */
  async step(name) {
    const { revision } = await this.ask("state");
    await this.page.locator(".bar").getByRole("button", { name }).click();
    await until(name, async () => (await this.ask("state")).revision > revision);
  }

  async isShown(path) {
    const frame = await (await this.page.locator(".frame iframe").elementHandle()).contentFrame();
    const hasMarks = (path) => {
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
      while (walker.nextNode()) if (walker.currentNode.data.startsWith("gp ")) return location.pathname === path;
      return false;
    };
    await until(`${path} with its marks`, () => frame.evaluate(hasMarks, path).catch(() => false));
  }

  /** The path of the field with the focus. */
  focused() {
    return this.page.evaluate(() => document.activeElement.closest("[data-path]")?.dataset.path);
  }

  /** The control of a field of the form. */
  field(...path) {
    return this.panel
      .locator(`[data-path='${JSON.stringify(path)}']`)
      .locator("input, textarea, select, button")
      .first();
  }

  /** Waits until the page in the frame says something. */
  async says(text) {
    await this.site.locator("body", { hasText: text }).waitFor();
  }

  /** What a file would say if it were saved now. */
  async value(file) {
    return (await this.ask(`file?file=content/${file}`)).value;
  }

  async changes() {
    return (await this.ask("state")).changes;
  }

  /** Waits until all that was done has arrived. */
  async settled(changes) {
    await until(`${changes} changes`, async () => (await this.changes()) === changes);
  }
}
