//! esbuild: the search for its binary, runs of it, and its messages as diagnostics.

mod messages;
mod metafile;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

pub use messages::EsbuildMessage;
pub use metafile::{Metafile, file_name};

use crate::{
    cache,
    diagnostic::{Failure, log_leftover},
    source::Sources,
};

/// The installed packages: esbuild's binary, and the folder from which islands import React.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packages {
    /// The folder `node_modules`, as an absolute path.
    pub folder: PathBuf,
    binary: PathBuf,
}

impl Packages {
    /// Looks for `node_modules` with esbuild in it: in `root`, then in each of `elsewhere`. Folders above the root are
    /// left out, as nobody who checks a project expects it to run programs from there.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(root: &Path, elsewhere: &[PathBuf]) -> Result<Self, Failure> {
        let name = if cfg!(windows) { "esbuild.exe" } else { "bin/esbuild" };
        for place in std::iter::once(root).chain(elsewhere.iter().map(PathBuf::as_path)) {
            // The path has to be absolute, since esbuild is started in another folder.
            let Ok(folder) = dunce::canonicalize(place.join("node_modules")) else { continue };
            let binary = folder.join("@esbuild").join(platform()).join(name);
            if binary.is_file() {
                return Ok(Self { folder, binary });
            }
        }
        let message = format!("esbuild for {} isn't installed in {}", platform(), root.display());
        Err(Failure::no_bundler(message)
            .help("install the packages with `npm ci` in the folder that has package.json"))
    }

    /// A hash that changes when other packages are installed: of the lists that npm, pnpm and Yarn keep in the folder,
    /// and of the package files that name the versions of esbuild and React. A file that can't be read counts as empty.
    pub fn fingerprint(&self) -> blake3::Hash {
        const FILES: [&str; 6] = [
            ".package-lock.json",
            ".pnpm/lock.yaml",
            ".yarn-state.yml",
            "esbuild/package.json",
            "react/package.json",
            "react-dom/package.json",
        ];
        let files = FILES.map(|file| fs::read(self.folder.join(file)).unwrap_or_default());
        cache::key(files.iter().map(Vec::as_slice))
    }
}

/// esbuild's name for this kind of machine.
fn platform() -> String {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        "x86" => "ia32",
        "powerpc64" => "ppc64",
        other => other,
    };
    format!("{system}-{processor}")
}

/// A folder for the files that esbuild reads and writes. It is removed when dropped.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
    /// Held by each run as long as it has such a folder, beside others; `None` where files can't be locked.
    _lock: Option<File>,
}

/// The beginning of the names of such folders, and the file that is locked while there are any.
const SCRATCH: &str = "bundling-";
const SCRATCH_LOCK: &str = "bundling.lock";

impl Scratch {
    /// Makes a new folder inside `parent`, for this process and thread only.
    ///
    /// # Errors
    /// If it can't be made.
    pub fn new(parent: &Path) -> Result<Self, Failure> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = parent.join(format!("{SCRATCH}{}-{number}", std::process::id()));
        fs::create_dir_all(parent).map_err(|error| Failure::io("create", parent, &error))?;
        let lock = clear_and_lock(parent)
            .inspect_err(|error| log::info!("can't lock {}: {error}", parent.display()))
            .ok();
        fs::create_dir_all(&path).map_err(|error| Failure::io("create", &path, &error))?;
        let path = dunce::canonicalize(&path).map_err(|error| Failure::io("open", &path, &error))?;
        let scratch = Self { path, _lock: lock };
        // For modules of a package of another type, esbuild writes other code, and it looks for the package in the
        // folders above: the same site must have the same bytes in any folder.
        scratch.write("package.json", "{ \"type\": \"module\" }\n")?;
        Ok(scratch)
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Links the installed packages into the folder. All bundled files then have the same paths on any machine, on
    /// which esbuild's hashes depend.
    ///
    /// # Errors
    /// If the link can't be made.
    pub fn link(&self, packages: &Packages) -> Result<(), Failure> {
        let link = self.path.join("node_modules");
        link_folder(&packages.folder, &link).map_err(|error| Failure::io("make the link", &link, &error))
    }

    /// Writes a file into the folder, or into a folder within it.
    ///
    /// # Errors
    /// If it can't be written.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
        let path = self.path.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| Failure::io("create", folder, &error))?;
        }
        fs::write(&path, bytes).map_err(|error| Failure::io("write", &path, &error))
    }

    /// Copies the texts below `folder` that `wanted` selects, and all binaries, to the same paths. The bytes come from
    /// `sources`, not from the disk: the bundle must be made of the texts that were checked.
    ///
    /// # Errors
    /// If a file can't be written.
    pub fn mirror(
        &self,
        sources: &Sources,
        folder: &str,
        wanted: impl Fn(&str) -> bool,
    ) -> Result<(), Failure> {
        for (_, text) in sources.texts_below(folder).filter(|(_, text)| wanted(&text.path)) {
            if text.error.is_none() {
                self.write(&text.path, text.text.as_bytes())?;
            }
        }
        for path in sources.binaries_below(folder) {
            let Some(binary) = sources.binary_at(path) else { continue };
            match binary.bytes() {
                Ok(bytes) => self.write(path, bytes)?,
                // esbuild reports the missing file, if anything imports it.
                Err(error) => log::warn!("{path} can't be read for esbuild: {error}"),
            }
        }
        Ok(())
    }
}

