//! Changes of the week on a date: cancelled classes, substitutes, classes on a single date.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jiff::civil::Date;

use super::{Class, Site, Trainer, resolve::all};
use crate::{
    content::{
        ClassSlot, Content, OneOffClass, Schedule, SeasonFields, SessionRef, Substitute, Viewed, Weeks,
    },
    diagnostic::{Diagnostic, Diagnostics, Span, code, diagnostic},
    schema::{
        EntryRef,
        decode::{
            Spanned,
            value::{Time, TimeRange, Weekday},
        },
    },
    source::Sources,
};

/// A class that is changed on a date.
#[derive(Debug)]
pub struct ScheduleChange {
    pub date: Date,
    pub class: Arc<Class>,
    /// Its time; in another branch, the class may end at another one.
    pub time: TimeRange,
    /// The branch of the class; `None` for all in which the class is held at that time.
    pub branch: Option<Arc<str>>,
    pub kind: ChangeKind,
    /// The entry of `[[cancelled]]` or `[[substitute]]` with an `until`: on some of its dates the gym may be closed.
    pub series: Option<Span>,
    /// The place of its entry.
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ChangeKind {
    Cancelled,
    Substitute(Vec<Arc<Trainer>>),
    /// The class is held on this date only.
    OneOffClass {
        entry: Arc<OneOffClass>,
        trainers: Vec<Arc<Trainer>>,
    },
}

impl ScheduleChange {
    /// The day on which the class ends, which is the next one if it lasts past midnight.
    pub fn last_day(&self) -> Date {
        let is_next = self.time.past_midnight() > 0;
        self.date.tomorrow().ok().filter(|_| is_next).unwrap_or(self.date)
    }

    /// True if it changes this row on this day of the week, in a week in which the row is on.
    pub fn is_of(&self, weekday: Weekday, row: &ClassSlot) -> bool {
        let is_extra = matches!(self.kind, ChangeKind::OneOffClass { .. });
        let is_elsewhere = self.branch.as_ref().is_some_and(|own| id(row.branch.as_ref()) != Some(own));
        !is_extra
            && !is_elsewhere
            && Weekday::from_date(self.date) == weekday
            && self.class.id == row.class.value.id
            && self.time.start == start_of(row)
            && row.weeks.contains(self.date)
    }
}

/// A change of a class on one date, as content declares it.
pub struct ScheduleOverride<'c> {
    pub date: Date,
    /// The start of the class; `None` if it is held once on that day.
    start: Option<Time>,
    pub occurrence: &'c SessionRef,
    /// The trainers on that date; `None` if the class is cancelled.
    pub trainers: Option<&'c [Spanned<EntryRef>]>,
}

impl<'c> ScheduleOverride<'c> {
    pub fn weekday(&self) -> Weekday {
        Weekday::from_date(self.date)
    }

