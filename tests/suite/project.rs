//! A project in a folder of its own: change a file, run a command, look at what came of it.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::{Arc, Mutex},
};

use gympress::{
    assets::styles::LastStyles,
    build::{BuildContext, Theme, build_site, check_unpublished, prepared_sites},
    cli::{self, ProcessContext},
    content::{self, DecodedTexts},
    diagnostic::{Diagnostics, Failure},
    site::Settings,
    source::Sources,
};
use tempfile::TempDir;
use walkdir::WalkDir;

use crate::copy;

/// The moment of all runs that say no other: a Friday.
pub const NOW: &str = "2026-11-20T12:00:00+03:00";

/// The inputs of a check at that moment.
pub fn settings() -> Settings {
    Settings { now: NOW.parse().unwrap(), drafts: false, changed: None, base_url: None, is_preview: false }
}

pub const SITE: &str = "name = \"Iron & Chalk\"\nbase_url = \"https://iron.example/\"\n";

pub const INDEX: &str = "title = \"Home\"\ndescription = \"A gym.\"\n\n\
    [[section]]\ntype = \"hero\"\nlayout = \"message\"\nheading = \"Come in\"\ntext = \"We open at six.\"\n";

pub struct Project(TempDir);

/// This repository, in which packages are installed.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A document is what is made of what it describes. `ACCEPT=1` writes it.
pub fn assert_document(path: &str, made: &str) {
    let file = repository().join(path);
    if std::env::var_os("ACCEPT").is_some() {
        fs::write(file, made).unwrap();
    } else {
        let is_same = fs::read_to_string(file).unwrap() == made;
        assert!(is_same, "{path} differs from what it describes: `ACCEPT=1 cargo test document` writes it");
    }
}

/// A table of Markdown, whose first row is its head.
pub fn markdown_table(rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut made = String::new();
    for (number, cells) in rows.into_iter().enumerate() {
        made += "|";
        for cell in &cells {
            made += &format!(" {cell}{}|", if cell.is_empty() { "" } else { " " });
        }
        made += "\n";
        if number == 0 {
            made += &format!("|{}\n", "---|".repeat(cells.len()));
        }
    }
    made
}

