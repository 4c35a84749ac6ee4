// A film behind the words at the top of a page, and one that is watched.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { holdBack, launch, open } from "./support/browser.js";
import { isSound, isValid } from "./support/judge.js";
import { buildProject, copyEmpty } from "./support/project.js";
import { root } from "./support/site.js";
import { withPreview } from "./support/with-preview.js";
import { withSite } from "./support/with-site.js";

/** Run in a page: a film of half a second, as WebM in Base64. */
async function record() {
  const canvas = Object.assign(document.createElement("canvas"), { width: 64, height: 36 });
  const context = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm;codecs=vp8" });
  const parts = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const stopped = new Promise((resolve) => recorder.addEventListener("stop", resolve));
  recorder.start();
  for (let frame = 0; frame < 12; frame += 1) {
    context.fillStyle = `hsl(${frame * 30} 90% 50%)`;
    context.fillRect(0, 0, 64, 36);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  recorder.stop();
  await stopped;
  const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
  return btoa(String.fromCharCode(...bytes));
}

async function film() {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    return Buffer.from(await page.evaluate(record), "base64");
  } finally {
    await browser.close();
  }
}

const PAGE = `title = "Home"
description = "A gym."

[[section]]
type = "hero"
heading = "make your body fit"
image = { file = "hero.jpg", decorative = true }
film = "hero.webm"

[[section]]
type = "video"
title = "A Monday"
file = "monday.webm"
captions = "monday.vtt"
image = { file = "hero.jpg", alt = "Two people row." }
`;

function prepare({ folder, write }, bytes) {
  for (const part of ["films", "images"]) mkdirSync(join(folder, "content", part), { recursive: true });
  for (const name of ["hero", "monday"]) writeFileSync(join(folder, `content/films/${name}.webm`), bytes);
  copyFileSync(join(root, "content/images/gallery-kettlebells.jpg"), join(folder, "content/images/hero.jpg"));
  write("films/monday.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\nRow!\n");
  write("site.toml", 'name = "Iron House"\nbase_url = "https://iron.example"\n');
  write("pages/index.toml", PAGE);
  write("pages/second.toml", PAGE.replace("Home", "Second"));
  write("pages/still.toml", PAGE.replace("Home", "Still").replace(/^film = .*\n/m, ""));
}

const site = withSite(async () => {
  const bytes = await film();
  return buildProject(copyEmpty(), (project) => prepare(project, bytes));
});
const preview = withPreview({ make: copyEmpty, prepare: async (project) => prepare(project, await film()) });

test("pages with films are valid and sound", async () => {
  await isValid(site.out(), ["/"]);
  await isSound(site, { paths: ["/"] });
});

/** The films that are asked for while `look` looks at the page. */
async function asked(options, look, prepare = () => {}) {
  const films = [];
  const { page, consoleErrors, close } = await site.open(options);
  try {
    await page.addInitScript(prepare);
    page.on("request", (request) => request.url().includes("/films/hero") && films.push(request.url()));
    await page.goto(site.url("/"), { waitUntil: "load" });
    await look(page);
    assert.deepEqual(consoleErrors, []);
    return films;
  } finally {
    await close();
  }
}

const MOVES = { reducedMotion: "no-preference" };
const quiet = (page) => page.waitForTimeout(600);

test("a film plays over its picture once the page is there, is stopped by its button, and stays stopped on other pages", async () => {
  const films = await asked(MOVES, async (page) => {
    const button = page.locator("[data-film]");
    await page.locator("video.film[data-playing]").waitFor();
    assert.equal(await button.textContent(), "Stop the film");
    const { height } = await button.boundingBox();
    assert.ok(height >= 44, `${height}`);
    await button.click();
    assert.equal(await button.textContent(), "Play the film");
    assert.ok(await page.locator("video.film").evaluate((film) => film.paused && film.muted && film.loop));
    await page.goto(site.url("/second/"), { waitUntil: "load" });
    await page.locator("[data-film]:not([hidden])").waitFor();
    await quiet(page);
    assert.equal(await page.locator("video.film").count(), 0);
    await page.locator("[data-film]").click();
    await page.locator("video.film[data-playing]").waitFor();
  });
  assert.ok(films.length > 0);
});

