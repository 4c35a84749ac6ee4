//! What a publication writes, removes, keeps, and leaves alone.

use std::fs;

use super::site::{Site, bytes_of, linked, violations};
use crate::project::{Project, files_below};

fn small() -> Site {
    Site::from_files(&[
        ("index.html", "<a href='/about/'>About</a>"),
        ("about/index.html", "<a href='/'>Home</a>"),
        ("~assets/app-1.js", "1"),
        ("sitemap.xml", "<loc>https://example.org/about/</loc>"),
    ])
}

#[test]
fn a_publication_that_is_given_up_leaves_no_trace() {
    let project = Project::apart();
    let give_up = |site: &Site| {
        let staging = project.open().unwrap();
        site.artifacts().iter().for_each(|artifact| drop(staging.take(artifact).unwrap()));
    };
    give_up(&small());
    assert!(!project.out().exists() && project.is_clean());
    project.publish(&small());
    let before = files_below(&project.out());
    give_up(&Site::from_files(&[
        ("index.html", "new"),
        ("new/a/index.html", "new"),
        ("about/b/index.html", "b"),
    ]));
    assert_eq!(files_below(&project.out()), before);
    assert!(project.is_clean() && !project.out().join("about/b").exists());
}

#[test]
fn the_next_build_heals_what_a_killed_one_or_a_power_cut_left() {
    let project = Project::apart();
    project.publish(&small());
    // Staged files, a manifest that lists more than there is, a page that is torn and one that is gone.
    let own = project.out().join(".gympress");
    fs::create_dir_all(own.join("staging")).unwrap();
    fs::write(own.join("staging/0"), "half a pa").unwrap();
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
fn nothing_is_removed_through_a_symbolic_link() {
    let project = Project::apart();
    project.publish(&Site::from_files(&[("index.html", "1"), ("blog/a/index.html", "a")]));
    let elsewhere = project.root().join("elsewhere");
    fs::create_dir_all(elsewhere.join("a")).unwrap();
    fs::write(elsewhere.join("a/index.html"), "theirs").unwrap();
    fs::remove_dir_all(project.out().join("blog")).unwrap();
    std::os::unix::fs::symlink(&elsewhere, project.out().join("blog")).unwrap();
    project.publish(&Site::from_files(&[("index.html", "1")]));
    assert_eq!(fs::read(elsewhere.join("a/index.html")).unwrap(), b"theirs");
}

#[test]
fn a_name_that_changes_in_capitals_alone() {
    let site = |name, text| Site::from_files(&[("index.html", "1"), (name, text)]);
    for text in ["soup", "stew"] {
        let project = Project::apart();
        let [old, new] = ["Menu.pdf", "menu.pdf"].map(|name| project.out().join(name));
        project.publish(&site("Menu.pdf", "soup"));
        project.publish(&site("menu.pdf", text));
        assert_eq!(project.published(), bytes_of(&site("menu.pdf", text)));
        project.publish(&site("Menu.pdf", "soup"));
        let is_told_apart = !new.exists();
        if is_told_apart {
            // Two links to one file, as two names are where the disk doesn't tell them apart.
            fs::hard_link(&old, &new).unwrap();
        }
        project.publish(&site("menu.pdf", text));
        assert_eq!(fs::read_to_string(&new).unwrap(), text);
        // A new file takes the place of one of two links.
        assert_eq!(old.exists(), !is_told_apart || text == "soup");
        assert!(project.is_clean());
    }
}

#[test]
fn the_site_is_whole_after_each_step() {
    let site = |version: &str, pages: &[(&str, &[&str])]| {
        let owned = |links: &[&str]| links.iter().map(|link| (*link).to_owned()).collect();
        linked(version, pages.iter().map(|(path, links)| ((*path).to_owned(), owned(links))))
    };
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
            ("feed.xml", &["/new/", "/blog/x/"]),
        ],
    );
    let project = Project::apart();
    project.publish(&one);
    for (old, new) in [(&one, &two), (&two, &one)] {
        let staging = project.open().unwrap();
        let staged = new.artifacts().iter().map(|artifact| staging.take(artifact).unwrap()).collect();
        let (steps, _) = staging.plan(staged).unwrap();
        assert!(steps.len() > 12, "{steps:#?}");
        for step in steps {
            staging.carry_out(&step).unwrap();
            assert!(project.out().join("index.html").is_file(), "after {step:?}");
            assert_eq!(violations(&project.out(), [old, new]), [""; 0], "after {step:?}");
        }
    }
}

#[test]
fn a_file_becomes_a_folder_of_the_same_name_and_the_reverse() {
    let file = Site::from_files(&[("index.html", "1"), ("menu", "file"), ("a/b/c", "file")]);
    let folder = Site::from_files(&[
        ("index.html", "2"),
        ("menu/index.html", "page"),
        ("menu/old/index.html", "page"),
        ("a/b/c/index.html", "page"),
        ("a/b/c/d/index.html", "page"),
    ]);
    let project = Project::apart();
    for (old, new) in [(&file, &folder), (&folder, &file)] {
        project.publish(old);
        project.publish(new);
        assert_eq!(project.published(), bytes_of(new));
        assert!(project.is_clean());
        // Killed after each of the steps, and built again from the other site or the same.
        for next in [old, new] {
            for killed in 0.. {
                project.publish(old);
                let staging = project.open().unwrap();
                let staged = new.artifacts().iter().map(|artifact| staging.take(artifact).unwrap()).collect();
                let (steps, _) = staging.plan(staged).unwrap();
                steps.iter().take(killed).for_each(|step| staging.carry_out(step).unwrap());
                drop(staging);
                project.publish(next);
                assert_eq!(project.published(), bytes_of(next), "after {killed} steps");
                if killed > steps.len() {
                    break;
                }
            }
        }
    }
    // Beside a file of somebody else, the folder stays.
    project.publish(&folder);
    fs::write(project.out().join("menu/notes.txt"), "theirs").unwrap();
    let refused = project.publish_into(&project.out(), &file).unwrap_err();
    assert!(refused.message.contains("where there is another"), "{refused}");
    assert_eq!(fs::read_to_string(project.out().join("menu/index.html")).unwrap(), "page");
}
