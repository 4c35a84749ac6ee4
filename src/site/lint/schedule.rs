//! Rows of the schedule and changes of the week that contradict the hours, the clock or each other.

use std::collections::BTreeSet;

use jiff::{ToSpan, civil::Date};

use super::Context;
use crate::{
    content::{Class, Content, Occurrence, OneOffClass, Row, Schedule},
    diagnostic::{Diagnostic, Span, code, diagnostic, report},
    schema::{
        EntryRef,
        decode::{
            Spanned,
            value::{Text, TimeRange, Weekday},
        },
    },
    site::{EntryIndex, Site, changes},
};

/// A class that is held on a date.
struct HeldClass<'c> {
    date: Date,
    row: &'c Row,
    trainers: &'c [Spanned<EntryRef>],
    occasion: SessionKind,
    /// Where it says when the class is held.
    at: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SessionKind {
    /// As in any other week.
    Week,
    Substitute,
    /// For several dates: that the gym is closed on some of them is no mistake.
    LongSubstitute,
    OneOffClass,
}

/// Weeks within which all that comes again at all does.
const WEEKS: i64 = 60;

/// The classes of the coming weeks, and of the days around all changes, in the order of the calendar.
fn held<'c>(content: &'c Content, site: &Site) -> Vec<HeldClass<'c>> {
    let schedule = &content.schedule.value;
    let today = site.today.date();
    let mut rows = schedule.days().flat_map(|(_, rows)| rows);
    // Where each week is like the others, one of them is enough.
    let is_like_others = rows
        .all(|row| row.weeks.are_all() && row.weeks.from.is_none() && row.weeks.until.is_none())
        && !site.openings().any(|opening| opening.usual.has_seasons());
    let days = if is_like_others { 8 } else { 7 * WEEKS };
    let overrides = changes::overrides(schedule).into_iter().filter(|change| change.is_readable(site));
    let overrides: Vec<_> = overrides.collect();
    let extra = schedule.extra.iter().filter(|extra| extra.date.span.is_somewhere());
    let changed = overrides.iter().map(|change| change.date).chain(extra.map(|extra| extra.date.value));
    let around = changed.flat_map(|date| [-1_i64, 0, 1].map(|days| date.saturating_add(days.days())));
    let coming = (0..days).map(|days| today.saturating_add(days.days()));
    let dates: BTreeSet<Date> = coming.chain(around).collect();
    let mut held = Vec::new();
    for date in dates {
        for row in readable(schedule.on(Weekday::from_date(date))).filter(|row| row.weeks.contains(date)) {
            let is_it = |change: &&changes::ScheduleOverride<'c>| {
                change.date == date && change.rows(schedule).iter().any(|other| std::ptr::eq(*other, row))
            };
            let (trainers, occasion, at) = match overrides.iter().find(is_it) {
                None => (row.trainers.as_slice(), SessionKind::Week, row.time().span),
                Some(change) => match change.trainers {
                    None => continue,
                    Some(own) => (own, occasion(change.occurrence), change.occurrence.date.span),
                },
            };
            held.push(HeldClass { date, row, trainers, occasion, at });
        }
        held.extend(extra_on(date, schedule));
    }
    held
}

/// The occasion of a class with a substitute.
fn occasion(substitute: &Occurrence) -> SessionKind {
    if substitute.until.is_some() { SessionKind::LongSubstitute } else { SessionKind::Substitute }
}

/// The rows whose times can be read.
fn readable(rows: &[std::sync::Arc<Row>]) -> impl Iterator<Item = &Row> {
    rows.iter().map(|row| &**row).filter(|row| row.time().span.is_somewhere())
}

fn extra_on(date: Date, schedule: &Schedule) -> impl Iterator<Item = HeldClass<'_>> {
    let is_on = move |extra: &&OneOffClass| extra.date.span.is_somewhere() && extra.date.value == date;
    let extra = schedule.extra.iter().map(|extra| &**extra).filter(is_on);
    let extra = extra.filter(|extra| extra.row.time().span.is_somewhere());
    extra.map(move |OneOffClass { row, .. }| HeldClass {
        date,
        row,
        trainers: &row.trainers,
        occasion: SessionKind::OneOffClass,
        at: row.time().span,
    })
}

