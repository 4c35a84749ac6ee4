//! `gympress init`: a project to start from.

mod fill;
mod hosts;
mod parts;
mod starters;
mod untranslated;

use std::{collections::BTreeSet, io, path::Path};

use jiff::{ToSpan, Zoned, civil::Weekday};

pub(super) use self::{hosts::Host, parts::SitePart, starters::Starter};
use super::{
    ProcessContext, Status, Streams,
    arguments::{Init, Root, Schema},
    project, schema,
};
use crate::{
    decode::value::{Country, Language, NoLanguage, kebab_case},
    failure::Failure,
    file_write,
    render::weekday_names,
    schema::has_form,
    source::{SITE, theme},
};

/// The facts about the gym.
struct Gym {
    name: Option<String>,
    town: Option<String>,
    country: Option<Country>,
    /// A tag, such as `en-KE`.
    language: String,
    starter: Starter,
    /// What it has of what a site may do without.
    parts: BTreeSet<SitePart>,
    /// The day of the example event, such as `2026-12-05`.
    event_day: String,
    host: Option<Host>,
}

pub(super) fn run(
    options: &Init,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let asks = process.interactive && !options.yes;
    let today = process.now.to_zoned(jiff::tz::TimeZone::UTC);
    let gym = match Gym::ask(options, asks, &today, streams) {
        Ok(gym) => gym,
        Err(wrong) => {
            let _ = writeln!(streams.err, "gympress: {wrong}");
            return Ok(Status::Usage);
        }
    };
    let folder = &options.folder;
    let files = gym.files();
    let existing: Vec<&str> = files
        .iter()
        .map(|(path, _)| path.as_str())
        .filter(|path| folder.join(path).symlink_metadata().is_ok())
        .collect();
    if !existing.is_empty() {
        let _ = writeln!(
            streams.err,
            "gympress: {} has a project or a part of one, and is left as it is: {}\n  help: name a folder that doesn't exist yet",
            folder.display(),
            existing.join(", ")
        );
        return Ok(Status::Mistakes);
    }
    for (path, bytes) in &files {
        file_write::create(&folder.join(path), bytes)?;
    }
    if gym.starter != Starter::Shipped && !gym.starter.speaks(gym.code()) {
        untranslated::mark(folder)?;
    }
    let root = Root { root: folder.clone() };
    let quiet = &mut Streams { out: &mut io::sink(), err: &mut io::sink(), answers: &mut io::empty() };
    schema::run(&Schema { root, out: None, typescript: false, docs: false }, quiet)?;
    gym.summarize(folder, files.len(), streams);
    Ok(Status::Done)
}

impl Gym {
    /// Takes the options, and prompts for the rest.
    ///
    /// # Errors
    /// If something of that can't be: what, and what to write instead.
    fn ask(options: &Init, asks: bool, today: &Zoned, streams: &mut Streams<'_>) -> Result<Self, String> {
        let mut answer = |given: &Option<String>, question: &str| match given {
            Some(given) => Some(given.clone()),
            None => asks.then(|| ask(question, streams)).flatten(),
        };
        let name = answer(&options.name, "What is the gym called?");
        let town = answer(&options.town, "In which town is it?");
        let mut question = "In which country?".to_owned();
        let country = loop {
            let Some(written) = answer(&options.country, &question) else { break None };
            match Country::find(&written) {
                Ok(country) => break Some(country),
                Err(help) if asks && options.country.is_none() => {
                    question = format!("{written} isn't known: {help}.\nIn which country?");
                }
                Err(help) => return Err(format!("there is no country \"{written}\"\n  help: {help}")),
            }
        };
        let starter = options.starter.unwrap_or_default();
        if !starter.is_inside() {
            return Err("this gympress was compiled without the shipped gym\n  help: a complete binary has it; --starter complete is in every one".to_owned());
        }
        let parts = parts(options, starter, asks, streams)?;
        let language = language(options.language.as_deref(), country)?;
        let event_day = saturday(today);
        Ok(Self { name, town, country, language, starter, parts, event_day, host: options.host })
    }

    /// The code of its language, such as `en`.
    fn code(&self) -> &str {
        self.language.split('-').next().unwrap_or_default()
    }

