//! What is refused, and in which words. Whatever is refused stays as it was.

use std::{fs, path::Path};

use gympress::output::OutputPath;

use super::site::{Project, Site, assert_lines};
use crate::project::files_below;

fn site() -> Site {
    Site::from_files(&[("index.html", "home"), ("about/index.html", "about")])
}

/// The failure of a publication into `out`, with the project's folder as `[root]`.
fn failure(project: &Project, out: &Path) -> String {
    let before = files_below(project.root());
    let failure = project.publish_into(out, &site()).unwrap_err();
    assert_eq!(files_below(project.root()), before, "something was changed");
    without_root(project, &failure.to_string())
}

fn without_root(project: &Project, text: &str) -> String {
    let root = fs::canonicalize(project.root()).unwrap();
    text.replace(root.to_str().unwrap(), "[root]").replace(project.root().to_str().unwrap(), "[root]")
}

#[test]
fn a_folder_of_somebody_else() {
    let project = Project::new();
    fs::create_dir(project.out()).unwrap();
    fs::write(project.out().join("thesis.txt"), "years of work").unwrap();
    assert_lines(
        &failure(&project, &project.out()),
        &[
            "[root]/dist holds files that gympress did not make",
            "  help: nothing there was changed; name a new or empty folder with --out, or move the files away first",
        ],
    );
}

#[test]
fn a_file_of_somebody_else_where_a_page_goes() {
    let project = Project::new();
    project.publish(&Site::from_files(&[("index.html", "home")]));
    fs::create_dir(project.out().join("about")).unwrap();
    fs::write(project.out().join("about/index.html"), "theirs").unwrap();
    assert_lines(
        &failure(&project, &project.out()),
        &[
            "the site has a file at [root]/dist/about/index.html, where there is another",
            "  help: move away what is there, or take the file out of the site; then build again",
        ],
    );
    fs::remove_dir_all(project.out().join("about")).unwrap();
    fs::write(project.out().join("about"), "theirs").unwrap();
    assert_lines(
        &failure(&project, &project.out()),
        &[
            "the site needs a folder at [root]/dist/about, where there is something else",
            "  help: move away what is there, or take the file out of the site; then build again",
        ],
    );
    fs::remove_file(project.out().join("about")).unwrap();
    fs::create_dir_all(project.out().join("about/index.html/theirs")).unwrap();
    fs::write(project.out().join("about/index.html/theirs/a.txt"), "theirs").unwrap();
    assert_lines(
        &failure(&project, &project.out()),
        &[
            "the site has a file at [root]/dist/about/index.html, where there is another",
            "  help: move away what is there, or take the file out of the site; then build again",
        ],
    );
    fs::remove_dir_all(project.out().join("about")).unwrap();
    // With the same bytes nothing is lost.
    fs::create_dir(project.out().join("about")).unwrap();
    fs::write(project.out().join("about/index.html"), "about").unwrap();
    assert_eq!(project.publish(&site()).unchanged, 2);
}

#[test]
fn what_a_repository_or_host_needs_is_in_nobody_s_way() {
    let project = Project::new();
    fs::create_dir_all(project.out().join(".git")).unwrap();
    fs::write(project.out().join("CNAME"), "gym.example").unwrap();
    fs::write(project.out().join(".gitkeep"), "").unwrap();
    project.publish(&site());
    assert_eq!(fs::read_to_string(project.out().join("CNAME")).unwrap(), "gym.example");
    assert!(project.out().join(".git").is_dir() && project.out().join("index.html").is_file());
}

#[test]
fn folders_that_programs_keep() {
    let project = Project::new();
    assert_lines(
        &failure(&project, &project.root().join(".git/site")),
        &[
            "can't publish into [root]/.git/site: it is within .git/, which another program keeps",
            "  help: name a folder of its own with --out, such as dist",
        ],
    );
    for folder in [".gympress/site", "node_modules/site", "src/site"] {
        assert!(failure(&project, &project.root().join(folder)).contains("is within"), "{folder}");
    }
}

