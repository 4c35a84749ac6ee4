//! Forms that nothing receives.

use crate::{
    content::Content,
    diagnostic::{Diagnostic, Lint},
};

pub(super) fn check(content: &Content, found: &mut Vec<Diagnostic>) {
    let gym = &content.gym.value;
    if gym.contact.value.endpoint.is_none() {
        found.push(
            Diagnostic::new(Lint::NoContactEndpoint, gym.contact.span, "the contact form has no endpoint")
                .label("no endpoint here")
                .expected("endpoint = \"https://...\", the address of a service that takes posted forms")
                .help("without one, the form opens the visitor's mail program"),
        );
    }
    if gym.accounts.is_none() {
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