    /// The files of its project, with these facts.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let files = self.starter.files(self.code());
        let filled = files.into_iter().filter_map(|(path, bytes)| match str::from_utf8(bytes) {
            Ok(text) if self.starter != Starter::Shipped || !path.starts_with("content/") => {
                let text = parts::of_text(text, &self.parts)?;
                Some((path, self.fill(&text).into_bytes()))
            }
            _ => Some((path, bytes.to_vec())),
        });
        let mut files: Vec<_> = filled.chain(self.words()).collect();
        if self.starter == Starter::Complete {
            remove_unused_pictures(&mut files);
        }
        if let Some(host) = self.host {
            let settings = files.iter_mut().filter(|(path, _)| path == SITE);
            settings.for_each(|(_, bytes)| bytes.extend_from_slice(host.table().as_bytes()));
            files.extend(host.files());
        }
        files
    }

    /// The words of the interface for a language that the theme doesn't have: those in English as comments, so that
    /// `check` lists what isn't translated.
    fn words(&self) -> Option<(String, Vec<u8>)> {
        let path = |code: &str| format!("templates/words/{code}.toml");
        let own = path(self.code());
        let english = theme::text(&path("en")).filter(|_| theme::bytes(&own).is_none())?;
        let head = format!(
            "#:schema ../../content/.schema/words.json\n\n# The words of the interface in English. To translate one into \"{}\", remove the # in front of it.\n# `gympress check` lists those that the site needs and that are missing here.\n",
            self.code()
        );
        let words = english.lines().skip_while(|line| line.is_empty() || line.starts_with('#'));
        let as_comment = |line: &str| match line.is_empty() || line.starts_with(['[', '#']) {
            true => format!("{line}\n"),
            false => format!("# {}\n", self.forms(line)),
        };
        let words: String = words.map(as_comment).collect();
        Some((own, format!("{head}{words}").into_bytes()))
    }

    /// A line of words in English. A language with one form for all numbers has none but the last of those.
    fn forms(&self, line: &str) -> String {
        let forms = line.split_once("{ one = ").zip(line.split_once(", other = "));
        match forms.filter(|_| !has_form(&self.language, "one")) {
            Some(((key, _), (_, other))) => format!("{key}{{ other = {other}"),
            None => line.to_owned(),
        }
    }

    /// The line with the names of days in addresses. `None` in English, and in languages that have no such names in Latin
    /// letters.
    fn days(&self) -> Option<String> {
        let language = Language::parse(&self.language).ok()?;
        let names = weekday_names(&language).map(|(day, name)| (day.name(), kebab_case(&name)));
        let distinct: BTreeSet<&str> = names.iter().map(|(_, name)| &**name).collect();
        let is_usable = distinct.len() == names.len() && names.iter().all(|(_, name)| !name.is_empty());
        if !is_usable || names.iter().all(|(day, name)| day == name) {
            return None;
        }
        let names = names.map(|(day, name)| format!("{day} = \"{name}\"")).join(", ");
        Some(format!("\ndays = {{ {names} }}"))
    }

    /// What was written, and what to do next.
    fn summarize(&self, folder: &Path, count: usize, streams: &mut Streams<'_>) {
        let shown = folder.display();
        let _ = writeln!(streams.out, "{count} files in {shown}, in the language {}", self.language);
        if !self.starter.speaks(self.code()) {
            let _ = writeln!(
                streams.out,
                "  its texts are in English and wait for your translation; dates, times and prices are as your language writes them"
            );
        }
        if let Some((path, _)) = self.words() {
            let _ = writeln!(streams.out, "  so are the words of the interface: {path} waits for yours");
        }
        let _ = writeln!(
            streams.out,
            "  next: cd {shown}\n        gympress serve --open    shows the site, and follows every change\n        gympress check           lists the words to replace"
        );
        if let Some(host) = self.host {
            let _ = writeln!(streams.out, "        to publish it: {}", host.next_step());
        }
    }
}

