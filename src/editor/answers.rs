//! Questions to the editor and its answers, as JSON (`protocol.ts`).

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use toml_schema::edit::{NewValue, Operation, Path};

use crate::diagnostic::Failure;

/// The version of a file's text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileVersion(String);

impl FileVersion {
    /// The version of a text.
    pub fn of(text: &str) -> Self {
        Self(blake3::hash(text.as_bytes()).to_hex().chars().take(16).collect())
    }
}

/// An operation on a file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum RequestedOperation {
    Set { file: String, path: Path, value: NewValue },
    Unset { file: String, path: Path },
    Insert { file: String, path: Path, at: usize, value: NewValue },
    Remove { file: String, path: Path },
    Move { file: String, path: Path, to: Path, at: usize },
    Copy { file: String, path: Path },
    Keep { file: String, path: Path },
}

impl RequestedOperation {
    /// The file and what is done to it.
    pub(super) fn split(self) -> (String, Operation) {
        match self {
            Self::Set { file, path, value } => (file, Operation::Set { path, value }),
            Self::Unset { file, path } => (file, Operation::Unset { path }),
            Self::Insert { file, path, at, value } => (file, Operation::Insert { path, at, value }),
            Self::Remove { file, path } => (file, Operation::Remove { path }),
            Self::Move { file, path, to, at } => (file, Operation::Move { path, to, at }),
            Self::Copy { file, path } => (file, Operation::Copy { path }),
            Self::Keep { file, path } => (file, Operation::Keep { path }),
        }
    }
}

/// The reason why the newest state differs from the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ChangeReason {
    /// Somebody edited.
    Edited,
    /// Another program wrote files.
    Disk,
    Saved,
    /// A day has begun, or the time of an entry has come.
    Time,
}

/// A change, told to all browsers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct EditEvent {
    pub revision: u64,
    pub why: ChangeReason,
}

/// The result of a change.
#[derive(Debug, Serialize)]
pub struct EditReply {
    pub revision: u64,
    /// The versions of the files that it touched.
    pub versions: BTreeMap<String, FileVersion>,
}

/// The result of taking a change back, and where to look.
#[derive(Debug, Serialize)]
pub struct StepReply {
    pub(super) revision: u64,
    pub(super) file: Arc<str>,
    pub(super) path: Path,
}

/// The answer to a request for which nothing was done: the status of the response, and the reason in JSON.
#[derive(Debug)]
pub struct EditRefusal {
    pub status: u16,
    pub body: Json,
}

impl EditRefusal {
    pub fn new(status: u16, why: impl Into<String>) -> Self {
        Self { status, body: json!({ "why": why.into() }) }
    }

    pub(super) fn no_file(file: &str) -> Self {
        Self::new(404, format!("there is no file {file} that can be edited here"))
    }

    pub(super) fn too_long() -> Self {
        Self::new(413, "this text is too long: a page of its own can say it in parts")
    }

    /// Nothing is asked by this name.
    pub fn unknown() -> Self {
        Self::new(404, "the editor isn't asked this")
    }

    /// The question isn't written as the app writes it.
    pub fn malformed(why: &str) -> Self {
        Self::new(400, format!("this isn't what is asked here: {why}"))
    }

    pub(super) fn no_correction() -> Self {
        Self::new(404, "this was corrected or changed meanwhile")
    }

    pub(super) fn of_operation(number: usize, why: String) -> Self {
        Self { status: 422, body: json!({ "why": why, "operation": number }) }
    }

    /// Somebody else was faster.
    pub(super) fn older(versions: BTreeMap<String, FileVersion>) -> Self {
        let why = "this was changed in another window";
        Self { status: 409, body: json!({ "why": why, "versions": versions }) }
    }

    pub(super) fn of_machine(failure: Failure) -> Self {
        Self::new(500, failure.to_string())
    }
}

/// The newest state, as the app shows it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StateAnswer {
    pub(super) revision: u64,
    pub(super) site: SiteAnswer,
    /// The version of the lists.
    pub(super) listed: String,
    /// `None` for an app that has this version: on a large site they are megabytes, and somebody types.
    #[serde(flatten)]
    pub(super) lists: Option<SiteLists>,
    pub(super) problems: usize,
    pub(super) changes: usize,
    pub(super) conflicts: Vec<ConflictAnswer>,
    pub(super) can_undo: bool,
    pub(super) can_redo: bool,
}

