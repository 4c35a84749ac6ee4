//! Days on which the gym stays closed, or has other hours than on that day of other weeks.

use jiff::{ToSpan, civil::Date};

use super::Site;
use crate::{
    content::{Closure, OpenSpan, check_closures, check_span},
    diagnostic::{Diagnostics, Span},
    schema::decode::value::Text,
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
    /// Where content declares them.
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

/// Resolves closures, in the order of the calendar.
pub(super) fn resolve(closures: &[Closure]) -> Vec<SpecialDays> {
    let special = |closure: &Closure| {
        let hours = closure.opens.zip(closure.closes);
        let open = hours.and_then(|(opens, closes)| OpenSpan::new(opens.value, closes.value));
        let (first, last, span) = (closure.first, closure.last, closure.span);
        SpecialDays { first, last, note: closure.note.clone(), open: open.into_iter().collect(), span }
    };
    closures.iter().map(special).collect()
}

/// Reports closures that contradict each other, or the clock.
pub(super) fn check(site: &Site, diagnostics: &mut Diagnostics) {
    let of_branches = site.branches.values().map(|branch| branch.entry.closures());
    for closures in std::iter::once(site.gym.closures()).chain(of_branches) {
        check_closures(&closures, &site.sources, diagnostics);
        for closure in &closures {
            check_span(closure.opens, closure.closes, &site.sources, diagnostics);
        }
    }
}
