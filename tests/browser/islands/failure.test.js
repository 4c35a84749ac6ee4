// What remains when something goes wrong: the static markup, the other islands, and one line in the console.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch, make, serve, settled, toggle, visit } from "./harness.js";
import * as props from "./props.js";

const { island } = props;

const pages = {
  "index.html": [
    island("Form", props.contact),
    island("Toggle", props.toggle, "interaction"),
    island("SiteSearch", props.search),
    island("BmiCalculator", props.bmi),
  ],
};

const ours = (printed) => printed.filter((text) => text.startsWith("island "));
const state = (page, name) => page.locator(`[data-island="${name}"]`).getAttribute("data-state");

describe("an island that fails", () => {
  let browser;
  let made;
  const open = async (fault, run, folder = made.out, options = {}) => {
    const server = await serve(folder, { fault, ...options });
    const visited = await visit(browser, `${server.origin}/`);
    try {
      await run({ ...visited, server });
    } finally {
      await visited.context.close();
      await server.close();
    }
  };

  before(async () => {
    made = make(pages);
    browser = await launch();
  });
  after(async () => {
    await browser?.close();
    made?.remove();
  });

  for (const file of ["SiteSearch-", "chunk-"]) {
    test(`${file}*.js is asked for again when it fails once`, () =>
      open(
        (path, count) => (path.includes(file) && count === 1 ? "cut" : undefined),
        async ({ page, printed }) => {
          await settled(page, 3);
          for (const name of ["Form", "SiteSearch", "BmiCalculator"]) assert.equal(await state(page, name), "live");
          assert.deepEqual(ours(printed), []);
        },
      ));
  }

  test("a script that never comes marks its island, is reported once, and leaves the others alone", () =>
    open(
      (path) => (path.includes("/Form-") ? "cut" : undefined),
      async ({ page, printed, server }) => {
        // The page of the first visit asks again, too, a second after its script failed.
        await page.goto("about:blank");
        let asked = 0;
        page.on("request", (request) => {
          if (request.url().includes("/Form-")) asked += 1;
        });
        await page.goto(`${server.origin}/`);
        await settled(page, 3);
        assert.equal(await state(page, "Form"), "failed");
        assert.equal(await state(page, "SiteSearch"), "live");
        assert.equal(await state(page, "BmiCalculator"), "live");
        assert.match(ours(printed).at(-1), /^island Form: /);
        await page.waitForTimeout(1500);
        assert.equal(asked, 3, "fetched ahead, and asked for twice");
      },
    ));

  test("what was clicked while the script was awaited happens without it", () =>
    open(
      (path) => (path.includes("/Form-") ? "cut" : undefined),
      async ({ page, server }) => {
        await page.getByLabel("Full Name").fill("Achieng");
        await page.getByLabel("Email Address").fill("a@mail.example");
        await page.getByLabel("Class").selectOption("karate");
        await page.getByRole("button", { name: "Send message" }).click();
        await page.getByText("posted").waitFor();
        assert.equal(server.posts.length, 1);
        assert.match(server.posts[0].body, /name=Achieng&email=a%40mail.example.*class=karate/);
      },
    ));

  test("without React at all, everything static is there", () =>
    open(
      (path) => (path.includes("/chunk-") ? "cut" : undefined),
      async ({ page, printed }) => {
        await settled(page, 3);
        assert.equal(await state(page, "Form"), "failed");
        assert.equal(ours(printed).length, 3);
        assert.ok(await page.getByText("The calculator needs JavaScript.").first().isVisible());
      },
    ));

  for (const [when, what] of [
    ["true", "while it hydrates"],
    ["clicks > 0", "after a click"],
  ]) {
    test(`a component that throws ${what} keeps its static markup`, async () => {
      const broken = make(
        { "index.html": [island("Toggle", props.toggle), island("BmiCalculator", props.bmi)] },
        { components: { Toggle: toggle(when) } },
      );
      await open(
        undefined,
        async ({ page, printed }) => {
          await settled(page, 2);
          if (when !== "true") {
            assert.equal(await state(page, "Toggle"), "live");
            await page.getByRole("button", { name: "show more" }).click();
          }
          await page.waitForSelector('[data-island="Toggle"][data-state="failed"]');
          assert.equal(await page.locator('[data-island="Toggle"]').innerText(), "show morestatic");
          await page.getByRole("link", { name: "static" }).click();
          assert.match(page.url(), /#there$/);
          assert.equal(await state(page, "BmiCalculator"), "live");
          assert.equal(ours(printed).length, 1);
          assert.match(ours(printed)[0], /island Toggle: .*broken on purpose/s);
        },
        broken.out,
      );
      broken.remove();
    });
  }
});
