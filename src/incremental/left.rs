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

/// The same just after it.
#[derive(Debug)]
pub struct Leaving {
    settling: Settling,
    pub(super) files: Vec<(String, Stamp)>,
    manifest: Stamp,
}

impl Leaving {
    /// Looks at `files` in `out` of which it isn't known what the file system says; nothing if one of them
    /// isn't there any more.
    pub fn look(out: &OutFolder, files: &[(OutputPath, Option<Stamp>)]) -> Option<Self> {
        let stamp = |(path, known): &(OutputPath, Option<Stamp>)| {
            let look = || Stamp::of(&out.path().join(path.as_str())).ok();
            Some((path.to_string(), known.or_else(look)?))
        };
        let files = files.par_iter().map(stamp).collect::<Option<_>>()?;
        let manifest = Stamp::of(&out.manifest()).ok()?;
        Some(Self { settling: Settling::begin(), files, manifest })
    }

    /// Waits until what it says can be believed.
    pub fn settle(self) -> Left {
        let Self { settling, files, manifest } = self;
        Left { looked: settling.wait(), files, manifest }
    }
}

impl Left {
    /// The same once only the list has changed; nothing if there is none any more.
    pub(super) fn again(self, out: &OutFolder) -> Option<Self> {
        let manifest = Stamp::of(&out.manifest()).ok()?;
        Some(Self { looked: Settling::begin().wait(), manifest, ..self })
    }

    /// True if all of it lies in `out` as it did.
    pub(super) fn is_in(&self, out: &OutFolder) -> bool {
        self.manifest.is_of(&out.manifest(), self.looked)
            && self.files.par_iter().all(|(path, stamp)| stamp.is_of(&out.path().join(path), self.looked))
    }
}
