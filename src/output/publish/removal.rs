//! Removes files that the site has no more, in an order in which no page refers to a removed one.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fs,
    path::Path,
};

use rayon::prelude::*;
use walkdir::WalkDir;

use super::{
    manifest::Manifest,
    order::targets_first,
    step::{Step, is_folder},
};
use crate::{
    failure::Failure,
    output::{OutputPath, check::References},
    paths::relative,
};

/// How the files `vanished`, none of which `site` has, are removed: what is sent in place of others, then pages,
/// each before those to which it refers. A folder that vanishes goes at once, with all that is in it.
///
/// # Errors
/// If it can't be found out whether one of them is still there.
pub(super) fn steps(
    out: &Path,
    vanished: &[OutputPath],
    site: &Manifest,
    references: &References,
) -> Result<Vec<Step>, Failure> {
    let mut folders = Folders::new(out, vanished, site);
    let mut units: BTreeMap<&str, Vec<&OutputPath>> = BTreeMap::new();
    for path in vanished {
        if let Some(unit) = folders.unit(path)? {
            units.entry(unit).or_default().push(path);
        }
    }
    let (pages, others): (Vec<_>, Vec<_>) =
        units.into_iter().partition(|(_, files)| files.iter().any(|path| path.is_html()));
    let (compressed, others): (Vec<_>, Vec<_>) = others
        .into_iter()
        .map(|(unit, _)| unit)
        .partition(|unit| OutputPath::new(unit).is_some_and(|path| path.compressed_extension().is_some()));
    let pages = referrers_first(out, &pages, references);
    let ordered = compressed.into_iter().chain(pages).chain(others);
    let step = |unit: &str| match folders.vanish.get(unit) {
        Some(true) => Step::RemoveFolder(out.join(unit)),
        _ => Step::RemoveFile(out.join(unit)),
    };
    Ok(ordered.map(step).collect())
}

/// Decides what can be removed at once.
struct Folders<'a> {
    out: &'a Path,
    vanished: HashSet<&'a str>,
    holding: HashSet<&'a str>,
    site: &'a Manifest,
    vanish: HashMap<&'a str, bool>,
}

impl<'a> Folders<'a> {
    fn new(out: &'a Path, vanished: &'a [OutputPath], site: &'a Manifest) -> Self {
        Self {
            out,
            vanished: vanished.iter().map(OutputPath::as_str).collect(),
            holding: vanished.iter().flat_map(OutputPath::folders).collect(),
            site,
            vanish: HashMap::new(),
        }
    }

    /// The outermost folder that vanishes with `path`, or else the file itself. Returns `None` if it is gone already,
    /// or if its path has symbolic links, through which nothing may be removed.
    fn unit(&mut self, path: &'a OutputPath) -> Result<Option<&'a str>, Failure> {
        for folder in path.folders() {
            if is_folder(&self.out.join(folder))? != Some(true) {
                return Ok(None);
            }
            if self.vanishes(folder) {
                return Ok(Some(folder));
            }
        }
        let is_folder = is_folder(&self.out.join(path.as_str()))?;
        Ok((is_folder == Some(false)).then_some(path.as_str()))
    }

    /// True if `folder` has neither files of the site nor of another program.
    fn vanishes(&mut self, folder: &'a str) -> bool {
        if let Some(known) = self.vanish.get(folder) {
            return *known;
        }
        let ours = |entry: &walkdir::DirEntry| {
            let path = relative(self.out, entry.path());
            let known = if entry.file_type().is_dir() { &self.holding } else { &self.vanished };
            known.contains(&*path)
        };
        let vanishes = !self.site.has_below(folder)
            && WalkDir::new(self.out.join(folder))
                .into_iter()
                .all(|entry| entry.is_ok_and(|entry| ours(&entry)));
        self.vanish.insert(folder, vanishes);
        vanishes
    }
}

/// The paths of `units`, each before those to which its pages refer.
fn referrers_first<'p>(
    out: &Path,
    units: &[(&'p str, Vec<&'p OutputPath>)],
    references: &References,
) -> Vec<&'p str> {
    let holder: HashMap<&OutputPath, usize> = units
        .iter()
        .zip(0..)
        .flat_map(|((_, files), unit)| files.iter().map(move |path| (*path, unit)))
        .collect();
    let targets_of = |path: &OutputPath| {
        // What can't be read refers to nothing.
        let bytes = fs::read(out.join(path.as_str())).unwrap_or_else(|error| {
            tracing::info!(%path, "removed in any order, as it can't be read: {error}");
            Vec::new()
        });
        let targets = references.read(path, &bytes);
        targets.iter().filter_map(|target| holder.get(target).copied()).collect::<Vec<_>>()
    };
    let targets: Vec<Vec<usize>> = units
        .par_iter()
        .map(|(_, files)| {
            files.iter().filter(|path| path.is_html()).flat_map(|path| targets_of(path)).collect()
        })
        .collect();
    let all: Vec<usize> = (0..units.len()).collect();
    let ordered = targets_first(&all, |unit| targets.get(unit).cloned().unwrap_or_default());
    ordered.into_iter().rev().filter_map(|unit| units.get(unit).map(|(path, _)| *path)).collect()
}

/// Fails if the folder at `path`, which has to make place for a file, holds anything that isn't listed.
pub(super) fn only_ours(out: &Path, path: &str, manifest: &Manifest) -> Result<(), Failure> {
    let folder = out.join(path);
    for entry in WalkDir::new(&folder) {
        let entry =
            entry.map_err(|error| Failure::new(format!("can't read {}: {error}", folder.display())))?;
        if !entry.file_type().is_dir() && !manifest.has(&relative(out, entry.path())) {
            let what = format!("the site needs a file at {}, where there is a folder", folder.display());
            return Err(Failure::new(what).help(format!(
                "gympress did not make {}: move it away, and build again",
                entry.path().display()
            )));
        }
    }
    Ok(())
}
