//! Resolved entries, with the referenced entries in place of references.

use std::sync::Arc;

use jiff::civil::Date;

use super::Branch;
use crate::{
    content,
    schema::decode::value::{TimeRange, Weekday},
};

pub type Trainer = content::Viewed<content::TrainerFields>;
pub type Class = content::Viewed<content::ClassFields>;

#[derive(Debug)]
pub struct Day {
    pub weekday: Weekday,
    pub rows: Vec<ScheduledClass>,
}

#[derive(Debug)]
pub struct ScheduledClass {
    pub entry: Arc<content::ClassSlot>,
    pub class: Arc<Class>,
    /// Its trainers on this day; empty if nobody teaches.
    pub trainers: Vec<Arc<Trainer>>,
    /// The branch in which it is held; `None` if the gym has none, or content names none.
    pub branch: Option<Arc<Branch>>,
    pub time: TimeRange,
}

impl ScheduledClass {
    /// True if its last date is before `today`.
    pub fn is_over(&self, today: Date) -> bool {
        self.entry.weeks.last().is_some_and(|last| last < today)
    }

    pub fn branch_id(&self) -> Option<&str> {
        self.branch.as_ref().map(|branch| &*branch.id)
    }
}
