//! `gympress theme`: the files of the theme, and the project's files that override them.

use std::path::Path;

use super::{
    Status, Streams,
    arguments::{ThemeArgs, ThemeCommand, ThemePaths},
};
use crate::{
    diagnostic::{Failure, nearest},
    source::{file_write, is_generated, theme},
};

pub(super) fn run(options: &ThemeArgs, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    match &options.command {
        ThemeCommand::List { root, all } => list(&root.root, *all, streams),
        ThemeCommand::Eject(paths) => eject_all(paths, streams),
    }
}

fn list(root: &Path, all: bool, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let mut has_own = false;
    for path in theme::paths() {
        let is_own = root.join(path).is_file();
        has_own |= is_own;
        if all || is_own {
            let note = if all && is_own { "  (the project has its own)" } else { "" };
            let _ = writeln!(streams.out, "{path}{note}");
        }
    }
    if !all && !has_own {
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
        if eject(&paths.root.root, path, streams)? != Status::Done {
            status = Status::Mistakes;
        }
    }
    Ok(status)
}

/// Copies a file of the theme into the project.
fn eject(root: &Path, path: &str, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    if is_generated(path) {
        let help = format!("gympress schema --typescript > {path}");
        let why = format!("{path} is generated from the types of the project\n  help: {help}");
        return Ok(streams.refuse(Status::Mistakes, why));
    }
    let Some(bytes) = theme::bytes(path) else {
        return Ok(streams.refuse(Status::Mistakes, not_in_theme(path)));
    };
    if !file_write::create(&root.join(path), bytes)? {
        let why = format!("{path} already exists and was not changed");
        return Ok(streams.refuse(Status::Mistakes, why));
    }
    let _ = writeln!(streams.out, "{path}");
    Ok(Status::Done)
}

fn not_in_theme(path: &str) -> String {
    let below = format!("/{path}");
    let near = theme::paths().find(|known| known.ends_with(&below));
    let help = match near.or_else(|| nearest(path, theme::paths())) {
        Some(near) => format!("did you mean {near}?"),
        None => "gympress theme list --all names all files".to_owned(),
    };
    format!("the theme has no file {path}\n  help: {help}")
}
