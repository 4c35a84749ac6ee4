//! Corrected files on disk: each is at any moment either as it was or as it should be.

use std::{
    fs::{self, File},
    io::{ErrorKind, Write as _},
    path::{Path, PathBuf},
};

use super::Change;
use crate::failure::{Failure, log_leftover};

/// What the name of a file ends with that isn't whole yet. It begins with a dot, so that nothing reads it.
const UNFINISHED: &str = ".gympress-fix";

/// A corrected file beside the one whose place it takes.
struct Staged {
    from: PathBuf,
    to: PathBuf,
}

/// Writes all changes below `root`, beside the files at first; when all are there, each takes its file's place.
///
/// # Errors
/// If a file can't be written, or is another one since it was read: then none is changed. Only if one that was
/// written can't take its place, those before it have.
pub fn write(root: &Path, changes: &[Change]) -> Result<(), Failure> {
    let mut staged = Vec::with_capacity(changes.len());
    for change in changes {
        match stage(root, change) {
            Ok(file) => staged.push(file),
            Err(failure) => {
                discard(&staged);
                return Err(failure);
            }
        }
    }
    for (at, Staged { from, to }) in staged.iter().enumerate() {
        if let Err(error) = fs::rename(from, to) {
            discard(staged.get(at..).unwrap_or_default());
            return Err(Failure::io("write", to, &error));
        }
    }
    Ok(())
}

/// Writes a file that isn't there yet, or has these bytes already.
///
/// # Errors
/// If it can't be written, or another file is there.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    match fs::read(path) {
        Ok(known) if known == bytes => return Ok(()),
        Ok(_) => return Err(Failure::new(format!("{} is there already", path.display()))),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(Failure::io("read", path, &error)),
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let from = path.with_file_name(format!(".{name}{UNFINISHED}"));
    let put = || {
        // One that was left behind is replaced.
        log_leftover(&from, fs::remove_file(&from));
        let mut file = File::create_new(&from)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&from, path)
    };
    put().map_err(|error| {
        log_leftover(&from, fs::remove_file(&from));
        Failure::io("write", path, &error)
    })
}

fn discard(staged: &[Staged]) {
    for Staged { from, .. } in staged {
        log_leftover(from, fs::remove_file(from));
    }
}

fn stage(root: &Path, change: &Change) -> Result<Staged, Failure> {
    let given = root.join(&*change.before.path);
    // Where a link leads is written to, and the link stays.
    let to = fs::canonicalize(&given).map_err(|error| Failure::io("find", &given, &error))?;
    let bytes = fs::read(&to).map_err(|error| Failure::io("read", &to, &error))?;
    let Some(bytes) = change.before.rewritten(&bytes, &change.after.text) else {
        return Err(Failure::new(format!("{} was changed by something else", change.before.path))
            .help("nothing was written; run gympress fix again"));
    };
    let permissions = fs::metadata(&to).map_err(|error| Failure::io("read", &to, &error))?.permissions();
    let name = to.file_name().unwrap_or_default().to_string_lossy();
    let from = to.with_file_name(format!(".{name}{UNFINISHED}"));
    let put = || {
        // One that was left behind is replaced, whatever its permissions are.
        log_leftover(&from, fs::remove_file(&from));
        let mut file = File::create_new(&from)?;
        file.write_all(&bytes)?;
        file.set_permissions(permissions)?;
        file.sync_all()
    };
    match put() {
        Ok(()) => Ok(Staged { from, to }),
        Err(error) => {
            log_leftover(&from, fs::remove_file(&from));
            Err(Failure::io("write", &from, &error))
        }
    }
}
