//! The gym in the context of every page.

use std::sync::Arc;

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
use jiff::tz::TimeZone;
use minijinja::{Value, context};

use super::{
    entries,
    fields::{Computed, ContextValue, Record, computed, names_of},
    values::{self, names},
};
use crate::{
    assets::IconKind,
    content::{HoursException, network_icon, network_title},
    formats::{AddressLines, Formats},
    routes::SERVICE_WORKER,
    schema::{
        Data, Kind, Presence, Role, Table,
        decode::value::{Phone, Text, TimeRange, Weekday, ascii_mailto, is_accent},
    },
    site::{Run, Season, changes_of_clock, session_words},
    templates::{lookups::KnownNames, site::RenderSite},
};

/// `site` in templates: the fields of `content/site.toml`, and values computed from them.
pub(super) fn view(site: &Arc<RenderSite>) -> Value {
    Record::value(GymValue { site: site.clone() })
}

/// The computed fields, some of which replace declared ones.
const COMPUTED: &[Computed<Arc<RenderSite>>] = &[
    ("accounts", accounts),
    ("address", |site| {
        let table = site.single("site").and_then(|table| table.get("address")?.value.as_table());
        address(&site.gym.formats.address(site.gym.settings.address().parts()), table, site)
    }),
    ("phone", |site| {
        let phone = site.gym.settings.phone.as_ref().map(Phone::as_str);
        site.single("site").map_or_else(|| phone.into(), |table| site.said(table, "phone", phone))
    }),
    ("phone_href", |site| site.gym.settings.phone.as_ref().map(|phone| site.gym.formats.dial(phone)).into()),
    ("email_href", |site| site.gym.settings.email.as_ref().map(mailto).into()),
    ("hours", |site| hours(site, None)),
    ("seasons", |site| seasons(site, None)),
    ("closures", |site| closures(site, None)),
    ("social", |site| social(site)),
    ("year", |site| site.clock.today.year().into()),
    ("worker", |site| {
        // A preview changes all the time, so nothing of it is cached.
        let is_kept = site.site_field("offline").is_some() && !site.address.is_preview;
        is_kept.then(|| site.address.root.href(SERVICE_WORKER)).into()
    }),
    ("direction", |site| if site.gym.settings.language.is_right_to_left() { "rtl" } else { "ltr" }.into()),
    ("week", |site| site.gym.settings.week().map(Weekday::name).into_iter().collect()),
    ("offsets", |site| offsets(&site.gym.settings.time_zone, site).into()),
    ("icons", |site| icons(site)),
    ("wordmark", |site| wordmark(site.gym.settings.name.as_str()).into()),
    ("numerals", |site| site.gym.formats.numerals().into()),
    ("locale", |site| site.locale().into()),
    ("display_url", |site| site.address.has_base_url.then(|| display_url(site.address.base.as_str())).into()),
];

#[derive(Debug)]
struct GymValue {
    site: Arc<RenderSite>,
}

impl ContextValue for GymValue {
    fn get(&self, name: &str) -> Option<Value> {
        computed(COMPUTED, name, &self.site).or_else(|| gym_field(name, &self.site))
    }

    fn known(&self) -> Option<KnownNames> {
        Some(KnownNames::declared(&self.site.single("site")?.schema, names_of(COMPUTED)))
    }

    fn names(&self) -> Vec<Value> {
        let mut declared = self.site.single("site").map(|table| names(table)).unwrap_or_default();
        declared.retain(|name| names_of(COMPUTED).all(|computed| name.as_str() != Some(computed)));
        names_of(COMPUTED).map(Value::from).chain(declared).collect()
    }
}

/// The API key of the preview's account service, if the site has none.
pub(super) const LOCAL_KEY: &str = "local";

/// The account service; none if the site has none.
pub(super) fn accounts(site: &Arc<RenderSite>) -> Value {
    let declared = gym_field("accounts", site).unwrap_or_default();
    if !site.address.is_preview {
        return declared;
    }
    if declared.is_true() {
        declared
    } else {
        context! { api_key => LOCAL_KEY, project => "demo-gym", auth_domain => "localhost" }
    }
}

/// The number of years for which pages know the clock changes of the gym.
const YEARS: i64 = 5;

