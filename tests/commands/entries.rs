//! `gympress new`: entries to start from.

use crate::project::{NOW, Project};

#[test]
fn an_entry_of_each_kind_is_valid_as_it_stands_and_remarks_on_its_keys() {
    let project = Project::shipped();
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
        let remarks = text.lines().filter(|line| line.starts_with("# ")).count();
        assert!(remarks >= 3, "{path} explains little:\n{text}");
    }
    let run = project.run(&["check", "--now", NOW]).exits(0);
    assert!(run.err.contains("0 errors"), "{}", run.err);
}

#[test]
fn an_existing_entry_is_never_written_over() {
    let project = Project::shipped();
    let before = project.read("content/classes/boxing.toml");
    let run = project.run(&["new", "class", "Boxing"]).exits(1);
    assert!(run.err.contains("content/classes/boxing.toml exists"), "{}", run.err);
    assert_eq!(project.read("content/classes/boxing.toml"), before);
}

#[test]
fn a_title_without_letters_needs_an_id() {
    let project = Project::shipped();
    let run = project.run(&["new", "post", "***"]).exits(2);
    assert!(run.err.contains("--id"), "{}", run.err);
    project.run(&["new", "post", "***", "--id", "three-stars"]).exits(0);
    assert!(project.read("content/posts/three-stars.toml").contains("title = \"***\""));
}

#[test]
fn an_id_cannot_lead_out_of_its_folder() {
    let project = Project::shipped();
    for id in ["../site", "a/b", "A", "con.", ""] {
        project.run(&["new", "post", "A title", "--id", id]).exits(2);
    }
}

#[test]
fn schemas_offer_what_was_just_added() {
    let project = Project::shipped();
    project.run(&["new", "class", "Kickboxing"]).exits(0);
    project.run(&["schema"]).exits(0);
    assert!(project.read("content/.schema/schedule.json").contains("\"kickboxing\""));
}
