//! The other side, as a run sees it: a folder of named files. No carrier is asked for lists or times, which hosts tell in many
//! ways, and some of them wrong.

use std::{borrow::Cow, fs, path::PathBuf};

use serde::{Deserialize, Serialize};

use crate::diagnostic::Failure;

/// A file to send.
#[derive(Clone, Debug)]
pub struct Upload {
    /// The path on the other side.
    pub to: String,
    pub size: u64,
    pub from: UploadSource,
}

/// The place that the bytes of a file come from.
#[derive(Clone, Debug)]
pub enum UploadSource {
    Disk(PathBuf),
    Memory(Vec<u8>),
}

impl UploadSource {
    /// The bytes.
    ///
    /// # Errors
    /// If this machine can't read them.
    pub fn read(&self) -> Result<Cow<'_, [u8]>, Trouble> {
        match self {
            Self::Memory(bytes) => Ok(bytes.into()),
            Self::Disk(path) => fs::read(path).map(Cow::Owned).map_err(|error| {
                Trouble::new(TroubleKind::Machine, format!("can't read {}: {error}", path.display()))
            }),
        }
    }
}

/// The progress of sending, told from any thread.
pub trait SendProgress: Sync {
    /// So many more bytes were sent.
    fn bytes_sent(&self, bytes: u64);
    /// A file more is whole on the other side.
    fn file_sent(&self);
    /// True if the run is to end.
    fn is_stopped(&self) -> bool;
}

/// The answer to one of several commands: what the server said if it refused.
pub type Answer = Result<(), String>;

/// A folder on the other side. Paths are relative to it; a call is one burst of commands, whose answers are awaited at its end.
pub trait Remote {
    /// The sizes of files. Nothing, folders and links have none.
    ///
    /// # Errors
    /// As all of these: if the connection or the other side fails.
    fn sizes(&mut self, paths: &[String]) -> Result<Vec<Option<u64>>, Trouble>;
    /// The bytes of a file of at most this size. Returns `None` if it isn't there.
    fn read(&mut self, path: &str, most: usize) -> Result<Option<Vec<u8>>, Trouble>;
    /// Makes folders, the outer ones first. Those that exist stay.
    fn make_folders(&mut self, folders: &[String]) -> Result<(), Trouble>;
    /// Makes a folder. Returns false if it is there already.
    fn claim(&mut self, folder: &str) -> Result<bool, Trouble>;
    /// Sends files, over those that are there.
    fn send(&mut self, files: &[Upload], progress: &dyn SendProgress) -> Result<(), Trouble>;
    /// Renames the first path of each pair to the second, in their order.
    fn rename(&mut self, pairs: &[(String, String)]) -> Result<Vec<Answer>, Trouble>;
    /// Removes files.
    fn remove(&mut self, paths: &[String]) -> Result<Vec<Answer>, Trouble>;
    /// Removes folders that are empty.
    fn remove_folders(&mut self, folders: &[String]) -> Result<(), Trouble>;
    /// True for each of the folders that is a link, or reached through one.
    fn are_links(&mut self, folders: &[String]) -> Result<Vec<bool>, Trouble>;
    /// Lets everybody read files and enter folders.
    fn make_readable(&mut self, files: &[String], folders: &[String]) -> Result<(), Trouble>;
}

/// The failure of a carrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    pub kind: TroubleKind,
    /// The words of the server or the system, without control characters, or our own.
    pub said: String,
    /// The advice, if there is better than what is said of the kind.
    pub help: Option<String>,
    /// The target that leads to the same place without it.
    pub target: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TroubleKind {
    /// The user, password or key was refused.
    Denied,
    UnknownHost,
    /// No server listens there.
    Unreachable,
    /// The key of the server is another one than last time.
    ChangedKey,
    /// The key of the server is new, and nobody said that it is right.
    UntrustedKey,
    Certificate,
    NoTls,
    /// The disk or the quota is full.
    Full,
    /// A command was refused.
    Refused,
    /// The connection broke, or nothing answers.
    Lost,
    NotThere,
    /// Somebody else publishes.
    Busy,
    /// Somebody would have to answer first.
    Unanswered,
    Stopped,
    /// This machine failed.
    Machine,
}

