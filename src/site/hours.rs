//! Opening hours, day by day.

use std::{cmp::Reverse, collections::BTreeSet, sync::Arc};

use jiff::civil::Date;

use crate::{
    content::{Hours, SeasonFields, Viewed, check_span},
    diagnostic::{Applicability, Diagnostic, Diagnostics, Span, code, diagnostic, report},
    schema::decode::{
        Spanned,
        value::{MINUTES_OF_DAY, Text, TimeRange, Weekday},
    },
    source::Sources,
};

/// The opening hours of every day, by the season and the day of the week.
#[derive(Clone, Debug)]
pub struct OpeningHours {
    /// The days of the week in the shown order.
    week: [Weekday; 7],
    /// The seasons: those with a file of their own, then the shortest, the whole year last.
    seasons: Vec<Season>,
}

/// The hours of days of the week from one date to another; without dates, of the whole year.
#[derive(Clone, Debug)]
pub struct Season {
    pub first: Option<Date>,
    pub last: Option<Date>,
    /// The season with a file of its own whose hours they are.
    pub file: Option<Arc<Viewed<SeasonFields>>>,
    days: Vec<DayHours>,
}

/// The hours of a day of the week.
#[derive(Clone, Debug)]
struct DayHours {
    day: Weekday,
    /// The spans, the earliest first; none if it is closed.
    open: Vec<TimeRange>,
    notes: Vec<Text>,
}

/// Consecutive days with the same hours.
#[derive(Clone, Copy, Debug)]
pub struct Run<'h> {
    pub first: Weekday,
    pub last: Weekday,
    /// The spans, the earliest first; none if the gym is closed.
    pub open: &'h [TimeRange],
    /// A note on these days.
    pub notes: &'h [Text],
}

/// The spans and notes of a day.
#[derive(Clone, Copy)]
struct ShownHours<'h> {
    open: &'h [TimeRange],
    notes: &'h [Text],
}

/// Hours that hold from one date to another, if there are such: the runs of days with the same hours.
pub type HoursTerm<'h> = (Option<Date>, Option<Date>, Vec<Run<'h>>);

/// The hours of a file, as content declares them.
#[derive(Clone, Copy)]
pub(super) struct DeclaredHours<'c> {
    pub hours: &'c [Hours],
    /// The days of the week in the shown order.
    pub week: [Weekday; 7],
    /// The place of the file's first hours.
    pub span: Span,
    pub sources: &'c Sources,
}

/// The hours of a day as content declares them.
struct DeclaredDay<'g> {
    day: Weekday,
    span: Span,
    hours: &'g Hours,
}

impl DeclaredDay<'_> {
    /// True for hours with a first and a last date.
    fn is_of_season(&self) -> bool {
        let (first, last) = self.hours.season();
        bounds(first, last) == 2
    }
}

impl Season {
    /// True if it has both a first and a last date: its hours are an exception, and the usual ones return later.
    pub fn is_bounded(&self) -> bool {
        self.first.is_some() && self.last.is_some()
    }

    fn is_dated(&self) -> bool {
        self.first.is_some() || self.last.is_some()
    }

    fn covers(&self, day: Date) -> bool {
        self.first.is_none_or(|first| first <= day) && self.last.is_none_or(|last| day <= last)
    }

    fn on(&self, day: Weekday) -> Option<&DayHours> {
        self.days.iter().find(|hours| hours.day == day)
    }
}

impl OpeningHours {
    /// Resolves the hours that a file declares. Reports days with contradictory hours, and days without hours.
    pub(super) fn resolve(file: DeclaredHours<'_>, diagnostics: &mut Diagnostics) -> Self {
        file.hours.iter().for_each(|hours| check_span(hours.opens, hours.closes, diagnostics));
        let days: Vec<_> = file.hours.iter().flat_map(|hours| &hours.days).collect();
        let are_days_known =
            file.hours.iter().all(|hours| !hours.days.is_empty() && hours.has_known_season())
                && days.iter().all(|day| day.span.is_somewhere());
        let declared = declared_days(file, diagnostics);
        // A day that is given twice may stand for a missing one, and so may an unreadable day. If there are no hours at
        // all, this was reported.
        if are_days_known && !declared.is_empty() {
            missing_days(file, &declared, days.len() - declared.len(), diagnostics);
        }
        past_midnight(file, &declared, diagnostics);
        Self { week: file.week, seasons: seasons(&declared) }
    }

    /// Adds the hours of a season with a file of its own, which count before all others on its days.
    pub(super) fn add_season(&mut self, file: &Arc<Viewed<SeasonFields>>, hours: &Self) {
        let days = file.days();
        let seasons = hours.seasons.iter().map(|season| Season {
            first: season.first.max(Some(days.first)),
            last: Some(season.last.map_or(days.last, |last| last.min(days.last))),
            file: Some(file.clone()),
            days: season.days.clone(),
        });
        self.seasons.splice(..0, seasons);
    }

