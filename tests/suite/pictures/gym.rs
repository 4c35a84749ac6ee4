//! The shipped site in a folder of its own, with small pictures.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;
use walkdir::WalkDir;

use super::photos;

pub struct Gym {
    folder: TempDir,
}

impl Gym {
    /// Every picture is grey, and of a size that takes no time.
    pub fn new() -> Self {
        let gym = Self { folder: TempDir::with_prefix_in("gym-", env!("CARGO_TARGET_TMPDIR")).unwrap() };
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR"));
        let (photo, cutout, sign) = (photos::plain(60, 40), photos::cutout(60, 90), photos::cutout(512, 512));
        for folder in ["content", "templates", "components"] {
            for entry in WalkDir::new(shipped.join(folder)).into_iter().map(Result::unwrap) {
                let to = gym.path(entry.path().strip_prefix(shipped).unwrap().to_str().unwrap());
                match entry.path().extension().and_then(|extension| extension.to_str()) {
                    _ if entry.file_type().is_dir() => fs::create_dir_all(to).unwrap(),
                    Some("jpg") => fs::write(to, &photo).unwrap(),
                    _ if to.ends_with("icon.png") => fs::write(to, &sign).unwrap(),
                    Some("png") => fs::write(to, &cutout).unwrap(),
                    _ => drop(fs::copy(entry.path(), to).unwrap()),
                }
            }
        }
        gym
    }

    /// The same with other pictures of these names.
    pub fn with(pictures: &[(&str, &[u8])]) -> Self {
        let gym = Self::new();
        for (name, bytes) in pictures {
            gym.put(name, bytes);
        }
        gym
    }

    pub fn path(&self, relative: &str) -> PathBuf {
        self.folder.path().join(relative)
    }

    pub fn put(&self, name: &str, bytes: &[u8]) {
        fs::write(self.path("content/images").join(name), bytes).unwrap();
    }

    pub fn run(&self, command: &str, threads: usize) -> Output {
        Command::new(env!("CARGO_BIN_EXE_gympress"))
            .args([command, "--root"])
            .arg(self.folder.path())
            .args(["--now", "2026-11-20T12:00:00+03:00"])
            .env("RAYON_NUM_THREADS", threads.to_string())
            .output()
            .unwrap()
    }

    pub fn build(&self) {
        let output = self.run("build", 2);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Every published picture, by its name.
    pub fn published(&self) -> BTreeMap<String, Vec<u8>> {
        self.files("dist/images")
    }

    /// Every file in a folder, by its name.
    pub fn files(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let entries = fs::read_dir(self.path(folder)).into_iter().flatten().map(Result::unwrap);
        let file =
            |entry: fs::DirEntry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap());
        entries.map(file).collect()
    }

    /// The published pictures of the source called `stem`: width and bytes of each with this extension, ascending.
    pub fn widths(&self, stem: &str, extension: &str) -> BTreeMap<u32, Vec<u8>> {
        let width = |name: &str| {
            let rest =
                name.strip_prefix(stem)?.strip_prefix('-')?.strip_suffix(extension)?.strip_suffix('.')?;
            rest.rsplit_once('-')?.1.parse().ok()
        };
        let published = self.published();
        published.into_iter().filter_map(|(name, bytes)| Some((width(&name)?, bytes))).collect()
    }
}
