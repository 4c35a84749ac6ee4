//! `gympress init`: a project to start from.

mod countries;
mod starters;

use std::{io, path::Path};

use self::countries::Country;
pub(super) use self::starters::Starter;
use super::{
    ProcessContext, Status, Streams,
    arguments::{Init, Root, Schema},
    new::write_new,
    schema,
};
use crate::{decode::value::Language, failure::Failure};

/// What is known of the gym.
struct Gym {
    name: Option<String>,
    town: Option<String>,
    country: Option<Country>,
    /// A tag, such as `en-KE`.
    language: String,
    starter: Starter,
}

pub(super) fn run(
    options: &Init,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let asks = process.interactive && !options.yes;
    let gym = match Gym::of(options, asks, streams) {
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
        write_new(&folder.join(path), bytes)?;
    }
    let root = Root { root: folder.clone() };
    let quiet = &mut Streams { out: &mut io::sink(), err: &mut io::sink(), answers: &mut io::empty() };
    schema::run(&Schema { root, out: None, typescript: false, docs: false }, quiet)?;
    gym.tell(folder, files.len(), streams);
    Ok(Status::Done)
}

impl Gym {
    /// What the options say, and what somebody answers.
    ///
    /// # Errors
    /// If something of that can't be: what, and what to write instead.
    fn of(options: &Init, asks: bool, streams: &mut Streams<'_>) -> Result<Self, String> {
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
                    question = format!("{written} isn't known; {help} In which country?");
                }
                Err(help) => return Err(format!("there is no country \"{written}\"\n  help: {help}")),
            }
        };
        let starter = options.starter.unwrap_or_default();
        if !starter.is_inside() {
            return Err("this gympress was compiled without the shipped gym\n  help: a complete binary has it; --starter complete is in every one".to_owned());
        }
        let language = language(options.language.as_deref(), country, starter)?;
        Ok(Self { name, town, country, language, starter })
    }

    /// The code of its language, such as `en`.
    fn code(&self) -> &str {
        self.language.split('-').next().unwrap_or_default()
    }

    /// The files of its project, with what is known of it.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let files = self.starter.files(self.code());
        let filled = files.into_iter().map(|(path, bytes)| match str::from_utf8(bytes) {
            Ok(text) if self.starter != Starter::Shipped || !path.starts_with("content/") => {
                (path, self.fill(text).into_bytes())
            }
            _ => (path, bytes.to_vec()),
        });
        filled.collect()
    }

    fn fill(&self, text: &str) -> String {
        let quoted = |known: &Option<String>, standing_in: &str| match known {
            Some(known) => format!("\"{}\"", escaped(known)),
            None => format!("\"{standing_in}\" # placeholder"),
        };
        let country = self.country;
        let filled = text
            .replace("%name%", &quoted(&self.name, "Our gym"))
            .replace("%gym%", &escaped(self.name.as_deref().unwrap_or("Our gym")))
            .replace("%city%", &quoted(&self.town, "Our town"))
            .replace("%language%", &self.language);
        let known = country.map(|country| {
            [
                ("%country%", country.name_in(self.code())),
                ("%time_zone%", country.time_zone),
                ("%currency%", country.currency),
                ("%currency_code%", country.currency_code),
                ("%prefix%", country.prefix),
            ]
        });
        match known {
            Some(known) => {
                known.into_iter().fold(filled, |text, (token, value)| text.replace(token, &escaped(value)))
            }
            None => without_country(&filled),
        }
    }

    /// What was written, and what to do next.
    fn tell(&self, folder: &Path, count: usize, streams: &mut Streams<'_>) {
        let shown = folder.display();
        let _ = writeln!(streams.out, "{count} files in {shown}, in the language {}", self.language);
        if !self.starter.speaks(self.code()) {
            let _ = writeln!(streams.out, "  its words are in English, and wait for yours");
        }
        let _ = writeln!(
            streams.out,
            "  next: cd {shown}\n        gympress serve --open    shows the site, and follows every change\n        gympress check           lists the words to replace"
        );
    }
}

/// The language to write in: the one that was asked for, or that of the country if there are words in it.
fn language(asked: Option<&str>, country: Option<Country>, starter: Starter) -> Result<String, String> {
    let code = |tag: &str| tag.split('-').next().unwrap_or_default().to_owned();
    if let Some(asked) = asked {
        let region = country.filter(|_| !asked.contains('-')).map(|country| format!("-{}", country.code));
        let tag = asked.to_owned() + &region.unwrap_or_default();
        return match Language::is_known(&code(&tag)) {
            true => Ok(tag),
            false => Err(format!(
                "gympress can't write dates in the language \"{asked}\"\n  help: take one of {}",
                Language::codes().collect::<Vec<_>>().join(", ")
            )),
        };
    }
    let Some(country) = country else { return Ok("en".to_owned()) };
    let own = code(country.language);
    match Language::is_known(&own) && starter.speaks(&own) {
        true => Ok(country.language.to_owned()),
        false => Ok(format!("en-{}", country.code)),
    }
}

/// The text with a remark behind each value that the country would tell.
fn without_country(text: &str) -> String {
    const STANDING_IN: [(&str, &str); 5] = [
        ("%country%", "Our country"),
        ("%time_zone%", "UTC"),
        ("%currency%", "€"),
        ("%currency_code%", "EUR"),
        ("%prefix%", "+44"),
    ];
    let line = |line: &str| {
        let filled =
            STANDING_IN.iter().fold(line.to_owned(), |line, (token, value)| line.replace(token, value));
        if filled == line || line.contains('#') { filled } else { filled + " # placeholder" }
    };
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

/// For a text of TOML in quotes.
fn escaped(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect::<String>().replace('\\', "\\\\").replace('"', "\\\"")
}

/// Asks on the terminal. Returns `None` for an empty answer.
fn ask(question: &str, streams: &mut Streams<'_>) -> Option<String> {
    let _ = write!(streams.err, "{question} ");
    let _ = streams.err.flush();
    let mut line = String::new();
    streams.answers.read_line(&mut line).ok()?;
    Some(line.trim().to_owned()).filter(|line| !line.is_empty())
}