/// The minutes that a clock is ahead of UTC, and each change with its minute since 1970, as in `60 120@29583420`.
/// Browsers don't know every zone, nor the newest rules of zones.
pub(super) fn offsets(zone: &TimeZone, site: &RenderSite) -> String {
    let start = site.first_of_year().timestamp();
    let changes = changes_of_clock(zone, start, YEARS)
        .map(|change| format!(" {}@{}", change.offset().seconds() / 60, change.timestamp().as_second() / 60));
    format!("{}{}", zone.to_offset(start).seconds() / 60, changes.collect::<String>())
}

/// The addresses of the site's icon for tabs and for home screens; none if content names no picture.
fn icons(site: &RenderSite) -> Value {
    let icons = site.pictures.icon(IconKind::Tab).zip(site.pictures.icon(IconKind::Touch));
    icons.map(|(tab, touch)| context! { tab => site.address.root.href(&tab), touch => site.address.root.href(&touch) }).into()
}

/// The `viewBox` for a drawing of the gym's name: 44 wide for each letter, with room above for accents and below for
/// cedillas. Names in other scripts than Latin have both.
fn wordmark(name: &str) -> String {
    // Many programs of macOS write an accent behind its letter.
    let name = ComposingNormalizerBorrowed::new_nfc().normalize(name);
    let mut decomposed = DecomposingNormalizerBorrowed::new_nfd().normalize_iter(name.chars());
    let is_deep =
        name.chars().any(|c| c > '\u{24f}') || decomposed.any(|c| matches!(c, '\u{326}'..='\u{328}'));
    let (above, below) = (if name.is_ascii() { 0 } else { 24 }, if is_deep { 22 } else { 0 });
    let letters = name.chars().filter(|c| !is_accent(*c)).count();
    format!("0 {} {} {}", -above, letters * 44, 84 + above + below)
}

/// An address, declared and as visitors read it: in one line, in lines, and split into its first part and the rest
/// within the country; none if content has none.
pub(super) fn address(address: &AddressLines, table: Option<&Arc<Table>>, site: &Arc<RenderSite>) -> Value {
    let AddressLines { lines, town, large_first, .. } = address;
    if lines.is_empty() {
        return ().into();
    }
    let own = |key: &str| table.and_then(|table| table.text(key)).map(str::to_owned);
    let (first, rest) = if *large_first {
        (None, address.line())
    } else {
        let rest: Vec<String> = own("area").into_iter().chain(town.clone()).collect();
        (own("street"), rest.join(site.gym.formats.comma()))
    };
    let declared = table.map(|table| values::table(table, site)).unwrap_or_default();
    let [line, town, first, rest] =
        [Some(address.line()), town.clone(), first, Some(rest)].map(|part| site.said_of(table, part));
    let lines: Value = lines.iter().map(|line| site.said_of(table, line.clone())).collect();
    context! { line, lines, town, first, rest, ..declared }
}

/// The address of the site as people write it: `jasho-müller.example/gym`.
fn display_url(base: &str) -> String {
    let address = base.trim_start_matches("https://").trim_end_matches('/');
    let (host, path) = address.split_at(address.find([':', '/']).unwrap_or(address.len()));
    match idna::domain_to_unicode(host) {
        (host, Ok(())) => format!("{host}{path}"),
        _ => address.to_owned(),
    }
}

/// The link for writing to an email address.
pub(super) fn mailto(email: &Text) -> String {
    ascii_mailto(email.as_str())
}

/// A declared field of `content/site.toml`.
pub(super) fn gym_field(key: &str, site: &Arc<RenderSite>) -> Option<Value> {
    let table = site.single("site")?;
    values::declared(table, key, site)
}

/// The gym's accounts in social networks.
pub(super) fn social(site: &RenderSite) -> Value {
    let social = site.gym.settings.social.iter().map(|social| {
        let network = &*social.network;
        let title = site.said(&social.table, "network", network_title(network));
        context! { network => network_icon(network), title, url => social.url.as_str() }
    });
    social.collect()
}

/// The days on which a branch is closed or has other hours; without a branch, those of the gym.
pub(super) fn closures(site: &RenderSite, branch: Option<&str>) -> Value {
    site.coming_closures(branch).map(|closure| self::closure(closure, None, site)).collect()
}

