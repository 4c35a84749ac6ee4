//! A site without the address at which it is published.

use super::prelude::*;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "no-base-url",
        severity: Severity::Warning,
        summary: "the site has no base URL, so pages have no canonical address and there is no sitemap",
        text: "Write the address at which the site is published.",
        wrong: &[Example::new("content/site.toml", "name = \"Iron & Chalk\"")],
        right: &[Example::new(
            "content/site.toml",
            r#"
name = "Iron & Chalk"
base_url = "https://ironchalk.example/"
"#,
        )],
    },
);

fn check(LintedSite { content, site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    // A site that says where `gympress publish` brings it has an error instead.
    let is_reported = site.gym.settings.publish_to().is_some();
    if site.address.has_base_url || is_reported || !content.gym.file.is_some_and(|file| content.knows(file)) {
        return;
    }
    report!(warnings, LINT.code, site.gym.settings.span, "the site has no base URL";
        help: "add base_url = \"https://...\", or build with --base-url: without one, pages have no canonical \
                 address, no card and no data for search engines, and there is no sitemap");
}
