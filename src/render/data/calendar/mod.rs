//! Calendars to subscribe to (iCalendar, RFC 5545): the week, or the hours of one class.

mod lines;
mod zone;

use std::{collections::BTreeSet, sync::Arc};

use jiff::{
    civil::{Date, DateTime},
    tz::TimeZone,
};

pub(in crate::render::data) use self::{lines::Lines, zone::write as write_zone};
use crate::{
    content::{self, Weeks},
    decode::value::{Text, TimeRange, Weekday},
    render::{
        data::{minutes_after, title_of},
        row,
        site::RenderSite,
    },
    routes::CalendarOf,
    site::{Change, ChangeKind, Class, Day, Row, Trainer},
};

/// What calendars call the file.
fn title(of: &CalendarOf, site: &RenderSite) -> String {
    let class = of.class().and_then(|id| site.classes.get(id));
    let class = class.map(|class| class.entry.title.value.as_str());
    let week = || Some(site.page_with("timetable-week")?.title.as_str());
    title_of(class.or_else(week), site)
}

pub(super) fn file(of: &CalendarOf, site: &RenderSite) -> Vec<u8> {
    let mut lines = Lines::default();
    let calendar = Calendar::new(site);
    lines.component("VCALENDAR", |lines| {
        lines.line("VERSION", "2.0");
        lines.line("PRODID", "-//gympress//schedule//EN");
        lines.line("CALSCALE", "GREGORIAN");
        lines.text("NAME", &title(of, site));
        lines.text("X-WR-CALNAME", &title(of, site));
        lines.text("X-WR-TIMEZONE", calendar.zone_name);
        lines.line("REFRESH-INTERVAL;VALUE=DURATION", "P1D");
        lines.line("URL", &site.base.absolute(&site.week_path().unwrap_or_else(|| "/".to_owned())));
        zone::write(calendar.zone, calendar.zone_name, calendar.start.timestamp(), lines);
        let mut known = BTreeSet::new();
        let rows = site.week.iter().flat_map(|day| day.rows.iter().map(move |row| (day, row)));
        for (day, row) in rows.filter(|(_, row)| of.includes(&row.class)) {
            // Of two rows that are the same in all, calendars need one.
            let uid = calendar.uid(day, row);
            if known.insert(uid.clone()) {
                calendar.of_week(&uid, day, row, lines);
            }
        }
        for change in calendar.changes().filter(|change| of.includes(&change.class)) {
            calendar.on_date(change, lines);
        }
    });
    lines.into_bytes()
}

/// What all events have in common.
struct Calendar<'a> {
    site: &'a RenderSite,
    zone: &'a TimeZone,
    zone_name: &'a str,
    /// The first moment of the year of the build. Events begin with it, so that a build tomorrow
    /// gives the same file.
    start: jiff::Zoned,
    host: String,
}

impl<'a> Calendar<'a> {
    fn new(site: &'a RenderSite) -> Self {
        let zone = site.gym.time_zone.zone();
        let gym = &site.gym;
        Self {
            site,
            zone,
            zone_name: zone.iana_name().unwrap_or("UTC"),
            start: site.first_of_year(),
            host: gym.stated_url().and_then(|url| url.host_str()).unwrap_or_default().to_owned(),
        }
    }

    /// What identifies an event from one build to the next: what and when, and where that is not
    /// enough, with whom; never its place in a list.
    fn uid(&self, day: &Day, row: &Row) -> String {
        let start = row.time.start;
        let alike =
            day.rows.iter().filter(|other| other.class.id == row.class.id && other.time.start == start);
        let trainer = if alike.count() > 1 { distinction(row) } else { String::new() };
        let (class, weekday, time) = (&row.class.id, day.weekday.name(), start.machine().replace(':', ""));
        format!("{class}{trainer}.{weekday}.{time}@{}", self.host)
    }

