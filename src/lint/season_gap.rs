//! Days without a week: after a season, where content has no usual week.

use jiff::{ToSpan as _, civil::Date};

use super::prelude::*;
use crate::{content::SeasonFields, schema::Role};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "season-gap",
        severity: Severity::Warning,
        summary: "no season and no usual week is on between two seasons, or soon after the last one",
        text: "Let a season begin or end on another day, add one, or write the usual week in \
            `content/schedule.toml`.",
        wrong: &[Example::shown(
            r#"
# content/seasons/winter.toml, beside a week without rows
until = 2027-03-26

# content/seasons/spring.toml
from = 2027-04-05
"#,
        )],
        right: &[Example::shown(
            r#"
# content/seasons/spring.toml
from = 2027-03-27
"#,
        )],
    },
);

fn check(LintedSite { content, site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let today = site.clock.today.date();
    let Some(file) = site.project.types.file_of(Role::Schedule) else { return };
    let mut rows = content.schedule.value.week.rows();
    let is_known = content.schedule.file.is_none_or(|file| content.knows(file));
    if !is_known || rows.any(|(_, row)| row.weeks.season.is_none()) {
        return;
    }
    let seasons = site.schedule.seasons.iter().map(|season| &*season.entry);
    let mut coming = seasons.filter(|season| season.until.value >= today).peekable();
    let mut longest: Option<&SeasonFields> = None;
    while let Some(season) = coming.next() {
        let last = longest.filter(|longest| longest.until.value > season.until.value).unwrap_or(season);
        longest = Some(last);
        let first_without = last.until.value.saturating_add(1.day());
        let next = coming.peek();
        if next.is_none_or(|next| next.from.value > first_without) {
            warnings.extend(gap(last, first_without, (next.copied(), today), &file));
        }
    }
}

/// Reports the days without a week from `first` on, after a season; those after the last one within its last month.
fn gap(
    season: &SeasonFields,
    first: Date,
    (next, today): (Option<&SeasonFields>, Date),
    file: &str,
) -> Option<Diagnostic> {
    let Some(next) = next else {
        let is_soon = season.until.value <= today.saturating_add(1.month());
        return is_soon.then(|| {
            diagnostic!(LINT.code, season.until.span, "from {first} on there is no week";
                label: "the last day of the last season";
                help: "add the next season, or rows to {file}")
        });
    };
    let last = next.from.value.saturating_sub(1.day());
    Some(diagnostic!(LINT.code, season.until.span, "there is no week from {first} to {last}";
        label: "the last day of this season";
        related: next.from.span => "the first day of the next one";
        help: "let one of them last longer, or write the usual week in {file}"))
}
