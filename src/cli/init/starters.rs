//! The projects to start from, which are in `starters/` of the repository and in the binary.

use std::sync::LazyLock;

use clap::ValueEnum;

/// A project to start from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Starter {
    /// One page: who you are, when you are open, what it costs
    Minimal,
    /// Classes, schedule, coaches, plans, gallery, blog, contact
    #[default]
    Complete,
    /// The gym that gympress was made for
    Shipped,
}

/// A part that can be added to the complete starter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum StarterPart {
    /// Events, with a calendar
    Events,
    /// Pages to sign up and in
    Accounts,
}

/// A file of the starters: its path in `starters/`, and its content.
type StarterFile = (&'static str, &'static [u8]);

/// The files of all starters, in the order of their paths.
fn files() -> &'static [StarterFile] {
    static FILES: LazyLock<Vec<StarterFile>> = LazyLock::new(|| {
        let embedded: &[StarterFile] = include!(concat!(env!("OUT_DIR"), "/starters.rs"));
        #[cfg(not(theme_inside))]
        return [embedded, &shipped()].concat();
        #[cfg(theme_inside)]
        embedded.to_vec()
    });
    &FILES
}

/// The shipped gym from the repository, for a program without embedded files.
#[cfg(not(theme_inside))]
fn shipped() -> Vec<StarterFile> {
    let mut files: Vec<StarterFile> = Vec::new();
    for (path, bytes) in crate::source::theme::repository_files(&["content"]) {
        files.push((format!("shipped/en/{path}").leak(), bytes.leak()));
    }
    files
}

/// The folder of the files that every project gets: `.gitignore` and editor settings.
const COMMON: &str = "common/";

/// The folder of the README that every project gets, too.
const README: &str = "readme";

/// The language of a starter that isn't translated.
const ENGLISH: &str = "en";

/// The folder of a starter or part, which is named like its option on the command line.
pub(super) fn folder(choice: impl ValueEnum) -> String {
    choice.to_possible_value().map(|word| word.get_name().to_owned()).unwrap_or_default()
}

/// The folder of a starter or part with texts in this language, by its code such as `sw`; in English if it isn't
/// translated.
fn words(name: &str, code: &str) -> String {
    let folder = format!("{name}/{code}/");
    if below(&folder).next().is_some() { folder } else { format!("{name}/{ENGLISH}/") }
}

impl Starter {
    /// True if it has texts in the language with this code, such as `sw`.
    pub fn speaks(self, code: &str) -> bool {
        below(&format!("{}/{code}/", folder(self))).next().is_some()
    }

    /// The files of a project, by their paths in it.
    pub fn files(self, code: &str) -> Vec<(String, &'static [u8])> {
        let name = folder(self);
        let pictures = format!("{name}/pictures/");
        let folders = [COMMON.to_owned(), words(README, code), words(&name, code), pictures];
        folders.iter().flat_map(|folder| files_in(folder)).collect()
    }
}

impl StarterPart {
    /// Adds its files to those of a project. If the project has a file at the same path, appends the text to it.
    pub fn add_to(self, files: &mut Vec<(String, Vec<u8>)>, code: &str) {
        for (path, bytes) in files_in(&words(&folder(self), code)) {
            match files.iter_mut().find(|(known, _)| *known == path) {
                Some((_, text)) => text.extend_from_slice(bytes),
                None => files.push((path, bytes.to_vec())),
            }
        }
    }
}

/// The files in a folder of `starters/`, by their paths in a project.
pub(super) fn files_in(folder: &str) -> impl Iterator<Item = (String, &'static [u8])> {
    below(folder).map(|(path, bytes)| (visible(path), bytes))
}

/// The files below a folder, by their paths in it.
fn below(folder: &str) -> impl Iterator<Item = StarterFile> {
    files().iter().filter_map(move |(path, bytes)| Some((path.strip_prefix(folder)?, *bytes)))
}

/// The path in a project. In the repository, names of hidden files begin with `dot-`, so that its own tools ignore
/// them.
fn visible(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        parts.push(match part.strip_prefix("dot-") {
            Some(rest) => format!(".{rest}"),
            None => part.to_owned(),
        });
    }
    parts.join("/")
}
