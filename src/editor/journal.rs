//! The drafts on disk, so that none is lost with the program.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        mpsc::{self, Sender, SyncSender},
    },
    thread,
};

use serde::{Deserialize, Serialize};

use super::{
    answered::AnsweredRequests,
    drafts::{Draft, Drafts, text_on_disk},
};
use crate::{
    diagnostic::Failure,
    lock,
    source::{Sources, file_write},
};

/// The file of the drafts of a project. It is written on a thread of its own, the newest drafts only, as somebody types faster than
/// some disks write.
pub(super) struct Journal {
    file: PathBuf,
    newest: Sender<JournalRequest>,
    failure: Arc<Mutex<Option<Failure>>>,
}

/// Asks for drafts to be written.
struct JournalRequest {
    drafts: Drafts,
    answered: AnsweredRequests,
    /// Hears when they are on disk.
    written: Option<SyncSender<()>>,
}

/// The drafts on disk, and what was answered of them.
#[derive(Serialize, Deserialize)]
struct JournalText {
    drafts: Vec<JournalEntry>,
    answered: AnsweredRequests,
}

#[derive(Serialize, Deserialize)]
struct JournalEntry {
    path: String,
    base: Option<String>,
    text: String,
}

impl Journal {
    /// The journal of the project in `root`.
    pub fn of(root: &Path) -> Self {
        let file = super::files::own_folder(root).join("drafts.json");
        let (newest, requests) = mpsc::channel::<JournalRequest>();
        let failure = Arc::default();
        let (place, failed): (PathBuf, Arc<Mutex<Option<Failure>>>) = (file.clone(), Arc::clone(&failure));
        thread::spawn(move || {
            while let Ok(mut request) = requests.recv() {
                let mut waiting = Vec::new();
                for newer in requests.try_iter() {
                    waiting.extend(request.written.take());
                    request = newer;
                }
                waiting.extend(request.written);
                *lock(&failed) = write(&place, &request.drafts, request.answered).err().map(unkept);
                for written in waiting {
                    // A request that was given up has no receiver any more.
                    let _ = written.send(());
                }
            }
        });
        Self { file, newest, failure }
    }

    /// Writes the drafts soon.
    ///
    /// # Errors
    /// If the last ones couldn't be written.
    pub fn write(&self, drafts: &Drafts, answered: &AnsweredRequests) -> Result<(), Failure> {
        self.ask(drafts, answered, None);
        self.failure()
    }

    /// Writes the drafts, and waits until they are on disk.
    ///
    /// # Errors
    /// If they can't be written.
    pub fn write_now(&self, drafts: &Drafts, answered: &AnsweredRequests) -> Result<(), Failure> {
        let (written, heard) = mpsc::sync_channel(1);
        self.ask(drafts, answered, Some(written));
        // The writer lives as long as the program.
        let _ = heard.recv();
        self.failure()
    }

    fn ask(&self, drafts: &Drafts, answered: &AnsweredRequests, written: Option<SyncSender<()>>) {
        let (drafts, answered) = (drafts.clone(), answered.clone());
        // The writer lives as long as the program.
        let _ = self.newest.send(JournalRequest { drafts, answered, written });
    }

    fn failure(&self) -> Result<(), Failure> {
        lock(&self.failure).take().map_or(Ok(()), Err)
    }

    /// The drafts that were there, and the changes that led to them. A draft that the disk says already is none: the program ended
    /// while it saved.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn read(&self, disk: &Sources) -> Result<(Drafts, AnsweredRequests), Failure> {
        let json = match fs::read(&self.file) {
            Ok(json) => json,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Default::default()),
            Err(error) => return Err(Failure::io("read", &self.file, &error)),
        };
        let text: JournalText = serde_json::from_slice(&json).map_err(|error| {
            Failure::new(format!("{} can't be read: {error}", self.file.display())).help(
                "it has what was changed in the browser and not saved; move it away to begin without it",
            )
        })?;
        let mut drafts = Drafts::default();
        for JournalEntry { path, base, text } in text.drafts {
            let (path, text) = (Arc::<str>::from(path), Arc::<str>::from(text));
            let on_disk = text_on_disk(&path, disk);
            if on_disk.as_ref() == Some(&text) {
                continue;
            }
            drafts.set(&path, Draft::whole(base.map(Arc::<str>::from), text));
        }
        Ok((drafts, text.answered))
    }
}

/// The failure of a disk that can't keep what is changed.
fn unkept(failure: Failure) -> Failure {
    failure.help("what you change isn't kept if the program ends: make room on the disk, then save")
}

/// Writes the drafts, for the owner of the file alone.
fn write(file: &Path, drafts: &Drafts, answered: AnsweredRequests) -> Result<(), Failure> {
    let entries = drafts.iter().map(|(path, draft)| JournalEntry {
        path: path.to_string(),
        base: draft.base.as_deref().map(str::to_owned),
        text: draft.text.to_string(),
    });
    let text = JournalText { drafts: entries.collect(), answered };
    let json = serde_json::to_vec(&text)
        .map_err(|error| Failure::new(format!("the drafts can't be written: {error}")))?;
    file_write::replace_private(file, &json)
}
