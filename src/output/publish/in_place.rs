//! A later publication: file by file, in an order that keeps every page's references true.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use super::{
    Published,
    lock::Lock,
    manifest::{Listing, Manifest},
    removal, rename_plan,
    staging::{self, Mode, Staged, StagedChange, Staging, lock_of, manifest_of},
    step::Step,
};
use crate::{
    failure::Failure,
    output::{OWN_FOLDER, check::References},
};

/// Starts a publication into a folder that holds a site, or nothing.
pub(super) fn open(out: &Path) -> Result<Staging, Failure> {
    let own = out.join(OWN_FOLDER);
    let is_new = is_new(out)?;
    if is_new {
        fs::create_dir(&own).map_err(|error| Failure::io("make", &own, &error))?;
    }
    let lock = Lock::take(&lock_of(out), out)?;
    let traces = if is_new { vec![lock_of(out)] } else { Vec::new() };
    let mut staging = Staging::new(out, work_of(out), Mode::InPlace, Manifest::default(), lock, traces);
    if let Some(text) = read_manifest(out)? {
        staging.old = Manifest::parse(&text).ok_or_else(|| {
            Failure::new(format!("{} is damaged, or of another version", manifest_of(out).display()))
                .help(format!("if nothing in {} is yours, delete it, and build again", out.display()))
        })?;
    }
    staging::clear(&staging.work)?;
    Ok(staging)
}

/// Where files are staged for `out`.
pub(super) fn work_of(out: &Path) -> PathBuf {
    out.join(OWN_FOLDER).join("staging")
}

/// What may lie in a folder before the first publication, and stays there: what a repository or a host needs.
const GUESTS: [&str; 5] = [".git", ".gitkeep", ".gitignore", ".gitattributes", "CNAME"];

/// True if gympress hasn't been in `out` yet.
///
/// # Errors
/// If it has files of another program: such a folder must not be changed.
fn is_new(out: &Path) -> Result<bool, Failure> {
    let listed = || fs::read_dir(out)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>();
    let mut names = listed().map_err(|error| Failure::io("read", out, &error))?;
    names.retain(|name| !GUESTS.iter().any(|guest| name == guest));
    let own = fs::symlink_metadata(out.join(OWN_FOLDER)).is_ok_and(|metadata| metadata.is_dir());
    // A build that was killed before it published anything leaves its own folder alone.
    if names.is_empty() || own && (names.len() == 1 || manifest_of(out).is_file()) {
        return Ok(!own);
    }
    Err(Failure::new(format!("{} holds files that gympress did not make", out.display())).help(
        "nothing there was changed; name a new or empty folder with --out, or move the files away first",
    ))
}

fn read_manifest(out: &Path) -> Result<Option<String>, Failure> {
    let path = manifest_of(out);
    match fs::read(&path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::io("read", &path, &error)),
    }
}

/// Moves what was staged into place, and removes what the site has no more.
pub(super) fn publish(
    mut staging: Staging,
    staged: Vec<Staged>,
    references: &References,
) -> Result<Published, Failure> {
    let (steps, published) = plan(&staging, &staged, references)?;
    staging.traces.clear();
    for step in steps {
        step.carry_out(&staging).map_err(|failure| {
            let out = staging.out.display();
            failure.help(format!("every page in {out} is whole, and the next build completes it"))
        })?;
    }
    Ok(published)
}

/// What has to be done, and what will have been done then. Everything that needs room on the disk is there
/// afterwards.
pub(super) fn plan(
    staging: &Staging,
    staged: &[Staged],
    references: &References,
) -> Result<(Vec<Step>, Published), Failure> {
    let mut site: Manifest = staged.iter().map(Staged::listed).collect();
    let published = report(&staging.old, &site, staged);
    let moves = rename_plan::steps(staging, staged, references);
    let removals = removal::steps(&staging.out, &published.removed, &site, references)?;

    // What a killed build leaves is listed, as what it was before.
    let union = staging.old.union(&site);
    for path in &published.expiring {
        site.insert(path.clone(), Listing::Expiring);
    }
    let mut steps = Vec::with_capacity(moves.len() + removals.len() + 2);
    if union != staging.old || !manifest_of(&staging.out).is_file() {
        steps.push(list(staging, &union, "before")?);
    }
    steps.extend(moves);
    steps.extend(removals);
    if site != union {
        steps.push(list(staging, &site, "after")?);
    }
    Ok((steps, published))
}

/// Stages a manifest.
fn list(staging: &Staging, manifest: &Manifest, name: &str) -> Result<Step, Failure> {
    let from = staging.work.join(name);
    staging.write_flushed(&from, manifest.text().as_bytes())?;
    Ok(Step::Put { from, to: manifest_of(&staging.out) })
}

/// What publishing `staged` over `old` does; `site` lists `staged`.
fn report(old: &Manifest, site: &Manifest, staged: &[Staged]) -> Published {
    let mut published = Published::default();
    for (path, listing) in old.iter().filter(|(path, _)| !site.has(path.as_str())) {
        let keep = listing == Listing::HashedFile && !site.is_in_the_way_of(path);
        if keep { &mut published.expiring } else { &mut published.removed }.push(path.clone());
    }
    for file in staged {
        match file.change {
            StagedChange::Unchanged => published.unchanged += 1,
            StagedChange::Added(_) => published.added.push(file.path.clone()),
            StagedChange::Changed(_) => published.changed.push(file.path.clone()),
        }
    }
    published.added.sort_unstable();
    published.changed.sort_unstable();
    published
}
