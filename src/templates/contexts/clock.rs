//! The data by which the browser shows whether the gym is open, and which class is on or next.
//! `components/parts/clock.ts` reads it.

use std::sync::Arc;

use minijinja::Value;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::{
    entries, gym, structured,
    timetable::{self, Session, ShownChange},
    values,
};
use crate::{
    formats::Formats,
    schema::{
        Role,
        decode::value::{TimeRange, Weekday},
    },
    site::{OpeningHours, Run, ScheduleChange, session_words},
    templates::site::RenderSite,
};

/// A class on a day of the week.
#[derive(Serialize)]
struct ClockRow {
    /// For scripts, as `09:30`.
    start: String,
    end: String,
    /// The same times, as people write them.
    starts: String,
    ends: String,
    title: String,
    trainer: String,
    url: Value,
    // Every page has all rows, so keys that most rows lack are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    branch: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weeks: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changes: Vec<Json>,
}

/// The data as JSON, for a script element; none if nothing depends on the time, or if there are no words for it.
pub(super) fn json(site: &Arc<RenderSite>) -> Value {
    let has_clock = site.hours(None).is_some()
        || !site.schedule.days.is_empty()
        || !site.entries_of(Role::Branch).is_empty();
    let Some(words) = site.single_of(Role::Clock).filter(|_| has_clock) else { return Value::from(()) };
    let words = values::table(words, site);
    let branches = site.entries_of(Role::Branch).iter().map(|branch| {
        json!({
            "id": branch.id,
            "title": site.gym.branches.get(&*branch.id).map_or("", |branch| branch.entry.title.as_str()),
            "offsets": own_offsets(&branch.id, site),
            "hours": hours(Some(&branch.id), site),
            "seasons": seasons(Some(&branch.id), site),
            "closures": closures(Some(&branch.id), site),
        })
    });
    let days = site.schedule.days.iter().map(|day| {
        let rows = timetable::sessions(day, site)
            .iter()
            .map(|session| row(session, day.weekday, site))
            .collect::<Vec<_>>();
        json!({ "title": site.gym.formats.weekday(day.weekday), "url": site.day_url(day.weekday), "rows": rows })
    });
    let clock = json!({
        "week": site.gym.settings.week().map(Weekday::name),
        "hours": hours(None, site),
        "seasons": seasons(None, site),
        "closures": closures(None, site),
        // Only a map with other keys than texts can't be written, and there is none.
        "words": serde_json::to_value(words).unwrap_or_default(),
        "comma": site.gym.formats.comma(),
        "colon": site.gym.formats.colon(),
        "branches": branches.collect::<Json>(),
        "days": days.collect::<Json>(),
    });
    Value::from_safe_string(structured::inert(&clock))
}

/// The offsets of a branch's clock from UTC, if it isn't the gym's clock.
fn own_offsets(branch: &str, site: &RenderSite) -> Option<String> {
    let zone = site.zone_of(Some(branch));
    (*zone != site.gym.settings.time_zone).then(|| gym::offsets(zone, site))
}

/// The hours of the gym, or of a branch, by runs of days; without closed days, and without the hours of seasons.
fn hours(branch: Option<&str>, site: &RenderSite) -> Json {
    let runs = site.hours(branch).map(OpeningHours::runs_of_year).unwrap_or_default();
    self::runs(runs.into_iter().filter(|run| !run.open.is_empty()), site)
}

fn runs<'h>(runs: impl IntoIterator<Item = Run<'h>>, site: &RenderSite) -> Json {
    let hours = runs.into_iter().map(|Run { first, last, open, .. }| {
        json!({ "first": first.name(), "last": last.name(), "spans": spans(open, &site.gym.formats) })
    });
    hours.collect()
}

/// The seasons that aren't over, those with precedence first.
fn seasons(branch: Option<&str>, site: &RenderSite) -> Json {
    let Some(hours) = site.hours(branch) else { return Json::Array(Vec::new()) };
    let seasons = hours.dated(site.clock.today.date()).map(|season| {
        let [from, until] = [season.first, season.last].map(|date| date.map(|date| date.to_string()));
        let days = runs(hours.runs_of_season(season), site);
        json!({ "from": from, "until": until, "hours": days })
    });
    seasons.collect()
}

fn closures(branch: Option<&str>, site: &RenderSite) -> Json {
    let closures = site.coming_closures(branch).map(|days| {
        json!({
            "first": days.first.to_string(),
            "last": days.last.to_string(),
            "note": days.note.as_str(),
            "spans": spans(&days.open, &site.gym.formats),
            "usual": !days.opens_closed_days && !days.open.is_empty(),
        })
    });
    closures.collect()
}

/// Spans of opening hours, for scripts and for people.
fn spans(open: &[TimeRange], formats: &Formats) -> Json {
    let spans = open.iter().map(|span| {
        json!({
            "opens": span.start.machine(),
            "closes": span.end.machine(),
            "opening": formats.time(span.start),
            "closing": formats.time(span.end),
        })
    });
    spans.collect()
}

fn row(session: &Session<'_>, day: Weekday, site: &Arc<RenderSite>) -> ClockRow {
    let class = entries::find_of(Role::Class, session.class, site);
    let field = |name: &str| class.as_ref().and_then(|class| class.get_attr(name).ok()).unwrap_or_default();
    let page = field("url");
    ClockRow {
        start: session.time.start.machine(),
        end: session.time.end.machine(),
        starts: site.gym.formats.time(session.time.start),
        ends: site.gym.formats.time(session.time.end),
        title: field("title").to_string(),
        trainer: session_words::who(session.trainers, session.entry.team(), &site.gym.formats),
        url: [page, timetable::join_url(session, site)]
            .into_iter()
            .find(Value::is_true)
            .unwrap_or_else(|| site.day_href(day).into()),
        branch: session.branch.map(str::to_owned),
        weeks: timetable::weeks(session),
        changes: session.changes.iter().map(|change| self::change(change, site)).collect(),
    }
}

fn change(change: &ScheduleChange, site: &RenderSite) -> Json {
    let ShownChange { kind, who } = ShownChange::new(change, &site.gym.formats);
    json!({ "datetime": change.date.to_string(), "kind": kind, "trainer": who })
}
