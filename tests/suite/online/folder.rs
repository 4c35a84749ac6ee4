//! The other side as a folder, with the ways of hosts: connections that break, no renames over files, no room, files cut short.

use std::{
    collections::BTreeSet,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use gympress::online::{
    Answer, Interruption, LocalFile, Outcome, Pace, Publication, PublishChoices, Question, QuestionReply,
    Remote, RunEvent, RunState, SendProgress, SentCounts, Trouble, TroubleKind, Upload,
};
use tempfile::TempDir;

use crate::{copy, publish::Site};

/// The ways of a host.
#[derive(Clone, Debug, Default)]
pub struct Ways {
    /// The connection breaks after so many steps.
    pub steps: Option<usize>,
    pub refuses_over: bool,
    /// The paths at which it takes no file that was staged.
    pub refuses_at: Vec<&'static str>,
    /// The most bytes that it takes of all files together.
    pub room: Option<u64>,
    /// The most bytes that it keeps of a file, without a word.
    pub keeps: Option<u64>,
    pub has_no_case: bool,
}

/// A folder as a connection sees it.
pub struct FolderRemote<'l> {
    root: PathBuf,
    ways: Ways,
    /// The paths of all that was written, in order.
    log: &'l Mutex<Vec<String>>,
}

impl<'l> FolderRemote<'l> {
    pub fn new(host: &'l Host, ways: Ways) -> Self {
        Self { root: host.www(), ways, log: &host.log }
    }

