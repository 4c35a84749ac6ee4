// A page for each of the samples in tests/sections, which have every type of section and its layouts.
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pages, root } from "./site.js";

const folder = join(root, "tests/sections");

export const SAMPLES = readdirSync(folder).map((file) => basename(file, ".toml"));

export const textOf = (sample) => readFileSync(join(folder, `${sample}.toml`), "utf8");

/** Adds the pages to a project, and what the samples refer to. */
export function writeSamples({ folder: project, edit, write }) {
  const services = '\n[services]\nframes = ["https://calendly.com", "https://www.youtube-nocookie.com"]\n';
  const ways =
    '\n[[pay]]\nkind = "mpesa-till"\nnumber = "5123456"\nname = "IRON HOUSE"\nnote = "Show the message at the desk."\n';
  edit("site.toml", (text) => `${text}${services}scripts = ["https://widgets.example"]\n${ways}`);
  const images = join(project, "content/images");
  for (const [album, picture] of [
    ["open-day", "community-group-class.jpg"],
    ["summer", "gallery-heavy-bags.jpg"],
  ]) {
    mkdirSync(join(images, album));
    copyFileSync(join(images, picture), join(images, album, "1.jpg"));
    write(`albums/${album}.toml`, `title = "The ${album.replace("-", " ")}"\ndate = 2026-10-31\n`);
  }
  for (const sample of SAMPLES) {
    const section = textOf(sample);
    const page = `title = "Sample: ${sample}"\ndescription = "A sample of ${sample}."\nlisted = false\n`;
    const links = section.replace(/to = "\/(?!files\/)[^"]*"/g, 'to = "/"');
    write(`pages/sample-${sample}.toml`, `${page}${links}`);
    for (const [, file] of section.matchAll(/to = "\/(files\/[^"]+)"/g)) write(`static/${file}`, "%PDF-1.4 a sample\n");
  }
}

/** Where the sample is in a built site. What is for each day has an address for each. */
export const pathOf = (out, sample) => pages(out).find((path) => path.startsWith(`/sample-${sample}/`));
