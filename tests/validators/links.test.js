// Links between the documents: each leads to a file or a heading that exists, and each document is reached from README.md.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { root } from "../browser/support/site.js";

const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.md"], { cwd: root, encoding: "utf8" });
// Starters are documents of other projects.
const documents = listed.split("\n").filter((path) => path && !path.startsWith("starters/"));

/** A document without what stands in blocks and spans of code. */
function prose(path) {
  const text = readFileSync(join(root, path), "utf8");
  return text.replace(/^( *)```[\s\S]*?^\1```$/gm, "").replace(/`[^`\n]*`/g, (code) => code.replace(/[[\]()#]/g, ""));
}

/** The addresses of links and pictures that lead to files of this repository or to headings. */
const links = (path) =>
  [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to).filter((to) => !/^[a-z][a-z0-9+.-]*:/i.test(to));

/** The anchors of the headings of a document, as GitHub makes them. */
function anchors(path) {
  const headings = [...prose(path).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading);
  return headings.map((heading) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}

/** The path that a link leads to, and the anchor in it. */
function target(from, to) {
  const [path, anchor] = to.split("#");
  return { path: path ? relative(root, join(root, dirname(from), path)) : from, anchor };
}

test("each link leads somewhere", () => {
  assert.ok(documents.length > 15, `${documents}`);
  const broken = documents.flatMap((from) =>
    links(from)
      .filter((to) => {
        const { path, anchor } = target(from, to);
        if (!existsSync(join(root, path))) return true;
        return anchor && path.endsWith(".md") && !anchors(path).includes(anchor);
      })
      .map((to) => `${from}: ${to}`),
  );
  assert.deepEqual(broken, []);
});

test("each document is reached from the README", () => {
  const reached = new Set(["README.md"]);
  for (const from of reached) {
    for (const to of links(from)) {
      const { path } = target(from, to);
      if (path.endsWith(".md") && existsSync(join(root, path)) && statSync(join(root, path)).isFile())
        reached.add(path);
    }
  }
  assert.deepEqual(
    documents.filter((path) => !reached.has(path)),
    [],
  );
});
