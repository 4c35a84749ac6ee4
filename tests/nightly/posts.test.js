// What the search loads: bytes of files as they are, whatever a host does with them on their way.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { language } from "../browser/support/language.js";
import { load, SHOWN, searching, writePost } from "../browser/support/search.js";
import { withPreview } from "../browser/support/with-preview.js";

const { Index, find } = await load();

/** Adds so many posts to the three of the gym of the tests. */
function write({ folder }, count, length, { phrase, text }) {
  for (let number = 0; number < count; number++) {
    const [title, excerpt] = [phrase(8), `${phrase(22)}.`];
    writePost(folder, { slug: title.replaceAll(" ", "-"), title, excerpt, body: text(length) });
  }
}

for (const [length, size] of Object.entries({ 250: 1000, 450: 2000, 900: 4000 })) {
  describe(`24 posts of ${length} words`, () => {
    const spoken = language(size);
    const site = withPreview({ prepare: (project) => write(project, 21, Number(length), spoken) });

    test("take at most ten kilobytes for any query", async () => {
      const files = new Set();
      const slips = spoken.words
        .filter((word) => word.length > 7)
        .map((word) => `${word.slice(0, 4)}x${word.slice(5)}`);
      for (const query of ["lifters", "lfters sqaut", "s", "st", ...slips.slice(0, 20), spoken.phrase(3)]) {
        const { index, loaded, bytes } = await searching(Index, site.url());
        assert.ok(index.count > 24, `${index.count} pages`);
        assert.ok((await find(query, index, SHOWN)).length > 0, query);
        assert.ok(bytes() <= 10_000, `${query}: ${bytes()} bytes`);
        for (const { path } of loaded) files.add(path);
      }
      assert.ok(files.size > 1, `${files.size} files`);
    });
  });
}

describe("10,000 posts", () => {
  const { words, phrase, below, ...spoken } = language(20_000);
  const site = withPreview({ prepare: (project) => write(project, 9_997, 120, { phrase, ...spoken }) });
  const slip = (word, at) => `${word.slice(0, at)}x${word.slice(at + 1)}`;
  const queries = [
    ...["s", "st", "str", "qqqqzzzzqq"],
    ...Array.from({ length: 30 }, (_, number) => phrase(1 + (number % 3))),
    ...Array.from({ length: 30 }, (_, number) => {
      const query = phrase(1 + (number % 3));
      return slip(query, below(query.length));
    }),
    ...Array.from({ length: 10 }, () => Array.from({ length: 8 }, () => slip(spoken.one(words), below(6))).join(" ")),
  ];

  test("take at most a hundred kilobytes for any query, in parts of which there are not too many", async () => {
    const all = new Set();
    let found = 0;
    for (const query of queries) {
      const { index, loaded, bytes } = await searching(Index, site.url());
      assert.ok(index.count > 10_000, `${index.count} pages`);
      if ((await find(query, index, SHOWN)).length > 0) found++;
      assert.ok(loaded.length > 1 && bytes() <= 100_000, `${query}: ${bytes()} bytes`);
      for (const { path } of loaded) all.add(path);
    }
    assert.ok(found > queries.length * 0.9, `${found} of ${queries.length} find something`);
    assert.ok(all.size > 200 && all.size < 1_500, `${all.size} parts`);
  });
});
