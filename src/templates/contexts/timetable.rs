//! The week, as templates see it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jiff::civil::Date;
use minijinja::{Value, context};

use super::{entries, gym, values};
use crate::{
    content::{self, SeasonFields, Viewed, days_between},
    formats::Formats,
    routes::{WEEK_CALENDAR, class_calendar},
    schema::{
        Role,
        decode::value::{Time, TimeRange, Weekday},
    },
    site::{
        ChangeKind, Class, Day, LinkSubject, ScheduleChange, Trainer, minutes_after, moment_in, session_words,
    },
    templates::site::RenderSite,
};

/// The most letters of a short name of a day. If one has more, the language has no short names.
const LONGEST_SHORT_NAME: usize = 4;

/// The days of the week with their rows, and the calendars.
pub(super) fn timetable(site: &Arc<RenderSite>) -> Value {
    let week = WeekGrid::new(site, |_| true);
    let (days, lines) = (week.views(|_, _| true, site), week.lines.len());
    let weeks: Value = ShownWeek::all(site).iter().map(|week| week.view(site)).collect();
    let mut short_names = site.schedule.days.iter().map(|day| site.gym.formats.short_weekday(day.weekday));
    let long_names = short_names.any(|name| name.chars().count() > LONGEST_SHORT_NAME);
    let calendars: Value = site.scheduled().map(|class| calendar(class, site)).collect();
    let url = site.here_or_main(|site| site.week_path());
    let calendar_url = site.address.base.href(WEEK_CALENDAR);
    // Scripts write any time with these, by replacing the minutes: the last digit of ten is the zero of the language.
    let hours = (0..24).filter_map(|hour| Some(site.gym.formats.time(Time::new(hour, 10)?)));
    let hours: Vec<String> = hours.collect();
    let closures = gym::all_closures(site);
    context! { days, weeks, hours, lines, long_names, calendars, calendar_url, url, closures }
}

fn calendar(class: &Class, site: &RenderSite) -> Value {
    let url = site.address.base.href(&class_calendar(&class.id));
    context! { title => values::words(&class.entry.title, site), url }
}

/// A row of a day: of the week, or of a single date.
pub(super) struct Session<'s> {
    pub entry: &'s content::ClassSlot,
    pub class: &'s Arc<str>,
    pub trainers: &'s [Arc<Trainer>],
    pub time: TimeRange,
    pub branch: Option<&'s str>,
    /// The day of the week; `None` for a row of a single date.
    weekday: Option<Weekday>,
    pub changes: Vec<&'s ScheduleChange>,
}

impl Session<'_> {
    /// The trainers, including substitutes.
    pub fn teachers(&self) -> impl Iterator<Item = &Arc<Trainer>> {
        let others = self.changes.iter().flat_map(|change| match &change.kind {
            ChangeKind::Substitute(trainers) => trainers.as_slice(),
            ChangeKind::Cancelled | ChangeKind::OneOffClass { .. } => &[],
        });
        self.trainers.iter().chain(others)
    }

    /// True if it is taught by the trainer with this id.
    pub fn is_taught_by(&self, trainer: &str) -> bool {
        self.teachers().any(|teacher| *teacher.id == *trainer)
    }

    fn is_cancelled(&self, date: Date) -> bool {
        let mut changes = self.changes.iter();
        changes.any(|change| change.date == date && matches!(change.kind, ChangeKind::Cancelled))
    }
}

/// A line of the grid, in which rows with the same start are side by side.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct GridLine {
    /// The minute of the day.
    start: u16,
    /// The number of earlier rows of the day with this start.
    earlier: usize,
}

/// The line of each row of a day.
fn lines(sessions: &[Session<'_>]) -> Vec<GridLine> {
    let mut lines: Vec<GridLine> = Vec::with_capacity(sessions.len());
    for session in sessions {
        let (start, _) = session.time.minutes();
        let earlier = lines.iter().filter(|other| other.start == start).count();
        lines.push(GridLine { start, earlier });
    }
    lines
}

/// The sessions of all days, and the lines of the grid that they need.
struct WeekGrid<'s> {
    days: Vec<(&'s Day, Vec<Session<'s>>)>,
    lines: Vec<GridLine>,
}

