//! Publishing: moves the files of the site into the output folder so that a working site is there at any instant, even
//! if the build is killed. [docs/publishing.md](../../../docs/publishing.md) tells users what they can rely on.
//!
//! [`Staging::take`] compares each file with the published one, and writes it into a staging folder on the same file
//! system if it differs. Many threads call it while pages are rendered, so that a site never has to fit into memory.
//! [`Staging::publish`] moves the staged files into place once everything is rendered and checked. A [`Staging`] that
//! is dropped instead leaves the output folder as it was.

mod folder;
mod manifest;
mod readable;

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsString,
    fs::{self, File, TryLockError},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
    sync::OnceLock,
};

pub use self::folder::OutFolder;
use foldhash::HashMap;
use walkdir::{DirEntry, WalkDir};

use self::{manifest::Manifest, readable::ReadableWriter};
use crate::{
    diagnostic::{Failure, log_leftover},
    output::{Artifact, OWN_FOLDER, OutputPath, Pieces, folded},
    source::{is_leftover, paths},
};

/// True for a file that may be in a folder before the first publication, and stays there: repositories, hosts, desktops
/// and network drives make such files.
fn is_foreign_file(name: &str) -> bool {
    name.starts_with('.') && !name.eq_ignore_ascii_case(OWN_FOLDER)
        || name.eq_ignore_ascii_case("CNAME")
        || is_leftover(name)
}

/// The numbers of files that a publication added, replaced, removed and left alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Published {
    /// Files that the folder didn't have.
    pub added: usize,
    /// Files whose bytes were replaced.
    pub changed: usize,
    /// Files of earlier builds that the site doesn't have any more.
    pub removed: usize,
    /// Files with the same bytes, which weren't touched.
    pub unchanged: usize,
}

/// A publication in progress. If dropped before [`Staging::publish`], it leaves no trace.
#[derive(Debug)]
pub struct Staging {
    out: PathBuf,
    /// The folder of staged files, which have the same paths there.
    work: PathBuf,
    /// The files that earlier builds made.
    old: Manifest,
    /// The same files, by their paths without capitals.
    old_folded: OnceLock<HashMap<String, OutputPath>>,
    /// True if the output folder has only foreign files ([`is_foreign_file`]), so that nothing is in the way of the
    /// site's files.
    is_empty: bool,
    lock: File,
    /// The files and folders made for the publication, to be removed in this order if it doesn't happen.
    created: Vec<PathBuf>,
    writer: ReadableWriter,
}

/// A file that was compared with the published one, and written if it differs.
#[derive(Clone, Debug)]
pub struct StagedArtifact {
    path: OutputPath,
    action: FileAction,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum FileAction {
    Keep,
    /// Moves the file, or the outermost missing folder with the file in it.
    Add(PathBuf),
    Replace,
}

/// A rename or a removal. The site is whole before and after each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    phase: Phase,
    to: PathBuf,
    /// The staged file or folder; `None` for a removal.
    from: Option<PathBuf>,
    /// The place of the site's file whose name differs from that of the removed one in capitals alone.
    alike: Option<PathBuf>,
}

/// A change of a file of the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteChange {
    Add,
    Replace,
    Remove,
}

/// The order of steps: files that pages refer to are added before the pages, and removed after them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// The manifest of old and new files, which tells the next build what a killed one left.
    ManifestOfAll,
    /// Files that pages refer to.
    File,
    /// Pages that no published page refers to yet.
    NewPage,
    ChangedPage,
    /// Lists of pages for programs: feeds, the sitemap, calendars.
    List,
    /// Removals come last: a folder goes with its last file, and a new file may need it.
    RemovedList,
    RemovedPage,
    RemovedFile,
    Manifest,
}

impl Phase {
    /// The phase in which a file changes.
    pub fn of(change: SiteChange, path: &OutputPath) -> Self {
        match (change, path.extension()) {
            (SiteChange::Add, "html") => Self::NewPage,
            (SiteChange::Replace, "html") => Self::ChangedPage,
            (SiteChange::Add, "xml")
            | (SiteChange::Replace, "xml" | "txt" | "json" | "webmanifest" | "ics") => Self::List,
            (SiteChange::Add | SiteChange::Replace, _) => Self::File,
            (SiteChange::Remove, "html") => Self::RemovedPage,
            (SiteChange::Remove, "xml") => Self::RemovedList,
            (SiteChange::Remove, _) => Self::RemovedFile,
        }
    }
}