/// The closures of the gym and of all branches, in the order of the calendar. `branch` is set unless a closure is the
/// same in all of them: a half day depends on the hours of each.
pub(super) fn all_closures(site: &Arc<RenderSite>) -> Value {
    let branches = site.entries_of(Role::Branch);
    let mut shared: Vec<&HoursException> = site.coming_closures(None).collect();
    for branch in branches {
        shared.retain(|days| site.coming_closures(Some(&branch.id)).any(|own| own == *days));
    }
    let mut all: Vec<(&HoursException, Option<&str>)> = shared.iter().map(|days| (*days, None)).collect();
    for branch in branches {
        let own = site.coming_closures(Some(&branch.id)).filter(|days| !shared.contains(days));
        all.extend(own.map(|days| (days, Some(&*branch.id))));
    }
    all.sort_by_key(|(days, _)| (days.first, days.last));
    let mut closures = Vec::with_capacity(all.len());
    for (days, branch) in all {
        let branch = branch.and_then(|id| entries::find_of(Role::Branch, id, site));
        closures.push(closure(days, branch, site));
    }
    closures.into()
}

/// Days on which the gym is closed or has other hours; `last` is none for a single day.
pub(super) fn closure(days: &HoursException, branch: Option<Value>, site: &RenderSite) -> Value {
    let formats = &site.gym.formats;
    let row = closure_table(days, site);
    let note = days.note.as_str();
    let hours = (!days.open.is_empty()).then(|| hours_text(&days.open, formats));
    let pattern = match &hours {
        Some(_) => word("special", site).unwrap_or_else(|| ["{note}", "{hours}"].join(formats.comma())),
        None => "{note}".to_owned(),
    };
    let (before, after) = pattern.split_once("{hours}").unwrap_or((&pattern, ""));
    let [before, after] = [before, after].map(|part| part.replace("{note}", note));
    let said = hours.is_none().then(|| closed_text(note, site));
    let text = format!("{before}{}{after}", hours.as_deref().unwrap_or_default());
    context! {
        first => site.said_of(row, formats.first_date(days.first, days.last)),
        first_datetime => days.first.to_string(),
        last => site.said_of(row, (days.last != days.first).then(|| formats.full_date(days.last))),
        last_datetime => days.last.to_string(),
        note => site.said_of(row, note),
        hours => site.said_of(row, hours),
        text => site.said_of(row, text),
        said => site.said_of(row, said),
        before => site.said_of(row, before),
        after => site.said_of(row, after),
        branch,
        spans => spans(&days.open, row, site),
    }
}

/// The table of a closure, of the gym or of a branch.
pub(super) fn closure_table<'s>(days: &HoursException, site: &'s RenderSite) -> Option<&'s Arc<Table>> {
    let branches = site.entries_of(Role::Branch).iter().map(|branch| &branch.table);
    site.single("site").into_iter().chain(branches).find_map(|file| file.row_at(days.span))
}

/// The note of a closure, followed by the word for closed unless the note has it. Its end may differ, as in "fermée", but not its
/// beginning, as in "Enclosed".
fn closed_text(note: &str, site: &RenderSite) -> Option<String> {
    let closed = word("closed", site)?.to_lowercase();
    let said = note.to_lowercase();
    let mut before = said.match_indices(&closed).filter_map(|(at, _)| said.get(..at));
    let is_said = before.any(|before| !before.ends_with(char::is_lowercase));
    Some(if is_said { note.to_owned() } else { word("stays_closed", site)?.replace("{note}", note) })
}

/// The hours of a branch; without a branch, those of the gym.
pub(super) fn hours(site: &RenderSite, branch: Option<&str>) -> Value {
    let runs = site.hours(branch).map(|hours| hours.runs(site.clock.today.date())).unwrap_or_default();
    lines(runs, table_of_hours(branch, site), site)
}

/// The file that says the hours of a branch: its own, else that of the gym.
fn table_of_hours<'s>(branch: Option<&str>, site: &'s RenderSite) -> Option<&'s Arc<Table>> {
    let own = branch.and_then(|id| site.entries_of(Role::Branch).iter().find(|branch| *branch.id == *id));
    let own = own.map(|branch| &branch.table).filter(|table| !table.list("hours").is_empty());
    own.or_else(|| site.single("site"))
}

