//! `gympress new`: entries to start from.

use std::fs;

use super::project::{NOW, Project};

#[test]
fn an_entry_of_each_kind_is_valid_as_it_stands_and_comments_on_its_keys() {
    let project = Project::gym();
    let entries = [
        ("post", "Why we stretch \"first\"", "content/posts/why-we-stretch-first.toml"),
        ("class", "Kickboxing", "content/classes/kickboxing.toml"),
        ("trainer", "Amina Wanjiru", "content/trainers/amina-wanjiru.toml"),
        ("plan", "Two weeks' trial", "content/plans/two-weeks-trial.toml"),
    ];
    for (kind, title, path) in entries {
        let run = project.run(&["new", kind, title, "--now", NOW]).exits(0);
        assert!(run.out.starts_with(&format!("{path}\n")), "{}", run.out);
        let text = project.read(path);
        assert!(text.starts_with(&format!("#:schema ../.schema/{kind}.json\n")), "{text}");
        let comments = text.lines().filter(|line| line.starts_with("# ")).count();
        assert!(comments >= 3, "{path} explains little:\n{text}");
    }
    let run = project.run(&["check", "--now", NOW]).exits(0);
    assert!(run.err.contains("0 errors"), "{}", run.err);
}

/// Values that a rule orders.
const MEETINGS: &str = r#"
noun = ["meeting", "meetings"]
help = "What happens once"

[field]
title = { type = "text", help = "What it is called" }
first = { type = "date", help = "The first day" }
last = { type = "date", help = "The last day" }
begins = { type = "datetime", help = "When it begins" }
ends = { type = "datetime", help = "When it ends" }
doors = { type = "time", help = "When the doors open" }
start = { type = "time", help = "When it starts" }
guests = { type = "integer", help = "How many may come" }
waiting = { type = "integer", help = "How many may wait" }

[[rule]]
before = ["first", "last"]

[[rule]]
before = ["begins", "ends"]

[[rule]]
before = ["doors", "start"]

[[rule]]
before = ["guests", "waiting"]
"#;

#[test]
fn what_is_ordered_is_in_order() {
    let project = Project::gym();
    project.write("templates/collections/meetings/type.toml", MEETINGS);
    project.run(&["new", "meeting", "The roof opens", "--now", NOW]).exits(0);
    let text = project.read("content/meetings/the-roof-opens.toml");
    for line in ["last = 2026-12-05 # placeholder", "ends = 2026-12-04T12:00:00 # placeholder"] {
        assert!(text.lines().any(|known| known == line), "{line} in {text}");
    }
    project.run(&["check", "--now", NOW]).exits(0);
}

#[test]
fn the_help_names_all_that_can_be_written() {
    let help = Project::gym().run(&["new", "--help"]).exits(0);
    for kind in ["branch", "class", "event", "plan", "post", "quote", "trainer"] {
        assert!(help.out.contains(&format!(" {kind},")), "{kind}: {}", help.out);
    }
}

/// What nobody said is marked, and an event is to come.
#[test]
fn what_is_invented_is_a_placeholder() {
    let project = Project::gym();
    let expected: [(&str, &[&str]); 4] = [
        ("plan", &["price = 4000 # placeholder", "period = \"for 30 days\" # placeholder"]),
        ("trainer", &["role = \"Yoga Trainer\" # placeholder"]),
        ("event", &["start = 2026-12-04T10:00:00 # placeholder"]),
        ("post", &["title = \"Año\"", "date = 2026-11-20", "draft = true"]),
    ];
    for (kind, lines) in expected {
        let run = project.run(&["new", kind, "Año", "--now", NOW]).exits(0);
        let path = run.out.lines().next().unwrap();
        let text = project.read(path);
        for line in lines {
            assert!(text.lines().any(|known| known == *line), "{line} in {text}");
        }
        let values = text.lines().filter(|line| !line.starts_with(['#', '[']) && line.contains(" = "));
        let unmarked = values.filter(|line| {
            !line.contains(" # placeholder") && !line.contains("...") && !line.ends_with("'''")
        });
        let known = ["title", "name", "date", "draft"];
        for line in unmarked {
            let key = line.split(" = ").next().unwrap();
            assert!(known.contains(&key), "{kind}: {line}");
        }
        let marked = text.matches(" # placeholder\n").count();
        assert!(
            !text.lines().any(|line| line.starts_with('#') && line.ends_with(" # placeholder")),
            "{text}"
        );
        let run = project.run(&["check", "--format", "short", "--now", NOW]).exits(0);
        let found = |line: &&str| line.starts_with(path) && line.contains("warning[placeholder]");
        let found = [run.out, run.err].concat().lines().filter(found).count();
        assert!(found >= marked.max(1), "{kind}: {marked} marked, {found} found\n{text}");
    }
}

