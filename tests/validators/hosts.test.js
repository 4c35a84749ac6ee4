// Files for hosts in forms that have readers of their own.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { buildFor, headersFor, readBlueprint, readHeaders } from "../browser/support/hosted.js";
import { pages } from "../browser/support/site.js";

test("Render reads the same headers as Netlify, and redirects from where no file is", () => {
  const [render, netlify] = [buildFor("render"), buildFor("netlify")];
  try {
    const { headers, routes, ...service } = readBlueprint(readFileSync(join(render.out, "render.yaml"), "utf8"));
    assert.deepEqual(service, {
      type: "web",
      runtime: "static",
      name: "website",
      buildCommand: "true",
      staticPublishPath: ".",
    });
    const rules = readHeaders(readFileSync(join(netlify.out, "_headers"), "utf8"));
    for (const path of [...pages(render.out), "/assets/any.css", "/speculation-rules.json"]) {
      assert.deepEqual(headersFor(headers, path), headersFor(rules, path), path);
    }
    assert.ok(routes.length >= 2);
    for (const { type, source, destination, ...rest } of routes) {
      assert.deepEqual([type, rest], ["redirect", {}]);
      assert.match(source, /^\/./);
      assert.match(destination, /^(\/|https:)/);
      assert.ok(!existsSync(join(render.out, source, "index.html")), source);
    }
  } finally {
    render.remove();
    netlify.remove();
  }
});
