//! Changes of the week on dates that contradict the hours, the clock or each other.

use jiff::{ToSpan, civil::Date};

use super::{
    Context,
    schedule::{shared_room, shared_trainer},
};
use crate::{
    content::{Row, Schedule},
    decode::{
        Spanned,
        value::{TimeRange, Weekday},
    },
    diagnostic::{Diagnostic, Lint, Span},
    schema::EntryRef,
    site::{Site, changes},
};

/// A class with its trainer on a date on which it is otherwise than in other weeks.
struct ChangedClass<'c> {
    date: Date,
    time: TimeRange,
    branch: Option<&'c str>,
    row: &'c Row,
    trainers: &'c [Spanned<EntryRef>],
    /// True for a class on a date only.
    is_extra: bool,
    /// Where the time stands, or what decides about it.
    at: Span,
}

/// Another class that is on at a date.
struct OtherClass<'c> {
    date: Date,
    time: TimeRange,
    row: &'c Row,
    trainers: &'c [Spanned<EntryRef>],
}

impl OtherClass<'_> {
    /// True if it shares a minute with the changed one.
    fn overlaps(&self, class: &ChangedClass<'_>) -> bool {
        let is_next = |date: Date, other: Date| date.tomorrow().is_ok_and(|next| next == other);
        self.date == class.date && self.time.overlaps(class.time)
            || is_next(self.date, class.date) && self.time.overlaps_next_day(class.time)
            || is_next(class.date, self.date) && class.time.overlaps_next_day(self.time)
    }
}

pub(super) fn outside_hours(Context { content, site, .. }: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let changed = changed(&content.schedule.value, site);
    found.extend(changed.iter().filter_map(|class| against_hours(class, site)));
}

pub(super) fn double_booked(Context { content, site, .. }: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let schedule = &content.schedule.value;
    let changed = changed(schedule, site);
    for (index, class) in changed.iter().enumerate() {
        let others = changed.iter().take(index).map(|other| OtherClass {
            date: other.date,
            time: other.time,
            row: other.row,
            trainers: other.trainers,
        });
        let around = [Some(class.date), class.date.yesterday().ok(), class.date.tomorrow().ok()];
        let of_week = around.into_iter().flatten().flat_map(|date| of_week(date, schedule, site));
        found.extend(others.chain(of_week).find_map(|other| two_places(class, &other)));
    }
}

/// Changes and terms that were over more than a month ago: before that they need not be removed yet.
pub(super) fn past(Context { content, site, .. }: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let schedule = &content.schedule.value;
    let Ok(long_ago) = site.today.date().checked_sub(1.month()) else { return };
    let overrides = changes::overrides(schedule).into_iter();
    let of_week = overrides.map(|change| (change.occurrence.date, change.occurrence.span));
    let extra = schedule.extra.iter().map(|extra| (extra.date, extra.row.span));
    let rows = schedule.days().flat_map(|(_, rows)| rows);
    let terms = rows.filter_map(|row| row.weeks.until).map(|until| (until, until.span));
    for (date, span) in of_week.chain(extra).chain(terms) {
        let date = date.span.is_somewhere().then(|| date.value.date());
        let Some(date) = date.filter(|date| *date < long_ago) else { continue };
        found.push(
            Diagnostic::new(Lint::PastChange, span, format!("this was over on {date}"))
                .label("visitors don't see it any more")
                .help("correct its year, or remove it"),
        );
    }
}

/// The substitutes and the classes on a date only.
fn changed<'c>(schedule: &'c Schedule, site: &Site) -> Vec<ChangedClass<'c>> {
    let overrides = changes::overrides(schedule).into_iter().filter(|change| change.is_readable(site));
    let substitutes = overrides.filter_map(|change| {
        let (trainers, row) = (change.trainers?, *change.rows(schedule).first()?);
        Some(ChangedClass {
            date: change.date(),
            time: row.time().value,
            branch: row.branch.as_ref().map(|branch| &*branch.value.id),
            row,
            trainers,
            is_extra: false,
            at: change.occurrence.date.span,
        })
    });
    let extra = schedule.extra.iter().map(|extra| ChangedClass {
        date: extra.date.value.date(),
        time: extra.row.time().value,
        branch: extra.row.branch.as_ref().map(|branch| &*branch.value.id),
        row: &extra.row,
        trainers: &extra.row.trainers,
        is_extra: true,
        at: if extra.date.span.is_somewhere() { extra.row.time().span } else { Span::NOWHERE },
    });
    substitutes.chain(extra).filter(|class| class.at.is_somewhere()).collect()
}

/// What is on at a date as in any other week.
fn of_week<'c>(date: Date, schedule: &'c Schedule, site: &'c Site) -> impl Iterator<Item = OtherClass<'c>> {
    let day = Weekday::from_date(date);
    let rows = schedule.on(day).iter().filter(|row| row.time().span.is_somewhere());
    let rows = rows.filter(move |row| {
        let is_otherwise = |change: &changes::Change| change.date == date && change.is_of(day, row);
        row.weeks.contains(date) && !site.changes.iter().any(is_otherwise)
    });
    rows.map(move |row| OtherClass { date, time: row.time().value, row, trainers: &row.trainers })
}

fn against_hours(class: &ChangedClass<'_>, site: &Site) -> Option<Diagnostic> {
    let ChangedClass { date, time, branch, is_extra, at, .. } = *class;
    let opening = site.opening_of(branch);
    // On any other day the row of the week has the warning.
    let is_special = is_extra || opening.is_special(date, time);
    if !is_special || opening.is_open(date, time) {
        return None;
    }
    let (lint, message, label) = match opening.open_on(date) {
        [] => {
            (Lint::ClosedDay, format!("a class on {date}, when the gym is closed"), "the gym is closed then")
        }
        open => {
            let open = open.iter().map(|span| span.display()).collect::<Vec<_>>().join(" and ");
            let message = format!("a class at {} on {date}, when the gym is open {open}", time.display());
            (Lint::OutsideOpeningHours, message, "outside of the opening hours")
        }
    };
    Some(Diagnostic::new(lint, at, message).label(label).help(format!(
        "correct the date or the time, or change the hours in {}",
        super::schedule::file_of_hours(branch, site)
    )))
}

/// A trainer or a room that is in both classes at once.
fn two_places(class: &ChangedClass<'_>, other: &OtherClass<'_>) -> Option<Diagnostic> {
    if !other.overlaps(class) {
        return None;
    }
    let (date, at, time) = (class.date, class.time.display(), other.time.display());
    let already =
        if other.date == date { format!("at {time}") } else { format!("on {} at {time}", other.date) };
    if let Some((trainer, also)) = shared_trainer(class.trainers, other.trainers) {
        let message = format!("\"{}\" is in two places on {date} at {at}", trainer.value.id);
        return Some(
            Diagnostic::new(Lint::TrainerDoubleBooked, trainer.span, message)
                .label("also here")
                .related(also.span, format!("already here {already}"))
                .help("name another trainer, or cancel one of the classes on that date"),
        );
    }
    let (room, also) = shared_room(class.row, other.row).filter(|_| class.is_extra)?;
    let message = format!("two classes are in \"{}\" on {date} at {at}", room.value.as_str());
    Some(
        Diagnostic::new(Lint::RoomDoubleBooked, room.span, message)
            .label("also here")
            .related(also.span, format!("taken {already}"))
            .help("name another room, or cancel one of the classes on that date"),
    )
}
