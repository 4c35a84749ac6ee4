//! `gympress translate`, `init --languages`, and what `fix` and `rename` do with translations.

use std::collections::{BTreeMap, BTreeSet};

use crate::project::{NOW, Project, Run, files_below, words};

/// A page with texts of several kinds.
const WELCOME: &str = "title = \"Welcome\"\ndescription = \"Who we are.\"\n\n[[section]]\ntype = \"call\"\nlayout = \"voucher\"\nid = \"welcome\"\n\
    heading = \"Hello\"\ntext = \"Come in.\"\nbutton = { title = \"Visit\", to = \"/contact/\" }\n";

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

    // What is left to be said of the language, once its front page has a title, is what isn't translated.
    let front = project.read("content/sw/pages/index.toml");
    let title = front.lines().find(|line| line.starts_with("title = ")).unwrap();
    project.replace("content/sw/pages/index.toml", title, "title = \"Mwanzo\"");
    let printed = project.run(&["check", "--format", "json", "--now", NOW]).exits(0).out;
    let found = printed.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let codes = found.filter(|found| found["file"].as_str().unwrap().starts_with("content/sw/"));
    let codes: BTreeSet<String> = codes.map(|found| found["code"].as_str().unwrap().to_owned()).collect();
    assert_eq!(codes, BTreeSet::from(["missing-translation".to_owned()]), "{printed}");
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
    assert!(!renamed.out.contains("/sw/vipindi"), "{}", renamed.out);
}

#[test]
fn texts_of_rows_without_a_name_are_in_the_glossary_once() {
    let project = bilingual();
    let rows = "\n[[section]]\ntype = \"table\"\nid = \"fees\"\nheading = \"Fees\"\ncolumns = [\"For\", \"Fee\"]\n\n\
        [[section.row]]\ncells = [\"Half an hour\", \"Ask at the desk\"]\n\n[[section.row]]\ncells = [\"Ask at the desk\", \"Ask at the desk\"]\n";
    let about = project.read("content/pages/about.toml");
    project.write("content/pages/about.toml", about + rows);
    said(&project, "translate sw").exits(0);
    let glossary = project.read("content/sw/texts.toml");
    assert!(glossary.starts_with("#:schema ../.schema/sw/texts.json\n\n\""), "{glossary}");
    let line =
        glossary.lines().find(|line| line.starts_with("\"Ask at the desk\" = \"Ask at the desk\"")).unwrap();
    assert!(line.contains(" # placeholder of ") && glossary.matches(line).count() == 1, "{glossary}");
    let written = translations(&project);
    said(&project, "translate sw").exits(0);
    assert!(translations(&project) == written, "a second run changed something");

    // A text that nobody says any more goes, unless it was translated.
    project.replace("content/sw/texts.toml", line, "\"Ask at the desk\" = \"Uliza mlangoni\"");
    project.replace("content/pages/about.toml", "Half an hour", "Two hours");
    said(&project, "translate sw").exits(0);
    let kept = project.read("content/sw/texts.toml");
    let has = ["Uliza mlangoni", "Two hours", "Half an hour"].map(|text| kept.contains(text));
    assert_eq!(has, [true, true, false], "{kept}");
}

#[test]
fn only_mistakes_of_the_main_language_and_of_that_one_stop_it() {
    let project = bilingual();
    let site = project.read("content/site.toml");
    project.write("content/site.toml", format!("{site}\n[[translation]]\nlanguage = \"fr-FR\"\n"));
    project.write("content/fr/pages/index.toml", "title = Accueil\n");
    said(&project, "translate sw").exits(0);
    assert!(
        project.path("content/sw/pages/index.toml").exists()
            && !project.path("content/fr/site.toml").exists()
    );
    for command in ["translate", "translate fr"] {
        let refused = said(&project, command).exits(1);
        assert!(refused.err.contains("content/fr/pages/index.toml"), "{}", refused.err);
    }
    project.write("content/pages/about.toml", "title = About\n");
    said(&project, "translate sw").exits(1);
}

