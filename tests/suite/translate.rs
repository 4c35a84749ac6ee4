//! `gympress translate`, `init --languages`, and what `fix` and `rename` do with translations.

use std::collections::BTreeMap;

use crate::project::{NOW, Project, Run, files_below, words};

/// The gym with a further language, of which nothing is written yet.
fn bilingual() -> Project {
    let project = Project::gym();
    std::fs::remove_dir_all(project.path("content/sw")).unwrap_or_default();
    let site = project.read("content/site.toml").replace("\n[[translation]]\nlanguage = \"sw-KE\"\n", "\n");
    project.write("content/site.toml", format!("{site}\n[[translation]]\nlanguage = \"sw-KE\"\n"));
    project
}

fn said(project: &Project, command: &str) -> Run {
    let words = words(command);
    project.run(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

fn translations(project: &Project) -> BTreeMap<String, Vec<u8>> {
    files_below(&project.path("content/sw"))
}

#[test]
fn each_text_is_written_once_with_the_mark_of_its_original() {
    let project = bilingual();
    let first = said(&project, "translate sw").exits(0);
    assert!(first.out.contains("content/sw/classes/yoga.toml"), "{}", first.out);
    let yoga = project.read("content/sw/classes/yoga.toml");
    assert!(yoga.starts_with("#:schema ../../.schema/sw/class.json\n"), "{yoga}");
    let title = yoga.lines().find(|line| line.starts_with("title = ")).unwrap();
    assert!(title.contains(" # placeholder of "), "{title}");
    assert!(!yoga.contains("trainer = "), "a fact was written: {yoga}");
    let written = translations(&project);

    // Nothing is written twice, and what stands there stays.
    said(&project, "translate").exits(0);
    assert!(translations(&project) == written, "a second run changed something");
    project.replace("content/sw/classes/yoga.toml", title, "title = \"Joga\"");
    said(&project, "translate sw").exits(0);
    assert!(project.read("content/sw/classes/yoga.toml").contains("\ntitle = \"Joga\"\n"));

    // Placeholders make no page, and no mistake.
    let checked = project.run(&["check", "--format", "short", "--now", NOW]).exits(0);
    assert!(checked.err.contains("language-not-published"), "{}", checked.err);
    let published = project.build(&[]);
    assert!(!published.keys().any(|path| path.starts_with("sw/")), "placeholders were published");
}

#[test]
fn one_translated_text_makes_a_page() {
    let project = bilingual();
    project.write("content/sw/pages/index.toml", "title = \"Mwanzo\"\n");
    project.write("content/sw/pages/pricing.toml", "title = \"Bei\"\npath = \"/bei/\"\n");
    let published = project.build(&[]);
    assert!(published.contains_key("sw/index.html") && published.contains_key("sw/bei/index.html"));
    assert!(!published.contains_key("sw/schedule/index.html"), "a page without a translation was published");
}

#[test]
fn notes_say_which_text_was_translated() {
    let project = bilingual();
    project.write("content/sw/pages/index.toml", "description = \"Maneno.\"\ntitle = \"Mwanzo\"\n");
    said(&project, &format!("fix --now {NOW}"));
    let noted = project.read("content/sw/pages/index.toml");
    assert_eq!(noted.matches(" # of ").count(), 2, "{noted}");
    said(&project, &format!("fix --now {NOW}"));
    assert_eq!(project.read("content/sw/pages/index.toml"), noted, "a second run changed something");

    let outdated = |project: &Project| {
        let run = project.run(&["check", "--format", "short", "--now", NOW]);
        run.err.lines().filter(|line| line.contains("outdated-translation")).count()
    };
    assert_eq!(outdated(&project), 0);
    let index = project.read("content/pages/index.toml");
    let title = index.lines().find(|line| line.starts_with("title = ")).unwrap().to_owned();
    // Space is no other text.
    project.replace("content/pages/index.toml", &title, &title.replacen(" = \"", " = \" ", 1));
    assert_eq!(outdated(&project), 0);
    project.replace("content/pages/index.toml", &title.replacen(" = \"", " = \" ", 1), "title = \"The gym\"");
    assert_eq!(outdated(&project), 1);
}

#[test]
fn a_renamed_entry_takes_its_translations_along() {
    let project = bilingual();
    project.write("content/sw/pages/index.toml", "title = \"Mwanzo\"\n");
    project.write("content/sw/classes/yoga.toml", "title = \"Joga\"\n");
    project.write("content/sw/classes/karate.toml", "title = \"Karate\"\nslug = \"karate-sw\"\n");
    project.run(&["rename", "class", "yoga", "hatha", "--now", NOW]).exits(0);
    assert!(project.read("content/sw/classes/hatha.toml").contains("Joga"));
    assert!(!project.path("content/sw/classes/yoga.toml").exists());
    let site = project.read("content/site.toml");
    assert!(
        site.contains("from = \"/classes/yoga/\"") && site.contains("from = \"/sw/vipindi/yoga/\""),
        "{site}"
    );

    // A slug stays, and so does the address.
    let renamed = project.run(&["rename", "class", "karate", "shotokan", "--now", NOW]).exits(0);
    assert!(!renamed.out.contains("/sw/vipindi/"), "{}", renamed.out);
}

#[test]
fn a_new_project_has_files_for_translators() {
    let project = Project::empty();
    let arguments = ["--yes", "--name", "Iron House", "--country", "Kenya", "--languages", "sw,fr"];
    let root = project.root().display().to_string();
    let run = crate::project::run(["init", &root].into_iter().chain(arguments).map(Into::into), "", false);
    run.exits(0);
    let site = project.read("content/site.toml");
    assert_eq!(site.matches("[[translation]]").count(), 2, "{site}");
    assert!(project.path("content/fr/pages/index.toml").exists());
    assert!(project.path("content/.schema/sw/class.json").exists());
    project.run(&["check", "--now", NOW]).exits(0);
    let refused = project.run(&["translate", "sv"]).exits(2);
    assert!(refused.err.contains("it is in sw, fr"), "{}", refused.err);
}
