// Files in the editor: pictures, texts in Markdown, new entries, other names, the trash, and what isn't saved yet.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { withEditor } from "./support/editor.js";
import { accessibility as axe } from "./support/judge.js";
import { until } from "./support/preview.js";
import { copyGym } from "./support/project.js";
import { binary } from "./support/site.js";

const { edit, read, preview } = withEditor();
const BOXING = "classes/boxing.toml";

const picture = (name) => join(preview.folder(), "content/images", name);

/** Part of a photo as phones write it: lying on its side, with the place where it was taken. */
const EXIF = Buffer.concat([
  Buffer.from("Exif\0\0MM\0*\0\0\0\x08", "latin1"),
  // Two entries: the orientation 6, and where the block with the place is.
  Buffer.from("0002 0112 0003 00000001 00060000 8825 0004 00000001 00000026 00000000".replaceAll(" ", ""), "hex"),
  // The latitude is north.
  Buffer.from("0001 0001 0002 00000002 4e000000 00000000".replaceAll(" ", ""), "hex"),
]);

/** A JPEG of 12 megapixels with that. */
async function photo(page) {
  const text = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const context = canvas.getContext("2d");
    context.fillStyle = "#c33";
    context.fillRect(0, 0, 2000, 3000);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.5 });
    let binary = "";
    for (const byte of new Uint8Array(await blob.arrayBuffer())) binary += String.fromCharCode(byte);
    return btoa(binary);
  });
  const jpeg = Buffer.from(text, "base64");
  const length = Buffer.alloc(2);
  length.writeUInt16BE(EXIF.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, EXIF, jpeg.subarray(2)]);
}

/** How a picture lies, and its colour at the top and at the bottom. */
function colours(img) {
  const canvas = new OffscreenCanvas(30, 40);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.drawImage(img, 0, 0, 30, 40);
  const [top, bottom] = [4, 36].map((y) => (context.getImageData(15, y, 1, 1).data[0] > 128 ? "red" : "black"));
  return { isUpright: img.naturalWidth < img.naturalHeight, top, bottom };
}

/** The beginning of a PNG of so many pixels. */
function png(width, height) {
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(4096))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

test("a photo of a phone lies upright in the page, and its file doesn't say where it was taken", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel, site } = editor;
    await editor.open("Boxing");
    const buffer = await photo(page);
    const send = (name) =>
      panel.locator("input[type=file]").first().setInputFiles({ name, mimeType: "image/jpeg", buffer });
    await send("Photo Of Boxing.JPG");
    await until("the name", async () => (await editor.value(BOXING)).image.file === "photo-of-boxing.jpg");
    const kept = readFileSync(picture("photo-of-boxing.jpg"));
    const orientation = Buffer.from("0112000300000001 0006".replace(" ", ""), "hex");
    assert.ok(kept.includes(orientation), "the orientation is there");
    assert.ok(!kept.includes(Buffer.from("8825", "hex")), "the place is not");
    const img = site.locator('main img[src*="photo-of-boxing"]').first();
    await until("the picture", () => img.evaluate(({ complete, naturalWidth }) => complete && naturalWidth > 0));
    assert.deepEqual(await img.evaluate(colours), { isUpright: true, top: "red", bottom: "black" });
    await send("Photo Of Boxing.JPG");
    await until("a second name", async () => (await editor.value(BOXING)).image.file === "photo-of-boxing-2.jpg");
  }));

