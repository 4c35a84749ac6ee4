//! The folders that a site may be published into.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::diagnostic::Failure;

/// The folders of a project that hold no site, each with the reason.
const RESERVED: [(&str, &str); 7] = [
    ("content", "which holds what the site is made from"),
    ("templates", "which holds what the site is made from"),
    ("components", "which holds what the site is made from"),
    ("src", "which holds what the site is made from"),
    (".git", "which another program keeps"),
    (".gympress", "which another program keeps"),
    ("node_modules", "which another program keeps"),
];

/// The folder for the published site. It holds no part of the project, isn't a link to elsewhere, and need not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutFolder {
    path: PathBuf,
}

impl OutFolder {
    /// Checks the folder `out` for the project in `root`.
    ///
    /// # Errors
    /// If `out` is a file or a symbolic link, if it holds the project, or if it is within a reserved folder of the
    /// project; and if the system doesn't let us look.
    pub fn new(out: &Path, root: &Path) -> Result<Self, Failure> {
        let other_folder = "name a folder of its own with --out, such as dist";
        // A slash at the end is removed, as the system would follow a link then.
        let given: PathBuf = out.components().collect();
        match fs::symlink_metadata(&given) {
            Ok(metadata) if metadata.is_symlink() => {
                return Err(refusal(out, "is a symbolic link")
                    .help("--out names the folder itself; give it the folder that the link leads to"));
            }
            Ok(metadata) if !metadata.is_dir() => {
                return Err(
                    refusal(out, "is a file").help("move the file away, or name another folder with --out")
                );
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(Failure::io("look at", out, &error));
            }
            _ => {}
        }
        let path = resolved(&given).map_err(|error| Failure::io("find", out, &error))?;
        let root = dunce::canonicalize(root).map_err(|error| Failure::io("find", root, &error))?;
        if root.starts_with(&path) {
            return Err(refusal(out, "holds the project itself").help(other_folder));
        }
        match RESERVED.iter().find(|(folder, _)| path.starts_with(root.join(folder))) {
            Some((folder, why)) => {
                Err(refusal(out, &format!("is within {folder}/, {why}")).help(other_folder))
            }
            None => Ok(Self { path }),
        }
    }

    /// The folder's absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

fn refusal(out: &Path, why: &str) -> Failure {
    Failure::new(format!("can't publish into {}: it {why}", out.display()))
}

/// Resolves links and `..` in `path`, whether or not it exists.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    match dunce::canonicalize(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return found,
    }
    let path = std::path::absolute(path)?;
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => Ok(resolved(parent)?.join(name)),
        _ => Err(io::ErrorKind::NotFound.into()),
    }
}
