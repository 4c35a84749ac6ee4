//! Which posts are out at the moment of the build.

use jiff::{Timestamp, ToSpan, Zoned, civil::DateTime, tz::TimeZone};

use crate::{
    content::Post,
    diagnostic::{Diagnostic, FileId, Span, code, diagnostic},
};

/// A post that is left out of a build.
#[derive(Clone, Debug)]
pub struct UnpublishedPost {
    pub file: FileId,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It says `draft = true`.
    Draft,
    /// Its date has not come.
    Scheduled(Zoned),
}

impl Reason {
    /// "draft" or "appears on ...".
    pub fn describe(&self) -> String {
        match self {
            Self::Draft => "draft; remove draft = true to publish it".to_owned(),
            Self::Scheduled(at) => {
                let zone = at.time_zone().iana_name().unwrap_or("UTC");
                format!("appears with a build on or after {} ({zone})", moment(at))
            }
        }
    }
}

impl UnpublishedPost {
    pub fn note(&self) -> Diagnostic {
        diagnostic!(code::LEFT_OUT, Span::whole(self.file), "left out: {}", self.reason.describe())
    }

    /// What there is to say of a mistake that matters once the post is published.
    pub fn later_note(&self) -> String {
        match &self.reason {
            Reason::Draft => {
                "this matters once the draft is published, and stops nothing until then".to_owned()
            }
            Reason::Scheduled(at) => format!(
                "this matters from {} on, when the post appears: the site can't be published then, and is until then",
                moment(at)
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
    /// Whatever is older on the zone's clock is published.
    long_ago: DateTime,
}

impl<'z> Moment<'z> {
    pub fn new(now: Timestamp, zone: &'z TimeZone) -> Self {
        // No clock is ever changed by more than a day.
        let day_before = now.to_zoned(zone.clone()).datetime().checked_sub(2.days());
        Self { now, zone, long_ago: day_before.unwrap_or(DateTime::MIN) }
    }

    /// Why `post` is left out. Returns `None` if it is published.
    ///
    /// A date that the zone skips or has twice, as clocks change, means the earlier moment. One beyond the end of the
    /// calendar (9999-12-31 23:00 west of Greenwich) means that end.
    pub fn unpublished_reason(&self, post: &Post) -> Option<Reason> {
        if post.draft.is_some_and(|draft| draft.value) {
            return Some(Reason::Draft);
        }
        let date = post.date.value.civil();
        if date < self.long_ago {
            return None;
        }
        let zone = self.zone;
        let at = date.to_zoned(zone.clone()).unwrap_or_else(|_| Timestamp::MAX.to_zoned(zone.clone()));
        (at.timestamp() > self.now).then_some(Reason::Scheduled(at))
    }
}
