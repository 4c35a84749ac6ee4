//! A copy of the gym of the tests in a folder of its own, for tests that change it. Its texts are in `tests/cases/gym/`, so
//! that those of the shipped gym can change; it has the pictures of that one.

#[cfg(unix)]
use std::os::unix::fs::symlink;
#[cfg(windows)]
use std::os::windows::fs::symlink_dir as symlink;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock, Mutex, Once, Weak},
};

use gympress::source::FOLDERS;
use tempfile::TempDir;
use walkdir::WalkDir;

use crate::project::repository;

/// The largest files of the site by far. Tests replace such a file, and never write into it, as copies are links.
const PICTURES: &str = "content/images";

/// The room in memory that projects of tests need at most.
#[cfg(unix)]
const ROOM: u64 = 1 << 30;

/// The copies of pictures that projects share at the moment.
static PICTURE_COPIES: Mutex<Weak<TempDir>> = Mutex::new(Weak::new());

/// The disk in memory, if there is one with room: making and removing files on another takes a third of the processor time
/// of all tests.
fn memory() -> &'static Path {
    static FOLDER: LazyLock<&Path> = LazyLock::new(|| {
        let shared_memory = Path::new("/dev/shm");
        remove_leavings(shared_memory);
        if has_room(shared_memory) { shared_memory } else { Path::new(env!("CARGO_TARGET_TMPDIR")) }
    });
    *FOLDER
}

/// An empty folder there whose name begins with that of this process, then so.
pub fn scratch(name: &str) -> TempDir {
    TempDir::with_prefix_in(format!("gympress-{}-{name}", std::process::id()), memory()).unwrap()
}

/// Removes the folders of tests that were killed, which take memory until somebody does so: those whose process is gone.
/// `tests/browser/support/site.js` does the same.
fn remove_leavings(folder: &Path) {
    let processes = Path::new("/proc");
    if !processes.join("self").exists() {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.strip_prefix("gympress-")?.split('-').next());
        let process = process.filter(|process| process.parse::<u32>().is_ok());
        if process.is_some_and(|process| !processes.join(process).exists()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(unix)]
fn has_room(folder: &Path) -> bool {
    rustix::fs::statvfs(folder).is_ok_and(|disk| disk.f_bavail * disk.f_frsize > ROOM)
}

#[cfg(windows)]
fn has_room(_: &Path) -> bool {
    false
}

/// A copy in a folder whose name begins so, which shares `shared` with others (see [`share`]).
pub fn gym(name: &str, shared: &str) -> TempDir {
    let folder = scratch(name);
    for part in FOLDERS.into_iter().chain([PICTURES]) {
        tree(&original(part), &folder.path().join(part));
    }
    share(folder.path(), shared);
    folder
}

/// The file or folder of which a copy of the gym has a copy at `path`.
pub fn original(path: &str) -> PathBuf {
    let root = repository();
    let is_text = Path::new(path).starts_with("content") && !Path::new(path).starts_with(PICTURES);
    if is_text { root.join("tests/cases/gym").join(path) } else { root.join(path) }
}

/// Copies a folder with all that is below it, pictures as links.
pub fn tree(from: &Path, to: &Path) {
    let pictures = picture_copies();
    for entry in WalkDir::new(from).into_iter().map(Result::unwrap) {
        let to = to.join(entry.path().strip_prefix(from).unwrap());
        if entry.file_type().is_dir() {
            fs::create_dir(to).unwrap();
            continue;
        }
        let is_picture = entry.path().parent() == Some(&repository().join(PICTURES));
        let copy = pictures.path().join(entry.file_name());
        // Another disk has no links to it.
        if !is_picture || fs::hard_link(copy, &to).is_err() {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

/// A copy of each picture of the shipped gym, for projects to link to. It is the same one as long as one is in use.
pub fn picture_copies() -> Arc<TempDir> {
    let mut copies = PICTURE_COPIES.lock().unwrap();
    copies.upgrade().unwrap_or_else(|| {
        let folder = Arc::new(scratch("pictures-"));
        for picture in fs::read_dir(repository().join(PICTURES)).unwrap().map(Result::unwrap) {
            fs::copy(picture.path(), folder.path().join(picture.file_name())).unwrap();
        }
        *copies = Arc::downgrade(&folder);
        folder
    })
}

/// Links `shared`, a folder below `.gympress`, of the project in `folder` to the one that tests have in common:
/// `cache`, or `cache/images` alone, which takes minutes to make.
pub fn share(folder: &Path, shared: &str) {
    static PICTURES_TAKEN: Once = Once::new();
    let tests = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept");
    PICTURES_TAKEN.call_once(|| take_pictures(&tests.join("cache/images")));
    link(&tests.join(shared), &folder.join(".gympress").join(shared));
}

/// Takes over the encoded pictures of the shipped gym, whose builds remove those that it doesn't have itself.
fn take_pictures(to: &Path) {
    if to.is_symlink() {
        fs::remove_file(to).unwrap();
    }
    fs::create_dir_all(to).unwrap();
    let from = repository().join(".gympress/cache/images");
    for file in fs::read_dir(from).into_iter().flatten().map(Result::unwrap) {
        // Most are there, and a build at the same time may remove one.
        let _ = fs::hard_link(file.path(), to.join(file.file_name()));
    }
}

/// Makes `link` a link to the folder, unless another test did.
fn link(folder: &Path, link: &Path) {
    fs::create_dir_all(folder).unwrap();
    fs::create_dir_all(link.parent().unwrap()).unwrap();
    let _ = symlink(folder, link);
    assert!(link.is_dir(), "{} is no folder", link.display());
}

/// Copies what a build of the shipped gym left of bundles, their markup, and what it decoded pictures for, to the project in
/// `folder`, which has a cache of its own: that takes longer to make than all pages.
pub fn bundles(folder: &Path) {
    let from = repository().join(".gympress/cache");
    for kind in ["bundle", "markup", "picture-probes"] {
        let to = folder.join(".gympress/cache").join(kind);
        fs::create_dir_all(&to).unwrap();
        for file in fs::read_dir(from.join(kind)).into_iter().flatten().map(Result::unwrap) {
            // A build of the site at the same time may remove it.
            let _ = fs::copy(file.path(), to.join(file.file_name()));
        }
    }
}
