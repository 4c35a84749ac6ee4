//! A contact form whose messages reach nobody.

use super::prelude::*;
use crate::{
    content::Contact,
    hosts::HOSTS,
    schema::decode::{Spanned, value::WebUrl},
    site::Receiver,
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "no-contact-endpoint",
        severity: Severity::Warning,
        summary: "nothing receives the contact form: it opens the visitor's mail program, isn't shown, or \
            what it sends is lost",
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
    let gym = &site.gym.settings;
    let own = site.collections.forms.values().map(|form| form.entry.endpoint.as_ref());
    let endpoints = own.chain([gym.contact.endpoint.as_ref()]).flatten();
    warnings.extend(endpoints.filter_map(|endpoint| loses_messages(endpoint, &gym.contact)));
    let lost = site.shown_forms().find_map(|form| match site.receiver(form) {
        Some(Receiver::Service(_)) => None,
        Some(Receiver::Host(_)) if gym.host().receives_forms => None,
        receiver => Some((form, receiver)),
    });
    let Some((form, receiver)) = lost else { return };
    let is_left_to_host = matches!(receiver, Some(Receiver::Host(_)));
    let help = match HOSTS.iter().find(|host| host.receives_forms && is_left_to_host) {
        Some(host) => format!(
            "{} alone receives what \"netlify\" names, and messages are lost elsewhere: write host = \
             \"{}\" below [publish], or endpoint = \"https://...\" in its place",
            host.title, host.name
        ),
        None if receiver.is_none() => {
            "nobody receives it, so it isn't shown: write endpoint = \"https://...\" below [contact], or the gym's email"
                .to_owned()
        }
        None => "without endpoint = \"https://...\", the form opens the visitor's mail program".to_owned(),
    };
    let places = [form.netlify.as_ref().map(|name| name.span), Some(gym.contact.span)];
    let place = places.into_iter().flatten().find(|place| place.is_somewhere()).unwrap_or(gym.span);
    report!(warnings, LINT.code, place, "the contact form has no endpoint";
        label: "no endpoint here";
        help);
}

/// Form services that discard messages sent by other sites.
const FORM_PAGES: [&str; 4] = [
    "https://docs.google.com/forms",
    "https://forms.gle",
    "https://forms.office.com",
    "https://forms.cloud.microsoft",
];

/// The warning about an endpoint that loses messages.
fn loses_messages(endpoint: &Spanned<WebUrl>, contact: &Contact) -> Option<Diagnostic> {
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
