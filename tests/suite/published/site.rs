//! The gym of the tests, built as it is or with changes to its files.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::LazyLock,
};

use gympress::{
    diagnostic::Diagnostics,
    schema::{self, Schema},
    source::Sources,
};

use crate::copy;

/// The moment of all builds: a Friday.
pub const NOW: &str = "2026-11-20T12:00:00+03:00";

/// The files of the gym of the tests by their path.
pub static GYM: LazyLock<BTreeMap<String, String>> = LazyLock::new(|| {
    let project = Project::new();
    build(project.0.path(), &project.path("dist"), &[])
});

/// A file of the gym of the tests.
#[track_caller]
pub fn built(path: &str) -> &'static str {
    GYM.get(path).unwrap_or_else(|| panic!("there is no {path}"))
}

/// A copy of the project, to be changed.
pub struct Project(tempfile::TempDir);

impl Project {
    pub fn new() -> Self {
        Self(copy::gym("published-", "cache"))
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    /// Replaces a text that the file has.
    #[track_caller]
    pub fn replace(self, file: &str, old: &str, new: &str) -> Self {
        let text = fs::read_to_string(self.path(file)).unwrap();
        assert!(text.contains(old), "{file} has no {old:?}");
        fs::write(self.path(file), text.replace(old, new)).unwrap();
        self
    }

    /// Changes every content file that has a type, which is passed to `change` with the text.
    pub fn rewrite(self, change: impl Fn(&str, &Schema) -> String) -> Self {
        let mut diagnostics = Diagnostics::default();
        let sources = Sources::load(self.0.path(), &mut diagnostics).unwrap();
        let types = schema::load(&sources, &mut diagnostics);
        for (_, source) in sources.texts_below("content/") {
            if let Some((of, _)) = types.file_type(&source.path) {
                fs::write(self.path(&source.path), change(&source.text, of.schema())).unwrap();
            }
        }
        self
    }

    /// Adds lines at the end of the file.
    pub fn append(self, file: &str, lines: &str) -> Self {
        fs::create_dir_all(self.path(file).parent().unwrap()).unwrap();
        let text = fs::read_to_string(self.path(file)).unwrap_or_default();
        fs::write(self.path(file), format!("{text}\n{lines}\n")).unwrap();
        self
    }

    pub fn build(&self, options: &[&str]) -> BTreeMap<String, String> {
        build(self.0.path(), &self.path("dist"), options)
    }

    /// The site as it was last changed then, in seconds since 1970; as a build without knowledge of that if it's empty.
    pub fn build_changed(&self, changed: &str, options: &[&str]) -> BTreeMap<String, String> {
        build_changed(self.0.path(), &self.path("dist"), changed, options)
    }

    /// The bytes of each published file whose path ends so.
    pub fn published(&self, end: &str) -> BTreeMap<String, Vec<u8>> {
        let out = self.path("dist");
        let files = walkdir::WalkDir::new(&out).into_iter().map(Result::unwrap);
        let files = files.filter(|entry| entry.path().to_string_lossy().ends_with(end));
        let path = |path: &Path| path.strip_prefix(&out).unwrap().to_string_lossy().into_owned();
        files.map(|entry| (path(entry.path()), fs::read(entry.path()).unwrap())).collect()
    }

    /// What is said of mistakes, a line each, without colours.
    pub fn mistakes(&self) -> Vec<String> {
        let output = gympress(&["check", "--format", "short", "--now", NOW], self.0.path());
        assert!(!output.status.success(), "nothing is wrong");
        String::from_utf8(output.stderr).unwrap().lines().map(str::to_owned).collect()
    }
}

/// All files of the site of `root` that are text, by path.
fn build(root: &Path, out: &Path, options: &[&str]) -> BTreeMap<String, String> {
    build_changed(root, out, "1795000000", options)
}

fn build_changed(root: &Path, out: &Path, changed: &str, options: &[&str]) -> BTreeMap<String, String> {
    let mut arguments = vec!["build", "--out", out.to_str().unwrap()];
    arguments.extend(options);
    if !options.contains(&"--now") {
        arguments.extend(["--now", NOW]);
    }
    let mut command = command(&arguments, root);
    let output = command.env("SOURCE_DATE_EPOCH", changed).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let files = walkdir::WalkDir::new(out).into_iter().map(Result::unwrap);
    files
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| {
            let path = entry.path().strip_prefix(out).unwrap().to_string_lossy().replace('\\', "/");
            Some((format!("/{path}"), String::from_utf8(fs::read(entry.path()).unwrap()).ok()?))
        })
        .collect()
}

fn gympress(arguments: &[&str], root: &Path) -> Output {
    command(arguments, root).output().unwrap()
}

fn command(arguments: &[&str], root: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gympress"));
    command.args(arguments).arg("--root").arg(root);
    command
}
