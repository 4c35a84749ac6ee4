//! `gympress new`: an entry to start from, valid as it stands and with a remark on every key.

use std::{
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    path::Path,
};

use super::{
    Status, Streams, Surroundings,
    arguments::{New, NewKind},
    project,
};
use crate::{
    content::{self, Category, Content, Trainer},
    decode::value::is_kebab_case,
    diagnostic::Diagnostics,
    failure::Failure,
    site::Catalogue,
    source::Sources,
};

pub(super) fn run(
    options: &New,
    surroundings: &Surroundings,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let id = options.id.clone().unwrap_or_else(|| id_of(&options.title));
    if !is_kebab_case(&id) || options.title.trim().is_empty() {
        let _ = writeln!(
            streams.err,
            "gympress: \"{id}\" can't be a file's name here\n  help: --id takes lower-case letters, digits and hyphens, such as power-lifting"
        );
        return Ok(Status::Usage);
    }
    let root = &options.root.root;
    let mut found = Diagnostics::default();
    let sources = project::read(root, &mut found)?;
    let content = content::decode(&sources, &mut found);
    let existing = match Existing::of(&content, &sources, options.kind) {
        Ok(existing) => existing,
        Err(missing) => {
            let _ = writeln!(streams.err, "gympress: there is no {missing} yet, and the new entry needs one");
            return Ok(Status::Mistakes);
        }
    };
    let (folder, text, next) = match options.kind {
        NewKind::Post => (
            "posts",
            post(options, surroundings, &content, &existing),
            "write its text, then remove draft = true".to_owned(),
        ),
        NewKind::Class => (
            "classes",
            class(options, &existing),
            "add it to content/schedule.toml and to the list in content/pages/classes.toml".to_owned(),
        ),
        NewKind::Trainer => (
            "trainers",
            trainer(options, &existing),
            "mention it in content/pages/home.toml or content/schedule.toml".to_owned(),
        ),
        NewKind::Plan => {
            ("plans", plan(options, &existing), "add it to a row in content/pages/pricing.toml".to_owned())
        }
    };
    let relative = format!("content/{folder}/{id}.toml");
    let path = root.join(&relative);
    if !write_new(&path, &text)? {
        let _ = writeln!(
            streams.err,
            "gympress: {relative} exists and is left as it is\n  help: --id gives the new entry another name"
        );
        return Ok(Status::Mistakes);
    }
    let _ = writeln!(streams.out, "{relative}\n  next: {next}");
    Ok(Status::Done)
}

/// Writes a file that must not exist yet; false if it does.
fn write_new(path: &Path, text: &str) -> Result<bool, Failure> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| Failure::io("make the folder", folder, &error))?;
    }
    let mut file = match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::AlreadyExists => return Ok(false),
        Err(error) => return Err(Failure::io("write", path, &error)),
    };
    file.write_all(text.as_bytes()).map_err(|error| Failure::io("write", path, &error))?;
    Ok(true)
}

/// A file's name for a title: letters without accents, digits and hyphens.
fn id_of(title: &str) -> String {
    let words: Vec<String> = title
        .to_lowercase()
        .replace(['\'', '\u{2019}'], "")
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.join("-")
}

/// What a new entry mentions so that it's valid from the start.
struct Existing {
    trainer: String,
    category: String,
    image: String,
}

impl Existing {
    fn of(content: &Content, sources: &Sources, kind: NewKind) -> Result<Self, &'static str> {
        let catalogue = Catalogue::of(content, &mut Diagnostics::default());
        let trainer = catalogue.ids_of::<Trainer>().next().map(str::to_owned);
        let category = catalogue.ids_of::<Category>().next().map(str::to_owned);
        let image = sources
            .binaries_below("content/images/")
            .filter_map(|path| path.strip_prefix("content/images/"))
            .find(|name| name.ends_with(".jpg") || name.ends_with(".png"))
            .map(str::to_owned);
        let or_else = |found: Option<String>, needed: bool, noun| match found {
            None if needed => Err(noun),
            found => Ok(found.unwrap_or_default()),
        };
        Ok(Self {
            trainer: or_else(trainer, kind == NewKind::Class, "trainer in content/trainers")?,
            category: or_else(category, kind == NewKind::Post, "category in content/blog.toml")?,
            image: or_else(image, true, "picture in content/images")?,
        })
    }
}

