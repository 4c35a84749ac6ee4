//! `gympress init`: a new project from a starter.

mod fill;
mod hosts;
mod starters;

use std::path::Path;

use jiff::{ToSpan, Zoned, civil::Weekday, tz::TimeZone};

pub(super) use self::{
    hosts::parser as host_parser,
    starters::{Starter, StarterPart},
};
use super::{ProcessContext, Status, Streams, arguments::Init, project, schema};
use crate::{
    diagnostic::{Diagnostics, Failure},
    edit::translate,
    hosts::Host,
    schema::decode::value::{Country, Language},
    source::{SITE, file_write},
};

/// The facts about the gym from options and answers.
struct GymAnswers {
    name: Option<String>,
    town: Option<String>,
    country: Option<Country>,
    /// A tag, such as `en-KE`.
    language: String,
    /// The tags of the further languages of the site.
    further: Vec<String>,
    starter: Starter,
    parts: Vec<StarterPart>,
    /// The day of the example event, such as `2026-12-05`.
    event_day: String,
    host: Option<&'static Host>,
    /// The time of nightly builds, as cron writes it in UTC.
    night: String,
}

pub(super) fn run(
    options: &Init,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let asks = process.interactive && !options.yes;
    let today = process.now.to_zoned(jiff::tz::TimeZone::UTC);
    let gym = match GymAnswers::ask(options, asks, &today, streams) {
        Ok(gym) => gym,
        Err(message) => return Ok(streams.refuse(Status::Usage, message)),
    };
    let folder = &options.folder;
    let files = gym.files();
    let existing: Vec<&str> = files
        .iter()
        .map(|(path, _)| path.as_str())
        .filter(|path| folder.join(path).symlink_metadata().is_ok())
        .collect();
    if !existing.is_empty() {
        let (folder, existing) = (folder.display(), existing.join(", "));
        let help = "name a folder that doesn't exist yet";
        let message = format!("{folder} already has files of a project: {existing}\n  help: {help}");
        return Ok(streams.refuse(Status::Mistakes, message));
    }
    for (path, bytes) in &files {
        file_write::create(&folder.join(path), bytes)?;
    }
    let content = project::decode(folder, &mut Diagnostics::default())?;
    let prepared: Vec<_> = content.editions.iter().flat_map(|edition| translate::prepared(edition)).collect();
    for translation in &prepared {
        file_write::create(&folder.join(&translation.path), translation.text.as_bytes())?;
    }
    schema::create(&content)?;
    let folders = content.editions.iter().filter_map(|edition| edition.project.types.folder.as_deref());
    let folders = folders.map(|folder| format!("content/{folder}"));
    let is_prepared = |folder: &String| prepared.iter().any(|file| is_below(&file.path, folder));
    let to_translate: Vec<String> = folders.filter(is_prepared).collect();
    let language = &content.project.types.language;
    gym.summarize(folder, files.len() + prepared.len(), language, &to_translate, streams);
    Ok(Status::Done)
}

impl GymAnswers {
    /// Takes the options, and asks for missing values if `asks` is true.
    ///
    /// # Errors
    /// If an option is invalid: the reason, with advice.
    fn ask(options: &Init, asks: bool, today: &Zoned, streams: &mut Streams<'_>) -> Result<Self, String> {
        let mut answer = |given: &Option<String>, question: &str| {
            let given = given.as_deref().map(str::trim).filter(|given| !given.is_empty());
            given.map(str::to_owned).or_else(|| if asks { ask(question, streams) } else { None })
        };
        let name = answer(&options.name, "What is the name of the gym?");
        let town = answer(&options.town, "In which town is it?");
        let mut question = "In which country?".to_owned();
        let country = loop {
            let Some(written) = answer(&options.country, &question) else { break None };
            match Country::find(&written) {
                Ok(country) => break Some(country),
                Err(help) if asks && options.country.is_none() => {
                    question = format!("{written} isn't a known country: {help}.\nIn which country?");
                }
                Err(help) => return Err(format!("there is no country \"{written}\"\n  help: {help}")),
            }
        };
        let language = language(options.language.as_deref(), country)?;
        let further = options.languages.iter().map(|tag| self::language(Some(tag), country));
        let mut further = each_once(further.collect::<Result<Vec<_>, _>>()?);
        further.retain(|tag| *tag != language);
        let starter = options.starter.unwrap_or_default();
        let parts = each_once(options.with.clone());
        if starter != Starter::Complete && !parts.is_empty() {
            return Err(
                "only the complete starter takes --with\n  help: leave it out, or write --starter complete"
                    .to_owned(),
            );
        }
        let event_day = saturday(today);
        let zone = zone(country, town.as_deref());
        let night = after_midnight(&TimeZone::get(zone).unwrap_or(TimeZone::UTC), today);
        let host = options.host;
        Ok(Self { name, town, country, language, further, starter, parts, event_day, host, night })
    }

