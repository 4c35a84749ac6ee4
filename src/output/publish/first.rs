//! The first publication: a staged folder, renamed into place as a whole.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use rayon::prelude::*;

use super::{
    Published, in_place,
    lock::Lock,
    manifest::Manifest,
    staging::{self, Mode, Staged, Staging, lock_of, manifest_of},
};
use crate::{failure::Failure, output::check::References};

/// Starts a first publication. Returns `None` if there is a site already, or if no folder can be put beside `out`.
pub(super) fn open(out: &Path) -> Result<Option<Staging>, Failure> {
    let Some(beside) = beside(out) else { return Ok(None) };
    if !is_free(out)? {
        sweep(&beside, out);
        return Ok(None);
    }
    match fs::create_dir_all(&beside) {
        Ok(()) => {}
        Err(_) if out.is_dir() => return Ok(None),
        Err(error) => return Err(Failure::io("make", &beside, &error)),
    }
    let staging = stage_in(&beside, out)?;
    staging::clear(&staging.work)?;
    // Another process may have published before it released the lock.
    Ok(if is_free(out)? { Some(staging) } else { None })
}

/// The folder in which a first publication into `out` is staged. Returns `None` if `out` is the root of a file system.
fn beside(out: &Path) -> Option<PathBuf> {
    let (parent, name) = (out.parent()?, out.file_name()?);
    Some(parent.join(format!(".{}.gympress", name.to_string_lossy())))
}

/// A publication from the folder `beside`.
fn stage_in(beside: &Path, out: &Path) -> Result<Staging, Failure> {
    let lock = Lock::take(&beside.join("lock"), out)?;
    let traces = vec![beside.join("lock")];
    Ok(Staging::new(out, beside.join("tree"), Mode::First, Manifest::default(), lock, traces))
}

/// Takes away what a first publication left that was killed after it was done. Nothing depends on it.
fn sweep(beside: &Path, out: &Path) {
    if beside.is_dir() {
        drop(stage_in(beside, out));
    }
}

/// True if `out` isn't there or is empty.
fn is_free(out: &Path) -> Result<bool, Failure> {
    match fs::read_dir(out) {
        Ok(mut entries) => Ok(entries.next().is_none()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
        Err(error) => Err(Failure::io("read", out, &error)),
    }
}

/// Puts the new folder where the site goes.
pub(super) fn publish(
    staging: Staging,
    staged: Vec<Staged>,
    references: &References,
) -> Result<Published, Failure> {
    let manifest: Manifest = staged.iter().map(Staged::listed).collect();
    staging.write_flushed(&manifest_of(&staging.work), manifest.text().as_bytes())?;
    staging.write(&lock_of(&staging.work), b"")?;
    let exists = fs::metadata(&staging.out);
    if let Ok(metadata) = &exists {
        let changed = fs::set_permissions(&staging.work, metadata.permissions());
        changed.map_err(|error| staging.failed("change", &staging.work, &error))?;
    }
    match fs::rename(&staging.work, &staging.out) {
        Ok(()) => {
            let mut added: Vec<_> = staged.into_iter().map(|file| file.path).collect();
            added.sort_unstable();
            Ok(Published { added, ..Published::default() })
        }
        // A mount point can be filled, but not replaced.
        Err(_) if exists.is_ok() => publish_in_place(&staging, &staged, references),
        Err(error) => Err(staging.failed("make", &staging.out, &error)),
    }
}

fn publish_in_place(
    staging: &Staging,
    staged: &[Staged],
    references: &References,
) -> Result<Published, Failure> {
    let next = in_place::open(&staging.out)?;
    let staged = staged
        .par_iter()
        .map(|file| next.take_bytes(file.path.clone(), file.listing, &staging.bytes_of(file)?));
    let staged = staged.collect::<Result<_, _>>()?;
    in_place::publish(next, staged, references)
}