impl Staging {
    /// Starts a publication into `out`: takes the lock, and removes the files that a killed build staged.
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
        let writer = ReadableWriter::default();
        if is_empty {
            let create = writer.create_folder(out).and_then(|()| fs::create_dir_all(&own));
            create.map_err(|error| Failure::io("make", &own, &error))?;
            created.extend([lock_path.clone(), own]);
            created.extend((!is_there).then(|| out.to_owned()));
        }
        let lock = lock(out, &lock_path)?;
        // The lock is released from here on, whatever fails.
        let mut staging = Self {
            out: out.to_owned(),
            work,
            old: Manifest::default(),
            old_folded: OnceLock::new(),
            is_empty,
            lock,
            created,
            writer,
        };
        if let Err(error) = fs::remove_dir_all(&staging.work)
            && error.kind() != ErrorKind::NotFound
        {
            return Err(Failure::io("clear away", &staging.work, &error));
        }
        staging.old = read_manifest(out)?;
        Ok(staging)
    }

    /// Compares a file of the site with the published one, and stages it if it differs.
    ///
    /// # Errors
    /// If something is in its way that gympress didn't make, or if the system doesn't let us.
    pub fn take(&self, artifact: &Artifact) -> Result<StagedArtifact, Failure> {
        let path = artifact.path.clone();
        let bytes = artifact.bytes.pieces()?;
        let first = path.as_str().split('/').next().unwrap_or_default();
        if self.is_empty && !is_foreign_file(first) {
            self.write(&self.work.join(path.as_str()), &bytes)?;
            let action = FileAction::Add(first.into());
            return Ok(StagedArtifact { path, action });
        }
        let published = self.out.join(path.as_str());
        let action = match published.metadata() {
            // A file that can't be read counts as different: it can be replaced.
            Ok(metadata)
                if metadata.len() == bytes.length() as u64
                    && fs::read(&published).is_ok_and(|existing| is_joined(&existing, &bytes)) =>
            {
                return Ok(StagedArtifact { path, action: FileAction::Keep });
            }
            Ok(metadata) if metadata.is_dir() && self.is_own(&published) => {
                FileAction::Add(self.outermost_new(&path)?)
            }
            Ok(metadata) if metadata.is_dir() || !self.is_own_file(&path) => {
                let what = format!("the site has a file at {}, where there is another", published.display());
                return Err(in_the_way(what));
            }
            Ok(_) => {
                self.outermost_new(&path)?;
                FileAction::Replace
            }
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                FileAction::Add(self.outermost_new(&path)?)
            }
            Err(error) => return Err(Failure::io("look at", &published, &error)),
        };
        self.write(&self.work.join(path.as_str()), &bytes)?;
        Ok(StagedArtifact { path, action })
    }

    /// True if earlier builds made the file there, maybe under a name that the disk doesn't tell apart from this one.
    fn is_own_file(&self, path: &OutputPath) -> bool {
        let old = || {
            let files = self.old.files.iter().map(|old| (folded(old.as_str()).into_owned(), old.clone()));
            files.collect()
        };
        self.old.files.contains(path)
            || self
                .old_folded
                .get_or_init(old)
                .get(&*folded(path.as_str()))
                .is_some_and(|old| is_one_file(&self.out.join(old.as_str()), &self.out.join(path.as_str())))
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

    /// True if earlier builds made everything at this path: a file, or each file of a folder.
    fn is_own(&self, at: &Path) -> bool {
        WalkDir::new(at).into_iter().all(|entry| entry.is_ok_and(|entry| self.is_own_entry(&entry)))
    }

    fn is_own_entry(&self, entry: &DirEntry) -> bool {
        let kind = entry.file_type();
        let path = paths::relative(&self.out, entry.path());
        kind.is_dir() || kind.is_file() && self.old.files.contains(&*path)
    }

    /// Writes a file below the staging folder.
    fn write(&self, to: &Path, bytes: &Pieces<'_>) -> Result<(), Failure> {
        self.writer.write(to, bytes).map_err(|error| self.failed("write", to, &error))
    }

    /// Stages a manifest, and waits until the disk has it.
    fn write_manifest(&self, name: &str, manifest: &Manifest) -> Result<PathBuf, Failure> {
        // No file of the site is in this folder.
        let to = self.work.join(OWN_FOLDER).join(name);
        self.write(&to, &Pieces::Whole(manifest.text().into_bytes().into()))?;
        let flushed = File::options().write(true).open(&to).and_then(|file| file.sync_all());
        flushed.map_err(|error| self.failed("write", &to, &error))?;
        Ok(to)
    }

    /// A failure before anything is published.
    fn failed(&self, action: &str, path: &Path, error: &io::Error) -> Failure {
        let is_full = matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded);
        let help = if is_full { "make room on the disk; " } else { "" };
        Failure::io(action, path, error).help(format!("{help}{} is as it was", self.out.display()))
    }

    /// Moves everything into place. `staged` are the results of [`Staging::take`] for every file of the site.
    ///
    /// # Errors
    /// If the disk fails or the system doesn't let us. Every page that was published by then is whole, and the next
    /// build completes the site.
    pub fn publish(mut self, staged: Vec<StagedArtifact>) -> Result<Published, Failure> {
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

    /// Logs the action for each file, in the order of their paths.
    fn log(&self, staged: &[StagedArtifact]) {
        let mut staged: Vec<&StagedArtifact> = staged.iter().collect();
        staged.sort_unstable_by_key(|file| &file.path);
        for StagedArtifact { path, action } in &staged {
            match action {
                FileAction::Keep => log::debug!("keeps {path}: its bytes are the same"),
                FileAction::Add(_) => log::info!("adds {path}: it wasn't there"),
                FileAction::Replace => log::info!("replaces {path}: its bytes are others"),
            }
        }
        for path in &self.old.files {
            if staged.binary_search_by_key(&path, |file| &file.path).is_err() {
                log::info!("removes {path}: the site has it no more");
            }
        }
    }

    /// The steps of the publication, and the numbers of files after them. Everything that needs much room on the disk
    /// is staged by then.
    ///
    /// # Errors
    /// As [`Staging::publish`], and nothing is published then.
    pub fn plan(&self, staged: Vec<StagedArtifact>) -> Result<(Vec<Step>, Published), Failure> {
        let site = Manifest { files: staged.iter().map(|file| file.path.clone()).collect() };
        let mut all = self.old.clone();
        all.files.extend(site.files.clone());
        let mut published = Published::default();
        let mut moves: BTreeMap<PathBuf, Phase> = BTreeMap::new();
        for StagedArtifact { path, action } in staged {
            match action {
                FileAction::Keep => published.unchanged += 1,
                FileAction::Add(moved) => {
                    published.added += 1;
                    let phase = Phase::of(SiteChange::Add, &path);
                    let phase_of_folder = moves.entry(moved).or_insert(phase);
                    // A folder with a page in it counts as a page, which other pages link to.
                    if phase == Phase::NewPage {
                        *phase_of_folder = phase;
                    } else if *phase_of_folder != Phase::NewPage {
                        *phase_of_folder = phase.max(*phase_of_folder);
                    }
                }
                FileAction::Replace => {
                    published.changed += 1;
                    moves.insert(path.as_str().into(), Phase::of(SiteChange::Replace, &path));
                }
            }
        }
        let mut steps = Vec::with_capacity(moves.len());
        for (path, phase) in moves {
            steps.push(Step {
                phase,
                to: self.out.join(&path),
                from: Some(self.work.join(path)),
                alike: None,
            });
        }
        let by_folded: HashMap<_, _> = site.files.iter().map(|path| (folded(path.as_str()), path)).collect();
        for path in self.old.files.difference(&site.files) {
            published.removed += 1;
            let phase = Phase::of(SiteChange::Remove, path);
            let alike = by_folded.get(&folded(path.as_str())).map(|alike| self.out.join(alike.as_str()));
            steps.push(Step { phase, to: self.out.join(path.as_str()), from: None, alike });
        }

        let manifest = manifest_path(&self.out);
        if all != self.old || !manifest.is_file() {
            let from = Some(self.write_manifest("all", &all)?);
            steps.push(Step { phase: Phase::ManifestOfAll, to: manifest.clone(), from, alike: None });
        }
        if site != all {
            let from = Some(self.write_manifest("manifest", &site)?);
            steps.push(Step { phase: Phase::Manifest, to: manifest, from, alike: None });
        }
        steps.sort_unstable();
        Ok((steps, published))
    }

    /// Renames or removes the file or folder of a step.
    ///
    /// # Errors
    /// If the disk fails or the system doesn't let us.
    pub fn carry_out(&self, step: &Step) -> io::Result<()> {
        match &step.from {
            Some(from) => {
                self.make_way(&step.to, is_folder(from))?;
                fs::rename(from, &step.to)
            }
            None => match &step.alike {
                Some(alike) if is_one_file(&step.to, alike) => {
                    self.rename_alike(&step.to, alike);
                    Ok(())
                }
                _ => self.remove(&step.to),
            },
        }
    }

    /// Gives a file and its folders the capitals that they have in the site now, for disks to which the site is copied.
    fn rename_alike(&self, old: &Path, new: &Path) {
        let pairs = old.ancestors().zip(new.ancestors()).take_while(|(old, _)| *old != self.out);
        for (old, new) in pairs.filter(|(old, new)| old.file_name() != new.file_name()) {
            if let Err(error) = fs::rename(old, new) {
                log::info!("{} keeps its name: {error}", old.display());
            }
        }
    }

    /// Removes a file of an earlier build if a folder takes its path, or the reverse, as a rename can't replace one by
    /// the other.
    fn make_way(&self, to: &Path, for_folder: bool) -> io::Result<()> {
        let is_other_kind = fs::symlink_metadata(to).is_ok_and(|there| there.is_dir() != for_folder);
        if !is_other_kind || !self.is_own(to) {
            return Ok(());
        }
        // A rename removes a folder in one step, with everything in it.
        let aside = self.work.join(OWN_FOLDER).join("replaced");
        fs::create_dir_all(&aside)?;
        fs::rename(to, aside.join("old"))?;
        fs::remove_dir_all(&aside)
    }

    /// Removes a file, and then its empty folders. Removes nothing behind a symbolic link, nor anything that took the
    /// place of the file.
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
        // From the innermost folder on, until one isn't empty.
        let _ = folders.iter().try_for_each(fs::remove_dir);
        Ok(())
    }
}

