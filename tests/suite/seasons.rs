//! Seasons, day by day: one build has for each date the week and the hours that a table has.

use std::sync::Arc;

use fastrand::Rng;
use gympress::{
    build::{Theme, prepared_sites},
    content::{self, DecodedTexts},
    diagnostic::Diagnostics,
    schema::decode::value::Weekday,
    site::Site,
    source::Sources,
};
use jiff::{
    ToSpan,
    civil::{Date, date},
};

use crate::{
    project::{Project, settings},
    random::{self, cases},
};

/// The day of the build.
const TODAY: Date = date(2026, 11, 20);

/// A week as the table has it.
struct Planned {
    /// The first and the last day of a season; those of the usual week are always.
    days: Option<(Date, Date)>,
    /// The days of the week and the hour of each row.
    rows: Vec<(Weekday, usize)>,
    /// The hour at which the gym opens; `None` for a season without hours of its own.
    opens: Option<usize>,
}

impl Planned {
    fn random(random: &mut Rng, days: Option<(Date, Date)>) -> Self {
        let mut rows =
            random::list(random, 1..9, |random| (Weekday::ALL[random.usize(..7)], random.usize(9..20)));
        let opens = (days.is_none() || random.bool()).then(|| random.usize(5..8));
        rows.sort();
        rows.dedup();
        Self { days, rows, opens }
    }

    fn rows_text(&self) -> String {
        let rows = self.rows.iter().map(|(day, hour)| {
            format!(
                "[[{}]]\nclass = \"yoga\"\nstart = \"{hour:02}:00\"\nend = \"{hour:02}:30\"\n",
                day.name()
            )
        });
        rows.collect()
    }

    fn hours_text(&self) -> String {
        let days = Weekday::ALL.map(|day| format!("\"{}\"", day.name())).join(", ");
        let hours = self.opens.map(|opens| {
            format!("[[hours]]\ndays = [{days}]\nopens = \"{opens:02}:00\"\ncloses = \"21:00\"\n")
        });
        hours.unwrap_or_default()
    }

    fn holds(&self, day: Date) -> bool {
        self.days.is_some_and(|(first, last)| (first..=last).contains(&day))
    }
}

/// Seasons one after another, some of which follow at once.
fn seasons(random: &mut Rng) -> Vec<Planned> {
    let mut first = TODAY.saturating_add(random.i64(-30..60).days());
    let mut planned = Vec::new();
    for _ in 0..random.usize(1..5) {
        let last = first.saturating_add(random.i64(0..120).days());
        planned.push(Planned::random(random, Some((first, last))));
        first = last.saturating_add(random.i64(1..90).days());
    }
    planned
}

fn resolved(project: &Project) -> Arc<Site> {
    let mut found = Diagnostics::default();
    let sources = Arc::new(Sources::load(project.root(), &mut found).unwrap());
    let theme = Theme::load(&sources, &mut found);
    let content = content::decode(&sources, &theme.types, &DecodedTexts::default(), &mut found);
    let site = prepared_sites(&content.into(), &settings(), &mut found).unwrap().main.site;
    assert!(!found.has_errors(), "{:?}", found.iter().map(|found| &found.message).collect::<Vec<_>>());
    site
}

#[test]
fn each_day_of_two_years_has_the_week_and_the_hours_of_its_season() {
    cases(6, |random| {
        let usual = Planned::random(random, None);
        let seasons = seasons(random);
        let project = Project::gym();
        let gym = project.read("content/site.toml");
        let (head, rest) = gym.split_once("[[hours]]").unwrap();
        let (_, tail) = rest.split_once("[[social]]").unwrap();
        project.write("content/site.toml", format!("{head}{}\n[[social]]{tail}", usual.hours_text()));
        project.write("content/schedule.toml", usual.rows_text());
        for (number, season) in seasons.iter().enumerate() {
            let (first, last) = season.days.unwrap();
            let head = format!("title = \"Season {number}\"\nfrom = {first}\nuntil = {last}\n");
            let text = format!("{head}{}{}", season.hours_text(), season.rows_text());
            project.write(&format!("content/seasons/s{number}.toml"), text);
        }
        let site = resolved(&project);
        for day in TODAY.series(1.day()).take(730) {
            let weekday = Weekday::from_date(day);
            let season = seasons.iter().find(|season| season.holds(day));
            let week = season.unwrap_or(&usual);
            let planned: Vec<usize> =
                week.rows.iter().filter(|(other, _)| *other == weekday).map(|(_, hour)| *hour).collect();
            let rows =
                site.schedule.days.iter().filter(|other| other.weekday == weekday).flat_map(|day| &day.rows);
            let on = rows
                .filter(|row| row.entry.weeks.contains(day))
                .map(|row| usize::from(row.time.start.hour()));
            assert_eq!(on.collect::<Vec<_>>(), planned, "the classes of {day}");
            let opens = season.and_then(|season| season.opens).or(usual.opens).unwrap();
            let open = site.gym.opening.open_on(day).first().unwrap();
            assert_eq!(usize::from(open.start.hour()), opens, "the hours of {day}");
        }
    });
}

#[test]
fn hours_for_search_engines_say_one_thing_of_each_day() {
    cases(6, |random| {
        let project = Project::gym();
        for (number, season) in seasons(random).iter().enumerate() {
            let (first, last) = season.days.unwrap();
            let hours = Planned { opens: season.opens.or(Some(6)), days: season.days, rows: Vec::new() };
            let head = format!("title = \"Season {number}\"\nfrom = {first}\nuntil = {last}\n");
            project
                .write(&format!("content/seasons/s{number}.toml"), format!("{head}{}", hours.hours_text()));
        }
        let site = resolved(&project);
        let terms = site.gym.opening.usual.terms(TODAY);
        for day in TODAY.series(1.day()).take(366) {
            let of_day = terms.iter().filter(|(first, last, _)| {
                first.is_none_or(|first| first <= day) && last.is_none_or(|last| day <= last)
            });
            let runs: Vec<_> = of_day.flat_map(|(_, _, runs)| runs).collect();
            let weekday = Weekday::from_date(day);
            let mut of_weekday = runs.iter().filter(|run| run.first.through(run.last).contains(&weekday));
            let open = of_weekday.next().unwrap().open;
            assert_eq!(open, site.gym.opening.usual.on(day), "the hours of {day}");
            assert!(of_weekday.next().is_none(), "{day} has hours twice");
        }
    });
}