for (const [words, options, prepare] of [
  ["with reduced motion", { reducedMotion: "reduce" }],
  ["without scripts", { ...MOVES, javaScriptEnabled: false }],
  [
    "where data is saved",
    MOVES,
    () => Object.defineProperty(navigator, "connection", { value: { saveData: true, addEventListener() {} } }),
  ],
  [
    "on a slow line",
    MOVES,
    () => Object.defineProperty(navigator, "connection", { value: { effectiveType: "3g", addEventListener() {} } }),
  ],
  [
    "on a slower line",
    MOVES,
    () => Object.defineProperty(navigator, "connection", { value: { effectiveType: "2g", addEventListener() {} } }),
  ],
]) {
  test(`nothing of a film loads ${words}`, async () => {
    const films = await asked(
      options,
      async (page) => {
        await quiet(page);
        assert.equal(await page.locator("video.film").count(), 0);
        assert.ok(await page.locator("[data-film]").isHidden());
      },
      prepare,
    );
    assert.deepEqual(films, []);
  });
}

test("nothing of a film loads before all else is there", async () => {
  const { page, close } = await site.open(MOVES);
  try {
    const asked = [];
    page.on("request", (request) => request.url().includes("/films/hero") && asked.push(request.url()));
    const release = await holdBack(page, "**/images/**");
    await page.goto(site.url("/"), { waitUntil: "domcontentloaded" });
    await quiet(page);
    assert.equal(await page.evaluate(() => document.readyState), "interactive");
    assert.deepEqual(asked, []);
    release();
    await page.locator("video.film[data-playing]").waitFor();
    assert.ok(asked.length > 0);
  } finally {
    await close();
  }
});

test("where a browser refuses to play, the picture stays", async () => {
  const refuse = () => {
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException("", "NotAllowedError"));
  };
  await asked(
    MOVES,
    async (page) => {
      await quiet(page);
      assert.equal(await page.locator("video.film").count(), 0);
      assert.ok(await page.locator("[data-film]").isHidden());
    },
    refuse,
  );
});

test("what is painted last of the first view is the same with a film as without", async () => {
  const largest = (path) =>
    site.visit(path, MOVES, (page) =>
      page.evaluate(async () => {
        await new Promise((resolve) => setTimeout(resolve, 800));
        const observer = new PerformanceObserver(() => {});
        observer.observe({ type: "largest-contentful-paint", buffered: true });
        const last = observer.takeRecords().at(-1);
        return [last.element?.localName, last.element?.className];
      }),
    );
  const [name, classes] = await largest("/");
  assert.notEqual(name, "video");
  assert.deepEqual(await largest("/still/"), [name, classes]);
});

for (const viewport of [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1440, height: 700 },
]) {
  test(`a film to be watched has the shape of its picture at ${viewport.width} px`, () =>
    site.visit("/", { viewport }, async (page) => {
      const shape = await page.locator(".video-own__film").evaluate((film) => {
        const { width, height } = film.getBoundingClientRect();
        const frame = film.parentElement.querySelector("canvas");
        return { own: width / height, picture: frame.width / frame.height, height, window: innerHeight };
      });
      assert.ok(Math.abs(shape.own - shape.picture) < 0.02 && shape.height <= shape.window, JSON.stringify(shape));
    }));
}

/** Plays a film, and says what its captions are. */
const played = (page) =>
  page.locator("video[controls]").evaluate(async (video) => {
    video.muted = true;
    await video.play();
    const [track] = video.textTracks;
    for (let tries = 0; tries < 50 && !track.cues?.length; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return [track.kind, track.language, track.cues?.[0]?.text, video.poster.includes("/images/hero")];
  });

test("a film of the gym's own plays with its captions", async () => {
  await site.visit("/", { reducedMotion: "reduce" }, async (page, errors) => {
    assert.deepEqual(await played(page), ["captions", "en", "Row!", true]);
    assert.deepEqual(errors, []);
  });
});

test("it plays in the preview, which sends parts of it as Safari asks for them", async () => {
  const { page, close } = await open(site.browser(), {});
  try {
    await page.goto(preview.url("/"), { waitUntil: "load" });
    assert.deepEqual(await played(page), ["captions", "en", "Row!", true]);
    const address = await page.locator("video[controls]").evaluate((video) => video.currentSrc);
    assert.match(address, /\/films\/monday/);
    const response = await fetch(address, { headers: { range: "bytes=0-1" } });
    assert.equal(response.status, 206);
    assert.match(response.headers.get("content-range"), /^bytes 0-1\/\d+$/);
    assert.equal((await response.arrayBuffer()).byteLength, 2);
  } finally {
    await close();
  }
});
