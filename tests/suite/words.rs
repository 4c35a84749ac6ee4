//! Words of the interface, in the languages of the theme and of projects.

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use tempfile::TempDir;
use toml::{Table, Value};

use crate::copy::bundles;

const LANGUAGES: [&str; 7] = ["en", "sw", "de", "fr", "es", "pt", "ar"];

const INDEX: &str = "title = \"Home\"\ndescription = \"A gym.\"\n\n\
    [[section]]\ntype = \"hero\"\nlayout = \"message\"\nheading = \"Come in\"\ntext = \"We open at six.\"\n";

/// A page with forms, in which no word of the interface is written.
const CONTACT: &str = "title = \"Contact\"\ndescription = \"Write.\"\n\n\
    [[section]]\ntype = \"contact\"\nheading = \"Come by\"\n";

const FIND: &str = "title = \"Find\"\ndescription = \"Find.\"\n\n[[section]]\ntype = \"search\"\n";

struct Project(TempDir);

impl Project {
    /// A gym in this language, without a word of the interface in its content.
    fn new(language: &str) -> Self {
        let project = Self(TempDir::with_prefix_in("words-", env!("CARGO_TARGET_TMPDIR")).unwrap());
        bundles::copy(project.0.path());
        let site = format!(
            "allow = [\"no-contact-endpoint\"]\nname = \"Ngome\"\nlanguage = \"{language}\"\n\
             base_url = \"https://ngome.example\"\nemail = \"karibu@ngome.example\"\n"
        );
        project.write("content/site.toml", &site);
        project.write("content/pages/index.toml", INDEX);
        project.write("content/pages/contact.toml", CONTACT);
        project.write("content/pages/find.toml", FIND);
        project
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_gympress"))
            .args(arguments)
            .args(["--now", "2026-11-20T12:00:00Z", "--root"])
            .arg(self.0.path())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
    }

    /// The built page at this path.
    #[track_caller]
    fn built(&self, path: &str) -> String {
        let (status, printed) = self.run(&["build"]);
        assert_eq!(status, Some(0), "{printed}");
        fs::read_to_string(self.0.path().join("dist").join(path).join("index.html")).unwrap()
    }
}

fn theme() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/templates/words"))
}

fn file_of(language: &str) -> String {
    fs::read_to_string(theme().join(format!("{language}.toml"))).unwrap()
}

/// The form of a text with a number in it that stands for all numbers without one. Returns `None` for other tables.
fn other_form(table: &Table) -> Option<&str> {
    let is_form = |key: &String| ["zero", "one", "two", "few", "many", "other"].contains(&key.as_str());
    table.get("other").filter(|_| table.keys().all(is_form))?.as_str()
}

/// The words of a file, each by its path.
fn words(language: &str) -> BTreeMap<String, String> {
    fn gather(table: &Table, path: &str, words: &mut BTreeMap<String, String>) {
        for (key, value) in table {
            let path = format!("{path}.{key}");
            match value {
                Value::Table(inner) => match other_form(inner) {
                    Some(form) => drop(words.insert(path, form.to_owned())),
                    None => gather(inner, &path, words),
                },
                value => drop(words.insert(path, value.as_str().unwrap().to_owned())),
            }
        }
    }
    let mut words = BTreeMap::new();
    gather(&file_of(language).parse().unwrap(), "", &mut words);
    words
}

/// What is filled in.
fn slots(word: &str) -> Vec<&str> {
    let mut slots: Vec<&str> = word.split('{').skip(1).map(|rest| rest.split('}').next().unwrap()).collect();
    slots.sort_unstable();
    slots
}

#[test]
fn each_language_has_the_words_that_english_has() {
    let english = words("en");
    assert!(english.len() > 150, "{}", english.len());
    for language in LANGUAGES {
        let words = words(language);
        let (keys, of_english): (Vec<_>, Vec<_>) = (words.keys().collect(), english.keys().collect());
        assert_eq!(keys, of_english, "{language}");
        for (key, word) in &words {
            assert_eq!(slots(word), slots(&english[key]), "{language}: {key}");
        }
    }
}

#[test]
fn regions_have_only_what_is_other_there() {
    for file in fs::read_dir(theme()).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        let tag = name.strip_suffix(".toml").unwrap();
        let Some((code, _)) = tag.split_once('-') else {
            assert!(LANGUAGES.contains(&tag), "{tag}");
            continue;
        };
        let general = words(code);
        for (key, word) in words(tag) {
            let other = general.get(&key);
            assert!(
                other.is_some_and(|other| *other != word && slots(other) == slots(&word)),
                "{tag}: {key}"
            );
        }
    }
}

