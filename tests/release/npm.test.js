// The npm packages, published to a registry on this machine and installed from it as people do.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { strToU8, zipSync } from "fflate";
import { binary, root } from "../browser/support/site.js";
import { serveRegistry } from "./registry.js";
import { run, target, writeProject } from "./releases.js";

const windows = process.platform === "win32";
const VERSION = "0.1.0";
const SYSTEMS = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
  "win32-x64": "x86_64-pc-windows-msvc",
};
const own = Object.keys(SYSTEMS).find((system) => SYSTEMS[system] === target);

let scratch;
let registry;
let env;
/** The commands of documents that were run here, as they stand there. */
const tried = new Set();

before(async () => {
  scratch = mkdtempSync(join(tmpdir(), "npm-"));
  registry = await serveRegistry();
  const settings = join(scratch, "npmrc");
  writeFileSync(settings, `registry=${registry.url}/\n${registry.url.replace("http:", "")}/:_authToken=secret\n`);
  // Nothing of the settings of the machine, or of the npm that runs these tests.
  const others = Object.entries(process.env).filter(([name]) => !/^npm_|_proxy$/i.test(name));
  env = {
    ...Object.fromEntries(others),
    npm_config_userconfig: settings,
    npm_config_globalconfig: join(scratch, "none"),
    npm_config_cache: join(scratch, "cache"),
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
    npm_config_loglevel: "error",
    npm_config_logs_max: "0",
  };
});

after(async () => {
  await registry?.close();
  rmSync(scratch, { recursive: true, force: true });
});

/** Runs a command as a person types it. */
const shell = (command, cwd, more = {}) => run("bash", ["-c", command], { cwd, env: { ...env, ...more } });

/** Runs a command of a document. */
function literally(command, cwd, more) {
  tried.add(command);
  return shell(command, cwd, more);
}

/** Makes the archives of a release: on systems with a shell, the program of each is a script that calls the one under test. */
function makeArchives() {
  const artifacts = join(scratch, "artifacts");
  const licences = join(scratch, "LICENCES.txt");
  writeFileSync(licences, "The licences.\n");
  for (const archive of Object.values(SYSTEMS)) {
    const folder = join(scratch, archive);
    mkdirSync(folder);
    const isForWindows = archive.includes("windows");
    const program = join(folder, isForWindows ? "gympress.exe" : "gympress");
    if (windows && isForWindows) copyFileSync(`${binary}.exe`, program);
    else writeFileSync(program, `#!/bin/sh\nexec "${binary}" "$@"\n`);
    chmodSync(program, 0o755);
    if (isForWindows && !windows) {
      const inside = ["LICENCES.txt", "LICENSE", "README.md", "CHANGELOG.md", "gympress.exe"];
      const named = inside.map((name) => [`gympress-${archive}/${name}`, strToU8(name)]);
      writeFileSync(join(artifacts, `gympress-${archive}.zip`), zipSync(Object.fromEntries(named)));
    } else {
      execFileSync("bash", [join(root, "release/package.sh"), program, archive, artifacts], {
        env: { ...process.env, GYMPRESS_LICENCES: licences },
      });
    }
  }
  return artifacts;
}

const manifest = (folder) => JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));

const packages = () => join(scratch, "packages");

/** A project in a folder of its own. */
function project(name) {
  const folder = join(scratch, name);
  writeProject(folder);
  return folder;
}

/** A project with a package.json that demands gympress. */
function dependent(name) {
  const folder = project(name);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, dependencies: { gympress: VERSION } }));
  return folder;
}

const shim = (folder) => join(folder, "node_modules/gympress/bin/gympress.js");
const program = (folder) => join(folder, "node_modules/@gympress", own, windows ? "gympress.exe" : "gympress");

test("a release becomes a package for each system, and nothing runs at installation", async () => {
  const made = await run(process.execPath, [join(root, "release/npm.js"), makeArchives(), VERSION, packages()], {
    env: { ...env, GYMPRESS_REPOSITORY: "somebody/gympress" },
  });
  assert.equal(made.status, 0, made.printed);
  const programs = Object.keys(SYSTEMS).map((system) => `@gympress/${system}`);
  for (const name of [...programs, "gympress", "create-gympress"]) {
    const { name: said, version, scripts, repository, license } = manifest(join(packages(), name));
    assert.deepEqual(
      { said, version, scripts, license },
      { said: name, version: VERSION, scripts: undefined, license: "MIT" },
    );
    assert.equal(repository.url, "git+https://github.com/somebody/gympress.git");
    for (const file of ["README.md", "LICENSE"])
      assert.ok(existsSync(join(packages(), name, file)), `${name}: ${file}`);
  }
  const exact = Object.fromEntries(programs.map((name) => [name, VERSION]));
  assert.deepEqual(manifest(join(packages(), "gympress")).optionalDependencies, exact);
  assert.deepEqual(manifest(join(packages(), "create-gympress")).dependencies, { gympress: VERSION });
  for (const name of programs) {
    const { os, cpu } = manifest(join(packages(), name));
    assert.ok(name.endsWith(`${os}-${cpu[0]}`), name);
    assert.ok(existsSync(join(packages(), name, "LICENCES.txt")), name);
  }
});