/// The parts that the options name, or that are chosen at the prompt; the usual ones by default.
///
/// # Errors
/// If the options contradict each other, or the starter has no parts.
fn parts(
    options: &Init,
    starter: Starter,
    asks: bool,
    streams: &mut Streams<'_>,
) -> Result<BTreeSet<SitePart>, String> {
    let (with, without) = (&options.with, &options.without);
    if starter != Starter::Complete {
        return match with.iter().chain(without).next() {
            None => Ok(BTreeSet::new()),
            Some(part) => Err(format!(
                "only the complete starter can be with or without {0}\n  help: leave {0} out here, or write --starter complete",
                part.name()
            )),
        };
    }
    if let Some(part) = with.iter().find(|part| without.contains(part)) {
        let name = part.name();
        return Err(format!(
            "{name} stands behind --with and --without\n  help: write it behind one of them"
        ));
    }
    let mut is_wanted = |part: &SitePart| {
        with.contains(part)
            || !without.contains(part)
                && if asks { agrees(part.question(), part.is_usual(), streams) } else { part.is_usual() }
    };
    Ok(SitePart::ALL.into_iter().filter(|part| is_wanted(part)).collect())
}

/// Asks on the terminal for a yes or a no; an empty answer is the usual one.
fn agrees(question: &str, is_usual: bool, streams: &mut Streams<'_>) -> bool {
    let choice = if is_usual { "[Y/n]" } else { "[y/N]" };
    match ask(&format!("{question} {choice}"), streams) {
        Some(answer) => answer.to_lowercase().starts_with('y'),
        None => is_usual,
    }
}

/// The first Saturday that is three weeks away or more.
fn saturday(today: &Zoned) -> String {
    let first = today.date().saturating_add(21.days());
    let day = first.series(1.day()).take(7).find(|day| day.weekday() == Weekday::Saturday);
    day.unwrap_or(first).to_string()
}

/// Leaves out the pictures that no text names.
fn remove_unused_pictures(files: &mut Vec<(String, Vec<u8>)>) {
    let texts: Vec<String> =
        files.iter().filter_map(|(_, bytes)| str::from_utf8(bytes).ok().map(str::to_owned)).collect();
    files.retain(|(path, _)| {
        let picture = path.strip_prefix("content/images/");
        picture.is_none_or(|name| texts.iter().any(|text| text.contains(name)))
    });
}

/// The language to write in: that of the option, or that of the country.
fn language(asked: Option<&str>, country: Option<Country>) -> Result<String, String> {
    if let Some(asked) = asked {
        let region = country.filter(|_| !asked.contains('-')).map(|country| format!("-{}", country.code));
        let tag = asked.to_owned() + &region.unwrap_or_default();
        return match Language::parse(&tag) {
            Ok(_) => Ok(tag),
            Err(wrong @ NoLanguage::Malformed(_)) => {
                Err(format!("\"{asked}\" is not a language tag\n  help: {}", wrong.help()))
            }
            Err(wrong @ NoLanguage::Unknown(_)) => Err(format!(
                "gympress can't write dates in the language \"{asked}\"\n  help: {}",
                wrong.help()
            )),
        };
    }
    let Some(country) = country else { return Ok("en".to_owned()) };
    // The languages of some countries have no dates in the CLDR.
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

#[cfg(test)]
mod tests {
    use super::{Gym, Starter};

    #[test]
    fn a_language_that_the_theme_lacks_gets_a_file_of_words() {
        let words = |language: &str| {
            let language = language.to_owned();
            let gym = Gym {
                name: None,
                town: None,
                country: None,
                language,
                starter: Starter::Minimal,
                parts: super::BTreeSet::new(),
                event_day: String::new(),
                host: None,
            };
            gym.files().into_iter().find(|(path, _)| path.starts_with("templates/words/"))
        };
        assert_eq!(words("pt-BR"), None);
        let (path, text) = words("nl-BE").expect("a file");
        let text = String::from_utf8(text).expect("a text");
        assert_eq!(path, "templates/words/nl.toml");
        assert!(text.contains("\n# The words of the interface in English"), "{text}");
        assert!(text.contains("\n# skip = \"Skip to content\"\n"), "{text}");
        assert!(text.contains("\n[navigation]\n") && text.parse::<toml::Table>().is_ok(), "{text}");
        assert!(text.contains("\n# found = { one = \"One result\", other = "), "{text}");
        let (_, japanese) = words("ja-JP").expect("a file");
        let japanese = String::from_utf8(japanese).expect("a text");
        assert!(japanese.contains("\n# found = { other = \"{count} results"), "{japanese}");
    }
}
