// The content security policy of each host, as Google's evaluator judges it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { buildFor, headersFor, readBlueprint, readHeaders } from "../browser/support/hosted.js";
import { html, pages } from "../browser/support/site.js";

/** What it finds, but for what it says of every policy that trusts the site's own files. */
function findings(policy) {
  const found = new CspEvaluator(new CspParser(policy).csp).evaluate();
  const isOwn = ({ directive, value }) => directive === "script-src" && value === "'self'";
  return found.filter((one) => !isOwn(one)).map(({ directive, description }) => `${directive}: ${description}`);
}

/** The policy of each page, from its header or its own markup. */
function policies(out, host) {
  if (["netlify", "cloudflare", "render"].includes(host)) {
    const read = (file) => readFileSync(join(out, file), "utf8");
    const rules = host === "render" ? readBlueprint(read("render.yaml")).headers : readHeaders(read("_headers"));
    return pages(out).map((path) => headersFor(rules, path)["content-security-policy"]);
  }
  const stated = /http-equiv="Content-Security-Policy" content="([^"]*)"/;
  return pages(out).map((path) => stated.exec(html(out, path))[1].replaceAll("&#39;", "'"));
}

for (const host of ["netlify", "cloudflare", "render", "github", "apache", "plain"]) {
  test(`nothing is found in the policy on ${host}`, () => {
    const site = buildFor(host);
    try {
      const stated = new Set(policies(site.out, host));
      // In its own markup, a page allows the styles that it has, and no others.
      const withoutStyles = [...stated].map((policy) => policy.replaceAll(/ 'sha256-[^']+'/g, ""));
      assert.equal(new Set(withoutStyles).size, 1);
      for (const policy of stated) {
        assert.deepEqual(findings(policy), []);
        assert.match(policy, /require-trusted-types-for 'script'/);
      }
    } finally {
      site.remove();
    }
  });
}

test("what would be wrong is found", () => {
  for (const policy of [
    "default-src 'none'; script-src 'self' 'unsafe-inline'; base-uri 'none'",
    "default-src 'none'; script-src 'self' *; base-uri 'none'",
    "script-src 'self'; base-uri 'none'",
    "defualt-src 'none'",
  ]) {
    assert.notDeepEqual(findings(policy), [], policy);
  }
});
