//! A copy of the shipped site in a folder of its own, for tests that change it.

use std::{fs, os::unix::fs::symlink, path::Path};

use gympress::source::FOLDERS;
use tempfile::TempDir;
use walkdir::WalkDir;

/// A copy in a folder whose name begins so. What is kept between builds in `shared`, a folder below `.gympress`,
/// it has in common with others: `cache`, or `cache/images` alone, which take minutes to make.
pub fn shipped(name: &str, shared: &str) -> TempDir {
    // Installed packages are looked for in the folders above.
    let folder = TempDir::with_prefix_in(name, env!("CARGO_TARGET_TMPDIR")).unwrap();
    let site = Path::new(env!("CARGO_MANIFEST_DIR"));
    for part in FOLDERS {
        for entry in WalkDir::new(site.join(part)).into_iter().map(Result::unwrap) {
            let to = folder.path().join(entry.path().strip_prefix(site).unwrap());
            match entry.file_type().is_dir() {
                true => fs::create_dir(to).unwrap(),
                false => drop(fs::copy(entry.path(), to).unwrap()),
            }
        }
    }
    share(folder.path(), shared);
    folder
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
