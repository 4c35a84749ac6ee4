//! Publishing: the files of the site into the output folder, so that a working site is in it at any instant, even if
//! the build is killed. [docs/publishing.md](../../../docs/publishing.md) says what users can rely on.
//!
//! [`Staging::take`] compares each file with the published one, and writes it into a staging folder on the same file
//! system if it differs. It is called from many threads while pages are rendered, so that a site never has to fit into
//! memory. [`Staging::publish`] moves the staged files into place once everything was rendered and checked. A
//! [`Staging`] that is dropped instead leaves the output folder as it was.

mod folder;
mod manifest;

use std::{
    collections::BTreeMap,
    fs::{self, File, TryLockError},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
};

pub use self::folder::OutFolder;
use walkdir::{DirEntry, WalkDir};

use self::manifest::Manifest;
use crate::{
    diagnostic::{Failure, log_leftover},
    output::{Artifact, OWN_FOLDER, OutputPath},
    source::{is_leftover, paths},
};

/// True for what may lie in a folder before the first publication, and stays there: what a repository, a host, a desktop or a
/// disk of the network keeps.
fn is_guest(name: &str) -> bool {
    name.starts_with('.') && !name.eq_ignore_ascii_case(OWN_FOLDER)
        || name.eq_ignore_ascii_case("CNAME")
        || is_leftover(name)
}

/// Makes a folder of the site, and those above it that don't exist.
fn create_folder(folder: &Path) -> io::Result<()> {
    let created = fs::create_dir(folder);
    match (&created, folder.parent()) {
        (Err(error), Some(above)) if error.kind() == ErrorKind::NotFound => {
            create_folder(above)?;
            create_folder(folder)
        }
        // Another thread was first.
        (Err(error), _) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        (Err(_), _) => created,
        (Ok(()), _) => make_readable(folder, &fs::metadata(folder)?, 0o755),
    }
}

/// Lets everybody read what was made, whatever the umask of who builds: who serves it is somebody else.
#[cfg(unix)]
fn make_readable(path: &Path, metadata: &fs::Metadata, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let is_readable = metadata.permissions().mode() & mode == mode;
    if is_readable { Ok(()) } else { fs::set_permissions(path, fs::Permissions::from_mode(mode)) }
}

#[cfg(not(unix))]
fn make_readable(_: &Path, _: &fs::Metadata, _: u32) -> io::Result<()> {
    Ok(())
}

/// How many files a publication added, replaced, removed and left alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// Files that weren't there.
    pub added: usize,
    /// Files whose bytes were replaced.
    pub changed: usize,
    /// Files of earlier builds that the site has no more.
    pub removed: usize,
    /// Files that were the same and not touched.
    pub unchanged: usize,
}

/// A publication that is under way. Dropped before [`Staging::publish`], it leaves no trace.
#[derive(Debug)]
pub struct Staging {
    out: PathBuf,
    /// Where staged files are, each at its path.
    work: PathBuf,
    /// What earlier builds made.
    old: Manifest,
    /// True if nothing but guests ([`is_guest`]) are in the output folder, so that no file of the site is in the way of another.
    is_empty: bool,
    lock: File,
    /// What was made for the publication and goes without it, in this order.
    created: Vec<PathBuf>,
}

/// A file that was compared with what is published, and written if it differs.
#[derive(Clone, Debug)]
pub struct Staged {
    path: OutputPath,
    change: Change,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    Unchanged,
    /// It is moved with the outermost folder that isn't there yet, or by itself.
    Added(PathBuf),
    Changed,
}

/// A rename or a removal. The site is whole before and after each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    phase: Phase,
    to: PathBuf,
    /// Where it is staged. `None` if it is removed.
    from: Option<PathBuf>,
}

/// The order of steps: what pages refer to comes before them and goes after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    /// The manifest of old and new files, by which the next build knows what a killed one leaves.
    ManifestOfAll,
    /// All that pages refer to.
    File,
    /// No published page refers to it yet.
    NewPage,
    ChangedPage,
    /// Lists of pages for programs: feeds, the sitemap, calendars.
    List,
    /// No folder goes, with the last file in it, before all new files are there.
    RemovedList,
    RemovedPage,
    RemovedFile,
    Manifest,
}