/// A text as TOML writes it, between double quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.trim().chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn post(options: &New, surroundings: &Surroundings, content: &Content, existing: &Existing) -> String {
    let now = options.now.unwrap_or(surroundings.now);
    let zone = content.gym.value.time_zone.zone().clone();
    let date = now.to_zoned(zone).date();
    let (title, category, image) =
        (quoted(&options.title), quoted(&existing.category), quoted(&existing.image));
    format!(
        "#:schema ../.schema/post.json\n\n\
         title = {title}\n\
         # year-month-day; a day in the future keeps the post back until then\n\
         date = {date}\n\
         # remove this line to publish the post\n\
         draft = true\n\
         # one of the categories in content/blog.toml\n\
         category = {category}\n\
         # any of the tags in content/blog.toml: tags = [\"fitness\", \"gym\"]\n\
         # a picture in content/images, and what it shows for people who can't see it\n\
         image = {{ file = {image}, alt = \"Describe the picture in a sentence\" }}\n\
         # what a list of posts shows, in a sentence or two\n\
         excerpt = \"Say in a sentence why this is worth reading\"\n\
         # Markdown: ## for a heading, **bold**, *emphasis*, [a link](/contact/), ![what it shows](picture.jpg)\n\
         body = '''\n\
         Begin here.\n\
         '''\n"
    )
}

fn class(options: &New, existing: &Existing) -> String {
    let (title, trainer, image) =
        (quoted(&options.title), quoted(&existing.trainer), quoted(&existing.image));
    format!(
        "#:schema ../.schema/class.json\n\n\
         title = {title}\n\
         # who usually teaches it: a file of content/trainers, without .toml\n\
         trainer = {trainer}\n\
         # a picture in content/images, and what it shows for people who can't see it\n\
         image = {{ file = {image}, alt = \"Describe the picture in a sentence\" }}\n\
         # what it is like, in a sentence or two\n\
         summary = \"Say in a sentence what people do in this class\"\n\n\
         # the weekly time shown on its card; times are of 24 hours\n\
         [slot]\n\
         day = \"monday\"\n\
         start = \"09:00\"\n\
         end = \"10:00\"\n"
    )
}

fn trainer(options: &New, existing: &Existing) -> String {
    let (name, image) = (quoted(&options.title), quoted(&existing.image));
    format!(
        "#:schema ../.schema/trainer.json\n\n\
         name = {name}\n\
         # the job, such as Yoga Trainer\n\
         role = \"Trainer\"\n\
         # a portrait in content/images, and what it shows for people who can't see it\n\
         image = {{ file = {image}, alt = \"Describe the portrait in a sentence\" }}\n\
         # a few words about the trainer\n\
         bio = \"Say in a sentence what the trainer is good at\"\n\n\
         # any number of these; without url the icon shows, but leads nowhere\n\
         [[social]]\n\
         network = \"instagram\"\n"
    )
}

fn plan(options: &New, existing: &Existing) -> String {
    let (title, image) = (quoted(&options.title), quoted(&existing.image));
    format!(
        "#:schema ../.schema/plan.json\n\n\
         title = {title}\n\
         # a whole number without commas\n\
         price = 1000\n\
         # for how long\n\
         period = \"for 7 days\"\n\
         # a picture in content/images; decorative pictures need no description\n\
         image = {{ file = {image}, decorative = true }}\n\
         # what the plan includes, a line each\n\
         features = [\"Gym floor, every open hour\"]\n"
    )
}
