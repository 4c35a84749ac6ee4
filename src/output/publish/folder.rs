//! Checks of the output folder: which folders a site may be published into.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::staging::manifest_of;
use crate::failure::Failure;

/// The folders of a project that people write in.
const SOURCES: [&str; 4] = ["content", "templates", "components", "src"];

/// The folders of a project that programs write in.
const OTHERS: [&str; 3] = [".git", ".gympress", "node_modules"];

/// A place for the published site that holds no part of the project and isn't a link to elsewhere.
/// It need not exist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutFolder {
    path: PathBuf,
}

impl OutFolder {
    /// Where the list of the published files is.
    pub fn manifest(&self) -> PathBuf {
        manifest_of(&self.path)
    }

    /// The folder `out`, for the project in `root`.
    ///
    /// # Errors
    /// If `out` is a file or a symbolic link, if it holds the project, or if it is within the
    /// project's content, templates or components; and if the system doesn't let us look.
    pub fn new(out: &Path, root: &Path) -> Result<Self, Failure> {
        // Without a slash at the end, which would follow a link.
        let given: PathBuf = out.components().collect();
        match fs::symlink_metadata(&given) {
            Ok(metadata) if metadata.is_symlink() => {
                let failure = refusal(out, "is a symbolic link");
                return Err(
                    failure.help("--out names the folder itself; give it the folder that the link leads to")
                );
            }
            Ok(metadata) if !metadata.is_dir() => {
                return Err(
                    refusal(out, "is a file").help("move the file away, or name another folder with --out")
                );
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(Failure::io("look at", out, &error)),
        }
        let path = resolved(&given).map_err(|error| Failure::io("find", out, &error))?;
        let root = dunce::canonicalize(root).map_err(|error| Failure::io("find", root, &error))?;
        if root.starts_with(&path) {
            return Err(refusal(out, "holds the project itself")
                .help("name a folder of its own with --out, such as dist"));
        }
        if let Some(source) = SOURCES.iter().find(|source| path.starts_with(root.join(source))) {
            let why = format!("is within {source}/, which holds what the site is made from");
            return Err(refusal(out, &why).help("name a folder of its own with --out, such as dist"));
        }
        if let Some(other) = OTHERS.iter().find(|other| path.starts_with(root.join(other))) {
            let why = format!("is within {other}/, which another program keeps");
            return Err(refusal(out, &why).help("name a folder of its own with --out, such as dist"));
        }
        Ok(Self { path })
    }

    /// Where it is, from the root of the file system.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

fn refusal(out: &Path, why: &str) -> Failure {
    Failure::new(format!("can't publish into {}: it {why}", out.display()))
}

/// `path` without links and `..`, whether or not it exists.
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
