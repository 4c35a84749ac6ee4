//! Sites to publish: a few files by path, in a project on disk.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use gympress::{
    diagnostic::{Failure, FileId},
    output::{Artifact, Origin, OutputPath},
    publish::{OutFolder, Published, Staging},
};

use crate::project::Project;

/// The files of a site by path, and whether a hash is in their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site(pub BTreeMap<String, (Vec<u8>, bool)>);

/// Compares a text with these lines.
#[track_caller]
pub fn assert_lines(text: &str, lines: &[&str]) {
    assert_eq!(text.lines().collect::<Vec<_>>(), lines);
}

impl Site {
    /// A site of `files`; a name that starts with `~` counts as one with a hash.
    pub fn from_files(files: &[(&str, &str)]) -> Self {
        let file = |(path, text): &(&str, &str)| {
            (path.trim_start_matches('~').to_owned(), (text.as_bytes().to_vec(), path.starts_with('~')))
        };
        Self(files.iter().map(file).collect())
    }

    pub fn artifacts(&self) -> Vec<Artifact> {
        let artifact = |(path, (bytes, has_hashed_name)): (&String, &(Vec<u8>, bool))| Artifact {
            path: OutputPath::new(path).unwrap(),
            bytes: bytes.clone().into(),
            origin: Origin { content: FileId(0), template: None },
            has_hashed_name: *has_hashed_name,
        };
        self.0.iter().map(artifact).collect()
    }
}

impl Project {
    pub fn out(&self) -> PathBuf {
        self.path("dist")
    }

    pub fn open(&self) -> Result<Staging, Failure> {
        Staging::open(&OutFolder::new(&self.out(), self.root())?)
    }

    pub fn publish_into(&self, out: &Path, site: &Site) -> Result<Published, Failure> {
        publish(self.root(), out, site)
    }

    pub fn publish(&self, site: &Site) -> Published {
        self.publish_into(&self.out(), site).unwrap()
    }

    /// True if a publication left nothing behind in the output folder.
    pub fn is_clean(&self) -> bool {
        let own: Vec<String> = fs::read_dir(self.out().join(".gympress"))
            .map(|entries| entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect())
            .unwrap_or_default();
        own.iter().all(|name| name == "lock" || name == "manifest")
    }
}

/// Publishes the site of the project in `root`.
pub fn publish(root: &Path, out: &Path, site: &Site) -> Result<Published, Failure> {
    let staging = Staging::open(&OutFolder::new(out, root)?)?;
    let staged = site.artifacts().iter().map(|artifact| staging.take(artifact)).collect::<Result<_, _>>()?;
    staging.publish(staged)
}

/// The bytes of `site` by path.
pub fn bytes_of(site: &Site) -> BTreeMap<String, Vec<u8>> {
    site.0.iter().map(|(path, (bytes, _))| (path.clone(), bytes.clone())).collect()
}

/// A site of pages, each with its links. Everything refers to the script of its version.
pub fn linked(version: &str, pages: impl IntoIterator<Item = (String, Vec<String>)>) -> Site {
    let script = format!("~app-{version}.js");
    let mut site = Site::from_files(&[(&script, "")]);
    for (path, links) in pages {
        let links: String = links.iter().map(|link| format!("<a href=\"{link}\">{version}</a>")).collect();
        let page = format!("<script src=\"/app-{version}.js\"></script>{links}");
        site.0.insert(path, (page.into_bytes(), false));
    }
    site
}

/// Every published page that isn't as in one of `sites`, and every link that leads nowhere. A page that only one of both
/// has may be there an instant before or after another such page.
pub fn violations(out: &Path, sites: [&Site; 2]) -> Vec<String> {
    let find = |path: &str| sites.map(|site| site.0.get(path).map(|(bytes, _)| bytes));
    let mut violations = Vec::new();
    for path in sites.iter().flat_map(|site| site.0.keys()) {
        let Ok(bytes) = fs::read(out.join(path)) else { continue };
        if !find(path).contains(&Some(&bytes)) {
            violations.push(format!("{path} is torn"));
        }
        for link in String::from_utf8_lossy(&bytes).split('"').filter(|part| part.starts_with('/')) {
            let target = format!("{}{}", &link[1..], if link.ends_with('/') { "index.html" } else { "" });
            let are_of_one_site = [path, &target].iter().all(|path| find(path).contains(&None));
            if !(out.join(&target).is_file() || are_of_one_site && path.ends_with(".html")) {
                violations.push(format!("{path} refers to {link}"));
            }
        }
    }
    violations
}
