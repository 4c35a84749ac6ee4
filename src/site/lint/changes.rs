//! Changes of the week on dates that contradict the hours, the clock or each other.

use jiff::{ToSpan, civil::Date};

use super::Context;
use crate::{
    content::Schedule,
    decode::value::{TimeRange, Weekday},
    diagnostic::{Diagnostic, Lint, Span},
    site::{Site, changes},
};

/// A class with its trainer on a date on which it is otherwise than in other weeks.
struct ChangedClass<'c> {
    date: Date,
    time: TimeRange,
    branch: Option<&'c str>,
    trainer: &'c str,
    /// True for a class on a date only.
    is_extra: bool,
    /// Where the time stands, or what decides about it.
    at: Span,
    /// Where the trainer stands.
    trainer_at: Span,
}

/// Another class that is taught on a date, and where its trainer stands.
struct OtherClass<'c> {
    date: Date,
    time: TimeRange,
    trainer: &'c str,
    at: Span,
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

pub(super) fn check(Context { content, site, .. }: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let schedule = &content.schedule.value;
    let changed = changed(schedule, site);
    for (index, class) in changed.iter().enumerate() {
        found.extend(against_hours(class, site));
        let others = changed.iter().take(index).map(|other| OtherClass {
            date: other.date,
            time: other.time,
            trainer: other.trainer,
            at: other.trainer_at,
        });
        let around = [Some(class.date), class.date.yesterday().ok(), class.date.tomorrow().ok()];
        let of_week = around.into_iter().flatten().flat_map(|date| of_week(date, schedule, site));
        found.extend(others.chain(of_week).find_map(|other| two_places(class, &other)));
    }
    // Changes of the last month need not be removed yet.
    let Ok(long_ago) = site.today.date().checked_sub(1.month()) else { return };
    let of_week = changes::overrides(schedule)
        .into_iter()
        .map(|change| (change.occurrence.date, change.occurrence.span));
    let extra = schedule.extra.iter().map(|extra| (extra.date, extra.row.span));
    for (date, span) in of_week.chain(extra) {
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
        let (trainer, row) = (change.trainer?, *change.rows(schedule).first()?);
        let date = change.date();
        let (at, trainer_at) = (change.occurrence.date.span, trainer.span);
        Some(ChangedClass {
            date,
            time: row.time().value,
            branch: row.branch.as_ref().map(|branch| &*branch.value.id),
            trainer: &trainer.value.id,
            is_extra: false,
            at,
            trainer_at,
        })
    });
    let extra = schedule.extra.iter().map(|extra| ChangedClass {
        date: extra.date.value.date(),
        time: extra.row.time().value,
        branch: extra.row.branch.as_ref().map(|branch| &*branch.value.id),
        trainer: &extra.row.trainer.value.id,
        is_extra: true,
        at: if extra.date.span.is_somewhere() { extra.row.time().span } else { Span::NOWHERE },
        trainer_at: extra.row.trainer.span,
    });
    let all = substitutes.chain(extra);
    all.filter(|class| class.at.is_somewhere() && class.trainer_at.is_somewhere()).collect()
}

/// Who teaches when on a date as in any other week.
fn of_week<'c>(date: Date, schedule: &'c Schedule, site: &'c Site) -> impl Iterator<Item = OtherClass<'c>> {
    let day = Weekday::from_date(date);
    let rows = schedule.on(day).iter().filter(|row| row.time().span.is_somewhere());
    let rows = rows.filter(move |row| {
        let is_otherwise = |change: &changes::Change| {
            let branch = row.branch.as_ref().map(|branch| &*branch.value.id);
            change.date == date && change.is_of(day, &row.class.value.id, row.time().value, branch)
        };
        !site.changes.iter().any(is_otherwise)
    });
    rows.map(move |row| OtherClass {
        date,
        time: row.time().value,
        trainer: &row.trainer.value.id,
        at: row.trainer.span,
    })
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

fn two_places(class: &ChangedClass<'_>, other: &OtherClass<'_>) -> Option<Diagnostic> {
    let is_double = other.trainer == class.trainer && other.overlaps(class);
    is_double.then(|| {
        let message =
            format!("\"{}\" is in two places on {} at {}", class.trainer, class.date, class.time.display());
        let time = other.time.display();
        let already = match other.date == class.date {
            true => format!("already here at {time}"),
            false => format!("already here on {} at {time}", other.date),
        };
        Diagnostic::new(Lint::TrainerDoubleBooked, class.trainer_at, message)
            .label("also here")
            .related(other.at, already)
            .help("name another trainer, or cancel one of the classes on that date")
    })
}
