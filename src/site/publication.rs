//! Publication: which entries are published at the time of the build.

use std::sync::Arc;

use jiff::{Timestamp, ToSpan, Zoned, civil::DateTime, tz::TimeZone};

use crate::{
    content::Entry,
    diagnostic::{Diagnostic, FileId, Span, code, diagnostic},
    schema::{CollectionType, Name, Table},
};

/// An entry that waits to be published.
#[derive(Clone, Debug)]
pub struct HeldBack {
    pub file: FileId,
    pub title: Arc<str>,
    /// The address of its future page, if entries of its type have pages.
    pub path: Option<Arc<str>>,
    /// The noun of its type.
    pub noun: Arc<str>,
    pub reason: Reason,
    /// The value that gives the reason.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The field with this name makes it a draft.
    Draft(Name),
    /// Its date hasn't come yet.
    Scheduled(Zoned),
}

impl Reason {
    /// "draft" or "appears on ...".
    pub fn describe(&self) -> String {
        match self {
            Self::Draft(field) => format!("draft; remove {field} = true to publish it"),
            Self::Scheduled(at) => {
                let zone = at.time_zone().iana_name().unwrap_or("UTC");
                format!("appears with a build on or after {} ({zone})", moment(at))
            }
        }
    }
}

impl HeldBack {
    /// The words beside its title where it is shown all the same.
    pub fn mark(&self) -> String {
        match &self.reason {
            Reason::Draft(_) => "draft: hidden from visitors".to_owned(),
            Reason::Scheduled(_) => self.reason.describe(),
        }
    }

    pub fn note(&self) -> Diagnostic {
        diagnostic!(code::LEFT_OUT, Span::whole(self.file), "left out: {}", self.reason.describe())
    }

    /// The note on a mistake that begins to matter once the entry is published.
    pub fn later_note(&self) -> String {
        match &self.reason {
            Reason::Draft(_) => {
                "this matters once the draft is published, and stops nothing until then".to_owned()
            }
            Reason::Scheduled(at) => format!(
                "this matters from {} on, when the {} appears: the site can't be published then, and is until then",
                moment(at),
                self.noun
            ),
        }
    }
}

/// `2026-12-31 18:00`
fn moment(at: &Zoned) -> String {
    at.strftime("%Y-%m-%d %H:%M").to_string()
}

pub(super) struct Moment<'z> {
    now: Timestamp,
    zone: &'z TimeZone,
    /// Everything older on the zone's clock is published.
    long_ago: DateTime,
}

impl<'z> Moment<'z> {
    pub fn new(now: Timestamp, zone: &'z TimeZone) -> Self {
        // No clock change is longer than a day.
        let day_before = now.to_zoned(zone.clone()).datetime().checked_sub(2.days());
        Self { now, zone, long_ago: day_before.unwrap_or(DateTime::MIN) }
    }

    /// The entry as one that waits to be published. Returns `None` if it is published.
    pub fn held_back(&self, entry: &Entry, declared: &CollectionType) -> Option<HeldBack> {
        let (field, reason) = self.reason(&entry.table, declared)?;
        Some(HeldBack {
            file: entry.file,
            title: entry.title().clone(),
            path: declared.path(entry.slug()).map(Arc::from),
            noun: declared.collection.nouns[0].clone(),
            span: entry.table.get(field).map_or(entry.span, |written| written.span),
            reason,
        })
    }

    /// The field that holds an entry back, and the reason.
    ///
    /// If clocks skip a date or show it twice, the earlier moment counts. A date after the end of the calendar
    /// (9999-12-31 23:00 west of Greenwich) counts as the end.
    fn reason<'d>(&self, entry: &Table, declared: &'d CollectionType) -> Option<(&'d Name, Reason)> {
        if let Some(draft) = declared.draft.as_ref().filter(|draft| entry.is(draft)) {
            return Some((draft, Reason::Draft(draft.clone())));
        }
        let dated = declared.dated.as_ref()?;
        let date = declared.date_of(entry).filter(|date| *date >= self.long_ago)?;
        let zone = self.zone;
        let at = date.to_zoned(zone.clone()).unwrap_or_else(|_| Timestamp::MAX.to_zoned(zone.clone()));
        (at.timestamp() > self.now).then_some((dated, Reason::Scheduled(at)))
    }
}
