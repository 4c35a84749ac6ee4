// What `gympress init --host` writes, and `docs/hosts.md` links to: the scripts do what they say. The steps of the action are
// run by action.test.js, and what Netlify is told by npm.test.js.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { listen } from "../browser/support/server.js";
import { root } from "../browser/support/site.js";
import { run } from "./releases.js";

const hosts = join(root, "starters/hosts");
const files = readdirSync(hosts, { recursive: true }).filter((path) => statSync(join(hosts, path)).isFile());
const read = (path) => readFileSync(join(root, path), "utf8");

test("the documents link to each file", () => {
  assert.ok(files.length >= 6, `${files}`);
  const documents = read("docs/hosts.md");
  assert.deepEqual(
    files.filter((path) => !documents.includes(`(../starters/hosts/${path})`)),
    [],
  );
});

test("a workflow switches its own schedule on again", () => {
  for (const [host, name] of [
    ["github", "site.yml"],
    ["cloudflare", "night.yml"],
    ["render", "site.yml"],
  ]) {
    const paths = files.filter((path) => path.startsWith(host));
    assert.deepEqual(paths, [join(host, "dot-github/workflows", name)]);
    const { permissions, jobs } = parse(read(`starters/hosts/${paths[0]}`).replaceAll("%", ""));
    const job = Object.values(jobs).find(({ steps }) => steps.at(-1).run === `gh workflow enable ${name}`);
    assert.equal((job.permissions ?? permissions).actions, "write");
  }
});

test("a host that builds by itself is asked to each night, and its refusal is seen", async () => {
  const { jobs } = parse(read("starters/hosts/cloudflare/dot-github/workflows/night.yml").replaceAll("%", ""));
  const [{ run: command }] = jobs.night.steps;
  const asked = [];
  let status = 200;
  const server = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
  });
  try {
    const ask = (DEPLOY_HOOK) => run("bash", ["-e", "-c", command], { env: { PATH: process.env.PATH, DEPLOY_HOOK } });
    assert.equal((await ask(`${server.url}/hook`)).status, 0);
    assert.deepEqual(asked, ["POST /hook"]);
    status = 404;
    assert.notEqual((await ask(`${server.url}/hook`)).status, 0);
    const without = await ask("");
    assert.notEqual(without.status, 0);
    assert.match(without.printed, /the secret DEPLOY_HOOK is missing/);
  } finally {
    await server.close();
  }
});

test("Netlify stores the cache of gympress, and builds each night", async () => {
  const asked = [];
  const cache = { restore: (path) => asked.push(`restore ${path}`), save: (path) => asked.push(`save ${path}`) };
  // Outside of this package, which says that all of its scripts are modules.
  const folder = mkdtempSync(join(tmpdir(), "netlify-"));
  try {
    writeFileSync(join(folder, "index.js"), read("starters/hosts/netlify/netlify/cache/index.js"));
    const plugin = createRequire(import.meta.url)(join(folder, "index.js"));
    await plugin.onPreBuild({ utils: { cache } });
    await plugin.onPostBuild({ utils: { cache } });
  } finally {
    rmSync(folder, { recursive: true });
  }
  assert.deepEqual(asked, ["restore .gympress/cache", "save .gympress/cache"]);

  const { default: rebuild, config } = await import(join(hosts, "netlify/netlify/functions/rebuild.mjs"));
  // `gympress init` puts in the hour (tests/suite/init.rs).
  assert.equal(config.schedule, "%night%");
  let status = 200;
  let due = "";
  const server = await listen((request, response) => {
    if (request.url === "/due.txt") {
      response.writeHead(due === undefined ? 404 : 200).end(due);
      return;
    }
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(status).end();
  });
  try {
    process.env.BUILD_HOOK = `${server.url}/hook`;
    process.env.URL = server.url;
    const before = asked.length;
    // Nothing ever changes by the date, or not today.
    for (due of ["", "9000-01-01T00:00:00Z\n"]) await rebuild();
    assert.equal(asked.length, before);
    // Something has, since the site was built; and a site that doesn't say.
    for (due of ["2026-01-31T08:30:00Z\n", undefined]) await rebuild();
    assert.deepEqual(asked.slice(before), ["POST /hook", "POST /hook"]);
    status = 404;
    await assert.rejects(rebuild, /answered 404/);
  } finally {
    await server.close();
  }
});

