//! A second plan that is highlighted: with several, none stands out.

use super::prelude::*;
use crate::schema::Role;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "several-featured",
        severity: Severity::Warning,
        summary: "more than one plan is set off from the others as the one that most members choose",
        text: "Keep it in one plan.",
        wrong: &[
            Example::new("content/plans/day.toml", "featured = true"),
            Example::new("content/plans/month.toml", "featured = true"),
        ],
        right: &[
            Example::new("content/plans/day.toml", "featured = false"),
            Example::new("content/plans/month.toml", "featured = true"),
        ],
    },
);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let entries = content.entries_of(Role::Plan).iter();
    let mut featured =
        entries.filter(|plan| plan.table.is("featured")).filter_map(|plan| plan.table.get("featured"));
    let Some(first) = featured.next() else { return };
    warnings.extend(featured.map(|further| {
        diagnostic!(LINT.code, further.span, "two plans are set off from the others";
            related: first.span => "the other one";
            help: "keep featured = true in one plan, so that visitors see which most members choose")
    }));
}
