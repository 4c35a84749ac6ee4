//! A rename on disk. Whenever it is interrupted, every reference leads to something, and the same call finishes it.

use std::{fs, io::ErrorKind, path::Path, sync::Arc};

use super::Plan;
use crate::{
    failure::Failure,
    file_write,
    fix::{self, FileChange},
    source::SourceText,
};

/// Writes all that `plan` says below `root`: the file under its new name, then what refers to it, then the old file goes.
///
/// # Errors
/// If a file can't be written, or is another one since it was read.
pub fn write(root: &Path, plan: &Plan) -> Result<(), Failure> {
    fix::write(root, plan.first.as_slice())?;
    if let Some((from, to)) = &plan.moved {
        move_file(root, (from, to), plan.moved_text.as_ref())?;
    }
    // Rows know their old ids from here on, before the files that refer to them change.
    fix::write(root, &plan.changes)?;
    if let Some((from, _)) = &plan.moved {
        let from = root.join(from);
        match fs::remove_file(&from) {
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            removed => removed.map_err(|error| Failure::io("remove", &from, &error))?,
        }
    }
    if let Some((path, text)) = &plan.last {
        let known = plan.moved_text.as_ref().or_else(|| {
            plan.changes.iter().find(|change| *change.after.path == **path).map(|change| &change.after)
        });
        if let Some(before) = known {
            let after = SourceText::whole(path.as_str(), text.as_str()).into();
            fix::write(root, &[FileChange { before: before.clone(), after }])?;
        }
    }
    Ok(())
}

/// Writes a file under its new name, with `text` in it if it says something else then. Its old name is left, unless
/// both are names of the same file, as on a disk that doesn't tell capitals from small letters.
fn move_file(root: &Path, (old, new): (&str, &str), text: Option<&Arc<SourceText>>) -> Result<(), Failure> {
    let (from, to) = (root.join(old), root.join(new));
    let read = |path: &Path| fs::read(path).map_err(|error| Failure::io("read", path, &error));
    let is_same =
        dunce::canonicalize(&from).ok().is_some_and(|file| dunce::canonicalize(&to).ok() == Some(file));
    if is_same {
        fs::rename(&from, &to).map_err(|error| Failure::io("rename", &from, &error))?;
        let Some(after) = text else { return Ok(()) };
        let before = SourceText::whole(new, String::from_utf8_lossy(&read(&to)?).as_ref());
        return match before.text == after.text {
            true => Ok(()),
            false => fix::write(root, &[FileChange { before: before.into(), after: after.clone() }]),
        };
    }
    let moved = match text {
        Some(text) => text.text.as_bytes().to_vec(),
        None => read(&from)?,
    };
    // An interrupted call has written it already.
    match file_write::create(&to, &moved)? || read(&to)? == moved {
        true => Ok(()),
        false => Err(Failure::new(format!("{} is there already", to.display()))),
    }
}
