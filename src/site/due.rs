//! When the same content gives another site by the date alone.

use jiff::{Timestamp, civil::Date};

use super::Site;
use crate::{content::PlanFields, schema::decode::value::Weekday};

impl Site {
    /// The next moment from which on a new build differs from this one: an entry appears, something is over, a row of the week
    /// or a season begins, or a year. What goes by the visitor's clock alone, such as events, isn't among it.
    pub fn changes_next(&self) -> Option<Timestamp> {
        let today = self.today.date();
        let offers = self.plans.values().filter_map(|plan| PlanFields::current_offer(&plan.entry, today));
        let closures = self.openings().flat_map(|opening| opening.coming(today));
        let last_days = offers.map(|offer| offer.until);
        let last_days = last_days.chain(closures.map(|closure| closure.last));
        let last_days = last_days.chain(self.changes().map(|change| change.last_day()));
        let seasons = || self.openings().flat_map(|opening| opening.usual.dated(today));
        let last_days = last_days.chain(seasons().filter_map(|season| season.last));
        let last_days = last_days.chain(self.dates_of_rows(today));
        let first_days = seasons().filter_map(|season| season.first);
        let first_days = first_days.chain(self.first_days_of_rows()).filter(|day| *day > today);
        let next_year = Date::new(today.year() + 1, 1, 1).ok();
        let days = last_days.filter_map(|day| day.tomorrow().ok()).chain(first_days).chain(next_year);
        let day = days.min().and_then(|day| day.to_zoned(self.gym.time_zone.clone()).ok());
        day.map(|day| day.timestamp()).into_iter().chain(self.next_appearance()).min()
    }

    /// The last dates of rows, and the next of those that aren't on in each week, of which pages say when they are next.
    fn dates_of_rows(&self, today: Date) -> impl Iterator<Item = Date> {
        let rows =
            self.week.iter().flat_map(|day| day.rows.iter().map(|row| (day.weekday, &row.entry.weeks)));
        rows.flat_map(move |(day, weeks): (Weekday, _)| {
            let last = weeks.until.map(|until| until.value).filter(|last| *last >= today);
            let next = (!weeks.are_all()).then(|| weeks.dates(today, day).next());
            last.into_iter().chain(next.flatten())
        })
    }

    fn first_days_of_rows(&self) -> impl Iterator<Item = Date> {
        let rows = self.week.iter().flat_map(|day| &day.rows);
        rows.filter_map(|row| row.entry.weeks.from.map(|from| from.value))
    }
}
