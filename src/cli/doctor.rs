//! `gympress doctor`: what is inside, installed and cached, and what the project needs.

use std::{env::consts, fs, path::Path};

use walkdir::WalkDir;

use super::{ProcessContext, Status, Streams, arguments::Doctor, arguments::VERSION, project};
use crate::{
    context::BuildContext,
    diagnostic::Diagnostics,
    esbuild::Packages,
    failure::Failure,
    islands::own_code,
    source::{
        Sources,
        overrides::{self, State},
    },
};

pub(super) fn run(
    options: &Doctor,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let root = &options.root.root;
    let context = project::context(root, process);
    let mut say = |what: &str, found: &str| drop(writeln!(streams.out, "{what:<10} {found}"));
    say("gympress", VERSION);
    say("system", &format!("{}, {}", consts::OS, consts::ARCH));
    let packages = Packages::find(root, context.packages());
    match &packages {
        Ok(packages) => say("esbuild", &format!("{} in {}", version(packages), packages.folder.display())),
        Err(_) => say("esbuild", "not found"),
    }
    if !root.join("content").is_dir() {
        say("project", &format!("none in {}; gympress init writes one", root.display()));
        return Ok(Status::Done);
    }
    let sources = Sources::load(root, &mut Diagnostics::default())?;
    let files = sources.texts_below("content/").filter(|(_, text)| text.path.ends_with(".toml")).count();
    say("project", &format!("{}, {files} files of content", root.display()));
    say("theme", &of_theme(root)?);
    let need = Requirement::detect(&sources, &context);
    say("needs", need.describe());
    say("cache", &weight(&context.folder().join("cache")));
    say("published", &weight(&root.join("dist")));
    let is_missing = need != Requirement::Nothing && packages.is_err();
    if is_missing {
        let _ = writeln!(streams.err, "gympress: esbuild is missing\n  help: {}", need.help());
    }
    Ok(if is_missing { Status::MachineFailed } else { Status::Done })
}

/// What a project needs besides this binary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Requirement {
    Nothing,
    /// This binary was compiled without the islands of the theme.
    EsbuildForTheme,
    /// It has components of its own.
    EsbuildForOwn,
}

impl Requirement {
    fn detect(sources: &Sources, context: &BuildContext) -> Self {
        let has_own = own_code(sources).next().is_some();
        match (context.island_bundler.brings(sources), has_own) {
            (true, _) => Self::Nothing,
            (false, true) => Self::EsbuildForOwn,
            (false, false) => Self::EsbuildForTheme,
        }
    }

    fn describe(self) -> &'static str {
        match self {
            Self::Nothing => "nothing else: its islands are inside this binary",
            Self::EsbuildForTheme => "esbuild, as this binary was compiled without the theme's islands",
            Self::EsbuildForOwn => "esbuild, for components of its own",
        }
    }

    fn help(self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::EsbuildForTheme => "take a complete binary, or run `npm ci` in the repository of gympress",
            Self::EsbuildForOwn => {
                "run `npm install --save-dev esbuild react react-dom firebase` in the folder that holds content"
            }
        }
    }
}

/// Which files the project has in the place of the theme's.
fn of_theme(root: &Path) -> Result<String, Failure> {
    let overrides = overrides::all(root)?;
    let of = |state| overrides.iter().filter(|known| known.state == state).count();
    let own = overrides.len() - of(State::Same) - of(State::Added);
    let outdated = match of(State::Outdated) + of(State::Gone) {
        0 => String::new(),
        count => format!(", {count} of them from another version: gympress theme list"),
    };
    Ok(format!("{own} files replaced{outdated}"))
}

/// The version of the installed esbuild.
fn version(packages: &Packages) -> String {
    let path = packages.folder.join("esbuild/package.json");
    let read = || {
        let json: serde_json::Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        Some(json.get("version")?.as_str()?.to_owned())
    };
    read().unwrap_or_else(|| "of an unknown version".to_owned())
}

/// How many files there are in a folder, and how large they are.
fn weight(folder: &Path) -> String {
    let files = WalkDir::new(folder).into_iter().filter_map(Result::ok);
    let files = files.filter_map(|entry| entry.metadata().ok().filter(std::fs::Metadata::is_file));
    let (count, bytes) = files.fold((0_u64, 0), |(count, bytes), file| (count + 1, bytes + file.len()));
    match count {
        0 => "nothing yet".to_owned(),
        _ => format!(
            "{count} files, {}.{} MB, in {}",
            bytes / 1_000_000,
            bytes / 100_000 % 10,
            folder.display()
        ),
    }
}
