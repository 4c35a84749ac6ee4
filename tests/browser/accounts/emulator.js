// The same journey with the site as it is published, against the emulators of firebase-tools. It runs each night and is no
// part of `npm test`, as they take 300 MB; docs/accounts.md has the command that installs and starts them.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch } from "../support/browser.js";
import { copyGym } from "../support/project.js";
import { binary, serve } from "../support/site.js";
import { firestore } from "./firestore.js";
import { leadHome, steps } from "./journey.js";

const { FIREBASE_AUTH_EMULATOR_HOST: auth, FIRESTORE_EMULATOR_HOST: documents } = process.env;
if (!auth) throw new Error("start this by the command in docs/accounts.md, which sets FIREBASE_AUTH_EMULATOR_HOST");
console.log(`Authentication: ${auth}; Firestore: ${documents ?? "a stand-in"}`);

const world = { service: `http://${auth}` };
const standIn = firestore();
let project;
let server;

before(async () => {
  project = copyGym();
  leadHome(project);
  const accounts = '[accounts]\napi_key = "any"\nproject = "demo-gym"\nauth_domain = "demo-gym.firebaseapp.com"\n';
  // A host that has the policy in a file, from which the server here reads it.
  const host = '[publish]\nhost = "netlify"\n';
  project.edit("site.toml", (text) => `${text.replace('allow = ["no-accounts"]', "")}\n${accounts}${host}`);
  const out = join(project.folder, "dist");
  execFileSync(binary, ["build", "--root", project.folder, "--out", out], { stdio: "pipe" });
  const policy = /Content-Security-Policy: (.*)/.exec(readFileSync(join(out, "_headers"), "utf8"))[1];
  server = await serve(out, policy);
  Object.assign(world, { browser: await launch(), url: server.url });
});

after(async () => {
  await world.browser?.close();
  await server?.close();
  project?.remove();
});

/** Leads what goes to the hosted service to the emulators. */
world.connect = async (target, isOffline) => {
  await target.route(/^https:\/\/(identitytoolkit|securetoken|firestore)\.googleapis\.com\//, async (route) => {
    const request = route.request();
    const { hostname, pathname, search } = new URL(request.url());
    const answer = (status, body) =>
      route.fulfill({
        status,
        body,
        headers: { "content-type": "application/json", "access-control-allow-origin": "*" },
      });
    if (isOffline()) return route.abort("internetdisconnected");
    const isFirestore = hostname.startsWith("firestore.");
    if (isFirestore && !documents) {
      const [status, body] = standIn(decodeURIComponent(pathname), request.postDataJSON());
      return answer(status, JSON.stringify(body));
    }
    const to = isFirestore ? `http://${documents}${pathname}` : `http://${auth}/${hostname}${pathname}`;
    const { "content-type": type, authorization } = request.headers();
    const headers = { "content-type": type, ...(authorization && { authorization }) };
    const response = await fetch(to + search, { method: request.method(), headers, body: request.postData() });
    return answer(response.status, await response.text());
  });
};

for (const isProtected of [true, false]) {
  describe(`the emulator of Firebase Authentication, ${isProtected ? "with" : "without"} enumeration protection`, () => {
    test("is reported so", async () => {
      const config = `http://${auth}/identitytoolkit.googleapis.com/v2/projects/demo-gym/config`;
      const response = await fetch(`${config}?updateMask=emailPrivacyConfig.enableImprovedEmailPrivacy`, {
        method: "PATCH",
        headers: { "content-type": "application/json", authorization: "Bearer owner" },
        body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: isProtected } }),
      });
      if (!response.ok) throw new Error(await response.text());
    });
    for (const [name, step] of Object.entries(steps(world))) test(name, step);
  });
}