    fn class_id(&self) -> &'c Arc<str> {
        &self.occurrence.class.value.id
    }

    /// The rows of that day of the week with this class, in whatever weeks they are on.
    fn rows_of_day(&self, schedule: &'c Schedule) -> Vec<&'c ClassSlot> {
        let rows = schedule.week.on(self.weekday()).into_iter().map(|row| &**row);
        let branch = self.occurrence.branch.as_ref();
        let rows = rows.filter(|row| row.class.value.id == *self.class_id());
        rows.filter(|row| branch.is_none() || id(branch) == id(row.branch.as_ref())).collect()
    }

    /// The rows that it changes; there are two if two trainers teach at once.
    pub fn rows(&self, schedule: &'c Schedule) -> Vec<&'c ClassSlot> {
        let mut rows = self.rows_of_day(schedule);
        rows.retain(|row| row.weeks.contains(self.date));
        let Some(start) = self.start else {
            let is_one = rows.windows(2).all(|pair| matches!(pair, [a, b] if start_of(a) == start_of(b)));
            return if is_one { rows } else { Vec::new() };
        };
        rows.into_iter().filter(|row| start_of(row) == start).collect()
    }

    /// True if it changes this row of the schedule.
    pub fn is_of(&self, row: &ClassSlot, schedule: &'c Schedule) -> bool {
        self.rows(schedule).iter().any(|own| std::ptr::eq(*own, row))
    }

    /// The times at which the class begins on its date.
    fn starts(&self, schedule: &Schedule) -> BTreeSet<Time> {
        let rows = self.rows_of_day(schedule).into_iter().filter(|row| row.weeks.contains(self.date));
        rows.map(start_of).collect()
    }

    /// True if both change the same class on the same day in the same branch; one without a branch changes all
    /// branches.
    fn is_same(&self, other: &Self) -> bool {
        let branches = [self, other].map(|change| id(change.occurrence.branch.as_ref()));
        let shares_branch = matches!(branches, [None, _] | [_, None]) || branches[0] == branches[1];
        shares_branch && self.date == other.date && self.class_id() == other.class_id()
    }

    /// True if all of it can be read, and its class exists.
    pub fn is_readable(&self, site: &Site) -> bool {
        let SessionRef { date, until, class, start, .. } = self.occurrence;
        let until = until.iter().map(|until| until.span);
        let start = start.iter().map(|start| start.span);
        let mut spans = [date.span, class.span].into_iter().chain(until).chain(start);
        spans.all(Span::is_somewhere) && site.collections.classes.contains_key(self.class_id())
    }
}

fn id(reference: Option<&Spanned<EntryRef>>) -> Option<&Arc<str>> {
    reference.map(|reference| &reference.value.id)
}

fn start_of(row: &ClassSlot) -> Time {
    row.time().value.start
}

/// The changes on each date. With an `until`, there is one for each date with the class in the week, at each time or at
/// the given one; without any such date, one for the first date.
pub fn overrides(schedule: &Schedule) -> Vec<ScheduleOverride<'_>> {
    let cancelled = schedule.cancelled.iter().map(|occurrence| (occurrence, None));
    let substitutes = schedule.substitutes.iter();
    let substitutes =
        substitutes.map(|Substitute { occurrence, trainers }| (occurrence, Some(trainers.as_slice())));
    let mut overrides = Vec::new();
    for (occurrence, trainers) in cancelled.chain(substitutes) {
        let on_date = |date, start| ScheduleOverride { date, start, occurrence, trainers };
        let start = occurrence.start.map(|start| start.value);
        let known = overrides.len();
        if occurrence.until.is_some() {
            for date in occurrence.days() {
                let mut starts = on_date(date, start).starts(schedule);
                starts.retain(|other| start.is_none_or(|start| start == *other));
                overrides.extend(starts.into_iter().map(|start| on_date(date, Some(start))));
            }
        }
        // An end before the start was reported, and changes no date.
        if overrides.len() == known && occurrence.days().next().is_some() {
            overrides.push(on_date(occurrence.date.value, start));
        }
    }
    overrides
}

/// Resolves all changes of the week, in the order of the calendar, except those with unknown classes or trainers.
pub(super) fn resolve(
    content: &Content,
    classes: &BTreeMap<Arc<str>, Arc<Class>>,
    trainers: &BTreeMap<Arc<str>, Arc<Trainer>>,
) -> Vec<ScheduleChange> {
    let schedule = &content.schedule.value;
    let weekly = overrides(schedule).into_iter().filter_map(|change| {
        let time = change.rows(schedule).first()?.time().value;
        let class = classes.get(change.class_id())?.clone();
        let kind = match change.trainers {
            None => ChangeKind::Cancelled,
            Some(own) => ChangeKind::Substitute(all(trainers, own)?),
        };
        let branch = id(change.occurrence.branch.as_ref()).cloned();
        let series = change.occurrence.until.is_some().then_some(change.occurrence.span);
        let span = change.occurrence.span;
        Some(ScheduleChange { date: change.date, class, time, branch, kind, series, span })
    });
    let extra = schedule.extra.iter().filter_map(|extra| {
        let class = classes.get(&extra.row.class.value.id)?.clone();
        let trainers = all(trainers, &extra.row.trainers)?;
        let kind = ChangeKind::OneOffClass { entry: extra.clone(), trainers };
        let branch = id(extra.row.branch.as_ref()).cloned();
        Some(ScheduleChange {
            date: extra.date.value,
            class,
            time: extra.row.time().value,
            branch,
            kind,
            series: None,
            span: extra.row.table.span,
        })
    });
    let mut changes: Vec<ScheduleChange> = weekly.chain(extra).collect();
    changes.sort_by(|a, b| (a.date, a.time, &a.class.id).cmp(&(b.date, b.time, &b.class.id)));
    changes
}

