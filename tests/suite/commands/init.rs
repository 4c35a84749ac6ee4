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

/// A starter that isn't in the language of the project: its texts and the words of the interface are listed.
#[test]
fn what_is_left_in_english_is_listed() {
    for (starter, language) in [("complete", "nb"), ("complete", "ja"), ("complete", "it"), ("minimal", "nb")]
    {
        let folder = folder();
        let with = ["--with", "events,accounts"];
        let with = if starter == "complete" { &with[..] } else { &[] };
        let options = ["init", "gym", "--name", "Kraft", "--town", "Oslo", "--country", "NO"];
        let of_language = ["--starter", starter, "--language", language];
        let (status, printed) = gympress(folder.path(), &[&options[..], &of_language, with].concat());
        assert_eq!(status, Some(0), "{language}: {printed}");
        let root = folder.path().join("gym");
        copy::shared::share(&root, "cache");
        let check = ["check", "--format", "short", "--now", "2026-11-20T12:00:00Z"];
        let (status, printed) = gympress(&root, &check);
        assert_eq!(status, Some(0), "{language}: {printed}");
        let warnings = printed.lines().filter(|line| line.contains(": warning["));
        let (placeholders, others): (Vec<&str>, Vec<&str>) =
            warnings.partition(|line| line.contains("warning[placeholder]"));
        assert_eq!(others.len(), 1, "{language}: {others:?}");
        assert!(others.iter().all(|line| line.contains("warning[missing-words]")), "{language}: {others:?}");
        let days = fs::read_to_string(root.join("content/pages/schedule/day.toml")).unwrap_or_default();
        let days = days.lines().find(|line| line.starts_with("days = "));
        let tuesday = match (starter, language) {
            ("complete", "nb") => Some("tuesday = \"tirsdag\""),
            ("complete", "it") => Some("tuesday = \"martedi\""),
            // Without Latin letters, or without a timetable.
            _ => None,
        };
        assert_eq!(days.is_some(), tuesday.is_some(), "{language}: {days:?}");
        assert!(days.is_none_or(|days| tuesday.is_some_and(|name| days.contains(name))), "{days:?}");
        // Each line with a text is among them.
        for entry in walkdir::WalkDir::new(root.join("content")).into_iter().map(Result::unwrap) {
            let path = entry.path();
            if path.extension().is_none_or(|extension| extension != "toml") || path.ends_with("site.toml") {
                continue;
            }
            let keys =
                ["title", "heading", "kicker", "period", "label", "mark", "past", "empty", "text", "note"];
            let is_text = |line: &&str| {
                let key = line.split_once(" = ").map_or("", |(key, _)| key);
                line.contains("alt = \"") || keys.contains(&key) && !line.ends_with("'''")
            };
            for line in fs::read_to_string(path).unwrap().lines().filter(is_text) {
                assert!(line.ends_with(" # placeholder"), "{}: {line}", path.display());
            }
        }
        assert!(placeholders.len() > 5, "{language}: {printed}");

        // A word that is translated is missing no more.
        if language == "nb" {
            let path = root.join("templates/words/nb.toml");
            let text = fs::read_to_string(&path).unwrap();
            let (_, before) = gympress(&root, &["check", "--now", "2026-11-20T12:00:00Z"]);
            assert!(before.contains("skip = \"Skip to content\""), "{before}");
            let translated = text.replace("# skip = \"Skip to content\"", "skip = \"Hopp til innholdet\"");
            assert_ne!(translated, text);
            fs::write(&path, translated).unwrap();
            let (_, after) = gympress(&root, &["check", "--now", "2026-11-20T12:00:00Z"]);
            assert!(!after.contains("skip = \""), "{after}");
        }
    }
}