impl Trouble {
    /// The bytes that the other side sent are shown without those that change a terminal.
    pub fn new(kind: TroubleKind, said: impl AsRef<str>) -> Self {
        let said: String = said.as_ref().chars().filter(|sign| !sign.is_control()).take(400).collect();
        Self { kind, said, help: None, target: None }
    }

    /// Adds advice.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// A refusal by the words of a server, among which are those for a full disk.
    pub fn refused(said: impl AsRef<str>) -> Self {
        let lower = said.as_ref().to_ascii_lowercase();
        let is_full = ["quota", "no space", "disk full", "space left", "storage allocation", "552 ", "452 "];
        let is_full = is_full.iter().any(|word| lower.contains(word));
        Self::new(if is_full { TroubleKind::Full } else { TroubleKind::Refused }, said)
    }

    /// Says what happened to whom.
    pub fn message(&self, host: &str) -> String {
        let Self { kind, said, .. } = self;
        match kind {
            TroubleKind::Denied => format!("{host} refused the user, password or key: {said}"),
            TroubleKind::UnknownHost => format!("there is no server {host}: {said}"),
            TroubleKind::Unreachable => format!("{host} can't be reached: {said}"),
            TroubleKind::ChangedKey => format!("{host} has another key than last time: {said}"),
            TroubleKind::UntrustedKey => {
                format!(
                    "{host} is new to this machine, and nobody said that its key is the right one: {said}"
                )
            }
            TroubleKind::Certificate => format!("the certificate of {host} isn't right: {said}"),
            TroubleKind::NoTls => format!("{host} doesn't encrypt: {said}"),
            TroubleKind::Full => format!("your host says that its space is full: {said}"),
            TroubleKind::Refused => format!("{host} refused: {said}"),
            TroubleKind::Lost => format!("the connection to {host} broke: {said}"),
            TroubleKind::Stopped => "stopped".to_owned(),
            TroubleKind::NotThere | TroubleKind::Busy | TroubleKind::Unanswered | TroubleKind::Machine => {
                said.clone()
            }
        }
    }

    /// The failure in words: what happened to whom, that the site is whole, what to do at a terminal.
    pub fn failure(&self, host: &str, stage: &str) -> Failure {
        let advice = match self.kind {
            TroubleKind::Denied => {
                "look at the user in `to` of [publish] and at the password in your host's control panel, and run `gympress publish` again; after several wrong ones many hosts lock an address out for a while"
            }
            TroubleKind::UnknownHost => {
                "look at the name in `to` of [publish], and at the network of this machine"
            }
            TroubleKind::Unreachable => {
                "look at the name and port in `to` of [publish], and at the network of this machine"
            }
            TroubleKind::ChangedKey => {
                "your host moved the server, or somebody stands between; ask your host, and if it is right, let `ssh-keygen -R` forget the old key and run `gympress publish` again"
            }
            TroubleKind::UntrustedKey => {
                "run `gympress publish` once in a terminal, and compare the fingerprint with what your host's documents say"
            }
            TroubleKind::Certificate => {
                "ask your host for the name of the server that its certificate is for, and write that in `to`; use sftp:// if your host has it; or save its certificate and name the file in SSL_CERT_FILE"
            }
            TroubleKind::NoTls => {
                "your password would cross the network readable; use sftp:// if your host has SSH, or ask it to allow FTPS"
            }
            TroubleKind::Full => {
                "make room there, where mail counts too on most hosts, and run `gympress publish` again"
            }
            TroubleKind::NotThere => "look at `to` of [publish] in content/site.toml",
            TroubleKind::Busy => "wait until that is done, and run `gympress publish` again",
            TroubleKind::Unanswered => "run `gympress publish` in a terminal to answer",
            TroubleKind::Refused | TroubleKind::Lost | TroubleKind::Stopped | TroubleKind::Machine => {
                "run `gympress publish` again: it goes on where it stopped"
            }
        };
        let stage = if stage.is_empty() { String::new() } else { format!("{stage}. ") };
        Failure::new(self.message(host)).help(format!("{stage}{}", self.help.as_deref().unwrap_or(advice)))
    }
}
