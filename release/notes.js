// The notes of a release: what CHANGELOG.md says of its version. Fails if the tag isn't the version of Cargo.toml, or the
// changelog doesn't know it.
//
//   node release/notes.js TAG [REPOSITORY]      such as v0.1.0 https://github.com/OWNER/gympress
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The version of the package in a Cargo.toml. */
export function versionOf(cargo) {
  const table = cargo.split(/^\[/m).find((part) => part.startsWith("package]"));
  const version = /^version = "([^"]+)"$/m.exec(table ?? "")?.[1];
  if (!version) throw new Error("Cargo.toml names no version");
  return version;
}

/** What stands below the heading of a version, such as `## 0.1.0` or `## [0.1.0] - 2026-12-01`. */
export function section(changelog, version) {
  const parts = changelog.replaceAll("\r\n", "\n").split(/^## /m).slice(1);
  const titled = (part) => part.slice(0, part.indexOf("\n")).replace(/[[\]]/g, "").split(/\s/)[0];
  const part = parts.find((part) => part.includes("\n") && titled(part) === version);
  const text = part?.slice(part.indexOf("\n")).trim();
  if (!text) throw new Error(`CHANGELOG.md says nothing of ${version}: write it below "## ${version}"`);
  return text;
}

/** The text with links to files of the repository as of the tag. */
export function withLinks(text, repository, tag) {
  return text.replace(/\]\((?![a-z][a-z0-9+.-]*:|#|\/)([^)\s]+)\)/gi, `](${repository}/blob/${tag}/$1)`);
}

/** The notes of the release with this tag. */
export function notes({ tag, repository, cargo, changelog }) {
  const version = versionOf(cargo);
  if (tag !== `v${version}`) throw new Error(`the tag ${tag} isn't v${version}, the version in Cargo.toml`);
  const text = section(changelog, version);
  return `${repository ? withLinks(text, repository, tag) : text}\n`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [tag, repository] = process.argv.slice(2);
  const read = (name) => readFileSync(join(root, name), "utf8");
  try {
    process.stdout.write(notes({ tag, repository, cargo: read("Cargo.toml"), changelog: read("CHANGELOG.md") }));
  } catch (error) {
    console.error(`notes: ${error.message}`);
    process.exitCode = 1;
  }
}
