//! Courses and series whose keys contradict each other.

use jiff::civil::DateTime;

use super::{has_own_lines, prelude::*};
use crate::{
    content::Content,
    diagnostic::{Applicability, Edit, Files as _, Fix, line_at},
    schema::{Data, DeclaredFile, FromData, Table, decode::value::Weekday},
    site::{EntryDate, EventTime},
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "odd-course",
        severity: Severity::Warning,
        summary: "a course has one date or no end, begins on none of its `days`, counts its dates twice, lists what `times` says, or is sold out with places left",
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
            warnings.extend(begins_on_other_day(&entry.table, calendar));
            warnings.extend(counted_twice(&entry.table, calendar));
            warnings.extend(left_though_sold_out(&entry.table));
            warnings.extend(weekly_by_hand(&entry.table, calendar, content));
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

/// A series on some days of the week, of which its start is on none: it begins later than content says.
fn begins_on_other_day(entry: &Table, calendar: &DeclaredFile) -> Option<Diagnostic> {
    let days = entry.get("days").filter(|days| entry.get("times").is_some() && days.span.is_somewhere())?;
    let start = EntryDate::new(entry, calendar, "start")?;
    let own = Weekday::from_date(start.first_moment().date());
    let weekdays: Vec<Weekday> = FromData::from_data(Some(days));
    let all = EventTime::all(entry, calendar);
    if weekdays.is_empty() || weekdays.contains(&own) || all.iter().any(|date| date.start == start) {
        return None;
    }
    let first = all.first()?.start.first_moment().date();
    Some(diagnostic!(LINT.code, days.span, "this series doesn't begin on the date of \"start\"";
        label: "none of these days is \"{}\"", own.name();
        help: "its first date is {first}: add \"{}\" to the days, or write that date as \"start\"", own.name()))
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

/// The least number of further dates that are tedious to list.
const TEDIOUS: usize = 4;

/// Dates that are listed one by one, and are as many weeks apart each.
fn weekly_by_hand(entry: &Table, calendar: &DeclaredFile, content: &Content) -> Option<Diagnostic> {
    let dates = entry.get("dates").filter(|dates| dates.span.is_somewhere())?;
    let listed =
        entry.list("dates").iter().map(|date| EntryDate::of(&date.value).map(EntryDate::first_moment));
    let mut all: Vec<DateTime> = listed.collect::<Option<_>>()?;
    if all.len() < TEDIOUS || entry.get("times").is_some() {
        return None;
    }
    let start = EntryDate::new(entry, calendar, "start")?.first_moment();
    // A series has the time of its start on each day.
    if all.iter().any(|moment| moment.time() != start.time()) {
        return None;
    }
    all.push(start);
    all.sort_unstable();
    let mut gaps =
        all.iter().zip(all.iter().skip(1)).map(|(one, next)| one.until(*next).map(|gap| gap.get_days()));
    let days = gaps.next()?.ok()?;
    let is_regular = gaps.all(|gap| gap.is_ok_and(|gap| gap == days));
    if !is_regular || days == 0 || days % 7 != 0 || !(1..=8).contains(&(days / 7)) {
        return None;
    }
    let every = if days == 7 { String::new() } else { format!("every = {}", days / 7) };
    let lines = [format!("times = {}", all.len()), every];
    let lines: Vec<&str> = lines.iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    let text = content.project.sources.text(dates.span.file);
    let start = line_at(text, dates.span.range().start).start;
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let edit = Edit::at(dates.span.file, start..dates.span.range().end, lines.join(line_end));
    // A comment within the list would be lost.
    let has_comment = text.get(dates.span.range()).is_none_or(|list| list.contains('#'));
    let edits = if has_own_lines(text, dates.span) && !has_comment { vec![edit] } else { Vec::new() };
    Some(diagnostic!(LINT.code, dates.span, "these dates are a series: {}", lines.join(" and ");
        label: "each is as many weeks after the one before";
        help: "write {} in their place", lines.join(", and ");
        fix: Fix::new(edits, Applicability::Proposed)))
}
