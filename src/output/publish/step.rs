//! The single acts of a publication in place. The site is whole before and after each.

use std::{
    fs,
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use super::staging::Staging;
use crate::failure::Failure;

/// An act which other processes see as done or not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Puts a staged file or folder into place.
    Put { from: PathBuf, to: PathBuf },
    /// Removes a file, unless it made place for a folder before.
    RemoveFile(PathBuf),
    /// Removes a folder with all that is in it, unless it made place for a file before.
    RemoveFolder(PathBuf),
}

impl Step {
    /// Does it.
    pub(super) fn carry_out(&self, staging: &Staging) -> Result<(), Failure> {
        match self {
            Self::Put { from, to } => {
                put(staging, from, to).map_err(|error| Failure::io("write", to, &error))
            }
            Self::RemoveFile(path) => match is_folder(path)? {
                Some(false) => fs::remove_file(path).map_err(|error| Failure::io("remove", path, &error)),
                Some(true) | None => Ok(()),
            },
            Self::RemoveFolder(path) => match is_folder(path)? {
                Some(true) => set_aside(staging, path).map_err(|error| Failure::io("remove", path, &error)),
                Some(false) | None => Ok(()),
            },
        }
    }
}

/// True for a folder, false for anything else, without following a link. Returns `None` if there is nothing.
///
/// # Errors
/// If it can't be found out.
pub(super) fn is_folder(path: &Path) -> Result<Option<bool>, Failure> {
    match fs::symlink_metadata(path) {
        Ok(metadata) => Ok(Some(metadata.is_dir())),
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(None),
        Err(error) => Err(Failure::io("look at", path, &error)),
    }
}

/// Renames `from` to `to`. A file of ours where a folder must go, or a folder of ours where a file must
/// go, makes place the instant before.
fn put(staging: &Staging, from: &Path, to: &Path) -> io::Result<()> {
    let Err(error) = fs::rename(from, to) else { return Ok(()) };
    // Systems differ in the error that they have for this.
    let is_folder = |path| fs::symlink_metadata(path).is_ok_and(|metadata: fs::Metadata| metadata.is_dir());
    if fs::symlink_metadata(to).is_err() || is_folder(from) == is_folder(to) {
        return Err(error);
    }
    set_aside(staging, to)?;
    fs::rename(from, to)
}

/// Moves something into the staging folder, which is cleared in the end.
fn set_aside(staging: &Staging, path: &Path) -> io::Result<()> {
    let aside = staging.aside();
    staging.make_parent(&aside)?;
    fs::rename(path, aside)
}

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use crate::{
        diagnostic::{Diagnostics, FileId},
        output::{
            Artifact, Origin, OutputPath,
            check::{References, check},
            publish::{OutFolder, Staging, in_place, publish},
        },
        site::BaseUrl,
        source::Sources,
    };

    /// A site as paths and links. Everything refers to the script of its version.
    fn site(version: &str, pages: &[(&str, &[&str])]) -> Vec<Artifact> {
        let artifact = |path: &str, text: String| Artifact {
            path: OutputPath::new(path).unwrap(),
            bytes: text.into_bytes().into(),
            origin: Origin { content: FileId(0), template: None },
            has_hashed_name: false,
        };
        let mut site = vec![artifact(&format!("app-{version}.js"), String::new())];
        for (path, links) in pages {
            let links: String =
                links.iter().map(|link| format!("<a href=\"{link}\">{version}</a>")).collect();
            let text = format!("<script src=\"/app-{version}.js\"></script>{links}");
            // What a server sends in its place, which has the same links.
            site.push(artifact(&format!("{path}.br"), text.clone()));
            site.push(artifact(path, text));
        }
        site
    }

    fn references(root: &Path, site: &[Artifact]) -> References {
        let sources = Sources::load_without_theme(root, &mut Diagnostics::default()).unwrap();
        let checked = check(site, &BaseUrl::new(&"https://a.org".parse().unwrap()).unwrap(), &sources);
        assert!(checked.diagnostics.is_empty(), "{:?}", checked.diagnostics);
        checked.references
    }

    /// Every published page that isn't as in one of `sites`, and every link that leads nowhere.
    fn violations(out: &Path, sites: [&[Artifact]; 2]) -> Vec<String> {
        let mut violations = Vec::new();
        let is_page = |path: &OutputPath| path.is_html() || path.compressed_extension() == Some("html");
        for artifact in sites.concat().iter().filter(|artifact| is_page(&artifact.path)) {
            let path = artifact.path.as_str();
            let Ok(bytes) = fs::read(out.join(path)) else { continue };
            let is = |other: &Artifact| other.path == artifact.path && other.bytes.ready() == bytes;
            if !sites.concat().iter().any(is) {
                violations.push(format!("{path} is torn"));
            }
            for link in String::from_utf8_lossy(&bytes).split('"').filter(|part| part.starts_with('/')) {
                let index = if link.ends_with('/') { "index.html" } else { "" };
                if !out.join(format!("{}{index}", &link[1..])).is_file() {
                    violations.push(format!("{path} refers to {link}"));
                }
            }
        }
        violations
    }

    #[test]
    fn the_site_is_whole_after_each_step() {
        let one = site(
            "1",
            &[
                ("index.html", &["/blog/", "/old/"]),
                ("blog/index.html", &["/blog/a/", "/blog/b/", "/blog/c/"]),
                ("blog/a/index.html", &["/blog/b/", "/"]),
                ("blog/b/index.html", &["/blog/c/"]),
                ("blog/c/index.html", &["/blog/"]),
                // Circles are no trouble in a folder that comes or goes as a whole.
                ("old/index.html", &["/old/a/", "/"]),
                ("old/a/index.html", &["/old/"]),
            ],
        );
        let two = site(
            "2",
            &[
                ("index.html", &["/blog/", "/new/"]),
                ("blog/index.html", &["/blog/z/", "/blog/y/", "/blog/x/", "/blog/b/"]),
                ("blog/b/index.html", &["/"]),
                ("blog/x/index.html", &["/blog/y/", "/blog/b/"]),
                ("blog/y/index.html", &["/blog/z/"]),
                ("blog/z/index.html", &["/blog/"]),
                ("new/index.html", &["/new/a/", "/blog/x/"]),
                ("new/a/index.html", &["/new/"]),
            ],
        );
        let project = tempfile::tempdir().unwrap();
        let root = project.path();
        fs::create_dir(root.join("content")).unwrap();
        let out = OutFolder::new(&root.join("dist"), root).unwrap();
        publish(&one, &out, &references(root, &one)).unwrap();
        for (old, new) in [(&one, &two), (&two, &one)] {
            let staging = Staging::open(&out).unwrap();
            let staged: Vec<_> = new.iter().map(|artifact| staging.take(artifact).unwrap()).collect();
            let (steps, _) = in_place::plan(&staging, &staged, &references(root, new)).unwrap();
            assert!(steps.len() > 12, "{steps:#?}");
            for step in steps {
                step.carry_out(&staging).unwrap();
                assert_eq!(violations(out.path(), [old, new]), [""; 0], "after {step:?}");
            }
        }
    }
}
