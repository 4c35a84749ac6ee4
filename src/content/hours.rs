//! Opening hours as content states them: the spans of a day, which may last past midnight.

use jiff::civil::Date;

use crate::{
    diagnostic::{Diagnostics, Span, code, report},
    schema::{
        View,
        decode::{
            Spanned,
            value::{Text, Time, TimeRange, Weekday},
        },
    },
};

#[derive(Debug, View)]
pub struct Hours {
    pub days: Vec<Spanned<Weekday>>,
    closed: Option<Spanned<bool>>,
    all_day: Option<Spanned<bool>>,
    /// When the gym opens, where it closes on the same day.
    pub opens: Option<Spanned<Time>>,
    pub closes: Option<Spanned<Time>>,
    /// The first and the last day of the season whose hours they are, if they aren't those of the whole year.
    pub from: Option<Spanned<Date>>,
    pub until: Option<Spanned<Date>>,
    /// A note on these days.
    pub note: Option<Text>,
}

impl Hours {
    /// The first and the last day on which they hold.
    pub fn season(&self) -> (Option<Date>, Option<Date>) {
        (self.from.map(|from| from.value), self.until.map(|until| until.value))
    }

    /// False if a date of it can't be read, which was reported.
    pub fn has_known_season(&self) -> bool {
        [self.from, self.until].into_iter().flatten().all(|date| date.span.is_somewhere())
    }

    /// False if a part of it can't be read, or can't be, which was reported: then it is open as its fallback says.
    pub fn is_readable(&self) -> bool {
        let span = self
            .opens
            .zip(self.closes)
            .map(|(opens, closes)| TimeRange::across_midnight(opens.value, closes.value));
        if span.is_some_and(|span| span.is_none()) {
            return false;
        }
        let answers = [self.closed, self.all_day].into_iter().flatten().map(|answer| answer.span);
        let times = [self.opens, self.closes].into_iter().flatten().map(|time| time.span);
        answers.chain(times).all(Span::is_somewhere) && self.says_one_thing()
    }

    /// False if it says that the gym is both open and closed, neither, or only when it opens.
    fn says_one_thing(&self) -> bool {
        let is_timed = self.opens.is_some() || self.closes.is_some();
        let said = [is_true(self.closed), is_true(self.all_day), is_timed];
        said.into_iter().filter(|said| *said).count() == 1 && self.opens.is_some() == self.closes.is_some()
    }

    /// The times at which the gym is open; `None` if it is closed. Hours that can't be read count as the whole day, so that no
    /// class is called too early or too late for them.
    pub fn open(&self) -> Option<TimeRange> {
        match (self.opens, self.closes) {
            _ if !self.says_one_thing() => Some(TimeRange::WHOLE_DAY),
            (Some(opens), Some(closes)) => {
                Some(TimeRange::across_midnight(opens.value, closes.value).unwrap_or(TimeRange::WHOLE_DAY))
            }
            _ if is_true(self.closed) => None,
            _ => Some(TimeRange::WHOLE_DAY),
        }
    }
}

fn is_true(answer: Option<Spanned<bool>>) -> bool {
    answer.is_some_and(|answer| answer.value)
}

/// Reports times between which a gym can't be open.
pub fn check_span(
    opens: Option<Spanned<Time>>,
    closes: Option<Spanned<Time>>,
    diagnostics: &mut Diagnostics,
) {
    let end = TimeRange::WHOLE_DAY.end;
    if let Some(opens) = opens.filter(|opens| opens.value == end && opens.span.is_somewhere()) {
        report!(diagnostics, code::OUT_OF_RANGE, opens.span, "24:00 is the end of the day, when no day opens";
            help: "give the hours to the next day, and write \"00:00\"");
        return;
    }
    let (Some(opens), Some(closes)) = (opens, closes) else { return };
    if opens.value == closes.value && opens.span.is_somewhere() && closes.span.is_somewhere() {
        report!(diagnostics, code::END_BEFORE_START, closes.span,
            "the gym opens and closes at {}", closes.value.machine();
            label: "the end";
            related: opens.span => "the start";
            help: "write another time; a day without an end is open from \"00:00\" to \"24:00\"");
    }
}
