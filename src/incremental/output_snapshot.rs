//! The files in the output folder after a publication, with their file stamps.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    file_stamp::{FileStamp, ObservedAt, RacyWindow},
    output::{OutputPath, publish::OutFolder},
};

/// Every file of a site, as the file system had it after the publication.
#[derive(Debug, Serialize, Deserialize)]
pub struct OutputSnapshot {
    pub(super) looked: ObservedAt,
    pub(super) files: Vec<(String, FileStamp)>,
    /// Their list in the folder.
    manifest: FileStamp,
}

impl OutputSnapshot {
    /// Reads the file stamps of those `files` in `out` that have none yet. Returns `None` if one of them
    /// isn't there any more. It mustn't be saved before the window has passed.
    pub fn look(out: &OutFolder, files: &[(OutputPath, Option<FileStamp>)]) -> Option<(Self, RacyWindow)> {
        // The last of them was moved just before.
        let window = RacyWindow::begin();
        let stamp = |(path, known): &(OutputPath, Option<FileStamp>)| {
            let look = || FileStamp::read(&out.path().join(path.as_str())).ok();
            Some((path.to_string(), known.or_else(look)?))
        };
        let files = files.par_iter().map(stamp).collect::<Option<_>>()?;
        let manifest = FileStamp::read(&out.manifest()).ok()?;
        Some((Self { looked: window.end(), files, manifest }, window))
    }

    /// The same once only the manifest has changed. Returns `None` if there is none any more.
    pub(super) fn with_new_manifest(self, out: &OutFolder) -> Option<(Self, RacyWindow)> {
        let manifest = FileStamp::read(&out.manifest()).ok()?;
        let window = RacyWindow::begin();
        Some((Self { looked: window.end(), manifest, ..self }, window))
    }

    /// True if all files are in `out`, unchanged.
    pub(super) fn is_in(&self, out: &OutFolder) -> bool {
        self.manifest.is_of(&out.manifest(), self.looked)
            && self.files.par_iter().all(|(path, stamp)| stamp.is_of(&out.path().join(path), self.looked))
    }
}
