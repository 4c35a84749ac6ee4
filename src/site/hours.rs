//! When the gym is open, day by day.

use crate::{
    content::Gym,
    decode::value::{TimeRange, Weekday, Word},
    diagnostic::{Applicability, Code, Diagnostic, Diagnostics, Remedy, Span},
};

/// The opening hours of every day of the week.
#[derive(Clone, Debug)]
pub struct OpeningHours([(Weekday, Option<TimeRange>); 7]);

impl OpeningHours {
    /// The hours that the gym states. A day that is stated twice or not at all is reported.
    pub(super) fn of(gym: &Gym, diagnostics: &mut Diagnostics) -> Self {
        let mut stated: Vec<(Weekday, Span, Option<TimeRange>)> = Vec::new();
        let all = || gym.hours.iter().flat_map(|hours| &hours.days);
        let is_stated =
            |day: &Weekday| all().any(|stated| stated.value == *day && stated.span.is_somewhere());
        // Of two that are the same, one was probably meant to be the one that isn't there.
        let left_out = Weekday::ALL.into_iter().find(|day| !is_stated(day));
        for hours in &gym.hours {
            for day in &hours.days {
                let first =
                    stated.iter().find(|(stated, ..)| *stated == day.value && day.span.is_somewhere());
                if let Some((_, first, _)) = first {
                    let message = format!("the hours of {} are given twice", day.value.word());
                    diagnostics.push(
                        Diagnostic::new(Code::DuplicateId, day.span, message)
                            .label("the second time")
                            .related(*first, "they are first given here")
                            .help("remove the day from one of the two lists")
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
        let of = |day| stated.iter().find(|(stated, ..)| *stated == day).map(|(.., open)| *open);
        let missing: Vec<&str> =
            Weekday::ALL.into_iter().filter(|day| of(*day).is_none()).map(Weekday::word).collect();
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
        Self(gym.week().map(|day| (day, of(day).unwrap_or(Some(TimeRange::WHOLE_DAY)))))
    }

    /// When it's open on this day; `None` if it's closed.
    pub fn on(&self, day: Weekday) -> Option<TimeRange> {
        self.0.iter().find(|(weekday, _)| *weekday == day).and_then(|(_, open)| *open)
    }

    /// Runs of days with the same hours, from the first day of the week on.
    pub fn runs(&self) -> Vec<(Weekday, Weekday, Option<TimeRange>)> {
        let mut runs: Vec<(Weekday, Weekday, Option<TimeRange>)> = Vec::new();
        for (day, open) in self.0 {
            match runs.last_mut() {
                Some((_, last, hours)) if *hours == open => *last = day,
                _ => runs.push((day, day, open)),
            }
        }
        runs
    }
}
