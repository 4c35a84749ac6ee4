//! A copy of the gym of the tests in a folder of its own, for tests that change it. Its texts are in `tests/cases/gym/`, so
//! that those of the shipped gym can change; it has the pictures of that one.

pub mod bundles;
pub mod prompts;
pub mod shared;

use std::{
    fs,
    path::{Path, PathBuf},
};

use gympress::source::FOLDERS;
use tempfile::{NamedTempFile, TempDir};
use walkdir::WalkDir;

/// Where the texts of the gym are.
const GYM: &str = "tests/cases/gym";

/// The largest files of the site by far. Tests replace such a file, and never write into it, as copies are links.
const PICTURES: &str = "content/images";

/// A copy in a folder whose name begins so, which shares `shared` with others (see [`shared::share`]).
pub fn gym(name: &str, shared: &str) -> TempDir {
    // Installed packages are looked for in the folders above.
    let folder = TempDir::with_prefix_in(name, env!("CARGO_TARGET_TMPDIR")).unwrap();
    for part in FOLDERS.into_iter().chain([PICTURES]) {
        tree(&original(part), &folder.path().join(part));
    }
    shared::share(folder.path(), shared);
    folder
}

/// The file or folder of which a copy of the gym has a copy at `path`.
pub fn original(path: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_text = Path::new(path).starts_with("content") && !Path::new(path).starts_with(PICTURES);
    if is_text { root.join(GYM).join(path) } else { root.join(path) }
}

/// Copies a folder with all that is below it.
pub fn tree(from: &Path, to: &Path) {
    for entry in WalkDir::new(from).into_iter().map(Result::unwrap) {
        let to = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir(to).unwrap();
        } else {
            place(entry.path(), &to);
        }
    }
}

/// Copies a file, or links it where it is a picture.
pub fn place(from: &Path, to: &Path) {
    if from.parent().is_some_and(|folder| folder.ends_with(PICTURES)) {
        // Another test may replace the common copy between the two steps.
        let is_linked = (0..5).any(|_| fs::hard_link(linkable(from), to).is_ok());
        assert!(is_linked, "{} is not linked", to.display());
    } else {
        fs::copy(from, to).unwrap();
    }
}

/// What may be linked in the place of this picture: a picture of a test, or the copy of one of the gym that all tests
/// have in common, made anew where the picture is another one now.
fn linkable(picture: &Path) -> PathBuf {
    if picture.starts_with(env!("CARGO_TARGET_TMPDIR")) {
        return picture.to_owned();
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept/pictures");
    fs::create_dir_all(&folder).unwrap();
    let copy = folder.join(picture.file_name().unwrap());
    let stamp = |path: &Path| fs::metadata(path).and_then(|file| Ok((file.len(), file.modified()?)));
    let original = stamp(picture).unwrap();
    if stamp(&copy).ok() != Some(original) {
        let file = NamedTempFile::new_in(&folder).unwrap();
        fs::copy(picture, file.path()).unwrap();
        file.as_file().set_modified(original.1).unwrap();
        file.persist(&copy).unwrap();
    }
    copy
}
