// Feeds and sitemaps, by their schemas.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { validateXML } from "xmllint-wasm";
import { build, html, pages, root } from "../browser/support/site.js";

const schema = (name) => readFileSync(new URL(`schemas/${name}`, import.meta.url), "utf8");
const ATOM = { extension: "relaxng", schema: [schema("atom.rng")] };
const LINK = { fileName: "xhtml-link.xsd", contents: schema("xhtml-link.xsd") };
const SITEMAP = { extension: "schema", schema: [schema("sitemap.xsd")], preload: [LINK] };

/** What is wrong with a document, by a schema. */
async function wrong(fileName, contents, by) {
  const { errors } = await validateXML({ xml: [{ fileName, contents }], ...by });
  return errors.map(({ rawMessage }) => rawMessage);
}

const sites = {};
before(() => {
  sites.gym = build();
  sites.ngome = build(join(root, "examples/ngome"));
});
after(() => {
  for (const site of Object.values(sites)) site.remove();
});

/** The published files of a site whose names end so. */
const documents = (end, { out } = sites.gym) => {
  const files = readdirSync(out, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(end));
  return files.map((file) => [file, readFileSync(join(out, file), "utf8")]);
};

// Those of the blog and of a category, in two languages; those of events, in two others.
for (const [name, count] of [
  ["gym", 4],
  ["ngome", 2],
]) {
  test(`each feed is Atom: ${name}`, async () => {
    const feeds = documents("feed.xml", sites[name]);
    assert.equal(feeds.length, count);
    for (const [file, text] of feeds) assert.deepEqual(await wrong(file, text, ATOM), []);
  });

  test(`the sitemap is one, and has each page that may be found: ${name}`, async () => {
    const { out } = sites[name];
    const [[file, text], ...more] = documents("sitemap.xml", sites[name]);
    assert.deepEqual(more, []);
    assert.deepEqual(await wrong(file, text, SITEMAP), []);
    const isFound = (path) => !html(out, path).includes('<meta name="robots" content="noindex">');
    const listed = [...text.matchAll(/<loc>https:\/\/[^/]+([^<]+)/g)].map(([, path]) => path);
    assert.deepEqual(listed.sort(), pages(out).filter(isFound).sort());
  });
}

test("the schemas find what is wrong", async () => {
  const [[, feed]] = documents("feed.xml");
  const [[, sitemap]] = documents("sitemap.xml");
  for (const [text, by, part, other] of [
    [feed, ATOM, /<id>[^<]*<\/id>/, ""],
    [feed, ATOM, /href="https:\/\/[^/]*/, 'href="'],
    [feed, ATOM, "+03:00", ""],
    [feed, ATOM, "<name>", "<name></name><name>"],
    [sitemap, SITEMAP, /<loc>[^<]*/, "<loc>/blog/"],
    [sitemap, SITEMAP, "<lastmod>2022-03-11T", "<lastmod>11.3.2022"],
    [sitemap, SITEMAP, 'hreflang="sw"', 'hreflang="sw_KE"'],
    [sitemap, SITEMAP, /(<xhtml:link [^>]* href=")[^"]*/, "$1/sw/"],
    [sitemap, SITEMAP, / rel="alternate"/, ""],
  ]) {
    assert.notEqual(text.replace(part, other), text);
    assert.notDeepEqual(await wrong("changed.xml", text.replace(part, other), by), [], String(part));
  }
});
