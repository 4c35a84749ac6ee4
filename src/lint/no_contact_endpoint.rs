//! A contact form whose messages reach nobody.

use super::prelude::*;
use crate::{content::Contact, hosts::HOSTS, schema::Role};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "no-contact-endpoint",
        severity: Severity::Warning,
        summary: "nothing receives the contact form: it opens the visitor's mail program, or what it sends \
            is lost",
        text: "Name the service that receives messages, or allow the warning. A form of Google or \
            Microsoft takes nothing that another site sends, and Web3Forms nothing without your key \
            ([services.md](services.md#the-contact-form)).",
        wrong: &[Example::new("content/site.toml", "[contact]")],
        right: &[Example::new(
            "content/site.toml",
            r#"
[contact]
endpoint = "https://forms.example/f/abc"
"#,
        )],
    },
)
.allowed_ahead();

fn check(LintedSite { site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let (has_receiver, span) = site.gym.settings.receiver();
    warnings.extend(site.gym.settings.contact.as_ref().and_then(loses_messages));
    if !has_receiver && site.page_with(Role::ContactForm).is_some() {
        let is_left_to_host =
            site.gym.settings.contact.as_ref().is_some_and(|contact| contact.netlify.is_some());
        let help = match HOSTS.iter().find(|host| host.receives_forms && is_left_to_host) {
            Some(host) => format!(
                "{} alone receives what \"netlify\" names, and messages are lost elsewhere: write host = \
                 \"{}\" below [publish], or endpoint = \"https://...\" in its place",
                host.title, host.name
            ),
            None => {
                "without endpoint = \"https://...\", the form opens the visitor's mail program".to_owned()
            }
        };
        report!(warnings, LINT.code, span, "the contact form has no endpoint";
            label: "no endpoint here";
            help);
    }
}

/// Form services that discard messages sent by other sites.
const FORM_PAGES: [&str; 4] = [
    "https://docs.google.com/forms",
    "https://forms.gle",
    "https://forms.office.com",
    "https://forms.cloud.microsoft",
];

/// The warning about an endpoint that loses messages.
fn loses_messages(contact: &Contact) -> Option<Diagnostic> {
    let endpoint = contact.endpoint.as_ref()?;
    let address = endpoint.value.as_str();
    let has_key = contact.hidden.iter().any(|hidden| hidden.name.as_str() == "access_key");
    let help = if FORM_PAGES.iter().any(|start| address.starts_with(start)) {
        "it takes only what is written on its own page: link to that, or name a service for forms of other sites"
    } else if address.starts_with("https://api.web3forms.com") && !has_key {
        "write the key that you got: hidden = [{ name = \"access_key\", value = \"...\" }]"
    } else {
        return None;
    };
    Some(diagnostic!(LINT.code, endpoint.span, "messages sent to this address are lost";
        help))
}
