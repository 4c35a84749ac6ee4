//! Projects as `gympress init` writes them.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use gympress::cli::Status;
use tempfile::TempDir;

use crate::copy::{self, prompts};

fn gympress(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let command = Command::new(env!("CARGO_BIN_EXE_gympress")).args(arguments).current_dir(folder).output();
    let Output { status, stdout, stderr } = command.unwrap();
    (status.code(), String::from_utf8([stdout, stderr].concat()).unwrap())
}

/// Beside the packages, as this binary may have no bundles.
fn folder() -> TempDir {
    TempDir::with_prefix_in("init-", env!("CARGO_TARGET_TMPDIR")).unwrap()
}

/// No starter is in the language of the project: the words of the interface are listed, and nothing else is wrong.
#[test]
fn words_in_no_language_of_a_starter_are_listed() {
    for (language, expected) in [("nb", &["missing-words"][..]), ("ja", &["card-letters", "missing-words"])] {
        let folder = folder();
        let options =
            ["init", "gym", "--name", "Kraft", "--town", "Oslo", "--country", "NO", "--language", language];
        let (status, printed) = gympress(folder.path(), &options);
        assert_eq!(status, Some(0), "{language}: {printed}");
        assert!(printed.contains("Its texts are in English"), "{printed}");
        let root = folder.path().join("gym");
        copy::shared::share(&root, "cache");
        let check = ["check", "--format", "short", "--now", "2026-11-20T12:00:00Z"];
        let (status, printed) = gympress(&root, &check);
        assert_eq!(status, Some(0), "{language}: {printed}");
        let codes = printed.lines().filter_map(|line| line.split(": warning[").nth(1)?.split(']').next());
        let others: Vec<&str> = codes.filter(|code| *code != "placeholder").collect();
        assert_eq!(others, expected, "{language}: {printed}");
    }
}

#[test]
fn what_is_left_to_do_is_to_replace_words() {
    let places: [&[&str]; 10] = [
        &["--name", "Iron \"House\" \\ 1", "--town", "Arusha", "--country", "TZ", "--starter", "minimal"],
        &["--starter", "minimal", "--yes"],
        &["--name", "Iron House", "--town", "Austin", "--country", "United States"],
        &["--with", "events"],
        // The other languages of the starter
        &["--country", "AT", "--with", "events"],
        &["--country", "FR", "--with", "events"],
        &["--country", "CL", "--with", "events"],
        &["--country", "BR", "--with", "events"],
        &["--country", "TZ", "--with", "events"],
        &["--country", "EG", "--with", "events"],
    ];
    for options in places {
        let folder = folder();
        let (status, printed) = gympress(folder.path(), &[&["init", "gym"], options].concat());
        assert_eq!(status, Some(0), "{options:?}: {printed}");
        let root = folder.path().join("gym");
        copy::shared::share(&root, "cache");
        let check = ["check", "--format", "short", "--now", "2026-11-20T12:00:00Z"];
        let (status, printed) = gympress(&root, &check);
        assert_eq!(status, Some(0), "{options:?}: {printed}");
        let found: Vec<&str> = printed.lines().filter(|line| line.contains(": warning[")).collect();
        assert!(found.len() > 5, "{options:?}: {printed}");
        let others: Vec<&&str> = found.iter().filter(|line| !line.contains("warning[placeholder]")).collect();
        assert!(others.is_empty(), "{options:?}: {others:?}");

        // As if all words had been replaced.
        for entry in walkdir::WalkDir::new(root.join("content")).into_iter().map(Result::unwrap) {
            if entry.path().extension().is_some_and(|extension| extension == "toml") {
                let text = fs::read_to_string(entry.path()).unwrap();
                assert!(!text.contains('%'), "{}", entry.path().display());
                fs::write(entry.path(), text.replace(" # placeholder", "")).unwrap();
            }
        }
        let (status, printed) = gympress(&root, &[&check[..], &["--deny-warnings"]].concat());
        assert_eq!(status, Some(0), "{options:?}: {printed}");
    }
}

#[test]
fn what_no_option_says_is_asked_on_a_terminal() {
    let folder = folder();
    let root = folder.path().join("gym");
    let arguments = ["init".into(), "--starter".into(), "minimal".into(), root.clone().into()];
    let (status, _, asked) = prompts::run(arguments, "Iron House\nKitale\nKenja\nKenya\n", true);
    assert!(matches!(status, Status::Done), "{asked}");
    assert!(asked.contains("Kenja isn't a known country: did you mean Kenya?"), "{asked}");
    let site = fs::read_to_string(root.join("content/site.toml")).unwrap();
    for line in ["name = \"Iron House\"\n", "city = \"Kitale\"\n", "country = \"Kenya\"\n"] {
        assert!(site.contains(line), "{line} in {site}");
    }
}

