//! Days on which the gym stays closed, or has other hours than on that day of other weeks.

use jiff::{ToSpan, civil::Date};

use super::{Opening, OpeningHours, Site};
use crate::{
    content::{Closure, OpenSpan, check_closures, check_span},
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
    schema::decode::value::{Text, Time, Weekday},
    source::Sources,
};

/// One or several days with the same hours, which are not those of other weeks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecialDays {
    pub first: Date,
    /// The last day, which may be the first.
    pub last: Date,
    pub note: Text,
    /// When the gym is open on each of them, the earliest first; never if it stays closed.
    pub open: Vec<OpenSpan>,
    /// Where content states them.
    pub span: Span,
}

impl SpecialDays {
    pub fn days(&self) -> impl Iterator<Item = Date> {
        let last = self.last;
        self.first.series(1.day()).take_while(move |day| *day <= last)
    }

    pub fn covers(&self, day: Date) -> bool {
        (self.first..=self.last).contains(&day)
    }
}

/// Resolves closures, in the order of the calendar. One that depends on the hours of the week is split where these
/// differ between its days.
pub(super) fn resolve(closures: &[Closure], usual: &OpeningHours) -> Vec<SpecialDays> {
    let mut days: Vec<SpecialDays> = Vec::new();
    for closure in closures {
        let (note, span) = (&closure.note, closure.span);
        let special = |first, last, open| SpecialDays { first, last, note: note.clone(), open, span };
        if closure.opens.is_some() == closure.closes.is_some() {
            let open = open_on(closure, usual, Weekday::from_date(closure.first));
            days.push(special(closure.first, closure.last, open));
            continue;
        }
        let mut previous: Option<SpecialDays> = None;
        for day in closure.days() {
            let open = open_on(closure, usual, Weekday::from_date(day));
            previous = match previous {
                Some(run) if run.open == open => Some(SpecialDays { last: day, ..run }),
                run => {
                    days.extend(run);
                    // On a day on which it's closed anyway nothing is special.
                    (!open.is_empty()).then(|| special(day, day, open))
                }
            };
        }
        days.extend(previous);
    }
    days
}

/// When the gym is open on a day of a closure that is this day of the week.
fn open_on(closure: &Closure, usual: &OpeningHours, day: Weekday) -> Vec<OpenSpan> {
    let usual = usual.on(day);
    match (closure.opens.map(|opens| opens.value), closure.closes.map(|closes| closes.value)) {
        (None, None) => Vec::new(),
        (Some(opens), Some(closes)) => OpenSpan::new(opens, closes).into_iter().collect(),
        (None, Some(closes)) => until(closes, usual),
        (Some(opens), None) => from(opens, usual),
    }
}

/// The usual spans on a day on which the gym closes earlier or later.
fn until(closes: Time, usual: &[OpenSpan]) -> Vec<OpenSpan> {
    let Some(first) = usual.first() else { return Vec::new() };
    let end = OpenSpan::new(first.opens(), closes).map_or(0, |span| span.minutes().1);
    let is_within = |span: &OpenSpan| span.minutes().0 < end;
    let is_later = usual.last().is_some_and(|last| last.minutes().1 < end);
    let count = usual.iter().filter(|span| is_within(span)).count();
    let shortened = usual.iter().take(count).enumerate().map(|(index, span)| {
        let changes = span.minutes().1 > end || is_later && index + 1 == count;
        if changes { OpenSpan::new(span.opens(), closes).unwrap_or(*span) } else { *span }
    });
    shortened.collect()
}

/// The usual spans on a day on which the gym opens later or earlier.
fn from(opens: Time, usual: &[OpenSpan]) -> Vec<OpenSpan> {
    let start = opens.minutes();
    let is_earlier = usual.first().is_some_and(|first| start < first.minutes().0);
    let left = usual.iter().filter(|span| span.minutes().1 > start).enumerate().map(|(index, span)| {
        let changes = span.minutes().0 < start || is_earlier && index == 0;
        if changes { OpenSpan::new(opens, span.closes()).unwrap_or(*span) } else { *span }
    });
    left.collect()
}

/// Reports closures that contradict each other, the hours of the week, or the clock.
pub(super) fn check(site: &Site, diagnostics: &mut Diagnostics) {
    check_file(&site.gym.closures(), &site.opening, &site.sources, diagnostics);
    for branch in site.branches.values() {
        check_file(&branch.entry.closures(), &branch.opening, &site.sources, diagnostics);
    }
}

/// Reports them of a file: the gym's or a branch's.
fn check_file(closures: &[Closure], opening: &Opening, sources: &Sources, diagnostics: &mut Diagnostics) {
    check_closures(closures, sources, diagnostics);
    for closure in closures {
        check_span(closure.opens, closure.closes, sources, diagnostics);
        if !opening.is_readable {
            continue;
        }
        diagnostics.extend(half(closure, opening, sources).or_else(|| too_late(closure, opening)));
    }
}

/// What is wrong with a closure that names one end of the hours, where the day has no other one.
fn half(closure: &Closure, opening: &Opening, sources: &Sources) -> Option<Diagnostic> {
    let (declared, named, missing, example) = match (closure.opens, closure.closes) {
        (Some(opens), None) => (opens, "opens", "closes", "21:00"),
        (None, Some(closes)) => (closes, "closes", "opens", "07:00"),
        (Some(_), Some(_)) | (None, None) => return None,
    };
    let is_known = opening.is_declared;
    if is_known && closure.days().any(|day| !opening.usual.on(Weekday::from_date(day)).is_empty()) {
        return None;
    }
    let message = match is_known {
        true => {
            let day = Weekday::from_date(closure.first);
            format!(
                "on {}, a {}, the gym is closed anyway, and \"{missing}\" isn't here",
                closure.first,
                day.title()
            )
        }
        false => format!("no [[hours]] say when the gym is open, and \"{missing}\" isn't here"),
    };
    Some(
        Diagnostic::new(Code::MissingKey, closure.span, message)
            .label(format!("\"{missing}\" is missing here"))
            .related(declared.span, format!("\"{named}\" needs it"))
            .expected(format!("{missing} = \"{example}\" beside \"{named}\""))
            .help(format!(
                "add the line: {missing} = \"{example}\", or remove \"{named}\" if the gym stays closed"
            ))
            .fix(sources.document(closure.span.file).insert(
                Some(closure.span),
                missing,
                &format!("\"{example}\""),
                &[],
            )),
    )
}

/// What is wrong with a closure by which the gym opens after its usual end.
fn too_late(closure: &Closure, opening: &Opening) -> Option<Diagnostic> {
    let opens = closure.opens.filter(|opens| closure.closes.is_none() && opens.span.is_somewhere())?;
    let usual = |day: &Date| opening.usual.on(Weekday::from_date(*day));
    let day =
        closure.days().find(|day| !usual(day).is_empty() && from(opens.value, usual(day)).is_empty())?;
    let end = usual(&day).last()?.closes().machine();
    let message = format!("on {day} the gym usually closes at {end}, before it opens");
    Some(
        Diagnostic::new(Code::EndBeforeStart, opens.span, message)
            .label("later than the usual end")
            .expected("a time before the usual end, or \"closes\" beside \"opens\"")
            .help("write when the gym closes on that day, or correct the time"),
    )
}