test("programs are published first, and a run that broke off is repeated", async () => {
  const publish = () => run(process.execPath, [join(root, "release/npm-publish.js"), packages()], { env });
  registry.refused = "gympress";
  const first = await publish();
  assert.notEqual(first.status, 0, first.printed);
  const programs = Object.keys(SYSTEMS).map((system) => `@gympress/${system}@${VERSION}`);
  assert.deepEqual(registry.published.toSorted(), programs.toSorted());
  registry.refused = null;
  const second = await publish();
  assert.equal(second.status, 0, second.printed);
  assert.deepEqual(registry.published.slice(programs.length), [`gympress@${VERSION}`, `create-gympress@${VERSION}`]);
  for (const name of programs) assert.ok(second.printed.includes(`${name} is published already\n`), second.printed);
});

test("a site is begun, checked and built by what npm brings for the moment", async () => {
  const begun = await literally("npm create gympress my-gym", scratch);
  assert.equal(begun.status, 0, begun.printed);
  assert.match(begun.printed, /Next:\n {2}cd my-gym\n(?:.*\n)*.*npx gympress serve --edit/);
  assert.ok(existsSync(join(scratch, "my-gym/content/site.toml")));
  const folder = project("moment");
  for (const command of ["npx gympress check", "npx gympress build", `npx gympress@${VERSION} build`]) {
    const { status, printed } = await literally(command, folder);
    assert.equal(status, 0, printed);
  }
  assert.ok(existsSync(join(folder, "dist/index.html")));
});

test("what Netlify is told builds the site for its address, as of the last commit", async () => {
  const folder = project("netlify");
  const git = (...words) => execFileSync("git", ["-C", folder, "-c", "user.name=a", "-c", "user.email=a@b", ...words]);
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "Begin");
  const told = readFileSync(join(root, "starters/hosts/netlify/netlify.toml"), "utf8");
  const [, command] = /^command = '(.*)'$/m.exec(told.replaceAll("%version%", VERSION));
  const { status, printed } = await shell(command, folder, { URL: "https://iron.example" });
  assert.equal(status, 0, printed);
  assert.doesNotMatch(printed, /SOURCE_DATE_EPOCH/);
  assert.match(
    readFileSync(join(folder, "dist/index.html"), "utf8"),
    /<link rel="canonical" href="https:\/\/iron\.example\/"/,
  );
});

test("it is installed without scripts, with the program of this system alone, from a lock file of another one", async () => {
  const folder = dependent("locked");
  const there = windows ? "--os=linux --cpu=x64" : "--os=win32 --cpu=x64";
  const locked = await shell(`npm install --package-lock-only ${there}`, folder);
  assert.equal(locked.status, 0, locked.printed);
  const installed = await shell("npm ci --ignore-scripts", folder);
  assert.equal(installed.status, 0, installed.printed);
  assert.deepEqual(readdirSync(join(folder, "node_modules/@gympress")), [own]);
  if (!windows) assert.equal(statSync(program(folder)).mode & 0o777, 0o755);
  const { status, printed } = await shell("npx gympress build", folder);
  assert.equal(status, 0, printed);
});

