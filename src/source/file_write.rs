//! Files of a project written whole: each is at any moment either as it was or as it should be.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, Permissions},
    io::{self, ErrorKind, Write as _},
    path::{Path, PathBuf},
};

use crate::diagnostic::{Failure, log_leftover};

/// The end of the name of a file that isn't whole yet. The name begins with a dot, so that nothing reads the file.
const UNFINISHED: &str = ".gympress-unfinished";

/// A file beside the one whose place it takes. It is removed when dropped.
#[derive(Debug)]
pub struct StagedFile {
    from: PathBuf,
    to: PathBuf,
}

impl StagedFile {
    /// Writes `bytes` beside `to`, with these permissions or those of new files.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(to: PathBuf, bytes: &[u8], permissions: Option<Permissions>) -> Result<Self, Failure> {
        let name = unfinished_name(to.file_name().unwrap_or_default());
        let staged = Self { from: to.with_file_name(name), to };
        // A file that a killed run left behind is replaced, whatever its permissions are.
        log_leftover(&staged.from, fs::remove_file(&staged.from));
        let written = write_new(&staged.from, bytes, permissions);
        written.map_err(|error| Failure::io("write", &staged.from, &error))?;
        Ok(staged)
    }

    /// Puts it into its place, unless a file is there. Returns false if one is.
    ///
    /// # Errors
    /// If it can't be moved there.
    fn commit_new(self) -> Result<bool, Failure> {
        match fs::hard_link(&self.from, &self.to) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            // Not every file system has links; renaming would replace what is there.
            Err(_) if self.to.symlink_metadata().is_ok() => Ok(false),
            Err(_) => self.commit().map(|()| true),
        }
    }

    /// Puts it into its place.
    ///
    /// # Errors
    /// If it can't be moved there.
    pub fn commit(self) -> Result<(), Failure> {
        fs::rename(&self.from, &self.to).map_err(|error| Failure::io("write", &self.to, &error))
    }
}

impl Drop for StagedFile {
    fn drop(&mut self) {
        log_leftover(&self.from, fs::remove_file(&self.from));
    }
}

/// The name of a file that isn't whole yet: the same in each run, so that the next one replaces what a killed one left behind.
fn unfinished_name(name: &OsStr) -> OsString {
    // Most disks take 255 bytes.
    const LONGEST: usize = 200;
    let mut unfinished = OsString::from(".");
    if name.len() > LONGEST {
        unfinished.push(blake3::hash(name.as_encoded_bytes()).to_hex().as_str());
    } else {
        unfinished.push(name);
    }
    unfinished.push(UNFINISHED);
    unfinished
}

/// Writes a file and waits until the disk has it.
fn write_new(path: &Path, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    // Nobody else reads a private file before it is private.
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.write_all(bytes)?;
    file.sync_all()
}

/// Writes a file, in the place of the one that is there, and its folder if there is none.
///
/// # Errors
/// If it can't be written.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    create_parent(path)?;
    // A symbolic link stays: the file that it leads to is written.
    let to = dunce::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let permissions = fs::metadata(&to).ok().map(|known| known.permissions());
    StagedFile::write(to, bytes, permissions)?.commit()
}

/// Writes a file that only its owner can read, and its folder if there is none.
///
/// # Errors
/// If it can't be written.
pub fn replace_private(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    create_parent(path)?;
    StagedFile::write(path.to_owned(), bytes, private())?.commit()
}

#[cfg(unix)]
fn private() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    Some(Permissions::from_mode(0o600))
}

/// On other systems, the folders of a user are hers alone.
#[cfg(not(unix))]
fn private() -> Option<Permissions> {
    None
}

/// Writes a file that doesn't exist yet, and its folder if there is none. Returns false, and writes nothing, if there is
/// something at `path`.
///
/// # Errors
/// If it can't be written.
pub fn create(path: &Path, bytes: &[u8]) -> Result<bool, Failure> {
    create_parent(path)?;
    StagedFile::write(path.to_owned(), bytes, None)?.commit_new()
}

fn create_parent(path: &Path) -> Result<(), Failure> {
    let Some(folder) = path.parent() else { return Ok(()) };
    fs::create_dir_all(folder).map_err(|error| Failure::io("make the folder", folder, &error))
}
