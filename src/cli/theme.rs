//! `gympress theme`: the files of the theme, and those that a project has in their place.

use std::path::Path;

use diffy::MergeOptions;

use super::{
    Status, Streams,
    arguments::{Theme, ThemeCommand, ThemePaths},
};
use crate::{
    diagnostic::nearest,
    failure::Failure,
    file_write, fix,
    source::{
        overrides::{self, Override, State},
        theme,
    },
};

pub(super) fn run(options: &Theme, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    match &options.command {
        ThemeCommand::List { root, all } => list(&root.root, *all, streams),
        ThemeCommand::Eject(paths) => each(paths, streams, eject),
        ThemeCommand::Diff(paths) => each_override(paths, streams, diff),
        ThemeCommand::Merge(paths) => each_override(paths, streams, merge),
    }
}

fn list(root: &Path, all: bool, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let overrides = overrides::all(root)?;
    if all {
        for path in theme::paths() {
            let _ = match overrides.iter().find(|known| known.path == path) {
                Some(known) => writeln!(streams.out, "{path}  ({})", known.state.describe()),
                None => writeln!(streams.out, "{path}"),
            };
        }
    }
    for Override { path, state } in overrides.iter().filter(|known| !all || known.state == State::Gone) {
        let successor =
            Some(*state).filter(|state| *state == State::Gone).and_then(|_| overrides::successor(path));
        let successor = successor.map(|new| format!("; see {new}")).unwrap_or_default();
        let _ = writeln!(streams.out, "{path}  ({}{successor})", state.describe());
    }
    if overrides.is_empty() && !all {
        let _ = writeln!(
            streams.out,
            "this project has no file in the place of the theme's\n  next: gympress theme list --all names those that can be ejected"
        );
    }
    Ok(Status::Done)
}

