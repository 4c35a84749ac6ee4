//! Opening hours as content states them: the spans of a day, which may last past midnight.

use gympress_derive::View;

use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
    schema::decode::{
        Spanned,
        value::{Time, TimeRange, Weekday},
    },
    source::Sources,
};

/// A span of opening hours: up to a later time of its day, or past midnight up to a time of the next one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpenSpan(TimeRange);

impl OpenSpan {
    /// From midnight to midnight; also the fallback for hours with mistakes.
    pub const ALL_DAY: Self = Self(TimeRange::WHOLE_DAY);

    /// The span. Returns `None` if it ends when it begins, or begins at the end of the day.
    pub fn new(opens: Time, closes: Time) -> Option<Self> {
        TimeRange::across_midnight(opens, closes).map(Self)
    }

    pub fn opens(self) -> Time {
        self.0.start
    }

    /// When it ends, on its own day or, before the time at which it begins, on the next one.
    pub fn closes(self) -> Time {
        self.0.end
    }

    /// Its first minute and the one after its last, from the midnight with which its day begins.
    pub fn minutes(self) -> (u16, u16) {
        self.0.minutes()
    }

    /// Minutes of the next day that belong to it.
    pub fn past_midnight(self) -> u16 {
        self.0.past_midnight()
    }

    /// True if both, of the same day, share a minute.
    pub fn overlaps(self, other: Self) -> bool {
        self.0.overlaps(other.0)
    }

    /// As messages show it: `9:00am-2:00am`.
    pub fn display(self) -> String {
        if self == Self::ALL_DAY {
            return "all day".to_owned();
        }
        self.0.display()
    }
}

/// Days with the same opening hours.
#[derive(Debug, View)]
pub struct Hours {
    pub days: Vec<Spanned<Weekday>>,
    closed: Option<Spanned<bool>>,
    all_day: Option<Spanned<bool>>,
    /// When the gym opens, where it closes on the same day.
    pub opens: Option<Spanned<Time>>,
    pub closes: Option<Spanned<Time>>,
}

impl Hours {
    /// False if a part of it can't be read, or can't be, which was reported: then it is open as its fallback says.
    pub fn is_readable(&self) -> bool {
        let span =
            self.opens.zip(self.closes).map(|(opens, closes)| OpenSpan::new(opens.value, closes.value));
        if span.is_some_and(|span| span.is_none()) {
            return false;
        }
        let answers = [self.closed, self.all_day].into_iter().flatten().map(|answer| answer.span);
        let times = [self.opens, self.closes].into_iter().flatten().map(|time| time.span);
        answers.chain(times).all(Span::is_somewhere) && self.says_one_thing()
    }

    /// False if it says that the gym is both open and closed, none of it, or when it opens and not when it closes.
    fn says_one_thing(&self) -> bool {
        let is_timed = self.opens.is_some() || self.closes.is_some();
        let said = [is_true(self.closed), is_true(self.all_day), is_timed];
        said.into_iter().filter(|said| *said).count() == 1 && self.opens.is_some() == self.closes.is_some()
    }

    /// When the gym is open. Returns `None` if it's closed. Unknown hours are no reason to call any class too early
    /// or too late, so that they are the whole day.
    pub fn open(&self) -> Option<OpenSpan> {
        match (self.opens, self.closes) {
            _ if !self.says_one_thing() => Some(OpenSpan::ALL_DAY),
            (Some(opens), Some(closes)) => {
                Some(OpenSpan::new(opens.value, closes.value).unwrap_or(OpenSpan::ALL_DAY))
            }
            _ if is_true(self.closed) => None,
            _ => Some(OpenSpan::ALL_DAY),
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
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let end = TimeRange::WHOLE_DAY.end;
    if let Some(opens) = opens.filter(|opens| opens.value == end && opens.span.is_somewhere()) {
        diagnostics.push(
            Diagnostic::new(Code::OutOfRange, opens.span, "24:00 is the end of the day, when no day opens")
                .expected("a time from \"00:00\" to \"23:59\"")
                .help("give the hours to the next day, and write \"00:00\"")
                .fix(sources.document(opens.span.file).placeholder(opens.span, "\"00:00\"")),
        );
        return;
    }
    let (Some(opens), Some(closes)) = (opens, closes) else { return };
    if opens.value == closes.value && opens.span.is_somewhere() && closes.span.is_somewhere() {
        let message = format!("the gym opens and closes at {}", closes.value.machine());
        diagnostics.push(
            Diagnostic::new(Code::EndBeforeStart, closes.span, message)
                .label("the end")
                .related(opens.span, "the start")
                .expected("another time; one before the start is on the next day")
                .help("a day without an end is open from \"00:00\" to \"24:00\""),
        );
    }
}
