//! What the site has no more.

use std::{
    collections::{BTreeSet, HashMap},
    fs,
    io::ErrorKind,
    path::Path,
};

use rayon::prelude::*;
use walkdir::WalkDir;

use super::{manifest::Manifest, order::targets_first};
use crate::{
    failure::Failure,
    output::{OutputPath, check::References},
};

/// Removes the files `vanished` from `out`: pages first, each before those to which it refers. Folders
/// that are empty then go too.
pub(super) fn remove(out: &Path, vanished: &[OutputPath], references: &References) -> Result<(), Failure> {
    let mut real = RealFolders { out, known: HashMap::new() };
    let there: Vec<&OutputPath> = vanished.iter().filter(|path| real.hold(path)).collect();
    let (pages, others): (Vec<&OutputPath>, Vec<_>) = there.into_iter().partition(|path| path.is_html());
    for path in referrers_first(out, &pages, references).into_iter().chain(others) {
        let file = out.join(path.as_str());
        match fs::remove_file(&file) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(Failure::io("remove", &file, &error));
            }
            _ => {}
        }
    }
    // Also of files that a killed build had removed already.
    let folders: BTreeSet<&str> = vanished.iter().flat_map(OutputPath::folders).collect();
    for folder in folders.into_iter().rev().filter(|folder| real.is_real(folder)) {
        // One that isn't empty stays.
        let _ = fs::remove_dir(out.join(folder));
    }
    Ok(())
}

/// Tells the folders of the site from links that somebody put in their place, through which nothing
/// may be removed.
struct RealFolders<'o> {
    out: &'o Path,
    known: HashMap<Box<str>, bool>,
}

impl RealFolders<'_> {
    /// True if the file at `path` is there and within real folders.
    fn hold(&mut self, path: &OutputPath) -> bool {
        path.folders().next_back().is_none_or(|folder| self.is_real(folder))
            && fs::symlink_metadata(self.out.join(path.as_str())).is_ok_and(|metadata| !metadata.is_dir())
    }

    fn is_real(&mut self, folder: &str) -> bool {
        if let Some(known) = self.known.get(folder) {
            return *known;
        }
        let within_real = folder.rsplit_once('/').is_none_or(|(parent, _)| self.is_real(parent));
        let is_folder =
            || fs::symlink_metadata(self.out.join(folder)).is_ok_and(|metadata| metadata.is_dir());
        let real = within_real && is_folder();
        self.known.insert(folder.into(), real);
        real
    }
}

fn referrers_first<'p>(out: &Path, pages: &[&'p OutputPath], references: &References) -> Vec<&'p OutputPath> {
    let places: HashMap<&OutputPath, usize> =
        pages.iter().zip(0..).map(|(page, place)| (*page, place)).collect();
    let targets: Vec<Vec<usize>> = pages
        .par_iter()
        .map(|page| {
            // What can't be read refers to nothing.
            let bytes = fs::read(out.join(page.as_str())).unwrap_or_default();
            references.read(page, &bytes).iter().filter_map(|target| places.get(target).copied()).collect()
        })
        .collect();
    let all: Vec<usize> = (0..pages.len()).collect();
    let ordered = targets_first(&all, |place| targets.get(place).cloned().unwrap_or_default());
    ordered.into_iter().rev().filter_map(|place| pages.get(place).copied()).collect()
}

/// Fails if the folder at `path`, which has to make place for a file, holds anything that isn't listed.
pub(super) fn only_ours(out: &Path, path: &str, manifest: &Manifest) -> Result<(), Failure> {
    let folder = out.join(path);
    for entry in WalkDir::new(&folder) {
        let entry =
            entry.map_err(|error| Failure::new(format!("can't read {}: {error}", folder.display())))?;
        let inner = entry.path().strip_prefix(out).unwrap_or(entry.path());
        let parts: Vec<_> = inner.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        if !entry.file_type().is_dir() && !manifest.has(&parts.join("/")) {
            let what = format!("the site needs a file at {}, where there is a folder", folder.display());
            return Err(Failure::new(what).help(format!(
                "gympress did not make {}: move it away, and build again",
                entry.path().display()
            )));
        }
    }
    Ok(())
}
