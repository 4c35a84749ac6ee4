//! What the browser needs to say whether the gym is open, and which class is on or next: data that
//! `components/parts/clock.ts` reads.

use std::sync::Arc;

use minijinja::Value;
use serde::Serialize;

use super::{
    entries, structured,
    timetable::{self, Hour},
};
use crate::{
    render::{row, site::RenderSite},
    schema::{
        Name,
        decode::value::{TimeRange, Weekday},
    },
    site::{Change, Day, formats::Formats},
};

#[derive(Serialize)]
struct Clock<'s> {
    week: Vec<&'static str>,
    #[serde(flatten)]
    doors: Doors<'s>,
    /// The single `now`.
    words: &'s Value,
    branches: Vec<Branch<'s>>,
    days: Vec<ClockDay>,
}

/// When the gym is open, or one of its branches.
#[derive(Serialize)]
struct Doors<'s> {
    /// The hours of a run of days; without those on which it stays closed.
    hours: Vec<Hours>,
    closures: Vec<Closure<'s>>,
}

#[derive(Serialize)]
struct Hours {
    first: &'static str,
    last: &'static str,
    spans: Vec<Span>,
}

#[derive(Serialize)]
struct Closure<'s> {
    first: String,
    last: String,
    note: &'s str,
    spans: Vec<Span>,
}

/// A span of opening hours, for scripts and as people read it.
#[derive(Serialize)]
struct Span {
    opens: String,
    closes: String,
    opening: String,
    closing: String,
}

#[derive(Serialize)]
struct Branch<'s> {
    id: &'s str,
    title: &'s str,
    #[serde(flatten)]
    doors: Doors<'s>,
}

#[derive(Serialize)]
struct ClockDay {
    title: String,
    url: Option<String>,
    rows: Vec<ClockRow>,
}

#[derive(Serialize)]
struct ClockRow {
    start: String,
    end: String,
    starts: String,
    ends: String,
    title: String,
    trainer: String,
    url: Value,
    // Every page has all rows: what most of them lack is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weeks: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<ClockChange>,
}

#[derive(Serialize)]
struct ClockChange {
    datetime: String,
    kind: &'static str,
    trainer: Option<String>,
}

/// The data as JSON, for a script element; none where there is nothing to say by the clock. `words` is the single `now`.
pub(super) fn json(words: &Value, site: &Arc<RenderSite>) -> Value {
    let has_clock =
        site.hours(None).is_some() || !site.week.is_empty() || !site.entries("branches").is_empty();
    if !words.is_true() || !has_clock {
        return Value::from(());
    }
    let branches = site.entries("branches").iter().map(|branch| Branch {
        id: &branch.id,
        title: site.branches.get(&*branch.id).map_or("", |branch| branch.entry.title.as_str()),
        doors: doors(Some(&branch.id), site),
    });
    let clock = Clock {
        week: site.gym.week().map(Weekday::name).to_vec(),
        doors: doors(None, site),
        words,
        branches: branches.collect(),
        days: site.week.iter().map(|day| self::day(day, site)).collect(),
    };
    // Only a map with keys that aren't text can't be written, and there is none.
    let clock = serde_json::to_value(&clock).unwrap_or_default();
    Value::from_safe_string(structured::inert(&clock))
}

fn doors<'s>(branch: Option<&str>, site: &'s RenderSite) -> Doors<'s> {
    let runs = site.hours(branch).map(|hours| hours.runs()).unwrap_or_default();
    let open = runs.into_iter().filter(|(_, _, open)| !open.is_empty());
    let hours = open.map(|(first, last, open)| Hours {
        first: first.name(),
        last: last.name(),
        spans: spans(open, &site.formats),
    });
    let closures = site.closures(branch).map(|days| Closure {
        first: days.first.to_string(),
        last: days.last.to_string(),
        note: days.note.as_str(),
        spans: spans(&days.open, &site.formats),
    });
    Doors { hours: hours.collect(), closures: closures.collect() }
}

fn spans(open: &[TimeRange], formats: &Formats) -> Vec<Span> {
    let span = |span: &TimeRange| Span {
        opens: span.start.machine(),
        closes: span.end.machine(),
        opening: formats.time(span.start),
        closing: formats.time(span.end),
    };
    open.iter().map(span).collect()
}

fn day(day: &Day, site: &Arc<RenderSite>) -> ClockDay {
    let url = site.daily_page().map(|page| site.base.href(&page.path(1, Some(day.weekday))));
    let rows = timetable::hours(day, site).iter().map(|hour| self::row(hour, site)).collect();
    ClockDay { title: site.formats.weekday(day.weekday), url, rows }
}

fn row(hour: &Hour<'_>, site: &Arc<RenderSite>) -> ClockRow {
    let class = entries::find(&Name::from("classes"), hour.class, site);
    let field = |name: &str| class.as_ref().and_then(|class| class.get_attr(name).ok()).unwrap_or_default();
    let page = field("url");
    ClockRow {
        start: hour.time.start.machine(),
        end: hour.time.end.machine(),
        starts: site.formats.time(hour.time.start),
        ends: site.formats.time(hour.time.end),
        title: field("title").to_string(),
        trainer: row::who(hour.trainers, hour.entry.team()),
        url: if page.is_true() { page } else { timetable::join_url(hour, class.as_ref(), site) },
        branch: hour.branch.map(str::to_owned),
        weeks: timetable::weeks(hour),
        changes: hour.changes.iter().map(|change| self::change(change)).collect(),
    }
}

fn change(change: &Change) -> ClockChange {
    let (kind, trainer) = timetable::kind_of(change);
    ClockChange { datetime: change.date.to_string(), kind, trainer }
}
