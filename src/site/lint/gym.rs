//! Forms without an endpoint, and a site without a base URL.

use super::Context;
use crate::diagnostic::{Diagnostic, Lint};

pub(super) fn no_base_url(Context { content, site, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if site.is_placed || !content.gym.file.is_some_and(|file| content.knows(file)) {
        return;
    }
    diagnostics.push(Diagnostic::new(Lint::NoBaseUrl, site.gym.span, "the site has no base URL").help(
        "add base_url = \"https://...\", or build with --base-url: without one, pages have no canonical \
                 address, no card and no data for search engines, and there is no sitemap",
    ));
}

pub(super) fn no_endpoint(Context { site, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let (has_receiver, span) = site.gym.receiver();
    if !has_receiver && site.page_with("contact").is_some() {
        diagnostics.push(
            Diagnostic::new(Lint::NoContactEndpoint, span, "the contact form has no endpoint")
                .label("no endpoint here")
                .help("without endpoint = \"https://...\", the form opens the visitor's mail program"),
        );
    }
}

pub(super) fn no_accounts(Context { site, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let needs_them = site.page_with("account").is_some();
    if site.gym.accounts.is_none() && needs_them {
        let message = "there is no account service, so visitors can't sign up";
        diagnostics.push(
            Diagnostic::new(Lint::NoAccounts, site.gym.span, message)
                .help("without a table [accounts], the forms say that accounts are not available"),
        );
    }
}
