// The steps of `action.yml`, with a release that this machine serves and a project of one page.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { binary, root } from "../browser/support/site.js";
import { PAGE, run, serveRelease, writeProgram, writeProject } from "./releases.js";

let scratch;
let release;

before(async () => {
  scratch = mkdtempSync(join(tmpdir(), "action-"));
  release = await serveRelease(writeProgram(join(scratch, "program")));
});

after(() => {
  release?.remove();
  rmSync(scratch, { recursive: true, force: true });
});

/** Runs a step as the runner does; `read` returns what it wrote into the file of a variable. */
async function step(name, variables, { cwd = scratch, path = [] } = {}) {
  const job = mkdtempSync(join(scratch, "job-"));
  const files = { GITHUB_PATH: join(job, "path"), GITHUB_OUTPUT: join(job, "output") };
  const env = {
    ...process.env,
    ...files,
    RUNNER_TEMP: job,
    GITHUB_REPOSITORY: "somebody/gym",
    PATH: [...path, process.env.PATH].join(delimiter),
    ...variables,
  };
  const { status, printed } = await run("bash", [join(root, "release/action.sh"), name], { cwd, env });
  return { status, printed, job, read: (file) => (existsSync(files[file]) ? readFileSync(files[file], "utf8") : "") };
}

/** A project in a folder of a repository, as a gym has it. */
function project(name, page) {
  const folder = join(scratch, name);
  writeProject(join(folder, "site"), page);
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  execFileSync("git", ["init", "--quiet", folder]);
  return folder;
}

test("the binary comes from the release that is asked for, and later steps find it", async () => {
  for (const [variables, from] of [
    [{}, "/latest/download/"],
    [{ ACTION_REF: "main" }, "/latest/download/"],
    [{ ACTION_REF: "v9.9.9" }, "/download/v9.9.9/"],
    [{ INPUT_VERSION: "9.9.9", ACTION_REF: "v1.0.0" }, "/download/v9.9.9/"],
  ]) {
    release.asked.length = 0;
    const { status, printed, job, read } = await step("install", { INPUT_RELEASES: release.url, ...variables });
    assert.equal(status, 0, printed);
    assert.equal(read("GITHUB_PATH"), `${job}/gympress\n`);
    assert.ok(existsSync(join(job, "gympress/gympress")));
    assert.ok(release.asked.length === 2 && release.asked.every((path) => path.startsWith(from)), `${release.asked}`);
  }
});

test("without another address, releases are those of the action's repository", async () => {
  const { status, printed } = await step("install", {
    GITHUB_SERVER_URL: release.url,
    ACTION_REPOSITORY: "owner/gympress",
  });
  assert.notEqual(status, 0);
  assert.ok(printed.includes(`${release.url}/owner/gympress/releases/latest/download/`), printed);
});

test("what is checked and built is what was asked for", async () => {
  const path = [join(scratch, "program")];
  const check = await step("check", { INPUT_ROOT: "site", INPUT_DENY_WARNINGS: "true" }, { path });
  assert.equal(check.printed, "called: check --root site --format github --deny-warnings\n");
  const built = await step("build", { INPUT_ROOT: "site/", INPUT_BASE_URL: "https://a.example/gym" }, { path });
  assert.equal(built.printed, "called: build --root site/ --out site/dist --base-url https://a.example/gym/\n");
  assert.equal(built.read("GITHUB_OUTPUT"), "folder=site/dist\n");
  const other = await step("build", { INPUT_OUT: "public" }, { path });
  assert.equal(other.printed, "called: build --root . --out public\n");
  const unknown = await step("deploy", {}, { path });
  assert.equal(unknown.status, 2);
});

test("warnings are shown and don't fail, and errors do", async () => {
  const path = [dirname(binary)];
  const right = project("right", PAGE);
  const shown = await step("check", { INPUT_ROOT: "site" }, { cwd: right, path });
  assert.equal(shown.status, 0, shown.printed);
  assert.match(shown.printed, /^::warning file=site\/content\/site\.toml,line=1,.*title=no-base-url::/m);
  const denied = await step("check", { INPUT_ROOT: "site", INPUT_DENY_WARNINGS: "true" }, { cwd: right, path });
  assert.equal(denied.status, 1, denied.printed);
  const built = await step(
    "build",
    { INPUT_ROOT: "site", INPUT_BASE_URL: "https://a.example/gym" },
    { cwd: right, path },
  );
  assert.equal(built.status, 0, built.printed);
  assert.match(readFileSync(join(right, "site/dist/index.html"), "utf8"), /href="https:\/\/a\.example\/gym\/"/);

  const wrong = project("wrong", PAGE.replace("hero", "heero"));
  const found = await step("check", { INPUT_ROOT: "site" }, { cwd: wrong, path });
  assert.equal(found.status, 1, found.printed);
  assert.match(found.printed, /^::error file=site\/content\/pages\/index\.toml,line=5,/m);
});
