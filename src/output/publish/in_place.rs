//! A later publication: file by file, in an order that keeps every page's references true.

use std::{
    fs,
    io::{self, ErrorKind},
    path::Path,
};

use super::{
    Published,
    lock::Lock,
    manifest::{Manifest, Stay},
    moves, removal,
    staging::{self, Change, Staged, Staging, Way, lock_of, manifest_of},
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
    let mut staging = Staging::new(out, own.join("staging"), Way::InPlace, Manifest::default(), lock, traces);
    if let Some(text) = read_manifest(out)? {
        staging.old = Manifest::parse(&text).ok_or_else(|| {
            Failure::new(format!("{} is damaged, or of another version", manifest_of(out).display()))
                .help(format!("delete the folder {}, and build again", out.display()))
        })?;
    }
    staging::clear(&staging.work)?;
    Ok(staging)
}

/// True if gympress hasn't been in `out` yet.
///
/// # Errors
/// If somebody else has: such a folder is not ours to change.
fn is_new(out: &Path) -> Result<bool, Failure> {
    let listed = || fs::read_dir(out)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>();
    let names = listed().map_err(|error| Failure::io("read", out, &error))?;
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
    let mut site = Manifest::default();
    for file in &staged {
        site.insert(file.path.clone(), file.stay);
    }
    let published = report(&staging.old, &site, &staged);

    // Both manifests are on the disk before anything is moved, so that a full disk shows now.
    let (before, after) = (staging.work.join("before"), staging.work.join("after"));
    let union = staging.old.union(&site);
    let grows = union != staging.old || !manifest_of(&staging.out).is_file();
    if grows {
        staging.write_flushed(&before, union.text().as_bytes())?;
    }
    for path in &published.kept {
        site.insert(path.clone(), Stay::Kept);
    }
    let shrinks = site != union;
    if shrinks {
        staging.write_flushed(&after, site.text().as_bytes())?;
    }

    staging.traces.clear();
    let moved = || {
        if grows {
            put(&staging, &before, &manifest_of(&staging.out))?;
        }
        for step in moves::plan(&staged, references) {
            put(&staging, &step.staged(&staging), &staging.out.join(step.path))?;
        }
        removal::remove(&staging.out, &published.removed, references)?;
        if shrinks {
            put(&staging, &after, &manifest_of(&staging.out))?;
        }
        Ok(())
    };
    moved().map_err(|failure: Failure| {
        let whole =
            format!("every page in {} is whole, and the next build completes it", staging.out.display());
        failure.help(whole)
    })?;
    Ok(published)
}

/// What publishing `staged` over `old` does; `site` lists `staged`.
fn report(old: &Manifest, site: &Manifest, staged: &[Staged]) -> Published {
    let mut published = Published::default();
    for (path, stay) in old.iter().filter(|(path, _)| !site.has(path.as_str())) {
        let keep = stay == Stay::Lingers && !site.is_in_the_way_of(path);
        if keep { &mut published.kept } else { &mut published.removed }.push(path.clone());
    }
    for file in staged {
        match file.change {
            Change::Unchanged => published.unchanged += 1,
            Change::Added(_) => published.added.push(file.path.clone()),
            Change::Changed(_) => published.changed.push(file.path.clone()),
        }
    }
    published.added.sort_unstable();
    published.changed.sort_unstable();
    published
}

/// Renames `from` to `to`. A file of ours where a folder must go, or a folder of ours where a file must
/// go, makes place the instant before.
fn put(staging: &Staging, from: &Path, to: &Path) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::io("write", to, &error);
    match fs::rename(from, to) {
        Err(error) if matches!(error.kind(), ErrorKind::IsADirectory | ErrorKind::NotADirectory) => {
            let aside = staging.aside();
            staging.make_parent(&aside).map_err(failed)?;
            fs::rename(to, &aside).map_err(failed)?;
            fs::rename(from, to).map_err(failed)
        }
        renamed => renamed.map_err(failed),
    }
}
