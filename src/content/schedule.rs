//! `content/schedule.toml`: the week, day by day.

use super::{Class, Trainer, class::read_time_range};
use crate::{
    decode::{
        Fields, Record,
        value::{Reference, Spanned, TimeRange, Weekday, Word},
    },
    diagnostic::Span,
};

/// The week, from Monday to Sunday.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// The rows of each day, in the order in which they're written.
    pub days: Vec<(Weekday, Vec<Row>)>,
}

impl Record for Schedule {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let days =
            Weekday::ALL.map(|day| (day, fields.optional_tables(day.word(), "A class on this day"))).into();
        Self { days }
    }
}

/// A class on a day.
#[derive(Clone, Debug)]
pub struct Row {
    /// What.
    pub class: Reference<Class>,
    /// With whom.
    pub trainer: Reference<Trainer>,
    /// From when to when.
    pub time: Spanned<TimeRange>,
    /// Where the row stands.
    pub span: Span,
}

impl Record for Row {
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        let class = fields.required("class", "The class: a file of content/classes");
        let trainer = fields.required("trainer", "Who teaches: a file of content/trainers");
        let time = read_time_range(fields);
        let span = fields.span();
        Self { class, trainer, time, span }
    }
}