/// Removes the folders in `parent` that killed runs left, unless another run has one at the moment. The lock keeps others from
/// doing so.
fn clear_and_lock(parent: &Path) -> io::Result<File> {
    // On NFS, only a file that is open for reading is locked beside others, and only one for writing alone.
    let path = parent.join(SCRATCH_LOCK);
    let lock = File::options().create(true).truncate(false).read(true).write(true).open(path)?;
    if lock.try_lock().is_ok() {
        for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(SCRATCH) {
                log_leftover(&entry.path(), fs::remove_dir_all(entry.path()));
            }
        }
        lock.unlock()?;
    }
    lock.lock_shared()?;
    Ok(lock)
}

#[cfg(unix)]
fn link_folder(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

/// Makes a junction, as only administrators may make symbolic links.
#[cfg(windows)]
fn link_folder(target: &Path, link: &Path) -> io::Result<()> {
    let made = Command::new("cmd").args(["/c", "mklink", "/J"]).args([link, target]).output()?;
    if made.status.success() {
        Ok(())
    } else {
        Err(io::Error::other(String::from_utf8_lossy(&made.stderr).trim().to_owned()))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        log_leftover(&self.path, fs::remove_dir_all(&self.path));
    }
}

/// The results of a run.
#[derive(Debug, Default)]
pub struct RunOutput {
    /// Mistakes; with any of these there is no bundle.
    pub errors: Vec<EsbuildMessage>,
    /// Possible mistakes.
    pub warnings: Vec<EsbuildMessage>,
    /// The account of the files that were read and written, unless there are errors.
    pub metafile: Metafile,
    /// The written files, by name.
    pub files: BTreeMap<String, Vec<u8>>,
}

impl RunOutput {
    /// The text of the written file with this name.
    pub fn text(&self, name: &str) -> String {
        self.files.get(name).map(|bytes| String::from_utf8_lossy(bytes).into_owned()).unwrap_or_default()
    }
}

impl Packages {
    /// Bundles the files `entries` and all that they import into the folder `name` of `root`. Paths in messages are
    /// relative to `root`. `options` are added to the options of every run.
    ///
    /// # Errors
    /// If esbuild can't be started, or fails without a message, or its files can't be written or read.
    pub fn bundle(
        &self,
        root: &Path,
        name: &str,
        entries: &[PathBuf],
        options: &[String],
    ) -> Result<RunOutput, Failure> {
        let outdir = root.join(name);
        fs::create_dir_all(&outdir).map_err(|error| Failure::io("create", &outdir, &error))?;
        let metafile = outdir.join("meta.json");
        let output = Command::new(&self.binary)
            .current_dir(root)
            // pnpm keeps the packages that packages import in this folder.
            .env("NODE_PATH", root.join("node_modules/.pnpm/node_modules"))
            .args(entries)
            .arg(format!("--outdir={}", outdir.display()))
            .arg(format!("--metafile={}", metafile.display()))
            .args([
                "--bundle",
                "--color=false",
                "--log-level=warning",
                "--log-limit=0",
                "--legal-comments=none",
            ])
            .args(["--charset=utf8", "--tsconfig-raw={}", "--preserve-symlinks"])
            .args(options)
            .stdin(Stdio::null())
            .output()
            .map_err(|error| {
                Failure::io("start", &self.binary, &error).help("reinstall the packages with `npm ci`")
            })?;
        let said = String::from_utf8_lossy(&output.stderr);
        let (errors, warnings): (Vec<EsbuildMessage>, Vec<EsbuildMessage>) =
            messages::parse(&said).into_iter().partition(|message| message.is_error);
        // The disk may be full: that is no mistake of a component.
        if let Some(unwritten) = errors.iter().find(|error| error.is_of_disk()) {
            return Err(Failure::new(format!("esbuild can't write its files: {}", unwritten.text))
                .help("make room on the disk, and check that its permissions let you write there"));
        }
        if !errors.is_empty() {
            return Ok(RunOutput { errors, warnings, ..RunOutput::default() });
        }
        if !output.status.success() {
            return Err(Failure::new(format!("esbuild ended with {}: {}", output.status, said.trim()))
                .help("reinstall the packages with `npm ci`"));
        }
        let metafile = Metafile::read(&metafile)?;
        let mut files = BTreeMap::new();
        for name in metafile.outputs.keys().map(|path| file_name(path)) {
            let path = outdir.join(name);
            let bytes = fs::read(&path).map_err(|error| Failure::io("read", &path, &error))?;
            files.insert(name.to_owned(), bytes);
        }
        Ok(RunOutput { errors, warnings, metafile, files })
    }
}