    /// The spans of this day, the earliest first; empty if it's closed.
    pub fn on(&self, day: Date) -> &[TimeRange] {
        self.by_seasons(day, Weekday::from_date(day), |_| true)
    }

    /// The spans of this day without seasons that end again; in the week of a season, with those of its file.
    pub fn usual_on(&self, day: Date, is_of_season: bool) -> &[TimeRange] {
        self.by_seasons(day, Weekday::from_date(day), |season| {
            !season.is_bounded() || is_of_season && season.file.is_some()
        })
    }

    /// True if the season with this id has hours of its own.
    pub fn has_season(&self, id: &str) -> bool {
        self.seasons.iter().filter_map(|season| season.file.as_ref()).any(|file| *file.id == *id)
    }

    fn by_seasons(&self, date: Date, day: Weekday, counts: impl Fn(&Season) -> bool) -> &[TimeRange] {
        if let Some(hours) = self.day_by_seasons(date, day, counts) {
            return &hours.open;
        }
        // A day that only seasons have is closed in the rest of the year. Without any hours, no class is too early or
        // too late.
        let is_known = self.seasons.iter().any(|season| season.on(day).is_some());
        if is_known { &[] } else { &[TimeRange::WHOLE_DAY] }
    }

    fn day_by_seasons(
        &self,
        date: Date,
        day: Weekday,
        counts: impl Fn(&Season) -> bool,
    ) -> Option<&DayHours> {
        let mut seasons = self.seasons.iter().filter(|season| counts(season) && season.covers(date));
        seasons.find_map(|season| season.on(day))
    }

    /// The spans and notes of a day, which is closed if the seasons say nothing of it.
    fn shown_by_seasons(&self, date: Date, day: Weekday, counts: impl Fn(&Season) -> bool) -> ShownHours<'_> {
        let notes = self.day_by_seasons(date, day, &counts).map(|hours| &*hours.notes).unwrap_or_default();
        ShownHours { open: self.by_seasons(date, day, counts), notes }
    }

    /// Runs of days with the same hours in the usual week around `today`, from the first day of the week on.
    pub fn runs(&self, today: Date) -> Vec<Run<'_>> {
        self.runs_of(|day| Some(self.shown_by_seasons(today, day, |season| !self.is_exception(season))))
    }

    /// True for hours after which the usual ones return: between two dates, or to a date on days that also have hours
    /// without any.
    fn is_exception(&self, season: &Season) -> bool {
        if season.first.is_some() || season.last.is_none() {
            return season.is_bounded();
        }
        let mut year = self.seasons.iter().filter(|year| !year.is_dated());
        year.any(|year| season.days.iter().all(|hours| year.on(hours.day).is_some()))
    }

    /// The hours from `today` on, in terms of which none is over another.
    pub fn terms(&self, today: Date) -> Vec<HoursTerm<'_>> {
        let dated: Vec<&Season> = self.dated(today).collect();
        let after = dated.iter().filter_map(|season| season.last?.tomorrow().ok());
        let starts = dated.iter().filter_map(|season| season.first).chain(after);
        let starts: BTreeSet<Date> = starts.filter(|day| *day > today).collect();
        let firsts = std::iter::once(None).chain(starts.iter().copied().map(Some));
        let lasts = starts.iter().map(|start| start.yesterday().ok()).chain([None]);
        let terms = firsts.zip(lasts).map(|(first, last)| {
            let day = first.unwrap_or(today);
            (first, last, self.runs_of(|weekday| Some(self.shown_by_seasons(day, weekday, |_| true))))
        });
        terms.collect()
    }

    /// Runs of days with the same hours, without seasons.
    pub fn runs_of_year(&self) -> Vec<Run<'_>> {
        let year = self.seasons.iter().find(|season| !season.is_dated());
        year.map(|year| self.runs_of_season(year)).unwrap_or_default()
    }

    /// The seasons that aren't over, those with precedence first.
    pub fn dated(&self, today: Date) -> impl Iterator<Item = &Season> {
        let dated = self.seasons.iter().filter(|season| season.is_dated());
        dated.filter(move |season| season.last.is_none_or(|last| today <= last))
    }

    /// The seasons that aren't over, and whose hours aren't the usual ones yet.
    pub fn seasons(&self, today: Date) -> impl Iterator<Item = &Season> {
        self.dated(today).filter(move |season| self.is_exception(season) || !season.covers(today))
    }

    /// Runs of the days that a season names.
    pub fn runs_of_season<'h>(&self, season: &'h Season) -> Vec<Run<'h>> {
        self.runs_of(|day| season.on(day).map(|hours| ShownHours { open: &hours.open, notes: &hours.notes }))
    }

    fn runs_of<'h>(&self, hours: impl Fn(Weekday) -> Option<ShownHours<'h>>) -> Vec<Run<'h>> {
        let mut runs: Vec<Run<'h>> = Vec::new();
        for day in self.week {
            let Some(ShownHours { open, notes }) = hours(day) else { continue };
            match runs.last_mut() {
                Some(run) if run.open == open && run.notes == notes && run.last.after() == day => {
                    run.last = day
                }
                _ => runs.push(Run { first: day, last: day, open, notes }),
            }
        }
        runs
    }

    /// The first and last dates of the seasons that have both.
    pub(super) fn bounded_seasons(&self) -> impl Iterator<Item = (Date, Date)> {
        self.seasons.iter().filter_map(|season| season.first.zip(season.last))
    }

    /// True if a season with a first and a last date has other hours on this day.
    pub(super) fn is_seasonal(&self, day: Date) -> bool {
        let weekday = Weekday::from_date(day);
        let mut seasons = self.seasons.iter().filter(|season| season.is_bounded());
        seasons.any(|season| season.covers(day) && season.on(weekday).is_some())
    }

    /// True if the hours depend on the date.
    pub fn has_seasons(&self) -> bool {
        self.seasons.iter().any(Season::is_dated)
    }
}

