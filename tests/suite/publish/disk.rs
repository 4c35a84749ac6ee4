//! Full disks and mount points, for which root mounts small disks in memory.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use super::site::{Site, bytes_of};
use crate::project::{Project, files_below};

/// A disk in memory, for as long as this lives.
struct Disk {
    path: PathBuf,
}

impl Disk {
    fn mount(path: &Path, options: &str) -> Self {
        fs::create_dir_all(path).unwrap();
        let mount = Command::new("mount").args(["-t", "tmpfs", "-o", options, "none"]).arg(path).status();
        assert!(mount.unwrap().success(), "a small disk can't be mounted");
        Self { path: path.to_owned() }
    }

    fn fill(&self) {
        let filler = vec![0; 1 << 16];
        let mut number = 0;
        while fs::write(self.path.join(format!("filler-{number}")), &filler).is_ok() {
            number += 1;
        }
    }

    fn free(&self) {
        for entry in fs::read_dir(&self.path).unwrap().map(Result::unwrap) {
            if entry.file_name().to_string_lossy().starts_with("filler") {
                fs::remove_file(entry.path()).unwrap();
            }
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.path).status();
    }
}

/// A site of `pages` pages of 10 KB.
fn site(pages: usize, text: &str) -> Site {
    let mut site = Site::from_files(&[("index.html", text)]);
    for page in 0..pages {
        let bytes = text.repeat(10_000 / text.len()).into_bytes();
        site.0.insert(format!("blog/{text}-{page}/index.html"), (bytes.clone(), false));
        site.0.insert(format!("{page}.html"), (bytes, false));
    }
    site
}

#[test]
#[ignore = "needs root"]
fn a_full_disk_leaves_the_site_as_it_was() {
    let project = Project::apart();
    let path = project.root().join("disk");
    for options in ["size=1m", "size=100m,nr_inodes=120"] {
        let disk = Disk::mount(&path, options);
        let out = path.join("dist");
        // The first publication.
        let failure = project.publish_into(&out, &site(100, "big")).unwrap_err();
        let help = failure.help.unwrap_or_default();
        assert!(help.starts_with("make room on the disk; ") && help.ends_with("dist is as it was"), "{help}");
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
        project.publish_into(&out, &site(10, "one")).unwrap();
        // A later one.
        let before = files_below(&path);
        let failure = project.publish_into(&out, &site(100, "big")).unwrap_err();
        assert!(failure.help.unwrap_or_default().starts_with("make room on the disk; "));
        assert_eq!(files_below(&path), before);
        // A site that fits.
        project.publish_into(&out, &site(9, "two")).unwrap();
        project.publish_into(&out, &site(10, "one")).unwrap();
        assert_eq!(files_below(&path), before);
        drop(disk);
    }
}

#[test]
#[ignore = "needs root"]
fn a_disk_that_fills_up_at_the_last_moment_leaves_the_site_as_it_was() {
    let project = Project::apart();
    let disk = Disk::mount(&project.out(), "size=1m");
    project.publish(&site(5, "one"));
    let staging = project.open().unwrap();
    let next = site(7, "two");
    let staged = next.artifacts().iter().map(|artifact| staging.take(artifact).unwrap()).collect();
    disk.fill();
    let before = files_below(&project.out());
    let before = before.into_iter().filter(|(path, _)| !path.contains("staging/")).collect::<Vec<_>>();
    assert!(staging.publish(staged).is_err());
    assert_eq!(files_below(&project.out()).into_iter().collect::<Vec<_>>(), before);
    disk.free();
    project.publish(&next);
    assert_eq!(project.published(), bytes_of(&next));
}

#[test]
#[ignore = "needs root"]
fn an_empty_mount_point_is_published_into() {
    let project = Project::apart();
    let disk = Disk::mount(&project.out(), "size=2m");
    // What is given up leaves it empty.
    drop(project.open().unwrap());
    assert_eq!(fs::read_dir(project.out()).unwrap().count(), 0);
    for text in ["one", "two"] {
        project.publish(&site(5, text));
        assert_eq!(project.published(), bytes_of(&site(5, text)));
        assert!(project.is_clean());
    }
    drop(disk);
}
