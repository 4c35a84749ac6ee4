//! Corrected files on disk.

use std::{fs, path::Path};

use super::FileChange;
use crate::{failure::Failure, file_write::Staged};

/// Writes all changes below `root`, beside the files at first; when all are there, each takes its file's place.
///
/// # Errors
/// If a file can't be written, or is another one since it was read: then none is changed. Only if one that was
/// written can't take its place, those before it have.
pub fn write(root: &Path, changes: &[FileChange]) -> Result<(), Failure> {
    // What was written is removed again if another file can't be.
    let staged: Vec<Staged> = changes.iter().map(|change| stage(root, change)).collect::<Result<_, _>>()?;
    staged.into_iter().try_for_each(Staged::commit)
}

fn stage(root: &Path, change: &FileChange) -> Result<Staged, Failure> {
    let given = root.join(&*change.before.path);
    // Where a link leads is written to, and the link stays.
    let to = dunce::canonicalize(&given).map_err(|error| Failure::io("find", &given, &error))?;
    let bytes = fs::read(&to).map_err(|error| Failure::io("read", &to, &error))?;
    let Some(bytes) = change.before.rewritten(&bytes, &change.after.text) else {
        return Err(Failure::new(format!("{} was changed by something else", change.before.path))
            .help("nothing was written; run gympress fix again"));
    };
    let permissions = fs::metadata(&to).map_err(|error| Failure::io("read", &to, &error))?.permissions();
    Staged::write(to, &bytes, Some(permissions))
}
