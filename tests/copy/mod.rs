//! A copy of the shipped site in a folder of its own, for tests that change it.

use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use gympress::source::FOLDERS;
use tempfile::{NamedTempFile, TempDir};
use walkdir::WalkDir;

/// The largest files of the site by far. Tests replace such a file, and never write into it, as copies are links.
const PICTURES: &str = "content/images";

/// A copy in a folder whose name begins so. What is kept between builds in `shared`, a folder below `.gympress`,
/// it has in common with others: `cache`, or `cache/images` alone, which take minutes to make.
pub fn shipped(name: &str, shared: &str) -> TempDir {
    // Installed packages are looked for in the folders above.
    let folder = TempDir::with_prefix_in(name, env!("CARGO_TARGET_TMPDIR")).unwrap();
    let site = Path::new(env!("CARGO_MANIFEST_DIR"));
    for part in FOLDERS {
        for entry in WalkDir::new(site.join(part)).into_iter().map(Result::unwrap) {
            let to = folder.path().join(entry.path().strip_prefix(site).unwrap());
            if entry.file_type().is_dir() {
                fs::create_dir(to).unwrap();
            } else if entry.path().starts_with(site.join(PICTURES)) {
                // Another test may replace the common copy between the two steps.
                let is_linked = (0..5).any(|_| fs::hard_link(common_copy(entry.path()), &to).is_ok());
                assert!(is_linked, "{} is not linked", to.display());
            } else {
                fs::copy(entry.path(), to).unwrap();
            }
        }
    }
    share(folder.path(), shared);
    folder
}

/// The copy of a picture that all tests have in common, made anew where the picture is another one now.
fn common_copy(picture: &Path) -> PathBuf {
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

/// Lets the project in `folder` have `shared` in common with all that do.
pub fn share(folder: &Path, shared: &str) {
    let tests = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept");
    let site = Path::new(env!("CARGO_MANIFEST_DIR")).join(".gympress");
    // Pictures are in common with the shipped site itself, too.
    link(&site.join("cache/images"), &tests.join("cache/images"));
    link(&tests.join(shared), &folder.join(".gympress").join(shared));
}

/// Makes `link` a link to the folder, unless another test did.
fn link(folder: &Path, link: &Path) {
    fs::create_dir_all(folder).unwrap();
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    let _ = symlink(folder, link);
    assert!(link.is_dir(), "{} is no folder", link.display());
}