#[test]
fn all_words_are_those_of_types() {
    let project = Project::new("en");
    for file in fs::read_dir(theme()).unwrap().map(Result::unwrap) {
        // With a comment, so that it isn't what the theme says, and is judged as a project's.
        let text = fs::read_to_string(file.path()).unwrap() + "# ours\n";
        project.write(&format!("templates/words/{}", file.file_name().into_string().unwrap()), &text);
    }
    let (status, printed) = project.run(&["check"]);
    assert_eq!(status, Some(0), "{printed}");
    assert!(!printed.contains("missing-form"), "{printed}");
}

#[test]
fn content_needs_no_words_of_a_language_that_the_theme_has() {
    for language in ["en", "sw"] {
        let project = Project::new(language);
        let words = words(language);
        let contact = project.built("contact");
        for key in [".navigation.skip", ".section.contact.form.button", ".section.contact.form.name.label"] {
            assert!(contact.contains(&words[key]), "{language}: {key} in {contact}");
        }
        let find = project.built("find");
        assert!(find.contains(&words[".search.words.placeholder"]), "{language}: {find}");
    }
}

#[test]
fn no_language_of_the_theme_lacks_words() {
    for language in LANGUAGES.into_iter().chain(["pt-PT", "de-AT", "ar-EG"]) {
        let (_, printed) = Project::new(language).run(&["check", "--format", "short"]);
        assert!(
            !printed.contains("has no words") && !printed.contains("templates/"),
            "{language}: {printed}"
        );
    }
}

#[test]
fn a_project_has_words_of_its_own() {
    let project = Project::new("sw-TZ");
    project.write("templates/words/sw.toml", "[navigation]\nskip = \"Nenda kwenye maudhui\"\n");
    project.write("templates/words/sw-TZ.toml", "[section.contact.form]\nbutton = \"Peleka\"\n");
    let contact = project.built("contact");
    assert!(contact.contains("Nenda kwenye maudhui") && contact.contains("Peleka"), "{contact}");
    // All others are the theme's.
    assert!(contact.contains("Barua pepe"), "{contact}");

    // An edit renders what shows the word, and so does another language.
    project.write("templates/words/sw-TZ.toml", "[section.contact.form]\nbutton = \"Tuma sasa\"\n");
    assert!(project.built("contact").contains("Tuma sasa"));
    let site = fs::read_to_string(project.0.path().join("content/site.toml")).unwrap();
    project.write("content/site.toml", &site.replace("sw-TZ", "en"));
    assert!(project.built("contact").contains("Send message"));
}

#[test]
fn content_says_a_word_in_another_way() {
    let project = Project::new("sw");
    project.write("content/navigation.toml", "skip = \"Ruka menyu\"\n");
    project.write("content/pages/contact.toml", &format!("{CONTACT}form = {{ button = \"Peleka\" }}\n"));
    let contact = project.built("contact");
    for word in ["Ruka menyu", "Peleka", "Jina lako"] {
        assert!(contact.contains(word), "{word} in {contact}");
    }
}

#[test]
fn the_words_of_another_language_are_a_file() {
    let project = Project::new("nl");
    let (_, printed) = project.run(&["check", "--format", "short"]);
    assert_eq!(printed.matches("the language \"nl\" has no words").count(), 1, "{printed}");
    let (_, printed) = project.run(&["check"]);
    for line in
        ["templates/words/nl.toml", "[navigation]", "skip = \"Skip to content\"", "[section.contact.form]"]
    {
        assert!(printed.contains(line), "{line} in {printed}");
    }
    // Words of sections that no page has aren't required.
    assert!(!printed.contains("[section.account]"), "{printed}");
    // What is no language at all is one mistake.
    let (_, printed) = Project::new("Dutch").run(&["check", "--format", "short"]);
    assert!(printed.contains("is not a language tag") && !printed.contains("has no words"), "{printed}");
    // A file in which nobody translated anything is like none; only single words may be the same.
    project.write("templates/words/nl.toml", &file_of("en"));
    let (_, printed) = project.run(&["check"]);
    assert!(printed.contains("has no words") && printed.contains("skip = \"Skip to content\""), "{printed}");
    assert!(!printed.contains("label = \"Name\""), "{printed}");
    project.write("templates/words/nl.toml", &file_of("de"));
    let (_, printed) = project.run(&["check"]);
    assert!(!printed.contains("has no words"), "{printed}");
}
