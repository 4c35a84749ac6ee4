//! Dates of which the year is probably wrong: decades ahead, or of another age.

use jiff::civil::Date;

use crate::{
    content::Content,
    diagnostic::{Applicability, Diagnostic, Lint, Remedy, Span},
    schema::{CollectionType, Data},
    site::Site,
};

/// How many years ahead people plan what they publish.
const AHEAD: i16 = 3;
/// How many years ahead people know their holidays.
const HOLIDAYS_AHEAD: i16 = 10;
/// No date in a gym's content is older.
const OLDEST: i16 = 1800;

pub(super) fn check(content: &Content, site: &Site, found: &mut Vec<Diagnostic>) {
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
            let Some(value) = entry.table.get(field) else { continue };
            let date = if let Data::Date(day) = &value.value {
                day.date()
            } else if let Data::Datetime(moment) = &value.value {
                moment.civil().date()
            } else {
                continue;
            };
            let subject = format!("this {} is", of.collection.nouns[0]);
            found.extend(far(date, value.span, &subject, AHEAD, today));
        }
    }
}

/// The field that says when an entry is: the start of an event, or else what entries are sorted by.
fn date_field(of: &CollectionType) -> Option<&str> {
    let start = of.calendar.as_ref().and_then(|calendar| calendar.field("start"));
    start.or_else(|| of.sort.first().map(|(field, _)| &**field))
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
