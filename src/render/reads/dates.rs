//! Hours, the week, and the calendar, as rendering reads them.

use jiff::{Zoned, civil::Date};

use super::{Read, reader::Reader, record};
use crate::{
    decode::value::TimeRange,
    site::{Change, Class, Day, OpeningHours, SpecialDays},
};

impl Reader {
    /// When the gym is open; `None` if content doesn't say.
    pub fn hours(&self) -> Option<&OpeningHours> {
        self.read_site_field("hours");
        (!self.site.gym.hours.is_empty()).then_some(&self.site.hours)
    }

    /// The days on which the gym stays closed or has other hours and that aren't over, the next ones first.
    pub fn closures(&self) -> impl Iterator<Item = &SpecialDays> {
        record(Read::Closures);
        self.site.closures()
    }

    /// All days of the calendar on which the gym stays closed or has other hours.
    pub fn all_closures(&self) -> &[SpecialDays] {
        self.read_hours_of_dates();
        &self.site.closures
    }

    /// True if the gym doesn't stay closed on this day, and is open for the whole of `time`.
    pub fn is_open(&self, day: Date, time: TimeRange) -> bool {
        self.read_hours_of_dates();
        self.site.is_open(day, time)
    }

    fn read_hours_of_dates(&self) {
        ["hours", "closure"].into_iter().for_each(|field| self.read_site_field(field));
    }

    /// The year of the build.
    pub fn year(&self) -> i16 {
        record(Read::Year);
        self.site.today.year()
    }

    /// The first moment of the year of the build, on the site's clock.
    pub fn first_of_year(&self) -> Zoned {
        record(Read::Year);
        let first = self.site.today.date().first_of_year();
        first.to_zoned(self.zone().clone()).unwrap_or_else(|_| self.site.today.clone())
    }

    /// When the day of the build began.
    pub fn today(&self) -> &Zoned {
        record(Read::Today);
        &self.site.today
    }

    /// The classes that the week has, or a date of it, each once, by id.
    pub fn scheduled(&self) -> Vec<&Class> {
        record(Read::Week);
        self.all_changes();
        self.site.scheduled().inspect(|class| self.read_field("classes", &class.id, "title")).collect()
    }

    /// What is otherwise in the week on a date that isn't over, the next one first. Of classes and trainers, nothing but
    /// the id may be read.
    pub fn changes(&self) -> impl Iterator<Item = &Change> {
        record(Read::Changes);
        self.site.changes()
    }

    /// What is otherwise in the week on a date, also on those that are over. Of classes and trainers, nothing but the id
    /// may be read.
    pub fn all_changes(&self) -> &[Change] {
        record(Read::Single("schedule".into()));
        &self.site.changes
    }

    /// The days of the week. Of the classes and trainers of their rows, nothing but the id may be read.
    pub fn week(&self) -> &[Day] {
        record(Read::Week);
        &self.site.week
    }
}
