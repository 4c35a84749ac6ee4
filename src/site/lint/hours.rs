//! Opening hours past midnight of which the end is probably meant for the afternoon.

use crate::{
    content::OpenSpan,
    decode::{
        Spanned,
        value::{Time, TimeRange},
    },
    diagnostic::{Applicability, Diagnostic, Lint, Remedy},
    site::Site,
};

/// Minutes of a day that few would end with another time than one of the small hours.
const LONG: u16 = 12 * 60;
/// Minutes past midnight from which on a time may be meant for the afternoon.
const MORNING: u16 = 5 * 60;

pub(super) fn check(site: &Site, found: &mut Vec<Diagnostic>) {
    let of_branches = site.branches.values().flat_map(|branch| &branch.entry.hours);
    let hours = site.gym.hours.iter().chain(of_branches);
    found.extend(hours.filter_map(|hours| long(hours.opens?, hours.closes?)));
    found.extend(super::closures::all(site).filter_map(|closure| long(closure.opens?, closure.closes?)));
}

/// What to say of hours that last until the morning, and long.
fn long(opens: Spanned<Time>, closes: Spanned<Time>) -> Option<Diagnostic> {
    let span = OpenSpan::new(opens.value, closes.value)?;
    let (start, end) = span.minutes();
    let is_meant = end - start <= LONG || span.past_midnight() < MORNING;
    if is_meant || !(opens.span.is_somewhere() && closes.span.is_somewhere()) {
        return None;
    }
    let (from, until) = (opens.value.machine(), closes.value.machine());
    let hours = (end - start) / 60;
    let afternoon = Time::new(closes.value.hour() + 12, closes.value.minute());
    let meant = afternoon.filter(|meant| TimeRange::new(opens.value, *meant).is_some()).map(Time::machine);
    let help = match &meant {
        Some(meant) => format!("if the gym closes in the afternoon or evening, write \"{meant}\""),
        None => "times are of 24 hours: six in the evening is \"18:00\"".to_owned(),
    };
    let remedy = meant.map(|meant| Remedy::rename(&until, &meant, Applicability::Proposed));
    let message = format!("open for {hours} hours, from {from} to {until} of the next day");
    Some(
        Diagnostic::new(Lint::LongHours, closes.span, message)
            .label("on the next day")
            .related(opens.span, "the gym opens here")
            .help(help)
            .remedy(remedy),
    )
}
