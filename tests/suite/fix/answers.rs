//! Answers to the prompts for proposals, and a machine on which pages can't be rendered.

use std::{fs, path::Path};

use gympress::cli::Status;
use tempfile::TempDir;

use super::files::snapshot;
use crate::copy::{self, prompts};

const SITE: &str = "name = \"Iron\"\nbase_url = \"https://iron.example/\"\n";
const HOME: &str =
    "title = \"Iron\"\ndescription = \"A gym.\"\n\n[[section]]\ntype = \"text\"\nbody = \"Lift.\"\n";
const EVENT: &str = "start = 2026-12-01T10:00:00\nend = 2026-12-01T12:00:00\ntext = \"All day.\"\n";

/// Runs `fix` with these answers to its prompts.
fn fix(site: &Path, answers: &str, interactive: bool) -> (Status, String, String) {
    prompts::run(["fix".into(), "--root".into(), site.into()], answers, interactive)
}

/// Two proposals, in the order in which they are asked for.
const PROPOSED: [(&str, &str); 2] =
    [("content/events/open-day.toml", "summary"), ("content/events/race.toml", "summary")];

/// A small site with these two mistakes.
fn broken(name: &str) -> TempDir {
    let folder = TempDir::with_prefix_in(name, env!("CARGO_TARGET_TMPDIR")).unwrap();
    let write = |file: &str, text: &str| {
        let path = folder.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("content/site.toml", SITE);
    write("content/pages/index.toml", HOME);
    for (file, key) in PROPOSED {
        write(file, &format!("title = \"Come\"\n{key} = \"\"\n{EVENT}"));
    }
    copy::shared::share(folder.path(), "cache");
    folder
}

/// Which of the two were made.
fn made(site: &Path) -> [bool; 2] {
    PROPOSED.map(|(file, _)| fs::read_to_string(site.join(file)).unwrap().contains("# placeholder"))
}

#[test]
fn each_proposal_is_shown_and_made_only_if_somebody_wants_it() {
    let folder = broken("asked-");
    let site = folder.path();
    let before = snapshot(site);
    let (status, out, err) = fix(site, "n\nyes\n", true);
    assert_eq!(status, Status::Mistakes, "{err}");
    assert_eq!(made(site), [false, true], "{out}{err}");
    assert_eq!(err.matches("[y]es, [N]o, [a]ll, [q]uit:").count(), 2, "{err}");
    assert!(err.contains("--> content/events/open-day.toml"), "the mistake is shown: {err}");
    assert_eq!(out.lines().count(), 1, "{out}");
    for (path, bytes) in snapshot(site) {
        assert!(path.ends_with(PROPOSED[1].0) || before[&path] == bytes, "{} changed", path.display());
    }
}

#[test]
fn one_answer_may_be_for_all_that_follow() {
    for (answers, wanted, asked) in [
        ("a\n", [true, true], 1),
        ("y\na\n", [true, true], 2),
        ("q\n", [false, false], 1),
        ("y\nq\n", [true, false], 2),
        // Enter alone, or what is no answer, is no; so is an end of all answers.
        ("\nperhaps\n", [false, false], 2),
        ("", [false, false], 1),
    ] {
        let folder = broken("answers-");
        let (_, _, err) = fix(folder.path(), answers, true);
        assert_eq!(made(folder.path()), wanted, "{answers:?}: {err}");
        assert_eq!(err.matches("[q]uit:").count(), asked, "{answers:?}: {err}");
    }
    let folder = broken("nobody-");
    let (_, _, err) = fix(folder.path(), "y\ny\n", false);
    assert_eq!((made(folder.path()), err.matches("[q]uit:").count()), ([false, false], 0), "{err}");
}

#[test]
fn content_is_corrected_where_pages_cannot_be_made() {
    // No packages are in this folder.
    let folder = tempfile::tempdir().unwrap();
    let site = folder.path();
    fs::create_dir_all(site.join("content/pages")).unwrap();
    fs::write(site.join("content/site.toml"), "name: \"Iron\"\nbase_url = \"https://iron.example/\"\n")
        .unwrap();
    fs::write(site.join("content/pages/index.toml"), HOME).unwrap();
    let arguments = ["fix".into(), "--root".into(), site.into()];
    let (status, out, err) = prompts::run_with(Vec::new(), arguments, "", false);
    assert!(fs::read_to_string(site.join("content/site.toml")).unwrap().starts_with("name = \"Iron\""));
    assert_eq!(out.lines().count(), 1, "{out}");
    assert_eq!(status, Status::MachineFailed, "{err}");
    assert!(err.contains("not all was looked at: pages,") && err.contains("esbuild"), "{err}");
}