    fn step(&mut self) -> Result<(), Trouble> {
        match &mut self.ways.steps {
            Some(0) => Err(Trouble::new(TroubleKind::Lost, "the network is gone")),
            Some(steps) => {
                *steps -= 1;
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn at(&self, path: &str) -> PathBuf {
        assert!(!path.starts_with('/') && !path.contains(".."), "{path}");
        if self.ways.has_no_case { self.root.join(path.to_lowercase()) } else { self.root.join(path) }
    }

    fn log(&self, line: String) {
        self.log.lock().unwrap().push(line);
    }
}

impl Remote for FolderRemote<'_> {
    fn sizes(&mut self, paths: &[String]) -> Result<Vec<Option<u64>>, Trouble> {
        self.step()?;
        let size = |path: &String| {
            let metadata = fs::symlink_metadata(self.at(path)).ok()?;
            metadata.is_file().then_some(metadata.len())
        };
        Ok(paths.iter().map(size).collect())
    }

    fn read(&mut self, path: &str, most: usize) -> Result<Option<Vec<u8>>, Trouble> {
        self.step()?;
        match fs::read(self.at(path)) {
            Ok(bytes) if bytes.len() > most => Err(Trouble::new(TroubleKind::Refused, "too large")),
            Ok(bytes) => Ok(Some(bytes)),
            Err(_) => Ok(None),
        }
    }

    fn make_folders(&mut self, folders: &[String]) -> Result<(), Trouble> {
        for folder in folders {
            self.step()?;
            let _ = fs::create_dir(self.at(folder));
        }
        Ok(())
    }

    fn claim(&mut self, folder: &str) -> Result<bool, Trouble> {
        self.step()?;
        let _ = fs::create_dir(self.at(".gympress"));
        Ok(fs::create_dir(self.at(folder)).is_ok())
    }

    fn send(&mut self, files: &[Upload], progress: &dyn SendProgress) -> Result<(), Trouble> {
        for file in files {
            let bytes = file.from.read()?;
            let taken: u64 = walkdir::WalkDir::new(&self.root)
                .into_iter()
                .filter_map(|entry| entry.ok()?.metadata().ok())
                .filter(fs::Metadata::is_file)
                .map(|metadata| metadata.len())
                .sum();
            if self.ways.room.is_some_and(|room| taken + file.size > room) {
                return Err(Trouble::refused("552 Quota exceeded"));
            }
            // A connection that breaks leaves a part of the file.
            if self.ways.steps == Some(0) {
                fs::write(self.at(&file.to), &bytes[..bytes.len() / 2]).unwrap();
            }
            self.step()?;
            let kept = self.ways.keeps.unwrap_or(u64::MAX).min(file.size) as usize;
            fs::write(self.at(&file.to), &bytes[..kept]).unwrap();
            self.log(format!("send {}", file.to));
            progress.bytes_sent(file.size);
            progress.file_sent();
        }
        Ok(())
    }

    fn rename(&mut self, pairs: &[(String, String)]) -> Result<Vec<Answer>, Trouble> {
        let mut answers = Vec::new();
        for (from, to) in pairs {
            self.step()?;
            let (from_at, to_at) = (self.at(from), self.at(to));
            let is_staged = from.starts_with(".gympress/staging/");
            if is_staged && self.ways.refuses_at.contains(&to.as_str()) {
                answers.push(Err("553 not this name".to_owned()));
                continue;
            }
            if self.ways.refuses_over && to_at.exists() {
                answers.push(Err("550 File exists".to_owned()));
                continue;
            }
            self.log(format!("rename {to}"));
            answers.push(fs::rename(from_at, to_at).map_err(|error| format!("550 {error}")));
        }
        Ok(answers)
    }

    fn remove(&mut self, paths: &[String]) -> Result<Vec<Answer>, Trouble> {
        let mut answers = Vec::new();
        for path in paths {
            self.step()?;
            answers.push(fs::remove_file(self.at(path)).map_err(|error| error.to_string()));
            self.log(format!("remove {path}"));
        }
        Ok(answers)
    }

    fn remove_folders(&mut self, folders: &[String]) -> Result<(), Trouble> {
        for folder in folders {
            self.step()?;
            let _ = fs::remove_dir(self.at(folder));
        }
        Ok(())
    }

    fn are_links(&mut self, folders: &[String]) -> Result<Vec<bool>, Trouble> {
        self.step()?;
        let is_link = |folder: &String| {
            Path::new(folder)
                .ancestors()
                .any(|part| part != Path::new("") && self.root.join(part).is_symlink())
        };
        Ok(folders.iter().map(is_link).collect())
    }

    fn make_readable(&mut self, _: &[String], _: &[String]) -> Result<(), Trouble> {
        self.step()
    }
}

/// Somebody who answers yes to these kinds of questions, or nobody.
#[derive(Debug, Default)]
pub struct Watcher {
    pub says_yes: bool,
    pub is_stopped: AtomicBool,
    pub heard: Mutex<Vec<String>>,
    pub asked: Mutex<Vec<Question>>,
}

impl gympress::online::Asker for Watcher {
    fn ask(&self, question: &Question) -> Option<QuestionReply> {
        self.asked.lock().unwrap().push(question.clone());
        self.says_yes.then(|| QuestionReply { text: "y".to_owned(), keep: Some(true) })
    }
}

impl gympress::online::Listener for Watcher {
    fn hear(&self, event: &RunEvent<'_>) {
        match event {
            RunEvent::State(RunState::Placing) => self.heard.lock().unwrap().push("placing".to_owned()),
            RunEvent::Note(note) => self.heard.lock().unwrap().push((*note).to_owned()),
            _ => {}
        }
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

/// A folder of a host, and what this machine remembers of it.
pub struct Host {
    folder: TempDir,
    pub ways: Ways,
    pub choices: PublishChoices,
    pub today: &'static str,
    pub watcher: Watcher,
    pub address: &'static str,
    pub who: &'static str,
    pub log: Mutex<Vec<String>>,
}

pub const QUICK: Pace = Pace {
    look: Duration::from_millis(10),
    // Longer than a busy machine lets the thread wait that shows life.
    stale: Duration::from_millis(400),
    renew: Duration::from_millis(20),
    reconnect: [Duration::ZERO, Duration::from_millis(100), Duration::from_secs(1)],
};

impl Host {
    pub fn new() -> Self {
        Self::with(copy::scratch("host-"))
    }

    /// One in a folder of this one.
    pub fn within(folder: &Path) -> Self {
        Self::with(tempfile::tempdir_in(folder).unwrap())
    }

    fn with(folder: TempDir) -> Self {
        fs::create_dir(folder.path().join("www")).unwrap();
        Self {
            folder,
            ways: Ways::default(),
            choices: PublishChoices::default(),
            today: "2026-11-20",
            watcher: Watcher::default(),
            address: "https://iron.example/",
            who: "maria@front-desk",
            log: Mutex::default(),
        }
    }

    pub fn www(&self) -> PathBuf {
        self.folder.path().join("www")
    }

    pub fn memory(&self) -> PathBuf {
        self.folder.path().join(self.who)
    }

    pub fn write(&self, path: &str, text: &str) {
        crate::project::write(&self.www().join(path), text);
    }

    pub fn read(&self, path: &str) -> Option<String> {
        fs::read_to_string(self.www().join(path)).ok()
    }

    pub fn publication(&self, site: &Site) -> Publication<'_> {
        let files = site.artifacts().into_iter();
        let files = files.map(|file| (file.path.clone(), LocalFile::new(file.bytes.get().unwrap().to_vec())));
        Publication {
            files: files.collect(),
            address: self.address.to_owned(),
            reads_htaccess: false,
            memory: self.memory(),
            choices: self.choices,
            today: self.today.parse().unwrap(),
            since: "2026-11-20 12:00".to_owned(),
            who: self.who.to_owned(),
            pace: QUICK,
            asker: &self.watcher,
            listener: &self.watcher,
            sent: SentCounts::new(&self.watcher),
        }
    }

    /// Publishes on as many connections as it takes, the first with the ways of the host.
    pub fn run(&self, site: &Site) -> Result<Outcome, Interruption> {
        self.publication(site).run(&mut |_| Ok(Box::new(self.connect())))
    }

    pub fn connect(&self) -> FolderRemote<'_> {
        FolderRemote::new(self, self.ways.clone())
    }

    /// What was written since the last call.
    pub fn written(&self) -> Vec<String> {
        std::mem::take(&mut *self.log.lock().unwrap())
    }

    /// Every path below the folder but those that gympress keeps for itself.
    pub fn paths(&self) -> BTreeSet<String> {
        let files = crate::project::files_below(&self.www()).into_keys();
        files.filter(|path| !path.starts_with(".gympress/")).collect()
    }

    /// The names that a run left in the folder of gympress.
    pub fn own(&self) -> Vec<String> {
        match fs::read_dir(self.www().join(".gympress")) {
            Ok(names) => {
                let mut names: Vec<_> =
                    names.map(|name| name.unwrap().file_name().into_string().unwrap()).collect();
                names.sort();
                names
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => panic!("{error}"),
        }
    }
}
