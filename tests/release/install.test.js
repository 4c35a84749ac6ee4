// The installers, with a release that this machine serves: `install.sh` where there is a shell, `install.ps1` on Windows.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { binary, root } from "../browser/support/site.js";
import { run, serveRelease, writeProgram } from "./releases.js";

const windows = process.platform === "win32";
const program = windows ? "gympress.exe" : "gympress";
const version = windows ? /^gympress \d+\.\d+\.\d+ / : /^gympress 9\.9\.9 \(fake\) in /;

let scratch;
let release;

before(async () => {
  scratch = mkdtempSync(join(tmpdir(), "install-"));
  // Only an .exe runs on Windows.
  release = await serveRelease(windows ? `${binary}.exe` : writeProgram(join(scratch, "program")));
});

after(() => {
  release?.remove();
  rmSync(scratch, { recursive: true, force: true });
});

/** Runs the installer, for a home of its own. */
function install(home, variables = {}) {
  const env = { ...process.env, HOME: home, LOCALAPPDATA: home, GYMPRESS_RELEASES: release.url, ...variables };
  return windows
    ? run("powershell", ["-NoProfile", "-ExecutionPolicy", "Bypass", "-File", join(root, "release/install.ps1")], {
        env,
      })
    : run("sh", [join(root, "release/install.sh")], { env });
}

const home = () => mkdtempSync(join(scratch, "home-"));

test("the latest release is installed into a folder of the person's own", { skip: windows }, async () => {
  const folder = home();
  const { status, printed } = await install(folder);
  assert.equal(status, 0, printed);
  assert.match(printed, version);
  assert.match(printed, /export PATH="\/.*\/\.local\/bin:\$PATH"/);
  assert.deepEqual(readdirSync(join(folder, ".local/bin")), ["gympress"]);
  assert.equal(statSync(join(folder, ".local/bin/gympress")).mode & 0o777, 0o755);
  // Once more, as after a new release, with the folder in PATH.
  const path = `${join(folder, ".local/bin")}${delimiter}${process.env.PATH}`;
  const again = await install(folder, { PATH: path });
  assert.equal(again.status, 0, again.printed);
  assert.doesNotMatch(again.printed, /export PATH/);
});

test("a version is installed by its number, into the folder that was named", async () => {
  const folder = join(home(), "with space");
  release.asked.length = 0;
  for (const number of ["9.9.9", "v9.9.9"]) {
    const { status, printed } = await install(home(), { GYMPRESS_BIN: folder, GYMPRESS_VERSION: number });
    assert.equal(status, 0, printed);
    assert.match(printed, version);
  }
  assert.ok(existsSync(join(folder, program)));
  assert.equal(release.asked.length, 4);
  assert.ok(
    release.asked.every((path) => path.startsWith("/download/v9.9.9/")),
    release.asked.join("\n"),
  );
});

test("nothing is installed of a download that isn't what was released", async () => {
  const right = readFileSync(join(release.folder, "latest/download/SHA256SUMS"), "utf8");
  try {
    release.writeSums(Buffer.from("something else"));
    const wrong = await install(scratch, { GYMPRESS_BIN: join(scratch, "wrong") });
    assert.notEqual(wrong.status, 0);
    assert.match(wrong.printed, /has the checksum [0-9a-f]{64} and should have [0-9a-f]{64}; nothing is installed/);

    writeFileSync(join(release.folder, "latest/download/SHA256SUMS"), "");
    const unlisted = await install(scratch, { GYMPRESS_BIN: join(scratch, "wrong") });
    assert.notEqual(unlisted.status, 0);
    assert.match(unlisted.printed, /SHA256SUMS of the release doesn't list gympress-/);
  } finally {
    writeFileSync(join(release.folder, "latest/download/SHA256SUMS"), right);
  }
  const missing = await install(scratch, { GYMPRESS_BIN: join(scratch, "wrong"), GYMPRESS_VERSION: "1.2.3" });
  assert.notEqual(missing.status, 0);
  assert.ok(!existsSync(join(scratch, "wrong")));
});

test("a copy that isn't from a release says so", async () => {
  const { status, printed } = await install(home(), { GYMPRESS_RELEASES: "" });
  assert.notEqual(status, 0);
  assert.match(printed, /doesn't come from a release/);
});

test("a machine without a release is named", { skip: windows }, async () => {
  const folder = home();
  for (const [system, processor, expected] of [
    ["Linux", "riscv64", /no release for the processor riscv64/],
    ["FreeBSD", "amd64", /no release for FreeBSD/],
  ]) {
    writeFileSync(join(folder, "uname"), `#!/bin/sh\n[ "$1" = -s ] && echo ${system} || echo ${processor}\n`, {
      mode: 0o755,
    });
    const { status, printed } = await install(folder, { PATH: `${folder}${delimiter}${process.env.PATH}` });
    assert.equal(status, 1);
    assert.match(printed, expected);
  }
});

test("an archive has the binary with its licences and documents", { skip: windows }, () => {
  const listed = execFileSync("tar", ["-tzf", release.archive], { encoding: "utf8" }).trim().split("\n");
  const names = listed.map((path) => path.slice(path.indexOf("/") + 1)).filter(Boolean);
  assert.deepEqual(names.sort(), ["CHANGELOG.md", "LICENCES.txt", "LICENSE", "README.md", "gympress"]);
});