impl Drop for Staging {
    /// Removes all traces; the next build removes those that can't be removed now.
    fn drop(&mut self) {
        log_leftover(&self.work, fs::remove_dir_all(&self.work));
        for created in &self.created {
            log_leftover(
                created,
                if is_folder(created) { fs::remove_dir(created) } else { fs::remove_file(created) },
            );
        }
        // Closing the file isn't enough, as a process that is just being started has it open, too.
        if let Err(error) = self.lock.unlock() {
            log::info!("the lock of the output folder is released when the process ends: {error}");
        }
    }
}

/// True if the pieces one after the other are these bytes.
fn is_joined(whole: &[u8], pieces: &Pieces<'_>) -> bool {
    let rest = pieces.iter().try_fold(whole, |rest, piece| rest.strip_prefix(piece));
    rest.is_some_and(<[u8]>::is_empty)
}

/// Locks the file at `path`, making it if necessary. Doesn't wait, as a second build would publish content that may be
/// older than that of the first.
fn lock(out: &Path, path: &Path) -> Result<File, Failure> {
    let lock = File::options().create(true).truncate(false).write(true).open(path);
    let lock = lock.map_err(|error| Failure::io("write", path, &error))?;
    match lock.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(Failure::new(format!("another build is publishing into {}", out.display()))
                .help("wait until it is done, and build again"))
        }
        // Some network file systems can't lock. A build there is safe as long as no other runs at the same time.
        Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => {
            Err(Failure::io("lock", path, &error))
        }
        _ => Ok(lock),
    }
}