impl Staging {
    /// Starts a publication into `out`: takes the lock, and clears away what a killed build staged.
    ///
    /// # Errors
    /// If `out` holds files and no manifest of this version, if another build is publishing into it, or if the system
    /// doesn't let us.
    pub fn open(out: &OutFolder) -> Result<Self, Failure> {
        let out = out.path();
        let own = out.join(OWN_FOLDER);
        let (lock_path, work) = (own.join("lock"), own.join("staging"));
        let mut created = Vec::new();
        let is_there = out.exists();
        let is_empty = !is_there || is_new(out)?;
        if is_empty {
            let create = create_folder(out).and_then(|()| fs::create_dir_all(&own));
            create.map_err(|error| Failure::io("make", &own, &error))?;
            created.extend([lock_path.clone(), own]);
            created.extend((!is_there).then(|| out.to_owned()));
        }
        let lock = lock(out, &lock_path)?;
        // From here on the lock is released whatever fails.
        let mut staging =
            Self { out: out.to_owned(), work, old: Manifest::default(), is_empty, lock, created };
        match fs::remove_dir_all(&staging.work) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(Failure::io("clear away", &staging.work, &error));
            }
            _ => {}
        }
        staging.old = read_manifest(out)?;
        Ok(staging)
    }

    /// Compares a file of the site with the published one, and stages it if it differs.
    ///
    /// # Errors
    /// If something is in its way that gympress didn't make, or if the system doesn't let us.
    pub fn take(&self, artifact: &Artifact) -> Result<Staged, Failure> {
        let path = artifact.path.clone();
        let bytes = artifact.bytes.get()?;
        let first = path.as_str().split('/').next().unwrap_or_default();
        if self.is_empty && !is_guest(first) {
            self.write(&self.work.join(path.as_str()), &bytes)?;
            let change = Change::Added(first.into());
            return Ok(Staged { path, change });
        }
        let published = self.out.join(path.as_str());
        let change = match published.metadata() {
            // What can't be read can be replaced.
            Ok(metadata)
                if metadata.len() == bytes.len() as u64
                    && fs::read(&published).is_ok_and(|existing| existing == *bytes) =>
            {
                return Ok(Staged { path, change: Change::Unchanged });
            }
            Ok(metadata) if metadata.is_dir() && self.is_own(&published) => {
                Change::Added(self.outermost_new(&path)?)
            }
            Ok(metadata) if metadata.is_dir() || !self.old.files.contains(&path) => {
                let what = format!("the site has a file at {}, where there is another", published.display());
                return Err(in_the_way(what));
            }
            Ok(_) => {
                self.outermost_new(&path)?;
                Change::Changed
            }
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                Change::Added(self.outermost_new(&path)?)
            }
            Err(error) => return Err(Failure::io("look at", &published, &error)),
        };
        self.write(&self.work.join(path.as_str()), &bytes)?;
        Ok(Staged { path, change })
    }

    /// The outermost folder of a file that isn't there yet, or else the file.
    fn outermost_new(&self, path: &OutputPath) -> Result<PathBuf, Failure> {
        for folder in path.folders() {
            let at = self.out.join(folder);
            match fs::symlink_metadata(&at) {
                Ok(metadata) if metadata.is_dir() => {}
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(folder.into()),
                _ if self.is_own(&at) => return Ok(folder.into()),
                _ => {
                    let at = at.display();
                    let what = format!("the site needs a folder at {at}, where there is something else");
                    return Err(in_the_way(what));
                }
            }
        }
        Ok(path.as_str().into())
    }

    /// True if earlier builds made all that is at this path: a file, or each file of a folder.
    fn is_own(&self, at: &Path) -> bool {
        let is_own = |entry: DirEntry| {
            let kind = entry.file_type();
            let path = paths::relative(&self.out, entry.path());
            kind.is_dir() || kind.is_file() && self.old.files.contains(&*path)
        };
        WalkDir::new(at).into_iter().all(|entry| entry.is_ok_and(is_own))
    }

    /// Writes a file below the staging folder, with the folders that it needs.
    fn write(&self, to: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let write = || {
            let mut file = match File::create(to) {
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    create_folder(to.parent().unwrap_or(&self.work))?;
                    File::create(to)?
                }
                created => created?,
            };
            file.write_all(bytes)?;
            make_readable(to, &file.metadata()?, 0o644)
        };
        write().map_err(|error| self.failed("write", to, &error))
    }

    /// Stages a manifest, and waits until the disk has it.
    fn write_manifest(&self, name: &str, manifest: &Manifest) -> Result<PathBuf, Failure> {
        // No file of the site is in this folder.
        let to = self.work.join(OWN_FOLDER).join(name);
        self.write(&to, manifest.text().as_bytes())?;
        let flushed = File::options().write(true).open(&to).and_then(|file| file.sync_all());
        flushed.map_err(|error| self.failed("write", &to, &error))?;
        Ok(to)
    }

    /// A failure while the published site is still as it was.
    fn failed(&self, action: &str, path: &Path, error: &io::Error) -> Failure {
        let is_full = matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded);
        let help = if is_full { "make room on the disk; " } else { "" };
        Failure::io(action, path, error).help(format!("{help}{} is as it was", self.out.display()))
    }

    /// Moves everything into place. `staged` is what [`Staging::take`] returned for every file of the site.
    ///
    /// # Errors
    /// If the disk fails or the system doesn't let us. What was published by then is whole, and the next build
    /// completes it.
    pub fn publish(mut self, staged: Vec<Staged>) -> Result<Published, Failure> {
        self.log(&staged);
        let (steps, published) = self.plan(staged)?;
        self.created.clear();
        for step in &steps {
            self.carry_out(step).map_err(|error| {
                let out = self.out.display();
                Failure::io("change", &step.to, &error)
                    .help(format!("every page in {out} is whole, and the next build completes it"))
            })?;
        }
        Ok(published)
    }

    /// Says what becomes of each file, in the order of their paths.
    fn log(&self, staged: &[Staged]) {
        let mut staged: Vec<&Staged> = staged.iter().collect();
        staged.sort_unstable_by_key(|file| &file.path);
        for Staged { path, change } in &staged {
            match change {
                Change::Unchanged => log::debug!("keeps {path}: its bytes are the same"),
                Change::Added(_) => log::info!("adds {path}: it wasn't there"),
                Change::Changed => log::info!("replaces {path}: its bytes are others"),
            }
        }
        let is_gone = |path: &&OutputPath| staged.binary_search_by_key(path, |file| &file.path).is_err();
        let gone = self.old.files.iter().filter(is_gone);
        gone.for_each(|path| log::info!("removes {path}: the site has it no more"));
    }

    /// What has to be done, and what will have been done then. All that needs much room on the disk is staged.
    ///
    /// # Errors
    /// As [`Staging::publish`], and nothing is published then.
    pub fn plan(&self, staged: Vec<Staged>) -> Result<(Vec<Step>, Published), Failure> {
        let site = Manifest { files: staged.iter().map(|file| file.path.clone()).collect() };
        let mut all = self.old.clone();
        all.files.extend(site.files.clone());
        let mut published = Published::default();
        let mut moves: BTreeMap<PathBuf, Phase> = BTreeMap::new();
        for Staged { path, change, .. } in staged {
            match (change, path.extension()) {
                (Change::Unchanged, _) => published.unchanged += 1,
                (Change::Added(moved), extension) => {
                    published.added += 1;
                    let phase = match extension {
                        "html" => Phase::NewPage,
                        "xml" => Phase::List,
                        _ => Phase::File,
                    };
                    let with_others = moves.entry(moved).or_insert(phase);
                    // A folder with pages in it is one that others link to.
                    if *with_others != Phase::NewPage {
                        *with_others = if phase == Phase::NewPage { phase } else { phase.max(*with_others) };
                    }
                }
                (Change::Changed, extension) => {
                    published.changed += 1;
                    let phase = match extension {
                        "html" => Phase::ChangedPage,
                        "xml" | "txt" | "json" | "webmanifest" | "ics" => Phase::List,
                        _ => Phase::File,
                    };
                    moves.insert(path.as_str().into(), phase);
                }
            }
        }
        let step = |(path, phase): (PathBuf, Phase)| Step {
            phase,
            to: self.out.join(&path),
            from: Some(self.work.join(path)),
        };
        let mut steps: Vec<Step> = moves.into_iter().map(step).collect();
        for path in self.old.files.difference(&site.files) {
            published.removed += 1;
            let phase = match path.extension() {
                "html" => Phase::RemovedPage,
                "xml" => Phase::RemovedList,
                _ => Phase::RemovedFile,
            };
            steps.push(Step { phase, to: self.out.join(path.as_str()), from: None });
        }

        let manifest = manifest_path(&self.out);
        if all != self.old || !manifest.is_file() {
            let from = Some(self.write_manifest("all", &all)?);
            steps.push(Step { phase: Phase::ManifestOfAll, to: manifest.clone(), from });
        }
        if site != all {
            let from = Some(self.write_manifest("manifest", &site)?);
            steps.push(Step { phase: Phase::Manifest, to: manifest, from });
        }
        steps.sort_unstable();
        Ok((steps, published))
    }

    /// # Errors
    /// If the disk fails or the system doesn't let us.
    pub fn carry_out(&self, step: &Step) -> io::Result<()> {
        match &step.from {
            Some(from) => {
                self.make_way(&step.to, is_folder(from))?;
                fs::rename(from, &step.to)
            }
            None => self.remove(&step.to),
        }
    }

    /// Takes away a file of an earlier build where a folder of the same name follows it, or the reverse: no rename replaces one by
    /// the other.
    fn make_way(&self, to: &Path, for_folder: bool) -> io::Result<()> {
        let is_other_kind = fs::symlink_metadata(to).is_ok_and(|there| there.is_dir() != for_folder);
        if !is_other_kind || !self.is_own(to) {
            return Ok(());
        }
        // Away at once, whatever is in it.
        let aside = self.work.join(OWN_FOLDER).join("replaced");
        fs::create_dir_all(&aside)?;
        fs::rename(to, aside.join("old"))?;
        fs::remove_dir_all(&aside)
    }

    /// Removes a file, and the folders that are empty then. Nothing is removed through a symbolic link, nor where
    /// something else took the place of the file.
    fn remove(&self, file: &Path) -> io::Result<()> {
        let mut folders: Vec<&Path> = file.ancestors().skip(1).take_while(|at| *at != self.out).collect();
        let link = folders.iter().rposition(|folder| !is_folder(folder));
        if let Some(link) = link {
            folders.drain(..=link);
        } else if !is_folder(file)
            && let Err(error) = fs::remove_file(file)
            && error.kind() != ErrorKind::NotFound
        {
            return Err(error);
        }
        // The innermost first, up to one that has something else in it.
        let _ = folders.iter().try_for_each(fs::remove_dir);
        Ok(())
    }
}