impl HeldClass<'_> {
    fn time(&self) -> TimeRange {
        self.row.time().value
    }

    /// `Monday`, or the date of what is otherwise than in other weeks.
    fn day(&self, is_weekly: bool) -> String {
        if is_weekly { Weekday::from_date(self.date).title().to_owned() } else { self.date.to_string() }
    }
}

/// Classes outside of the hours, and those that share a trainer or a room.
pub(super) fn conflicts(Context { content, site, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let held = held(content, site);
    outside_hours(&held, site, diagnostics);
    double_booked(&held, diagnostics);
}

/// Classes at which the gym, or their branch, is closed.
fn outside_hours(held: &[HeldClass<'_>], site: &Site, diagnostics: &mut Vec<Diagnostic>) {
    let mut known = BTreeSet::new();
    for class in held {
        let branch = branch(class.row);
        let opening = site.opening_of(branch);
        let is_weekly = class.occasion == SessionKind::Week;
        let is_open = match class.occasion {
            SessionKind::Week => opening.is_usually_open(class.date, class.time()),
            SessionKind::LongSubstitute => true,
            // On any other day the row of the week has the warning.
            SessionKind::Substitute if !opening.is_special(class.date, class.time()) => true,
            SessionKind::Substitute | SessionKind::OneOffClass => opening.is_open(class.date, class.time()),
        };
        if is_open || !known.insert(class.at) {
            continue;
        }
        let open = if is_weekly { opening.usual.usual_on(class.date) } else { opening.open_on(class.date) };
        let day = class.day(is_weekly);
        let warning = match open {
            [] => diagnostic!(code::CLOSED_DAY, class.at, "a class on {day}, when the gym is closed";
                label: "the gym is closed then"),
            open => {
                let open = open.iter().map(|span| span.display()).collect::<Vec<_>>().join(" and ");
                // Of days with the same hours, one report: the hours may be what is wrong.
                let message = if is_weekly {
                    format!("a class outside of the opening hours, which are {open}")
                } else {
                    format!("a class outside of the opening hours of {day}, which are {open}")
                };
                diagnostic!(code::OUTSIDE_OPENING_HOURS, class.at, "{message}";
                    label: "the gym is closed then")
            }
        };
        let file = file_of_hours(branch, site);
        diagnostics.push(warning.help(format!("move the class, or change the hours in {file}")));
    }
}

/// The file that says when the gym, or a branch, is open.
fn file_of_hours(branch: Option<&str>, site: &Site) -> String {
    let own = branch.filter(|id| site.branches.get(*id).is_some_and(|branch| !branch.entry.hours.is_empty()));
    own.map_or_else(|| "content/site.toml".to_owned(), |id| format!("content/branches/{id}.toml"))
}

/// Trainers and rooms that are in two classes at once.
fn double_booked(held: &[HeldClass<'_>], diagnostics: &mut Vec<Diagnostic>) {
    let mut known = BTreeSet::new();
    for (index, class) in held.iter().enumerate() {
        let before = class.date.yesterday().unwrap_or(class.date);
        let earlier = held.iter().take(index).rev().take_while(|other| other.date >= before);
        for other in earlier.filter(|other| overlap(other, class)) {
            let Some((places, warning)) = two_places(class, other) else { continue };
            if known.insert(places) {
                diagnostics.push(warning);
            }
        }
    }
}

/// True if both share a minute; `other` isn't on a later day.
fn overlap(other: &HeldClass<'_>, class: &HeldClass<'_>) -> bool {
    if other.date == class.date {
        other.time().overlaps(class.time())
    } else {
        other.time().overlaps_next_day(class.time())
    }
}

/// What to say of a trainer or room of two classes at once, and the places where both name it.
fn two_places(class: &HeldClass<'_>, other: &HeldClass<'_>) -> Option<([Span; 2], Diagnostic)> {
    let is_weekly = [class, other].iter().all(|class| class.occasion == SessionKind::Week);
    let (day, time, other_time) = (class.day(is_weekly), class.time().display(), other.time().display());
    let already = if other.date == class.date {
        format!("at {other_time}")
    } else {
        format!("from {} at {other_time}", other.day(is_weekly))
    };
    let shared = shared_trainer(class.trainers, other.trainers);
    let occasions = [class.occasion, other.occasion];
    // Others in the place of trainers change neither class nor room.
    let is_substituted = |occasion| matches!(occasion, SessionKind::Substitute | SessionKind::LongSubstitute);
    let is_other = !occasions.iter().copied().any(is_substituted);
    let is_same = class.row.class.value.id == other.row.class.value.id
        && class.date == other.date
        && class.time().start == other.time().start
        && branch(class.row) == branch(other.row);
    // Two trainers of a class may have a row each, but a further one on a date is one too many.
    if is_other && is_same && (shared.is_some() || occasions.contains(&SessionKind::OneOffClass)) {
        let [place, first] = [class, other].map(|class| class.row.class.span);
        let warning = diagnostic!(code::TRAINER_DOUBLE_BOOKED, place,
            "\"{}\" is there twice on {day} at {time}", class.row.class.value.id;
            label: "the second time";
            related: first => "the first time";
            help: "remove one of the two, or correct its time");
        return Some(([place, first], warning));
    }
    if let Some((trainer, also)) = shared {
        let warning = diagnostic!(code::TRAINER_DOUBLE_BOOKED, trainer.span,
            "\"{}\" is in two places on {day} at {time}", trainer.value.id;
            label: "also here";
            related: also.span => "already here {already}";
            help: "name another trainer, or move or cancel one of the classes");
        return Some(([trainer.span, also.span], warning));
    }
    let (room, also) = shared_room(class.row, other.row).filter(|_| is_other)?;
    let warning = diagnostic!(code::ROOM_DOUBLE_BOOKED, room.span,
        "two classes are in \"{}\" on {day} at {time}", room.value.as_str();
        label: "also here";
        related: also.span => "taken {already}";
        help: "name another room, or move or cancel one of the classes");
    Some(([room.span, also.span], warning))
}

fn branch(row: &Row) -> Option<&str> {
    row.branch.as_ref().map(|branch| &*branch.value.id)
}

/// A trainer of both classes, as each names them.
fn shared_trainer<'c>(
    trainers: &'c [Spanned<EntryRef>],
    others: &'c [Spanned<EntryRef>],
) -> Option<(&'c Spanned<EntryRef>, &'c Spanned<EntryRef>)> {
    let is_known = |trainer: &&Spanned<EntryRef>| trainer.span.is_somewhere();
    trainers.iter().filter(is_known).find_map(|trainer| {
        let also = others.iter().filter(is_known).find(|other| other.value.id == trainer.value.id)?;
        Some((trainer, also))
    })
}

/// The room of both classes, as each names it.
fn shared_room<'c>(row: &'c Row, other: &'c Row) -> Option<(&'c Spanned<Text>, &'c Spanned<Text>)> {
    let (room, also) = (row.room.as_ref()?, other.room.as_ref()?);
    let is_same = room.value.as_str().to_lowercase() == also.value.as_str().to_lowercase();
    (is_same && branch(row) == branch(other)).then_some((room, also))
}

/// Changes and terms that were over more than a month ago: before that they need not be removed yet.
pub(super) fn past(Context { content, site, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let schedule = &content.schedule.value;
    let Ok(long_ago) = site.today.date().checked_sub(1.month()) else { return };
    let substitutes = schedule.substitutes.iter().map(|substitute| &substitute.occurrence);
    let weekly = schedule.cancelled.iter().chain(substitutes).map(|change| (change.last(), change.span));
    let extra = schedule.extra.iter().map(|extra| (extra.date, extra.row.span));
    let rows = schedule.days().flat_map(|(_, rows)| rows);
    let terms = rows.filter_map(|row| row.weeks.until).map(|until| (until, until.span));
    for (date, span) in weekly.chain(extra).chain(terms) {
        let date = date.span.is_somewhere().then_some(date.value);
        let Some(date) = date.filter(|date| *date < long_ago) else { continue };
        report!(diagnostics, code::PAST_CHANGE, span, "this ended on {date}";
            label: "visitors don't see it any more";
            help: "correct its year, or remove it");
    }
}

pub(super) fn never_scheduled(
    Context { content, index, .. }: &Context<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if !content.schedule.file.is_some_and(|file| content.knows(file)) {
        return;
    }
    let schedule = &content.schedule.value;
    let rows = schedule.days().flat_map(|(_, rows)| rows);
    let extra = schedule.extra.iter().map(|extra| &extra.row.class);
    for (id, class) in not_among(content, index, rows.map(|row| &row.class).chain(extra)) {
        report!(diagnostics, code::CLASS_NEVER_SCHEDULED, class.title.span,
            "the class \"{id}\" is on no day of the schedule";
            help: "add a row with it to content/schedule.toml");
    }
}

/// The classes to which none of `references` refers. None at all if one of them can't be read, as it may refer to any.
fn not_among<'c, 'r>(
    content: &'c Content,
    index: &'r EntryIndex,
    references: impl Iterator<Item = &'r Spanned<EntryRef>>,
) -> Vec<(&'c str, &'c Class)> {
    let references: Vec<&Spanned<EntryRef>> = references.collect();
    if references.iter().any(|reference| !reference.span.is_somewhere()) {
        return Vec::new();
    }
    let intended: BTreeSet<&str> =
        references.into_iter().filter_map(|reference| index.intended(&reference.value)).collect();
    let classes = content.classes.iter().filter(|(id, _)| !intended.contains(&***id));
    classes.map(|(id, class)| (&**id, &*class.entry)).collect()
}

/// Rows without a branch, in a gym of several: all of them in one warning, at the first.
pub(super) fn without_branch(Context { content, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    if content.branches.len() < 2 {
        return;
    }
    let schedule = &content.schedule.value;
    let rows = schedule.days().flat_map(|(_, rows)| rows).map(|row| &**row);
    let rows = rows.chain(schedule.extra.iter().map(|extra| &extra.row));
    let without = rows.filter(|row| row.branch.is_none()).map(|row| row.class.span);
    let without: Vec<Span> = without.filter(|span| span.is_somewhere()).collect();
    let (Some(first), Some(id)) = (without.first(), content.branches.keys().next()) else { return };
    report!(diagnostics, code::BRANCH_NOT_NAMED, *first,
        "classes that don't say in which branch they are: {}", without.len();
        label: "the first of them";
        help: "name a file of content/branches beside \"class\", such as branch = \"{id}\"");
}

/// Minutes that no class takes less than, or more than.
const USUAL: std::ops::RangeInclusive<u16> = 10..=6 * 60;

pub(super) fn odd_duration(Context { content, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for (day, rows) in content.schedule.value.days() {
        diagnostics.extend(readable(rows).filter_map(|row| unusual(day, row)));
    }
}

fn unusual(day: Weekday, row: &Row) -> Option<Diagnostic> {
    let time = row.time().value;
    let (first, end) = time.minutes();
    let minutes = end.saturating_sub(first);
    if USUAL.contains(&minutes) {
        return None;
    }
    let (from, to) = (time.start.display(), time.end.display());
    Some(diagnostic!(code::ODD_DURATION, row.time().span,
        "this class takes {minutes} min: from {from} to {to} on {}", day.title();
        label: "is one of the times right?";
        help: "times are of 24 hours: seven in the evening is \"19:00\""))
}
