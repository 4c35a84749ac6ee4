//! Hours, the week, and the calendar, as rendering reads them.

use std::sync::Arc;

use jiff::Zoned;

use super::{Read, reader::Reader, record};
use crate::site::{Branch, Change, Class, Day, Opening, OpeningHours, SpecialDays};

impl Reader {
    /// When a branch is open, or, without one, the gym; `None` if content doesn't say.
    pub fn hours(&self, branch: Option<&str>) -> Option<&OpeningHours> {
        self.read_site_field("hours");
        self.read_of_branch(branch, "hours");
        let opening = self.site.opening_of(branch);
        opening.is_stated.then_some(&opening.usual)
    }

    /// The days on which a branch, or, without one, the gym stays closed or has other hours and that aren't over, the
    /// next ones first.
    pub fn closures(&self, branch: Option<&str>) -> impl Iterator<Item = &SpecialDays> {
        record(Read::Closures);
        self.site.opening_of(branch).coming(self.site.today.date())
    }

    /// When a branch is open, or, without one, the gym, on any day of the calendar.
    pub fn opening(&self, branch: Option<&str>) -> &Opening {
        for field in ["hours", "closure"] {
            self.read_site_field(field);
            self.read_of_branch(branch, field);
        }
        self.site.opening_of(branch)
    }

    fn read_of_branch(&self, branch: Option<&str>, field: &str) {
        let branch = branch.and_then(|id| self.site.branches.get(id));
        branch.into_iter().for_each(|branch| self.read_field("branches", &branch.id, field));
    }

    /// A branch with the fields of which the caller reads no other.
    pub fn branch(&self, id: &str, fields: &[&str]) -> Option<&Arc<Branch>> {
        let branch = self.site.branches.get(id)?;
        fields.iter().for_each(|field| self.read_field("branches", &branch.id, field));
        Some(branch)
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
        record(Read::Single("schedule"));
        &self.site.changes
    }

    /// The days of the week. Of the classes and trainers of their rows, nothing but the id may be read.
    pub fn week(&self) -> &[Day] {
        record(Read::Week);
        &self.site.week
    }
}
