//! A rename on disk. Whenever it is interrupted, every reference leads to something, and the same call finishes it.

use std::{fs, path::Path};

use super::Plan;
use crate::{
    failure::Failure,
    fix::{self, Change},
    source::SourceText,
};

/// Writes all that `plan` says below `root`: the file under its new name, then what refers to it, then the old file goes.
///
/// # Errors
/// If a file can't be written, or is another one since it was read.
pub fn write(root: &Path, plan: &Plan) -> Result<(), Failure> {
    fix::write(root, plan.first.as_slice())?;
    if let Some((from, to)) = &plan.moved {
        let (from, to) = (root.join(from), root.join(to));
        match &plan.moved_text {
            Some(text) => fix::write_new(&to, text.text.as_bytes())?,
            None => {
                let bytes = fs::read(&from).map_err(|error| Failure::io("read", &from, &error))?;
                fix::write_new(&to, &bytes)?;
            }
        }
    }
    // Rows know their old ids from here on, before the files that refer to them change.
    fix::write(root, &plan.changes)?;
    if let Some((from, _)) = &plan.moved {
        let from = root.join(from);
        fs::remove_file(&from).map_err(|error| Failure::io("remove", &from, &error))?;
    }
    if let Some((path, text)) = &plan.last {
        let known = plan.moved_text.as_ref().or_else(|| {
            plan.changes.iter().find(|change| *change.after.path == **path).map(|change| &change.after)
        });
        if let Some(before) = known {
            let after = SourceText::whole(path.as_str(), text.as_str()).into();
            fix::write(root, &[Change { before: before.clone(), after }])?;
        }
    }
    Ok(())
}
