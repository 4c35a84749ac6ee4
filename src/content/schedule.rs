//! `content/schedule.toml`: the week, day by day.

use std::sync::Arc;

use jiff::{ToSpan, civil::Date};

use super::season::SeasonDays;
use crate::{
    diagnostic::Span,
    schema::{
        EntryRef, Table, View,
        decode::{
            Spanned,
            value::{Destination, Text, Time, TimeRange, WebUrl, Weekday},
        },
    },
};

#[derive(Debug, View)]
pub struct Schedule {
    #[view(flatten)]
    pub week: WeekRows,
    /// Classes that don't take place on a date.
    pub cancelled: Vec<SessionRef>,
    #[view(key = "substitute")]
    pub substitutes: Vec<Substitute>,
    pub extra: Vec<Arc<OneOffClass>>,
}

/// The classes of a week.
#[derive(Debug, View)]
pub struct WeekRows {
    /// Classes at one time on several days.
    weekly: Vec<WeeklyRow>,
    monday: Vec<Arc<ClassSlot>>,
    tuesday: Vec<Arc<ClassSlot>>,
    wednesday: Vec<Arc<ClassSlot>>,
    thursday: Vec<Arc<ClassSlot>>,
    friday: Vec<Arc<ClassSlot>>,
    saturday: Vec<Arc<ClassSlot>>,
    sunday: Vec<Arc<ClassSlot>>,
}

impl WeekRows {
    /// All rows, each once: one of several days with the first of them.
    pub fn rows(&self) -> impl Iterator<Item = (Weekday, &Arc<ClassSlot>)> {
        let weekly = self.weekly.iter().filter_map(|row| Some((row.days.first()?.value, &row.row)));
        weekly.chain(
            Weekday::ALL.into_iter().flat_map(|day| self.written_on(day).iter().map(move |row| (day, row))),
        )
    }

    /// The rows of a day, in the order in which they're written.
    pub fn on(&self, day: Weekday) -> Vec<&Arc<ClassSlot>> {
        let weekly = self.weekly.iter().filter(|row| row.days.iter().any(|own| own.value == day));
        let mut rows: Vec<_> = weekly.map(|row| &row.row).chain(self.written_on(day)).collect();
        rows.sort_by_key(|row| row.span);
        rows
    }

    /// Changes each row, of which nothing else has a copy yet.
    pub(super) fn change(&mut self, mut change: impl FnMut(&mut ClassSlot)) {
        let weekly = self.weekly.iter_mut().map(|row| &mut row.row);
        weekly.filter_map(Arc::get_mut).for_each(&mut change);
        self.days_mut().into_iter().flatten().filter_map(Arc::get_mut).for_each(change);
    }

    /// Adds the rows of another week.
    pub(super) fn append(&mut self, mut other: Self) {
        self.weekly.append(&mut other.weekly);
        for (own, others) in self.days_mut().into_iter().zip(other.days_mut()) {
            own.append(others);
        }
    }

    fn days_mut(&mut self) -> [&mut Vec<Arc<ClassSlot>>; 7] {
        let Self { weekly: _, monday, tuesday, wednesday, thursday, friday, saturday, sunday } = self;
        [monday, tuesday, wednesday, thursday, friday, saturday, sunday]
    }

    /// The rows below the headers of a day.
    fn written_on(&self, day: Weekday) -> &[Arc<ClassSlot>] {
        match day {
            Weekday::Monday => &self.monday,
            Weekday::Tuesday => &self.tuesday,
            Weekday::Wednesday => &self.wednesday,
            Weekday::Thursday => &self.thursday,
            Weekday::Friday => &self.friday,
            Weekday::Saturday => &self.saturday,
            Weekday::Sunday => &self.sunday,
        }
    }
}

#[derive(Debug, View)]
struct WeeklyRow {
    days: Vec<Spanned<Weekday>>,
    #[view(flatten)]
    row: Arc<ClassSlot>,
}

#[derive(Debug, View)]
pub struct ClassSlot {
    pub class: Spanned<EntryRef>,
    /// Its trainers on this day; none where nobody teaches.
    #[view(key = "trainer")]
    pub trainers: Vec<Spanned<EntryRef>>,
    /// Who teaches beside or in place of trainers, such as "The floor team".
    pub team: Option<Text>,
    /// The branch, of a gym that has several.
    pub branch: Option<Spanned<EntryRef>>,
    pub room: Option<Spanned<Text>>,
    /// The address at which it can be joined from home.
    pub online: Option<WebUrl>,
    /// The place to book it, if not where its class is.
    pub book: Option<Destination>,
    /// False where there is nothing to join, as in open hours.
    pub join: bool,
    start: Spanned<Time>,
    end: Spanned<Time>,
    /// The weeks in which it is on.
    #[view(flatten)]
    pub weeks: Weeks,
    #[view(span)]
    pub span: Span,
    /// All its fields, for templates.
    #[view(table)]
    pub table: Arc<Table>,
}

impl ClassSlot {
    /// The times. If the end has a mistake, which was reported, the whole day without a place in the file.
    pub fn time(&self) -> Spanned<TimeRange> {
        match TimeRange::new(self.start.value, self.end.value) {
            Some(value) => Spanned { value, span: self.start.span.join(self.end.span) },
            None => Spanned { value: TimeRange::WHOLE_DAY, span: Span::NOWHERE },
        }
    }

    /// Who teaches beside or in place of trainers.
    pub fn team(&self) -> Option<&str> {
        self.team.as_ref().map(Text::as_str)
    }
}

