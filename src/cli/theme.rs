//! `gympress theme`: the files of the theme, and those that a project has in their place.

use std::path::Path;

use super::{
    Status, Streams,
    arguments::{Theme, ThemeCommand, ThemePaths},
};
use crate::{
    diagnostic::{Failure, nearest},
    source::{file_write, is_generated, theme},
};

pub(super) fn run(options: &Theme, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    match &options.command {
        ThemeCommand::List { root, all } => list(&root.root, *all, streams),
        ThemeCommand::Eject(paths) => eject_all(paths, streams),
    }
}

fn list(root: &Path, all: bool, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let is_own = |path: &str| root.join(path).is_file();
    for path in theme::paths().filter(|path| all || is_own(path)) {
        let note = if all && is_own(path) { "  (the project has its own)" } else { "" };
        let _ = writeln!(streams.out, "{path}{note}");
    }
    if !all && !theme::paths().any(is_own) {
        let _ = writeln!(
            streams.out,
            "this project has no file in the place of the theme's\n  next: gympress theme list --all names those that can be ejected"
        );
    }
    Ok(Status::Done)
}

fn eject_all(paths: &ThemePaths, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let mut status = Status::Done;
    for path in &paths.paths {
        if !eject(&paths.root.root, path, streams)? {
            status = Status::Mistakes;
        }
    }
    Ok(status)
}

/// What the theme says at `path`, or else a word about the path.
fn of_theme(path: &str, streams: &mut Streams<'_>) -> Option<&'static [u8]> {
    let bytes = theme::bytes(path);
    if bytes.is_none() {
        let below = format!("/{path}");
        let help = match theme::paths()
            .find(|known| known.ends_with(&below))
            .or_else(|| nearest(path, theme::paths()))
        {
            Some(near) => format!("did you mean {near}?"),
            None => "gympress theme list --all names all files".to_owned(),
        };
        let _ = writeln!(streams.err, "gympress: the theme has no file {path}\n  help: {help}");
    }
    bytes
}

/// Copies a file of the theme into the project. Returns false if that can't be, after saying why.
fn eject(root: &Path, path: &str, streams: &mut Streams<'_>) -> Result<bool, Failure> {
    if is_generated(path) {
        let _ = writeln!(
            streams.err,
            "gympress: {path} is generated from the types of the project\n  help: gympress schema --typescript > {path}"
        );
        return Ok(false);
    }
    let Some(bytes) = of_theme(path, streams) else { return Ok(false) };
    if !file_write::create(&root.join(path), bytes)? {
        let _ = writeln!(streams.err, "gympress: {path} already exists and was not changed");
        return Ok(false);
    }
    let _ = writeln!(streams.out, "{path}");
    Ok(true)
}