/// Does this with each path. It says whether that went well.
fn each(
    paths: &ThemePaths,
    streams: &mut Streams<'_>,
    mut work: impl FnMut(&Path, &str, &mut Streams<'_>) -> Result<bool, Failure>,
) -> Result<Status, Failure> {
    let mut well = true;
    for path in &paths.paths {
        well &= work(&paths.root.root, path, streams)?;
    }
    Ok(if well { Status::Done } else { Status::Mistakes })
}

/// The same with each override, if no path is named.
fn each_override(
    paths: &ThemePaths,
    streams: &mut Streams<'_>,
    work: impl FnMut(&Path, &str, &mut Streams<'_>) -> Result<bool, Failure>,
) -> Result<Status, Failure> {
    let mut paths = paths.clone();
    if paths.paths.is_empty() {
        paths.paths = overrides::all(&paths.root.root)?.into_iter().map(|known| known.path).collect();
    }
    each(&paths, streams, work)
}

/// What the theme says at `path`, or else a word about the path.
fn of_theme(path: &str, streams: &mut Streams<'_>) -> Option<&'static [u8]> {
    let found = theme::bytes(path);
    if found.is_none() {
        let help = match nearest(path, theme::paths()) {
            Some(near) => format!("did you mean {near}?"),
            None => "gympress theme list --all names all files".to_owned(),
        };
        let _ = writeln!(streams.err, "gympress: the theme has no file {path}\n  help: {help}");
    }
    found
}

fn eject(root: &Path, path: &str, streams: &mut Streams<'_>) -> Result<bool, Failure> {
    let Some(bytes) = of_theme(path, streams) else { return Ok(false) };
    if overrides::is_generated(path) {
        let _ = writeln!(
            streams.err,
            "gympress: {path} is generated from the types of the project\n  help: gympress schema --typescript > {path}"
        );
        return Ok(false);
    }
    let Some(original) = overrides::original_path(path) else { return Ok(false) };
    if !file_write::create(&root.join(path), bytes)? {
        let _ = writeln!(streams.err, "gympress: {path} exists and is left as it is");
        return Ok(false);
    }
    file_write::replace(&root.join(&original), bytes)?;
    let _ = writeln!(streams.out, "{path}\n  the original, for later: {original}");
    Ok(true)
}

fn diff(root: &Path, path: &str, streams: &mut Streams<'_>) -> Result<bool, Failure> {
    let Some(theirs) = of_theme(path, streams) else { return Ok(false) };
    let Some(ours) = overrides::own(root, path)? else {
        let _ = writeln!(streams.err, "gympress: the project has no file {path}: it is as in the theme");
        return Ok(true);
    };
    let [Ok(theirs), Ok(ours)] = [theirs, &ours].map(str::from_utf8) else {
        let differs = if *theirs == *ours { "is the same file as" } else { "is another file than" };
        let _ = writeln!(streams.out, "{path} {differs} the theme's, and no text");
        return Ok(true);
    };
    let names = (format!("theme/{path}"), format!("project/{path}"));
    let _ = write!(streams.out, "{}", fix::unified_diff(theirs, ours, names));
    Ok(true)
}

fn merge(root: &Path, path: &str, streams: &mut Streams<'_>) -> Result<bool, Failure> {
    let merged = match overrides::state(root, path)? {
        Some(State::Outdated) => merge_texts(root, path)?,
        Some(State::Gone) => {
            let new = overrides::successor(path)
                .map(|new| format!("\n  help: see whether {new} has its place now"));
            let new = new.unwrap_or_default();
            let _ = writeln!(streams.err, "gympress: the theme has no file {path} any more{new}");
            return Ok(false);
        }
        Some(State::Unknown) => {
            let _ = writeln!(
                streams.err,
                "gympress: {path} wasn't ejected, so nobody knows what it was made from\n  help: gympress theme diff {path}"
            );
            return Ok(false);
        }
        Some(State::Same | State::Changed) => {
            let _ = writeln!(streams.out, "{path}: the theme's hasn't changed");
            return Ok(true);
        }
        Some(State::Added) => {
            let _ = writeln!(
                streams.out,
                "{path}: it has only words of yours, so that there is nothing to merge"
            );
            return Ok(true);
        }
        Some(State::Generated) => {
            let _ = writeln!(
                streams.out,
                "{path}: it is generated, so that there is nothing to merge\n  next: gympress schema --typescript > {path}"
            );
            return Ok(true);
        }
        None => {
            let _ = of_theme(path, streams)
                .map(|_| writeln!(streams.err, "gympress: the project has no file {path}"));
            return Ok(false);
        }
    };
    let Some(Merged { text, theirs, is_clean }) = merged else {
        let _ = writeln!(
            streams.err,
            "gympress: {path} isn't a text, so that its changes can't be merged with the theme's\n  help: keep yours, or move it away and take the theme's: gympress theme eject {path}"
        );
        return Ok(false);
    };
    file_write::replace(&root.join(path), text.as_bytes())?;
    if let Some(original) = overrides::original_path(path) {
        file_write::replace(&root.join(original), theirs)?;
    }
    let _ = match is_clean {
        true => writeln!(streams.out, "{path}: merged"),
        false => writeln!(
            streams.err,
            "gympress: {path} was changed by you and by the theme in the same place\n  help: look for <<<<<<< in it, keep what is right, and remove the marks"
        ),
    };
    Ok(is_clean)
}

/// A file with the changes of both sides.
struct Merged {
    text: String,
    theirs: &'static [u8],
    /// False if both changed the same place, which is marked.
    is_clean: bool,
}

/// Merges what changed since the file was ejected. Returns `None` if one side is missing or no text in UTF-8.
fn merge_texts(root: &Path, path: &str) -> Result<Option<Merged>, Failure> {
    let (Some(theirs), Some(original), Some(ours)) =
        (theme::bytes(path), overrides::original(root, path)?, overrides::own(root, path)?)
    else {
        return Ok(None);
    };
    let [Ok(base), Ok(ours), Ok(new)] = [&original, &ours, theirs].map(str::from_utf8) else {
        return Ok(None);
    };
    let merged = MergeOptions::new().merge(base, ours, new);
    let is_clean = merged.is_ok();
    let text = merged.unwrap_or_else(|marked| marked);
    Ok(Some(Merged { text, theirs, is_clean }))
}
