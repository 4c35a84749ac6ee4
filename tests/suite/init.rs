//! Projects as `gympress init` writes them.

use std::fs;

use gympress::hosts::HOSTS;

use crate::{
    project::{NOW, Project, Run, files_below, repository, run},
    specification::RATINGS,
};

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
            let readme = project.read("README.md");
            assert!(readme.lines().next().unwrap().ends_with(name), "{readme}");
        }
        let is_english = project.read("README.md").starts_with("# The website of ");
        let site = project.read("content/site.toml");
        assert_eq!(
            is_english,
            site.contains("language = \"en"),
            "{options:?}: the README is in the site's language"
        );
        // Where classes and plans are booked elsewhere is one line away.
        let shows_book = site.contains("\n# book = \"https://…\"\n");
        assert_eq!(shows_book, !options.contains(&"minimal"), "{options:?}");
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
fn a_name_of_spaces_is_none() {
    let (project, run) = init(&["--name", "   ", "--country", "TZ"], None);
    run.exits(0);
    assert!(!project.read("content/site.toml").contains("name = \"  "));
    project.run(&["check", "--now", NOW]).exits(0);
}

/// In the texts of the starter, in titles, addresses and calendars that gympress puts together.
#[test]
fn no_latin_comma_stands_beside_arabic_letters() {
    let (project, run) = init(&["--name", "صالة", "--country", "AE", "--with", "events"], None);
    run.exits(0);
    project.run(&["build", "--now", NOW]).exits(0);
    let mut wrong = String::new();
    for entry in walkdir::WalkDir::new(project.path("dist")).into_iter().filter_map(Result::ok) {
        let Ok(text) = fs::read_to_string(entry.path()) else { continue };
        for (at, comma) in text.match_indices(", ") {
            let is_arabic = |c: Option<char>| c.is_some_and(|c| ('\u{620}'..='\u{64a}').contains(&c));
            let sides = [text[..at].chars().next_back(), text[at + comma.len()..].chars().next()];
            if sides.into_iter().any(is_arabic) {
                wrong += &format!("{}: {}\n", entry.path().display(), text[..at].chars().count());
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Stars of quotes are for people: search engines don't accept ratings of oneself.
#[test]
fn stars_of_quotes_are_no_ratings_for_search_engines() {
    let (project, run) = init(&["--country", "CA", "--with", "events"], None);
    run.exits(0);
    let quote =
        "name = \"Ann\"\nsince = \"Since May\"\ntext = \"I sleep well.\"\nstars = 5\nsource = \"Google\"\n";
    project.write("content/quotes/ann.toml", quote);
    let page = "title = \"Said\"\ndescription = \"What people say.\"\n[[section]]\ntype = \"quotes\"\nheading = \"Said\"\n";
    project.write("content/pages/said.toml", page);
    let files = project.build(&[]);
    let pages: Vec<String> = files.into_values().filter_map(|bytes| String::from_utf8(bytes).ok()).collect();
    assert!(pages.iter().any(|page| page.contains("5 stars of five")));
    let found = RATINGS.into_iter().find(|rating| pages.iter().any(|page| page.contains(rating)));
    assert_eq!(found, None);
}

#[test]
fn a_language_or_part_that_is_named_twice_is_written_once() {
    let languages = ["--country", "KE", "--language", "en", "--languages", "sw,en,sw"];
    let (project, run) = init(&[&languages[..], &["--with", "events,events"]].concat(), None);
    run.exits(0);
    let site = project.read("content/site.toml");
    assert_eq!(site.matches("[[translation]]").count(), 1, "{site}");
    project.run(&["check", "--now", NOW]).exits(0);
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
        ("cloudflare", "cloudflare", &[".github/workflows/night.yml"]),
        ("netlify", "netlify", &netlify),
        ("render", "render", &[workflow]),
        ("apache", "apache", &[]),
        ("server", "plain", &["publish.sh"]),
        ("plain", "plain", &["publish.sh"]),
    ] {
        let (project, run) = init(&["--starter", "minimal", "--country", "KE", "--host", host], None);
        assert!(run.exits(0).printed().contains("to publish it: "), "{host}");
        for file in files {
            let text = project.read(file);
            let tokens = ["%repository%", "%version%", "%night%", "%time_zone%"];
            assert!(!tokens.iter().any(|token| text.contains(token)), "{file}: {text}");
            // This binary was never released.
            if text.contains("OWNER/") {
                assert!(text.starts_with("# Before the first run: "), "{file}: {text}");
            }
        }
        let site = project.read("content/site.toml");
        assert!(site.ends_with(&format!("[publish]\nhost = \"{setting}\"\n")), "{site}");
        assert_eq!(warnings(&project), Vec::<String>::new(), "{host}");
    }
    let (project, run) = init(&["--starter", "minimal", "--yes"], None);
    assert!(!run.exits(0).printed().contains("to publish it") && !project.path(".github").exists());
}

/// The shipped gym says itself in which languages it is, and nothing of it is left to be translated.
#[test]
fn the_shipped_gym_keeps_its_languages() {
    let (project, run) =
        init(&["--starter", "shipped", "--language", "de", "--languages", "sw", "--yes"], None);
    let printed = run.exits(0).printed();
    assert!(printed.contains("in the language en-KE.") && !printed.contains("translate"), "{printed}");
    assert_eq!(warnings(&project), Vec::<String>::new());
}

/// The build of the night begins soon after midnight where the gym is, on each day of a year.
#[test]
fn nightly_builds_are_soon_after_midnight() {
    let recipes = [
        ("github", ".github/workflows/site.yml"),
        ("cloudflare", ".github/workflows/night.yml"),
        ("netlify", "netlify/functions/rebuild.mjs"),
        ("render", ".github/workflows/site.yml"),
    ];
    // West and east, north and south, without other hours in summer, with half and quarter hours, with Ramadan's.
    let places = [
        ("US", "Los Angeles"),
        ("US", "Honolulu"),
        ("CA", "St. John's"),
        ("BR", "São Paulo"),
        ("CL", "Santiago"),
        ("GB", "London"),
        ("DE", "Berlin"),
        ("MA", "Casablanca"),
        ("EG", "Cairo"),
        ("IN", "Mumbai"),
        ("NP", "Kathmandu"),
        ("JP", "Tokyo"),
        ("AU", "Adelaide"),
        ("AU", "Lord Howe"),
        ("NZ", "Auckland"),
        ("WS", "Apia"),
    ];
    for (number, (country, town)) in places.into_iter().enumerate() {
        let (host, file) = recipes[number % recipes.len()];
        let options = ["--starter", "minimal", "--yes", "--country", country, "--town", town, "--host", host];
        let (project, run) = init(&options, None);
        run.exits(0);
        let site = project.read("content/site.toml");
        let zone =
            site.lines().find_map(|line| line.strip_prefix("time_zone = \"")?.split('"').next()).unwrap();
        let recipe = project.read(file);
        let cron = recipe.split('"').find(|part| part.ends_with(" * * *")).unwrap();
        let [minute, hour] = [0, 1].map(|at| cron.split(' ').nth(at).unwrap().parse::<i8>().unwrap());
        let mut day = jiff::civil::date(2027, 1, 1);
        while day.year() == 2027 {
            let start = day.at(hour, minute, 0, 0).in_tz("UTC").unwrap().in_tz(zone).unwrap();
            let after = (start.hour(), start.minute());
            assert!(after <= (1, 1) && after.1 % 30 == 1, "{country}, {town}: {cron} is at {start}");
            day = day.tomorrow().unwrap();
        }
    }
}

/// All words in quotes, and numbers, of a file of the shipped gym's that say who and where it is, and what it costs.
fn shipped_words() -> Vec<String> {
    let read = |path: &str| fs::read_to_string(repository().join("content").join(path)).unwrap();
    let site: toml::Table = read("site.toml").parse().unwrap();
    let text = |table: &toml::Table, key: &str| table[key].as_str().unwrap().to_owned();
    let address = site["address"].as_table().unwrap();
    let mut words: Vec<String> = ["name", "base_url", "currency", "currency_code", "phone", "email"]
        .map(|key| text(&site, key))
        .to_vec();
    words.extend(["street", "area", "city", "country"].map(|key| text(address, key)));
    // The country's code, and what is left of the number.
    words.extend(text(&site, "phone").split(' ').filter(|part| part.len() > 3).map(str::to_owned));
    for folder in ["trainers", "plans"] {
        for entry in fs::read_dir(repository().join("content").join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if let Ok(table) = fs::read_to_string(&path).unwrap().parse::<toml::Table>() {
                words.extend(
                    ["name", "saving", "note"]
                        .iter()
                        .filter_map(|key| table.get(*key)?.as_str().map(str::to_owned)),
                );
            }
        }
    }
    words
}

#[test]
fn nothing_of_the_shipped_gym_is_in_what_other_gyms_get() {
    let words = shipped_words();
    assert!(words.len() > 15 && words.contains(&"+254".to_owned()), "{words:?}");
    let mut wrong = Vec::new();
    let mut look = |place: &str, text: &str| {
        wrong.extend(words.iter().filter(|word| text.contains(*word)).map(|word| format!("{place}: {word}")));
    };
    for country in ["US", "CA", "GB", "DE", "FR", "ES", "BR", "EG", "JP", "NZ"] {
        for host in HOSTS.iter().map(|host| host.recipe.option) {
            // All starters of a language in one host each is enough.
            let starter = if host == "github" { "complete" } else { "minimal" };
            let options = ["--yes", "--country", country, "--host", host, "--starter", starter];
            let (project, run) = init(&options, None);
            look(&format!("init --country {country}"), &run.exits(0).printed());
            for (path, bytes) in files_below(project.root()) {
                // Lists of all currencies and time zones are schemas' own.
                if !path.contains(".schema/") {
                    look(&format!("{country}, {host}, {path}"), &String::from_utf8_lossy(&bytes));
                }
            }
        }
    }
    let (project, _) = init(&["--yes", "--starter", "minimal"], None);
    for command in
        ["", "init", "build", "serve", "check", "fix", "rename", "new", "schema", "theme", "lsp", "explain"]
    {
        let arguments = [command, "--help"];
        let help = project.run_alone(arguments.strip_prefix(&[""]).unwrap_or(&arguments), &[]);
        look(&format!("{command} --help"), &help.printed());
    }
    look("schema --docs", &project.run_alone(&["schema", "--docs"], &[]).printed());
    let messages = fs::read_to_string(repository().join("docs/messages.md")).unwrap();
    look("explain", &messages);
    assert!(wrong.is_empty(), "{wrong:#?}");
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
        (&["--host", "geocities"], "[possible values: netlify, cloudflare, render, github, apache, server]"),
    ] {
        let (project, run) = init(options, None);
        assert!(run.exits(2).printed().contains(help), "{options:?}");
        assert!(!project.path("content").exists());
    }
}
