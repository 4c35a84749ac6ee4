//! A plan that is missing in the sections that list plans, or has no such section at all.

use super::{listed::not_listed, prelude::*};
use crate::{content::Content, schema::Role};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "plan-not-listed",
        severity: Severity::Warning,
        summary: "a plan is missing in the section `prices` that names its plans",
        text: "Add it to the list, or leave the list out to show all plans. If no page has such a \
            section, add one.",
        wrong: &[Example::new(
            "content/pages/pricing.toml",
            r#"
[[section]]
type = "prices"
heading = "What it costs"
plans = ["day", "month"]
"#,
        )],
        right: &[Example::new(
            "content/pages/pricing.toml",
            r#"
[[section]]
type = "prices"
heading = "What it costs"
plans = ["day", "month", "year"]
"#,
        )],
    },
)
.follows_bad_name()
.follows_pages();

fn check(linted: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    warnings.extend(plans_on_no_page(linted.content));
    not_listed(linted, Role::Plan, LINT.code, warnings);
}

/// Reports the plans if no page has the section that shows them. No report if a template of the project may show them.
fn plans_on_no_page(content: &Content) -> Option<Diagnostic> {
    let plan = content.entries_of(Role::Plan).first()?;
    let mut sections = content.pages.iter().flat_map(|page| page.table.tables("section"));
    let is_shown = sections.any(|section| {
        let section_type = content.project.types.section(&section.schema.name);
        section_type.and_then(|found| found.role_in(section)) == Some(Role::Prices)
    });
    let is_sure = content.unreadable.is_empty()
        && content.project.sources.texts_below("templates/").all(|(_, text)| text.theme.is_some());
    let prices = content.project.types.section_with(Role::Prices)?;
    if is_shown || !is_sure {
        return None;
    }
    let at = plan.table.get("title").map_or(plan.span, |title| title.span);
    Some(diagnostic!(LINT.code, at, "no page shows what it costs to train here";
        label: "a plan that visitors can't see";
        help: "add [[section]] with type = \"{prices}\" to a page"))
}
