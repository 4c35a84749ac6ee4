//! Forms without an endpoint, and a site without a base URL.

use super::Context;
use crate::diagnostic::{Diagnostic, Lint};

pub(super) fn check(Context { content, site, .. }: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let gym = &content.gym.value;
    let has_any = |kinds: &[&str]| {
        let mut sections = site.pages.iter().flat_map(|page| &page.sections);
        sections.any(|section| kinds.contains(&&*section.kind))
    };
    if !site.is_placed && content.gym.file.is_some_and(|file| content.knows(file)) {
        found.push(
            Diagnostic::new(Lint::NoBaseUrl, gym.span, "nobody says where the site will be published")
                .expected("base_url = \"https://...\", the address of its front page")
                .help(
                    "without one, pages have no canonical address, no card and no data for search engines, and \
                     there is no sitemap; `gympress build --base-url` names one, too",
                ),
        );
    }
    let (has_receiver, span) = gym.receiver();
    if !has_receiver && has_any(&["contact"]) {
        found.push(
            Diagnostic::new(Lint::NoContactEndpoint, span, "the contact form has no endpoint")
                .label("no endpoint here")
                .expected("endpoint = \"https://...\", the address of a service that takes posted forms")
                .help("without one, the form opens the visitor's mail program"),
        );
    }
    if gym.accounts.is_none() && has_any(&["account"]) {
        found.push(
            Diagnostic::new(
                Lint::NoAccounts,
                gym.span,
                "there is no account service, so visitors can't sign up",
            )
            .expected("a table [accounts] with api_key, project and auth_domain")
            .help("without one, the forms say that accounts are not available"),
        );
    }
}
