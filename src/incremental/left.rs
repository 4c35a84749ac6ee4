//! What lies in the output folder after a publication.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    output::{OutputPath, publish::OutFolder},
    stamp::{Looked, Settling, Stamp},
};

/// Every file of a site, as the file system had it after the publication.
#[derive(Debug, Serialize, Deserialize)]
pub struct Left {
    pub(super) looked: Looked,
    pub(super) files: Vec<(String, Stamp)>,
    /// Their list in the folder.
    manifest: Stamp,
}

impl Left {
    /// Looks at `files` in `out` of which it isn't known what the file system says; nothing if one of them
    /// isn't there any more. What it says mustn't be kept before it has settled.
    pub fn look(out: &OutFolder, files: &[(OutputPath, Option<Stamp>)]) -> Option<(Self, Settling)> {
        // The last of them was moved just before.
        let settling = Settling::begin();
        let stamp = |(path, known): &(OutputPath, Option<Stamp>)| {
            let look = || Stamp::of(&out.path().join(path.as_str())).ok();
            Some((path.to_string(), known.or_else(look)?))
        };
        let files = files.par_iter().map(stamp).collect::<Option<_>>()?;
        let manifest = Stamp::of(&out.manifest()).ok()?;
        Some((Self { looked: settling.end(), files, manifest }, settling))
    }

    /// The same once only the list has changed; nothing if there is none any more.
    pub(super) fn again(self, out: &OutFolder) -> Option<(Self, Settling)> {
        let manifest = Stamp::of(&out.manifest()).ok()?;
        let settling = Settling::begin();
        Some((Self { looked: settling.end(), manifest, ..self }, settling))
    }

    /// True if all of it lies in `out` as it did.
    pub(super) fn is_in(&self, out: &OutFolder) -> bool {
        self.manifest.is_of(&out.manifest(), self.looked)
            && self.files.par_iter().all(|(path, stamp)| stamp.is_of(&out.path().join(path), self.looked))
    }
}
