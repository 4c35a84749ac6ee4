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

/// What the complete starter can have besides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Part {
    /// Events, with a calendar
    Events,
    /// Pages to sign up and in
    Accounts,
}

/// A file of the starters: its path in `starters/`, and what it holds.
type StarterFile = (&'static str, &'static [u8]);

/// All of them, in the order of their paths.
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

/// The shipped gym as it is now, in a program for development.
#[cfg(not(theme_inside))]
fn shipped() -> Vec<StarterFile> {
    let files = crate::source::theme::repository_files(&["content"]).into_iter();
    files
        .map(|(path, bytes)| -> StarterFile { (format!("shipped/en/{path}").leak(), bytes.leak()) })
        .collect()
}

/// What every project gets: a file for git, and settings of an editor.
const COMMON: &str = "common/";

/// A file for people, which every project gets as well.
const README: &str = "readme";

/// The language whose words stand for those that a starter lacks.
const ENGLISH: &str = "en";

/// The folder of a choice of the command line, which is called by the same word.
pub(super) fn folder(choice: impl ValueEnum) -> String {
    choice.to_possible_value().map(|word| word.get_name().to_owned()).unwrap_or_default()
}

/// The folder of a starter, or of a part of one, with the words of the language of this code, such as `sw`; the English ones where it has none.
fn words(name: &str, code: &str) -> String {
    let folder = format!("{name}/{code}/");
    if below(&folder).next().is_some() { folder } else { format!("{name}/{ENGLISH}/") }
}

impl Starter {
    /// True if its words are there in the language of this code, such as `sw`.
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

impl Part {
    /// Adds its files to those of a project. The text of one that is there already is appended to it.
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

/// Hidden files have other names in the repository, so that its own tools pass them by.
fn visible(path: &str) -> String {
    let parts = path
        .split('/')
        .map(|part| part.strip_prefix("dot-").map_or(part.to_owned(), |rest| format!(".{rest}")));
    parts.collect::<Vec<_>>().join("/")
}
