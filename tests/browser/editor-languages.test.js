// Editing by clicking in several languages: what is clicked on a page is changed in its language, below the original.
import assert from "node:assert/strict";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { withEditor } from "./support/editor.js";
import { until } from "./support/preview.js";

const HOME = "sw/pages/index.toml";

const { edit, read, preview } = withEditor({
  prepare: ({ edit, write }) => {
    edit("site.toml", (text) => `${text}\n[[translation]]\nlanguage = "sw-KE"\n`);
    write("sw/texts.toml", '"our classes" = "madarasa yetu"\n');
    write("sw/trainers/musa-kiprono.toml", 'text = "Anafundisha ndondi." # of 12345678\n');
    write(
      HOME,
      'title = "Mwanzo" # of 12345678\ndescription = "Gym ya jamii ya South B." # of 12345678\n\n[section.home]\nheading = "jenga mwili imara" # of 12345678\n\n[section.about.card.Progression]\ntitle = "Maendeleo"\n',
    );
  },
});

const inSwahili = async (editor) => {
  const { page } = editor;
  await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "Swahili" });
  await editor.isShown("/sw/");
};

test("a word of another language is written over, below what it says in the main one", () =>
  edit("/", async (editor) => {
    const { page, panel, site } = editor;
    await inSwahili(editor);
    await site.locator("h1").click();
    await panel.locator("#f-section-home-heading-original", { hasText: "make your body fit & perfect" }).waitFor();
    await until("the focus", async () => (await editor.focused()) === '["section","home","heading"]');
    await page.keyboard.press("Control+A");
    await page.keyboard.type("imara pamoja");
    await site.locator("h1", { hasText: /imara pamoja/i }).waitFor();
    await page.keyboard.press("Control+S");
    await until("the text", () => /^heading = "imara pamoja" # of [0-9a-f]{8}$/m.test(read(HOME)));
    assert.doesNotMatch(read(HOME), /pamoja" # of 12345678/);
    assert.match(read(HOME), /^title = "Mwanzo" # of 12345678$/m);
  }));

test("a text without a translation leads to the empty field for one, which leaves no trace when emptied", () =>
  edit("/", async (editor) => {
    const { page, site } = editor;
    await inSwahili(editor);
    await site.getByText("find your energy").first().click();
    await until("the focus", async () => (await editor.focused()) === '["section","home","kicker"]');
    assert.equal(await page.evaluate(() => document.activeElement.value), "");
    await page.keyboard.type("pata nguvu");
    await site.getByText("pata nguvu").first().waitFor();
    assert.deepEqual(
      (await editor.ask("changes")).map(({ file }) => file),
      [`content/${HOME}`],
    );
    await page.keyboard.press("Control+A");
    await page.keyboard.press("Backspace");
    await editor.settled(0);
  }));

test("what isn't translated is told in words of a form, without those for people who write files", () =>
  edit("/", async (editor) => {
    const { panel } = editor;
    await editor.go("content/classes/yoga.toml", []);
    await panel.getByText("Not all of these texts are in Swahili yet").waitFor();
    assert.doesNotMatch(await panel.innerText(), /sw-KE|placeholder|gympress|content\//);
  }));

test("a field says that its text isn't translated, until it is, or is the same in both languages", () =>
  edit("/pricing/", async (editor) => {
    const { page, panel } = editor;
    const file = "sw/trainers/musa-kiprono.toml";
    await editor.go(`content/${file}`, []);
    const role = panel.locator(`[data-path='["role"]']`);
    const text = panel.locator(`[data-path='["text"]']`);
    await role.getByText("Not in Swahili yet.").waitFor();
    await panel.getByText(/texts? (is|are)n’t in Swahili yet/).waitFor();
    assert.equal(await text.getByText("Not in Swahili yet.").count(), 0);
    await role.getByRole("button", { name: "It is the same in Swahili" }).click();
    await role.getByText("Not in Swahili yet.").waitFor({ state: "detached" });
    await page.keyboard.press("Control+S");
    await until("the text", () => /^role = ".+" # of [0-9a-f]{8}$/m.test(read(file)));
    // The copy of an original, as it is written to be translated.
    const { file: pricing } = await editor.ask("translations", {
      file: "content/pages/pricing.toml",
      language: "sw-KE",
    });
    await editor.go(pricing, []);
    const description = panel.locator(`[data-path='["description"]']`);
    await description.getByRole("button", { name: "It is the same in Swahili" }).click();
    await description.getByText("Not in Swahili yet.").waitFor({ state: "detached" });
    await panel.locator(`[data-path='["title"]']`).getByText("Not in Swahili yet.").waitFor();
  }));

test("a text of the glossary leads to its entry there", () =>
  edit("/", async (editor) => {
    const { page, site, panel } = editor;
    await inSwahili(editor);
    await site.locator("main").getByText("madarasa yetu").first().click();
    await until("the focus", async () => (await editor.focused()) === '["our classes"]');
    assert.equal(await panel.locator("label", { hasText: "our classes" }).count(), 1);
    await page.keyboard.press("Control+A");
    await page.keyboard.type("madarasa");
    await site.locator("main").getByText("madarasa", { exact: true }).first().waitFor();
    await page.keyboard.press("Control+S");
    await until("the glossary", () => read("sw/texts.toml") === '"our classes" = "madarasa"\n');
  }));

test("a translation without a name of its own is called as its original is", () =>
  edit("/", async (editor) => {
    const file = "content/sw/trainers/musa-kiprono.toml";
    const link = (await editor.ask("state")).files.find((link) => link.file === file);
    assert.equal(link.title, "Musa Kiprono");
  }));

test("a page is put into a language, and is there with its first text", () =>
  edit("/pricing/", async (editor) => {
    const { page, panel } = editor;
    await panel.getByRole("button", { name: "Put this page into Swahili" }).click();
    await panel.locator("#f-title-original", { hasText: "Pricing" }).waitFor();
    assert.equal(read("sw/pages/pricing.toml"), undefined);
    await editor.field("title").fill("Bei");
    await until("the page", async () => (await editor.ask("state")).pages.some(({ path }) => path === "/sw/pricing/"));
    await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "Swahili" });
    await editor.isShown("/sw/pricing/");
    await page.keyboard.press("Control+S");
    await until("the file", () => /^title = "Bei" # of [0-9a-f]{8}$/m.test(read("sw/pages/pricing.toml") ?? ""));
    assert.match(read("sw/pages/pricing.toml"), /# placeholder of [0-9a-f]{8}$/m);
  }));

test("translations follow a title by which they name a row, and one undo takes both back", () =>
  edit("/", async (editor) => {
    const { page, site } = editor;
    await site.locator("#about h3", { hasText: "Progression" }).click();
    await until("the focus", async () => (await editor.focused()) === '["section",1,"card",0,"title"]');
    await page.keyboard.press("Control+A");
    await page.keyboard.type("Progress");
    await site.locator("#about h3", { hasText: /^Progress$/ }).waitFor();
    await editor.settled(3);
    await page.getByRole("button", { name: "Undo" }).first().click();
    await editor.settled(0);
    await page.getByRole("button", { name: "Redo" }).click();
    await editor.settled(3);
    await page.keyboard.press("Control+S");
    await until("the key", () => /^\[section.about.card.Progress\]\ntitle = "Maendeleo"$/m.test(read(HOME)));
  }));

/** A post in one language only. */
const OWN = `title = "Habari"
date = 2022-03-11
category = "yoga"
image = { file = "class-power-lifting.jpg", decorative = true }
excerpt = "Habari."
body = "Habari."

[[section]]
type = "text"
id = "zaidi"
heading = "Zaidi"
body = "Maneno."
`;

test("a section of a post in one language only is one of its type, and can be hidden", () =>
  edit("/", async (editor) => {
    const { panel } = editor;
    const post = "sw/posts/habari.toml";
    const file = join(preview.folder(), "content", post);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, OWN);
    try {
      await until("the post", async () => (await editor.ask("state")).files.some((link) => link.file.endsWith(post)));
      await editor.go(`content/${post}`, []);
      const row = panel.locator(`li[data-path='["section",0]']`);
      await row.locator("[data-button=more]").click();
      await row.locator("[data-button=hide]").click();
      await until("the section", async () => (await editor.value(post)).section[0].hidden?.raw === "true");
      await editor.ask("discard", {});
    } finally {
      rmSync(file);
    }
  }));

test("the preview leads to the page that it shows", () =>
  edit("/", async (editor) => {
    const { page, url } = editor;
    await page.goto(preview.url("/pricing/"));
    await page.getByRole("link", { name: "Edit" }).click();
    await page.locator(".bar").waitFor();
    assert.equal(page.url().startsWith(url.origin), true);
    await editor.isShown("/pricing/");
  }));

test("in narrow windows the language is chosen in the menu, and all of the bar is within reach", () =>
  edit(
    "/",
    async (editor) => {
      const { page } = editor;
      const { x, width } = await page.getByRole("button", { name: "Save" }).boundingBox();
      assert.ok(x >= 0 && x + width <= 320, `${x} + ${width}`);
      await page.getByRole("button", { name: /^Go to/ }).click();
      await page.getByRole("combobox", { name: "Language" }).selectOption({ label: "Swahili" });
      await editor.isShown("/sw/");
    },
    { viewport: { width: 320, height: 640 } },
  ));
