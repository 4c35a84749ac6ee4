//! Copies of the gym of the tests for many cases, of which each changes a few files that are then put back.

use std::{
    fs,
    path::Path,
    process::Command,
    sync::{Mutex, PoisonError},
};

use gympress::source::FOLDERS;
use tempfile::TempDir;

use crate::copy::{self, bundles};

/// As many copies as there are cases at a time.
#[derive(Default)]
pub struct Pool {
    free: Mutex<Vec<TempDir>>,
}

impl Pool {
    /// Runs `case` on a copy that no other case uses meanwhile. `files` are all that it may change.
    pub fn with<T>(&self, files: &[&str], case: impl FnOnce(&Path) -> T) -> T {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let folder = free.unwrap_or_else(new_copy);
        let result = case(folder.path());
        for file in files {
            put_back(folder.path(), file);
        }
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(folder);
        result
    }
}

fn new_copy() -> TempDir {
    let folder = copy::gym("case-", "cache/images");
    bundles::copy(folder.path());
    // What is missing is cached by a check without errors, and not by one with errors.
    let check = Command::new(env!("CARGO_BIN_EXE_gympress"))
        .args(["check", "--now", "2026-11-20T12:00:00+03:00", "--root"])
        .arg(folder.path())
        .output()
        .unwrap();
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stderr));
    folder
}

/// Makes the file what it is in the gym of the tests.
fn put_back(folder: &Path, file: &str) {
    let path = folder.join(file);
    // It may be a link, and not be there.
    let _ = fs::remove_file(&path);
    let original = copy::original(file);
    // Of other files, the copy has none.
    let is_copied = FOLDERS.iter().any(|folder| Path::new(file).starts_with(folder));
    if is_copied && original.is_file() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        copy::place(&original, &path);
        return;
    }
    // Folders that were made for it; one that has other files stays.
    for above in path.ancestors().skip(1).take_while(|above| *above != folder) {
        let _ = fs::remove_dir(above);
    }
}
