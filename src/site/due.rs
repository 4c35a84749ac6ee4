//! The moments at which time alone changes the site.

use jiff::{Timestamp, civil::Date};

use super::{Site, tiers::price_changes};
use crate::schema::{Role, decode::value::Weekday};

impl Site {
    /// The next moment from which on a new build differs from this one: an entry appears, something ends, a row of the
    /// week, a season or a year begins. Parts of pages that depend only on the visitor's clock, such as events, don't
    /// count.
    pub fn changes_next(&self) -> Option<Timestamp> {
        let today = self.clock.today.date();
        let mut first_days: Vec<Date> = self.first_days_of_rows().collect();
        let mut last_days: Vec<Date> = self.dates_of_rows(today).collect();
        last_days.extend(self.changes().map(|change| change.last_day()));
        first_days.extend(self.notices.iter().filter_map(|notice| notice.period.first_day()));
        last_days.extend(self.notices.iter().filter_map(|notice| notice.period.last_day()));
        for (from, until) in self.entries_of(Role::Plan).iter().flat_map(|plan| price_changes(&plan.table)) {
            first_days.extend(from);
            last_days.extend(until.filter(|until| *until >= today));
        }
        for opening in self.openings() {
            last_days.extend(opening.coming(today).map(|closure| closure.last));
            for season in opening.usual.dated(today) {
                first_days.extend(season.file.as_ref().map(|file| file.entry.announced()));
                first_days.extend(season.first);
                last_days.extend(season.last);
            }
        }
        let first_days = first_days.into_iter().filter(|day| *day > today);
        let days_after = last_days.into_iter().filter_map(|day| day.tomorrow().ok());
        let next_year = Date::new(today.year() + 1, 1, 1).ok();
        let day = first_days.chain(days_after).chain(next_year).min();
        let day = day.and_then(|day| day.to_zoned(self.gym.settings.time_zone.clone()).ok());
        day.map(|day| day.timestamp()).into_iter().chain(self.next_appearance()).min()
    }

    /// The last dates of rows, and the next dates of rows that aren't in each week, which pages show.
    fn dates_of_rows(&self, today: Date) -> impl Iterator<Item = Date> {
        let rows = self
            .schedule
            .days
            .iter()
            .flat_map(|day| day.rows.iter().map(|row| (day.weekday, &row.entry.weeks)));
        rows.flat_map(move |(day, weeks): (Weekday, _)| {
            let last = weeks.last().filter(|last| *last >= today);
            let next = (!weeks.are_all()).then(|| weeks.dates(today, day).next());
            last.into_iter().chain(next.flatten())
        })
    }

    fn first_days_of_rows(&self) -> impl Iterator<Item = Date> {
        let rows = self.schedule.days.iter().flat_map(|day| &day.rows);
        let announced = self.schedule.seasons.iter().map(|season| season.entry.announced());
        rows.filter_map(|row| row.entry.weeks.first()).chain(announced)
    }
}
