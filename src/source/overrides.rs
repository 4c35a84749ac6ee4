//! The files of a project in the place of the theme's, and the originals of those that were ejected.
//!
//! The original is the theme's file at the time when it was ejected. It stands in a folder beside it, which is hidden
//! from all else: `templates/.theme/layout.html` for `templates/layout.html`. An upgrade compares it with the new one.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

use super::{Sources, theme};
use crate::{
    diagnostic::{Code, Diagnostic, FileId, Span, nearest},
    failure::Failure,
};

/// The folders of a theme.
const FOLDERS: [&str; 2] = ["templates", "components"];

/// The folder of words, in which a file stands beside the theme's, and not in its place.
const WORDS: &str = "templates/words/";

/// The folder of originals in each of these.
const ORIGINALS: &str = ".theme";

/// A file of a project in the place of the theme's, or one that was ejected once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// Relative to the root, such as `templates/layout.html`.
    pub path: String,
    /// How it stands to the theme.
    pub state: State,
}

/// How a file of a project stands to the theme's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It says what the theme says.
    Same,
    /// It is the project's, and the theme's is what it was when the file was ejected.
    Changed,
    /// The theme's isn't what it was when the file was ejected.
    Outdated,
    /// It wasn't ejected, so there is no original.
    Unknown,
    /// It has words that take the place of single ones of the theme's file; all others are the theme's.
    Added,
    /// It was ejected, and the theme has no such file any more.
    Gone,
}

impl State {
    /// How messages name it.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Same => "says what the theme says",
            Self::Changed => "changed",
            Self::Outdated => "changed, and so is the theme's: `gympress theme merge`",
            Self::Unknown => "changed, from an unknown original: `gympress theme diff`",
            Self::Added => "adds to the theme's words",
            Self::Gone => "the theme has no such file any more",
        }
    }
}

/// Where the original of the file at `path` is, relative to the root. Returns `None` for what no theme has.
pub fn original_path(path: &str) -> Option<String> {
    let (folder, rest) = path.split_once('/').filter(|(folder, _)| FOLDERS.contains(folder))?;
    Some(format!("{folder}/{ORIGINALS}/{rest}"))
}

/// What the theme said at this path when the file was ejected. Returns `None` if it wasn't.
///
/// # Errors
/// If it can't be read.
pub fn original(root: &Path, path: &str) -> Result<Option<Vec<u8>>, Failure> {
    original_path(path).map_or(Ok(None), |original| read(&root.join(original)))
}

/// What the project says at this path. Returns `None` if it has no such file.
///
/// # Errors
/// If it can't be read.
pub fn own(root: &Path, path: &str) -> Result<Option<Vec<u8>>, Failure> {
    read(&root.join(path))
}

fn read(path: &PathBuf) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::io("read", path, &error)),
    }
}

/// The overrides of the project in `root`, in the order of their paths.
///
/// # Errors
/// If one can't be read.
pub fn all(root: &Path) -> Result<Vec<Override>, Failure> {
    let of_theme = theme::paths().filter(|path| root.join(path).is_file()).map(str::to_owned);
    let paths: BTreeSet<String> = of_theme.map(Ok).chain(ejected(root)).collect::<Result<_, _>>()?;
    let found = paths.into_iter().map(|path| Ok(state(root, &path)?.map(|state| Override { path, state })));
    found.filter_map(Result::transpose).collect()
}

/// The paths of all files that have originals.
fn ejected(root: &Path) -> impl Iterator<Item = Result<String, Failure>> {
    let folders = FOLDERS.map(|folder| (folder, root.join(folder).join(ORIGINALS)));
    folders.into_iter().filter(|(_, originals)| originals.is_dir()).flat_map(|(folder, originals)| {
        WalkDir::new(&originals).into_iter().filter_map(move |entry| {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => return Some(Err(Failure::new(format!("can't read a folder: {error}")))),
            };
            let path = entry.path().strip_prefix(&originals).ok()?.to_str()?.replace('\\', "/");
            entry.file_type().is_file().then(|| Ok(format!("{folder}/{path}")))
        })
    })
}

/// How the project's file at this path stands to the theme's. Returns `None` if it has none.
///
/// # Errors
/// If it can't be read.
pub fn state(root: &Path, path: &str) -> Result<Option<State>, Failure> {
    let Some(own) = own(root, path)? else { return Ok(None) };
    let state = match (theme::bytes(path), original(root, path)?) {
        (None, None) => return Ok(None),
        (None, Some(_)) => State::Gone,
        (Some(theme), _) if *theme == *own => State::Same,
        (Some(_), None) if path.starts_with(WORDS) => State::Added,
        (Some(_), None) => State::Unknown,
        (Some(theme), Some(original)) if *theme == *original => State::Changed,
        (Some(_), Some(_)) => State::Outdated,
    };
    Ok(Some(state))
}

impl Sources {
    /// The texts below `folder` that the theme doesn't have, or has with other words.
    pub fn overrides<'a>(&'a self, folder: &'a str) -> impl Iterator<Item = (FileId, &'a str)> {
        let own = self.texts_below(folder).filter(|(_, text)| text.theme.is_none());
        own.filter(|(_, text)| theme::text(&text.path).is_none_or(|original| *original != *text.text))
            .map(|(file, text)| (file, &*text.path))
    }
}

/// The theme's file that most likely took the place of one that it had at this path.
pub fn successor(path: &str) -> Option<&'static str> {
    let name = |path: &'_ str| path.rsplit('/').next().map(str::to_owned);
    theme::paths().find(|known| name(known) == name(path)).or_else(|| nearest(path, theme::paths()))
}

/// That a file was ejected which the theme doesn't have any more: nothing reads it, and what it changed is lost.
///
/// # Errors
/// If the folder of originals can't be read.
pub fn without_original(sources: &Sources) -> Result<Vec<Diagnostic>, Failure> {
    let ejected = ejected(sources.root()).collect::<Result<Vec<_>, _>>()?;
    let gone = ejected.into_iter().filter(|path| theme::bytes(path).is_none());
    let orphans = gone.filter_map(|path| {
        let (file, _) = sources.text_at(&path)?;
        let original = original_path(&path)?;
        let help = match successor(&path) {
            Some(new) => format!("see whether {new} has its place now, and remove {original}"),
            None => format!("remove it, or, if a file of the project needs it, {original}"),
        };
        let message = format!("{path} stands in the place of a file that the theme doesn't have any more");
        Some(Diagnostic::new(Code::UnknownFile, Span::whole(file), message).help(help))
    });
    Ok(orphans.collect())
}