/// All pages and files of a site.
#[derive(Debug, Serialize)]
pub(super) struct SiteLists {
    pub pages: Vec<PageLink>,
    pub files: Vec<FileLink>,
}

impl SiteLists {
    /// A name of these lists that no others have.
    pub fn version(&self) -> String {
        // Texts and numbers always become JSON.
        let json = serde_json::to_vec(self).unwrap_or_default();
        blake3::hash(&json).to_hex().chars().take(16).collect()
    }
}

/// The gym.
#[derive(Debug, Serialize)]
pub(super) struct SiteAnswer {
    pub title: String,
    pub language: String,
    pub languages: Vec<String>,
    pub currency: String,
    pub today: String,
    pub week: Vec<&'static str>,
}

/// A page of the site.
#[derive(Debug, Serialize)]
pub(super) struct PageLink {
    pub path: String,
    pub title: Arc<str>,
    pub file: Arc<str>,
    pub language: Arc<str>,
}

/// A file that can be edited.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FileLink {
    pub file: Arc<str>,
    pub title: String,
    pub noun: String,
    pub collection: Option<Arc<str>>,
    pub path: Option<String>,
    pub is_changed: bool,
    /// True if it was never saved.
    pub is_new: bool,
    pub problems: usize,
    /// The problems that aren't warnings.
    pub errors: usize,
    pub translations: Vec<TranslationLink>,
}

/// The translation of a file, which may not be there yet.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TranslationLink {
    pub language: Arc<str>,
    pub file: String,
    pub is_there: bool,
}

/// A file that was changed here and by another program.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ConflictAnswer {
    pub file: Arc<str>,
    pub title: String,
    /// True if another program deleted it.
    pub is_deleted: bool,
    /// The differences, from the other program's text to the draft.
    pub changes: Vec<ChangeAnswer>,
}

/// A file with its values and its problems.
#[derive(Debug, Serialize)]
pub struct FileAnswer {
    pub(super) version: FileVersion,
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) value: Json,
    pub(super) problems: Vec<ProblemAnswer>,
    pub(super) uses: usize,
    /// The texts that a translation is of.
    pub(super) originals: Vec<OriginalAnswer>,
    /// The folders of pictures that it shows.
    pub(super) folders: Vec<FolderAnswer>,
}

/// A folder of pictures.
#[derive(Debug, Serialize)]
pub(super) struct FolderAnswer {
    /// Its name below `content/images`.
    pub name: String,
    /// The names of its pictures.
    pub pictures: Vec<String>,
}

/// A text of the main language, and the place for its translation.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OriginalAnswer {
    pub path: Path,
    pub text: Arc<str>,
    /// True if it has no translation yet.
    pub is_lacking: bool,
}

/// A mistake or a warning, at its field.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProblemAnswer {
    pub id: String,
    pub level: &'static str,
    pub code: &'static str,
    pub message: String,
    pub help: Option<String>,
    pub path: Path,
    pub corrections: Vec<CorrectionAnswer>,
    /// True if it says no more than that something isn't written yet.
    pub is_lack: bool,
    /// True for a placeholder that can be kept as it is.
    pub can_keep: bool,
}

/// A correction of a problem, with its number among all of them.
#[derive(Debug, Serialize)]
pub(super) struct CorrectionAnswer {
    pub choice: usize,
    pub title: String,
}

/// The place of a marked value.
#[derive(Debug, Serialize)]
pub struct OriginAnswer {
    pub(super) file: Arc<str>,
    pub(super) path: Path,
    pub(super) uses: usize,
}

/// A value that can be chosen for a field.
#[derive(Debug, Default, Serialize)]
pub struct ChoiceAnswer {
    pub(super) value: String,
    pub(super) title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) picture: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) size: Option<(u32, u32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) used: Option<usize>,
}

/// An unsaved change of a value.
#[derive(Debug, Serialize)]
pub struct ChangeAnswer {
    pub(super) file: Arc<str>,
    pub(super) title: String,
    pub(super) path: Path,
    pub(super) label: String,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
}

/// The files that a save wrote.
#[derive(Debug, Serialize)]
pub struct SavedAnswer {
    pub(super) saved: Vec<Arc<str>>,
}