/// Reports changes of classes that aren't in the week, and changes that contradict each other.
pub(super) fn check(content: &Content, site: &Site, diagnostics: &mut Diagnostics) {
    let (schedule, sources) = (&content.schedule.value, &*content.project.sources);
    diagnostics.extend(schedule.week.rows().filter_map(|(_, row)| odd_weeks(row)));
    let mut known: Vec<(&ScheduleOverride<'_>, Time)> = Vec::new();
    // A mistake that holds for several dates is reported for one.
    let mut reported = BTreeSet::new();
    let overrides = overrides(schedule);
    for change in overrides.iter().filter(|change| change.is_readable(site)) {
        let span = change.occurrence.span;
        let rows = change.rows(schedule);
        let Some(row) = rows.first() else {
            if reported.insert(span) {
                diagnostics.push(not_in_week(change, schedule, &site.schedule.seasons));
            }
            continue;
        };
        let start = start_of(row);
        match known.iter().find(|(known, first)| *first == start && known.is_same(change)) {
            Some((first, _)) if reported.insert(span) => {
                diagnostics.push(again(change, first.occurrence.span, sources));
            }
            Some(_) => {}
            None => known.push((change, start)),
        }
    }
}

/// Reports weeks that can never be.
fn odd_weeks(row: &ClassSlot) -> Option<Diagnostic> {
    let Weeks { every, of_month, .. } = &row.weeks;
    if let Some(zero) = of_month.iter().find(|week| week.value == 0) {
        let diagnostic =
            diagnostic!(code::OUT_OF_RANGE, zero.span, "a month has no week 0"; label: "no such week");
        return Some(diagnostic.help("write 1 for the first, up to 5, or -1 for the last"));
    }
    let (every, week) = (every.as_ref()?, of_month.first()?);
    Some(diagnostic!(code::UNKNOWN_KEY, week.span, "\"every\" and \"week_of_month\" can't be used together";
        label: "conflicts with the other key";
        related: every.span => "the other key";
        help: "remove one of the two"))
}

/// Reports a change of a class that isn't held at that time, or more than once.
fn not_in_week(
    change: &ScheduleOverride<'_>,
    schedule: &Schedule,
    seasons: &[Arc<Viewed<SeasonFields>>],
) -> Diagnostic {
    let (id, date, day) = (change.class_id(), change.date, change.weekday().title());
    let starts = change.starts(schedule).into_iter();
    let times: Vec<String> = starts.map(|start| format!("\"{}\"", start.machine())).collect();
    if times.is_empty()
        && let Some(season) = seasons.iter().find(|season| season.days().covers(date))
    {
        let title = season.entry.title.as_str();
        return diagnostic!(code::UNKNOWN_REFERENCE, change.occurrence.date.span,
            "the class \"{id}\" isn't scheduled on {day}, {date}, in the season \"{title}\"";
            label: "a {day} of the season";
            related: season.entry.span => "the season, whose week it is then";
            help: "write the date of a day on which the class is in the week, or add the class to the season");
    }
    if times.is_empty() {
        return diagnostic!(code::UNKNOWN_REFERENCE, change.occurrence.date.span,
            "the class \"{id}\" isn't scheduled on {day}, {date}";
            label: "a {day}";
            related: change.occurrence.class.span => "the class";
            help: "write the date of a day on which the class is in the week");
    }
    let help = format!("say when it begins: start = {}", times.join(" or "));
    match change.occurrence.start {
        None => {
            diagnostic!(code::MISSING_KEY, change.occurrence.span,
                "the class \"{id}\" is scheduled more than once on {day}";
                help)
        }
        Some(start) => {
            diagnostic!(code::UNKNOWN_REFERENCE, start.span,
                "the class \"{id}\" doesn't begin at {} on {date}", start.value.machine();
                help)
        }
    }
}

/// Reports a second change of a class on the same date.
fn again(change: &ScheduleOverride<'_>, first: Span, sources: &Sources) -> Diagnostic {
    let mut places = [first, change.occurrence.span];
    places.sort_by_key(|place| place.start);
    diagnostic!(code::DUPLICATE_ID, places[1],
        "there is already a change of \"{}\" on {}", change.class_id(), change.date;
        label: "the second change";
        related: places[0] => "the first change";
        help: "remove one of the two";
        fix: sources.document(places[1].file).remove(places[1]))
}
