//! Rows without a branch in a gym with several branches: one warning for all, at the first row.

use super::prelude::*;

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "branch-not-named",
        severity: Severity::Warning,
        summary: "classes of a gym with several places that don't say in which they are",
        text: "Add the branch, so that visitors know where to go.",
        wrong: &[Example::new(
            "content/schedule.toml",
            r#"
[[saturday]]
class = "yoga"
trainer = "alex-morgan"
start = "09:00"
end = "10:00"
"#,
        )],
        right: &[Example::new(
            "content/schedule.toml",
            r#"
[[saturday]]
class = "yoga"
trainer = "alex-morgan"
branch = "north"
start = "09:00"
end = "10:00"
"#,
        )],
    },
);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    if content.branches.len() < 2 {
        return;
    }
    let schedule = &content.schedule.value;
    let rows = schedule.week.rows().map(|(_, row)| &**row);
    let rows = rows.chain(schedule.extra.iter().map(|extra| &extra.row));
    let without = rows.filter(|row| row.branch.is_none()).map(|row| row.class.span);
    let without: Vec<Span> = without.filter(|span| span.is_somewhere()).collect();
    let (Some(first), Some(id)) = (without.first(), content.branches.keys().next()) else { return };
    report!(warnings, LINT.code, *first,
        "classes that don't say in which branch they are: {}", without.len();
        label: "the first of them";
        help: "name the branch beside \"class\", such as branch = \"{id}\"");
}
