// Files for hosts in forms that have readers of their own.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { buildFor, headersFor, readBlueprint, readHeaders } from "../browser/support/hosted.js";
import { buildProject, copyShipped } from "../browser/support/project.js";
import { html, pages } from "../browser/support/site.js";

/** The nearest file of a name above a path. */
function nearest(out, path, name) {
  const folder = dirname(path);
  return existsSync(join(out, folder, name)) ? join(folder, name) : nearest(out, folder, name);
}

/** The page that a host answers with where nothing is at `path`, as its documents have it. */
const MISSING = {
  netlify: (out, path) => {
    const rules = readFileSync(join(out, "_redirects"), "utf8")
      .split("\n")
      .map((line) => line.split(" "));
    const rule = rules.find(([from]) => from.endsWith("*") && path.startsWith(from.slice(0, -1)));
    return rule && rule[2] === "404" ? rule[1] : "/404.html";
  },
  cloudflare: (out, path) => nearest(out, path, "404.html"),
  apache: (out, path) => /ErrorDocument 404 (.*)/.exec(readFileSync(join(out, nearest(out, path, ".htaccess"))))[1],
  github: () => "/404.html",
  plain: () => "/404.html",
};

for (const [host, missing] of Object.entries(MISSING)) {
  test(`on ${host} readers of each language learn in it that a page isn't there`, () => {
    const site = buildProject(copyShipped(), ({ edit }) =>
      edit("site.toml", (text) => text.replace("\n[map]\n", `\n[publish]\nhost = "${host}"\n\n[map]\n`)),
    );
    try {
      const [english, swahili] = ["/nothing/here/", "/sw/hakuna/hapa/"].map((path) =>
        html(site.out, missing(site.out, path)),
      );
      assert.match(english, /<html lang="en-KE"/);
      const forAll = /<section class="section" lang="sw-KE">([\s\S]*?)<\/section>/.exec(swahili)?.[1];
      if (["github", "plain"].includes(host)) {
        assert.match(forAll, /<h2 [^>]*>Ukurasa haukupatikana<\/h2>[\s\S]* href="\/sw\/">Mwanzo/);
      } else {
        assert.match(swahili, /<html lang="sw-KE"/);
        assert.equal(forAll, undefined);
        assert.doesNotMatch(english, /<section class="section" lang/);
      }
    } finally {
      site.remove();
    }
  });
}

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