    /// A row of the week, and another event for each date with another trainer.
    fn of_week(&self, uid: &str, day: &Day, row: &Row, lines: &mut Lines) {
        let weeks = &row.entry.weeks;
        let Some(first) = weeks.dates(self.start.date(), day.weekday).next() else { return };
        let left_out = self.left_out(first, day, row);
        let (class, trainers, branch) = (&row.class, &row.trainers, row.branch_id());
        let usual = Event { uid, date: first, time: row.time, class, trainers, entry: &row.entry, branch };
        self.event(&usual, lines, |lines| {
            lines.line("RRULE", &self.rule(weeks, first));
            if !left_out.is_empty() {
                let moments =
                    left_out.iter().map(|date| local(minutes_after(*date, row.time.start.minutes())));
                lines.line(&self.zoned("EXDATE"), &moments.collect::<Vec<_>>().join(","));
            }
        });
        for change in self
            .changes()
            .filter(|change| change.is_of(day.weekday, &row.class.id, row.time, row.branch_id()))
        {
            let ChangeKind::Substitute(trainers) = &change.kind else { continue };
            if !left_out.contains(&change.date) {
                let event = Event { date: change.date, trainers, ..usual };
                self.event(&event, lines, |lines| {
                    lines.line(
                        &self.zoned("RECURRENCE-ID"),
                        &local(minutes_after(change.date, row.time.start.minutes())),
                    );
                });
            }
        }
    }

    /// In which weeks an event comes again whose first is on this date.
    fn rule(&self, weeks: &Weeks, first: Date) -> String {
        let weekday = first.strftime("%a").to_string().to_uppercase();
        let weekday = weekday.get(..2).unwrap_or_default();
        let of_month = weeks.of_month.iter().map(|week| format!("{}{weekday}", week.value));
        let mut rule = match weeks.of_month.is_empty() {
            true => "FREQ=WEEKLY".to_owned(),
            false => format!("FREQ=MONTHLY;BYDAY={}", of_month.collect::<Vec<_>>().join(",")),
        };
        if let Some(every) = weeks.every {
            rule.push_str(&format!(";INTERVAL={}", every.value));
        }
        // The end of a rule is on the clock of UTC, where the start has a zone (RFC 5545, 3.3.10).
        let end = weeks.until.and_then(|until| {
            let end = until.value.date().at(23, 59, 59, 0).to_zoned(self.zone.clone()).ok()?;
            Some(end.timestamp().strftime(";UNTIL=%Y%m%dT%H%M%SZ").to_string())
        });
        rule + &end.unwrap_or_default()
    }

    /// A class on a date only.
    fn on_date(&self, change: &Change, lines: &mut Lines) {
        let ChangeKind::Extra { entry, trainers } = &change.kind else { return };
        let Change { date, class, time, branch, .. } = change;
        let start = time.start.machine().replace(':', "");
        let uid = format!("{}.{}.{start}@{}", class.id, date.strftime("%Y%m%d"), self.host);
        let branch = branch.as_deref();
        let event = Event { uid: &uid, date: *date, time: *time, class, trainers, entry: &entry.row, branch };
        self.event(&event, lines, |_| {});
    }

