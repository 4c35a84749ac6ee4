//! A class on a day when the gym, or its branch, is closed.

use jiff::civil::Date;
use toml_schema::edit::{Path, PathStep, Places};

use super::{has_own_lines, prelude::*};
use crate::{
    content::Content,
    diagnostic::{Applicability, Edit, Files as _, Fix, line_at},
    schema::{DeclaredFile, Table},
    site::{EntryDate, EventTime},
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "closed-day",
        severity: Severity::Warning,
        summary: "a class or an event on a day when the gym is closed",
        text: "Move the class, or correct the opening hours. Of an event in several dates, leave out the day: `left_out`.",
        wrong: &[
            Example::new(
                "content/site.toml",
                r#"
[[closure]]
date = 2026-12-25
note = "Christmas"
"#,
            ),
            Example::new(
                "content/schedule.toml",
                r#"
[[extra]]
date = 2026-12-25
class = "yoga"
trainer = "alex-morgan"
start = "09:00"
end = "10:00"
"#,
            ),
        ],
        right: &[
            Example::new(
                "content/site.toml",
                r#"
[[closure]]
date = 2026-12-25
note = "Christmas"
"#,
            ),
            Example::new(
                "content/schedule.toml",
                r#"
[[extra]]
date = 2026-12-26
class = "yoga"
trainer = "alex-morgan"
start = "09:00"
end = "10:00"
"#,
            ),
        ],
    },
);

fn check(linted: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    for closed in linted.classes_outside_hours().filter(|closed| closed.open.is_empty()) {
        report!(warnings, LINT.code, closed.at, "a class on {}, when the gym is closed", closed.day;
            label: "the gym is closed then";
            help: "move the class, or change the hours in {}", closed.file);
    }
    for (name, declared) in &linted.content.project.types.collections {
        let Some(calendar) = &declared.calendar else { continue };
        for entry in linted.content.entries(name) {
            warnings.extend(on_closure(&entry.table, calendar, linted));
        }
    }
}

/// An event at the gym on days on which it stays closed. What is called off, and what is elsewhere, isn't there then.
fn on_closure(entry: &Table, calendar: &DeclaredFile, linted: &LintedSite<'_>) -> Option<Diagnostic> {
    let LintedSite { site, content, .. } = linted;
    let is_elsewhere =
        ["place", "online"].into_iter().any(|key| entry.get(calendar.field(key).unwrap_or(key)).is_some());
    let is_off = ["cancelled", "postponed"].into_iter().any(|key| entry.is(key));
    if is_elsewhere || is_off {
        return None;
    }
    let branch = calendar.field("branch").and_then(|field| entry.get(field)?.value.as_reference());
    let opening = site.opening_of(branch.map(|branch| &*branch.id));
    let today = site.clock.today.date();
    let times = EventTime::all(entry, calendar).into_iter().filter(|time| !time.is_cancelled);
    let days = times.map(|time| (time.start.first_moment().date(), time.declared));
    let closed: Vec<(Date, Option<&Table>)> = days
        .filter(|(day, _)| {
            *day >= today && opening.special_day(*day).is_some() && opening.open_on(*day).is_empty()
        })
        .collect();
    let (first, declared) = *closed.first()?;
    let note = opening.special_day(first)?.note.as_str();
    // Dates of a series are left out, those that content names are moved.
    let times = entry.get("times").filter(|times| times.span.is_somewhere() && declared.is_none());
    let named = declared.map_or_else(|| entry.get(calendar.field("start")?), |date| date.get("start"));
    let listed = entry
        .list("dates")
        .iter()
        .find(|date| EntryDate::of(&date.value).is_some_and(|date| date.first_moment().date() == first));
    let at = times.or(listed).or(named).map(|value| value.span).filter(|span| span.is_somewhere())?;
    let Some(times) = times else {
        return Some(diagnostic!(LINT.code, at, "this is on {first}, when the gym is closed ({note})";
            label: "the gym is closed then";
            help: "move it, or say with \"place\" where it is if it is elsewhere; the closures are those of [[closure]]"));
    };
    let days: Vec<String> =
        closed.iter().filter(|(_, declared)| declared.is_none()).map(|(day, _)| day.to_string()).collect();
    let days = days.join(", ");
    let fix = left_out(entry, times.span, &days, content);
    Some(diagnostic!(LINT.code, at, "one of these dates is {first}, when the gym is closed ({note})";
        label: "the gym is closed then";
        help: "leave it out, so that the series ends later: left_out = [{days}]";
        fix))
}

/// The days added to those that are left out.
fn left_out(entry: &Table, times: Span, days: &str, content: &Content) -> Option<Fix> {
    let edit = match entry.list("left_out").last().map(|last| last.span) {
        Some(last) if !last.is_somewhere() => return None,
        Some(last) => Edit::at(last.file, last.range().end..last.range().end, format!(", {days}")),
        None => first_left_out(times, days, content.project.sources.text(times.file))?,
    };
    Fix::new(vec![edit], Applicability::Proposed)
}

/// The days as a list below the number of dates, or in the place of an empty list.
fn first_left_out(times: Span, days: &str, text: &str) -> Option<Edit> {
    let places = Places::new(text)?;
    let path = places.path_at(times.range().start);
    let (_, table) = path.split_last()?;
    let list: Path = table.iter().cloned().chain([PathStep::from("left_out")]).collect();
    if let Some(empty) = places.span_of(&list) {
        return Some(Edit::at(times.file, empty, format!("[{days}]")));
    }
    if !has_own_lines(text, times) {
        return None;
    }
    let end = line_at(text, times.range().start).end;
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    Some(Edit::at(times.file, end..end, format!("{line_end}left_out = [{days}]")))
}
