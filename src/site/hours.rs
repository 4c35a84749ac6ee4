//! When the gym is open, day by day.

use crate::{
    content::{Hours, check_span},
    diagnostic::{Applicability, Code, Diagnostic, Diagnostics, Span},
    schema::decode::value::{MINUTES_OF_DAY, TimeRange, Weekday},
    source::Sources,
};

/// The opening hours of every day of the week, in the order in which days are shown.
#[derive(Clone, Debug)]
pub struct OpeningHours([(Weekday, Vec<TimeRange>); 7]);

/// Days one after the other with the same hours: the first and the last of them, and the spans of each, the earliest
/// first; none if the gym is closed.
pub type Run<'h> = (Weekday, Weekday, &'h [TimeRange]);

/// The hours of a file, as content declares them.
#[derive(Clone, Copy)]
pub(super) struct DeclaredHours<'c> {
    pub hours: &'c [Hours],
    /// The days in the order in which they are shown.
    pub week: [Weekday; 7],
    /// The first statement of the file.
    pub span: Span,
    pub sources: &'c Sources,
}

/// The hours of a day as content declares them.
struct DeclaredDay<'g> {
    day: Weekday,
    span: Span,
    hours: &'g Hours,
}

impl OpeningHours {
    /// Resolves the hours that a file declares. A day that has contradictory ones, or none, is reported.
    pub(super) fn resolve(file: DeclaredHours<'_>, diagnostics: &mut Diagnostics) -> Self {
        file.hours.iter().for_each(|hours| check_span(hours.opens, hours.closes, diagnostics));
        let days = || file.hours.iter().flat_map(|hours| &hours.days);
        let are_days_known = file.hours.iter().all(|hours| !hours.days.is_empty())
            && days().all(|day| day.span.is_somewhere());
        let declared = declared_days(file, diagnostics);
        // Of a day that is there twice, one was probably intended to be a missing one, and so was a day that can't be read.
        // Without any hours, their lack was reported.
        if are_days_known && !declared.is_empty() {
            missing_days(file, &declared, days().count() - declared.len(), diagnostics);
        }
        past_midnight(file, &declared, diagnostics);
        // Without hours, no class is too early or too late.
        Self(file.week.map(|day| {
            let declared_here: Vec<_> = declared.iter().filter(|declared| declared.day == day).collect();
            if declared_here.is_empty() {
                return (day, vec![TimeRange::WHOLE_DAY]);
            }
            let mut spans: Vec<TimeRange> =
                declared_here.into_iter().filter_map(|declared| declared.hours.open()).collect();
            spans.sort_unstable();
            (day, spans)
        }))
    }

    /// When it opens on this day, the earliest first; never if it's closed.
    pub fn on(&self, day: Weekday) -> &[TimeRange] {
        self.0
            .iter()
            .find(|(weekday, _)| *weekday == day)
            .map(|(_, open)| open.as_slice())
            .unwrap_or_default()
    }