/// The weeks in which a row is on: all of them, unless it says otherwise.
#[derive(Debug, Default, View)]
pub struct Weeks {
    pub from: Option<Spanned<Date>>,
    pub until: Option<Spanned<Date>>,
    /// 2 for every other week, counted from the first.
    pub every: Option<Spanned<i64>>,
    /// 1 for the first such day of a month, -1 for the last.
    #[view(key = "week_of_month")]
    pub of_month: Vec<Spanned<i64>>,
    /// The season in whose week it is; `None` for the usual week.
    #[view(default)]
    pub season: Option<SeasonDays>,
    /// The seasons that are the week in place of the usual one, in the order of the calendar.
    #[view(default)]
    pub except: Vec<SeasonDays>,
}

/// The number of weeks that are searched for dates: no row skips more than a year.
const STEPS: usize = 60;

impl Weeks {
    /// The dates on or after `start` on which a row of this day of the week is on, for a year or so.
    pub fn dates(&self, start: Date, weekday: Weekday) -> impl Iterator<Item = Date> {
        let start = self.first().map_or(start, |first| first.max(start));
        let days = start.series(1.day()).skip_while(move |day| Weekday::from_date(*day) != weekday);
        days.step_by(7).take(STEPS).filter(|day| self.contains(*day))
    }

    /// True if a row is on at `date`, which is of its day of the week.
    pub fn contains(&self, date: Date) -> bool {
        self.is_without_seasons(date) && self.is_of_season(date)
    }

    /// True if it is on at `date`, which is of its day of the week, or would be but for a season.
    pub fn is_without_seasons(&self, date: Date) -> bool {
        let is_after = self.first().is_none_or(|first| first <= date);
        let is_before = self.last().is_none_or(|last| date <= last);
        is_after && is_before && self.is_in_step(date) && self.is_of_month(date)
    }

    /// The first day of it and of its season, if there is one.
    pub fn first(&self) -> Option<Date> {
        self.from.map(|from| from.value).max(self.season.as_ref().map(|season| season.first))
    }

    /// The last day of it and of its season, if there is one.
    pub fn last(&self) -> Option<Date> {
        let season = self.season.as_ref().map(|season| season.last);
        self.until.map(|until| until.value).into_iter().chain(season).min()
    }

    /// The times without a season in its place: the first and the last day of each, if it has one.
    pub fn terms(&self) -> Vec<(Option<Date>, Option<Date>)> {
        let (mut first, last) = (self.first(), self.last());
        let mut terms = Vec::new();
        for season in self.except.iter().filter(|season| last.is_none_or(|last| season.first <= last)) {
            terms.push((first, season.first.yesterday().ok()));
            first = first.max(season.last.tomorrow().ok());
        }
        terms.push((first, last));
        terms.retain(|(first, last)| first.zip(*last).is_none_or(|(first, last)| first <= last));
        terms
    }

    /// True if it is in the week of this day, whatever its own weeks are.
    pub fn is_of_season(&self, day: Date) -> bool {
        let is_excepted = self.except.iter().any(|season| season.covers(day));
        self.season.as_ref().map_or(!is_excepted, |season| season.covers(day))
    }

    /// True if it is on in each week, for ever.
    pub fn is_always(&self) -> bool {
        self.are_all() && self.first().is_none() && self.last().is_none() && self.except.is_empty()
    }

    /// True if it is on in each week, perhaps for a term.
    pub fn are_all(&self) -> bool {
        self.every.is_none() && self.of_month.is_empty()
    }

    fn is_in_step(&self, date: Date) -> bool {
        let (Some(from), Some(every)) = (self.from, self.every) else { return true };
        // From the first such weekday on: the days before it aren't a whole week.
        let weeks = from.value.until(date).map_or(0, |span| i64::from(span.get_days()) / 7);
        weeks.checked_rem(every.value).is_none_or(|rest| rest == 0)
    }

    fn is_of_month(&self, date: Date) -> bool {
        let week = i64::from((date.day() - 1) / 7 + 1);
        let is_last = date.day() + 7 > date.days_in_month();
        let mut named = self.of_month.iter().map(|week| week.value);
        self.of_month.is_empty() || named.any(|named| named == week || is_last && named == -1)
    }
}

#[derive(Debug, View)]
pub struct SessionRef {
    pub date: Spanned<Date>,
    /// The last date, if it is about all dates of the class from the first to the last.
    pub until: Option<Spanned<Date>>,
    pub class: Spanned<EntryRef>,
    /// The start, if the class is held more than once on that day.
    pub start: Option<Spanned<Time>>,
    /// The branch, if the class is held in several at that time.
    pub branch: Option<Spanned<EntryRef>>,
    #[view(span)]
    pub span: Span,
}

/// The most days that a change of the week lasts.
const LONGEST_CHANGE: usize = 366;

impl SessionRef {
    /// The last date.
    pub fn last(&self) -> Spanned<Date> {
        self.until.unwrap_or(self.date)
    }

    /// All days from the first to the last, whether or not the class is on them.
    pub fn days(&self) -> impl Iterator<Item = Date> {
        let last = self.last().value;
        self.date.value.series(1.day()).take_while(move |day| *day <= last).take(LONGEST_CHANGE)
    }
}

#[derive(Debug, View)]
pub struct Substitute {
    #[view(flatten)]
    pub occurrence: SessionRef,
    #[view(key = "trainer")]
    pub trainers: Vec<Spanned<EntryRef>>,
}

#[derive(Debug, View)]
pub struct OneOffClass {
    pub date: Spanned<Date>,
    #[view(flatten)]
    pub row: ClassSlot,
}
