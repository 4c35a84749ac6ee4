//! Which posts are out at the moment of the build.

use std::sync::Arc;

use jiff::{Timestamp, Zoned};

use crate::{content::Post, decode::value::ZoneName, diagnostic::FileId};

/// A post that is left out of a build.
#[derive(Clone, Debug)]
pub struct Held {
    /// The last part of its address.
    pub slug: Arc<str>,
    /// Its file.
    pub file: FileId,
    /// Why.
    pub reason: Reason,
}

/// Why a post is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It says `draft = true`.
    Draft,
    /// Its date has not come.
    Scheduled(Zoned),
}

impl Reason {
    /// For the report of a build: "draft" or "appears on ...".
    pub fn describe(&self) -> String {
        match self {
            Self::Draft => "draft; remove draft = true to publish it".to_owned(),
            Self::Scheduled(at) => {
                let zone = at.time_zone().iana_name().unwrap_or("UTC");
                format!("appears with a build on or after {} ({zone})", at.strftime("%Y-%m-%d %H:%M"))
            }
        }
    }
}

/// Why `post` is not out at `now`; nothing if it is.
///
/// A date that the zone skips or has twice, as clocks change, means the earlier moment.
pub(super) fn held_back(post: &Post, zone: &ZoneName, now: Timestamp) -> Option<Reason> {
    if post.draft.is_some_and(|draft| draft.value) {
        return Some(Reason::Draft);
    }
    let at = post.date.value.civil().to_zoned(zone.zone().clone()).ok()?;
    (at.timestamp() > now).then_some(Reason::Scheduled(at))
}