#[test]
fn folders_that_hold_the_project() {
    let project = Project::new();
    fs::create_dir(project.root().join("templates")).unwrap();
    assert_lines(
        &failure(&project, project.root()),
        &[
            "can't publish into [root]: it holds the project itself",
            "  help: name a folder of its own with --out, such as dist",
        ],
    );
    assert_lines(
        &failure(&project, &project.root().join("content/..")),
        &[
            "can't publish into [root]/content/..: it holds the project itself",
            "  help: name a folder of its own with --out, such as dist",
        ],
    );
    assert_lines(
        &failure(&project, &project.root().join("content")),
        &[
            "can't publish into [root]/content: it is within content/, which holds what the site is made from",
            "  help: name a folder of its own with --out, such as dist",
        ],
    );
    assert_lines(
        &failure(&project, &project.root().join("templates/a/b")),
        &[
            "can't publish into [root]/templates/a/b: it is within templates/, which holds what the site is made from",
            "  help: name a folder of its own with --out, such as dist",
        ],
    );
    let parent = project.root().parent().unwrap();
    assert!(
        project.publish_into(parent, &site()).unwrap_err().message.ends_with("it holds the project itself")
    );
    assert!(project.publish_into(Path::new("/"), &site()).is_err());
}

#[cfg(unix)]
#[test]
fn links_and_files() {
    let project = Project::new();
    fs::create_dir(project.root().join("www")).unwrap();
    std::os::unix::fs::symlink(project.root().join("www"), project.out()).unwrap();
    assert_lines(
        &failure(&project, &project.out()),
        &[
            "can't publish into [root]/dist: it is a symbolic link",
            "  help: --out names the folder itself; give it the folder that the link leads to",
        ],
    );
    assert_eq!(failure(&project, &project.root().join("dist/")).lines().count(), 2);
    fs::remove_file(project.out()).unwrap();
    fs::write(project.out(), "a file").unwrap();
    assert_lines(
        &failure(&project, &project.out()),
        &[
            "can't publish into [root]/dist: it is a file",
            "  help: move the file away, or name another folder with --out",
        ],
    );
}

#[test]
fn a_manifest_that_cannot_be_read() {
    let project = Project::new();
    project.publish(&site());
    let manifest = project.out().join(".gympress/manifest");
    let whole = fs::read_to_string(&manifest).unwrap();
    let torn = (0..whole.len() - 1).map(|end| &whole[..end]);
    let of_others = [
        "gympress manifest 1\nend 0\n",
        "gympress manifest 9\nend 0\n",
        "gympress manifest 2\nfile ../content/site.toml\nend 1\n",
        "gympress manifest 2\nold a\nend 1\n",
    ];
    for text in torn.chain(of_others) {
        fs::write(&manifest, text).unwrap();
        let failure = failure(&project, &project.out());
        assert!(failure.contains("is damaged, or of another version"), "{failure}");
    }
    assert_lines(
        &failure(&project, &project.out()),
        &[
            "[root]/dist/.gympress/manifest is damaged, or of another version",
            "  help: if nothing in [root]/dist is yours, delete it, and build again",
        ],
    );
}

#[test]
fn two_builds_at_once() {
    let project = Project::new();
    let first = project.open().unwrap();
    let second = project.open().err().unwrap();
    assert_lines(
        &without_root(&project, &second.to_string()),
        &["another build is publishing into [root]/dist", "  help: wait until it is done, and build again"],
    );
    drop(first);
    project.publish(&site());
    let first = project.open().unwrap();
    assert!(project.open().is_err());
    drop(first);
    assert!(project.open().is_ok());
}

#[test]
fn paths_that_lead_out_of_the_folder_or_into_what_publishing_keeps() {
    for path in ["index.html", "blog/a b/index.html", ".well-known/security.txt", "CNAME"] {
        assert!(OutputPath::new(path).is_some(), "{path}");
    }
    for path in ["", "/a", "a/", "a//b", "../a", "a/./b", "a\\b", "a\nb", ".gympress/manifest", ".GYMPRESS"] {
        assert!(OutputPath::new(path).is_none(), "{path}");
    }
}
