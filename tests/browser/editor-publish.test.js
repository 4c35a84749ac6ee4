// Publishing from the editor: where the site goes, what has changed, what stands in the way, and the end.
import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { accessibility as axe } from "./support/judge.js";
import { until } from "./support/preview.js";
import { copySmall } from "./support/project.js";

const PLAN = "plans/one-month.toml";

const { edit, preview } = withEditor({
  make: copySmall,
  prepare: ({ folder }) =>
    appendFileSync(join(folder, "content/site.toml"), '\n[publish]\nhost = "plain"\nto = "./public"\n'),
});

const published = (path) => join(preview.folder(), "public", path);

test("the site is published by a click, with what is saved, and the panel says what has changed since", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    const open = () => page.locator(".bar").getByRole("button", { name: "Publish", exact: true }).click();
    const begin = () => panel.getByRole("button", { name: "Publish now" }).click();
    await open();
    await panel.getByText("./public").waitFor();
    await panel.getByText("Not published from here yet").waitFor();
    assert.ok(!existsSync(published("index.html")));
    assert.deepEqual(await axe(page, "#editor"), []);
    await begin();
    await panel.getByText("is up to date").waitFor();
    assert.match(readFileSync(published("pricing/index.html"), "utf8"), /4,000/);
    await panel.getByText("Nothing has changed.").waitFor();

    await editor.open("One month");
    await editor.field("price").fill("4500");
    await editor.settled(1);
    await open();
    await panel.getByText("1 change isn’t saved.").waitFor();
    await panel.getByRole("button", { name: "Publish without it" }).waitFor();
    assert.deepEqual(await axe(page, "#editor"), []);
    await panel.getByRole("button", { name: "Save and publish" }).click();
    await until("the new price", () => /4,500/.test(readFileSync(published("pricing/index.html"), "utf8")));
    await panel.getByText("Nothing has changed.").waitFor();
    await panel.getByText("Published last on").waitFor();
  }));

test("a double click publishes once, and nothing is said against it", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    await page.locator(".bar").getByRole("button", { name: "Publish", exact: true }).click();
    await panel.getByRole("button", { name: "Publish now" }).evaluate((button) => {
      button.click();
      button.click();
    });
    await page.waitForTimeout(500);
    await panel.getByText("is up to date").waitFor();
    assert.equal(await page.locator(".message.bad").count(), 0);
  }));

test("a host that isn't there is told in words of the panel, which lead to where the site goes", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    const file = join(preview.folder(), "content/site.toml");
    const before = readFileSync(file, "utf8");
    try {
      writeFileSync(file, before.replace('"./public"', '"ftps://web@127.0.0.1:1/"'));
      await page.locator(".bar").getByRole("button", { name: "Publish", exact: true }).click();
      await panel.getByText("Goes to ftps://web@127.0.0.1:1/").waitFor();
      await panel.getByRole("button", { name: "Publish now" }).click();
      await panel.getByText("whether this computer is online").waitFor();
      assert.ok(!(await panel.textContent()).includes("gympress publish"));
      assert.deepEqual(await axe(page, "#editor"), []);
      await panel.getByRole("button", { name: "Change where it goes" }).click();
      await editor.field("publish", "to").waitFor();
    } finally {
      writeFileSync(file, before);
    }
  }));

test("a mistake stands in the way, and the panel leads to it", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    const file = join(preview.folder(), "content", PLAN);
    const before = readFileSync(file, "utf8");
    try {
      writeFileSync(file, before.replace(/^price = .*$/m, 'price = "1,500"'));
      await until("the mistake", async () => (await editor.ask("state")).problems > 0);
      await page.locator(".bar").getByRole("button", { name: "Publish", exact: true }).click();
      await panel.getByRole("button", { name: "Publish now" }).click();
      await panel.getByRole("heading", { level: 2, name: "One month" }).waitFor();
      assert.equal(await editor.focused(), JSON.stringify(["price"]));
    } finally {
      writeFileSync(file, before);
    }
  }));
