//! Resolved entries: references replaced by what they refer to.

use std::sync::Arc;

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
    /// Its trainers on this day; none where nobody teaches.
    pub trainers: Vec<Arc<Trainer>>,
    /// In which of the gym's branches; `None` if it has none, or content doesn't say.
    pub branch: Option<Arc<Branch>>,
    pub time: TimeRange,
}

impl ScheduledClass {
    pub fn branch_id(&self) -> Option<&str> {
        self.branch.as_ref().map(|branch| &*branch.id)
    }
}
