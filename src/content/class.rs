//! `content/classes/*.toml`: what is taught.

use super::{Trainer, parts::Picture};
use crate::{
    decode::{
        Fields, Record,
        value::{Reference, Spanned, Target, TargetKind, Text, Time, TimeRange, Weekday, end_before_start},
    },
    diagnostic::Span,
};

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name.
    pub title: Spanned<Text>,
    /// Who usually teaches it.
    pub trainer: Reference<Trainer>,
    /// The picture of its card.
    pub image: Picture,
    /// A sentence or two.
    pub summary: Text,
    /// The time shown on its card.
    pub slot: Slot,
}

impl Target for Class {
    const TARGET: &'static TargetKind = &TargetKind {
        noun: "class",
        defined_in: "content/classes, a file each",
        expected: "the id of a class, which is the name of its file without .toml, such as \"boxing\"",
        example: "\"boxing\"",
        numbered: false,
    };
}

impl Record for Class {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let title = fields.required("title", "The class's name, as visitors read it");
        let trainer = fields.required("trainer", "Who usually teaches it: a file of content/trainers");
        let image = fields.table("image", "The picture of its card");
        let summary = fields.required("summary", "What it is like, in a sentence or two");
        let slot = fields.table("slot", "The weekly time shown on its card");
        Self { title, trainer, image, summary, slot }
    }
}

/// A time of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The day.
    pub day: Weekday,
    /// From when to when.
    pub time: TimeRange,
}

impl Record for Slot {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let day = fields.required("day", "The day of the week");
        let time = read_time_range(fields);
        Self { day, time: time.value }
    }
}

/// The keys `start` and `end` of a table.
pub(super) fn read_time_range(fields: &mut Fields<'_, '_>) -> Spanned<TimeRange> {
    let start = fields.required("start", "When it begins");
    let end = fields.required("end", "When it ends");
    time_range(start, end, fields)
}

/// From `start` to `end`, or a report that the one isn't before the other.
pub(super) fn time_range(
    start: Spanned<Time>,
    end: Spanned<Time>,
    fields: &mut Fields<'_, '_>,
) -> Spanned<TimeRange> {
    match TimeRange::new(start.value, end.value) {
        Some(value) => Spanned { value, span: start.span.join(end.span) },
        None => {
            fields.report(end_before_start(start.span, end.span, (start.value, end.value)));
            Spanned { value: TimeRange::WHOLE_DAY, span: Span::NOWHERE }
        }
    }
}