#[test]
fn the_country_tells_what_is_usual_there() {
    let folder = folder();
    let options = ["init", "gym", "--name", "Ngome", "--country", "tanzania", "--starter", "minimal"];
    let (_, printed) = gympress(folder.path(), &options);
    assert!(printed.contains("in the language sw-TZ"), "{printed}");
    let site = fs::read_to_string(folder.path().join("gym/content/site.toml")).unwrap();
    for line in [
        "name = \"Ngome\"",
        "language = \"sw-TZ\"",
        "time_zone = \"Africa/Dar_es_Salaam\"",
        "currency_code = \"TZS\"",
        "phone = \"+255 ",
    ] {
        assert!(site.contains(line), "{line} in {site}");
    }
    assert!(folder.path().join("gym/content/.schema/page.json").is_file());
    for (name, town, line) in [
        ("west", "Denver", "time_zone = \"America/Denver\"\n"),
        ("south", "Austin, Texas", "time_zone = \"America/New_York\" # placeholder\n"),
    ] {
        let options = ["init", name, "--town", town, "--country", "USA", "--starter", "minimal"];
        gympress(folder.path(), &options);
        let site = fs::read_to_string(folder.path().join(name).join("content/site.toml")).unwrap();
        assert!(site.contains(line), "{line} in {site}");
    }
}

#[test]
fn what_is_written_for_a_host_publishes_there() {
    for (host, setting, files) in [
        ("github", "github", &[".github/workflows/site.yml"][..]),
        ("cloudflare", "cloudflare", &[".github/workflows/site.yml"]),
        (
            "netlify",
            "netlify",
            &[
                "netlify.toml",
                "netlify/cache/index.js",
                "netlify/cache/manifest.yml",
                "netlify/functions/rebuild.mjs",
            ],
        ),
        ("server", "plain", &["publish.sh"]),
    ] {
        let folder = folder();
        let options = ["init", "gym", "--starter", "minimal", "--country", "KE", "--host", host];
        let (status, printed) = gympress(folder.path(), &options);
        assert_eq!(status, Some(0), "{host}: {printed}");
        assert!(printed.contains("to publish it: "), "{host}: {printed}");
        let root = folder.path().join("gym");
        copy::shared::share(&root, "cache");
        for file in files {
            let text = fs::read_to_string(root.join(file)).unwrap();
            assert!(!text.contains("%repository%") && !text.contains("%version%"), "{file}: {text}");
        }
        let site = fs::read_to_string(root.join("content/site.toml")).unwrap();
        assert!(site.ends_with(&format!("[publish]\nhost = \"{setting}\"\n")), "{site}");
        let (status, printed) = gympress(&root, &["check", "--format", "short"]);
        assert_eq!(status, Some(0), "{host}: {printed}");
        let found = printed.lines().filter(|line| line.contains(": warning["));
        let others: Vec<&str> = found.filter(|line| !line.contains("warning[placeholder]")).collect();
        assert!(others.is_empty(), "{host}: {others:?}");
    }
    let folder = folder();
    let (_, printed) = gympress(folder.path(), &["init", "gym", "--starter", "minimal", "--yes"]);
    assert!(!printed.contains("to publish it"), "{printed}");
    assert!(!folder.path().join("gym/.github").exists());
}

#[test]
fn no_file_is_written_over() {
    let folder = folder();
    fs::write(folder.path().join("README.md"), "mine").unwrap();
    let (status, printed) = gympress(folder.path(), &["init", ".", "--starter", "minimal"]);
    assert_eq!(status, Some(1), "{printed}");
    assert!(printed.contains("already has files of a project: README.md"), "{printed}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_cant_be_is_reported_with_what_to_write() {
    let folder = folder();
    for (options, help) in [
        (["--country", "Kenja"], "did you mean Kenya?"),
        (["--language", "xx"], "gympress can't write dates in the language \"xx\""),
        (["--with", "sauna"], "[possible values: events, accounts]"),
        (["--host", "geocities"], "[possible values: github, netlify, cloudflare, server]"),
    ] {
        let (status, printed) = gympress(folder.path(), &[&["init", "gym"], &options[..]].concat());
        assert_eq!(status, Some(2), "{printed}");
        assert!(printed.contains(help), "{printed}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
