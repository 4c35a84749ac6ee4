//! Opening hours of the gym and of its branches: the hours of the week, and the days with other hours.

use std::{collections::BTreeMap, sync::Arc};

use jiff::civil::Date;

use super::{
    OpeningHours, Site,
    hours::{DeclaredHours, covers},
    seasons::SeasonHours,
};
use crate::{
    content::{self, Content, HoursException, check_closures, check_span, days_between},
    diagnostic::Diagnostics,
    schema::decode::value::{TimeRange, Weekday},
};

/// The hours of the week, and the days with other hours.
#[derive(Clone, Debug)]
pub struct Opening {
    pub usual: OpeningHours,
    /// False if content doesn't declare the hours of the week.
    pub is_declared: bool,
    /// The days on which it is closed or has other hours, in the order of the calendar.
    pub special: Vec<HoursException>,
}

impl Opening {
    /// The opening hours of the gym as a whole.
    pub(super) fn for_gym(content: &Content, diagnostics: &mut Diagnostics) -> Self {
        let gym = &content.gym.value;
        let declared = DeclaredHours {
            hours: &gym.hours,
            week: gym.week(),
            span: gym.span,
            sources: &content.project.sources,
        };
        let usual = OpeningHours::resolve(declared, diagnostics);
        Self { usual, is_declared: !gym.hours.is_empty(), special: gym.closures() }
    }

    /// The same with the hours of the seasons of a branch; without one, of the gym as a whole.
    pub(super) fn in_seasons(mut self, seasons: &[SeasonHours], branch: Option<&str>) -> Self {
        for season in seasons.iter().filter(|season| season.file.entry.is_of(branch)) {
            self.usual.add_season(&season.file, &season.hours);
            self.is_declared = true;
        }
        self
    }

    /// The opening hours of a branch: its own hours, else the gym's; its own closures, and the gym's on other days.
    fn for_branch(
        &self,
        branch: &content::BranchFields,
        content: &Content,
        diagnostics: &mut Diagnostics,
    ) -> Self {
        let gym = &content.gym.value;
        let (usual, is_declared) = if branch.hours.is_empty() {
            (self.usual.clone(), self.is_declared)
        } else {
            let (week, sources) = (gym.week(), &*content.project.sources);
            let declared = DeclaredHours { hours: &branch.hours, week, span: branch.span, sources };
            (OpeningHours::resolve(declared, diagnostics), true)
        };
        let own = branch.closures();
        let mut closures: Vec<HoursException> =
            gym.closures().iter().flat_map(|closure| closure.outside(&own)).collect();
        closures.extend(own);
        closures.sort_by_key(|closure| (closure.first, closure.last));
        Self { usual, is_declared, special: closures }
    }

    /// The spans of this day, the earliest first.
    pub fn open_on(&self, day: Date) -> &[TimeRange] {
        let usual = self.usual.on(day);
        match self.special_day(day) {
            Some(special) if special.opens_closed_days || !usual.is_empty() => &special.open,
            Some(_) | None => usual,
        }
    }

    /// The exception that covers this day, if there is one.
    pub fn special_day(&self, day: Date) -> Option<&HoursException> {
        self.special.iter().find(|special| special.covers(day))
    }

    /// True if it isn't closed on this day, and open for the whole of `time`.
    pub fn is_open(&self, day: Date, time: TimeRange) -> bool {
        let open = self.open_on(day);
        !open.is_empty() && covers(around(day, |day| self.open_on(day)), time)
    }

    /// True if the usual hours of this day, or in the week of a season its hours, cover the whole of `time`, whatever other
    /// exceptions say.
    pub fn is_usually_open(&self, day: Date, time: TimeRange, is_of_season: bool) -> bool {
        covers(around(day, |day| self.usual.usual_on(day, is_of_season)), time)
    }

    /// True if a class at `time` of this day is on a day with other hours.
    pub fn is_special(&self, day: Date, time: TimeRange) -> bool {
        let next = day.tomorrow().ok().filter(|_| time.past_midnight() > 0);
        [Some(day), next].into_iter().flatten().any(|day| self.is_exception(day))
    }

    fn is_exception(&self, day: Date) -> bool {
        self.special_day(day).is_some() || self.usual.is_seasonal(day)
    }

    /// The first and last dates of the exceptions that end on `today` or later: days with other hours in the order of
    /// the calendar, then seasons.
    pub fn exceptions(&self, today: Date) -> impl Iterator<Item = (Date, Date)> {
        let special = self.special.iter().map(|special| (special.first, special.last));
        special.chain(self.usual.bounded_seasons()).filter(move |(_, last)| *last >= today)
    }

    /// The dates on this day of the week on which an exception keeps it from being open for the whole of `time`.
    pub fn not_open(&self, (first, last): (Date, Date), weekday: Weekday, time: TimeRange) -> Vec<Date> {
        // A class past midnight that begins on the day before ends on a day with other hours.
        let before = first.yesterday().ok();
        let before = before.filter(|day| time.past_midnight() > 0 && !self.is_exception(*day));
        let days = days_between(first, last).filter(|day| self.is_exception(*day));
        let days = before.into_iter().chain(days);
        days.filter(|day| Weekday::from_date(*day) == weekday && !self.is_open(*day, time)).collect()
    }

    /// The coming days with other hours, the next ones first.
    pub fn coming(&self, today: Date) -> impl Iterator<Item = &HoursException> {
        self.special.iter().filter(move |special| special.last >= today)
    }
}

/// The spans of the day before, the day itself and the day after.
fn around<'o>(day: Date, open_on: impl Fn(Date) -> &'o [TimeRange]) -> [&'o [TimeRange]; 3] {
    [
        day.yesterday().map(&open_on).unwrap_or_default(),
        open_on(day),
        day.tomorrow().map(&open_on).unwrap_or_default(),
    ]
}

/// A branch of a gym with several places.
#[derive(Debug)]
pub struct Branch {
    pub id: Arc<str>,
    /// The fields of its file.
    pub entry: Arc<content::BranchFields>,
    pub opening: Opening,
}

pub(super) fn branches(
    content: &Content,
    opening: &Opening,
    seasons: &[SeasonHours],
    diagnostics: &mut Diagnostics,
) -> BTreeMap<Arc<str>, Arc<Branch>> {
    let mut branches = BTreeMap::new();
    for (id, found) in &content.branches {
        let entry = found.entry.clone();
        let opening = opening.for_branch(&entry, content, diagnostics).in_seasons(seasons, Some(id));
        branches.insert(id.clone(), Arc::new(Branch { id: id.clone(), entry, opening }));
    }
    branches
}

/// Reports closures that contradict each other, or have impossible times.
pub(super) fn check_special(site: &Site, diagnostics: &mut Diagnostics) {
    let branch_closures = site.gym.branches.values().map(|branch| branch.entry.closures());
    for closures in std::iter::once(site.gym.settings.closures()).chain(branch_closures) {
        check_closures(&closures, &site.project.sources, diagnostics);
        for closure in &closures {
            check_span(closure.opens, closure.closes, diagnostics);
        }
    }
}