#[test]
fn a_text_of_several_lines_names_its_translation_on_one() {
    let project = bilingual();
    let day = "title = \"One day\"\nprice = 400\nperiod = \"a day\"\nfeatures = [\"\"\"the floor\nand the showers\"\"\"]\n";
    project.write("content/plans/day.toml", day);
    said(&project, "translate sw").exits(0);
    let written = project.read("content/sw/plans/day.toml");
    assert!(written.contains("\"the floor and the showers\" = "), "{written}");
    said(&project, "translate sw").exits(0);
    assert_eq!(project.read("content/sw/plans/day.toml"), written);
}

#[test]
fn texts_beside_a_table_in_braces_are_written() {
    for (around, comment) in [("", ""), ("", " # of 12345678"), ("[section]\n", " # of 12345678")] {
        let project = bilingual();
        project.write("content/pages/welcome.toml", WELCOME);
        let key = if around.is_empty() { "section.welcome" } else { "welcome" };
        let line = format!("{key} = {{ heading = \"Karibu\", button = {{ title = \"Njoo\" }} }}{comment}\n");
        project.write("content/sw/pages/welcome.toml", format!("{around}{line}"));
        said(&project, "translate sw").exits(0);
        let written = project.read("content/sw/pages/welcome.toml");
        assert!(
            written.contains(&format!("\n{key}.button = {{ title = \"Njoo\" }}{comment}\n")),
            "{written}"
        );
        assert!(written.contains(&format!("{key}.text = \"Come in.\" # placeholder of ")), "{written}");
        assert_eq!(written.matches("12345678").count(), comment.len().min(2), "{written}");
        said(&project, &format!("check --now {NOW}")).exits(0);
    }
}

#[test]
fn placeholders_follow_the_original_and_translations_stay() {
    let project = bilingual();
    project.write("content/pages/welcome.toml", WELCOME);
    said(&project, "translate sw").exits(0);
    let path = "content/sw/pages/welcome.toml";
    let first = project.read(path);
    project.replace("content/pages/welcome.toml", "Come in.", "Come in, it is warm.");
    project.replace("content/pages/welcome.toml", "\"Hello\"", "\"Good day\"");
    // Somebody translated one, and forgot the word.
    project.write(path, first.replace("heading = \"Hello\"", "heading = \"Habari\""));
    said(&project, "translate sw").exits(0);
    let renewed = project.read(path);
    assert!(renewed.contains("text = \"Come in, it is warm.\" # placeholder of "), "{renewed}");
    assert!(renewed.contains("heading = \"Habari\""), "{renewed}");
    let [mark, old] =
        [&renewed, &first].map(|text| text.split("text = ").nth(1).unwrap().lines().next().unwrap());
    assert_ne!(mark.rsplit(' ').next(), old.rsplit(' ').next());
    said(&project, "translate sw").exits(0);
    assert_eq!(project.read(path), renewed);
}

#[test]
fn a_new_project_has_files_for_translators() {
    let project = Project::empty();
    let arguments = ["--yes", "--name", "Iron House", "--country", "Kenya", "--languages", "sw,fr"];
    let root = project.root().display().to_string();
    let run = crate::project::run(["init", &root].into_iter().chain(arguments).map(Into::into), "", false);
    let run = run.exits(0);
    assert!(run.out.contains("content/sw and content/fr, pages/index.toml first"), "{}", run.out);
    assert!(!project.read("content/sw/navigation.toml").contains("\n\n\n"), "two empty lines");
    let site = project.read("content/site.toml");
    assert_eq!(site.matches("[[translation]]").count(), 2, "{site}");
    assert!(project.path("content/fr/pages/index.toml").exists());
    assert!(project.path("content/.schema/sw/class.json").exists());
    project.run(&["check", "--now", NOW]).exits(0);
    let published = project.build(&[]);
    assert!(published.contains_key("index.html") && !published.keys().any(|path| path.starts_with("fr/")));
    let front = project.read("content/fr/pages/index.toml");
    let title = front.lines().find(|line| line.starts_with("title = ")).unwrap();
    project.replace("content/fr/pages/index.toml", title, "title = \"Accueil\"");
    let published = project.build(&[]);
    let pages: Vec<&String> =
        published.keys().filter(|path| path.starts_with("fr/") && path.ends_with("index.html")).collect();
    assert_eq!(pages, ["fr/index.html"]);
    let refused = project.run(&["translate", "sv"]).exits(2);
    assert!(refused.err.contains("it is in sw, fr"), "{}", refused.err);
}
