//! Courses and series whose keys contradict each other.

use super::prelude::*;
use crate::{
    schema::{Data, DeclaredFile, Table},
    site::{EntryDate, EventTime},
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "odd-course",
        severity: Severity::Warning,
        summary: "a course has one date or no end, counts its dates twice, or is sold out with places left",
        text: "`times` counts all dates of a course, of which `start` and `end` are the first. `dates` and `[[date]]` are further ones.",
        wrong: &[Example::new(
            "content/events/beginners.toml",
            r#"
course = true
title = "For beginners"
summary = "Eight evenings."
start = 2027-01-12T18:00:00
end = 2027-01-12T19:15:00
"#,
        )],
        right: &[Example::new(
            "content/events/beginners.toml",
            r#"
course = true
title = "For beginners"
summary = "Eight evenings."
start = 2027-01-12T18:00:00
end = 2027-01-12T19:15:00
times = 8
"#,
        )],
    },
);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    for (name, declared) in &content.project.types.collections {
        let Some(calendar) = &declared.calendar else { continue };
        for entry in content.entries(name) {
            warnings.extend(odd_course(&entry.table, calendar));
            warnings.extend(counted_twice(&entry.table, calendar));
            warnings.extend(left_though_sold_out(&entry.table));
        }
    }
}

fn odd_course(entry: &Table, calendar: &DeclaredFile) -> Option<Diagnostic> {
    let course = entry.get("course").filter(|course| entry.is("course") && course.span.is_somewhere())?;
    if EventTime::all(entry, calendar).len() < 2 {
        return Some(diagnostic!(LINT.code, course.span, "this course has one date";
            label: "a course has several";
            help: "say with \"times\" how many evenings it has, such as times = 8, or with [[date]] when they are; \"end\" is the end of the first one"));
    }
    let has_end = EntryDate::new(entry, calendar, "end").is_some();
    (!has_end).then(|| {
        diagnostic!(LINT.code, course.span, "nothing says how long a date of this course takes";
            label: "a course without an end";
            help: "write \"end\", the end of its first date")
    })
}

/// Dates beside a number that seems to count them.
fn counted_twice(entry: &Table, calendar: &DeclaredFile) -> Option<Diagnostic> {
    let times = entry.get("times").filter(|times| times.span.is_somewhere())?;
    let Data::Integer(count) = times.value else { return None };
    let listed = entry.list("dates").len()
        + entry.tables("date").filter(|date| date.get("moved_from").is_none()).count();
    let is_counted = [count, count - 1].contains(&i64::try_from(listed).ok()?);
    let all = EventTime::all(entry, calendar).len();
    (is_counted && i64::try_from(all).ok()? > count).then(|| {
        diagnostic!(LINT.code, times.span, "with \"times\" and the dates that are listed there are {all} dates";
            label: "{count} of them";
            help: "the dates beside \"times\" are further ones: remove one of the two")
    })
}

fn left_though_sold_out(entry: &Table) -> Option<Diagnostic> {
    let left = entry.get("places_left").filter(|left| !matches!(left.value, Data::Integer(0)))?;
    entry.is("sold_out").then(|| {
        diagnostic!(LINT.code, left.span, "it is sold out, and places are left";
            label: "nobody can have them";
            help: "remove one of the two lines")
    })
}
