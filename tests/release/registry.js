// A registry of npm packages on this machine, with what is published to it.
import { listen, pathOf } from "../browser/support/server.js";

/**
 * Serves packages; `published` lists them in the order in which they came. The one that `refused` names isn't taken, nor is
 * a version that is there.
 */
export async function serveRegistry() {
  const packages = new Map();
  const archives = new Map();
  const registry = { published: [], refused: null };
  const publish = (name, { versions, _attachments, ...sent }) => {
    const known = packages.get(name);
    packages.set(name, { ...sent, versions: { ...known?.versions, ...versions } });
    for (const { dist, _id } of Object.values(versions)) {
      const [archive] = Object.values(_attachments);
      archives.set(pathOf({ url: dist.tarball }), Buffer.from(archive.data, "base64"));
      registry.published.push(_id);
    }
  };
  const server = await listen(async (request, response) => {
    const path = pathOf(request);
    const name = path.slice(1);
    if (request.method === "PUT") {
      const sent = JSON.parse(Buffer.concat(await request.toArray()));
      const isThere = Object.values(sent.versions).some(({ _id }) => registry.published.includes(_id));
      const isTaken = name !== registry.refused && !isThere;
      if (isTaken) publish(name, sent);
      response.writeHead(isTaken ? 201 : 403).end("{}");
    } else {
      const found = archives.get(path) ?? (packages.has(name) && JSON.stringify(packages.get(name)));
      response.writeHead(found ? 200 : 404).end(found || "{}");
    }
  });
  return Object.assign(registry, server);
}
