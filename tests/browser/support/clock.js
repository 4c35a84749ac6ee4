// What pages say by the gym's clock, asked of their own code and data, without a browser.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { html, root } from "./site.js";

const source = readFileSync(join(root, "components/parts/clock.ts"), "utf8");
const { code } = transformSync(source, { loader: "ts", format: "esm" });
const { doorsOf, say } = await import(`data:text/javascript,${encodeURIComponent(code)}`);

/** What `told` takes of what is said at each of these moments, by moment. */
export function saidAtEach(out, moments, told) {
  return Object.fromEntries(Object.keys(moments).map((moment) => [moment, told(saidAt(out, moment))]));
}

/** Whether the gym built in `out` is open at a moment on its clock, and the class that is on or next. */
export function saidAt(out, moment) {
  const page = html(out, "/");
  const [, data] = page.match(/<script type="application\/json" id="clock">(.*?)<\/script>/);
  const [, offsets] = page.match(/data-offsets="([^"]*)"/);
  const clock = { ...JSON.parse(data), offsets };
  const date = new Date(`${moment}+03:00`);
  return { doors: doorsOf(date, clock).join(), next: say(date, clock).next?.text };
}
