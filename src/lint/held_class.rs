//! The classes as they take place, date by date: which are outside of the opening hours, and which overlap.

use std::collections::BTreeSet;

use jiff::{ToSpan as _, civil::Date};

use super::LintedSite;
use crate::{
    content::{ClassSlot, Content, Schedule, WeekRows},
    diagnostic::Span,
    schema::{
        CollectionFiles as _, EntryRef, Role,
        decode::{
            Spanned,
            value::{Text, TimeRange, Weekday},
        },
    },
    site::{ScheduleOverride, Site, overrides},
};

/// A class that is held on a date.
pub struct HeldClass<'c> {
    date: Date,
    pub row: &'c ClassSlot,
    trainers: &'c [Spanned<EntryRef>],
    occasion: SessionKind,
    /// The place in content that says when the class is held.
    at: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionKind {
    /// A class of the week, unchanged.
    Week,
    Substitute,
    /// A substitute for several dates: a closure on some of them is no mistake.
    LongSubstitute,
    OneOffClass,
}

/// The number of coming weeks to check: a class and a season of the opening hours recur within a year.
const WEEKS_AHEAD: i64 = 60;

/// The classes of the coming weeks, and of the days around all changes, in the order of the calendar.
pub fn held_classes<'c>(content: &'c Content, site: &Site) -> Vec<HeldClass<'c>> {
    let schedule = &content.schedule.value;
    let mut overrides = overrides(schedule);
    overrides.retain(|change| change.is_readable(site));
    let mut held = Vec::new();
    for date in dates(schedule, &overrides, site) {
        for row in readable(&schedule.week, date).filter(|row| row.weeks.contains(date)) {
            match overrides.iter().find(|change| change.date == date && change.is_of(row, schedule)) {
                Some(change) => held.extend(HeldClass::changed(row, change)),
                None => held.push(HeldClass::weekly(row, date)),
            }
        }
        held.extend(extra_on(date, schedule));
    }
    held
}

/// The days of the coming weeks, and the days around each change.
fn dates(schedule: &Schedule, overrides: &[ScheduleOverride<'_>], site: &Site) -> BTreeSet<Date> {
    let today = site.clock.today.date();
    // One week is enough if all weeks are alike.
    let days = if is_each_week_alike(schedule, site) { 8 } else { 7 * WEEKS_AHEAD };
    let mut dates: BTreeSet<Date> = (0..days).map(|days| today.saturating_add(days.days())).collect();
    let extra = schedule.extra.iter().filter(|extra| extra.date.span.is_somewhere());
    let changed = overrides.iter().map(|change| change.date).chain(extra.map(|extra| extra.date.value));
    dates.extend(changed.flat_map(|date| [-1_i64, 0, 1].map(|days| date.saturating_add(days.days()))));
    dates
}

fn is_each_week_alike(schedule: &Schedule, site: &Site) -> bool {
    let mut rows = schedule.week.rows();
    rows.all(|(_, row)| row.weeks.is_always()) && !site.openings().any(|opening| opening.usual.has_seasons())
}

/// The rows of the day of a date whose times can be read.
fn readable(week: &WeekRows, date: Date) -> impl Iterator<Item = &ClassSlot> {
    let rows = week.on(Weekday::from_date(date)).into_iter().map(|row| &**row);
    rows.filter(|row| row.time().span.is_somewhere())
}

/// The classes on this date only.
fn extra_on(date: Date, schedule: &Schedule) -> impl Iterator<Item = HeldClass<'_>> {
    let on_date =
        schedule.extra.iter().filter(move |extra| extra.date.span.is_somewhere() && extra.date.value == date);
    let readable = on_date.map(|extra| &extra.row).filter(|row| row.time().span.is_somewhere());
    readable.map(move |row| HeldClass { occasion: SessionKind::OneOffClass, ..HeldClass::weekly(row, date) })
}

impl<'c> HeldClass<'c> {
    fn weekly(row: &'c ClassSlot, date: Date) -> Self {
        Self { date, row, trainers: &row.trainers, occasion: SessionKind::Week, at: row.time().span }
    }

    /// Returns `None` if the class is cancelled.
    fn changed(row: &'c ClassSlot, change: &ScheduleOverride<'c>) -> Option<Self> {
        let (trainers, occurrence) = (change.trainers?, change.occurrence);
        let occasion =
            if occurrence.until.is_some() { SessionKind::LongSubstitute } else { SessionKind::Substitute };
        Some(Self { date: change.date, row, trainers, occasion, at: occurrence.date.span })
    }

    fn time(&self) -> TimeRange {
        self.row.time().value
    }

    /// The id of the class.
    pub fn id(&self) -> &str {
        &self.row.class.value.id
    }

    /// The id of its branch, if content names one.
    fn branch(&self) -> Option<&str> {
        self.row.branch.as_ref().map(|branch| &*branch.value.id)
    }

    /// True if it is in the week of a season.
    fn is_of_season(&self) -> bool {
        self.row.weeks.season.is_some()
    }

    /// True if both share a minute; `other` isn't on a later day.
    fn overlaps(&self, other: &Self) -> bool {
        if other.date == self.date {
            other.time().overlaps(self.time())
        } else {
            other.time().overlaps_next_day(self.time())
        }
    }

    /// The day in messages: `Monday` for a class of every week, else the date.
    fn day(&self, is_weekly: bool) -> String {
        if is_weekly { Weekday::from_date(self.date).title().to_owned() } else { self.date.to_string() }
    }
}

