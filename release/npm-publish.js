// Publishes the packages that release/npm.js made: node release/npm-publish.js FOLDER
//
// Those with programs come first, so that nobody gets the one that starts them before they are there. What is published
// already is left alone, so that a run which broke off can be repeated.
import { execSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const [, , out] = process.argv;
const registry = execSync("npm config get registry", { encoding: "utf8" }).trim();

/** True if the registry has this version of a package. */
async function isPublished({ name, version }) {
  const response = await fetch(new URL(encodeURIComponent(name), registry));
  if (response.status === 404) return false;
  if (!response.ok) throw new Error(`the registry answered ${response.status} for ${name}`);
  return version in (await response.json()).versions;
}

const programs = readdirSync(join(out, "@gympress")).map((system) => `@gympress/${system}`);
const packages = [...programs, "gympress", "create-gympress"].map((name) => {
  const folder = join(out, name);
  return { folder, manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) };
});
const published = await Promise.all(packages.map(({ manifest }) => isPublished(manifest)));
for (const [at, { folder, manifest }] of packages.entries()) {
  if (published[at]) console.log(`${manifest.name}@${manifest.version} is published already`);
  else execSync("npm publish", { cwd: folder, stdio: "inherit" });
}
