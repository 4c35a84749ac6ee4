//! Bundles of the gym of the tests and the colours of its pictures, for projects with a cache of their own.

use std::{fs, path::Path};

/// What the names of the files begin with.
const KINDS: [&str; 3] = ["bundle-", "markup-", "picture-probes-"];

/// Copies what a build of the gym of the tests left of bundles, their markup, and what it decoded pictures for to the
/// project in `folder`, as they take longer to make than all pages.
pub fn copy(folder: &Path) {
    let to = folder.join(".gympress/cache");
    fs::create_dir_all(&to).unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(".gympress/cache");
    for file in fs::read_dir(from).into_iter().flatten().map(Result::unwrap) {
        let name = file.file_name().into_string().unwrap();
        if KINDS.iter().any(|kind| name.starts_with(kind)) {
            // A build of the site at the same time may remove it.
            let _ = fs::copy(file.path(), to.join(name));
        }
    }
}