    /// What is otherwise in the week on a date on which events are.
    fn changes(&self) -> impl Iterator<Item = &'a Change> {
        let start = self.start.date();
        self.site.changes.iter().filter(move |change| change.date >= start)
    }

    fn zoned(&self, name: &str) -> String {
        format!("{name};TZID={}", self.zone_name)
    }

    fn event(&self, event: &Event<'_>, lines: &mut Lines, recurrence: impl FnOnce(&mut Lines)) {
        lines.component("VEVENT", |lines| self.inside(event, lines, recurrence));
    }

    fn inside(&self, event: &Event<'_>, lines: &mut Lines, recurrence: impl FnOnce(&mut Lines)) {
        let Event { uid, date, time, class, trainers, entry, branch } = event;
        lines.line("UID", uid);
        lines.revision(self.site.revised);
        let (first, end) = time.minutes();
        lines.line(&self.zoned("DTSTART"), &local(minutes_after(*date, first)));
        lines.line(&self.zoned("DTEND"), &local(minutes_after(*date, end)));
        recurrence(lines);
        let site = self.site;
        // Only ids may be read of what is in the week.
        let class = site.classes.get(&class.id).map_or(&class.entry, |class| &class.entry);
        let gym = &site.gym;
        let branch = branch.and_then(|id| site.branches.get(id));
        let address = branch.map_or_else(|| gym.address(), |branch| &branch.entry.address);
        lines.text("SUMMARY", class.title.value.as_str());
        let who = row::who(trainers, entry.team.as_ref().map(Text::as_str), site);
        let details = row::details(entry, site).join(", ");
        let online = entry.online.as_ref().map(|url| url.as_str().to_owned());
        let book = entry.book.as_ref().map(|book| book.as_written());
        let book = book.map(|to| if to.starts_with('/') { site.base.absolute(&to) } else { to });
        let said = [who, details, class.summary.as_str().to_owned()].into_iter().chain(online.clone());
        let said: Vec<String> = said.chain(book).filter(|line| !line.is_empty()).collect();
        lines.text("DESCRIPTION", &said.join("\n"));
        if let Some(online) = online {
            lines.line("CONFERENCE;VALUE=URI", &online);
        }
        let room = entry.room.as_ref().map(|room| &room.value);
        let names = [room, Some(&gym.name), branch.map(|branch| &branch.entry.title)];
        let names = names.into_iter().flatten().map(|name| name.as_str().to_owned());
        let line = Some(site.formats.address(address).line()).filter(|line| !line.is_empty());
        let parts: Vec<String> = names.chain(line).collect();
        lines.text("LOCATION", &parts.join(", "));
        if let (Some(latitude), Some(longitude)) = (address.latitude, address.longitude) {
            lines.line("GEO", &format!("{latitude};{longitude}"));
        }
        lines.line("URL", &site.base.absolute(&site.day_path(Weekday::from_date(*date))));
    }

    /// The dates on which a row of the week isn't: the gym stays closed, or isn't open then, or the class is cancelled.
    fn left_out(&self, first: Date, day: &Day, row: &Row) -> BTreeSet<Date> {
        let mut left_out = BTreeSet::new();
        let opening = self.site.opening_of(row.branch_id());
        for closure in &opening.special {
            let days = opening.not_open(closure, day.weekday, row.time).into_iter();
            left_out.extend(days.filter(|day| *day >= first && row.entry.weeks.contains(*day)));
        }
        let of_row = self
            .changes()
            .filter(|change| change.is_of(day.weekday, &row.class.id, row.time, row.branch_id()));
        let cancelled = of_row.filter(|change| matches!(change.kind, ChangeKind::Cancelled));
        left_out.extend(cancelled.map(|change| change.date));
        left_out
    }
}

/// When an event begins first, and what it is.
#[derive(Clone, Copy)]
struct Event<'e> {
    uid: &'e str,
    date: Date,
    time: TimeRange,
    class: &'e Class,
    trainers: &'e [Arc<Trainer>],
    entry: &'e content::Row,
    branch: Option<&'e str>,
}

/// What tells a row from others of the same class that begin at the same time.
fn distinction(row: &Row) -> String {
    let content::Row { room, weeks, .. } = &*row.entry;
    let room = room.as_ref().map(|room| room.value.as_str());
    let room = room.map(|room| room.chars().filter(|c| c.is_alphanumeric()).collect());
    let branch = row.branch_id().filter(|_| row.trainers.is_empty()).map(str::to_owned);
    let from = weeks.from.map(|from| from.value.date().strftime("%Y%m%d").to_string());
    let of_month = weeks.of_month.iter().map(|week| week.value.to_string());
    let trainers = row.trainers.iter().map(|trainer| trainer.id.to_string());
    let parts = trainers.chain(branch).chain(room).chain(from).chain(of_month);
    parts.map(|part| format!(".{part}")).collect()
}

/// `20261225T090000`
pub(super) fn local(moment: DateTime) -> String {
    moment.strftime("%Y%m%dT%H%M%S").to_string()
}
