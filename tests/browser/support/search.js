// The search's own code, as Node can run it.

import { join } from "node:path";
import { build } from "esbuild";
import { root } from "./site.js";

/** The modules of `components/search` that tests call. */
export async function load() {
  const entry = (name) => `export * from ${JSON.stringify(join(root, `components/search/${name}.ts`))};`;
  const bundled = await build({
    stdin: { contents: ["find", "slips", "words"].map(entry).join("\n"), resolveDir: root },
    bundle: true,
    format: "esm",
    platform: "neutral",
    write: false,
  });
  const [file] = bundled.outputFiles;
  return import(`data:text/javascript;base64,${Buffer.from(file.contents).toString("base64")}`);
}
