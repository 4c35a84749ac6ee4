//! Projects as `gympress init` writes them.

use std::fs;

use crate::project::{NOW, Project, Run, run};

/// Runs `init` for a project in the folder `gym`, with these answers to its prompts.
fn init(options: &[&str], answers: Option<&str>) -> (Project, Run) {
    let project = Project::empty();
    let arguments = ["init".into(), project.root().into()].into_iter().chain(options.iter().map(Into::into));
    let run = run(arguments, answers.unwrap_or_default(), answers.is_some());
    (project, run)
}

/// The codes of what `check` warns of, but for words that are to be replaced.
fn warnings(project: &Project) -> Vec<String> {
    let run = project.run(&["check", "--format", "short", "--now", NOW]).exits(0);
    let codes = run.err.lines().filter_map(|line| line.split(": warning[").nth(1)?.split(']').next());
    codes.filter(|code| *code != "placeholder").map(str::to_owned).collect()
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
    let mut wrong = String::new();
    for options in places {
        let (project, run) = init(options, None);
        assert!(!run.exits(0).printed().contains("Its texts are in English"), "{options:?}");
        for path in ["README.md", ".gitignore", ".vscode/tasks.json"] {
            assert!(project.path(path).is_file(), "{options:?}: {path}");
        }
        if let ["--name", name, ..] = options {
            let readme = fs::read_to_string(project.path("README.md")).unwrap();
            assert!(readme.lines().next().unwrap().ends_with(name), "{readme}");
        }
        // As if all words had been replaced: nothing else was to be warned of before.
        for entry in walkdir::WalkDir::new(project.path("content")).into_iter().map(Result::unwrap) {
            if entry.path().extension().is_some_and(|extension| extension == "toml") {
                let text = fs::read_to_string(entry.path()).unwrap();
                if text.contains('%') {
                    wrong += &format!("{options:?}: {}\n", entry.path().display());
                }
                fs::write(entry.path(), text.replace(" # placeholder", "")).unwrap();
            }
        }
        let run = project.run(&["check", "--now", NOW, "--deny-warnings"]);
        if run.status != 0 {
            wrong += &format!("{options:?}:\n{}\n", run.err);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// No starter is in the language of the project: the words of the interface are listed, and nothing else is wrong.
#[test]
fn words_in_no_language_of_a_starter_are_listed() {
    for (language, expected) in [("nb", &["missing-words"][..]), ("ja", &["card-letters", "missing-words"])] {
        let (project, run) = init(&["--name", "Kraft", "--country", "NO", "--language", language], None);
        assert!(run.exits(0).printed().contains("Its texts are in English"));
        assert_eq!(warnings(&project), expected, "{language}");
    }
}

#[test]
fn what_no_option_says_is_asked_on_a_terminal() {
    let (project, run) = init(&["--starter", "minimal"], Some("Iron House\nKitale\nKenja\nKenya\n"));
    let asked = run.exits(0).err;
    assert!(asked.contains("Kenja isn't a known country: did you mean Kenya?"), "{asked}");
    let site = project.read("content/site.toml");
    for line in ["name = \"Iron House\"\n", "city = \"Kitale\"\n", "country = \"Kenya\"\n"] {
        assert!(site.contains(line), "{line} in {site}");
    }
}

#[test]
fn the_country_tells_what_is_usual_there() {
    for (options, lines) in [
        (
            ["--country", "tanzania", "--name", "Ngome"],
            &["language = \"sw-TZ\"", "Africa/Dar_es_Salaam", "currency_code = \"TZS\"", "phone = \"+255 "][..],
        ),
        (["--country", "Österreich", "--name", "Halle"], &["language = \"de-AT\"", "Europe/Vienna"]),
        (["--country", "UK", "--language", "de-CH"], &["language = \"de-CH\""]),
        (["--country", "uk", "--name", "Hall"], &["language = \"en-GB\"", "phone = \"+44 "]),
        (
            ["--country", "Ivory Coast", "--name", "Salle"],
            &["language = \"fr-CI\"", "currency_code = \"XOF\""],
        ),
        (["--country", "Jamaica", "--name", "Yard"], &["phone = \"+1 "]),
        (["--name", "Hall", "--town", "Kitale"], &["phone = \"+44 555 010 0199\" # placeholder\n"]),
        (["--country", "USA", "--town", "Denver, Colorado"], &["time_zone = \"America/Denver\"\n"]),
        (
            ["--country", "USA", "--town", "Austin, Texas"],
            &["time_zone = \"America/New_York\" # placeholder\n"],
        ),
    ] {
        let (project, run) = init(&[&options[..], &["--starter", "minimal"]].concat(), None);
        run.exits(0);
        let site = project.read("content/site.toml");
        assert!(lines.iter().all(|line| site.contains(line)), "{lines:?} in {site}");
        assert!(project.path("content/.schema/page.json").is_file());
    }
}

#[test]
fn each_line_of_the_table_is_a_country() {
    let table = include_str!("../../starters/countries.tsv");
    let lines: Vec<&str> = table.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(lines.len() > 200, "{}", lines.len());
    for line in lines {
        let parts: Vec<&str> = line.split('\t').collect();
        let [code, _, _, language, currency_code, currency, time_zone, rest @ ..] = &parts[..] else {
            panic!("{line}")
        };
        assert!(language.ends_with(&format!("-{code}")), "{line}");
        assert!(currency_code.len() == 3 && !currency.is_empty(), "{line}");
        assert!(jiff::tz::TimeZone::get(time_zone).is_ok(), "{line}");
        assert!(phonelib::country_by_code(code).is_some(), "{line}");
        let zones = rest.first().copied().unwrap_or_default();
        assert!(zones.is_empty() || zones.split(' ').any(|zone| zone == *time_zone), "{line}");
    }
}

#[test]
fn what_is_written_for_a_host_publishes_there() {
    let workflow = ".github/workflows/site.yml";
    let netlify = [
        "netlify.toml",
        "netlify/cache/index.js",
        "netlify/cache/manifest.yml",
        "netlify/functions/rebuild.mjs",
    ];
    for (host, setting, files) in [
        ("github", "github", &[workflow][..]),
        ("cloudflare", "cloudflare", &[workflow]),
        ("netlify", "netlify", &netlify),
        ("server", "plain", &["publish.sh"]),
    ] {
        let (project, run) = init(&["--starter", "minimal", "--country", "KE", "--host", host], None);
        assert!(run.exits(0).printed().contains("to publish it: "), "{host}");
        for file in files {
            let text = project.read(file);
            assert!(!text.contains("%repository%") && !text.contains("%version%"), "{file}: {text}");
        }
        let site = project.read("content/site.toml");
        assert!(site.ends_with(&format!("[publish]\nhost = \"{setting}\"\n")), "{site}");
        assert_eq!(warnings(&project), Vec::<String>::new(), "{host}");
    }
    let (project, run) = init(&["--starter", "minimal", "--yes"], None);
    assert!(!run.exits(0).printed().contains("to publish it") && !project.path(".github").exists());
}

#[test]
fn no_file_is_written_over_and_what_cant_be_is_reported_with_what_to_write() {
    let project = Project::empty();
    project.write("README.md", "mine");
    let refused = run(["init".into(), project.root().into(), "--yes".into()], "", false).exits(1);
    assert!(refused.err.contains("already has files of a project: README.md"), "{}", refused.err);
    assert!(!project.path("content").exists());
    for (options, help) in [
        (&["--country", "Kenja"][..], "did you mean Kenya?"),
        (&["--language", "xx"], "the Unicode CLDR doesn't say how dates are written in the language \"xx\""),
        (&["--with", "sauna"], "[possible values: events, accounts]"),
        (&["--with", "events", "--starter", "minimal"], "only the complete starter takes --with"),
        (&["--host", "geocities"], "[possible values: github, netlify, cloudflare, server]"),
    ] {
        let (project, run) = init(options, None);
        assert!(run.exits(2).printed().contains(help), "{options:?}");
        assert!(!project.path("content").exists());
    }
}
