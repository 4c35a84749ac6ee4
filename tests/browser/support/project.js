// Projects for tests to edit. Most are copies of the gym of the tests, whose texts are those of the cases, so that editors
// can change the words of `content/`; it has the pictures of that.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build, root, scratch } from "./site.js";

/** Lines for `content/schedule.toml`: a class that is cancelled, one with another trainer, one on a date only. */
export const CHANGES = `\n${readFileSync(join(root, "tests/browser/support/changes.toml"), "utf8")}`;

/** Pictures are encoded, and islands and styles bundled, once for all projects of tests. */
function shareCache(folder) {
  const [ours, theirs] = [root, folder].map((project) => join(project, ".gympress/cache"));
  mkdirSync(join(ours, "images"), { recursive: true });
  mkdirSync(theirs, { recursive: true });
  symlinkSync(join(ours, "images"), join(theirs, "images"));
  for (const name of ["bundle", "markup", "picture-probes"]) {
    try {
      cpSync(join(ours, name), join(theirs, name), { recursive: true });
    } catch (error) {
      // A build of another project with this cache may remove it meanwhile.
      if (error.code !== "ENOENT") throw error;
    }
  }
}

/** A project of copies: each path of it, and what is copied there. `remove` takes it away. */
function copy(parts) {
  const folder = scratch("project-");
  for (const [to, from] of Object.entries(parts)) cpSync(join(root, from), join(folder, to), { recursive: true });
  shareCache(folder);
  return {
    folder,
    /** Changes a file below `content/`; one that stays as it is would prove nothing. */
    edit(path, change) {
      const file = join(folder, "content", path);
      const before = readFileSync(file, "utf8");
      const after = change(before);
      assert.notEqual(after, before, `${path} was not changed`);
      writeFileSync(file, after);
    },
    /** Writes a file below `content/`. */
    write(path, text) {
      const file = join(folder, "content", path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** One without a file. */
export const copyEmpty = () => copy({});

/** A gym in two languages without pictures, which is built in a moment. */
export const copySmall = () => copy({ content: "tests/cases/languages/content" });

/** The gym of the tests, with copies of these files and folders of the theme. */
export function copyGym(...theme) {
  const own = Object.fromEntries(theme.map((part) => [part, part]));
  return copy({ content: "tests/cases/gym/content", "content/images": "content/images", ...own });
}

/** The shipped gym. */
export const copyShipped = () => copy({ content: "content" });

/** The example: a boxing club with collections of its own, in two more languages. */
export const copyExample = () => copy({ content: "examples/ngome/content", templates: "examples/ngome/templates" });

/**
 * Builds the gym of the tests. As it is it's the one that `GYMPRESS_GYM` names, if there is that variable: tests only
 * read it.
 */
export function buildGym(prepare) {
  if (!prepare && process.env.GYMPRESS_GYM) return { out: process.env.GYMPRESS_GYM, remove() {} };
  return buildProject(copyGym(), prepare);
}

/** Builds a project after `prepare` has changed it. `remove` removes it with what was built. */
export function buildProject(project, prepare = () => {}) {
  try {
    prepare(project);
    const site = build(project.folder);
    return {
      ...site,
      remove() {
        site.remove();
        project.remove();
      },
    };
  } catch (failure) {
    project.remove();
    throw failure;
  }
}