/// The hours by season, in the order of precedence.
fn seasons(declared: &[DeclaredDay<'_>]) -> Vec<Season> {
    let mut seasons: Vec<Season> = Vec::new();
    for day in declared {
        let (first, last) = day.hours.season();
        let at = seasons.iter().position(|season| (season.first, season.last) == (first, last));
        let at = at.unwrap_or_else(|| {
            seasons.push(Season { first, last, file: None, days: Vec::new() });
            seasons.len() - 1
        });
        let Some(season) = seasons.get_mut(at) else { continue };
        let open = day.hours.open();
        let note = day.hours.note.clone();
        match season.days.iter_mut().find(|hours| hours.day == day.day) {
            Some(hours) => {
                hours.open.extend(open);
                hours.notes.extend(note.filter(|note| !hours.notes.contains(note)));
            }
            None => season.days.push(DayHours {
                day: day.day,
                open: open.into_iter().collect(),
                notes: note.into_iter().collect(),
            }),
        }
    }
    seasons.iter_mut().flat_map(|season| &mut season.days).for_each(|hours| hours.open.sort_unstable());
    seasons.sort_by_key(|season| (Reverse(bounds(season.first, season.last)), season.first));
    seasons
}

/// The number of given dates.
fn bounds(first: Option<Date>, last: Option<Date>) -> usize {
    usize::from(first.is_some()) + usize::from(last.is_some())
}

/// True if a gym is open for the whole of `time`, with the spans of the day before, the day itself and the day after.
pub(super) fn covers([before, open, after]: [&[TimeRange]; 3], time: TimeRange) -> bool {
    let from_before = before.iter().map(|span| (0, span.past_midnight())).filter(|(_, end)| *end > 0);
    let next = after
        .iter()
        .map(|span| span.minutes())
        .map(|(start, end)| (start + MINUTES_OF_DAY, end + MINUTES_OF_DAY));
    let own_spans = open.iter().map(|span| span.minutes());
    let mut spans: Vec<(u16, u16)> = from_before.chain(own_spans).chain(next).collect();
    spans.sort_unstable();
    let (mut reached, last) = time.minutes();
    for (start, end) in spans {
        if start <= reached {
            reached = reached.max(end);
        }
    }
    reached >= last
}

/// The hours of each day. Reports hours that contradict earlier ones of the same day, and leaves them out.
fn declared_days<'g>(file: DeclaredHours<'g>, diagnostics: &mut Diagnostics) -> Vec<DeclaredDay<'g>> {
    let mut declared: Vec<DeclaredDay<'_>> = Vec::new();
    for hours in file.hours.iter().filter(|hours| hours.has_known_season()) {
        for day in hours.days.iter().filter(|day| day.span.is_somewhere()) {
            let mut same_day = declared.iter().filter(|declared| declared.day == day.value);
            let Some(first) = same_day.find(|declared| contradict(declared.hours, hours)) else {
                declared.push(DeclaredDay { day: day.value, span: day.span, hours });
                continue;
            };
            // A list that has the day twice was reported.
            if std::ptr::eq(first.hours, hours) {
                continue;
            }
            if first.hours.season() != hours.season() {
                diagnostics.push(overlapping_seasons(first, day));
                continue;
            }
            report!(diagnostics, code::DUPLICATE_ID, day.span,
                "the hours of {} are given twice", day.value.name();
                label: "the second time";
                related: first.span => "they are first given here";
                help: "remove the day from one of the two lists, or write the day that is missing; a gym that \
                         closes at noon has spans that don't overlap";
                fix: file.sources.document(day.span.file).remove(day.span));
        }
    }
    declared
}