impl<'s> WeekGrid<'s> {
    /// The shown sessions.
    fn new(site: &'s RenderSite, is_shown: impl Fn(&Session<'_>) -> bool) -> Self {
        let mut days: Vec<_> = site.schedule.days.iter().map(|day| (day, sessions(day, site))).collect();
        days.iter_mut().for_each(|(_, sessions)| sessions.retain(&is_shown));
        let lines: BTreeSet<GridLine> = days.iter().flat_map(|(_, sessions)| lines(sessions)).collect();
        Self { days, lines: lines.into_iter().collect() }
    }

    /// The days with all their sessions, and with the closures and changes on dates that are shown.
    fn views(&self, is_shown: impl Fn(Date, Option<&str>) -> bool, site: &Arc<RenderSite>) -> Value {
        let days = self.days.iter().map(|(day, sessions)| {
            let view = self::day(day, |date| is_shown(date, None), site);
            let rows = sessions.iter().zip(lines(sessions)).map(|(session, line)| {
                self.row(&view, session, &line, |date| is_shown(date, session.branch), site)
            });
            context! { rows => rows.collect::<Value>(), ..view }
        });
        days.collect()
    }

    /// A session of a day, on its line of the grid.
    fn row(
        &self,
        day: &Value,
        session: &Session<'_>,
        line: &GridLine,
        is_shown: impl Fn(Date) -> bool,
        site: &Arc<RenderSite>,
    ) -> Value {
        let place = self.lines.binary_search(line).unwrap_or_default();
        context! { day, line => place + 1, ..self::session(session, is_shown, site) }
    }
}

/// The wanted sessions of the week, each with whether it is in a shown week, by the id of that week's part of a page.
pub(super) fn rows(site: &Arc<RenderSite>, is_wanted: impl Fn(&Session<'_>) -> bool) -> Value {
    let week = WeekGrid::new(site, |_| true);
    let weeks = ShownWeek::all(site);
    let mut rows = Vec::new();
    for (day, sessions) in &week.days {
        let view = self::day(day, |_| true, site);
        let placed = sessions.iter().zip(lines(sessions));
        for (session, line) in placed.filter(|(session, _)| is_wanted(session)) {
            let shown_in = weeks.iter().map(|week| (week.anchor(), week.has(session, site)));
            let row = week.row(&view, session, &line, |_| true, site);
            rows.push(context! { shown_in => shown_in.collect::<BTreeMap<String, bool>>(), ..row });
        }
    }
    rows.into()
}

/// A week that visitors can look at, of a site with seasons: the usual one, or that of a season.
struct ShownWeek<'s> {
    season: Option<&'s Viewed<SeasonFields>>,
}

impl<'s> ShownWeek<'s> {
    /// The usual week and those of the seasons that aren't over; none without such a season.
    fn all(site: &'s RenderSite) -> Vec<Self> {
        let seasons: Vec<_> = coming_seasons(site).map(|season| Self { season: Some(season) }).collect();
        let usual = seasons.first().map(|_| Self { season: None });
        usual.into_iter().chain(seasons).collect()
    }

    /// The id of its part of a page.
    fn anchor(&self) -> String {
        self.season.map_or_else(|| "usual-week".to_owned(), |season| format!("season-{}", season.id))
    }

    /// True if it is the week of this date in a branch; without one, in the gym as a whole.
    fn covers(&self, date: Date, branch: Option<&str>, site: &RenderSite) -> bool {
        let mut seasons = site.schedule.seasons.iter().filter(|season| season.entry.is_of(branch));
        match self.season {
            Some(season) => season.days().covers(date),
            None => !seasons.any(|season| season.days().covers(date)),
        }
    }

    /// True if a session is on in it.
    fn has(&self, session: &Session<'_>, site: &RenderSite) -> bool {
        let weeks = &session.entry.weeks;
        let Some(weekday) = session.weekday else {
            return session.changes.iter().any(|change| self.covers(change.date, session.branch, site));
        };
        let Some(days) = self.season.map(Viewed::days) else { return weeks.season.is_none() };
        let next = weeks.dates(days.first.max(site.clock.today.date()), weekday).next();
        next.is_some_and(|date| date <= days.last)
    }

