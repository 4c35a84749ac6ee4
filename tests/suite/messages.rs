//! What documentation says of each code, and whether its examples are what it says.

use std::{collections::BTreeMap, fs};

use gympress::{
    build::{BuildContext, build_site, prepare},
    diagnostic::{Code, Diagnostic, Diagnostics, Example, Severity, code},
    lint,
    source::Sources,
};
use rayon::prelude::*;

use crate::project::{Project, assert_document, check_site, files_below, repository, run, settings};

/// The document has what `explain` prints of each code, in the order of the tables.
#[test]
fn the_document_is_what_explain_prints() {
    let messages = fs::read_to_string(repository().join("docs/messages.md")).unwrap();
    let (head, _) = messages.split_once("\n## ").unwrap();
    let mut made = format!("{}\n", head.trim_end());
    for code in lint::all_codes() {
        let text = run(["explain".into(), code.name().into()], "", false).exits(0).out;
        made += &format!("\n{text}");
    }
    assert_document("docs/messages.md", &made);
}

/// Codes of which no excerpt of a text gives an example: of files that are no text, missing, without rows or can't be read.
const ONLY_SHOWN: [&str; 14] = [
    "missing-film",
    "bad-film",
    "bad-font",
    "unreadable",
    "invalid-utf8",
    "missing-file",
    "small-picture",
    "host-limit",
    "odd-album",
    "missing-alt-in-folder",
    "no-captions",
    "large-film",
    "season-gap",
    "not-shown",
];
/// Codes with an example that only shows how a site would be without the mistake, as it takes many lines or a font.
const RIGHT_ONLY_SHOWN: [&str; 3] = ["missing-words", "missing-translation", "card-letters"];

