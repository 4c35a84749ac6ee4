//! The drafts on disk, so that none is lost with the program.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        mpsc::{self, Sender},
    },
    thread,
};

use serde::{Deserialize, Serialize};

use super::drafts::{Draft, Drafts, text_on_disk};
use crate::{
    diagnostic::Failure,
    lock,
    source::{Sources, file_write},
};

/// The file of the drafts of a project. It is written on a thread of its own, the newest drafts only, as somebody types faster than
/// some disks write.
pub(super) struct Journal {
    file: PathBuf,
    newest: Sender<Drafts>,
    failure: Arc<Mutex<Option<Failure>>>,
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
        let (newest, drafts) = mpsc::channel::<Drafts>();
        let failure = Arc::default();
        let (place, failed): (PathBuf, Arc<Mutex<Option<Failure>>>) = (file.clone(), Arc::clone(&failure));
        thread::spawn(move || {
            while let Ok(first) = drafts.recv() {
                let newest = drafts.try_iter().last().unwrap_or(first);
                *lock(&failed) = write(&place, &newest).err();
            }
        });
        Self { file, newest, failure }
    }

    /// Writes the drafts soon.
    ///
    /// # Errors
    /// If the last ones couldn't be written.
    pub fn write(&self, drafts: Drafts) -> Result<(), Failure> {
        // The receiver lives as long as the program.
        let _ = self.newest.send(drafts);
        lock(&self.failure).take().map_or(Ok(()), Err)
    }

    /// The drafts that were there. One that the disk says already is none: the program ended while it saved.
    ///
    /// # Errors
    /// If the file can't be read.
    pub fn read(&self, disk: &Sources) -> Result<Drafts, Failure> {
        let mut drafts = Drafts::default();
        let json = match fs::read(&self.file) {
            Ok(json) => json,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(drafts),
            Err(error) => return Err(Failure::io("read", &self.file, &error)),
        };
        let entries: Vec<JournalEntry> = serde_json::from_slice(&json).map_err(|error| {
            Failure::new(format!("{} can't be read: {error}", self.file.display())).help(
                "it has what was changed in the browser and not saved; move it away to begin without it",
            )
        })?;
        for JournalEntry { path, base, text } in entries {
            let (path, text) = (Arc::<str>::from(path), Arc::<str>::from(text));
            let on_disk = text_on_disk(&path, disk);
            if on_disk.as_ref() == Some(&text) {
                continue;
            }
            drafts.set(&path, Draft::whole(base.map(Arc::<str>::from), text));
        }
        Ok(drafts)
    }
}

/// Writes the drafts, for the owner of the file alone.
fn write(file: &Path, drafts: &Drafts) -> Result<(), Failure> {
    let entries = drafts.iter().map(|(path, draft)| JournalEntry {
        path: path.to_string(),
        base: draft.base.as_deref().map(str::to_owned),
        text: draft.text.to_string(),
    });
    let entries: Vec<JournalEntry> = entries.collect();
    let json = serde_json::to_vec(&entries)
        .map_err(|error| Failure::new(format!("the drafts can't be written: {error}")))?;
    file_write::replace_private(file, &json)
}