    fn view(&self, site: &Arc<RenderSite>) -> Value {
        let week = WeekGrid::new(site, |session| self.has(session, site));
        let today = site.clock.today.date();
        let formats = &site.gym.formats;
        let days = self.season.map(Viewed::days);
        let season = self.season.map(|season| &season.entry);
        let branches = season.into_iter().flat_map(|season| &season.branches);
        // The usual week is one of several while visitors see a season beside it.
        let announced = season.map(|season| season.announced());
        let from = announced.or_else(|| coming_seasons(site).map(|season| season.entry.announced()).min());
        let last = days.as_ref().map(|days| days.last);
        let until = last.or_else(|| coming_seasons(site).map(|season| season.entry.until.value).max());
        let said = |key| values::declared(&self.season?.table, key, site);
        context! {
            anchor => self.anchor(),
            id => self.season.map(|season| &*season.id),
            title => said("title").unwrap_or_else(|| session_words::word("usual", site).into()),
            dates => days.as_ref().map(|days| {
                format!("{} – {}", formats.first_date(days.first, days.last), formats.full_date(days.last))
            }),
            note => said("note"),
            branches => branches.map(|branch| Value::from(branch.value.id.to_string())).collect::<Value>(),
            season => days.as_ref().map(|days| format!("{}/{}", days.first, days.last)),
            is_on => days.is_some_and(|days| days.covers(today)),
            is_future => from.is_some_and(|from| from > today),
            is_listed => season.is_some() || week.days.iter().any(|(_, sessions)| !sessions.is_empty()),
            from => from.map(|from| from.to_string()),
            until => until.map(|until| until.to_string()),
            days => week.views(|date, branch| self.covers(date, branch, site), site),
            lines => week.lines.len(),
        }
    }
}

/// The seasons that are weeks and aren't over, in the order of the calendar.
fn coming_seasons(site: &RenderSite) -> impl Iterator<Item = &Viewed<SeasonFields>> {
    let today = site.clock.today.date();
    site.schedule
        .seasons
        .iter()
        .map(|season| &**season)
        .filter(move |season| season.entry.until.value >= today)
}

fn day(day: &Day, is_shown: impl Fn(Date) -> bool, site: &RenderSite) -> Value {
    let week = site.single_of(Role::Schedule);
    context! {
        id => day.weekday.name(),
        title => site.said_of(week, site.gym.formats.weekday(day.weekday)),
        closures => closures_of_day(day.weekday, is_shown, site),
        short => site.said_of(week, site.gym.formats.short_weekday(day.weekday)),
        url => site.day_url(day.weekday),
    }
}

/// The closures of the whole gym on shown dates of this day of the week, soonest first; `until` is the last such date.
fn closures_of_day(weekday: Weekday, is_shown: impl Fn(Date) -> bool, site: &RenderSite) -> Value {
    let closed = site.coming_closures(None).filter(|days| days.open.is_empty());
    let closed = closed.filter_map(|days| {
        let until = days_between(days.first, days.last)
            .filter(|day| Weekday::from_date(*day) == weekday && is_shown(*day))
            .last()?;
        (until >= site.clock.today.date())
            .then(|| context! { until => until.to_string(), ..gym::closure(days, None, site) })
    });
    closed.collect()
}

