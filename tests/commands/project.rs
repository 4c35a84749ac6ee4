//! A copy of the shipped site: change a file, run a command, look at what came of it.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;
use walkdir::WalkDir;

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
    pub fn shipped() -> Self {
        let project = Self::cold("site");
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept");
        share_pictures(&kept);
        fs::remove_dir_all(project.path(".gympress")).unwrap();
        std::os::unix::fs::symlink(&kept, project.path(".gympress")).unwrap();
        project
    }

    /// A copy with nothing kept from earlier runs but encoded pictures, in a folder of this name.
    pub fn cold(name: &str) -> Self {
        let folder = TempDir::with_prefix_in(name, env!("CARGO_TARGET_TMPDIR")).unwrap();
        let project = Self { folder, environment: Vec::new() };
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR"));
        for part in ["content", "templates", "components"] {
            for entry in WalkDir::new(shipped.join(part)).into_iter().map(Result::unwrap) {
                let to = project.path(entry.path().strip_prefix(shipped).unwrap());
                match entry.file_type().is_dir() {
                    true => fs::create_dir(to).unwrap(),
                    false => drop(fs::copy(entry.path(), to).unwrap()),
                }
            }
        }
        share_pictures(&project.path(".gympress"));
        project
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
        fs::write(self.path(path), text).unwrap();
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

/// Lets a project with this folder for what is kept use the pictures that any test encoded.
fn share_pictures(kept: &Path) {
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join(".gympress/cache/images");
    fs::create_dir_all(&pictures).unwrap();
    fs::create_dir_all(kept.join("cache")).unwrap();
    // Another test may have been here before.
    let _ = std::os::unix::fs::symlink(pictures, kept.join("cache/images"));
}