impl Drop for Staging {
    /// What can't be taken away now is by the next build.
    fn drop(&mut self) {
        log_leftover(&self.work, fs::remove_dir_all(&self.work));
        for created in &self.created {
            log_leftover(
                created,
                if is_folder(created) { fs::remove_dir(created) } else { fs::remove_file(created) },
            );
        }
        // Closing the file would not do: a process that is being started at this instant has it too.
        if let Err(error) = self.lock.unlock() {
            log::info!("the lock of the output folder is released when the process ends: {error}");
        }
    }
}

/// Locks the file at `path`, making it if there is none. Doesn't wait: whichever of two builds of one site came second
/// would be overtaken.
fn lock(out: &Path, path: &Path) -> Result<File, Failure> {
    let lock = File::options().create(true).truncate(false).write(true).open(path);
    let lock = lock.map_err(|error| Failure::io("write", path, &error))?;
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(Failure::new(format!("another build is publishing into {}", out.display()))
                .help("wait until it is done, and build again"))
        }
        // Some network file systems can't lock. Builds there are as safe as without each other.
        Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => {
            Err(Failure::io("lock", path, &error))
        }
        _ => Ok(lock),
    }
}

/// Where the list of the published files is.
fn manifest_path(out: &Path) -> PathBuf {
    out.join(OWN_FOLDER).join("manifest")
}

