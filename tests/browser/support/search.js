// The search's own code, as Node can run it, and posts to be found.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./site.js";

/** How many pages the field shows. */
export const SHOWN = 6;

/** The modules of `components/search` that tests call. */
export async function load() {
  const entry = (name) => `export * from ${JSON.stringify(join(root, `components/search/${name}.ts`))};`;
  const bundled = await build({
    stdin: { contents: ["find", "words"].map(entry).join("\n"), resolveDir: root },
    bundle: true,
    format: "esm",
    platform: "neutral",
    write: false,
  });
  const [file] = bundled.outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(file.contents).toString("base64")}`);
}

/** What a visitor who has nothing yet asks of the search at `url`, and a note of each file that this loads. */
export async function searching(Index, url) {
  const loaded = [];
  globalThis.fetch = async (path) => {
    const response = await plainFetch(new URL(path, url));
    const file = await response.arrayBuffer();
    loaded.push({ path: String(path), bytes: file.byteLength });
    return new Response(file, { status: response.status });
  };
  const bytes = () => loaded.reduce((sum, file) => sum + file.bytes, 0);
  return { index: await Index.load("/search.json"), loaded, bytes };
}
const plainFetch = globalThis.fetch;

/** Adds a post to the project in `folder`. */
export function writePost(folder, { slug, title, date = "2020-01-01", excerpt = "What it is about.", body }) {
  writeFileSync(
    join(folder, `content/posts/${slug}.toml`),
    `title = "${title}"\ndate = ${date}\ncategory = "yoga"\nimage = { file = "class-yoga.jpg", alt = "A class" }\n\
excerpt = "${excerpt}"\nbody = '''\n${body}\n'''\n`,
  );
}
