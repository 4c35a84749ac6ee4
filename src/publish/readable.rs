//! Files and folders that everybody can read, whatever the umask of the user who builds: another user serves them.

use std::{
    fs::{self, File},
    io::{self, ErrorKind, IoSlice, Write as _},
    path::Path,
    sync::OnceLock,
};

use crate::output::Pieces;

/// Writes files and folders that everybody can read. The umask is seen at the first of each, which saves a system call for
/// each of the others.
#[derive(Debug, Default)]
pub(super) struct ReadableWriter {
    /// True if new files are readable as they are.
    files: OnceLock<bool>,
    folders: OnceLock<bool>,
}

impl ReadableWriter {
    /// Makes a folder, and those above it that don't exist.
    pub(super) fn create_folder(&self, folder: &Path) -> io::Result<()> {
        let mut created = fs::create_dir(folder);
        if let (Err(error), Some(above)) = (&created, folder.parent())
            && error.kind() == ErrorKind::NotFound
        {
            self.create_folder(above)?;
            // Not by calling itself for this folder, which might never end: in a link that leads nowhere, none can be made.
            created = fs::create_dir(folder);
        }
        match created {
            // Another thread was first.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
            Err(error) => Err(error),
            Ok(()) => make_readable(folder, 0o755, &self.folders),
        }
    }

    /// Writes a file with the folders that it needs.
    pub(super) fn write(&self, to: &Path, bytes: &Pieces<'_>) -> io::Result<()> {
        // A page is the first file of its folder: opening it before the folder is there would fail.
        let is_page = to.file_name().is_some_and(|name| name == "index.html");
        if let Some(folder) = to.parent().filter(|_| is_page) {
            self.create_folder(folder)?;
        }
        let mut file = match File::create(to) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                if let Some(folder) = to.parent() {
                    self.create_folder(folder)?;
                }
                File::create(to)?
            }
            created => created?,
        };
        write_pieces(&mut file, bytes)?;
        make_readable(to, 0o644, &self.files)
    }
}

fn write_pieces(file: &mut File, bytes: &Pieces<'_>) -> io::Result<()> {
    let mut slices: Vec<_> = bytes.iter().filter(|piece| !piece.is_empty()).map(IoSlice::new).collect();
    let mut left = &mut *slices;
    while !left.is_empty() {
        match file.write_vectored(left) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(written) => IoSlice::advance_slices(&mut left, written),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Lets everybody read what was made at `path`, unless the first of its kind was readable at once.
#[cfg(unix)]
fn make_readable(path: &Path, mode: u32, are_readable: &OnceLock<bool>) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let is_readable = match are_readable.get() {
        Some(known) => *known,
        None => {
            let first = fs::metadata(path)?.permissions().mode() & mode == mode;
            *are_readable.get_or_init(|| first)
        }
    };
    if is_readable { Ok(()) } else { fs::set_permissions(path, fs::Permissions::from_mode(mode)) }
}

#[cfg(not(unix))]
fn make_readable(_: &Path, _: u32, _: &OnceLock<bool>) -> io::Result<()> {
    Ok(())
}