test("what is no picture is refused with what to do, and leaves nothing", () =>
  edit("/classes/boxing/", async (editor) => {
    const { panel } = editor;
    await editor.open("Boxing");
    const before = readdirSync(join(preview.folder(), "content/images"));
    const whole = readFileSync(picture(before.find((name) => name.endsWith(".png"))));
    const refused = [
      ["photo.heic", "image/heic", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0", "latin1"), /HEIC.*export it as JPEG/],
      ["large.jpg", "image/jpeg", Buffer.alloc(20 * 1024 * 1024 + 1), /more than 20 MB/],
      ["drawing.svg", "image/svg+xml", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), /export it as one of/],
      ["program.jpg", "image/jpeg", Buffer.from("MZ\x90\0", "latin1"), /program.*save it as JPEG/],
      ["half.png", "image/png", whole.subarray(0, whole.length / 2), /half.*copy it again/],
      ["vast.png", "image/png", png(40_000, 40_000), /vast.*pixels/],
    ];
    for (const [name, mimeType, buffer, wanted] of refused) {
      await panel.locator("input[type=file]").first().setInputFiles({ name, mimeType, buffer });
      await panel.getByRole("alert").filter({ hasText: wanted }).waitFor();
    }
    assert.deepEqual(readdirSync(join(preview.folder(), "content/images")), before);
    await editor.settled(0);
  }));

/** A small picture, as a file that somebody chooses. */
const file = (name) => ({
  name,
  mimeType: "image/jpeg",
  buffer: readFileSync(join(preview.folder(), "content/images/class-boxing.jpg")),
});

test("an album gets several pictures at once in its folder, what is none is told, and one is described", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    await editor.menu("Everything on the site");
    await panel.getByRole("button", { name: "+ New album" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("Open day");
    await page.keyboard.press("Enter");
    const album = panel.locator("fieldset", { hasText: "New pictures" });
    await album.getByText("No pictures yet").waitFor();
    const none = { name: "notes.txt", mimeType: "image/unknown", buffer: Buffer.from("No picture") };
    await album.locator("input[type=file]").setInputFiles([file("IMG_2.JPG"), none, file("IMG_10.JPG")]);
    await album
      .getByRole("alert")
      .filter({ hasText: /^notes.txt can.t be read/ })
      .waitFor();
    assert.deepEqual(readdirSync(picture("open-day")).sort(), ["img-10.jpg", "img-2.jpg"]);
    await editor.visit("/gallery/open-day/");
    await editor.go("content/albums/open-day.toml", []);
    assert.deepEqual(await album.locator("li").allInnerTexts(), ["img-2.jpg", "img-10.jpg"]);
    const img = album.locator("img").first();
    await until("the picture", () => img.evaluate(({ complete, naturalWidth }) => complete && naturalWidth > 0));
    assert.deepEqual(await axe(page, "#editor"), []);
    await album.getByRole("button", { name: "img-10.jpg" }).click();
    await editor.field("picture", 0, "alt").fill("Two children hang from the rings.");
    await page.keyboard.press("Control+S");
    await until("the file", () => /hang from the rings/.test(read("albums/open-day.toml") ?? ""));
    assert.match(read("albums/open-day.toml"), /^file = "img-10\.jpg"$/m);
  }));

test("a picture goes into no folder that nothing shows", () =>
  edit("/", async (editor) => {
    const url = (folder) => new URL(`pictures?name=a.jpg&folder=${encodeURIComponent(folder)}`, editor.url).href;
    const headers = { Authorization: `Bearer ${editor.url.hash.slice(1)}`, Origin: editor.url.origin };
    for (const folder of ["elsewhere", "../pages", "", "/tmp"]) {
      const { buffer: data } = file("a.jpg");
      const options = { method: "POST", headers: { ...headers, "Content-Type": "image/jpeg" }, data };
      assert.equal((await editor.page.request.fetch(url(folder), options)).status(), 422, folder);
    }
  }));

