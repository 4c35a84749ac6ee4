//! Random sites, one after the other.

use std::{collections::BTreeMap, fs};

use fastrand::Rng;

use super::site::{Site, bytes_of};
use crate::{
    project::{Project, files_below},
    random::{cases, list, one_of},
};

fn site(random: &mut Rng) -> Site {
    let files = list(random, 0..8, |random| {
        let mut parts = list(random, 0..3, |random| one_of(random, &["a", "b"]));
        parts.push(one_of(random, &["c.html", "index.html", "d.js", "e.xml"]));
        let text = one_of(random, &["", "1", "2"]).as_bytes().to_vec();
        (parts.join("/"), (text, random.bool()))
    });
    Site(BTreeMap::from_iter(files))
}

#[test]
fn whatever_was_published_before_the_folder_holds_the_site_and_what_is_not_its_own() {
    cases(256, |random| {
        let sites = list(random, 1..6, site);
        let project = Project::apart();
        // In a folder that the site may have, too.
        let theirs = project.out().join("a/theirs");
        for site in &sites {
            project.publish(site);
            let mut expected = bytes_of(site);
            if theirs.exists() {
                expected.insert("a/theirs/index.html".to_owned(), b"theirs".to_vec());
            }
            assert_eq!(project.published(), expected);
            assert!(project.is_clean());
            let folders = walkdir::WalkDir::new(project.out()).into_iter().map(Result::unwrap);
            for folder in folders.filter(|entry| entry.file_type().is_dir() && entry.depth() > 0) {
                assert!(!files_below(folder.path()).is_empty(), "{} is empty", folder.path().display());
            }
            fs::create_dir_all(&theirs).unwrap();
            fs::write(theirs.join("index.html"), "theirs").unwrap();
        }
    });
}