    /// The files of its project.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let main = code(&self.language);
        let mut files: Vec<(String, Vec<u8>)> =
            self.starter.files(main).into_iter().map(|(path, bytes)| (path, bytes.to_vec())).collect();
        for part in &self.parts {
            part.add_to(&mut files, main);
        }
        for (path, bytes) in &mut files {
            let is_shipped_content = self.starter == Starter::Shipped && path.starts_with("content/");
            if let Ok(text) = str::from_utf8(bytes)
                && !is_shipped_content
            {
                *bytes = self.fill(text).into_bytes();
            }
        }
        // The shipped gym has a translation already.
        let further: Vec<&String> = self.further.iter().filter(|tag| !has_translation(&files, tag)).collect();
        let site = files.iter_mut().find(|(path, _)| path == SITE);
        if let Some((_, site)) = site {
            for tag in further {
                site.extend_from_slice(format!("\n[[translation]]\nlanguage = \"{tag}\"\n").as_bytes());
            }
            site.extend_from_slice(self.host.map(hosts::table).unwrap_or_default().as_bytes());
        }
        if let Some(host) = self.host {
            let zone = zone(self.country, self.town.as_deref());
            files.extend(hosts::files(host, &[("%night%", &self.night), ("%time_zone%", zone)]));
        }
        files
    }

    /// Shows the number of written files, the language that the site has, and what to do next. `to_translate` are the folders
    /// of further languages with texts in the words of the main one.
    fn summarize(
        &self,
        folder: &Path,
        count: usize,
        language: &str,
        to_translate: &[String],
        streams: &mut Streams<'_>,
    ) {
        let shown = folder.display();
        let _ = writeln!(streams.out, "Created {shown} with {count} files, in the language {language}.");
        if !self.starter.speaks(code(language)) {
            let _ = writeln!(
                streams.out,
                "  Its texts are in English, for you to translate; dates, times and prices are in your language."
            );
        }
        let cd = match shown.to_string() {
            here if here == "." => String::new(),
            folder if folder.contains([' ', '\'', '&', '(', ')']) => format!("  cd \"{folder}\"\n"),
            folder => format!("  cd {folder}\n"),
        };
        let _ = writeln!(
            streams.out,
            "\nNext:\n{cd}  gympress serve --edit    change the site by clicking, and see it\n  gympress check           list the texts to replace"
        );
        if !to_translate.is_empty() {
            let folders = to_translate.join(" and ");
            let _ = writeln!(
                streams.out,
                "  to translate it: write over the texts in {folders}, pages/index.toml first, and remove the word \"placeholder\" behind each"
            );
        }
        if let Some(host) = self.host {
            let _ = writeln!(streams.out, "  to publish it: {}", hosts::next_step(host));
        }
    }
}

fn has_translation(files: &[(String, Vec<u8>)], tag: &str) -> bool {
    let folder = format!("content/{}", code(tag));
    files.iter().any(|(path, _)| is_below(path, &folder))
}

fn is_below(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// The values in their order, each once.
fn each_once<T: PartialEq>(values: Vec<T>) -> Vec<T> {
    let mut once = Vec::new();
    for value in values {
        if !once.contains(&value) {
            once.push(value);
        }
    }
    once
}

/// The time zone of a gym in this country and town.
fn zone(country: Option<Country>, town: Option<&str>) -> &'static str {
    country.map_or("UTC", |country| country.zone_of(town).unwrap_or(country.time_zone))
}

/// A minute after midnight in the zone, as cron writes it in UTC. Where clocks change, the later of the two counts:
/// entries that appear on the next day would be missing before midnight.
fn after_midnight(zone: &TimeZone, today: &Zoned) -> String {
    const DAY: i32 = 24 * 60;
    let (start, end) = (today.timestamp(), today.saturating_add(1.year()).timestamp());
    let changes = zone.following(start).take_while(|change| change.timestamp() < end);
    let offsets = changes.map(|change| change.offset()).chain([zone.to_offset(start)]);
    let behind = offsets.map(|offset| offset.seconds() / 60).min().unwrap_or_default();
    let minute = (1 - behind).rem_euclid(DAY);
    format!("{} {} * * *", minute % 60, minute / 60)
}

/// The code of a language tag, such as `en` of `en-KE`.
fn code(language: &str) -> &str {
    language.split('-').next().unwrap_or_default()
}

/// The first Saturday that is three weeks away or more.
fn saturday(today: &Zoned) -> String {
    let first = today.date().saturating_add(21.days());
    let day = first.series(1.day()).take(7).find(|day| day.weekday() == Weekday::Saturday);
    day.unwrap_or(first).to_string()
}

/// The language of the site: of the option, else of the country.
fn language(asked: Option<&str>, country: Option<Country>) -> Result<String, String> {
    if let Some(asked) = asked {
        let region = country.filter(|_| !asked.contains('-')).map(|country| format!("-{}", country.code));
        let tag = asked.to_owned() + &region.unwrap_or_default();
        return Language::parse(&tag).map(|_| tag).map_err(|wrong| {
            let help = wrong.help.or_else(|| Some(format!("write \"{}\"", wrong.intended?.text)));
            format!("{}\n  help: {}", wrong.message, help.unwrap_or_default())
        });
    }
    let Some(country) = country else { return Ok("en".to_owned()) };
    // The CLDR has no dates in the languages of some countries.
    Ok(match Language::parse(country.language) {
        Ok(_) => country.language.to_owned(),
        Err(_) => format!("en-{}", country.code),
    })
}

/// Asks on the terminal. Returns `None` for an empty answer.
fn ask(question: &str, streams: &mut Streams<'_>) -> Option<String> {
    let _ = write!(streams.err, "{question} ");
    let _ = streams.err.flush();
    let mut line = String::new();
    streams.answers.read_line(&mut line).ok()?;
    Some(line.trim().to_owned()).filter(|line| !line.is_empty())
}