test("several pictures at once are numbered behind those of the gallery, each to be described", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    await editor.go("content/gallery.toml", []);
    const before = (await editor.value("gallery.toml")).image;
    const list = panel.locator(`[data-path='["image"]']`).first();
    await list.locator("input[type=file]").setInputFiles([file("Rack.jpg"), file("Mats.jpg")]);
    await until("the rows", async () => (await editor.value("gallery.toml")).image.length === before.length + 2);
    const rows = (await editor.value("gallery.toml")).image.slice(-2);
    const most = Math.max(...before.map(({ id }) => Number(id.raw)));
    assert.deepEqual(
      rows.map(({ id, file, alt }) => [Number(id.raw), file, alt]),
      [
        [most + 1, "rack.jpg", undefined],
        [most + 2, "mats.jpg", undefined],
      ],
    );
    await page.keyboard.press("Control+S");
    await panel.getByText("This has to be right before it can be saved").waitFor();
  }));

test("a click on a picture says what of it stays in view, and the page crops it so", () =>
  edit("/classes/boxing/", async (editor) => {
    const { panel, site } = editor;
    await editor.open("Boxing");
    const box = await panel.locator(".focal img").boundingBox();
    await panel.locator(".focal").click({ position: { x: box.width * 0.25, y: box.height * 0.75 } });
    await until("the point", async () => {
      const { focus } = (await editor.value(BOXING)).image;
      return focus && Math.abs(focus.x.raw - 25) <= 2 && Math.abs(focus.y.raw - 75) <= 2;
    });
    const cropped = site.locator("main .focused").first();
    // The page knows steps of a tenth.
    await until("the page", async () => {
      const position = await cropped.evaluate((image) => getComputedStyle(image).objectPosition);
      return /^(20|30)% (70|80)%$/.test(position);
    });
    await panel.locator(".focal").press("ArrowRight");
    await until("by keys", async () => Math.abs((await editor.value(BOXING)).image.focus.x.raw - 30) <= 2);
  }));

test("buttons write Markdown, and the field's own undo takes it back", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    const text = async () => (await editor.value(BOXING)).text;
    const before = await text();
    const area = panel.locator(".markdown textarea").first();
    const shown = await area.inputValue();
    const select = (start, end) =>
      area.evaluate(
        (area, [start, end]) => {
          area.focus();
          area.setSelectionRange(start, end);
        },
        [start, end],
      );
    const word = shown.indexOf("feet");
    for (const [name, start, end, wanted] of [
      ["Bold", word, word + 4, shown.replace("feet", "**feet**")],
      ["Italic", word, word + 4, shown.replace("feet", "*feet*")],
      ["Heading", word, word, `## ${shown.trimStart()}`],
      ["List", word, word, `- ${shown.trimStart()}`],
    ]) {
      await select(start, end);
      await panel.getByRole("button", { name, exact: true }).click();
      assert.equal((await area.inputValue()).trim(), wanted.trim(), name);
      await until(name, async () => (await text()).trim() === wanted.trim());
      await page.keyboard.press("Control+Z");
      await until(`${name} is taken back`, async () => (await area.inputValue()) === shown);
    }
    await until("as before", async () => (await text()) === before);
  }));

test("a class is made, named and filled in, and is nothing before it is saved", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    await editor.menu("Everything on the site");
    await panel.locator("details").evaluateAll((all) => {
      for (const group of all) group.open = true;
    });
    await panel
      .getByRole("button", { name: /New class/ })
      .first()
      .click();
    await page.getByRole("dialog").getByRole("textbox").fill("Kick Boxing");
    await page.keyboard.press("Enter");
    await panel.getByRole("heading", { level: 2, name: "Kick Boxing" }).waitFor();
    const FILE = "classes/kick-boxing.toml";
    await until("a draft", async () => (await editor.value(FILE)).title === "Kick Boxing");
    assert.equal(read(FILE), undefined);
    await editor.field("summary").fill("Pads and shin guards.");
    await until("the summary", async () => (await editor.value(FILE)).summary === "Pads and shin guards.");
    await page
      .locator(".bar")
      .getByRole("button", { name: /change/ })
      .click();
    await panel.getByRole("button", { name: "Take back", exact: true }).click();
    await until(
      "nothing is left",
      async () => !(await editor.ask("state")).files.some(({ file }) => file.endsWith(FILE)),
    );
    await page.getByText("Nothing to save").waitFor();
  }));