test("the exit status and what is printed are those of the program", async () => {
  const folder = join(scratch, "locked");
  const call = (...words) => run(process.execPath, [shim(folder), ...words], { cwd: folder });
  const site = join(folder, "content/site.toml");
  writeFileSync(site, readFileSync(site, "utf8").replace("name =", "nam ="));
  const wrong = await call("check", "--format", "short");
  assert.equal(wrong.status, 1);
  assert.match(wrong.printed, /^content\/site\.toml:\d+:\d+: error\[/m);
  const unknown = await call("chek");
  assert.equal(unknown.status, 2, unknown.printed);
});

/** Starts the program by what npm installed, until it prints `ready`. */
async function started(folder, words, ready, options) {
  const [command, ...rest] = words;
  const child = spawn(command, rest, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"], ...options });
  const ended = once(child, "exit");
  const printed = await new Promise((resolve, reject) => {
    let text = "";
    const read = (chunk) => {
      text += chunk;
      if (ready.test(text)) resolve(text);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", () => reject(new Error(text)));
  });
  return { child, printed, ended };
}

/** Makes sure that nobody answers any more at the address that a preview printed. */
async function isGone(printed) {
  const [address] = /http:\S+/.exec(printed);
  await assert.rejects(fetch(address), /fetch failed/);
}

const ADDRESS = /http:\S+\n/;

test("a signal reaches the program, and what came of it whoever sent it", {
  skip: windows,
  timeout: 120_000,
}, async () => {
  const folder = dependent("signals");
  const installed = await shell("npm install", folder);
  assert.equal(installed.status, 0, installed.printed);
  const words = [process.execPath, shim(folder)];
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT"]) {
    const { child, printed, ended } = await started(folder, [...words, "serve", "--port", "0"], ADDRESS);
    child.kill(signal);
    assert.deepEqual(await ended, [null, signal]);
    await isGone(printed);
  }
  // As from a terminal, where all that was started gets it.
  const command = "npx gympress serve --edit";
  tried.add(command);
  const { child, printed, ended } = await started(folder, command.split(" "), ADDRESS, { detached: true });
  process.kill(-child.pid, "SIGINT");
  assert.deepEqual(await ended, [null, "SIGINT"]);
  await isGone(printed);

  const write = (lines) => writeFileSync(program(folder), `#!/bin/sh\n${lines}\n`);
  write('trap "exit 7" TERM\necho ready\nwhile :; do sleep 0.05; done');
  const trapped = await started(folder, words, /ready/);
  trapped.child.kill("SIGTERM");
  assert.deepEqual(await trapped.ended, [7, null]);
  write("kill -KILL $$");
  const killed = spawn(words[0], [words[1]], { stdio: "ignore" });
  assert.deepEqual(await once(killed, "exit"), [null, "SIGKILL"]);
});

test("where the program is missing, what is said helps", async () => {
  const folder = dependent("missing");
  // As a lock file is that npm 10 wrote beside packages of another system.
  const locked = await shell("npm install --package-lock-only", folder);
  assert.equal(locked.status, 0, locked.printed);
  const file = join(folder, "package-lock.json");
  const lock = JSON.parse(readFileSync(file, "utf8"));
  for (const path of Object.keys(lock.packages)) if (path.includes("@gympress/")) delete lock.packages[path];
  writeFileSync(file, JSON.stringify(lock));
  await shell("npm install --omit=optional", folder);
  const said = await run(process.execPath, [shim(folder), "build"], { cwd: folder });
  assert.equal(said.status, 3, said.printed);
  assert.ok(said.printed.includes(`gympress: @gympress/${own}, `), said.printed);
  const [, help] = /\n {2}help: (npm .+)\n$/.exec(said.printed);
  const helped = await shell(help, folder);
  assert.equal(helped.status, 0, helped.printed);
  assert.deepEqual(manifest(folder).dependencies, { gympress: VERSION });
  const { status, printed } = await shell("npx gympress --version", folder);
  assert.equal(status, 0, printed);
});

test("a system without a release, and a program that doesn't start, are told", async () => {
  const folder = join(scratch, "missing");
  const other = 'data:text/javascript,Object.defineProperty(process,"platform",{value:"sunos"})';
  const unknown = await run(process.execPath, ["--import", other, shim(folder)]);
  assert.equal(unknown.status, 3, unknown.printed);
  assert.match(unknown.printed, /^gympress: there is no release for sunos-/);
  if (windows) return;
  chmodSync(program(folder), 0o644);
  const forbidden = await run(process.execPath, [shim(folder)]);
  assert.equal(forbidden.status, 3, forbidden.printed);
  assert.match(forbidden.printed, /^gympress: .*\/gympress can't be started: spawn .* EACCES\n {2}help: install/);
});

test("each command of the documents was tried", () => {
  const documents = [...readdirSync(join(root, "docs")).map((name) => `docs/${name}`), "README.md", "npm/README.md"];
  const texts = documents.filter((path) => path.endsWith(".md")).map((path) => readFileSync(join(root, path), "utf8"));
  const named = texts.flatMap((text) => [...text.matchAll(/\b(?:npx|npm create) gympress[^`\n#]*/g)]);
  const commands = new Set(named.map(([command]) => command.trim()));
  assert.ok(commands.size >= 5, [...commands].join("\n"));
  assert.deepEqual(
    [...commands].filter((command) => !tried.has(command) && !windows),
    [],
  );
});
