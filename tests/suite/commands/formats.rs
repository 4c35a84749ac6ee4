//! The formats of diagnostics for programs.

use serde_json::Value;

use super::project::{NOW, Project};

/// A site with an error that has a nearest name, and with a warning.
fn mistaken() -> Project {
    let project = Project::gym();
    project.replace(
        "content/posts/what-boxers-learn-on-the-mat.toml",
        "title = \"",
        "# naïve – “quoted”\ntitle = \"",
    );
    project.replace("content/schedule.toml", "class = \"boxing\"", "class = \"boxng\"");
    project.replace("content/plans/one-month.toml", "title = \"", "title = \"TODO: ");
    project
}

#[test]
fn json_is_an_object_a_line_with_fixed_keys() {
    let project = mistaken();
    let run = project.run(&["check", "--format", "json", "--now", NOW]).exits(1);
    let lines: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.len() >= 2, "{}", run.out);
    let schedule = project.read("content/schedule.toml");
    for line in &lines {
        let keys: Vec<&String> = line.as_object().unwrap().keys().collect();
        let expected = [
            "severity",
            "code",
            "message",
            "file",
            "line",
            "column",
            "end_line",
            "end_column",
            "help",
            "related",
            "fixes",
        ];
        assert_eq!(keys, expected, "{line}");
        assert!(["error", "warning"].contains(&line["severity"].as_str().unwrap()));
        for place in line["related"].as_array().unwrap() {
            assert!(place["message"].is_string() && place["file"].is_string());
            assert!(place["line"].as_u64() >= Some(1) && place["column"].as_u64() >= Some(1));
        }
    }
    let error = lines.iter().find(|line| line["code"] == "unknown-reference").unwrap();
    assert_eq!(error["file"], "content/schedule.toml");
    let line = schedule.lines().nth(error["line"].as_u64().unwrap() as usize - 1).unwrap();
    let (start, end) =
        (error["column"].as_u64().unwrap() as usize, error["end_column"].as_u64().unwrap() as usize);
    let underlined: String = line.chars().skip(start - 1).take(end - start).collect();
    assert!(underlined.contains("boxng"), "{underlined}");
    assert!(error["help"].as_str().unwrap().contains("\"boxing\""), "{error}");
    assert_eq!(error["end_line"], error["line"]);
}

#[test]
fn columns_count_characters_not_bytes() {
    let project = Project::gym();
    let line = "button = { title = \"Žádat ключ\", zu = \"/contact/\" }";
    project.replace(
        "content/blog.toml",
        "button = { title = \"Claim it\", to = \"/contact/?offer=with-a-friend#offer-with-a-friend\" }",
        line,
    );
    let run = project.run(&["check", "--format", "json", "--now", NOW]).exits(1);
    let reported: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let key = reported.iter().find(|reported| reported["code"] == "unknown-key").unwrap();
    let before = line.split("zu").next().unwrap().chars().count() as u64;
    assert_eq!(
        (key["column"].as_u64(), key["end_column"].as_u64()),
        (Some(before + 1), Some(before + 3)),
        "{key}"
    );
}

#[test]
fn github_gets_a_command_a_line() {
    let project = mistaken();
    let github = project.run(&["check", "--format", "github", "--now", NOW]).exits(1);
    let commands: Vec<&str> = github.out.lines().collect();
    let is_command =
        |line: &&str| ["::error ", "::warning ", "::notice "].iter().any(|kind| line.starts_with(kind));
    assert!(commands.iter().all(is_command), "{}", github.out);
    // Relative to the repository where the project is in one.
    let folder = project.path("");
    let inside = folder.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap().join("content/schedule.toml");
    let places = [inside.to_str().unwrap(), "content/schedule.toml"].map(|path| format!("file={path},line="));
    let is_placed = |line: &&str| places.iter().any(|place| line.contains(place));
    assert!(commands.iter().any(is_placed), "{}", github.out);
}

#[test]
fn people_are_reported_on_standard_error_in_colour_only_on_a_terminal() {
    let project = mistaken();
    for form in ["human", "short"] {
        let run = project.run(&["check", "--format", form, "--now", NOW]).exits(1);
        assert!(
            run.out.is_empty() && run.err.contains("boxng") && !run.err.contains('\u{1b}'),
            "{}",
            run.err
        );
    }
}

/// By `script`, which gives a program a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_colours_and_a_log_without_any() {
    let project = mistaken();
    let command = format!("{} -vv check --now {NOW}", env!("CARGO_BIN_EXE_gympress"));
    let output = std::process::Command::new("script")
        .args(["--quiet", "--return", "--command", &command, "/dev/null"])
        .current_dir(project.path(""))
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .output()
        .unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{shown}");
    let logged: Vec<&str> = shown.lines().filter(|line| line.contains("DEBUG")).collect();
    assert!(!logged.is_empty() && logged.iter().all(|line| !line.contains('\u{1b}')), "{shown}");
    assert!(shown.contains("\u{1b}[") && shown.contains("boxng"), "{shown}");
}

#[test]
fn a_build_tells_programs_what_a_check_does_and_nothing_else() {
    let project = mistaken();
    for form in ["json", "github"] {
        let checked = project.run(&["check", "--format", form, "--now", NOW]).exits(1);
        let built = project.run(&["build", "--format", form, "--now", NOW]).exits(1);
        assert_eq!(built.out, checked.out, "{form}");
        assert!(built.err.contains("nothing was published"), "{}", built.err);
    }
    let short = project.run(&["build", "--format", "short", "--now", NOW]).exits(1);
    assert!(short.out.is_empty() && short.err.contains("content/schedule.toml:"), "{}", short.err);
    // One that publishes, and one that has nothing to do.
    project.replace("content/schedule.toml", "class = \"boxng\"", "class = \"boxing\"");
    for account in ["new", "unchanged"] {
        let built = project.run(&["build", "--format", "json", "--timings", "--now", NOW]).exits(0);
        let lines =
            built.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()["code"].clone());
        assert_eq!(lines.collect::<Vec<_>>(), ["placeholder"]);
        assert!(built.err.contains(account), "{}", built.err);
    }
}