#[test]
fn what_is_left_to_do_is_to_replace_words() {
    let places: [&[&str]; 14] = [
        &["--name", "Iron \"House\" \\ 1", "--town", "Arusha", "--country", "TZ", "--starter", "minimal"],
        &["--country", "france", "--starter", "minimal"],
        &["--starter", "minimal", "--yes"],
        &["--name", "Iron House", "--town", "Austin", "--country", "United States"],
        &["--starter", "complete"],
        &["--with", "events,accounts"],
        &["--with", "events", "--without", "blog,gallery,bmi"],
        &["--without", "blog", "--with", "accounts"],
        // The other languages of the starter
        &["--country", "AT", "--with", "events,accounts"],
        &["--country", "FR", "--with", "events,accounts"],
        &["--country", "CL", "--with", "events,accounts"],
        &["--country", "BR", "--with", "events,accounts"],
        &["--country", "TZ", "--with", "events,accounts"],
        &["--country", "EG", "--with", "events,accounts"],
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

/// Where a part shows: the files that only it has, and its entry in the menu.
const PARTS: [(&str, &[&str], &str); 5] = [
    ("blog", &["blog.toml", "posts/welcome.toml", "pages/blog.toml"], "to = \"/blog/\""),
    ("events", &["events.toml", "events/open-day.toml", "pages/events.toml"], "to = \"/events/\""),
    ("gallery", &["gallery.toml", "pages/gallery.toml"], "to = \"/gallery/page-1/\""),
    ("bmi", &["bmi.toml"], ""),
    ("accounts", &["pages/login.toml", "pages/signup.toml"], "[account]"),
];

/// Makes sure that the project has these parts and no other.
#[track_caller]
fn has_parts(root: &Path, wanted: &[&str]) {
    let menu = fs::read_to_string(root.join("content/navigation.toml")).unwrap();
    for (part, files, entry) in PARTS {
        let is_wanted = wanted.contains(&part);
        for file in files {
            assert_eq!(root.join("content").join(file).exists(), is_wanted, "{part}: {file}");
        }
        assert!(entry.is_empty() || menu.contains(entry) == is_wanted, "{part}: {menu}");
    }
    let home = fs::read_to_string(root.join("content/pages/index.toml")).unwrap();
    assert_eq!(home.contains("type = \"bmi\""), wanted.contains(&"bmi"), "{home}");
    assert!(
        ![&menu, &home].iter().any(|text| text.contains("#part") || text.contains("#end")),
        "{menu}{home}"
    );
}

#[test]
fn options_say_what_a_project_has_and_does_without() {
    for (options, wanted) in [
        (&[][..], &["blog", "gallery", "bmi"][..]),
        (&["--with", "events,accounts"], &["blog", "events", "gallery", "bmi", "accounts"]),
        (&["--without", "blog,gallery,bmi"], &[]),
        (&["--with", "events", "--without", "bmi"], &["blog", "events", "gallery"]),
    ] {
        let folder = folder();
        let (status, printed) = gympress(folder.path(), &[&["init", "gym", "--yes"], options].concat());
        assert_eq!(status, Some(0), "{options:?}: {printed}");
        has_parts(&folder.path().join("gym"), wanted);
    }
    // Only pictures that something shows are written.
    let folder = folder();
    gympress(folder.path(), &["init", "gym", "--without", "gallery,blog"]);
    assert!(!folder.path().join("gym/content/images/gallery-yoga-studio.jpg").exists());
}

#[test]
fn what_no_option_says_is_asked_on_a_terminal() {
    let folder = folder();
    let root = folder.path().join("gym");
    let arguments = ["init".into(), "--with".into(), "accounts".into(), root.clone().into()];
    // Name, town and country; then no blog, events, what is usual of the gallery, no calculator.
    let (status, _, asked) = prompts::run(arguments, "Iron House\nKitale\nKenya\nn\ny\n\nno\n", true);
    assert!(matches!(status, Status::Done), "{asked}");
    assert!(asked.contains("A blog? [Y/n]") && asked.contains("A calendar of events? [y/N]"), "{asked}");
    assert!(!asked.contains("Accounts"), "an option has said so: {asked}");
    has_parts(&root, &["events", "gallery", "accounts"]);
    let event = fs::read_to_string(root.join("content/events/open-day.toml")).unwrap();
    assert!(event.contains("start = 2026-12-12T10:00:00"), "a Saturday to come: {event}");
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
    assert!(printed.contains("is left as it is: README.md"), "{printed}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn what_cant_be_is_reported_with_what_to_write() {
    let folder = folder();
    for (options, help) in [
        (["--country", "Kenja"], "did you mean Kenya?"),
        (["--language", "xx"], "gympress can't write dates in the language \"xx\""),
        #[cfg(not(bundled))]
        (["--starter", "shipped"], "compiled without the shipped gym"),
        (["--with", "sauna"], "[possible values: blog, events, gallery, bmi, accounts]"),
        (["--host", "geocities"], "[possible values: github, netlify, cloudflare, server]"),
    ] {
        let (status, printed) = gympress(folder.path(), &[&["init", "gym"], &options[..]].concat());
        assert_eq!(status, Some(2), "{printed}");
        assert!(printed.contains(help), "{printed}");
    }
    for (options, help) in [
        (["--with", "blog", "--without", "blog"], "write it behind one of them"),
        (["--starter", "minimal", "--with", "blog"], "leave blog out here, or write --starter complete"),
    ] {
        let (status, printed) = gympress(folder.path(), &[&["init", "gym"], &options[..]].concat());
        assert_eq!(status, Some(2), "{printed}");
        assert!(printed.contains(help), "{printed}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
