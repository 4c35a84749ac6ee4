// What tests of the preview need: a copy of the gym of the tests, and a preview of it.
import { after, before } from "node:test";
import { preview } from "./preview.js";
import { copyGym } from "./project.js";

/**
 * Makes them before the first test and takes them away after the last. `prepare` may edit the project before, which has
 * copies of these parts of the `theme`, or is another one that `make` makes. Nothing can be edited in it unless `edits` is
 * true.
 */
export function withPreview({ prepare = () => {}, theme = [], make = () => copyGym(...theme), edits = false } = {}) {
  const made = {};
  const start = (...options) => preview(made.project.folder, ...options, ...(edits ? [] : ["--no-edit"]));

  before(async () => {
    made.project = make();
    await prepare(made.project);
    made.server = await start();
  });

  after(async () => {
    await made.server?.kill();
    made.project?.remove();
  });

  return {
    /** Where the project is. */
    folder: () => made.project.folder,
    url: (path = "") => made.server.url + path,
    origin: () => made.server.origin,
    /** What it wrote to the terminal. */
    printed: () => made.server.printed(),
    kill: () => made.server.kill(),
    /** Starts it again, after it was killed, where it was. */
    async restart() {
      made.server = await start("--port", new URL(made.server.origin).port);
    },
  };
}