/// The rows of the week in the order of content, with the rows of single dates inserted by their start.
pub(super) fn sessions<'s>(day: &'s Day, site: &'s RenderSite) -> Vec<Session<'s>> {
    let today = site.clock.today.date();
    let mut sessions = Vec::with_capacity(day.rows.len());
    for row in day.rows.iter().filter(|row| !row.is_over(today)) {
        sessions.push(Session {
            entry: &row.entry,
            class: &row.class.id,
            trainers: &row.trainers,
            time: row.time,
            branch: row.branch_id(),
            weekday: Some(day.weekday),
            changes: site.changes().filter(|change| change.is_of(day.weekday, &row.entry)).collect(),
        });
    }
    for change in site.changes().filter(|change| Weekday::from_date(change.date) == day.weekday) {
        let ChangeKind::OneOffClass { entry, trainers } = &change.kind else { continue };
        let later = sessions.iter().position(|session: &Session<'_>| session.time.start > change.time.start);
        let session = Session {
            entry: &entry.row,
            class: &change.class.id,
            trainers,
            time: change.time,
            branch: change.branch.as_deref(),
            weekday: None,
            changes: vec![change],
        };
        sessions.insert(later.unwrap_or(sessions.len()), session);
    }
    sessions
}

/// A session, and what is said of its changes on dates that are shown.
fn session(session: &Session<'_>, is_shown: impl Fn(Date) -> bool, site: &Arc<RenderSite>) -> Value {
    let formats = &site.gym.formats;
    let changes = &session.changes;
    let shown: Vec<_> = changes.iter().copied().filter(|change| is_shown(change.date)).collect();
    let only = changes.iter().find(|change| matches!(change.kind, ChangeKind::OneOffClass { .. }));
    let cancelled = changes.iter().filter(|change| matches!(change.kind, ChangeKind::Cancelled));
    let mut closed = closed(session, site);
    let off: Value = cancelled
        .map(|change| change.date)
        .chain(closed.iter().flatten().copied())
        .map(|date| date.to_string())
        .collect();
    closed.iter_mut().for_each(|dates| dates.retain(|date| is_shown(*date)));
    let trainers = session.trainers.iter();
    let trainers = trainers.filter_map(|trainer| entries::find_of(Role::Trainer, &trainer.id, site));
    let entry = session.entry;
    let team = entry.team();
    let class = entries::find_of(Role::Class, session.class, site);
    let join_url = join_url(session, site);
    let declared = site.collections.classes.get(session.class).map(|class| &class.entry);
    let is_booked_apart = entry.book.is_some() || declared.is_some_and(|class| class.book.is_some());
    let join_text = values::declared(&entry.table, "book_text", site).filter(Value::is_true);
    let join_text = join_text.or_else(|| class.as_ref()?.get_attr("book_text").ok());
    let term = entry.weeks.until.map(|until| until.value.to_string());
    let part = match session.time.minutes().0 / 60 {
        ..12 => "morning",
        12..17 => "afternoon",
        _ => "evening",
    };
    context! {
        part,
        class,
        trainers => trainers.collect::<Value>(),
        team,
        who => site.said(&entry.table, "trainer", session_words::who(session.trainers, team, formats)),
        join_url,
        join_text,
        is_booked_apart,
        online => entry.online.as_ref().map(|url| context! { url => url.as_str(), text => session_words::word("online", site) }),
        room => entry.room.as_ref().map(|room| values::shared(&room.value)),
        fields => values::table(&entry.table, site),
        weeks => weeks(session),
        notes => notes(entry, session.weekday, site),
        time => site.said(&entry.table, "start", formats.times(session.time)),
        start => site.said(&entry.table, "start", formats.time(session.time.start)),
        end => site.said(&entry.table, "end", formats.time(session.time.end)),
        start_datetime => session.time.start.machine(),
        end_datetime => session.time.end.machine(),
        only => only.map(|change| change.date.to_string()),
        until => only.map(|change| until(change, site)).or(term),
        branch => session.branch.and_then(|id| entries::find_of(Role::Branch, id, site)),
        off,
        changes => shown
            .chunk_by(|one, next| one.series.is_some() && one.series == next.series)
            .filter_map(|dates| change(dates, site))
            .chain(closed.iter().filter_map(|dates| closed_on(dates, session.branch, site)))
            .collect::<Value>(),
    }
}

/// The address for booking a row: its own, else that of its class; none if there is nothing to join.
pub(super) fn join_url(session: &Session<'_>, site: &RenderSite) -> Value {
    let class = site.collections.classes.get(session.class).map(|class| &class.entry);
    if !session.entry.join || class.is_some_and(|class| !class.join) {
        return Value::from(());
    }
    let formats = &site.gym.formats;
    let only = session.changes.first().map(|change| Weekday::from_date(change.date));
    let day = session.weekday.or(only).map(|day| formats.weekday(day)).unwrap_or_default();
    let when = format!("{day} {}", formats.time(session.time.start));
    let title = class.map(|class| class.title.value.as_str()).unwrap_or_default();
    let picked = Some(("class", &**session.class));
    let subject = LinkSubject { branch: session.branch, title, when: &when, picked };
    let own = session.entry.book.as_ref().or_else(|| class?.book.as_ref());
    super::join_url(own, subject, site)
}

/// True if the whole gym is closed.
fn is_closed_day(date: Date, site: &RenderSite) -> bool {
    site.coming_closures(None).any(|special| special.covers(date) && special.open.is_empty())
}

/// The coming dates on which a row of the week doesn't take place, because the gym or the branch is closed, closes
/// early or opens late: a list for each run of such days.
fn closed(session: &Session<'_>, site: &RenderSite) -> Vec<Vec<Date>> {
    let Some(weekday) = session.weekday else { return Vec::new() };
    let (today, opening) = (site.clock.today.date(), site.opening_of(session.branch));
    // The first closure counts if several cover a date.
    let mut known = BTreeSet::new();
    let mut all: Vec<Vec<Date>> = Vec::new();
    for exception in opening.exceptions(today) {
        let days = opening.not_open(exception, weekday, session.time).into_iter();
        let days = days.filter(|day| !session.is_cancelled(*day));
        let days = days.filter(|day| *day >= today && session.entry.weeks.contains(*day));
        all.push(days.filter(|day| known.insert(*day)).collect());
    }
    all.retain(|dates| !dates.is_empty());
    all
}

/// The sentence about dates on which a row doesn't take place.
fn closed_on(dates: &[Date], branch: Option<&str>, site: &RenderSite) -> Option<Value> {
    let (first, last) = (*dates.first()?, *dates.last()?);
    let closure = site.coming_closures(branch).find(|days| days.covers(first));
    let row = closure.and_then(|days| gym::closure_table(days, site));
    let text = site.said_of(row, sentence("cancelled", first, last, site));
    let date = site.gym.formats.day_and_month(first);
    // For a closed day, the week has one sentence for all rows.
    let kind = if dates.iter().all(|date| is_closed_day(*date, site)) { "closed_day" } else { "closed" };
    Some(context! { kind, date, datetime => last.to_string(), until => last.to_string(), text })
}

/// The sentence of `content/schedule.toml` about a date, or about all dates from one to another.
fn sentence(kind: &str, first: Date, last: Date, site: &RenderSite) -> String {
    let [first_day, last_day] = [first, last].map(|date| site.gym.formats.day_and_month(date));
    if first == last {
        return session_words::word(kind, site).replace("{date}", &first_day);
    }
    let text = session_words::word(&format!("{kind}_between"), site);
    text.replace("{first}", &first_day).replace("{last}", &last_day)
}

/// The end of the time for which a change is shown: its day, or, for a class past midnight, the moment of its end.
fn until(change: &ScheduleChange, site: &RenderSite) -> String {
    let (_, end) = change.time.minutes();
    match change.time.past_midnight() {
        0 => change.date.to_string(),
        _ => moment_in(site.zone_of(change.branch.as_deref()), minutes_after(change.date, end), site),
    }
}

/// The weeks of a row, for scripts: the first and the last date, the step in weeks, and the weeks of a month, as in
/// `2027-01-09/2027-03-31/2/`; then the first and the last day of each season that replaces it. Returns `None` for a row of every
/// week.
pub(super) fn weeks(session: &Session<'_>) -> Option<String> {
    let weeks = &session.entry.weeks;
    if weeks.is_always() {
        return None;
    }
    // Steps are counted from the first date of the row.
    let first = session.weekday.and_then(|weekday| weeks.dates(weeks.first()?, weekday).next());
    let first = first.or(weeks.first()).map(|date| date.to_string()).unwrap_or_default();
    let last = weeks.last().map(|last| last.to_string()).unwrap_or_default();
    let every = weeks.every.map(|every| every.value.to_string()).unwrap_or_default();
    let of_month: Vec<String> = weeks.of_month.iter().map(|week| week.value.to_string()).collect();
    let except: String = weeks.except.iter().map(|days| format!("/{}/{}", days.first, days.last)).collect();
    Some(format!("{first}/{last}/{every}/{}{except}", of_month.join(",")))
}

/// The notes of a row: its weeks, its audience and the like.
fn notes(entry: &content::ClassSlot, day: Option<Weekday>, site: &Arc<RenderSite>) -> Value {
    let weeks = session_words::weeks(&entry.weeks, day, site);
    let weeks = weeks.into_iter().map(|note| {
        let text = site.said_of(Some(&entry.table), note.text);
        context! { text, until => note.until.map(|until| until.to_string()) }
    });
    weeks
        .chain(session_words::details(entry, site).into_iter().map(|(key, text)| {
            let own = values::declared(&entry.table, key, site).filter(|_| entry.table.text(key).is_some());
            context! { text => own.unwrap_or_else(|| site.said(&entry.table, key, text)), until => () }
        }))
        .collect()
}

/// The kind of a change and its person, for scripts and for the words about it.
pub(super) struct ShownChange {
    pub kind: &'static str,
    /// Who teaches then; `None` if nobody does.
    pub who: Option<String>,
}

impl ShownChange {
    pub fn new(change: &ScheduleChange, formats: &Formats) -> Self {
        let (kind, who) = match &change.kind {
            ChangeKind::Cancelled => ("cancelled", None),
            ChangeKind::Substitute(trainers) => {
                ("substitute", Some(session_words::who(trainers, None, formats)))
            }
            ChangeKind::OneOffClass { entry, trainers } => {
                ("extra", Some(session_words::who(trainers, entry.row.team(), formats)))
            }
        };
        Self { kind, who }
    }
}

/// The change on a date, or on several dates that content names together.
fn change(dates: &[&ScheduleChange], site: &RenderSite) -> Option<Value> {
    let (first, last) = (*dates.first()?, *dates.last()?);
    let ShownChange { kind, who } = ShownChange::new(first, &site.gym.formats);
    let text = sentence(kind, first.date, last.date, site);
    let text = text.replace("{trainer}", who.as_deref().unwrap_or_default());
    let row = site.single_of(Role::Schedule).and_then(|week| week.row_at(first.span));
    Some(context! {
        kind,
        date => site.gym.formats.day_and_month(first.date),
        datetime => first.date.to_string(),
        until => until(last, site),
        text => site.said_of(row, text),
        trainer => who,
    })
}
