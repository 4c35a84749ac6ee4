//! Dates whose year is probably wrong: years ahead, or older than any in a gym's content.

use jiff::civil::Date;

use super::prelude::*;
use crate::{
    schema::{Data, Table},
    site::start_field,
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "far-date",
        severity: Severity::Warning,
        summary: "a post or event is years ahead, or of another age: perhaps its year is wrong",
        text: "Correct the year.",
        wrong: &[Example::new("content/posts/welcome.toml", "date = 0022-03-11")],
        right: &[Example::new("content/posts/welcome.toml", "date = 2022-03-11")],
    },
);

/// The number of years that gyms plan posts and events ahead.
const AHEAD: i16 = 3;
/// The number of years that gyms know their holidays ahead.
const HOLIDAYS_AHEAD: i16 = 10;
/// The first year of a date in a gym's content.
const OLDEST: i16 = 1800;

fn check(LintedSite { content, site, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let today = site.clock.today.date();
    for closure in site.closures() {
        let span = closure.first_day_span();
        warnings.extend(far(closure.first, span, "this closure begins", HOLIDAYS_AHEAD, today));
    }
    for (name, declared) in &content.project.types.collections {
        let Some(field) = start_field(declared) else { continue };
        let verb = if declared.dated.as_deref() == Some(field) { "appears" } else { "is" };
        for entry in content.entries(name) {
            let Some((date, span)) = day_of(&entry.table, field) else { continue };
            let subject = format!("this {} {verb}", declared.collection.nouns[0]);
            warnings.extend(far(date, span, &subject, AHEAD, today));
        }
    }
}

/// The date in a field, and its place.
fn day_of(table: &Table, field: &str) -> Option<(Date, Span)> {
    let value = table.get(field)?;
    let day = match &value.value {
        Data::Date(day) => *day,
        Data::Datetime(moment) => moment.civil().date(),
        _ => return None,
    };
    Some((day, value.span))
}

fn far(date: Date, span: Span, subject: &str, ahead: i16, today: Date) -> Option<Diagnostic> {
    let years = date.year() - today.year();
    let is_far = years > ahead || date.year() < OLDEST;
    if !is_far || !span.is_somewhere() {
        return None;
    }
    let when = if years > 0 { format!("{years} years from now") } else { format!("{} years ago", -years) };
    let allow = LINT.code.name();
    Some(diagnostic!(LINT.code, span, "{subject} on {date}, {when}";
        label: "is the year right?";
        help: "correct the year; if it is right, add allow = [\"{allow}\"]"))
}
