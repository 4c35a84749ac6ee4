//! When an entry begins or ends, by a field of its type.

use jiff::{
    ToSpan,
    civil::{Date, DateTime},
};

use super::moment;
use crate::{
    render::site::RenderSite,
    schema::{Data, DeclaredFile, Table},
};

/// When an entry begins or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::render) enum EntryDate {
    /// A whole day.
    Day(Date),
    /// A moment on the clock of the site's time zone.
    Moment(DateTime),
}

impl EntryDate {
    /// The field of an entry that programs call `role`. Returns `None` if the entry says none.
    pub fn new(entry: &Table, file: &DeclaredFile, role: &str) -> Option<Self> {
        let value = &entry.get(file.field(role)?)?.value;
        if let Data::Datetime(moment) = value {
            return Some(Self::Moment(moment.civil()));
        }
        let Data::Date(day) = value else { return None };
        Some(Self::Day(day.date()))
    }

    /// The moment with which it begins.
    pub fn first_moment(self) -> DateTime {
        match self {
            Self::Day(day) => day.at(0, 0, 0, 0),
            Self::Moment(moment) => moment,
        }
    }

    /// The moment with which it is over.
    pub fn last_moment(self) -> DateTime {
        match self {
            Self::Day(day) => day_after(day).at(0, 0, 0, 0),
            Self::Moment(moment) => moment,
        }
    }

    /// As ISO 8601 writes it: a day, or a moment with its offset from UTC.
    pub fn iso(self, site: &RenderSite) -> String {
        match self {
            Self::Day(day) => day.to_string(),
            Self::Moment(date) => moment(date, site),
        }
    }
}

/// The day on which an entry is over that lasts until `day`, which it includes.
pub(super) fn day_after(day: Date) -> Date {
    day.saturating_add(1.day())
}
