//! `content/schedule.toml`: the week, day by day.

use gympress_derive::View;

use crate::{
    decode::{
        Spanned,
        value::{CalendarDay, Time, TimeRange, Weekday},
    },
    diagnostic::Span,
    schema::EntryRef,
};

/// The week.
#[derive(Debug, View)]
pub struct Schedule {
    monday: Vec<Row>,
    tuesday: Vec<Row>,
    wednesday: Vec<Row>,
    thursday: Vec<Row>,
    friday: Vec<Row>,
    saturday: Vec<Row>,
    sunday: Vec<Row>,
    /// Classes that don't take place on a date.
    pub cancelled: Vec<Occurrence>,
    /// Other trainers on a date.
    #[view(key = "substitute")]
    pub substitutes: Vec<Substitute>,
    /// Classes on a date only.
    pub extra: Vec<Extra>,
}

impl Schedule {
    /// The rows of each day from Monday on, in the order in which they're written.
    pub fn days(&self) -> impl Iterator<Item = (Weekday, &[Row])> {
        let rows = [
            &self.monday,
            &self.tuesday,
            &self.wednesday,
            &self.thursday,
            &self.friday,
            &self.saturday,
            &self.sunday,
        ];
        Weekday::ALL.into_iter().zip(rows).map(|(day, rows)| (day, rows.as_slice()))
    }

    /// The rows of a day.
    pub fn on(&self, day: Weekday) -> &[Row] {
        self.days().find(|(other, _)| *other == day).map(|(_, rows)| rows).unwrap_or_default()
    }
}

/// A class on a day.
#[derive(Debug, View)]
pub struct Row {
    /// The class that is taught.
    pub class: Spanned<EntryRef>,
    /// Its trainer on this day.
    pub trainer: Spanned<EntryRef>,
    /// The branch, of a gym that has several.
    pub branch: Option<Spanned<EntryRef>>,
    start: Spanned<Time>,
    end: Spanned<Time>,
    /// Where the row stands.
    #[view(span)]
    pub span: Span,
}

impl Row {
    /// From when to when; the whole day, nowhere in the file, where the end is wrong, which was reported.
    pub fn time(&self) -> Spanned<TimeRange> {
        match TimeRange::new(self.start.value, self.end.value) {
            Some(value) => Spanned { value, span: self.start.span.join(self.end.span) },
            None => Spanned { value: TimeRange::WHOLE_DAY, span: Span::NOWHERE },
        }
    }
}

/// A class of the week on a date.
#[derive(Debug, View)]
pub struct Occurrence {
    /// The date.
    pub date: Spanned<CalendarDay>,
    /// The class.
    pub class: Spanned<EntryRef>,
    /// When it begins, if it's more than once on that day.
    pub start: Option<Spanned<Time>>,
    /// The branch, if it's in several at that time.
    pub branch: Option<Spanned<EntryRef>>,
    /// Where it stands.
    #[view(span)]
    pub span: Span,
}

/// Another trainer of a class of the week, on a date.
#[derive(Debug, View)]
pub struct Substitute {
    /// The class and the date.
    #[view(flatten)]
    pub occurrence: Occurrence,
    /// Who teaches it on that date.
    pub trainer: Spanned<EntryRef>,
}

/// A class on a date only.
#[derive(Debug, View)]
pub struct Extra {
    /// The date.
    pub date: Spanned<CalendarDay>,
    /// The class, its trainer and time.
    #[view(flatten)]
    pub row: Row,
}
