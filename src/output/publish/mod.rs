//! Publishing: the files of the site into the output folder, so that a working site is in it at any instant, even if
//! the build is killed. [docs/publishing.md](../../../docs/publishing.md) says what users can rely on.
//!
//! [`Staging::take`] compares each file with the published one, and writes it into a staging folder on the same file
//! system if it differs. It is called from many threads while pages are rendered, so that a site never has to fit into
//! memory. [`Staging::publish`] moves the staged files into place once everything was rendered and checked. A
//! [`Staging`] that is dropped instead leaves the output folder as it was.

mod folder;
mod limits;
mod manifest;
#[cfg(test)]
mod tests;

use std::{
    fs::{self, File, TryLockError},
    io::{self, ErrorKind, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use self::manifest::{Listing, Manifest};
pub use self::{folder::OutFolder, limits::check_limits};
use crate::{
    failure::{Failure, log_leftover},
    output::{Artifact, OWN_FOLDER, OutputPath},
};

/// What may lie in a folder before the first publication, and stays there: what a repository or a host needs.
const GUESTS: [&str; 5] = [".git", ".gitkeep", ".gitignore", ".gitattributes", "CNAME"];

/// Makes a folder of the site, and those above it that don't exist.
fn create_folder(folder: &Path) -> io::Result<()> {
    let new: Vec<&Path> = folder.ancestors().take_while(|at| !at.exists()).collect();
    fs::create_dir_all(folder)?;
    new.into_iter().try_for_each(|at| make_readable(at, 0o755))
}

/// Lets everybody read what was made, whatever the umask of who builds: who serves it is somebody else.
#[cfg(unix)]
fn make_readable(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    let is_readable = fs::metadata(path)?.permissions().mode() & mode == mode;
    if is_readable { Ok(()) } else { fs::set_permissions(path, fs::Permissions::from_mode(mode)) }
}

#[cfg(not(unix))]
fn make_readable(_: &Path, _: u32) -> io::Result<()> {
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
    /// Files of the build before that the site has no more, which stay until the next build.
    pub expiring: usize,
    /// Files that were the same and not touched.
    pub unchanged: usize,
}

/// A publication that is under way. Dropped before [`Staging::publish`], it leaves no trace.
#[derive(Debug)]
pub struct Staging {
    out: PathBuf,
    /// Where staged files are.
    work: PathBuf,
    /// True if there is no site yet: the staging folder becomes the site, by one rename.
    is_first: bool,
    /// What earlier builds made.
    old: Manifest,
    /// How many names were given to files of the staging folder.
    names: AtomicUsize,
    lock: File,
    lock_path: PathBuf,
    /// True if the lock stays at the end, with the folder that holds it.
    leaves_folder: bool,
}

/// A file that was compared with what is published, and written if it differs.
#[derive(Clone, Debug)]
pub struct Staged {
    path: OutputPath,
    listing: Listing,
    bytes: usize,
    change: Change,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Change {
    Unchanged,
    /// Staged there, to be added.
    Added(PathBuf),
    /// Staged there, to take the place of a file.
    Changed(PathBuf),
}

/// A rename or a removal. The site is whole before and after each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
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
    /// Lists of pages for programs.
    ChangedList,
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
        if let Some(staging) = Self::open_first(out)? {
            return Ok(staging);
        }
        let own = out.join(OWN_FOLDER);
        let is_new = is_new(out)?;
        if is_new {
            fs::create_dir(&own).map_err(|error| Failure::io("make", &own, &error))?;
        }
        let mut staging = Self::lock(out, lock_path(out), work_of(out))?;
        staging.leaves_folder = !is_new;
        staging.old = read_manifest(out)?;
        Ok(staging)
    }

    /// Starts the first publication, in a folder beside `out`. Returns `None` if `out` exists.
    fn open_first(out: &Path) -> Result<Option<Self>, Failure> {
        let Some(beside) = beside(out) else { return Ok(None) };
        if out.exists() && !beside.is_dir() {
            return Ok(None);
        }
        fs::create_dir_all(&beside).map_err(|error| Failure::io("make", &beside, &error))?;
        let mut staging = Self::lock(out, beside.join("lock"), beside.join("tree"))?;
        staging.is_first = true;
        // Another process may have published before it released the lock, or was killed right after it published.
        Ok((!out.exists()).then_some(staging))
    }

    /// Locks the file at `lock_path`, making it if there is none. Doesn't wait: whichever of two builds of one site came
    /// second would be overtaken.
    fn lock(out: &Path, lock_path: PathBuf, work: PathBuf) -> Result<Self, Failure> {
        let lock = File::options().create(true).truncate(false).write(true).open(&lock_path);
        let lock = lock.map_err(|error| Failure::io("write", &lock_path, &error))?;
        match lock.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::new(format!("another build is publishing into {}", out.display()))
                    .help("wait until it is done, and build again"));
            }
            // Some network file systems can't lock. Builds there are as safe as without each other.
            Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => {
                return Err(Failure::io("lock", &lock_path, &error));
            }
            _ => {}
        }
        match fs::remove_dir_all(&work) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(Failure::io("clear away", &work, &error));
            }
            _ => {}
        }
        let out = out.to_owned();
        let (old, names) = (Manifest::default(), AtomicUsize::new(0));
        Ok(Self { out, work, is_first: false, old, names, lock, lock_path, leaves_folder: false })
    }

    /// Compares a file of the site with the published one, and stages it if it differs.
    ///
    /// # Errors
    /// If something is in its way that gympress didn't make, or if the system doesn't let us.
    pub fn take(&self, artifact: &Artifact) -> Result<Staged, Failure> {
        let path = artifact.path.clone();
        let bytes = artifact.bytes.get()?;
        let listing = if artifact.has_hashed_name { Listing::HashedFile } else { Listing::File };
        if self.is_first {
            let from = self.work.join(path.as_str());
            self.write(&from, &bytes)?;
            return Ok(Staged { path, listing, bytes: bytes.len(), change: Change::Added(from) });
        }
        let published = self.out.join(path.as_str());
        let change = match published.metadata() {
            // What can't be read can be replaced.
            Ok(metadata)
                if metadata.len() == bytes.len() as u64
                    && fs::read(&published).is_ok_and(|existing| existing == *bytes) =>
            {
                return Ok(Staged { path, listing, bytes: bytes.len(), change: Change::Unchanged });
            }
            Ok(metadata) if metadata.is_dir() || !self.old.has(path.as_str()) => {
                let what = format!("the site has a file at {}, where there is another", published.display());
                return Err(in_the_way(what));
            }
            Ok(_) => Change::Changed(self.new_name()),
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                Change::Added(self.new_name())
            }
            Err(error) => return Err(Failure::io("look at", &published, &error)),
        };
        for folder in path.folders().map(|folder| self.out.join(folder)) {
            if !is_folder(&folder) && fs::symlink_metadata(&folder).is_ok() {
                let at = folder.display();
                return Err(in_the_way(format!(
                    "the site needs a folder at {at}, where there is something else"
                )));
            }
        }
        if let Change::Added(to) | Change::Changed(to) = &change {
            self.write(to, &bytes)?;
        }
        Ok(Staged { path, listing, bytes: bytes.len(), change })
    }

    /// A new name in the staging folder.
    fn new_name(&self) -> PathBuf {
        self.work.join(self.names.fetch_add(1, Ordering::Relaxed).to_string())
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
            make_readable(to, 0o644)
        };
        write().map_err(|error| self.failed("write", to, &error))
    }

    /// Stages a manifest, and waits until the disk has it.
    fn write_manifest(&self, to: PathBuf, manifest: &Manifest) -> Result<PathBuf, Failure> {
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
        let site = Manifest { files: staged.iter().map(|file| (file.path.clone(), file.listing)).collect() };
        if self.is_first {
            self.write_manifest(manifest_path(&self.work), &site)?;
            self.write(&lock_path(&self.work), b"")?;
            fs::rename(&self.work, &self.out).map_err(|error| self.failed("make", &self.out, &error))?;
            return Ok(Published { added: staged.len(), ..Published::default() });
        }
        let (steps, published) = self.plan(site, staged)?;
        self.leaves_folder = true;
        for step in &steps {
            self.carry_out(step).map_err(|error| {
                let out = self.out.display();
                Failure::io("change", &step.to, &error)
                    .help(format!("every page in {out} is whole, and the next build completes it"))
            })?;
        }
        Ok(published)
    }

    /// What has to be done, and what will have been done then. All that needs much room on the disk is staged.
    fn plan(&self, mut site: Manifest, staged: Vec<Staged>) -> Result<(Vec<Step>, Published), Failure> {
        let mut all = self.old.clone();
        all.files.extend(site.files.clone());
        let mut published = Published::default();
        let mut steps = Vec::new();
        for Staged { path, change, .. } in staged {
            let (count, from, phase) = match (change, path.extension()) {
                (Change::Unchanged, _) => {
                    published.unchanged += 1;
                    continue;
                }
                (Change::Added(from), "html") => (&mut published.added, from, Phase::NewPage),
                (Change::Added(from), _) => (&mut published.added, from, Phase::File),
                (Change::Changed(from), "html") => (&mut published.changed, from, Phase::ChangedPage),
                (Change::Changed(from), "xml" | "txt" | "json" | "webmanifest" | "ics") => {
                    (&mut published.changed, from, Phase::ChangedList)
                }
                (Change::Changed(from), _) => (&mut published.changed, from, Phase::File),
            };
            *count += 1;
            steps.push(Step { phase, to: self.out.join(path.as_str()), from: Some(from) });
        }
        for (path, listing) in &self.old.files {
            if site.files.contains_key(path) {
                continue;
            }
            if *listing == Listing::HashedFile {
                published.expiring += 1;
                site.files.insert(path.clone(), Listing::Expiring);
                continue;
            }
            published.removed += 1;
            let phase = if path.is_html() { Phase::RemovedPage } else { Phase::RemovedFile };
            steps.push(Step { phase, to: self.out.join(path.as_str()), from: None });
        }
        let manifest = manifest_path(&self.out);
        if all != self.old || !manifest.is_file() {
            let from = Some(self.write_manifest(self.new_name(), &all)?);
            steps.push(Step { phase: Phase::ManifestOfAll, to: manifest.clone(), from });
        }
        if site != all {
            let from = Some(self.write_manifest(self.new_name(), &site)?);
            steps.push(Step { phase: Phase::Manifest, to: manifest, from });
        }
        steps.sort_unstable();
        Ok((steps, published))
    }

    fn carry_out(&self, step: &Step) -> io::Result<()> {
        let Some(from) = &step.from else { return self.remove(&step.to) };
        match (fs::rename(from, &step.to), step.to.parent()) {
            (Err(error), Some(folder)) if error.kind() == ErrorKind::NotFound => {
                create_folder(folder)?;
                fs::rename(from, &step.to)
            }
            (renamed, _) => renamed,
        }
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
        if !self.leaves_folder {
            log_leftover(&self.lock_path, fs::remove_file(&self.lock_path));
            let folder = self.lock_path.parent().unwrap_or(&self.work);
            log_leftover(folder, fs::remove_dir(folder));
        }
        // Closing the file would not do: a process that is being started at this instant has it too.
        if let Err(error) = self.lock.unlock() {
            tracing::info!("the lock of the output folder is released when the process ends: {error}");
        }
    }
}

/// The folder in which a first publication into `out` is staged. Returns `None` if `out` is the root of a file system.
fn beside(out: &Path) -> Option<PathBuf> {
    let (parent, name) = (out.parent()?, out.file_name()?);
    Some(parent.join(format!(".{}.gympress", name.to_string_lossy())))
}

/// Where files are staged for a site that was published before.
fn work_of(out: &Path) -> PathBuf {
    out.join(OWN_FOLDER).join("staging")
}

/// Where the list of the published files is.
fn manifest_path(out: &Path) -> PathBuf {
    out.join(OWN_FOLDER).join("manifest")
}

fn lock_path(out: &Path) -> PathBuf {
    out.join(OWN_FOLDER).join("lock")
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
    names.retain(|name| !GUESTS.iter().any(|guest| name == guest));
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
