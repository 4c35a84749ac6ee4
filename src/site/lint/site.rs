//! What the site shows and lacks: forms without an endpoint, pages without sections, placeholders.

use super::Context;
use crate::{
    content::Contact,
    diagnostic::{Diagnostic, code, diagnostic, report},
    schema::{Role, decode::Reference},
};

pub(super) fn no_base_url(Context { content, site, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if site.has_base_url || !content.gym.file.is_some_and(|file| content.knows(file)) {
        return;
    }
    report!(diagnostics, code::NO_BASE_URL, site.gym.span, "the site has no base URL";
        help: "add base_url = \"https://...\", or build with --base-url: without one, pages have no canonical \
                 address, no card and no data for search engines, and there is no sitemap");
}

pub(super) fn no_endpoint(Context { site, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let (has_receiver, span) = site.gym.receiver();
    diagnostics.extend(site.gym.contact.as_ref().and_then(loses_messages));
    if !has_receiver && site.page_with(Role::ContactForm).is_some() {
        let is_for_netlify = site.gym.contact.as_ref().is_some_and(|contact| contact.netlify.is_some());
        let help = if is_for_netlify {
            "Netlify alone receives what \"netlify\" names, and messages are lost elsewhere: write host = \
                 \"netlify\" below [publish], or endpoint = \"https://...\" in its place"
        } else {
            "without endpoint = \"https://...\", the form opens the visitor's mail program"
        };
        report!(diagnostics, code::NO_CONTACT_ENDPOINT, span, "the contact form has no endpoint";
            label: "no endpoint here";
            help);
    }
}

/// Pages with forms of their own: what another site sends there is thrown away.
const FORM_PAGES: [&str; 4] = [
    "https://docs.google.com/forms",
    "https://forms.gle",
    "https://forms.office.com",
    "https://forms.cloud.microsoft",
];

/// What the endpoint loses the messages for, if it does.
fn loses_messages(contact: &Contact) -> Option<Diagnostic> {
    let endpoint = contact.endpoint.as_ref()?;
    let is_at = |start: &str| endpoint.value.as_str().starts_with(start);
    let has_key = contact.hidden.iter().any(|hidden| hidden.name.as_str() == "access_key");
    let help = if FORM_PAGES.into_iter().any(is_at) {
        "it takes only what is written on its own page: link to that, or name a service for forms of other sites"
    } else if is_at("https://api.web3forms.com") && !has_key {
        "write the key that you got: hidden = [{ name = \"access_key\", value = \"...\" }]"
    } else {
        return None;
    };
    Some(diagnostic!(code::NO_CONTACT_ENDPOINT, endpoint.span, "messages sent to this address are lost";
        help))
}

pub(super) fn no_accounts(Context { site, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let needs_them = site.page_with(Role::Account).is_some();
    if site.gym.accounts.is_none() && needs_them {
        report!(diagnostics, code::NO_ACCOUNTS, site.gym.span,
            "there is no account service, so visitors can't sign up";
            help: "without a table [accounts], the forms say that accounts are not available");
    }
}

pub(super) fn placeholders(Context { content, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let places = content.references.iter().filter(|(reference, _)| **reference == Reference::Placeholder);
    diagnostics.extend(places.flat_map(|(_, places)| places).map(|place| {
        diagnostic!(code::PLACEHOLDER, *place, "this placeholder hasn't been replaced yet";
            label: "a placeholder";
            help: "write what belongs here, and remove the comment # placeholder")
    }));
}

pub(super) fn empty_pages(Context { content, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for page in &content.pages {
        if page.table.tables("section").any(|section| !section.is("hidden")) {
            continue;
        }
        let mut hidden = page.table.tables("section").filter_map(|section| section.get("hidden"));
        let Some(first) = hidden.next() else { continue };
        let warning = diagnostic!(code::EMPTY_PAGE, first.span,
            "every section of this page is hidden, so it is published empty";
            help: "show one of its sections, or remove the file to take the page off the site");
        diagnostics.push(hidden.fold(warning, |warning, other| warning.alike(other.span)));
    }
}
