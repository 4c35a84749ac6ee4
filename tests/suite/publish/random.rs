//! Random sites, one after the other.

use std::{collections::BTreeMap, fs};

use proptest::{prelude::*, test_runner::RngSeed};

use super::site::{Project, Site, bytes_of, files_below};

fn sites() -> impl Strategy<Value = Vec<Site>> {
    let folders = prop::collection::vec(prop::sample::select(vec!["a", "b"]), 0..3);
    let name = prop::sample::select(vec!["c.html", "index.html", "d.js", "e.xml"]);
    let path = (folders, name).prop_map(|(mut parts, name)| {
        parts.push(name);
        parts.join("/")
    });
    let file = (path, prop::sample::select(vec!["", "1", "2"]), any::<bool>());
    let site = prop::collection::vec(file, 0..8).prop_map(|files| {
        let file = |(path, text, hashed): (String, &str, bool)| (path, (text.as_bytes().to_vec(), hashed));
        Site(files.into_iter().map(file).collect::<BTreeMap<_, _>>())
    });
    prop::collection::vec(site, 1..6)
}

/// Cases from a fixed seed, or from that of `PROPTEST_RNG_SEED`.
fn fixed() -> ProptestConfig {
    let config = ProptestConfig::default();
    let rng_seed = if config.rng_seed == RngSeed::Random { RngSeed::Fixed(1) } else { config.rng_seed };
    ProptestConfig { rng_seed, failure_persistence: None, ..config }
}

proptest! {
    #![proptest_config(fixed())]

    #[test]
    fn whatever_was_published_before_the_folder_holds_the_site_and_what_is_kept(sites in sites()) {
        let project = Project::new();
        let mut before = Site::default();
        let theirs = project.out().join("theirs");
        for site in &sites {
            project.publish(site);
            let mut expected = bytes_of(site);
            for (path, (bytes, has_hashed_name)) in &before.0 {
                if *has_hashed_name && !site.0.contains_key(path) {
                    expected.insert(path.clone(), bytes.clone());
                }
            }
            if theirs.exists() {
                expected.insert("theirs/index.html".to_owned(), b"theirs".to_vec());
            }
            prop_assert_eq!(project.published(), expected);
            prop_assert!(project.is_clean());
            let folders = walkdir::WalkDir::new(project.out()).into_iter().map(Result::unwrap);
            for folder in folders.filter(|entry| entry.file_type().is_dir() && entry.depth() > 0) {
                prop_assert!(!files_below(folder.path()).is_empty(), "{} is empty", folder.path().display());
            }
            fs::create_dir_all(&theirs).unwrap();
            fs::write(theirs.join("index.html"), "theirs").unwrap();
            before = site.clone();
        }
    }
}