/// The coming seasons in which a branch, or without one the gym, has other hours: the dates, and the days that change.
pub(super) fn seasons(site: &RenderSite, branch: Option<&str>) -> Value {
    let Some(hours) = site.hours(branch) else { return Value::from(Vec::<Value>::new()) };
    let today = site.clock.today.date();
    let mut coming: Vec<&Season> = hours.seasons(today).collect();
    coming.sort_by_key(|season| (season.first, season.last));
    let values = coming.into_iter().map(|season| {
        let until = season.last.map(|last| last.to_string());
        let (first, last) = season.first.zip(season.last).filter(|_| season.file.is_some()).unzip();
        let announced = season.file.as_ref().map(|file| file.entry.announced());
        context! {
            text => season_text(season, site),
            from => announced.map(|day| day.to_string()),
            until,
            is_future => announced.is_some_and(|day| day > today),
            is_on => first.is_some_and(|first| first <= today),
            days => first.zip(last).map(|(first, last)| format!("{first}/{last}")),
            hours => lines(hours.runs_of_season(season), season.file.as_ref().map(|file| &file.table), site),
        }
    });
    values.collect()
}

/// The first and the last day of a season, for visitors, behind its name if it has one.
fn season_text(season: &Season, site: &RenderSite) -> String {
    let [first, last] = [season.first, season.last].map(|date| Some(site.gym.formats.long_date(date?)));
    let title = season.file.as_ref().map(|file| file.entry.title.as_str());
    match (first, last) {
        (Some(first), Some(last)) => {
            let title = title.map(|title| format!("{title}{}", site.gym.formats.colon())).unwrap_or_default();
            format!("{title}{first} – {last}")
        }
        (Some(first), None) => session_words::word("from", site).replace("{date}", &first),
        (None, Some(last)) => session_words::word("until", site).replace("{date}", &last),
        (None, None) => String::new(),
    }
}

/// A line for each run of days with the same hours.
fn lines(runs: Vec<Run<'_>>, table: Option<&Arc<Table>>, site: &RenderSite) -> Value {
    runs.into_iter().map(|run| line(run, table, site)).collect()
}

/// A line of opening hours, whose table is among those of the file.
fn line(Run { first, last, open, notes }: Run<'_>, file: Option<&Arc<Table>>, site: &RenderSite) -> Value {
    let row = file.and_then(|file| {
        let mut rows = file.tables("hours");
        rows.find(|row| row.list("days").iter().any(|day| day.value.written() == first.name()))
    });
    let formats = &site.gym.formats;
    let text = match open {
        [] => word("closed", site).unwrap_or_else(|| "–".to_owned()),
        [TimeRange::WHOLE_DAY] => word("all_day", site).unwrap_or_else(|| hours_text(open, formats)),
        _ => hours_text(open, formats),
    };
    context! {
        days => site.said_of(row, formats.weekdays(first, last)),
        first => first.name(),
        last => last.name(),
        text => site.said_of(row, text),
        note => site.said_of(row, joined(notes, formats)),
        closed => open.is_empty(),
        all_day => open == [TimeRange::WHOLE_DAY],
        spans => spans(open, row, site),
    }
}

/// The notes of a line, as one; none if there are none.
fn joined(notes: &[Text], formats: &Formats) -> Option<String> {
    let notes: Vec<&str> = notes.iter().map(Text::as_str).collect();
    (!notes.is_empty()).then(|| notes.join(formats.comma()))
}

/// `7:00am-12:00pm, 4:00pm-9:00pm`
fn hours_text(open: &[TimeRange], formats: &Formats) -> String {
    open.iter().map(|span| formats.times(*span)).collect::<Vec<_>>().join(formats.comma())
}

/// The times of a row of opening hours, or of a closure.
fn spans(open: &[TimeRange], row: Option<&Arc<Table>>, site: &RenderSite) -> Value {
    let formats = &site.gym.formats;
    let spans = open.iter().map(|open| {
        context! {
            text => site.said_of(row, formats.times(*open)),
            opens => site.said_of(row, formats.time(open.start)),
            opens_datetime => open.start.machine(),
            closes => site.said_of(row, formats.time(open.end)),
            closes_datetime => open.end.machine(),
        }
    });
    spans.collect()
}

/// A word of the table `footer` in `content/navigation.toml`; without the table, the word of the language.
pub(super) fn word(key: &str, site: &RenderSite) -> Option<String> {
    let footer = site.single_of(Role::Navigation).and_then(|navigation| navigation.get("footer"));
    if let Some(Data::Table(footer)) = footer.map(|footer| &footer.value) {
        return footer.text(key).map(str::to_owned);
    }
    let navigation = site.project.types.singles.get(site.project.types.with_role(Role::Navigation)?)?;
    let Kind::Table(footer) = &navigation.field("footer")?.kind else {
        return None;
    };
    let Presence::Default(word) = &footer.field(key)?.presence else { return None };
    Some(word.as_text()?.to_string())
}
