//! Dates of which the year is probably wrong: long over, years ahead, or of another age.

use jiff::{ToSpan, civil::Date};

use super::Context;
use crate::{
    content::HoursException,
    diagnostic::{Diagnostic, Span, code, diagnostic, report},
    schema::{CollectionType, Data, Role, Table, decode::value::PublicationDate},
    site::Site,
};

/// How many years ahead people plan what they publish.
const AHEAD: i16 = 3;
/// How many years ahead people know their holidays.
const HOLIDAYS_AHEAD: i16 = 10;
/// No date in a gym's content is older.
const OLDEST: i16 = 1800;

pub(super) fn far_dates(Context { content, site, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let today = site.today.date();
    for post in content.posts.values() {
        let date = &post.entry.date;
        diagnostics.extend(far(date.value.civil().date(), date.span, "this post appears", AHEAD, today));
    }
    for closure in closures(site) {
        let span = closure.first_day_span();
        diagnostics.extend(far(closure.first, span, "this closure begins", HOLIDAYS_AHEAD, today));
    }
    for (name, declared) in
        content.types.collections.iter().filter(|(_, declared)| declared.role != Some(Role::Blog))
    {
        let Some(field) = date_field(declared) else { continue };
        for entry in content.entries(name) {
            let Some((date, span)) = day_of(&entry.table, field) else { continue };
            let subject = format!("this {} is", declared.collection.nouns[0]);
            diagnostics.extend(far(date, span, &subject, AHEAD, today));
            diagnostics.extend(mismatched_date(&entry.table, field));
            diagnostics.extend(not_in_series(&entry.table, field));
        }
    }
}

/// The field that says when an entry is: the start of an event, or else what entries are sorted by.
fn date_field(declared: &CollectionType) -> Option<&str> {
    let start = declared.calendar.as_ref().and_then(|calendar| calendar.field("start"));
    start.or_else(|| declared.sort.first().map(|(field, _)| &**field))
}

/// A date of a series that has a time where the first one has none, or none where it has one.
fn mismatched_date(table: &Table, field: &str) -> Option<Diagnostic> {
    let first = table.get(field)?;
    let takes_days = moment(&first.value)?.is_whole_day();
    let differs = |value: &Data| moment(value).is_some_and(|moment| moment.is_whole_day() != takes_days);
    let other = table.list("dates").iter().find(|date| date.span.is_somewhere() && differs(&date.value))?;
    let (message, help) = if takes_days {
        ("this date has a time, where the first one takes all day", "write it without a time")
    } else {
        ("this date has no time, where the first one has", "write its time: 2027-02-16T18:00:00")
    };
    let diagnostic = diagnostic!(code::MALFORMED, other.span, "{message}");
    Some(diagnostic.related(first.span, "the first one").help(help))
}

/// A date that is called off, of a series that has no such date.
fn not_in_series(table: &Table, field: &str) -> Option<Diagnostic> {
    let series = table.get(field).into_iter().chain(table.list("dates"));
    let series: Vec<_> = series.map(|date| moment(&date.value)).collect();
    let mut off = table.list("cancelled_dates").iter().filter(|date| date.span.is_somewhere());
    let unknown = off.find(|date| !series.contains(&moment(&date.value)))?;
    Some(diagnostic!(code::UNKNOWN_REFERENCE, unknown.span, "the series has no such date";
        help: "write it as it stands in \"start\" or \"dates\", with its time"))
}

fn moment(value: &Data) -> Option<PublicationDate> {
    match value {
        Data::Datetime(moment) => Some(*moment),
        _ => None,
    }
}

/// The day that a field says, and where it does.
fn day_of(table: &Table, field: &str) -> Option<(Date, Span)> {
    let value = table.get(field)?;
    if let Data::Date(day) = &value.value {
        return Some((*day, value.span));
    }
    let Data::Datetime(moment) = &value.value else { return None };
    Some((moment.civil().date(), value.span))
}

fn far(date: Date, span: Span, subject: &str, ahead: i16, today: Date) -> Option<Diagnostic> {
    let years = date.year() - today.year();
    let is_far = years > ahead || date.year() < OLDEST;
    if !is_far || !span.is_somewhere() {
        return None;
    }
    let when = match years {
        1.. => format!("{years} years from now"),
        _ => format!("{} years ago", -years),
    };
    let allow = code::FAR_DATE.name();
    Some(diagnostic!(code::FAR_DATE, span, "{subject} on {date}, {when}";
        label: "is the year right?";
        help: "correct the year; if it is right, add allow = [\"{allow}\"]"))
}

/// Those of the gym and of its branches.
fn closures(site: &Site) -> impl Iterator<Item = HoursException> {
    let branch_closures = site.branches.values().flat_map(|branch| branch.entry.closures());
    site.gym.closures().into_iter().chain(branch_closures)
}

pub(super) fn past_closures(Context { site, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    // Closures of the last month need not be removed yet.
    let Ok(long_ago) = site.today.date().checked_sub(1.month()) else { return };
    for closure in closures(site).filter(|closure| closure.last < long_ago) {
        report!(diagnostics, code::PAST_CLOSURE, closure.span, "this closure ended on {}", closure.last;
            label: "visitors don't see it any more";
            help: "correct its year, or remove it");
    }
}