/** Runs the script of a server of one's own, with programs that note how they were called; `failing` is one that fails. */
function publish(failing) {
  const home = mkdtempSync(join(tmpdir(), "publish-"));
  try {
    const log = join(home, "log");
    writeFileSync(log, "");
    for (const name of ["gympress", "rsync"]) {
      const program = `#!/bin/sh\necho "${name} $*" >> "${log}"\ncase "${name} $1" in "${failing}") exit 1 ;; esac\n`;
      writeFileSync(join(home, name), program, { mode: 0o755 });
    }
    writeFileSync(join(home, "publish.sh"), readFileSync(join(hosts, "server/publish.sh")));
    const env = {
      ...process.env,
      HOME: home,
      SERVER: "me@host:/srv/gym/",
      PATH: `${home}${delimiter}${process.env.PATH}`,
    };
    let status = 0;
    try {
      execFileSync("sh", [join(home, "publish.sh")], { env, stdio: "pipe" });
    } catch (failure) {
      status = failure.status;
    }
    return { status, lines: readFileSync(log, "utf8").trim().split("\n") };
  } finally {
    rmSync(home, { recursive: true });
  }
}

test("a server gets what was checked and built, and nothing else", () => {
  const done = publish("none");
  assert.equal(done.status, 0);
  assert.deepEqual(done.lines.slice(0, 2), ["gympress check", "gympress build"]);
  assert.equal(done.lines.length, 4);
  for (const line of done.lines.slice(2)) assert.match(line, /^rsync .* dist\/ me@host:\/srv\/gym\/$/);
  assert.ok(done.lines[2].includes("--exclude=*.html") && !done.lines[2].includes("--delete"), done.lines[2]);
  assert.match(done.lines[3], /--delete-delay/);
  for (const [failing, count] of [
    ["gympress check", 1],
    ["gympress build", 2],
  ]) {
    const { status, lines } = publish(failing);
    assert.equal(status, 1, failing);
    assert.equal(lines.length, count, failing);
  }
});

test("Render gets a branch with nothing but the site, and a new commit only if that has changed", () => {
  // A token can't stand at the start of a word of YAML.
  const workflow = read("starters/hosts/render/dot-github/workflows/site.yml").replaceAll("%", "");
  const { steps } = parse(workflow).jobs.site;
  const { run, env } = steps.at(-1);
  assert.deepEqual(Object.keys(env), ["FOLDER", "REMOTE"]);
  const home = mkdtempSync(join(tmpdir(), "render-"));
  try {
    const [remote, folder] = [join(home, "remote.git"), join(home, "dist")];
    const git = (...args) => execFileSync("git", ["-C", remote, ...args], { encoding: "utf8" }).trim();
    execFileSync("git", ["init", "--quiet", "--bare", remote]);
    // As a runner does it: what was built stands in a folder that was never pushed before.
    const push = (page) => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(join(folder, ".gympress"), { recursive: true });
      writeFileSync(join(folder, ".gympress/manifest"), "index.html");
      writeFileSync(join(folder, "index.html"), page);
      execFileSync("bash", ["-e", "-c", run], { env: { PATH: process.env.PATH, FOLDER: folder, REMOTE: remote } });
      return git("rev-parse", "render");
    };
    const first = push("<p>One</p>");
    assert.equal(git("ls-tree", "-r", "--name-only", "render"), "index.html");
    assert.equal(push("<p>One</p>"), first);
    assert.notEqual(push("<p>Two</p>"), first);
    assert.equal(git("show", "render:index.html"), "<p>Two</p>");
    assert.equal(git("rev-list", "--count", "render"), "1");
  } finally {
    rmSync(home, { recursive: true });
  }
});
