//! The calendars of a site: the week, a class, the entries of a collection.

use std::{collections::BTreeSet, sync::Arc};

use jiff::civil::Date;

use super::ical::{Calendar, CalendarEvent, Recurrence};
use crate::{
    content::{self, Weeks, days_between},
    routes::CalendarOf,
    schema::{
        Name,
        decode::value::{Destination, Link, Text, TimeRange, Weekday},
    },
    site::{
        ChangeKind, Class, Day, EntryDate, EventTime, LinkSubject, ScheduleChange, ScheduledClass, Site,
        Trainer, Venue, entry_text, entry_title, event_word, minutes_after, notice, session_words, zone_of,
    },
};

/// The file of a calendar.
pub fn calendar(subject: &CalendarOf, site: &Site) -> Vec<u8> {
    let calendar = match subject {
        CalendarOf::Week => week_calendar(None, site),
        CalendarOf::Class(class) => week_calendar(Some(class), site),
        CalendarOf::Entries(name) => entry_calendar(name, site),
    };
    calendar.into_bytes(site)
}

/// The calendar of a class; without one, of the whole week.
fn week_calendar(class: Option<&Arc<str>>, site: &Site) -> Calendar {
    let title = class.and_then(|id| site.collections.classes.get(id)).map(|class| &class.entry.title.value);
    let title = title.or_else(|| Some(&site.week_page()?.title));
    let is_shown = |other: &Class| class.is_none_or(|class| *class == other.id);
    // Events begin with the year of the build, so that a build tomorrow gives the same file.
    let week = WeekEvents { site, start: site.first_of_year().date() };
    let mut events = Vec::new();
    let mut ids = BTreeSet::new();
    for day in &site.schedule.days {
        for row in day.rows.iter().filter(|row| is_shown(&row.class)) {
            // Rows that are the same in everything are one event.
            let id = id_of_row(day, row);
            if ids.insert(id.clone()) {
                week.add_row(id, day, row, &mut events);
            }
        }
    }
    events.extend(
        week.changes().filter(|change| is_shown(&change.class)).filter_map(|change| week.on_date(change)),
    );
    Calendar {
        kind: "schedule".to_owned(),
        title: site.title_of(title.map(Text::as_str)),
        page: Some(site.week_path().unwrap_or_else(|| "/".to_owned())),
        events,
    }
}

/// The calendar of a collection, whose type declares which field is which.
fn entry_calendar(name: &Name, site: &Site) -> Calendar {
    let declared = site.project.types.collections.get(name);
    let page = site.listing_page(name);
    let mut calendar = Calendar {
        kind: name.to_string(),
        title: site.title_of_collection(name),
        page: page.map(|page| page.first_path().into_owned()),
        events: Vec::new(),
    };
    let Some(file) = declared.and_then(|declared| declared.calendar.as_ref()) else { return calendar };
    for one in site.entries(name) {
        let occurrences = EventTime::all(&one.table, file);
        let is_series = occurrences.len() > 1;
        let status = match notice(&one.table, name, site) {
            Some(("cancelled", _)) => "CANCELLED",
            Some(("postponed", _)) => "TENTATIVE",
            _ => "CONFIRMED",
        };
        let title = entry_title(&one.table, file, name, site);
        let (venue, zone) = (Venue::new(&one.table, file, site), zone_of(&one.table, file, site));
        let online = venue.online.map(str::to_owned);
        let said: Vec<String> =
            entry_text(&one.table, file, "text").into_iter().chain(online.clone()).collect();
        // Each date of a series is an event, as the calendars of Google and Outlook don't read lists of dates (RDATE).
        calendar.events.extend(occurrences.into_iter().map(|occurrence| {
            // One that is moved stays the same event.
            let date = occurrence.moved_from().unwrap_or(occurrence.start);
            let date = date.first_moment().strftime(".%Y%m%dT%H%M").to_string();
            let date = if is_series { date } else { String::new() };
            let is_off = occurrence.is_cancelled && status == "CONFIRMED";
            CalendarEvent {
                id: format!("{}{date}.{name}", one.id),
                zone: zone.clone(),
                start: occurrence.start,
                end: occurrence.end,
                recurrence: Vec::new(),
                status: Some(if is_off { "CANCELLED" } else { status }),
                summary: if is_off {
                    format!("{}{}{title}", event_word("cancelled", name, site), site.gym.formats.colon())
                } else {
                    title.clone()
                },
                description: Some(
                    said.iter()
                        .map(String::as_str)
                        .chain(occurrence.declared.and_then(|date| date.text("note")))
                        .collect::<Vec<_>>()
                        .join("\n"),
                )
                .filter(|said| !said.is_empty()),
                conference: online.clone(),
                location: venue.line(),
                geo: None,
                url: site.entry_href(name, one).map(|href| site.address.base.with_path(&href)),
            }
        }));
    }
    calendar
}

