//! A build that would do the same again does nothing.

use std::{
    collections::BTreeMap,
    fs::{self, FileTimes},
    path::Path,
    time::SystemTime,
};

use super::project::{NOW, Project, Run};

/// Something that happens to a project or to one of its files.
type Change<'c, T> = &'c dyn Fn(&T);

/// Builds, and returns whether there was anything to do.
#[track_caller]
fn build(project: &Project, options: &[&str]) -> (bool, Run) {
    let run = project.run(&[&["build", "--timings"], options].concat()).exits(0);
    (run.out.contains("follow links"), run)
}

/// The first line: pages, what became of files, warnings.
fn account(run: &Run) -> &str {
    run.out.lines().next().unwrap()
}

#[test]
fn nothing_is_done_twice_and_the_same_is_printed() {
    let project = Project::cold("site");
    project.run(&["new", "post", "The roof opens", "--now", NOW]).exits(0);
    let (worked, first) = build(&project, &["--now", NOW]);
    assert!(worked);
    let before = project.published();
    let (worked, again) = build(&project, &["--now", NOW]);
    assert!(!worked, "{}", again.out);
    assert_eq!(project.published(), before);
    let unchanged = before.len();
    assert_eq!(
        account(&again),
        account(&first).replace(&format!("{unchanged} new"), &format!("{unchanged} unchanged"))
    );
    assert!(again.err.contains("content/posts/the-roof-opens.toml: left out: draft"), "{}", again.err);
    assert_eq!(again.err, first.err);
}

#[test]
fn whatever_a_site_depends_on_makes_it_anew() {
    let project = Project::without_pages();
    let changes: [(&str, Change<'_, Project>); 6] = [
        ("content", &|project| project.replace("content/blog.toml", "title = \"", "title = \"An \u{e9}")),
        ("template", &|project| project.replace("templates/layout.html", "<body", "<body data-edited")),
        ("component", &|project| {
            project.replace("components/boot.ts", "export {", "export const e = 1;\nexport {")
        }),
        ("style", &|project| project.replace("templates/styles/base.css", "{", "{--edited:1;")),
        ("picture", &|project| {
            let (from, to) = ("content/images/class-boxing.jpg", "content/images/class-yoga.jpg");
            fs::remove_file(project.path(to)).unwrap();
            fs::copy(project.path(from), project.path(to)).unwrap();
        }),
        ("new file", &|project| drop(project.run(&["new", "post", "A post", "--now", NOW]).exits(0))),
    ];
    build(&project, &["--now", NOW]);
    for (what, change) in changes {
        // What an old page may still load stays for one more build.
        build(&project, &["--now", NOW]);
        assert!(!build(&project, &["--now", NOW]).0, "before the {what}");
        change(&project);
        assert!(build(&project, &["--now", NOW]).0, "after the {what}");
    }
    for options in [&["--drafts"][..], &["--base-url", "https://example.org/gym/"], &["--out", "/tmp"]] {
        let out = project.path("elsewhere");
        let options: Vec<&str> = options
            .iter()
            .map(|option| if *option == "/tmp" { out.to_str().unwrap() } else { option })
            .collect();
        assert!(build(&project, &[&["--now", NOW], &options[..]].concat()).0, "{options:?}");
    }
}

#[test]
fn files_that_others_changed_are_mended() {
    let project = Project::without_pages();
    build(&project, &["--now", NOW]);
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
        assert!(!build(&project, &["--now", NOW]).0, "before {what}");
        harm(&page);
        assert!(build(&project, &["--now", NOW]).0, "{what}");
        assert_eq!(project.published(), good, "{what}");
    }
    fs::remove_dir_all(project.path("dist")).unwrap();
    assert!(build(&project, &["--now", NOW]).0);
    assert_eq!(project.published(), good);
}

fn set_time(file: &Path, time: SystemTime) {
    let file = fs::File::options().write(true).open(file).unwrap();
    file.set_times(FileTimes::new().set_modified(time)).unwrap();
}

#[test]
fn a_new_day_and_a_post_that_appears_make_it_anew() {
    let project = Project::without_pages();
    project.run(&["new", "post", "The roof opens", "--now", NOW]).exits(0);
    let path = "content/posts/the-roof-opens.toml";
    project.replace(path, "date = 2026-11-20", "date = 2026-11-20T18:00:00");
    project.replace(path, "draft = true", "");
    build(&project, &["--now", NOW]);
    assert!(!build(&project, &["--now", "2026-11-20T17:59:59+03:00"]).0);
    assert!(build(&project, &["--now", "2026-11-20T18:00:00+03:00"]).0);
    assert!(project.published().contains_key("blog/the-roof-opens/index.html"));
    assert!(!build(&project, &["--now", "2026-11-20T23:59:59+03:00"]).0);
    assert!(build(&project, &["--now", "2026-11-21T00:00:00+03:00"]).0);
    // Time doesn't run backwards, but an option can.
    assert!(build(&project, &["--now", "2026-11-20T23:00:00+03:00"]).0);
}

#[test]
fn warnings_are_said_each_time() {
    let project = Project::without_pages();
    project.replace("content/site.toml", "allow = [\"no-accounts\"]\n", "");
    let (_, first) = build(&project, &["--now", NOW]);
    let (worked, again) = build(&project, &["--now", NOW]);
    assert!(!worked, "{}", again.out);
    assert!(first.err.contains("no-accounts"), "{}", first.err);
    assert_eq!(first.err, again.err);
}

#[test]
fn files_kept_for_one_more_build_go_with_it() {
    let project = Project::without_pages();
    build(&project, &["--now", NOW]);
    let before = project.published();
    project.replace("templates/styles/base.css", "{", "{--edited:1;");
    build(&project, &["--now", NOW]);
    let sheet = before.keys().find(|path| path.starts_with("assets/site-")).unwrap();
    assert!(project.path("dist").join(sheet).is_file(), "pages that are open still ask for it");
    let swept = build(&project, &["--now", NOW]).1;
    assert!(account(&swept).contains(": 1 removed, "), "{}", swept.out);
    assert!(!project.path("dist").join(sheet).exists());
    let after = project.published();
    let sheets = |of: &BTreeMap<String, _>| of.keys().filter(|path| path.ends_with(".css")).count();
    assert_eq!(sheets(&after), sheets(&before));
    assert!(account(&build(&project, &["--now", NOW]).1).contains(&format!(": {} unchanged", after.len())));
    fs::remove_dir_all(project.path("dist")).unwrap();
    build(&project, &["--now", NOW]);
    assert_eq!(project.published(), after, "a first build agrees");
}

#[test]
fn a_build_with_nothing_to_do_clears_up_after_a_killed_one() {
    let project = Project::without_pages();
    let (worked, _) = build(&project, &["--now", NOW]);
    assert!(worked);
    let before = project.published();
    // In the folder itself, as a later publication leaves it, and beside it, as the first one does.
    let within = project.path("dist/.gympress/staging");
    let beside = project.path(".dist.gympress");
    fs::create_dir_all(within.join("files")).unwrap();
    fs::write(within.join("files/0"), "half a page").unwrap();
    fs::create_dir_all(beside.join("tree")).unwrap();
    fs::write(beside.join("tree/index.html"), "half a site").unwrap();
    let (worked, _) = build(&project, &["--now", NOW]);
    assert!(!worked, "there was nothing to do");
    assert!(!within.exists() && !beside.exists());
    assert_eq!(project.published(), before);
}