/// A class at a time when the gym, or its branch, is closed.
pub struct ClosedClass<'s> {
    /// The place in content that says when the class is held.
    pub at: Span,
    pub is_weekly: bool,
    /// `Monday`, or the date.
    pub day: String,
    /// The opening hours of that day: empty if the gym is closed.
    pub open: &'s [TimeRange],
    /// The file with the opening hours of the gym or the branch.
    pub file: String,
}

impl<'s> LintedSite<'s> {
    /// The classes outside of the opening hours, each once.
    pub fn classes_outside_hours(&self) -> impl Iterator<Item = ClosedClass<'s>> {
        let mut known = BTreeSet::new();
        let closed = self.held_classes().iter().filter_map(|class| self.outside_hours(class));
        closed.filter(move |closed| known.insert(closed.at))
    }

    fn outside_hours(&self, class: &HeldClass<'_>) -> Option<ClosedClass<'s>> {
        let opening = self.site.opening_of(class.branch());
        let is_weekly = class.occasion == SessionKind::Week;
        let is_open = match class.occasion {
            SessionKind::Week => opening.is_usually_open(class.date, class.time(), class.is_of_season()),
            SessionKind::LongSubstitute => true,
            // On other days the row of the week has the warning already.
            SessionKind::Substitute if !opening.is_special(class.date, class.time()) => true,
            SessionKind::Substitute | SessionKind::OneOffClass => opening.is_open(class.date, class.time()),
        };
        if is_open {
            return None;
        }
        let open = if is_weekly {
            opening.usual.usual_on(class.date, class.is_of_season())
        } else {
            opening.open_on(class.date)
        };
        let season = class.row.weeks.season.as_ref();
        let season = season.filter(|season| opening.usual.has_season(&season.id)).map(|season| &*season.id);
        let file = season.and_then(|id| file_of(Role::Season, id, self.site));
        let file = file.unwrap_or_else(|| file_of_hours(class.branch(), self.site));
        Some(ClosedClass { at: class.at, is_weekly, day: class.day(is_weekly), open, file })
    }

    /// The pairs of classes that share a minute.
    pub fn overlaps(&self) -> impl Iterator<Item = Overlap<'_>> {
        let held = self.held_classes();
        held.iter().enumerate().flat_map(move |(index, class)| {
            let before = class.date.yesterday().unwrap_or(class.date);
            let earlier = held.iter().take(index).rev().take_while(move |other| other.date >= before);
            let overlapping = earlier.filter(|other| class.overlaps(other));
            overlapping.map(move |other| Overlap { class, other })
        })
    }
}

/// The file with the opening hours of the gym, or of a branch that has its own.
fn file_of_hours(branch: Option<&str>, site: &Site) -> String {
    let own =
        branch.filter(|id| site.gym.branches.get(*id).is_some_and(|branch| !branch.entry.hours.is_empty()));
    own.and_then(|id| file_of(Role::Branch, id, site)).unwrap_or_else(|| "content/site.toml".to_owned())
}

/// The file of an entry of the collection with a role.
fn file_of(role: Role, id: &str, site: &Site) -> Option<String> {
    Some(site.project.types.collection_of(role)?.collection.file_of(id))
}

/// Two classes that share a minute.
pub struct Overlap<'s> {
    pub class: &'s HeldClass<'s>,
    /// The class that begins first.
    pub other: &'s HeldClass<'s>,
}

impl<'s> Overlap<'s> {
    fn is_weekly(&self) -> bool {
        [self.class, self.other].iter().all(|class| class.occasion == SessionKind::Week)
    }

    /// The day in messages: `Monday` if both are classes of every week, else the date.
    pub fn day(&self) -> String {
        self.class.day(self.is_weekly())
    }

    /// The time of the later class.
    pub fn time(&self) -> String {
        self.class.time().display()
    }

    /// The start of the earlier class: `at 9:00`, with the day if that is another one.
    pub fn since(&self) -> String {
        let time = self.other.time().display();
        if self.other.date == self.class.date {
            format!("at {time}")
        } else {
            format!("from {} at {time}", self.other.day(self.is_weekly()))
        }
    }

    /// True if one of them has a substitute, which changes neither class nor room.
    pub fn is_substituted(&self) -> bool {
        [self.class, self.other]
            .iter()
            .any(|class| matches!(class.occasion, SessionKind::Substitute | SessionKind::LongSubstitute))
    }

    /// True if content has the same class twice. In the week, each trainer of a class may have a row; a class of a
    /// single date repeats another in any case.
    pub fn is_twice(&self) -> bool {
        let (class, other) = (self.class, self.other);
        let is_same = class.id() == other.id()
            && class.date == other.date
            && class.time().start == other.time().start
            && class.branch() == other.branch();
        let is_one_off = [class, other].iter().any(|class| class.occasion == SessionKind::OneOffClass);
        is_same && !self.is_substituted() && (is_one_off || self.shared_trainer().is_some())
    }

    /// A trainer of both classes, with the place in each.
    pub fn shared_trainer(&self) -> Option<[&'s Spanned<EntryRef>; 2]> {
        let mut trainers = self.class.trainers.iter().filter(|trainer| trainer.span.is_somewhere());
        trainers.find_map(|trainer| {
            let mut others = self.other.trainers.iter().filter(|other| other.span.is_somewhere());
            Some([trainer, others.find(|other| other.value.id == trainer.value.id)?])
        })
    }

    /// The room of both classes, with the place in each.
    pub fn shared_room(&self) -> Option<[&'s Spanned<Text>; 2]> {
        let (room, also) = (self.class.row.room.as_ref()?, self.other.row.room.as_ref()?);
        let is_same = room.value.as_str().to_lowercase() == also.value.as_str().to_lowercase();
        (is_same && self.class.branch() == self.other.branch()).then_some([room, also])
    }
}
