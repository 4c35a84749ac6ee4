// Pictures of the editor for docs/edit.md and the README: `npm run pictures editor`.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, loadPictures, open } from "./support/browser.js";
import { EditorPage } from "./support/editor.js";
import { preview, until } from "./support/preview.js";
import { copyShipped } from "./support/project.js";
import { root } from "./support/site.js";

const VIEW = { viewport: { width: 1200, height: 720 }, locale: "en-GB" };

/** What is done before each picture is taken. */
const PICTURES = {
  async price(editor) {
    await editor.visit("/pricing/");
    await editor.site.locator("#pricing").getByText("4,000").first().click();
    await until("the price", () => editor.page.evaluate(() => document.activeElement.value === "4000"));
    await editor.page.keyboard.press("Control+A");
    await editor.page.keyboard.type("4500");
    await editor.site.locator("#pricing").getByText("4,500").first().waitFor();
  },
  async week(editor) {
    await editor.menu("Week");
    await editor.page.locator(".class", { hasText: "Boxing" }).first().click();
    await editor.field("tuesday", 0, "start").or(editor.panel.locator("[data-path]")).first().waitFor();
  },
  async holiday(editor) {
    await editor.visit("/contact/");
    await editor.site.getByText("New Year’s Day").first().click();
    await editor.panel.getByRole("heading", { level: 2, name: /Closure/ }).waitFor();
  },
  async post(editor) {
    await editor.visit("/blog/yoga-for-lifters/");
    await editor.site.locator("main h2").first().click();
    await editor.panel.getByRole("toolbar").first().waitFor();
  },
};

/** The picture as WebP of at most 60 kB, which the browser itself writes. */
async function asWebP(page, png) {
  const text = await page.evaluate(
    async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext("2d").drawImage(bitmap, 0, 0);
      let blob;
      for (let quality = 0.6; quality > 0 && !(blob?.size < 60_000); quality -= 0.1) {
        blob = await canvas.convertToBlob({ type: "image/webp", quality });
      }
      return btoa(String.fromCharCode(...new Uint8Array(await blob.arrayBuffer())));
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  return Buffer.from(text, "base64");
}

/** Takes all of them. */
export async function takeEditor() {
  const project = copyShipped();
  const server = await preview(project.folder);
  const address = await until("the editor", () => /^edit: (\S+)/m.exec(server.printed())?.[1]);
  const browser = await launch();
  try {
    const { page: writer } = await open(browser, {});
    for (const [name, act] of Object.entries(PICTURES)) {
      const { page, close } = await open(browser, VIEW);
      await page.goto(address);
      const editor = new EditorPage(page, new URL(address));
      await editor.ask("discard", {});
      await act(editor);
      await loadPictures(page.frames().at(-1));
      await page.waitForTimeout(500);
      writeFileSync(join(root, `docs/images/edit-${name}.webp`), await asWebP(writer, await page.screenshot()));
      await close();
    }
  } finally {
    await browser.close();
    await server.kill();
    project.remove();
  }
}
