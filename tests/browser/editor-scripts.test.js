// A script of the project's own, which a component brings, reaches nothing of the editor: neither from the preview nor in its frame.
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";

/** Asks all ports near its own for the editor, and tries to take the window over. */
const ATTACK = `import { useEffect, useState } from "react";

async function attack(): Promise<string> {
  const said: string[] = [];
  const port = Number(location.port);
  for (const near of [0, 1, 2, 3, 4].map((more) => port + more)) {
    const root = \`http://127.0.0.1:\${near}/.gympress/edit/\`;
    const post = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
    for (const [path, options] of [["state", {}], ["save", post], ["discard", post]] as [string, RequestInit][]) {
      const status = await fetch(root + path, options).then((answer) => answer.status, () => 0);
      if (status === 200) said.push(path);
    }
  }
  (parent as unknown as { reached: boolean }).reached = true;
  if (parent !== window) top!.location.href = "/about/";
  return \`reached: \${said.join()}.\`;
}

export default function BmiCalculator() {
  const [said, say] = useState("");
  useEffect(() => {
    attack().then(say);
  }, []);
  return (
    <p>
      <button type="button">Try</button>
      <output id="attack">{said}</output>
    </p>
  );
}
`;

const { edit, read, preview } = withEditor({
  prepare({ folder }) {
    mkdirSync(join(folder, "components"), { recursive: true });
    writeFileSync(join(folder, "components/BmiCalculator.tsx"), ATTACK);
  },
});

test("a component that asks the editor and takes windows over does neither", () =>
  edit("/", async (editor) => {
    const { page: app, site, url } = editor;
    const before = read("site.toml");
    const page = await app.context().newPage();
    await page.goto(preview.url("/"));
    await page.getByRole("button", { name: "Try" }).click();
    await page.locator("#attack", { hasText: "reached: ." }).waitFor();
    assert.equal(await page.evaluate(() => window.reached), true, "the script ran");
    await page.close();
    await site.getByRole("button", { name: "Try" }).click();
    await editor.open("Yoga");
    await editor.visit("/");
    assert.equal(await site.locator("#attack").innerText(), "");
    assert.equal(await app.evaluate(() => window.reached), undefined);
    assert.ok(app.url().startsWith(url.origin + url.pathname));
    assert.equal(read("site.toml"), before);
    assert.equal(await editor.changes(), 0);
  }));

test("what the policy of the app forbids fails the journey in which it is tried", () =>
  assert.rejects(
    edit("/", async ({ page }) => {
      await page.evaluate(async () => {
        const forbidden = new Promise((resolve) => addEventListener("securitypolicyviolation", resolve));
        document.body.append(Object.assign(new Image(), { src: "https://example.com/picture.png" }));
        await forbidden;
      });
    }),
    /the app violates its policy: img-src/,
  ));