/// The id of a row, the same in every build: class and time, with people and place if these don't suffice, but never
/// its position in a list.
fn id_of_row(day: &Day, row: &ScheduledClass) -> String {
    let start = row.time.start;
    let season = row.entry.weeks.season.as_ref();
    let alike = day.rows.iter().filter(|other| other.class.id == row.class.id && other.time.start == start);
    // Rows of another season come and go with it, and ids stay the same.
    let alike = alike.filter(|other| other.entry.weeks.season.as_ref() == season);
    let further = if alike.count() > 1 { distinction(row) } else { String::new() };
    let season = season.map(|season| format!(".{}", season.id)).unwrap_or_default();
    format!("{}{further}{season}.{}.{}", row.class.id, day.weekday.name(), start.machine().replace(':', ""))
}

/// The part of an id that tells a row from others of the same class and start.
fn distinction(row: &ScheduledClass) -> String {
    let content::ClassSlot { room, weeks, .. } = &*row.entry;
    let room = room.as_ref().map(|room| room.value.as_str());
    let room = room.map(|room| room.chars().filter(|c| c.is_alphanumeric()).collect());
    let branch = row.branch_id().filter(|_| row.trainers.is_empty()).map(str::to_owned);
    let from = weeks.from.map(|from| from.value.strftime("%Y%m%d").to_string());
    let numbers = weeks.of_month.iter().map(|week| week.value.to_string());
    let trainers = row.trainers.iter().map(|trainer| trainer.id.to_string());
    let parts = trainers.chain(branch).chain(room).chain(from).chain(numbers);
    parts.map(|part| format!(".{part}")).collect()
}

struct WeekEvents<'s> {
    site: &'s Site,
    /// The first day with events.
    start: Date,
}

/// A class at a certain time.
#[derive(Clone, Copy)]
struct Lesson<'s> {
    class: &'s Class,
    trainers: &'s [Arc<Trainer>],
    /// The people who teach beside the trainers; `None` for a substitution.
    team: Option<&'s str>,
    entry: &'s content::ClassSlot,
    time: TimeRange,
    branch: Option<&'s str>,
}

impl<'s> WeekEvents<'s> {
    /// Adds the event of a row of the week, and another one for each date with other trainers.
    fn add_row(&self, id: String, day: &Day, row: &'s ScheduledClass, events: &mut Vec<CalendarEvent>) {
        let weeks = &row.entry.weeks;
        let Some(first) = weeks.dates(self.start, day.weekday).next() else { return };
        let left_out = self.left_out(first, day, row);
        let start = row.time.start.minutes();
        let lesson = Lesson {
            class: &row.class,
            trainers: &row.trainers,
            team: row.entry.team(),
            entry: &row.entry,
            time: row.time,
            branch: row.branch_id(),
        };
        events.push(CalendarEvent {
            recurrence: vec![
                Recurrence::Rule(self.rule(weeks, first, row.branch_id())),
                Recurrence::Except(left_out.iter().map(|date| minutes_after(*date, start)).collect()),
            ],
            ..self.event(id.clone(), first, lesson)
        });
        for change in self.changes().filter(|change| change.is_of(day.weekday, &row.entry)) {
            let ChangeKind::Substitute(trainers) = &change.kind else { continue };
            if !left_out.contains(&change.date) {
                let event = self.event(id.clone(), change.date, Lesson { trainers, team: None, ..lesson });
                let replaced = Recurrence::InPlaceOf(minutes_after(change.date, start));
                events.push(CalendarEvent { recurrence: vec![replaced], ..event });
            }
        }
    }

    /// The recurrence rule for the weeks of an event whose first date is `first`.
    fn rule(&self, weeks: &Weeks, first: Date, branch: Option<&str>) -> String {
        let weekday = first.strftime("%a").to_string().to_uppercase();
        let weekday = weekday.get(..2).unwrap_or_default();
        let days = weeks.of_month.iter().map(|week| format!("{}{weekday}", week.value));
        let mut rule = if weeks.of_month.is_empty() {
            "FREQ=WEEKLY".to_owned()
        } else {
            format!("FREQ=MONTHLY;BYDAY={}", days.collect::<Vec<_>>().join(","))
        };
        if let Some(every) = weeks.every {
            rule.push_str(&format!(";INTERVAL={}", every.value));
        }
        // The end of a rule is in UTC if the start has a zone (RFC 5545, 3.3.10).
        let zone = self.site.zone_of(branch);
        let end = weeks.last().and_then(|last| {
            let end = last.at(23, 59, 59, 0).to_zoned(zone.clone()).ok()?;
            Some(end.timestamp().strftime(";UNTIL=%Y%m%dT%H%M%SZ").to_string())
        });
        rule + &end.unwrap_or_default()
    }