test("a class is made, filled in and saved, and its file is what the command writes with what was typed", () =>
  edit("/classes/", async (editor) => {
    const { page, panel, site } = editor;
    const FILE = "classes/pad-work.toml";
    const other = copyGym();
    execFileSync(binary, ["new", "class", "Pad work", "--root", other.folder], { stdio: "pipe" });
    const drafted = readFileSync(join(other.folder, "content", FILE), "utf8");
    other.remove();
    await editor.menu("Everything on the site");
    await panel.getByRole("button", { name: "+ New class" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("Pad work");
    await page.keyboard.press("Enter");
    await panel.getByRole("heading", { level: 2, name: "Pad work" }).waitFor();
    await editor.field("summary").fill("Pads.");
    await panel.locator("details.more summary").first().click();
    await panel.getByRole("button", { name: "+ Level" }).click();
    await editor.field("level").fill("Everybody");
    await until("the level", async () => (await editor.value(FILE)).level === "Everybody");
    await panel.locator(".hints summary").click();
    await panel.getByRole("button", { name: "Put it on “Classes”" }).click();
    await site.locator("main").getByText("Pad work").first().waitFor();
    await page.keyboard.press("Control+S");
    await until("the file", () => read(FILE));
    const typed = drafted
      .replace('summary = "..."', 'summary = "Pads."')
      .replace('# level = "Every level"', 'level = "Everybody"');
    assert.equal(read(FILE), typed);
    assert.doesNotMatch(typed, /# placeholder/);
    await until("the page", async () => (await (await fetch(preview.url("/classes/"))).text()).includes("Pad work"));
  }));

test("what is mentioned stays, with the way to the mentions; what isn't goes to the trash", () =>
  edit("/", async (editor) => {
    const { page, panel } = editor;
    const dialog = page.getByRole("dialog");
    const del = async (title) => {
      await editor.open(title);
      await panel.getByRole("button", { name: "Delete", exact: true }).click();
      await dialog.getByRole("button", { name: "Delete", exact: true }).click();
    };
    await del("Yoga");
    const mentions = dialog.getByRole("alert").getByRole("button");
    await mentions.first().waitFor();
    const title = await mentions.last().innerText();
    assert.ok(read("classes/yoga.toml"));
    await mentions.last().click();
    await panel.getByRole("heading", { level: 2, name: title }).waitFor();
    assert.equal(await dialog.count(), 0);
    const quote = read("quotes/zainab.toml");
    await del("Zainab");
    await until("it is gone", () => read("quotes/zainab.toml") === undefined);
    const trash = join(preview.folder(), ".gympress/edit/trash");
    const [thrown, ...others] = readdirSync(trash, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".toml"),
    );
    assert.match(thrown, /^\d+\Wcontent\Wquotes\Wzainab\.toml$/);
    assert.deepEqual(others, []);
    assert.equal(readFileSync(join(trash, thrown), "utf8"), quote);
  }));

test("what isn't saved is listed in words, is there again after the tab was closed, and nothing is said against it", () =>
  edit("/classes/karate/", async (editor) => {
    const { page, panel, url } = editor;
    await editor.open("Karate");
    await editor.field("summary").fill("Bare feet.");
    await editor.settled(1);
    await page.locator(".bar").getByRole("button", { name: "1 change" }).click();
    const change = panel.locator(".change");
    await change.getByText("Bare feet.").waitFor();
    assert.match(await change.innerText(), /Karate.*Summary/s);
    assert.deepEqual(await axe(page, "#editor"), []);
    await page.goto("about:blank");
    await page.goto(url.href);
    await change.getByText("Bare feet.").waitFor();
    assert.equal(await page.getByRole("dialog").count(), 0);
    assert.match(read("classes/karate.toml"), /^summary = (?!"Bare feet)/m);
  }));

test("changes of several files are taken back and made again one by one, over a save", () =>
  edit("/", async (editor) => {
    const { page } = editor;
    const changes = [
      ["Yoga", "classes/yoga.toml", "One"],
      ["MMA", "classes/mma.toml", "Two"],
      ["Fitness", "classes/fitness.toml", "Three"],
    ];
    const texts = async () => {
      const values = await Promise.all(changes.map(([, file]) => editor.value(file)));
      return values.map(({ summary }) => summary);
    };
    const states = [await texts()];
    for (const [title, file, text] of changes) {
      await editor.open(title);
      await editor.field("summary").fill(text);
      await until(text, async () => (await editor.value(file)).summary === text);
      states.push(await texts());
      if (text !== "Two") continue;
      await page.keyboard.press("Control+S");
      await until("the save", () => read(file).includes('"Two"'));
      await page.getByText("Nothing to save").waitFor();
    }
    for (const state of states.slice(0, -1).reverse()) {
      await editor.step("Undo");
      assert.deepEqual(await texts(), state);
    }
    for (const state of states.slice(1)) {
      await editor.step("Redo");
      assert.deepEqual(await texts(), state);
    }
  }));

test("a link is chosen by the title of its page", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    const area = panel.locator(".markdown textarea").first();
    await area.evaluate((area) => {
      area.focus();
      area.setSelectionRange(0, 0);
    });
    await panel.getByRole("button", { name: "Link", exact: true }).click();
    await page.getByRole("dialog").getByRole("searchbox").fill("pricing");
    await page
      .getByRole("dialog")
      .locator("[data-choice]", { hasText: /^Pricing/ })
      .first()
      .click();
    await until("the link", async () => /^\[Pricing\]\(\/pricing\/\)You/.test((await editor.value(BOXING)).text));
  }));

test("what is chosen is looked for in what is read of it, and in nothing else", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    await panel.locator("#f-trainer").click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("[data-choice]").first().waitFor();
    await dialog.getByRole("searchbox").fill("undefined");
    await dialog.getByText("Nothing is called that.").waitFor();
    assert.equal(await dialog.locator("[data-choice]").count(), 0);
  }));