/// True if a day can't have both hours. Of two seasons with different ends, one has to end before the other begins. A
/// season has precedence over hours from or until a date, and these over the rest of the year.
fn contradict(one: &Hours, other: &Hours) -> bool {
    let (one_season, other_season) = (one.season(), other.season());
    if one_season == other_season {
        return !are_apart(one.open(), other.open());
    }
    bounds(one_season.0, one_season.1) == bounds(other_season.0, other_season.1)
        && starts_by(one_season.0, other_season.1)
        && starts_by(other_season.0, one_season.1)
}

/// True if `start` isn't after `end`. A missing date is no limit.
fn starts_by(start: Option<Date>, end: Option<Date>) -> bool {
    start.zip(end).is_none_or(|(start, end)| start <= end)
}

/// Reports two seasons with the same day of the week on the same dates.
fn overlapping_seasons(first: &DeclaredDay<'_>, day: &Spanned<Weekday>) -> Diagnostic {
    diagnostic!(code::DUPLICATE_ID, day.span, "two seasons say when the gym is open on {}", day.value.name();
        label: "the second season";
        related: first.span => "the first one, which isn't over when the second begins";
        help: "let one of them end before the other begins: change \"from\" or \"until\"")
}

/// Reports the days without hours, except as many as other days are given `twice`.
fn missing_days(
    file: DeclaredHours<'_>,
    declared: &[DeclaredDay<'_>],
    twice: usize,
    diagnostics: &mut Diagnostics,
) {
    // A gym that has hours only in seasons is closed in the rest of the year.
    let is_open_in_seasons_only = declared.iter().all(DeclaredDay::is_of_season);
    let counted = declared.iter().filter(|declared| is_open_in_seasons_only || !declared.is_of_season());
    let known: Vec<(Weekday, Span)> = counted.map(|declared| (declared.day, declared.span)).collect();
    let missing = Weekday::ALL.into_iter().filter(|day| !known.iter().any(|(known, _)| known == day));
    // The first of them belongs behind the day before.
    let before = missing.clone().find_map(|day| known.iter().find(|(known, _)| *known == day.before()));
    let missing: Vec<&str> = missing.map(Weekday::name).collect();
    if missing.len() <= twice {
        return;
    }
    report!(diagnostics, code::MISSING_KEY, before.map_or(file.span, |(_, span)| *span),
        "no [[hours]] say when the gym is open on {}", missing.join(", ");
        label: "the day before";
        help: "add the day to the days of an [[hours]], or add one with closed = true");
}

/// Reports hours past midnight that overlap those of the next day, once for each pair of `[[hours]]`.
fn past_midnight(file: DeclaredHours<'_>, declared: &[DeclaredDay<'_>], diagnostics: &mut Diagnostics) {
    for late in file.hours.iter().filter(|hours| hours.is_readable()) {
        let Some(open) = late.open() else { continue };
        let readable = declared.iter().filter(|early| early.hours.is_readable());
        let mut of_season = readable.filter(|early| early.hours.season() == late.season());
        let meets = of_season.find_map(|early| {
            let begins = early.hours.open().filter(|next| next.start.minutes() < open.past_midnight())?;
            let day =
                late.days.iter().find(|day| day.value == early.day.before() && day.span.is_somewhere())?;
            Some((day.value, early, begins.start))
        });
        let (Some((day, early, begins)), Some(closes)) = (meets, late.closes) else { continue };
        let (until, from) = (closes.value.machine(), begins.machine());
        let next = early.day.name();
        let right = if begins == TimeRange::WHOLE_DAY.start { TimeRange::WHOLE_DAY.end } else { begins };
        let right = right.machine();
        diagnostics.push(
            diagnostic!(code::DUPLICATE_ID, closes.span,
                "the hours of {} last until {until} of {next}, but on {next} the gym opens at {from}", day.name();
                label: "on the next day";
                related: early.span => "the hours of {next}";
                help: "write \"{right}\", or let {next} begin later")
                .rename(file.sources, &until, &right, Applicability::Proposed),
        );
    }
}

/// True if a gym can have both hours on one day.
fn are_apart(one: Option<TimeRange>, other: Option<TimeRange>) -> bool {
    one.zip(other).is_some_and(|(one, other)| !one.overlaps(other))
}