#[test]
fn the_name_of_a_file_is_its_title_without_accents() {
    let project = Project::gym();
    for (title, id) in [
        ("Åse Ødegård", "ase-odegard"),
        ("Núñez", "nunez"),
        ("Łukasz Đurić", "lukasz-duric"),
        ("Þóra Weiß", "thora-weiss"),
        ("L’Été d'Æsir", "lete-daesir"),
    ] {
        let run = project.run(&["new", "trainer", title]).exits(0);
        assert!(run.out.starts_with(&format!("content/trainers/{id}.toml\n")), "{title}: {}", run.out);
        assert!(project.read(&format!("content/trainers/{id}.toml")).contains(title), "{title}");
    }
    let run = project.run(&["new", "class", "水泳"]).exits(2);
    assert!(run.err.contains("\"水泳\" has no letters from a to z"), "{}", run.err);
    assert!(run.err.contains("--id power-lifting"), "{}", run.err);
    let run = project.run(&["new", "class", "水泳", "--id", "swimming"]).exits(0);
    assert!(run.out.starts_with("content/classes/swimming.toml\n"), "{}", run.out);
    assert!(project.run(&["new", "class", " "]).exits(2).err.contains("needs a title"));
}

#[test]
fn what_a_new_entry_needs_is_named_if_there_is_none() {
    let project = Project::gym();
    project.write(
        "templates/collections/prizes/type.toml",
        "noun = [\"prize\", \"prizes\"]\nhelp = \"What is won\"\n\n\
         [field]\ntitle = { type = \"text\", help = \"Its name\" }\n\
         before = { type = \"ref\", to = \"prizes\", help = \"The prize before it\" }\n",
    );
    let run = project.run(&["new", "prize", "A towel"]).exits(1);
    assert!(run.err.contains("a new prize needs a prize"), "{}", run.err);
    assert!(!project.path("content/prizes").exists());
    let run = project.run(&["new", "prise", "A towel"]).exits(2);
    assert!(run.err.contains("did you mean \"prize\"?"), "{}", run.err);
    let run = project.run(&["new", "swimming-pool", "A towel"]).exits(2);
    assert!(run.err.contains("class, ") && run.err.contains(", prize, "), "{}", run.err);
}

#[test]
fn an_existing_entry_is_never_written_over() {
    let project = Project::gym();
    let before = project.read("content/classes/boxing.toml");
    let run = project.run(&["new", "class", "Boxing"]).exits(1);
    assert!(run.err.contains("content/classes/boxing.toml exists"), "{}", run.err);
    assert_eq!(project.read("content/classes/boxing.toml"), before);
}

#[test]
fn a_title_without_letters_needs_an_id() {
    let project = Project::gym();
    let run = project.run(&["new", "post", "***"]).exits(2);
    assert!(run.err.contains("--id"), "{}", run.err);
    project.run(&["new", "post", "***", "--id", "three-stars"]).exits(0);
    assert!(project.read("content/posts/three-stars.toml").contains("title = \"***\""));
}

#[test]
fn an_id_cannot_lead_out_of_its_folder() {
    let project = Project::gym();
    for id in ["../site", "a/b", "A", "con.", ""] {
        project.run(&["new", "post", "A title", "--id", id]).exits(2);
    }
}

#[test]
fn schemas_offer_what_was_just_added() {
    let project = Project::gym();
    project.run(&["new", "class", "Kickboxing"]).exits(0);
    project.run(&["schema"]).exits(0);
    assert!(project.read("content/.schema/schedule.json").contains("\"kickboxing\""));
}

#[test]
fn schemas_offer_the_fonts_of_the_project() {
    let project = Project::gym();
    fs::create_dir_all(project.path("content/fonts")).unwrap();
    project.write("content/fonts/iron.woff2", "a font");
    project.run(&["schema"]).exits(0);
    assert!(project.read("content/.schema/site.json").contains("\"iron.woff2\""));
}

#[test]
fn a_build_refreshes_the_schemas_of_editors() {
    let project = Project::gym();
    project.run(&["schema"]).exits(0);
    project.run(&["new", "trainer", "Amina Hassan"]).exits(0);
    let schema = "content/.schema/schedule.json";
    assert!(!project.read(schema).contains("amina-hassan"));
    project.run(&["build", "--now", NOW]).exits(0);
    assert!(project.read(schema).contains("amina-hassan"));
    // A project without schemas gets none.
    fs::remove_dir_all(project.path("content/.schema")).unwrap();
    project.replace("content/site.toml", "tagline = \"", "tagline = \"Now: ");
    project.run(&["build", "--now", NOW]).exits(0);
    assert!(!project.path("content/.schema").exists());
}

#[test]
fn a_page_of_a_category_has_its_number() {
    let project = Project::gym();
    project.replace("content/blog.toml", "per_page = 7", "per_page = 3");
    let html = "<!DOCTYPE html>\n<html lang=\"en\"><title>x</title><p>number {{ page.number }}</p></html>\n";
    project.write("templates/collections/posts/term.html", html);
    project.run(&["build", "--now", NOW]).exits(0);
    let published = project.published();
    let numbers: Vec<String> = published
        .iter()
        .filter(|(path, _)| path.starts_with("blog/category/yoga/") && path.ends_with(".html"))
        .filter_map(|(_, bytes)| {
            let text = String::from_utf8_lossy(bytes);
            Some(text.split_once("<p>number ")?.1.split_once('<')?.0.to_owned())
        })
        .collect();
    assert!(numbers.len() > 1, "{numbers:?}");
    let expected: Vec<String> = (1..=numbers.len()).map(|number| number.to_string()).collect();
    assert_eq!(numbers, expected);
}
