// The documents for makers of themes: their examples are put into a copy of the project and checked, and the names that
// they list are those that templates are given.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { isValid } from "../browser/support/judge.js";
import { copyEmpty, copyGym } from "../browser/support/project.js";
import { binary, build, root } from "../browser/support/site.js";

/** The examples of a document whose first line names their file. */
function examples(document) {
  const text = readFileSync(join(root, "docs", document), "utf8");
  const blocks = [...text.matchAll(/^```\w+\n(.*?)^```$/gms)].map(([, block]) => block);
  const named = /^(?:# |\/\/ |\/\* |\{#- )((?:templates|components|content)\/[\w./-]+)/;
  return blocks.flatMap((block) => {
    const path = block.match(named)?.[1];
    return path ? [{ path, block }] : [];
  });
}

/** Writes examples into a project; those of lists in a file that is there go to its end. */
function write(folder, found) {
  for (const { path, block } of found) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    if (existsSync(file) && /^.*\n\[\[/.test(block)) appendFileSync(file, `\n${block}`);
    else writeFileSync(file, block);
  }
}

const run = (folder, ...words) =>
  execFileSync(binary, [...words, "--root", folder], { encoding: "utf8", stdio: "pipe" });

/** What is said where mistakes are. */
function check(folder) {
  try {
    run(folder, "check", "--format", "short");
    return "";
  } catch (failure) {
    return `${failure.stdout}${failure.stderr}`;
  }
}

/** The names in code in the rows of a table, by what stands in their first column. */
function rows(document, heading) {
  const text = readFileSync(join(root, "docs", document), "utf8");
  const table = text.slice(text.indexOf(heading)).match(/^\|(?:.*\n\|)*.*$/m)?.[0] ?? "";
  return table.split("\n").slice(2);
}

const names = (text) => [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code.split(" "));

let project;

before(() => {
  project = copyGym("components", "templates");
});

after(() => project?.remove());

test("what the documents tell to write is right", () => {
  for (const document of ["templates.md", "pages.md", "types.md"]) {
    const found = examples(document);
    assert.notEqual(found.length, 0, `${document} has examples`);
    write(project.folder, found);
  }
  // A collection of docs/types.md, whose pages that document doesn't mention.
  const entry = join(project.folder, "templates/collections/workshops/template.html");
  mkdirSync(dirname(entry), { recursive: true });
  writeFileSync(entry, '{% extends "layout.html" %}{% block content %}<h1>{{ entry.title }}</h1>{% endblock %}\n');
  for (const noun of ["recipe", "workshop"]) run(project.folder, "new", noun, "One of them");
  assert.equal(check(project.folder), "");
  const site = build(project.folder);
  for (const path of ["recipes/", "recipes/one-of-them/", "workshops/feed.xml", "opening-hours/"]) {
    assert.ok(existsSync(join(site.out, path)), `${path} is published`);
  }
  site.remove();
});

test("the site in two languages of the document is right", async () => {
  const { folder, remove } = copyEmpty();
  const gym = ["--name", "Iron House", "--town", "Nairobi", "--country", "Kenya", "--language", "en-KE"];
  execFileSync(binary, ["init", folder, ...gym, "--yes"], { stdio: "pipe" });
  write(folder, examples("languages.md"));
  // What the starter has to be replaced by, and the texts that the examples leave to the reader.
  const expected = /\[(placeholder|missing-translation|no-contact-endpoint)\]/;
  const said = check(folder).split("\n");
  assert.deepEqual(
    said.filter((line) => line.includes(": error") || (line.includes("content/sw/") && !expected.test(line))),
    [],
  );
  const site = build(folder);
  for (const path of ["sw/", "sw/bei/", "sw/vipindi/baiskeli/", "sw/vipindi/boxing/", "sw/blogu/mwaka-mpya/"]) {
    assert.ok(existsSync(join(site.out, path, "index.html")), `${path} is published`);
  }
  await isValid(site.out);
  site.remove();
  remove();
});

test("the island of the documents has the types of its section", () => {
  const types = run(project.folder, "schema", "--typescript");
  writeFileSync(join(project.folder, "components/types.ts"), types);
  const settings = { extends: join(root, "components/tsconfig.json"), include: ["components"] };
  settings.compilerOptions = { paths: { "site-boot": ["./components/boot.ts"] } };
  writeFileSync(join(project.folder, "tsconfig.json"), JSON.stringify(settings));
  symlinkSync(join(root, "node_modules"), join(project.folder, "node_modules"));
  execFileSync(join(root, "node_modules/.bin/tsc"), ["--noEmit", "-p", project.folder], { stdio: "pipe" });
});

test("the names that templates are given are those of the documents", () => {
  const { folder, remove } = copyGym("templates");
  const objects = ["page", "navigation", "timetable"];
  const print = objects.map((name) => `<p id="${name}">{{ ${name}|list|join(" ") }}</p>`).join("\n");
  mkdirSync(join(folder, "templates/sections/names"), { recursive: true });
  writeFileSync(join(folder, "templates/sections/names/type.toml"), 'help = "Names"\n');
  writeFileSync(join(folder, "templates/sections/names/template.html"), `${print}\n`);
  appendFileSync(join(folder, "content/pages/about.toml"), '\n[[section]]\ntype = "names"\n');
  const site = build(folder);
  const html = readFileSync(join(site.out, "about/index.html"), "utf8");
  const given = (name) =>
    html
      .match(new RegExp(`<p id="${name}">([^<]*)</p>`))[1]
      .split(" ")
      .sort();
  site.remove();
  remove();

  const fields = rows("templates.md", "`page` has").flatMap((row) => names(row.split("|")[1]));
  assert.deepEqual(fields.sort(), given("page"));
  for (const name of ["navigation", "timetable"]) {
    const row = rows("templates.md", "## What all templates are given").find((row) => row.startsWith(`| \`${name}\``));
    assert.deepEqual(names(row.split("|")[2]).slice(0, given(name).length).sort(), given(name));
  }
});
