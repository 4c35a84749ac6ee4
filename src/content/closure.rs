//! Days on which the gym stays closed, such as public holidays.

use jiff::civil::Date;

use crate::{
    decode::{
        Fields, Record,
        value::{CalendarDay, Spanned, Text},
    },
    diagnostic::{Code, Diagnostic, Span},
};

/// Days that a closure may last.
const LONGEST: i32 = 366;

/// One or several days on which the gym stays closed.
#[derive(Clone, Debug)]
pub struct Closure {
    /// The first day.
    pub first: Date,
    /// The last day, which may be the first.
    pub last: Date,
    /// Why.
    pub note: Text,
    /// Where it stands.
    pub span: Span,
}

impl Closure {
    /// True if the gym is closed on this day.
    pub fn covers(&self, day: Date) -> bool {
        (self.first..=self.last).contains(&day)
    }
}

impl Record for Closure {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let date = fields.optional::<Spanned<CalendarDay>>("date", "The day");
        let from = fields.optional::<Spanned<CalendarDay>>("from", "The first of several days");
        let until = fields.optional::<Spanned<CalendarDay>>("until", "The last of several days");
        let note = fields.required("note", "Why the gym is closed, such as \"Christmas Day\"");
        fields.exactly_one(&["date", "from"]);
        fields.together(&["from", "until"]);
        let span = fields.span();
        // What stands for days that were reported.
        let nowhere = Self { first: Date::ZERO, last: Date::ZERO, note, span };
        let (one, first, last) = (fields.has("date"), fields.has("from"), fields.has("until"));
        let sound = if one { !first && !last } else { first && last };
        if !sound {
            let message = if one {
                "a closure is either one day or several"
            } else {
                "this closure doesn't say on which days"
            };
            fields.report(
                Diagnostic::new(Code::MissingKey, span, message)
                    .expected("either date = 2026-12-25, or from = 2026-12-24 and until = 2026-12-26")
                    .help("give the date, or both from and until"),
            );
            return nowhere;
        }
        let days = if one { date.zip(date) } else { from.zip(until) };
        let Some((first, last)) = days else { return nowhere };
        if last.value < first.value {
            let message = format!("{} is before {}", last.value.date(), first.value.date());
            fields.report(
                Diagnostic::new(Code::EndBeforeStart, last.span, message)
                    .label("the last day")
                    .related(first.span, "the first day")
                    .expected("a last day on or after the first")
                    .help("exchange the two days, or correct one"),
            );
            return nowhere;
        }
        if first.value.date().until(last.value.date()).is_ok_and(|days| days.get_days() > LONGEST) {
            fields.report(
                Diagnostic::new(Code::OutOfRange, last.span, "this closure lasts for more than a year")
                    .related(first.span, "the first day")
                    .expected("a last day within a year of the first")
                    .help("correct the year; for a day of the week without hours write closed = true"),
            );
            return nowhere;
        }
        Self { first: first.value.date(), last: last.value.date(), ..nowhere }
    }
}

/// Puts them in order, and reports every day for which two are stated.
pub(super) fn in_order(mut closures: Vec<Closure>, fields: &mut Fields<'_, '_>) -> Vec<Closure> {
    closures.sort_by_key(|closure| (closure.first, closure.last, closure.span.start));
    for pair in closures.windows(2) {
        if let [earlier, later] = pair
            && earlier.covers(later.first)
        {
            let message = format!("the gym is closed on {} already", later.first);
            fields.report(
                Diagnostic::new(Code::DuplicateId, later.span, message)
                    .label("stated again here")
                    .related(earlier.span, "it is first stated here")
                    .expected("one [[closure]] for each day")
                    .help("remove one of the two, or change its days"),
            );
        }
    }
    closures
}
