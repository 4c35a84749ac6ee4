//! Which folders of a published site are there.

use std::{collections::HashMap, fs, io::ErrorKind, path::Path};

use super::manifest::Manifest;
use crate::failure::Failure;

/// A folder of the site, on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Folder {
    There,
    /// It will be made. The length of the outermost folder's path that isn't there: of `a` for `a/b/c`.
    Missing(usize),
}

/// Reads each folder once.
#[derive(Debug, Default)]
pub(super) struct Folders {
    known: HashMap<Box<str>, Folder>,
}

impl Folders {
    /// The innermost of `folders`, which are given from the outermost on, as they are below `out`.
    ///
    /// # Errors
    /// If a link or a foreign file is in the way, or the system doesn't let us look.
    pub(super) fn look<'f>(
        &mut self,
        out: &Path,
        manifest: &Manifest,
        folders: impl Iterator<Item = &'f str>,
    ) -> Result<Folder, Failure> {
        let mut state = Folder::There;
        for folder in folders {
            if let Some(known) = self.known.get(folder) {
                state = *known;
                continue;
            }
            if state == Folder::There {
                state = look_at(&out.join(folder), folder, manifest)?;
            }
            self.known.insert(folder.into(), state);
        }
        Ok(state)
    }
}

fn look_at(path: &Path, folder: &str, manifest: &Manifest) -> Result<Folder, Failure> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_dir() => Ok(Folder::There),
        // A page that became a folder of pages: it makes place when the folder comes.
        Ok(metadata) if metadata.is_file() && manifest.has(folder) => Ok(Folder::Missing(folder.len())),
        Ok(_) => Err(Failure::new(format!(
            "the site needs a folder at {}, where there is something else",
            path.display()
        ))
        .help("gympress did not make it: move it away, and build again")),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Folder::Missing(folder.len())),
        Err(error) => Err(Failure::io("look at", path, &error)),
    }
}
