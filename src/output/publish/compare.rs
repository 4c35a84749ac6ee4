//! Compares a file of the site with the published one.

use std::{
    fs::File,
    io::{self, ErrorKind, Read},
    path::Path,
};

/// What stands where a file is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    Nothing,
    Same,
    Different,
    Folder,
}

/// Compares the file at `path` with `bytes`, by size first.
pub(super) fn compare(path: &Path, bytes: &[u8]) -> io::Result<Existing> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Existing::Nothing);
        }
        // Whatever a file holds, it can be replaced without being read. Windows opens no folder.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            return Ok(if path.is_dir() { Existing::Folder } else { Existing::Different });
        }
        Err(error) => return Err(error),
    };
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Ok(Existing::Folder);
    }
    if metadata.len() != bytes.len() as u64 {
        return Ok(Existing::Different);
    }
    let mut rest = bytes;
    let mut buffer = [0; 16 * 1024];
    while !rest.is_empty() {
        let read = file.read(&mut buffer)?;
        match rest.split_at_checked(read) {
            Some((expected, after)) if read > 0 && buffer.starts_with(expected) => rest = after,
            _ => return Ok(Existing::Different),
        }
    }
    Ok(Existing::Same)
}
