// Makes the npm packages of a release from its archives: node release/npm.js ARTIFACTS VERSION OUT
//
// The program for each system is in a package of its own, `gympress` starts the one that fits, and `create-gympress` calls
// `gympress init`. Nothing runs at installation. GYMPRESS_REPOSITORY names the repository, as in what is compiled.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");

/** The systems, as Node names them, with the archives of their programs. */
const SYSTEMS = [
  { os: "linux", cpu: ["x64"], archive: "gympress-x86_64-unknown-linux-musl.tar.gz" },
  { os: "linux", cpu: ["arm64"], archive: "gympress-aarch64-unknown-linux-musl.tar.gz" },
  { os: "darwin", cpu: ["x64"], archive: "gympress-x86_64-apple-darwin.tar.gz" },
  { os: "darwin", cpu: ["arm64"], archive: "gympress-aarch64-apple-darwin.tar.gz" },
  // Windows on ARM runs it as well.
  { os: "win32", cpu: ["x64", "arm64"], archive: "gympress-x86_64-pc-windows-msvc.zip" },
];

/** Unpacks an archive without the folder that all of it is in. */
function unpack(archive, folder) {
  if (archive.endsWith(".zip")) {
    execFileSync("unzip", ["-q", "-j", archive, "-d", folder]);
  } else {
    // By its bytes: tar takes what stands before a colon for another machine.
    execFileSync("tar", ["-xzf", "-", "--strip-components=1"], { cwd: folder, input: readFileSync(archive) });
  }
}

/** Makes the package with the program of a system in `folder`. */
function makeSystem({ os, cpu, archive }, artifacts, folder) {
  mkdirSync(folder, { recursive: true });
  unpack(join(artifacts, archive), folder);
  rmSync(join(folder, "CHANGELOG.md"));
  chmodSync(join(folder, os === "win32" ? "gympress.exe" : "gympress"), 0o755);
  const description = `The program of gympress for ${os} on ${cpu.join(" and ")}`;
  writeFileSync(join(folder, "README.md"), `${description}, which the package \`gympress\` brings along.\n`);
  // Yarn would keep it in an archive, from which nothing can be started.
  return { description, license: "MIT", os: [os], cpu, preferUnplugged: true };
}

/** Makes a package of `npm/` in `folder`. */
function copyPackage(name, folder) {
  cpSync(join(root, "npm", name), folder, { recursive: true });
  for (const file of ["npm/README.md", "LICENSE"]) cpSync(join(root, file), join(folder, basename(file)));
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** Makes all packages in `out`, each in a folder by its name. */
export function makePackages({ artifacts, version, out, repository }) {
  const source = repository && { type: "git", url: `git+https://github.com/${repository}.git` };
  const write = (name, manifest) => {
    const whole = { ...manifest, name, version, repository: source, publishConfig: { access: "public" } };
    writeFileSync(join(out, name, "package.json"), `${JSON.stringify(whole, null, 2)}\n`);
  };
  rmSync(out, { recursive: true, force: true });
  const programs = {};
  for (const system of SYSTEMS) {
    const name = `@gympress/${system.os}-${system.cpu[0]}`;
    write(name, makeSystem(system, artifacts, join(out, name)));
    programs[name] = version;
  }
  write("gympress", { ...copyPackage("gympress", join(out, "gympress")), optionalDependencies: programs });
  const create = copyPackage("create-gympress", join(out, "create-gympress"));
  write("create-gympress", { ...create, dependencies: { gympress: version } });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [artifacts, version, out] = process.argv.slice(2);
  makePackages({ artifacts, version, out, repository: process.env.GYMPRESS_REPOSITORY });
}
