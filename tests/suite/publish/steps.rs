//! What a publication writes, removes, keeps, and leaves alone.

use std::fs;
#[cfg(unix)]
use std::os::unix::fs::{MetadataExt, PermissionsExt};

use super::site::{Project, Site, bytes_of, files_below, names};

fn small() -> Site {
    Site::from_files(&[
        ("index.html", "<a href='/about/'>About</a>"),
        ("about/index.html", "<a href='/'>Home</a>"),
        ("~assets/app-1.js", "1"),
        ("sitemap.xml", "<loc>https://example.org/about/</loc>"),
    ])
}

#[cfg(unix)]
fn identity(path: &std::path::Path) -> (u64, std::time::SystemTime) {
    let metadata = fs::metadata(path).unwrap();
    (metadata.ino(), metadata.modified().unwrap())
}

#[test]
fn the_first_publication_makes_the_folder() {
    let project = Project::new();
    let published = project.publish(&small());
    assert_eq!(names(&published.added), ["about/index.html", "assets/app-1.js", "index.html", "sitemap.xml"]);
    assert_eq!(project.published(), bytes_of(&small()));
    assert!(project.is_clean());
    insta::assert_snapshot!(fs::read_to_string(project.out().join(".gympress/manifest")).unwrap());
}

#[cfg(unix)]
#[test]
fn an_empty_folder_is_as_good_as_none() {
    let project = Project::new();
    fs::create_dir(project.out()).unwrap();
    fs::set_permissions(project.out(), fs::Permissions::from_mode(0o750)).unwrap();
    project.publish(&small());
    assert_eq!(project.published(), bytes_of(&small()));
    assert_eq!(fs::metadata(project.out()).unwrap().mode() & 0o777, 0o750);
    assert!(project.is_clean());
}

#[test]
fn a_folder_is_the_same_whatever_led_to_it() {
    let (cold, warm) = (Project::new(), Project::new());
    cold.publish(&small());
    warm.publish(&Site::from_files(&[("index.html", "old"), ("gone/index.html", "gone"), ("about", "file")]));
    warm.publish(&small());
    warm.publish(&small());
    assert_eq!(files_below(&cold.out()), files_below(&warm.out()));
}

#[cfg(unix)]
#[test]
fn what_is_the_same_is_not_touched() {
    let project = Project::new();
    project.publish(&small());
    let folder = identity(&project.out()).0;
    let before = ["index.html", "about/index.html", "assets/app-1.js", ".gympress/manifest"]
        .map(|name| identity(&project.out().join(name)));
    let mut site = small();
    site.0.insert("sitemap.xml".into(), (b"<urlset/>".to_vec(), false));
    let published = project.publish(&site);
    assert_eq!((published.unchanged, names(&published.changed)), (3, vec!["sitemap.xml"]));
    let after = ["index.html", "about/index.html", "assets/app-1.js", ".gympress/manifest"]
        .map(|name| identity(&project.out().join(name)));
    assert_eq!(before, after);
    assert_eq!(identity(&project.out()).0, folder);

    let folders = ["", "about", ".gympress"].map(|name| identity(&project.out().join(name)));
    let published = project.publish(&site);
    assert_eq!((published.unchanged, published.changed.len(), published.added.len()), (4, 0, 0));
    assert_eq!(folders, ["", "about", ".gympress"].map(|name| identity(&project.out().join(name))));
}

#[test]
fn vanished_files_go_with_their_folders() {
    let project = Project::new();
    let mut site = small();
    site.0.insert("blog/a/b/index.html".into(), (b"a".to_vec(), false));
    site.0.insert("blog/c/index.html".into(), (b"c".to_vec(), false));
    project.publish(&site);
    fs::write(project.out().join("blog/c/notes.txt"), "of somebody else").unwrap();
    let published = project.publish(&small());
    assert_eq!(names(&published.removed), ["blog/a/b/index.html", "blog/c/index.html"]);
    assert!(!project.out().join("blog/a").exists());
    assert_eq!(fs::read(project.out().join("blog/c/notes.txt")).unwrap(), b"of somebody else");
}

#[test]
fn files_that_linger_stay_for_one_more_build() {
    let project = Project::new();
    let site = |version: &str| {
        Site::from_files(&[("index.html", version), (&format!("~assets/app-{version}.js"), "x")])
    };
    let has = |version: &str| project.out().join(format!("assets/app-{version}.js")).exists();
    project.publish(&site("1"));
    let published = project.publish(&site("2"));
    assert_eq!(names(&published.expiring), ["assets/app-1.js"]);
    assert!(has("1") && has("2"));
    let published = project.publish(&site("3"));
    assert_eq!(
        (names(&published.expiring), names(&published.removed)),
        (vec!["assets/app-2.js"], vec!["assets/app-1.js"])
    );
    assert!(!has("1") && has("2") && has("3"));
    project.publish(&site("3"));
    assert!(!has("2") && has("3"));
    // One that comes back in time was never away.
    project.publish(&site("4"));
    project.publish(&site("3"));
    assert!(has("3") && has("4"));
    assert!(project.is_clean());
}

