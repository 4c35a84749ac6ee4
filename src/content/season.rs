//! `content/seasons/`: weeks and hours in place of the usual ones, from a first to a last day.

use std::sync::Arc;

use jiff::{ToSpan, civil::Date};

use super::{Entries, Hours, Schedule, Viewed, WeekRows};
use crate::{
    diagnostic::Span,
    schema::{
        EntryRef, View,
        decode::{Spanned, value::Text},
    },
};

#[derive(Debug, View)]
pub struct SeasonFields {
    pub title: Text,
    pub from: Spanned<Date>,
    pub until: Spanned<Date>,
    announce: Option<Spanned<Date>>,
    /// The branches whose week and hours it replaces; empty for all.
    #[view(key = "branch")]
    pub branches: Vec<Spanned<EntryRef>>,
    /// Its opening hours, if they are others than usual.
    pub hours: Vec<Hours>,
    #[view(flatten)]
    week: WeekRows,
    #[view(span)]
    pub span: Span,
}

/// A season and all its days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonDays {
    /// The id of the season.
    pub id: Arc<str>,
    pub first: Date,
    pub last: Date,
}

impl SeasonDays {
    pub fn covers(&self, day: Date) -> bool {
        (self.first..=self.last).contains(&day)
    }
}

/// The weeks before a season in which visitors see it, unless it says from when on.
const ANNOUNCED: i64 = 2;

impl SeasonFields {
    /// All its dates.
    pub fn dates(&self) -> impl Iterator<Item = Spanned<Date>> {
        [Some(self.from), Some(self.until), self.announce].into_iter().flatten()
    }

    /// False if a date of it can't be read, or it ends before it begins, which was reported.
    pub fn is_known(&self) -> bool {
        self.dates().all(|date| date.span.is_somewhere()) && self.from.value <= self.until.value
    }

    /// The day from which on visitors see it beside the week that is on.
    pub fn announced(&self) -> Date {
        match self.announce {
            Some(announce) => announce.value,
            None => self.from.value.saturating_sub(ANNOUNCED.weeks()),
        }
    }

    /// True if it is a week, and not hours alone.
    pub fn has_week(&self) -> bool {
        self.week.rows().next().is_some()
    }

    /// True if it replaces the week and the hours of a branch; without one, of the gym as a whole.
    pub fn is_of(&self, branch: Option<&str>) -> bool {
        self.branches.is_empty() || self.branches.iter().any(|own| Some(&*own.value.id) == branch)
    }

    /// True if both are of one branch, or one of them is of all.
    pub fn meets(&self, other: &Self) -> bool {
        other.branches.is_empty() || other.branches.iter().any(|branch| self.is_of(Some(&branch.value.id)))
    }
}

impl Viewed<SeasonFields> {
    pub fn days(&self) -> SeasonDays {
        let SeasonFields { from, until, .. } = &*self.entry;
        SeasonDays { id: self.id.clone(), first: from.value, last: until.value }
    }
}

impl Schedule {
    /// Adds the weeks of seasons, on whose days the usual rows aren't on.
    pub(super) fn add_seasons(&mut self, seasons: &Entries<SeasonFields>) {
        let weeks = seasons.values().filter(|season| season.entry.has_week() && season.entry.is_known());
        let mut weeks: Vec<_> = weeks.collect();
        weeks.sort_by_key(|season| season.entry.from.value);
        self.week.change(|row| {
            let branch = row.branch.as_ref().map(|branch| &*branch.value.id);
            let others = weeks.iter().filter(|season| season.entry.is_of(branch));
            row.weeks.except = others.map(|season| season.days()).collect();
        });
        for season in weeks {
            let mut week = WeekRows::view(&season.table);
            week.change(|row| {
                row.weeks.season = Some(season.days());
                if let [only] = &*season.entry.branches {
                    row.branch.get_or_insert_with(|| only.clone());
                }
            });
            self.week.append(week);
        }
    }
}