#[test]
fn wrong_examples_have_the_code_and_right_ones_have_no_mistake() {
    let starter = starter();
    let wrong: Vec<String> =
        lint::all_codes().into_par_iter().filter_map(|code| mistaken(code, &starter)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the examples of a code, if something is.
fn mistaken(code: Code, starter: &Starter) -> Option<String> {
    let name = code.name();
    let (wrong, right) = (code.0.wrong, code.0.right);
    if wrong.is_empty() || right.is_empty() {
        return Some(format!("{name} has no example"));
    }
    let is_shown = |examples: &[Example]| examples.iter().any(|example| example.file.is_none());
    let [shows_wrong, shows_right] = [wrong, right].map(is_shown);
    if shows_wrong != ONLY_SHOWN.contains(&name)
        || shows_right != (shows_wrong || RIGHT_ONLY_SHOWN.contains(&name))
    {
        return Some(format!("{name} has an example that can't be tried"));
    }
    if shows_wrong {
        return None;
    }
    let project = project(name, starter, wrong);
    let is_said = |found: &Diagnostics| found.iter().any(|found| found.code == code);
    let needs_pages = !is_said(&check_site(project.root()).1) && !is_said(&found(&project, false));
    if needs_pages && !is_said(&found(&project, true)) {
        let all: Vec<_> = found(&project, true).iter().map(|found| found.message.clone()).collect();
        return Some(format!("the wrong example of {name} isn't wrong: {all:#?}"));
    }
    if shows_right {
        return None;
    }
    let project = self::project(name, starter, right);
    let found = found(&project, needs_pages);
    let is_wrong = |found: &&Diagnostic| found.code == code || found.severity == Severity::Error;
    let still = found.iter().find(is_wrong)?;
    Some(format!("the right example of {name} is wrong: {}", still.message))
}

/// What is found in a project: without rendering its pages, unless it `needs_pages`.
fn found(project: &Project, needs_pages: bool) -> Diagnostics {
    let mut found = Diagnostics::default();
    let sources = Sources::load(project.root(), &mut found).unwrap().into();
    let context = BuildContext::new(project.root(), vec![repository().to_owned()]);
    if needs_pages {
        build_site(&sources, &settings(), &context, &mut found, |_| Ok(())).unwrap();
    } else {
        prepare(&sources, &settings(), &context, &mut found).unwrap();
    }
    found
}

/// A new project, in which nothing stands in for something else.
struct Starter {
    project: Project,
    texts: BTreeMap<String, String>,
}

fn starter() -> Starter {
    let project = Project::empty();
    let folder = project.path("gym");
    let options = ["--starter", "complete", "--name", "Iron & Chalk", "--yes"];
    run(["init".into(), folder.clone().into()].into_iter().chain(options.map(Into::into)), "", false)
        .exits(0);
    let texts = files_below(&folder).into_iter().filter(|(path, _)| path.ends_with(".toml"));
    let text = |bytes| String::from_utf8(bytes).unwrap().replace(" # placeholder", "");
    let texts = texts.map(|(path, bytes)| (path, text(bytes))).collect();
    Starter { project, texts }
}

/// A project with these examples in its files.
fn project(name: &str, starter: &Starter, examples: &[Example]) -> Project {
    let project = Project::empty();
    let mut texts = starter.texts.clone();
    surround(name, &project, &mut texts);
    for example in examples {
        let path = example.file.unwrap();
        let text = match texts.get(path) {
            Some(text) => with_excerpt(text, example.text),
            None => example.text.to_owned(),
        };
        texts.insert(path.to_owned(), text);
    }
    for (path, text) in texts {
        project.write(&path, text);
    }
    let pictures = "content/images";
    fs::create_dir_all(project.path(pictures)).unwrap();
    for picture in fs::read_dir(starter.project.path("gym").join(pictures)).unwrap() {
        let picture = picture.unwrap();
        fs::hard_link(picture.path(), project.path(pictures).join(picture.file_name())).unwrap();
    }
    project
}

/// What the project of an example needs besides it, or must not have.
fn surround(name: &str, project: &Project, texts: &mut BTreeMap<String, String>) {
    match name {
        "bad-image" => project.write("content/images/IMG_1234.heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"),
        "missing-font" | "unused-font" => {
            let font = repository().join("templates/styles/fonts/inter.woff2");
            project.write("content/fonts/iron.woff2", fs::read(font).unwrap());
        }
        "branch-not-named" => {
            texts.remove("content/schedule.toml");
            for branch in ["north", "south"] {
                let text = format!(
                    "title = \"{branch}\"\n\n[address]\nstreet = \"1 Main Street\"\ncity = \"Here\"\n"
                );
                texts.insert(format!("content/branches/{branch}.toml"), text);
            }
        }
        "class-not-listed" | "plan-not-listed" | "trainer-not-listed" => {
            for page in ["index", "classes", "pricing"] {
                let path = format!("content/pages/{page}.toml");
                let section = "[[section]]\ntype = \"text\"\nbody = \"Come in.\"";
                texts.insert(path, format!("title = \"{page}\"\ndescription = \"A page.\"\n\n{section}\n"));
            }
        }
        "fact-in-translation"
        | "no-original"
        | "leftover-translation"
        | "missing-translation"
        | "outdated-translation"
        | "sections-alike"
        | "lost-placeholder"
        | "headings-differ"
        | "link-leaves-language"
        | "language-not-published" => {
            let site = texts.get_mut("content/site.toml").unwrap();
            site.push_str("\n[[translation]]\nlanguage = \"sw\"\n");
        }
        "no-base-url" | "no-address" => {
            let site = texts.get_mut("content/site.toml").unwrap();
            *site = site.lines().filter(|line| !line.starts_with("base_url")).collect::<Vec<_>>().join("\n");
        }
        _ => {}
    }
}

/// A file with an excerpt: keys at its top take the place of others with their names, as tables do that can't be repeated.
fn with_excerpt(text: &str, excerpt: &str) -> String {
    let ((keys, tables), (own_keys, own_tables)) = (parts(text), parts(excerpt));
    let is_own_key = |line: &&str| own_keys.iter().any(|own| key(own).is_some() && key(own) == key(line));
    let is_own_table = |table: &&Vec<&str>| {
        let header = table.first().unwrap();
        !header.starts_with("[[") && own_tables.iter().any(|own| own.first().unwrap() == header)
    };
    let kept_keys = keys.iter().filter(|line| !is_own_key(line));
    let kept_tables = tables.iter().filter(|table| !is_own_table(table)).flatten();
    let lines = own_keys.iter().chain(kept_keys).chain(kept_tables).chain(own_tables.iter().flatten());
    lines.fold(String::new(), |text, line| text + line + "\n")
}

/// The lines above the first header, and those of each table.
fn parts(text: &str) -> (Vec<&str>, Vec<Vec<&str>>) {
    let (mut keys, mut tables) = (Vec::new(), Vec::<Vec<&str>>::new());
    for line in text.lines() {
        match tables.last_mut() {
            _ if line.starts_with('[') => tables.push(vec![line]),
            Some(table) => table.push(line),
            None => keys.push(line),
        }
    }
    (keys, tables)
}

/// The key of a line, which may be written wrongly.
fn key(line: &str) -> Option<&str> {
    let (key, _) = line.split_once(['=', ':'])?;
    let key = key.trim();
    (!key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')).then_some(key)
}

#[test]
fn all_codes_have_names_of_their_own() {
    let mut names: Vec<&str> = lint::all_codes().into_iter().map(Code::name).collect();
    names.sort_unstable();
    let count = names.len();
    names.dedup();
    assert_eq!((names.len(), count), (count, count));
    assert!(code::ALL.iter().all(|code| !lint::codes().contains(code)));
}