#[test]
fn files_of_others_stay() {
    let project = Project::new();
    project.publish(&small());
    fs::write(project.out().join("CNAME"), "example.org").unwrap();
    fs::create_dir(project.out().join("about/theirs")).unwrap();
    project.publish(&Site::from_files(&[("index.html", "new")]));
    project.publish(&small());
    assert_eq!(fs::read(project.out().join("CNAME")).unwrap(), b"example.org");
    assert!(project.out().join("about/theirs").is_dir());
}

#[test]
fn a_file_becomes_a_folder_and_a_folder_a_file() {
    let project = Project::new();
    let file = Site::from_files(&[("index.html", "1"), ("blog", "a file"), ("~x/old.js", "x")]);
    let folder = Site::from_files(&[
        ("index.html", "1"),
        ("blog/index.html", "a page"),
        ("blog/a/index.html", "a"),
        ("x", "y"),
    ]);
    project.publish(&file);
    project.publish(&folder);
    assert_eq!(project.published(), bytes_of(&folder));
    project.publish(&file);
    assert_eq!(project.published(), bytes_of(&file));
    assert!(project.is_clean());
}

#[cfg(unix)]
#[test]
fn a_read_only_file_is_replaced() {
    let project = Project::new();
    project.publish(&small());
    let page = project.out().join("index.html");
    fs::set_permissions(&page, fs::Permissions::from_mode(0o444)).unwrap();
    let mut site = small();
    site.0.insert("index.html".into(), (b"new".to_vec(), false));
    project.publish(&site);
    assert_eq!(fs::read(&page).unwrap(), b"new");
}

#[test]
fn a_publication_that_is_given_up_leaves_no_trace() {
    let project = Project::new();
    let staging = project.open().unwrap();
    for artifact in small().artifacts() {
        staging.take(&artifact).unwrap();
    }
    drop(staging);
    assert!(!project.out().exists() && project.is_clean());

    project.publish(&small());
    let before = files_below(&project.out());
    let staging = project.open().unwrap();
    for artifact in
        Site::from_files(&[("index.html", "new"), ("new/a/index.html", "new"), ("about/b/index.html", "b")])
            .artifacts()
    {
        staging.take(&artifact).unwrap();
    }
    drop(staging);
    assert_eq!(files_below(&project.out()), before);
    assert!(project.is_clean() && !project.out().join("about/b").exists());
}

#[test]
fn the_next_build_heals_what_a_killed_one_or_a_power_cut_left() {
    let project = Project::new();
    project.publish(&small());
    // Staged files, a manifest that lists more than there is, a page that is torn and one that is gone.
    let own = project.out().join(".gympress");
    fs::create_dir_all(own.join("staging/files")).unwrap();
    fs::write(own.join("staging/files/0"), "half a pa").unwrap();
    fs::create_dir_all(project.root().join(".dist.gympress/tree")).unwrap();
    let manifest = fs::read_to_string(own.join("manifest")).unwrap();
    let manifest = manifest.replace("end 4", "file new/deep/index.html\nfile new/index.html\nend 6");
    fs::write(own.join("manifest"), manifest).unwrap();
    fs::create_dir_all(project.out().join("new/deep")).unwrap();
    fs::write(project.out().join("new/index.html"), "new").unwrap();
    fs::write(project.out().join("index.html"), "").unwrap();
    fs::remove_dir_all(project.out().join("about")).unwrap();
    project.publish(&small());
    assert_eq!(project.published(), bytes_of(&small()));
    assert!(project.is_clean() && !project.out().join("new").exists());
}

#[cfg(unix)]
#[test]
fn only_real_folders_of_the_site_are_cleaned() {
    let project = Project::new();
    project.publish(&Site::from_files(&[("index.html", "1"), ("blog/a/index.html", "a")]));
    let elsewhere = project.root().join("elsewhere");
    fs::create_dir_all(elsewhere.join("a")).unwrap();
    fs::write(elsewhere.join("a/index.html"), "theirs").unwrap();
    fs::remove_dir_all(project.out().join("blog")).unwrap();
    std::os::unix::fs::symlink(&elsewhere, project.out().join("blog")).unwrap();
    project.publish(&Site::from_files(&[("index.html", "1")]));
    assert_eq!(fs::read(elsewhere.join("a/index.html")).unwrap(), b"theirs");
}