test("another name takes all mentions along, and waits until everything is saved", () =>
  edit("/classes/boxing/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Boxing");
    await editor.field("level").fill("Every body");
    await editor.settled(1);
    const rename = panel.getByRole("button", { name: "Rename", exact: true }).first();
    await rename.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("fist-fight");
    assert.ok(await dialog.getByRole("button", { name: "Rename", exact: true }).isDisabled());
    await dialog.getByRole("button", { name: "Close" }).click();
    await editor.ask("discard", {});
    await page.getByText("Nothing to save").waitFor();
    await rename.click();
    await dialog.getByRole("textbox").fill("fist-fight");
    await dialog.getByRole("button", { name: "Rename", exact: true }).click();
    await until("the file", () => read("classes/fist-fight.toml"));
    assert.equal(read(BOXING), undefined);
    assert.match(read("schedule.toml"), /class = "fist-fight"/);
    assert.match(read("site.toml"), /from = "\/classes\/boxing\/"/);
    await until("the new state", async () =>
      (await editor.ask("state")).files.some(({ file }) => file === "content/classes/fist-fight.toml"),
    );
  }));

test("why a picture was refused is told until another one is chosen", () =>
  edit("/classes/yoga/", async (editor) => {
    const { page, panel } = editor;
    await editor.open("Yoga");
    const buffer = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0", "latin1");
    const refused = { name: "photo.heic", mimeType: "image/heic", buffer };
    await panel.locator("input[type=file]").first().setInputFiles(refused);
    await panel.getByRole("alert").waitFor();
    const row = panel.locator(`[data-path='["image"]']`);
    await row.getByRole("button", { name: "Choose" }).click();
    await page.getByRole("dialog").locator("[data-choice]").first().click();
    await panel.getByRole("alert").waitFor({ state: "detached" });
  }));
