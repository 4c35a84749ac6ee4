//! Seasons with a file of their own: their hours, and which of them share days.

use std::{collections::BTreeSet, sync::Arc};

use jiff::civil::Date;

use super::{OpeningHours, hours::DeclaredHours};
use crate::{
    content::{Content, SeasonFields, Viewed},
    diagnostic::{Diagnostics, code, report},
};

/// The hours of a season.
pub(super) struct SeasonHours {
    pub file: Arc<Viewed<SeasonFields>>,
    pub hours: OpeningHours,
}

/// The hours of the seasons that have their own.
pub(super) fn hours(content: &Content, diagnostics: &mut Diagnostics) -> Vec<SeasonHours> {
    let (week, sources) = (content.gym.value.week(), &*content.project.sources);
    let mut all = Vec::new();
    for file in content.seasons.values().filter(|season| !season.entry.hours.is_empty()) {
        let SeasonFields { hours, span, .. } = &*file.entry;
        let hours = OpeningHours::resolve(DeclaredHours { hours, week, span: *span, sources }, diagnostics);
        if file.entry.is_known() {
            all.push(SeasonHours { file: file.clone(), hours });
        }
    }
    all
}

/// Reports seasons that share a day of one branch.
pub(super) fn check(content: &Content, diagnostics: &mut Diagnostics) {
    let mut seasons: Vec<_> = content.seasons.values().filter(|season| season.entry.is_known()).collect();
    seasons.sort_by_key(|season| season.entry.from.value);
    for (place, later) in seasons.iter().enumerate() {
        let entry = &later.entry;
        let mut earlier = seasons.iter().take(place);
        let earlier = earlier.find(|other| other.days().covers(entry.from.value) && other.entry.meets(entry));
        let Some(earlier) = earlier else { continue };
        report!(diagnostics, code::SEASON_OVERLAP, entry.from.span,
            "two seasons share {}: \"{}\" and \"{}\"", entry.from.value, earlier.id, later.id;
            label: "the second one begins";
            related: earlier.entry.until.span => "the first one ends";
            help: "let one of them end before the other begins: a day has one week");
    }
}

/// The first and the last day of each time to come in which the same seasons are on, at least one.
pub(super) fn periods(
    seasons: &[Arc<Viewed<SeasonFields>>],
    today: Date,
) -> impl Iterator<Item = (Date, Date)> {
    let days = seasons.iter().map(|season| season.days()).filter(|days| days.last >= today);
    let days: Vec<_> = days.collect();
    let begins = days.iter().flat_map(|days| [Some(days.first), days.last.tomorrow().ok()]).flatten();
    let begins: BTreeSet<Date> = begins.collect();
    let lasts: Vec<_> = begins.iter().skip(1).filter_map(|next| next.yesterday().ok()).collect();
    let periods = begins.into_iter().zip(lasts);
    periods.filter(move |(first, last)| *last >= today && days.iter().any(|days| days.covers(*first)))
}