    /// True if it's open from the beginning to the end of `time` on this day.
    pub fn covers(&self, day: Weekday, time: TimeRange) -> bool {
        covers([self.on(day.before()), self.on(day), self.on(day.after())], time)
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

/// True if a gym with the spans of the day before, of a day and of the day after is open on the day for the whole of
/// `time`.
pub(super) fn covers([before, open, after]: [&[TimeRange]; 3], time: TimeRange) -> bool {
    let from_before = before.iter().map(|span| (0, span.past_midnight())).filter(|(_, end)| *end > 0);
    let next = after
        .iter()
        .map(|span| span.minutes())
        .map(|(start, end)| (start + MINUTES_OF_DAY, end + MINUTES_OF_DAY));
    let own_spans = open.iter().map(|span| span.minutes());
    let mut spans: Vec<(u16, u16)> = from_before.chain(own_spans).chain(next).collect();
    spans.sort_unstable();
    let (mut reached, last) = time.minutes();
    for (start, end) in spans {
        if start <= reached {
            reached = reached.max(end);
        }
    }
    reached >= last
}

/// The hours of each day. Those that contradict earlier ones of the same day are reported and left out.
fn declared_days<'g>(file: DeclaredHours<'g>, diagnostics: &mut Diagnostics) -> Vec<DeclaredDay<'g>> {
    let mut declared: Vec<DeclaredDay<'_>> = Vec::new();
    for hours in file.hours {
        for day in hours.days.iter().filter(|day| day.span.is_somewhere()) {
            let first = declared.iter().find(|declared| {
                declared.day == day.value && !are_apart(declared.hours.open(), hours.open())
            });
            let Some(first) = first else {
                declared.push(DeclaredDay { day: day.value, span: day.span, hours });
                continue;
            };
            let message = format!("the hours of {} are given twice", day.value.name());
            diagnostics.push(
                Diagnostic::new(Code::DuplicateId, day.span, message)
                    .label("the second time")
                    .related(first.span, "they are first given here")
                    .help(
                        "remove the day from one of the two lists, or write the day that is missing; a gym that \
                         closes at noon has spans that don't overlap",
                    )
                    .fix(file.sources.document(day.span.file).remove(day.span)),
            );
        }
    }
    declared
}

/// Reports the days of which nothing is said, but for as many as others are given `twice`.
fn missing_days(
    file: DeclaredHours<'_>,
    declared: &[DeclaredDay<'_>],
    twice: usize,
    diagnostics: &mut Diagnostics,
) {
    let is_missing = |day: &Weekday| declared.iter().all(|declared| declared.day != *day);
    let missing: Vec<&str> = Weekday::ALL.into_iter().filter(is_missing).map(Weekday::name).collect();
    if missing.len() <= twice {
        return;
    }
    let last = declared.last().map_or(file.span, |declared| declared.span);
    let message = format!("no [[hours]] say when the gym is open on {}", missing.join(", "));
    diagnostics.push(
        Diagnostic::new(Code::MissingKey, last, message)
            .label("the last day that is said")
            .help("add the day to the days of an [[hours]], or add one with closed = true"),
    );
}

/// Reports hours that last past midnight into those of the next day, once for each pair of `[[hours]]`.
fn past_midnight(file: DeclaredHours<'_>, declared: &[DeclaredDay<'_>], diagnostics: &mut Diagnostics) {
    for late in file.hours.iter().filter(|hours| hours.is_readable()) {
        let Some(open) = late.open() else { continue };
        let mut readable = declared.iter().filter(|early| early.hours.is_readable());
        let meets = readable.find_map(|early| {
            let begins = early.hours.open().filter(|next| next.start.minutes() < open.past_midnight())?;
            let day =
                late.days.iter().find(|day| day.value == early.day.before() && day.span.is_somewhere())?;
            Some((day.value, early, begins.start))
        });
        let (Some((day, early, begins)), Some(closes)) = (meets, late.closes) else { continue };
        let (until, from) = (closes.value.machine(), begins.machine());
        let next = early.day.name();
        let message = format!(
            "the hours of {} last until {until} of {next}, but on {next} the gym opens at {from}",
            day.name()
        );
        let right = if begins == TimeRange::WHOLE_DAY.start { TimeRange::WHOLE_DAY.end } else { begins };
        let right = right.machine();
        diagnostics.push(
            Diagnostic::new(Code::DuplicateId, closes.span, message)
                .label("on the next day")
                .related(early.span, format!("the hours of {next}"))
                .help(format!("write \"{right}\", or let {next} begin later"))
                .rename(file.sources, &until, &right, Applicability::Proposed),
        );
    }
}

/// True if a gym can have both hours on one day.
fn are_apart(one: Option<TimeRange>, other: Option<TimeRange>) -> bool {
    one.zip(other).is_some_and(|(one, other)| !one.overlaps(other))
}
