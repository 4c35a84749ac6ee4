//! Dates of which the year is probably wrong: decades ahead, of another age, or long after the beginning.

use jiff::civil::Date;

use super::Context;
use crate::{
    diagnostic::{Applicability, Diagnostic, Lint, Remedy, Span},
    schema::{CollectionType, Data, Table},
};

/// How many years ahead people plan what they publish.
const AHEAD: i16 = 3;
/// How many years ahead people know their holidays.
const HOLIDAYS_AHEAD: i16 = 10;
/// How many days an event lasts at most, as a rule.
const LONGEST: i32 = 31;
/// No date in a gym's content is older.
const OLDEST: i16 = 1800;

pub(super) fn check(Context { content, site, .. }: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let today = site.today.date();
    for post in content.posts.values() {
        let date = &post.value.date;
        found.extend(far(date.value.civil().date(), date.span, "this post appears", AHEAD, today));
    }
    for closure in super::closures::all(site) {
        let span = closure.first_day_span();
        found.extend(far(closure.first, span, "this closure begins", HOLIDAYS_AHEAD, today));
    }
    for (name, of) in content.types.collections.iter().filter(|(name, _)| ***name != *"posts") {
        let Some(field) = date_field(of) else { continue };
        for entry in content.entries(name) {
            let Some((date, span)) = day_of(&entry.table, field) else { continue };
            let subject = format!("this {} is", of.collection.nouns[0]);
            let wrong = far(date, span, &subject, AHEAD, today);
            // Which of the two days is wrong is known then.
            found.extend(wrong.or_else(|| long(&entry.table, of)));
        }
    }
}

/// The field that says when an entry is: the start of an event, or else what entries are sorted by.
fn date_field(of: &CollectionType) -> Option<&str> {
    let start = of.calendar.as_ref().and_then(|calendar| calendar.field("start"));
    start.or_else(|| of.sort.first().map(|(field, _)| &**field))
}

/// The day that a field says, and where it does.
fn day_of(table: &Table, field: &str) -> Option<(Date, Span)> {
    let value = table.get(field)?;
    if let Data::Date(day) = &value.value {
        return Some((day.date(), value.span));
    }
    let Data::Datetime(moment) = &value.value else { return None };
    Some((moment.civil().date(), value.span))
}

/// What to say of an entry of a calendar that ends long after it begins.
fn long(table: &Table, of: &CollectionType) -> Option<Diagnostic> {
    let day = |key| day_of(table, of.calendar.as_ref()?.field(key)?);
    let ((start, begins), (end, ends)) = (day("start")?, day("end")?);
    let days = start.until(end).ok()?.get_days();
    if days <= LONGEST || !(begins.is_somewhere() && ends.is_somewhere()) {
        return None;
    }
    let of_same_year = |year| Date::new(year, end.month(), end.day()).ok();
    // Over the turn of a year, an event ends in the next one.
    let years = start.year()..end.year();
    let right = years
        .filter_map(of_same_year)
        .find(|day| *day >= start && start.until(*day).is_ok_and(|length| length.get_days() <= LONGEST));
    let allowed = format!("add allow = [\"{}\"]", Lint::LongEvent.name());
    let help = match right {
        Some(right) => format!("did you mean {right}? If it lasts so long, {allowed}"),
        None => format!("correct one of the two dates; if it lasts so long, {allowed}"),
    };
    let remedy =
        right.map(|right| Remedy::rename(&end.to_string(), &right.to_string(), Applicability::Proposed));
    let message = format!("this {} lasts for {days} days, from {start} to {end}", of.collection.nouns[0]);
    Some(
        Diagnostic::new(Lint::LongEvent, ends, message)
            .label("is the date right?")
            .related(begins, "it begins here")
            .help(help)
            .remedy(remedy),
    )
}

fn far(date: Date, span: Span, subject: &str, ahead: i16, today: Date) -> Option<Diagnostic> {
    let years = date.year() - today.year();
    let is_far = years > ahead || date.year() < OLDEST;
    if !is_far || !span.is_somewhere() {
        return None;
    }
    let right = meant(date.year(), today.year());
    let when = match years {
        1.. => format!("{years} years from now"),
        _ => format!("{} years ago", -years),
    };
    let help = match right {
        Some(right) => {
            format!("did you mean {right}? If the year is right, add allow = [\"{}\"]", Lint::FarDate.name())
        }
        None => format!("correct the year; if it is right, add allow = [\"{}\"]", Lint::FarDate.name()),
    };
    let remedy = right
        .map(|right| Remedy::rename(&four_digits(date.year()), &four_digits(right), Applicability::Proposed));
    Some(
        Diagnostic::new(Lint::FarDate, span, format!("{subject} on {date}, {when}"))
            .label("is the year right?")
            .help(help)
            .remedy(remedy),
    )
}

/// The year nearest to that of today which differs by one digit, or by two exchanged ones.
fn meant(written: i16, today: i16) -> Option<i16> {
    const BACK: i16 = 10;
    let text = four_digits(written);
    let years = (today - BACK..=today + 1)
        .filter(|year| strsim::damerau_levenshtein(&text, &four_digits(*year)) == 1);
    years.min_by_key(|year| (year - today).abs())
}

fn four_digits(year: i16) -> String {
    format!("{year:04}")
}
