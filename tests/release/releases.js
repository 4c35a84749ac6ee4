// Releases as a host of them would serve: on this machine, with archives that `release/package.sh` packed.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listen } from "../browser/support/server.js";
import { root } from "../browser/support/site.js";

/** The archive of this machine, without its ending. */
export const target = `${{ x64: "x86_64", arm64: "aarch64" }[process.arch]}-${
  { linux: "unknown-linux-musl", darwin: "apple-darwin", win32: "pc-windows-msvc" }[process.platform]
}`;

/** Packs `binary` as version 9.9.9, which is the latest, and serves it; `remove` takes it away. */
export async function serveRelease(binary) {
  const folder = mkdtempSync(join(tmpdir(), "releases-"));
  const latest = join(folder, "latest/download");
  const licences = join(folder, "LICENCES.txt");
  writeFileSync(licences, "The licences.\n");
  execFileSync("bash", [join(root, "release/package.sh"), binary, target, latest], {
    env: { ...process.env, GYMPRESS_LICENCES: licences },
  });
  const archive = readdirSync(latest)[0];
  const writeSums = (bytes) => {
    const hash = createHash("sha256").update(bytes).digest("hex");
    writeFileSync(join(latest, "SHA256SUMS"), `${"0".repeat(64)}  gympress-another.tar.gz\n${hash}  ${archive}\n`);
  };
  writeSums(readFileSync(join(latest, archive)));
  const asked = [];
  const server = await listen((request, response) => {
    asked.push(request.url);
    const path = join(folder, request.url.replace(/^\/download\/v9\.9\.9\//, "/latest/download/"));
    const found = existsSync(path);
    response.writeHead(found ? 200 : 404).end(found ? readFileSync(path) : "");
  });
  return {
    folder,
    archive: join(latest, archive),
    asked,
    writeSums,
    url: server.url,
    remove: () => {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A program for machines with a shell, which answers to `--version` and says what else it was called with. */
export function writeProgram(folder) {
  const path = join(folder, "gympress");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, '#!/bin/sh\n[ "$1" = --version ] && echo "gympress 9.9.9 (fake)" || echo "called: $*"\n');
  chmodSync(path, 0o755);
  return path;
}

/** A page of a gym, whole and without pictures. */
export const PAGE =
  'title = "Home"\ndescription = "A gym."\n\n[[section]]\ntype = "hero"\nlayout = "message"\nheading = "Come in"\ntext = "Now."\n';

/** Writes a project of one page. */
export function writeProject(folder, page = PAGE) {
  const content = join(folder, "content");
  mkdirSync(join(content, "pages"), { recursive: true });
  writeFileSync(join(content, "site.toml"), 'name = "Iron & Chalk"\n');
  writeFileSync(join(content, "pages/index.toml"), page);
}

/** Runs a program to its end. */
export async function run(program, words, options) {
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"], ...options });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (text) => {
      printed += text;
    });
  }
  const status = await new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
  return { status, printed };
}
