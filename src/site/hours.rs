//! When the gym is open, day by day.

use crate::{
    content::Gym,
    decode::value::{TimeRange, Weekday, Word},
    diagnostic::{Applicability, Code, Diagnostic, Diagnostics, Remedy, Span},
};

/// The opening hours of every day of the week, in the order in which days are shown.
#[derive(Clone, Debug)]
pub struct OpeningHours([(Weekday, Vec<TimeRange>); 7]);

/// Days one after the other with the same hours: the first and the last of them, and the spans of each, the earliest
/// first; none if the gym is closed.
pub type Run<'h> = (Weekday, Weekday, &'h [TimeRange]);

impl OpeningHours {
    /// The hours that the gym states. A day of which two statements contradict each other, or of which there is none,
    /// is reported.
    pub(super) fn of(gym: &Gym, diagnostics: &mut Diagnostics) -> Self {
        let mut stated: Vec<(Weekday, Span, Option<TimeRange>)> = Vec::new();
        let all = || gym.hours.iter().flat_map(|hours| &hours.days);
        let is_stated =
            |day: &Weekday| all().any(|stated| stated.value == *day && stated.span.is_somewhere());
        // Of two that are the same, one was probably meant to be the one that isn't there.
        let left_out = Weekday::ALL.into_iter().find(|day| !is_stated(day));
        for hours in &gym.hours {
            for day in &hours.days {
                let first = stated.iter().find(|(stated, _, open)| {
                    *stated == day.value && day.span.is_somewhere() && !are_apart(*open, hours.open())
                });
                if let Some((_, first, _)) = first {
                    let message = format!("the hours of {} are given twice", day.value.word());
                    diagnostics.push(
                        Diagnostic::new(Code::DuplicateId, day.span, message)
                            .label("the second time")
                            .related(*first, "they are first given here")
                            .help("remove the day from one of the two lists; a gym that closes at noon has spans that don't overlap")
                            .remedy([match left_out {
                                Some(day) => Remedy::placeholder(format!("\"{}\"", day.word())),
                                None => Remedy::remove(day.span, Applicability::Proposed),
                            }]),
                    );
                } else {
                    stated.push((day.value, day.span, hours.open()));
                }
            }
        }
        let readable = stated.iter().all(|(_, span, _)| span.is_somewhere())
            && gym.hours.iter().all(|hours| !hours.days.is_empty());
        stated.retain(|(_, span, _)| span.is_somewhere());
        let missing: Vec<&str> = Weekday::ALL
            .into_iter()
            .filter(|day| stated.iter().all(|(stated, ..)| stated != day))
            .map(Weekday::word)
            .collect();
        // A day that can't be read may be the missing one; without any hours, their lack was reported.
        if !missing.is_empty() && readable && !stated.is_empty() {
            let element: Vec<String> = missing.iter().map(|day| format!("\"{day}\"")).collect();
            let element = element.join(", ");
            let last = stated.last().map(|(_, at, _)| *at);
            let remedy = last.map(|at| Remedy::Append { at, element });
            let message = format!("no [[hours]] say when the gym is open on {}", missing.join(", "));
            diagnostics.push(
                Diagnostic::new(Code::MissingKey, last.unwrap_or(gym.span), message)
                    .label("the last day that is said")
                    .expected("every day of the week in one [[hours]]")
                    .help("add the day to the days of an [[hours]], or add one with closed = true")
                    .remedy(remedy),
            );
        }
        // Hours that aren't known are no reason to call any class too early or too late.
        Self(gym.week().map(|day| {
            let of_day: Vec<_> = stated.iter().filter(|(stated, ..)| *stated == day).collect();
            if of_day.is_empty() {
                return (day, vec![TimeRange::WHOLE_DAY]);
            }
            let mut spans: Vec<TimeRange> = of_day.into_iter().filter_map(|(.., open)| *open).collect();
            spans.sort_unstable();
            (day, spans)
        }))
    }

    /// When it's open on this day, the earliest first; never if it's closed.
    pub fn on(&self, day: Weekday) -> &[TimeRange] {
        self.0
            .iter()
            .find(|(weekday, _)| *weekday == day)
            .map(|(_, open)| open.as_slice())
            .unwrap_or_default()
    }

    /// Runs of days with the same hours, from the first day of the week on.
    pub fn runs(&self) -> Vec<Run<'_>> {
        let mut runs: Vec<Run<'_>> = Vec::new();
        for (day, open) in &self.0 {
            match runs.last_mut() {
                Some((_, last, hours)) if *hours == open.as_slice() => *last = *day,
                _ => runs.push((*day, *day, open)),
            }
        }
        runs
    }
}

/// True if a gym can have both hours on one day.
fn are_apart(one: Option<TimeRange>, other: Option<TimeRange>) -> bool {
    one.zip(other).is_some_and(|(one, other)| !one.overlaps(other))
}