/// The document with a table in the place of the one that has the same first column.
pub fn with_table(document: &str, table: &str) -> String {
    let first = table.split(" | ").next().unwrap();
    let start = document.find(&format!("\n{first} | ")).expect(first) + 1;
    let end = start + document[start..].find("\n\n").unwrap() + 1;
    format!("{}{table}{}", &document[..start], &document[end..])
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

    /// All that was printed.
    pub fn printed(&self) -> String {
        format!("{}{}", self.out, self.err)
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            status: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Project {
    /// An empty folder with the cache that tests have in common.
    pub fn empty() -> Self {
        let project = Self(copy::scratch("project-"));
        copy::share(project.root(), "cache");
        project
    }

    /// An empty folder with nothing in common with others.
    pub fn apart() -> Self {
        Self(copy::scratch("apart-"))
    }

    /// The least that makes a site.
    pub fn minimal() -> Self {
        let project = Self::empty();
        project.write("content/site.toml", SITE);
        project.write("content/pages/index.toml", INDEX);
        project
    }

    /// A copy of the gym of the tests.
    pub fn gym() -> Self {
        Self(copy::gym("site-", "cache"))
    }

    /// The gym of the cases in two languages.
    pub fn in_two_languages() -> Self {
        let project = Self::empty();
        copy::tree(&repository().join("tests/cases/languages/content"), &project.path("content"));
        project
    }

    /// A copy with a cache of its own but for encoded pictures, in a folder of this name.
    pub fn cold(name: &str) -> Self {
        Self(copy::gym(name, "cache/images"))
    }

    pub fn root(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.root().join(path)
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub fn write(&self, path: &str, bytes: impl AsRef<[u8]>) {
        write(&self.path(path), bytes);
    }

    /// Replaces a text that the file has.
    #[track_caller]
    pub fn replace(&self, path: &str, old: &str, new: &str) {
        let text = self.read(path);
        assert!(text.contains(old), "{path} has no {old:?}");
        self.write(path, text.replacen(old, new, 1));
    }

    /// Runs a command on this project within the test.
    pub fn run(&self, arguments: &[&str]) -> Run {
        let arguments = arguments.iter().map(OsString::from).chain(["--root".into(), self.root().into()]);
        run(arguments, "", false)
    }

    /// The same in a process of its own, with these variables in its environment.
    pub fn run_alone(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gympress"));
        command.args(arguments).arg("--root").arg(self.root()).envs(environment.iter().copied());
        command.output().unwrap().into()
    }

    /// Builds with these options; every file by path.
    #[track_caller]
    pub fn build(&self, options: &[&str]) -> BTreeMap<String, Vec<u8>> {
        self.run(&[&["build", "--now", NOW], options].concat()).exits(0);
        self.published()
    }

    /// Every file in the output folder but those that publishing keeps for itself.
    pub fn published(&self) -> BTreeMap<String, Vec<u8>> {
        files_below(&self.path("dist"))
            .into_iter()
            .filter(|(path, _)| !path.starts_with(".gympress/"))
            .collect()
    }
}

/// The texts that checks of sites have decoded. Each check borrows those of another one: projects have most of them in common.
static DECODED: Mutex<Vec<DecodedTexts>> = Mutex::new(Vec::new());

/// The mistakes of a project that show in its texts: no picture, style, island or page is made.
pub fn check_site(root: &Path) -> (Arc<Sources>, Diagnostics) {
    let mut found = Diagnostics::default();
    let sources = Arc::new(Sources::load(root, &mut found).unwrap());
    let decoded = DECODED.lock().unwrap().pop().unwrap_or_default();
    let theme = Theme::load(&sources, &mut found);
    let content = content::decode(&sources, &theme.types, &decoded, &mut found);
    DECODED.lock().unwrap().push(decoded);
    prepared_sites(&content.into(), &settings(), &mut found);
    found.sort(&*sources);
    (sources, found)
}

/// The styles that checks of pages have joined, likewise.
static STYLES: Mutex<Vec<LastStyles>> = Mutex::new(Vec::new());

/// The mistakes that `check` finds in a project, by the same functions.
pub fn check_pages(root: &Path) -> Result<(Arc<Sources>, Diagnostics), Failure> {
    let mut found = Diagnostics::default();
    let sources = Arc::new(Sources::load(root, &mut found)?);
    let context = BuildContext {
        decoded: DECODED.lock().unwrap().pop().unwrap_or_default(),
        styles: STYLES.lock().unwrap().pop().unwrap_or_default(),
        ..BuildContext::new(root, vec![repository().to_owned()])
    };
    let settings = settings();
    let built = build_site(&sources, &settings, &context, &mut found, |_| Ok(()))?;
    if let Some(built) = built {
        check_unpublished(&built.site, &sources, &settings, &context, &mut found)?;
    }
    DECODED.lock().unwrap().push(context.decoded);
    STYLES.lock().unwrap().push(context.styles);
    found.sort(&*sources);
    Ok((sources, found))
}

/// Writes a file, whose folder is made if there is none.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

/// The words of a command, in which those between double quotes are one.
pub fn words(command: &str) -> Vec<String> {
    let quoted = |(at, part): (usize, &str)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    };
    command.split('"').enumerate().flat_map(quoted).collect()
}

/// Every file below `folder`, by path; links are none.
pub fn files_below(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = WalkDir::new(folder).into_iter().filter_map(Result::ok);
    let files = files.filter(|entry| entry.file_type().is_file());
    let path = |path: &Path| path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
    files.map(|entry| (path(entry.path()), fs::read(entry.path()).unwrap())).collect()
}

/// Runs the program within the test, at a terminal with these answers if it is `interactive`.
pub fn run(arguments: impl IntoIterator<Item = OsString>, answers: &str, interactive: bool) -> Run {
    run_with(vec![repository().to_owned()], arguments, answers, interactive)
}

/// The same with these folders to look for packages in.
pub fn run_with(
    packages: Vec<PathBuf>,
    arguments: impl IntoIterator<Item = OsString>,
    answers: &str,
    interactive: bool,
) -> Run {
    let now = || "2026-11-20T09:00:00Z".parse().unwrap();
    let process = ProcessContext {
        source_date_epoch: None,
        now: now(),
        clock: now,
        packages,
        forwarded_hosts: Vec::new(),
        program: PathBuf::from(env!("CARGO_BIN_EXE_gympress")),
        variables: BTreeMap::new(),
        terminal: interactive,
        interactive,
        color: false,
    };
    let arguments = [OsString::from("gympress")].into_iter().chain(arguments);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let status = cli::run(arguments, &process, &mut answers.as_bytes(), &mut out, &mut err) as i32;
    Run { status, out: String::from_utf8(out).unwrap(), err: String::from_utf8(err).unwrap() }
}