    /// The event of a class on a single date.
    fn on_date(&self, change: &'s ScheduleChange) -> Option<CalendarEvent> {
        let ChangeKind::OneOffClass { entry, trainers } = &change.kind else { return None };
        let ScheduleChange { date, class, time, branch, .. } = change;
        let (entry, branch) = (&entry.row, branch.as_deref());
        let alike = self.changes().filter(|other| {
            matches!(other.kind, ChangeKind::OneOffClass { .. })
                && (other.date, &other.class.id, other.time.start) == (*date, &class.id, time.start)
        });
        let further = branch.filter(|_| alike.count() > 1).map(|branch| format!(".{branch}"));
        let (further, start) = (further.unwrap_or_default(), time.start.machine().replace(':', ""));
        let id = format!("{}{further}.{}.{start}", class.id, date.strftime("%Y%m%d"));
        let lesson = Lesson { class, trainers, team: entry.team(), entry, time: *time, branch };
        Some(self.event(id, *date, lesson))
    }

    /// The changes of the week on dates that the calendar covers.
    fn changes(&self) -> impl Iterator<Item = &'s ScheduleChange> {
        let start = self.start;
        self.site.schedule.changes.iter().filter(move |change| change.date >= start)
    }

    fn event(&self, id: String, date: Date, lesson: Lesson<'_>) -> CalendarEvent {
        let Lesson { class, trainers, team, entry, time, branch } = lesson;
        let (site, gym) = (self.site, &self.site.gym.settings);
        let (start, end) = time.minutes();
        let picked = Some(("class", &*class.id));
        let class = &class.entry;
        let zone = site.zone_of(branch).clone();
        let title = class.title.value.as_str();
        let subject = LinkSubject { branch, title, picked, ..LinkSubject::default() };
        let branch = branch.and_then(|id| site.gym.branches.get(id));
        let address = branch.map_or_else(|| gym.address(), |branch| &branch.entry.address);
        let who = session_words::who(trainers, team, &site.gym.formats);
        let details: Vec<String> =
            session_words::details(entry, site).into_iter().map(|(_, detail)| detail).collect();
        let details = details.join(site.gym.formats.comma());
        let online = entry.online.as_ref().map(|url| url.as_str().to_owned());
        let book = match &entry.book {
            Some(Destination::At(Link::Internal { path, suffix })) => {
                Some(site.address.base.with_path(&site.href_of_named(path)) + suffix)
            }
            Some(Destination::At(Link::Form { id })) => {
                let form = site.here_or_main(|site| site.form_path(id, picked));
                form.map(|href| site.address.base.with_path(&href))
            }
            Some(Destination::At(link)) => Some(site.link_address(link, subject)),
            Some(Destination::Nowhere) | None => None,
        };
        let said = [who, details, class.summary.as_str().to_owned()].into_iter().chain(online.clone());
        let said: Vec<String> = said.chain(book).filter(|line| !line.is_empty()).collect();
        let room = entry.room.as_ref().map(|room| &room.value);
        let names = [room, Some(&gym.name), branch.map(|branch| &branch.entry.title)];
        let names = names.into_iter().flatten().map(|name| name.as_str().to_owned());
        let line = Some(site.gym.formats.address(address.parts()).line()).filter(|line| !line.is_empty());
        let location: Vec<String> = names.chain(line).collect();
        CalendarEvent {
            id,
            zone,
            start: EntryDate::Moment(minutes_after(date, start)),
            end: Some(EntryDate::Moment(minutes_after(date, end))),
            recurrence: Vec::new(),
            status: None,
            summary: class.title.value.as_str().to_owned(),
            description: Some(said.join("\n")),
            conference: online,
            location: Some(location.join(site.gym.formats.comma())),
            geo: address.latitude.zip(address.longitude),
            url: Some(site.address.base.with_path(&site.day_href(Weekday::from_date(date)))),
        }
    }

    /// The dates on which a row of the week doesn't take place: another season is the week, the gym is closed, opens too
    /// late or closes too early, or the class is cancelled.
    fn left_out(&self, first: Date, day: &Day, row: &ScheduledClass) -> BTreeSet<Date> {
        let mut left_out = BTreeSet::new();
        let opening = self.site.opening_of(row.branch_id());
        for exception in opening.exceptions(Date::MIN) {
            let days = opening.not_open(exception, day.weekday, row.time).into_iter();
            left_out.extend(days.filter(|day| *day >= first && row.entry.weeks.contains(*day)));
        }
        let weeks = &row.entry.weeks;
        let days = weeks.except.iter().flat_map(|season| days_between(season.first, season.last));
        let days = days.filter(|date| *date >= first && Weekday::from_date(*date) == day.weekday);
        left_out.extend(days.filter(|date| weeks.is_without_seasons(*date)));
        let row_changes = self.changes().filter(|change| change.is_of(day.weekday, &row.entry));
        let cancelled = row_changes.filter(|change| matches!(change.kind, ChangeKind::Cancelled));
        left_out.extend(cancelled.map(|change| change.date));
        left_out
    }
}