/// The path of the manifest, which lists the published files.
fn manifest_path(out: &Path) -> PathBuf {
    out.join(OWN_FOLDER).join("manifest")
}

/// True if both names lead to one file: some disks don't tell capitals apart, or accents that are written in two ways.
#[cfg(unix)]
fn is_one_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let [a, b] = [a, b].map(|path| fs::symlink_metadata(path).ok().map(|file| (file.dev(), file.ino())));
    a.is_some() && a == b
}

#[cfg(not(unix))]
fn is_one_file(a: &Path, b: &Path) -> bool {
    let [a, b] = [a, b].map(|path| dunce::canonicalize(path).ok());
    a.is_some() && a == b
}

/// True for a folder that isn't a symbolic link to one.
fn is_folder(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_dir())
}

fn in_the_way(what: String) -> Failure {
    Failure::new(what).help("move away what is there, or take the file out of the site; then build again")
}

/// True if gympress hasn't published into `out` yet.
///
/// # Errors
/// If `out` has files of another program, which must not be changed.
fn is_new(out: &Path) -> Result<bool, Failure> {
    let mut names = names_in(out).map_err(|error| Failure::io("read", out, &error))?;
    names.retain(|name| !is_foreign_file(&name.to_string_lossy()));
    let own = is_folder(&out.join(OWN_FOLDER));
    // A build that was killed before it published leaves only its own folder behind.
    if names.is_empty() || own && (names.len() == 1 || manifest_path(out).is_file()) {
        return Ok(!own);
    }
    Err(Failure::new(format!("{} holds files that gympress did not make", out.display())).help(
        "nothing there was changed; name a new or empty folder with --out, or move the files away first",
    ))
}

/// The files that gympress made in a folder, by the text of its manifest. Returns `None` if that isn't whole.
pub(crate) fn listed_files(manifest: &str) -> Option<BTreeSet<OutputPath>> {
    Manifest::parse(manifest).map(|manifest| manifest.files)
}

fn names_in(folder: &Path) -> io::Result<Vec<OsString>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect()
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
