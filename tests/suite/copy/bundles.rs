//! Bundles of the gym of the tests and the colours of its pictures, for projects with a cache of their own.

use std::{fs, path::Path};

/// What takes longer to make than all pages.
const KINDS: [&str; 3] = ["bundle", "markup", "picture-probes"];

/// Copies what a build of the gym of the tests left of bundles, their markup, and what it decoded pictures for to the
/// project in `folder`.
pub fn copy(folder: &Path) {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(".gympress/cache");
    for kind in KINDS {
        let to = folder.join(".gympress/cache").join(kind);
        fs::create_dir_all(&to).unwrap();
        for file in fs::read_dir(from.join(kind)).into_iter().flatten().map(Result::unwrap) {
            // A build of the site at the same time may remove it.
            let _ = fs::copy(file.path(), to.join(file.file_name()));
        }
    }
}
