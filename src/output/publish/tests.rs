//! The site between the single steps of a publication.

use std::{fs, path::Path};

use super::{
    Change, OutFolder, Staged, Staging,
    manifest::{Listing, Manifest},
};
use crate::{
    diagnostic::FileId,
    output::{Artifact, Origin, OutputPath},
};

/// A file that was compared.
pub(super) fn staged(path: &str, bytes: usize) -> Staged {
    let path = OutputPath::new(path).unwrap();
    Staged { path, listing: Listing::File, bytes, change: Change::Unchanged }
}

/// A site as paths and links. Everything refers to the script of its version.
fn site(version: &str, pages: &[(&str, &[&str])]) -> Vec<Artifact> {
    let artifact = |path: &str, text: String, has_hashed_name| Artifact {
        path: OutputPath::new(path).unwrap(),
        bytes: text.into_bytes().into(),
        origin: Origin { content: FileId(0), template: None },
        has_hashed_name,
    };
    let mut site = vec![artifact(&format!("app-{version}.js"), String::new(), true)];
    for (path, links) in pages {
        let links: String = links.iter().map(|link| format!("<a href=\"{link}\">{version}</a>")).collect();
        site.push(artifact(path, format!("<script src=\"/app-{version}.js\"></script>{links}"), false));
    }
    site
}

/// Every published page that isn't as in one of `sites`, and every link that leads nowhere. A page that only one of both
/// has may be there an instant before or after another such page.
fn violations(out: &Path, sites: [&[Artifact]; 2]) -> Vec<String> {
    let mut violations = Vec::new();
    let find = |path: &str| sites.map(|site| site.iter().find(|artifact| artifact.path.as_str() == path));
    for artifact in sites.concat() {
        let path = artifact.path.as_str();
        let Ok(bytes) = fs::read(out.join(path)) else { continue };
        if !find(path).into_iter().flatten().any(|other| *other.bytes.ready() == bytes) {
            violations.push(format!("{path} is torn"));
        }
        for link in String::from_utf8_lossy(&bytes).split('"').filter(|part| part.starts_with('/')) {
            let target = format!("{}{}", &link[1..], if link.ends_with('/') { "index.html" } else { "" });
            let are_of_one_site = [path, &target].iter().all(|path| find(path).iter().any(Option::is_none));
            if !(out.join(&target).is_file() || are_of_one_site && artifact.path.is_html()) {
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
    let out = OutFolder::new(&project.path().join("dist"), project.path()).unwrap();
    let stage = |site: &[Artifact]| {
        let staging = Staging::open(&out).unwrap();
        let staged: Vec<_> = site.iter().map(|artifact| staging.take(artifact).unwrap()).collect();
        (staging, staged)
    };
    let (staging, staged) = stage(&one);
    staging.publish(staged).unwrap();
    for (old, new) in [(&one, &two), (&two, &one)] {
        let (staging, staged) = stage(new);
        let site = staged.iter().map(|file| (file.path.clone(), file.listing)).collect();
        let (steps, _) = staging.plan(Manifest { files: site }, staged).unwrap();
        assert!(steps.len() > 12, "{steps:#?}");
        for step in steps {
            staging.carry_out(&step).unwrap();
            assert_eq!(violations(out.path(), [old, new]), [""; 0], "after {step:?}");
        }
    }
}
