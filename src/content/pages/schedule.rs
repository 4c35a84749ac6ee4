//! `content/pages/schedule.toml`: the words of the week and of its days.

use serde::Serialize;

use super::Head;
use crate::{
    content::parts::{Banner, Button},
    decode::{Fields, Record, value::Text},
};

/// The words of the schedule's pages.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "each is the value of the key of its name")]
pub struct SchedulePage {
    #[serde(flatten)]
    pub head: Head,
    pub day_heading: Text,
    pub tabs_label: Text,
    pub week: Button,
    pub week_heading: Text,
    pub week_text: Text,
    pub class: Text,
    pub time: Text,
    pub trainer: Text,
    pub join: Text,
    pub today: Text,
    pub empty: Text,
    pub note: Text,
    pub closures: Option<Text>,
    pub calendar: Option<CalendarWords>,
    pub banner: Banner,
}

impl Record for SchedulePage {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let head = Head::read(fields);
        let day_heading = fields.required("day_heading", "The heading of a day's page");
        let tabs_label = fields.required("tabs_label", "What the tabs are called by screen readers");
        let week = fields.table("week", "The tab of the whole week");
        let week_heading = fields.required("week_heading", "The heading of the whole week");
        let week_text = fields.required("week_text", "The text below it");
        let class = fields.required("class", "The heading of the classes' column");
        let time = fields.required("time", "The heading of the times' column");
        let trainer = fields.required("trainer", "The heading of the trainers' column");
        let join = fields.required("join", "The link of each row");
        let today = fields.required("today", "What marks the tab of today");
        let empty = fields.required("empty", "What is said on a day without classes");
        let note = fields.required("note", "A note below the table");
        let closures =
            fields.optional("closures", "What stands above the days on which the gym stays closed");
        let calendar =
            fields.optional_table("calendar", "The links to the calendars; without it there are none");
        let banner = fields.table("banner", "The head of the page");
        Self {
            head,
            day_heading,
            tabs_label,
            week,
            week_heading,
            week_text,
            class,
            time,
            trainer,
            join,
            today,
            empty,
            note,
            closures,
            calendar,
            banner,
        }
    }
}

/// The links to the calendars.
#[derive(Clone, Debug, Serialize)]
pub struct CalendarWords {
    /// To the one of the week.
    pub week: Text,
    /// To the one of a class.
    pub class: Text,
    /// What stands above those of all classes.
    pub classes: Text,
}

impl Record for CalendarWords {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let week = fields.required("week", "The link to the calendar of the whole week");
        let class = fields.required("class", "The link of each class to its own calendar");
        let classes = fields.required("classes", "What stands above the calendars of all classes");
        Self { week, class, classes }
    }
}
