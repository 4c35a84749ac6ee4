//! A page of which every section is hidden.

use super::prelude::*;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "empty-page",
        severity: Severity::Warning,
        summary: "every section of a page is hidden",
        text: "Show a section, or remove the page.",
        wrong: &[Example::new(
            "content/pages/offer.toml",
            r#"
title = "Offers"
description = "What is cheaper this month."

[[section]]
type = "text"
hidden = true
body = "A first visit is free."
"#,
        )],
        right: &[Example::new(
            "content/pages/offer.toml",
            r#"
title = "Offers"
description = "What is cheaper this month."

[[section]]
type = "text"
body = "A first visit is free."
"#,
        )],
    },
);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    for page in &content.pages {
        if page.table.tables("section").any(|section| !section.is("hidden")) {
            continue;
        }
        let mut hidden = page.table.tables("section").filter_map(|section| section.get("hidden"));
        let Some(first) = hidden.next() else { continue };
        let warning = diagnostic!(LINT.code, first.span,
            "every section of this page is hidden, so it is published empty";
            help: "show one of its sections, or remove the file to take the page off the site");
        warnings.push(hidden.fold(warning, |warning, other| warning.alike(other.span)));
    }
}