/// True for a folder that isn't a symbolic link to one.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

fn in_the_way(what: String) -> Failure {
    Failure::new(what).help("move away what is there, or take the file out of the site; then build again")
}

/// True if gympress hasn't been in `out` yet.
///
/// # Errors
/// If it has files of another program: such a folder must not be changed.
fn is_new(out: &Path) -> Result<bool, Failure> {
    let names = || fs::read_dir(out)?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>();
    let mut names = names().map_err(|error| Failure::io("read", out, &error))?;
    names.retain(|name| !is_guest(&name.to_string_lossy()));
    let own = is_folder(&out.join(OWN_FOLDER));
    // A build that was killed before it published anything leaves its own folder alone.
    if names.is_empty() || own && (names.len() == 1 || manifest_path(out).is_file()) {
        return Ok(!own);
    }
    Err(Failure::new(format!("{} holds files that gympress did not make", out.display())).help(
        "nothing there was changed; name a new or empty folder with --out, or move the files away first",
    ))
}

fn read_manifest(out: &Path) -> Result<Manifest, Failure> {
    let path = manifest_path(out);
    let bytes = match fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Manifest::default()),
        Err(error) => return Err(Failure::io("read", &path, &error)),
    };
    Manifest::parse(&String::from_utf8_lossy(&bytes)).ok_or_else(|| {
        Failure::new(format!("{} is damaged, or of another version", path.display()))
            .help(format!("if nothing in {} is yours, delete it, and build again", out.display()))
    })
}
