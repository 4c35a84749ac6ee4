// The notes of a release are what CHANGELOG.md says of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { notes, section, withLinks } from "../../release/notes.js";

const CHANGELOG = `# Changelog

## Unreleased

- Later.

## [0.2.0] - 2026-12-01

### Added

- One ([docs](docs/pages.md#sections)).

## 0.1.0

- First.
`;

const CARGO = '[workspace]\nversion = "7.0.0"\n\n[package]\nname = "gympress"\nversion = "0.2.0"\n\n[dependencies]\n';

test("what stands below the heading of the version", () => {
  assert.equal(section(CHANGELOG, "0.2.0"), "### Added\n\n- One ([docs](docs/pages.md#sections)).");
  assert.equal(section(CHANGELOG.replaceAll("\n", "\r\n"), "0.1.0"), "- First.");
  for (const version of ["0.2", "0.3.0", "2026-12-01"]) {
    assert.throws(() => section(CHANGELOG, version), /says nothing of/, version);
  }
  assert.throws(() => section("## 0.1.0\n\n## 0.0.1\n\n- a\n", "0.1.0"), /says nothing of 0\.1\.0/);
});

test("links lead to the files as they were released", () => {
  const url = "https://forge.example/gym/press";
  const text = "[a](docs/a.md#b) [c](https://example.org/) [d](#e) [f](mailto:g@example.org)";
  const expected = `[a](${url}/blob/v1/docs/a.md#b) [c](https://example.org/) [d](#e) [f](mailto:g@example.org)`;
  assert.equal(withLinks(text, url, "v1"), expected);
});

test("a tag is that of the version", () => {
  const input = { cargo: CARGO, changelog: CHANGELOG };
  assert.equal(notes({ ...input, tag: "v0.2.0" }), "### Added\n\n- One ([docs](docs/pages.md#sections)).\n");
  for (const tag of ["v0.1.0", "0.2.0", undefined]) {
    assert.throws(() => notes({ ...input, tag }), /isn't v0\.2\.0, the version in Cargo\.toml/);
  }
});
