//! What happens to files: bytes beside the corrections, permissions, links, and a program that is killed.

#[cfg(unix)]
use std::os::unix::fs::{PermissionsExt, symlink};
#[cfg(windows)]
use std::os::windows::fs::symlink_file as symlink;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use super::gympress;
use crate::copy;

fn edit(path: &Path, find: &str, replace: &str) {
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(find), "{} does not contain {find}", path.display());
    fs::write(path, text.replacen(find, replace, 1)).unwrap();
}

/// Every file of a site with what it holds, but for caches.
pub fn snapshot(site: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let all = walkdir::WalkDir::new(site.join("content")).into_iter().map(Result::unwrap);
    let files = all.filter(|entry| !entry.file_type().is_dir()).map(walkdir::DirEntry::into_path);
    files.map(|path| (path.clone(), fs::read(&path).unwrap())).collect()
}

#[test]
fn nothing_but_the_correction_changes() {
    let folder = copy::gym("bytes-", "cache");
    let site = folder.path();
    let schedule = site.join("content/schedule.toml");
    let text = fs::read_to_string(&schedule).unwrap().replace('\n', "\r\n");
    let right = format!("\u{FEFF}{text}# the end, without a line end \t");
    fs::write(&schedule, &right).unwrap();
    let before = snapshot(site);
    fs::write(&schedule, right.replacen("class = \"karate\"", "class = \"katate\"", 1)).unwrap();
    #[cfg(unix)]
    fs::set_permissions(&schedule, fs::Permissions::from_mode(0o640)).unwrap();
    // A file may be a link within the project.
    let boxing = site.join("content/classes/boxing.toml");
    fs::rename(&boxing, site.join("content/images/boxing.txt")).unwrap();
    symlink("../images/boxing.txt", &boxing).unwrap();
    edit(&boxing, "title = ", "title: ");

    let output = gympress(site, &["fix"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(out.lines().count(), 2, "{out}");
    assert!(fs::symlink_metadata(&boxing).unwrap().is_symlink());
    #[cfg(unix)]
    assert_eq!(fs::metadata(&schedule).unwrap().permissions().mode() & 0o777, 0o640);
    for (path, bytes) in snapshot(site) {
        if let Some(before) = before.get(&path) {
            assert!(*before == bytes, "{} is not as it was", path.display());
        } else {
            assert!(path.ends_with("content/images/boxing.txt"), "{} is new", path.display());
        }
    }
}

#[test]
fn a_dry_run_writes_nothing_and_a_second_run_finds_nothing() {
    let folder = copy::gym("twice-", "cache");
    let site = folder.path();
    edit(&site.join("content/site.toml"), "name = \"Jasho House\"", "nmae = “Jasho House”");
    edit(&site.join("content/classes/boxing.toml"), "trainer = ", "# ");
    let broken = snapshot(site);
    let output = gympress(site, &["fix", "--dry-run", "--all"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(snapshot(site) == broken, "a dry run wrote something");
    assert_eq!(gympress(site, &["fix", "--all"]).status.code(), Some(0));
    let fixed = snapshot(site);
    assert!(fixed != broken);
    let output = gympress(site, &["fix", "--all"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    assert!(snapshot(site) == fixed, "a second run found something");
    // Without a terminal there are no prompts, and proposals are left.
    edit(&site.join("content/site.toml"), "name = \"Jasho House\"\n", "");
    assert_eq!(gympress(site, &["fix"]).status.code(), Some(1));
}

#[test]
fn a_machine_that_fails_leaves_everything_as_it_was() {
    let folder = copy::gym("refused-", "cache");
    let site = folder.path();
    edit(&site.join("content/site.toml"), "name = ", "name: ");
    edit(&site.join("content/classes/boxing.toml"), "title = ", "title: ");
    // Something stands where the second file would be put together.
    fs::create_dir(site.join("content/.site.toml.gympress-unfinished")).unwrap();
    let before = snapshot(site);
    let output = gympress(site, &["fix"]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(snapshot(site) == before, "something was written");
}

#[test]
fn a_program_that_is_killed_leaves_each_file_old_or_new() {
    let folder = copy::gym("killed-", "cache");
    let site = folder.path();
    let post = fs::read_to_string(site.join("content/posts/yoga-for-lifters.toml")).unwrap();
    let paths: Vec<PathBuf> =
        (0..40).map(|number| site.join(format!("content/posts/copy-{number}.toml"))).collect();
    let title = |number: usize| post.replacen("title = \"", &format!("title = \"{number} "), 1);
    let new: Vec<String> = (0..paths.len()).map(title).collect();
    let old: Vec<String> = new.iter().map(|text| text.replacen("title = ", "title: ", 1)).collect();
    let put = || paths.iter().zip(&old).for_each(|(path, text)| fs::write(path, text).unwrap());
    put();
    for attempt in 0..12 {
        put();
        let mut fix = Command::new(env!("CARGO_BIN_EXE_gympress"))
            .args(["fix", "--now", "2026-11-20T12:00:00+03:00", "--root"])
            .arg(site)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // Until the first corrected file is there, or beside its place.
        let hidden = site.join("content/posts/.copy-0.toml.gympress-unfinished");
        for _ in 0..60_000 {
            let begun = hidden.exists() || fs::read_to_string(&paths[0]).unwrap() == new[0];
            if begun || fix.try_wait().unwrap().is_some() {
                break;
            }
            thread::sleep(Duration::from_micros(200));
        }
        thread::sleep(Duration::from_micros(attempt * 700));
        fix.kill().unwrap();
        fix.wait().unwrap();
        for ((path, old), new) in paths.iter().zip(&old).zip(&new) {
            let text = fs::read_to_string(path).unwrap();
            assert!(text == *old || text == *new, "{} is neither old nor new", path.display());
        }
    }
    // What was left behind doesn't prevent a later run.
    assert_eq!(gympress(site, &["fix"]).status.code(), Some(0));
    for (path, new) in paths.iter().zip(&new) {
        assert_eq!(fs::read_to_string(path).unwrap(), *new);
    }
    let names = fs::read_dir(site.join("content/posts")).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().ends_with(".gympress-unfinished")));
}

#[test]
fn one_mistake_in_hundreds_of_files_is_corrected_in_all_of_them() {
    let folder = copy::gym("hundreds-", "cache");
    let site = folder.path();
    let post = fs::read_to_string(site.join("content/posts/yoga-for-lifters.toml")).unwrap();
    let path = |number: usize| site.join(format!("content/posts/copy-{number}.toml"));
    let text = |number: usize| {
        let post = post.replacen("title = \"", &format!("title = \"{number} "), 1);
        post.replacen("body = '''\n", "body = '''\nSee [prices](/pricing/).\n", 1)
    };
    for number in 0..250 {
        let wrong = text(number).replacen("(/pricing/)", "(/pricing)", 1);
        assert!(wrong != text(number));
        fs::write(path(number), wrong.replacen("category = \"yoga\"", "category = \"yogga\"", 1)).unwrap();
    }
    let output = gympress(site, &["fix"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    for number in 0..250 {
        assert_eq!(fs::read_to_string(path(number)).unwrap(), text(number));
    }
}
