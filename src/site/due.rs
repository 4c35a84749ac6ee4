//! The moments at which time alone changes the site.

use jiff::{
    Timestamp,
    civil::{Date, DateTime},
};

use super::{Site, publication::Reason, tiers::price_changes};
use crate::schema::{Role, decode::value::Weekday};

/// A moment from which on a new build differs from this one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComingChange {
    pub at: Timestamp,
    /// The change, for the person who runs the gym: `"Open day" appears`.
    pub what: String,
}

/// The days that begin something and those that end something, each with what changes in the build of that day or of the next.
struct ChangingDays {
    today: Date,
    found: Vec<(Date, String)>,
}

impl ChangingDays {
    fn begins(&mut self, day: Option<Date>, what: impl FnOnce() -> String) {
        self.found.extend(day.filter(|day| *day > self.today).map(|day| (day, what())));
    }

    fn ends(&mut self, day: Option<Date>, what: impl FnOnce() -> String) {
        let day = day.filter(|day| *day >= self.today).and_then(|day| day.tomorrow().ok());
        self.found.extend(day.map(|day| (day, what())));
    }
}

impl Site {
    /// The next moment from which on a new build differs from this one: an entry appears, something ends, a row of the
    /// week, a season or a year begins. Parts of pages that depend only on the visitor's clock, such as events, don't
    /// count.
    pub fn next_change(&self) -> Option<ComingChange> {
        let mut days = ChangingDays { today: self.clock.today.date(), found: Vec::new() };
        self.add_week(&mut days);
        self.add_notices_and_prices(&mut days);
        self.add_hours(&mut days);
        let year = days.today.year() + 1;
        days.begins(Date::new(year, 1, 1).ok(), || format!("the year {year} begins"));
        let zone = &self.gym.settings.time_zone;
        let days = days.found.into_iter().filter_map(|(day, what)| {
            let at = DateTime::from(day).to_zoned(zone.clone()).ok()?.timestamp();
            Some(ComingChange { at, what })
        });
        days.chain(self.appearances()).min_by_key(|change| change.at)
    }

    /// The entries that appear by themselves.
    pub(super) fn appearances(&self) -> impl Iterator<Item = ComingChange> {
        self.held_back().filter_map(|entry| match &entry.reason {
            Reason::Scheduled(at) => {
                Some(ComingChange { at: at.timestamp(), what: format!("\"{}\" appears", entry.title) })
            }
            Reason::Draft(_) => None,
        })
    }

    /// The rows of the week, whose dates pages show if they aren't in each week, its seasons, and changes of single dates.
    fn add_week(&self, days: &mut ChangingDays) {
        for day in &self.schedule.days {
            let weekday: Weekday = day.weekday;
            for row in &day.rows {
                let (weeks, title) = (&row.entry.weeks, row.class.entry.title.value.as_str());
                days.begins(weeks.first(), || format!("\"{title}\" begins"));
                days.ends(weeks.last(), || format!("\"{title}\" ends"));
                if !weeks.are_all() {
                    let next = weeks.dates(days.today, weekday).next();
                    days.ends(next, || format!("\"{title}\" has another next date"));
                }
            }
        }
        for season in &self.schedule.seasons {
            days.begins(Some(season.entry.announced()), || {
                format!("\"{}\" is announced", season.entry.title.as_str())
            });
        }
        for change in self.changes() {
            days.ends(Some(change.last_day()), || {
                format!("a change of \"{}\" is over", change.class.entry.title.value.as_str())
            });
        }
    }

    fn add_notices_and_prices(&self, days: &mut ChangingDays) {
        for notice in &self.notices {
            days.begins(notice.period.first_day(), || {
                format!("the notice \"{}\" appears", notice.text.value.as_str())
            });
            days.ends(notice.period.last_day(), || {
                format!("the notice \"{}\" goes", notice.text.value.as_str())
            });
        }
        for plan in self.entries_of(Role::Plan) {
            for (from, until) in price_changes(&plan.table) {
                let what = || format!("the price of \"{}\" changes", plan.title());
                days.begins(from, what);
                days.ends(until, what);
            }
        }
    }

    /// The closures and the seasons of opening hours.
    fn add_hours(&self, days: &mut ChangingDays) {
        let today = days.today;
        for opening in self.openings() {
            for closure in opening.coming(today) {
                days.ends(Some(closure.last), || {
                    format!("the other hours of \"{}\" are over", closure.note.as_str())
                });
            }
            for season in opening.usual.dated(today) {
                let announced = season.file.as_ref().map(|file| file.entry.announced());
                days.begins(announced, || "other opening hours are announced".to_owned());
                days.begins(season.first, || "other opening hours begin".to_owned());
                days.ends(season.last, || "opening hours of a season end".to_owned());
            }
        }
    }
}
