//! A second build touches only what changed.

use std::{
    collections::BTreeMap,
    fs::{self, FileTimes},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::SystemTime,
};

use walkdir::WalkDir;

use super::project::{NOW, Project, Run};

/// Something that happens to a project or to one of its files.
type Change<'c, T> = &'c dyn Fn(&T);

#[track_caller]
fn build(project: &Project) -> Run {
    project.run(&["build", "--now", NOW]).exits(0)
}

/// When each published file was written.
fn written(project: &Project) -> BTreeMap<String, SystemTime> {
    let time = |path: &String| fs::metadata(project.path("dist").join(path)).unwrap().modified().unwrap();
    project.published().into_keys().map(|path| (path.clone(), time(&path))).collect()
}

/// The first line: pages, what became of files, warnings.
fn account(run: &Run) -> &str {
    run.out.lines().next().unwrap()
}

#[test]
fn a_second_build_writes_nothing_and_says_the_same() {
    let project = Project::cold("site");
    project.run(&["new", "post", "The roof opens", "--now", NOW]).exits(0);
    let first = build(&project);
    let before = written(&project);
    let again = build(&project);
    assert_eq!(written(&project), before);
    let unchanged = before.len();
    assert_eq!(
        account(&again),
        account(&first).replace(&format!("{unchanged} new"), &format!("{unchanged} unchanged"))
    );
    assert!(again.err.contains("content/posts/the-roof-opens.toml: left out: draft"), "{}", again.err);
    assert_eq!(again.err, first.err);
}

#[test]
fn files_that_others_changed_are_mended() {
    let project = Project::without_pages();
    build(&project);
    let good = project.published();
    let page = project.path("dist/about/index.html");
    let text = fs::read_to_string(&page).unwrap();
    let time = fs::metadata(&page).unwrap().modified().unwrap();
    let harm: [(&str, Change<'_, Path>); 4] = [
        ("removed", &|page| fs::remove_file(page).unwrap()),
        ("of the same length", &|page| fs::write(page, text.replace("<html", "<HTML")).unwrap()),
        ("of the same length and time", &|page| {
            fs::write(page, text.replace("<html", "<HTML")).unwrap();
            set_time(page, time);
        }),
        ("another file of the same length and time", &|page| {
            let other = page.with_file_name("other");
            fs::write(&other, text.replace("<html", "<HTML")).unwrap();
            set_time(&other, time);
            fs::rename(&other, page).unwrap();
        }),
    ];
    for (what, harm) in harm {
        harm(&page);
        build(&project);
        assert_eq!(project.published(), good, "{what}");
    }
    fs::remove_dir_all(project.path("dist")).unwrap();
    build(&project);
    assert_eq!(project.published(), good);
}

fn set_time(file: &Path, time: SystemTime) {
    let file = fs::File::options().write(true).open(file).unwrap();
    file.set_times(FileTimes::new().set_modified(time)).unwrap();
}

#[test]
fn files_kept_for_one_more_build_go_with_it() {
    let project = Project::without_pages();
    build(&project);
    let before = project.published();
    project.replace("templates/styles/base.css", "{", "{--edited:1;");
    build(&project);
    let sheet = before.keys().find(|path| path.starts_with("assets/site-")).unwrap();
    assert!(project.path("dist").join(sheet).is_file(), "pages that are open still ask for it");
    let swept = build(&project);
    assert!(account(&swept).contains(": 1 removed, "), "{}", swept.out);
    assert!(!project.path("dist").join(sheet).exists());
    let after = project.published();
    let sheets = |of: &BTreeMap<String, _>| of.keys().filter(|path| path.ends_with(".css")).count();
    assert_eq!(sheets(&after), sheets(&before));
    assert!(account(&build(&project)).contains(&format!(": {} unchanged", after.len())));
    fs::remove_dir_all(project.path("dist")).unwrap();
    build(&project);
    assert_eq!(project.published(), after, "a first build agrees");
}

#[test]
fn a_build_clears_up_after_a_killed_one() {
    let project = Project::without_pages();
    build(&project);
    let before = project.published();
    let within = project.path("dist/.gympress/staging");
    fs::create_dir_all(within.join("files")).unwrap();
    fs::write(within.join("files/0"), "half a page").unwrap();
    build(&project);
    assert!(!within.exists());
    assert_eq!(project.published(), before);
}

#[test]
fn another_host_reaches_every_page() {
    let project = Project::without_pages();
    let policy = "http-equiv=\"Content-Security-Policy\"";
    for (host, in_pages) in [("github", true), ("netlify", false)] {
        let site = project.read("content/site.toml");
        let site = site.split("\n[publish]").next().unwrap();
        project.write("content/site.toml", &format!("{site}\n[publish]\nhost = \"{host}\"\n"));
        build(&project);
        for (path, bytes) in project.published().iter().filter(|(path, _)| path.ends_with("index.html")) {
            assert_eq!(String::from_utf8_lossy(bytes).contains(policy), in_pages, "{path} on {host}");
        }
    }
}

/// What the cache has, and when each file of it was written.
fn cached(project: &Project) -> BTreeMap<PathBuf, SystemTime> {
    let files =
        WalkDir::new(project.path(".gympress/cache")).follow_links(true).into_iter().map(Result::unwrap);
    let files = files.filter(|file| file.file_type().is_file());
    files.map(|file| (file.path().to_owned(), file.metadata().unwrap().modified().unwrap())).collect()
}

#[cfg(unix)]
#[test]
fn a_new_copy_of_the_program_uses_the_cache_of_another() {
    let project = Project::without_pages();
    // The copy isn't beside the packages.
    let packages = Path::new(env!("CARGO_MANIFEST_DIR")).join("node_modules");
    std::os::unix::fs::symlink(packages, project.path("node_modules")).unwrap();
    build(&project);
    let (before, published) = (cached(&project), project.published());
    assert!(["images", "bundle", "markup", "picture-probes"].iter().all(|kind| {
        before.keys().any(|path| path.parent().is_some_and(|folder| folder.ends_with(kind)))
    }));
    fs::remove_dir_all(project.path("dist")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("gympress");
    fs::copy(env!("CARGO_BIN_EXE_gympress"), &program).unwrap();
    let status = Command::new(&program)
        .args(["build", "--now", NOW, "--root"])
        .arg(project.path("."))
        .stdout(Stdio::null())
        .status();
    assert!(status.unwrap().success());
    assert_eq!(project.published(), published);
    // Tests that run beside this one share the encoded pictures, and may add some.
    let after = cached(&project);
    assert!(
        before.iter().all(|(path, time)| after.get(path) == Some(time)),
        "nothing was encoded, bundled or rendered anew"
    );
}
