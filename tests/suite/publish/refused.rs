//! What is refused, and in which words. Whatever is refused stays as it was.

use std::{fs, path::Path};

use gympress::output::OutputPath;

use super::site::{Site, assert_lines};
use crate::project::{Project, files_below};

fn site() -> Site {
    Site::from_files(&[("index.html", "home"), ("about/index.html", "about")])
}

fn project() -> Project {
    let project = Project::apart();
    fs::create_dir(project.path("content")).unwrap();
    project
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

/// Publications that are refused: files of somebody else that are there before, some of them beside a published `home`, or a
/// link to a folder, where the site is to go, and what is said of it.
const REFUSED: &str = "\
dist/thesis.txt
> dist
[root]/dist holds files that gympress did not make
  help: nothing there was changed; name a new or empty folder with --out, or move the files away first

home dist/about/index.html
> dist
the site has a file at [root]/dist/about/index.html, where there is another
  help: move away what is there, or take the file out of the site; then build again

home dist/about
> dist
the site needs a folder at [root]/dist/about, where there is something else
  help: move away what is there, or take the file out of the site; then build again

home dist/about/index.html/theirs/a.txt
> dist
the site has a file at [root]/dist/about/index.html, where there is another
  help: move away what is there, or take the file out of the site; then build again

home dist/.gympress/manifest
> dist
[root]/dist/.gympress/manifest is damaged, or of another version
  help: if nothing in [root]/dist is yours, delete it, and build again

dist
> dist
can't publish into [root]/dist: it is a file
  help: move the file away, or name another folder with --out

link
> dist
can't publish into [root]/dist: it is a symbolic link
  help: --out names the folder itself; give it the folder that the link leads to

> .git/site
can't publish into [root]/.git/site: it is within .git/, which another program keeps
  help: name a folder of its own with --out, such as dist

> .gympress/site
can't publish into [root]/.gympress/site: it is within .gympress/, which another program keeps
  help: name a folder of its own with --out, such as dist

> node_modules/site
can't publish into [root]/node_modules/site: it is within node_modules/, which another program keeps
  help: name a folder of its own with --out, such as dist

> src/site
can't publish into [root]/src/site: it is within src/, which holds what the site is made from
  help: name a folder of its own with --out, such as dist

> .
can't publish into [root]/.: it holds the project itself
  help: name a folder of its own with --out, such as dist

> content/..
can't publish into [root]/content/..: it holds the project itself
  help: name a folder of its own with --out, such as dist

> content
can't publish into [root]/content: it is within content/, which holds what the site is made from
  help: name a folder of its own with --out, such as dist

templates/page.html
> templates/a/b
can't publish into [root]/templates/a/b: it is within templates/, which holds what the site is made from
  help: name a folder of its own with --out, such as dist
";

#[test]
fn what_is_refused_is_told_with_what_to_do() {
    let mut wrong = String::new();
    for refused in REFUSED.trim_end().split("\n\n") {
        let (before, rest) = refused.split_once("> ").unwrap();
        let (out, expected) = rest.split_once('\n').unwrap();
        let project = project();
        for file in before.split_whitespace() {
            match file {
                "link" => std::os::unix::fs::symlink(project.path("content"), project.out()).unwrap(),
                "home" => drop(project.publish(&Site::from_files(&[("index.html", "home")]))),
                _ => project.write(file, "theirs"),
            }
        }
        let said = failure(&project, &project.path(out));
        if said.trim_end() != expected {
            wrong += &format!("{refused}\nbut it is:\n{said}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn folders_above_the_project_are_refused() {
    let project = Project::apart();
    let failure = project.publish_into(project.root().parent().unwrap(), &site()).unwrap_err();
    assert!(failure.message.ends_with("it holds the project itself"), "{failure}");
    assert!(project.publish_into(Path::new("/"), &site()).is_err());
}

#[test]
fn what_a_repository_or_host_needs_is_in_nobody_s_way() {
    let project = Project::apart();
    fs::create_dir_all(project.out().join(".git")).unwrap();
    fs::write(project.out().join("CNAME"), "gym.example").unwrap();
    let kept = [
        ".gitkeep",
        ".DS_Store",
        "._about",
        "Thumbs.db",
        "desktop.ini",
        ".nojekyll",
        ".htaccess",
        "about.bak",
        ".well-known/acme/token",
        "@eaDir/SYNO@.fileindexdb",
        "lost+found/1",
    ];
    kept.iter().for_each(|path| project.write(&format!("dist/{path}"), "theirs"));
    let theirs = Site::from_files(&[("CNAME", "other.example")]);
    assert!(project.publish_into(&project.out(), &theirs).is_err());
    project.publish(&site());
    assert_eq!(fs::read_to_string(project.out().join("CNAME")).unwrap(), "gym.example");
    assert!(project.out().join(".git").is_dir() && project.out().join("index.html").is_file());
    for path in kept {
        assert_eq!(fs::read_to_string(project.out().join(path)).unwrap(), "theirs", "{path}");
    }
    // A file of the site beside theirs, in a folder that was there before.
    let files = [("index.html", "home"), (".well-known/security.txt", "Contact: mailto:hi@gym.example")];
    project.publish(&Site::from_files(&files));
    assert!(project.out().join(".well-known/security.txt").is_file());
    assert!(project.out().join(".well-known/acme/token").is_file());
}

#[test]
fn a_manifest_that_cannot_be_read() {
    let project = Project::apart();
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
}

#[test]
fn two_builds_at_once() {
    let project = Project::apart();
    let first = project.open().unwrap();
    let second = project.open().err().unwrap();
    assert_lines(
        &without_root(&project, &second.to_string()),
        &["another build is publishing into [root]/dist", "  help: wait until it is done, and build again"],
    );
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
