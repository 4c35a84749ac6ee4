//! A copy of the gym of the tests: change a file, run a command, look at what came of it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;
use walkdir::WalkDir;

use crate::copy::{self, bundles};

/// The moment of all runs that say no other: a Friday.
pub const NOW: &str = "2026-11-20T12:00:00+03:00";

pub struct Project {
    folder: TempDir,
    /// What every run of the binary finds in its environment.
    environment: Vec<(&'static str, &'static str)>,
}

/// What came of a command.
#[derive(Debug)]
pub struct Run {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    /// The same, if the exit status is this one.
    #[track_caller]
    pub fn exits(self, status: i32) -> Self {
        assert_eq!(self.status, status, "{}{}", self.out, self.err);
        self
    }
}

impl Project {
    /// A copy that shares what is dear to make (bundles, markup) with other tests.
    pub fn gym() -> Self {
        Self::from_folder(copy::gym("site-", "cache"))
    }

    /// A copy without the caches of earlier runs but encoded pictures, in a folder of this name.
    pub fn cold(name: &str) -> Self {
        Self::from_folder(copy::gym(name, "cache/images"))
    }

    /// A copy without cached pages. Bundles and pictures are copied from the cache of the shipped site.
    pub fn without_pages() -> Self {
        let folder = copy::gym("site-", "cache/images");
        bundles::copy(folder.path());
        Self::from_folder(folder)
    }

    fn from_folder(folder: TempDir) -> Self {
        Self { folder, environment: Vec::new() }
    }

    /// With a variable in the environment of every run.
    pub fn with(mut self, name: &'static str, value: &'static str) -> Self {
        self.environment.push((name, value));
        self
    }

    pub fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.folder.path().join(path)
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap()
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Replaces a text that the file has.
    #[track_caller]
    pub fn replace(&self, path: &str, old: &str, new: &str) {
        let text = self.read(path);
        assert!(text.contains(old), "{path} has no {old:?}");
        self.write(path, &text.replacen(old, new, 1));
    }

    /// Runs a command on this project.
    pub fn run(&self, arguments: &[&str]) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
            .args(arguments)
            .arg("--root")
            .arg(self.folder.path())
            .envs(self.environment.iter().copied())
            .output()
            .unwrap();
        Run {
            status: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Builds at this moment; every file by path.
    #[track_caller]
    pub fn build_at(&self, now: &str, options: &[&str]) -> BTreeMap<String, Vec<u8>> {
        let arguments = [&["build", "--now", now], options].concat();
        self.run(&arguments).exits(0);
        self.published()
    }

    #[track_caller]
    pub fn build(&self) -> BTreeMap<String, Vec<u8>> {
        self.build_at(NOW, &[])
    }

    /// Every file in the output folder but those that publishing keeps for itself.
    pub fn published(&self) -> BTreeMap<String, Vec<u8>> {
        let out = self.path("dist");
        let files = WalkDir::new(&out).into_iter().filter_map(Result::ok);
        files
            .filter(|entry| entry.file_type().is_file())
            .map(|entry| (entry.path().strip_prefix(&out).unwrap().to_str().unwrap().to_owned(), entry))
            .filter(|(path, _)| !path.starts_with(".gympress/"))
            .map(|(path, entry)| (path, fs::read(entry.path()).unwrap()))
            .collect()
    }
}
