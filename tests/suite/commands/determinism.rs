//! The same input gives the same bytes, wherever, whenever and however it is built.

use std::collections::BTreeMap;

use super::project::Project;

/// Paths of files that two builds disagree on.
fn differing(one: &BTreeMap<String, Vec<u8>>, other: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let paths = one.keys().chain(other.keys().filter(|path| !one.contains_key(*path)));
    paths.filter(|path| one.get(*path) != other.get(*path)).cloned().collect()
}

#[test]
fn neither_folder_nor_zone_nor_language_nor_threads_nor_the_cache_change_a_byte() {
    let reference = Project::cold("here");
    let first = reference.build();
    assert!(first.contains_key("index.html") && first.len() > 80, "{} files", first.len());

    let elsewhere = Project::cold("a somewhat longer näme with spaces")
        .with("TZ", "Pacific/Kiritimati")
        .with("LANG", "tr_TR.UTF-8")
        .with("LC_ALL", "tr_TR.UTF-8")
        .with("RAYON_NUM_THREADS", "1")
        .build();
    assert_eq!(differing(&first, &elsewhere), Vec::<String>::new());

    let many_threads = Project::cold("x").with("TZ", "America/Adak").with("RAYON_NUM_THREADS", "13").build();
    assert_eq!(differing(&first, &many_threads), Vec::<String>::new());

    let warm = reference.build();
    assert_eq!(differing(&first, &warm), Vec::<String>::new());
}

#[test]
fn a_file_changed_and_changed_back_leaves_no_trace() {
    let project = Project::gym();
    let first = project.build();
    let (site, post) = (project.read("content/site.toml"), project.read("content/blog.toml"));
    project.replace("content/site.toml", "name = \"", "name = \"Another ");
    project.replace("content/blog.toml", "title = \"", "title = \"Another ");
    let changed = project.build();
    assert!(!differing(&first, &changed).is_empty());
    project.write("content/site.toml", &site);
    project.write("content/blog.toml", &post);
    assert_eq!(differing(&first, &project.build()), Vec::<String>::new());
}
