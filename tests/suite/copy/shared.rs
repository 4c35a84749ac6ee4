//! One cache for the projects of all tests, so that bundles, markup and pictures are made once.

#[cfg(unix)]
use std::os::unix::fs::symlink;
#[cfg(windows)]
use std::os::windows::fs::symlink_dir as symlink;
use std::{fs, path::Path};

/// Links `shared`, a folder below `.gympress`, of the project in `folder` to the one that tests have in common:
/// `cache`, or `cache/images` alone, which takes minutes to make.
pub fn share(folder: &Path, shared: &str) {
    let tests = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept");
    let site = Path::new(env!("CARGO_MANIFEST_DIR")).join(".gympress");
    // Pictures are in common with the gym of the tests itself, too.
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
