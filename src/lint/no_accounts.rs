//! Pages to sign up and in, without a service that keeps accounts.

use super::prelude::*;
use crate::schema::Role;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "no-accounts",
        severity: Severity::Warning,
        summary: "there is no account service, so the forms say that accounts aren't available",
        text: "Configure the service ([accounts.md](accounts.md)), or remove the pages to sign in and \
            up.",
        wrong: &[Example::new(
            "content/pages/login.toml",
            r#"
title = "Sign in"
description = "Sign in with your email address."

[[section]]
type = "account"
title = "Sign in"
image = { file = "gallery-spin-studio.jpg", decorative = true }

[section.form]
kind = "sign-in"
heading = "Welcome back"
text = "Good to see you again."
other = { to = "/contact/" }
"#,
        )],
        right: &[
            Example::new(
                "content/pages/login.toml",
                r#"
title = "Sign in"
description = "Sign in with your email address."

[[section]]
type = "account"
title = "Sign in"
image = { file = "gallery-spin-studio.jpg", decorative = true }

[section.form]
kind = "sign-in"
heading = "Welcome back"
text = "Good to see you again."
other = { to = "/contact/" }
"#,
            ),
            Example::new(
                "content/site.toml",
                r#"
[accounts]
api_key = "..."
project = "my-gym"
auth_domain = "my-gym.example"
"#,
            ),
        ],
    },
)
.allowed_ahead();

fn check(LintedSite { site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let needs_them = site.page_with(Role::Account).is_some();
    if site.gym.settings.accounts.is_none() && needs_them {
        report!(warnings, LINT.code, site.gym.settings.span,
            "there is no account service, so visitors can't sign up";
            help: "without a table [accounts], the forms say that accounts are not available");
    }
}
