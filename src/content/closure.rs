//! Days on which the gym stays closed, such as public holidays, or has other hours than usual.

use jiff::{ToSpan, civil::Date};

use crate::{
    diagnostic::{Diagnostics, Span, code, report},
    schema::{
        View,
        decode::{
            Spanned,
            value::{Text, Time, TimeRange},
        },
    },
    source::Sources,
};

const LONGEST: i32 = 366;

/// One or several days on which the gym stays closed, or has other hours, as content declares it.
#[derive(Clone, Debug, View)]
pub(super) struct DeclaredException {
    date: Option<Spanned<Date>>,
    from: Option<Spanned<Date>>,
    until: Option<Spanned<Date>>,
    opens: Option<Spanned<Time>>,
    closes: Option<Spanned<Time>>,
    every_day: Option<bool>,
    note: Text,
    #[view(span)]
    span: Span,
}

/// Days on which the gym stays closed or has other hours than usual.
#[derive(Clone, Debug, PartialEq)]
pub struct HoursException {
    pub first: Date,
    /// The last day, which may be the first.
    pub last: Date,
    /// When the gym is open on each of them, the earliest first; never if it stays closed.
    pub open: Vec<TimeRange>,
    pub opens: Option<Spanned<Time>>,
    pub closes: Option<Spanned<Time>>,
    /// True if its hours are also those of days that are closed in other weeks.
    pub opens_closed_days: bool,
    pub note: Text,
    pub span: Span,
    /// The places of its first and its last day.
    days: [Span; 2],
}

impl HoursException {
    fn days(&self) -> impl Iterator<Item = Date> {
        days_between(self.first, self.last)
    }

    pub fn covers(&self, day: Date) -> bool {
        (self.first..=self.last).contains(&day)
    }

    pub fn first_day_span(&self) -> Span {
        self.days[0]
    }

    /// The closures that content declares, in the order of the calendar.
    pub(super) fn sorted(declared: &[DeclaredException]) -> Vec<Self> {
        let mut closures: Vec<Self> = declared.iter().filter_map(Self::new).collect();
        closures.sort_by_key(|closure| (closure.first, closure.last, closure.span.start));
        closures
    }

    /// The parts of it on days that none of `others` covers.
    pub fn outside(&self, others: &[Self]) -> Vec<Self> {
        let mut runs: Vec<Self> = Vec::new();
        for day in self.days().filter(|day| !others.iter().any(|other| other.covers(*day))) {
            match runs.last_mut() {
                Some(run) if run.last.tomorrow().is_ok_and(|next| next == day) => run.last = day,
                Some(_) | None => runs.push(Self { first: day, last: day, ..self.clone() }),
            }
        }
        runs
    }

    /// The closure that content declares. Returns `None` if its days are wrong, which was reported.
    fn new(declared: &DeclaredException) -> Option<Self> {
        let (first, last) = match (declared.date, declared.from, declared.until) {
            (Some(date), None, None) => (date, date),
            (None, Some(from), Some(until)) => (from, until),
            _ => return None,
        };
        let days = [first.span, last.span];
        let is_known = days.iter().all(|day| day.is_somewhere());
        let (first, last) = (first.value, last.value);
        let DeclaredException { opens, closes, span, .. } = *declared;
        let note = declared.note.clone();
        let hours = match (opens, closes) {
            (Some(opens), Some(closes)) => TimeRange::across_midnight(opens.value, closes.value),
            _ => None,
        };
        let opens_closed_days = declared.every_day.unwrap_or(first == last);
        (is_known && first <= last).then_some(Self {
            first,
            last,
            open: hours.into_iter().collect(),
            opens,
            closes,
            opens_closed_days,
            note,
            span,
            days,
        })
    }

    fn is_too_long(&self) -> bool {
        self.first.until(self.last).is_ok_and(|days| days.get_days() > LONGEST)
    }
}

/// All days from one to another, but no more of them than a closure may have.
pub fn days_between(first: Date, last: Date) -> impl Iterator<Item = Date> {
    let days = usize::try_from(LONGEST).unwrap_or_default();
    first.series(1.day()).take(days + 1).take_while(move |day| *day <= last)
}

/// Reports every day for which there are two, and closures that last too long. `closures` are in order.
pub fn check_closures(closures: &[HoursException], sources: &Sources, diagnostics: &mut Diagnostics) {
    for closure in closures.iter().filter(|closure| closure.is_too_long()) {
        let [first, last] = closure.days;
        report!(diagnostics, code::OUT_OF_RANGE, last, "this closure lasts for more than a year";
            related: first => "the first day";
            help: "correct the year; for a day of the week without hours write closed = true");
    }
    // The earlier closure that lasts longest.
    let mut longest: Option<&HoursException> = None;
    for later in closures.iter().filter(|closure| !closure.is_too_long()) {
        let earlier = longest.filter(|earlier| earlier.covers(later.first));
        if longest.is_none_or(|earlier| earlier.last < later.last) {
            longest = Some(later);
        }
        let Some(earlier) = earlier else { continue };
        let mut places = [earlier.span, later.span];
        places.sort_by_key(|place| place.start);
        let message = match earlier.opens {
            Some(_) => format!("{} has hours of its own already", later.first),
            None => format!("the gym is closed on {} already", later.first),
        };
        report!(diagnostics, code::DUPLICATE_ID, places[1], "{message}";
            label: "the second closure";
            related: places[0] => "the first one";
            help: "remove one of the two, or change its days";
            fix: sources.document(places[1].file).remove(places[1]));
    }
}
