//! The theme with every section and collection under another name builds the same site: the program knows types by their
//! roles, not by their names.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

use toml::{Table, Value};
use walkdir::WalkDir;

use crate::project::{NOW, Project, files_below, repository};

/// What each new name begins with. It stands nowhere else in the theme, so that outputs compare once it is taken out.
const PREFIX: &str = "q-q-";

/// The folders whose names are those of sections or collections.
const TYPES: [&str; 2] = ["templates/sections", "templates/collections"];

fn folders(root: &Path, parent: &str) -> Vec<String> {
    let entries = fs::read_dir(root.join(parent)).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
    names.sort();
    names
}

/// The collections whose entries are rows of a single.
fn listed_collections(root: &Path) -> Vec<String> {
    let mut singles = files_below(&root.join("templates/singles"));
    singles.retain(|name, _| name.ends_with(".toml"));
    let types = singles.values().map(|text| toml::from_str::<Table>(str::from_utf8(text).unwrap()).unwrap());
    let fields = types.filter_map(|single| Some(single.get("field")?.as_table()?.clone()));
    let collections = fields.flat_map(|fields| {
        let named = |field: &Value| Some(field.get("entries")?.as_str()?.to_owned());
        fields.values().filter_map(named).collect::<Vec<_>>()
    });
    collections.collect()
}

/// What stands before the name of a section or collection, and behind it, wherever a file names one.
const NAMED_BY: [(&str, &str); 12] = [
    ("type = \"", "\""),
    ("to = \"", "\""),
    ("of = \"", "\""),
    ("of=\"", "\""),
    ("pages = \"", "\""),
    ("entries = \"", "\""),
    ("entries(\"", "\""),
    ("occurrences(\"", "\""),
    ("sections/", "/"),
    ("collections/", "/"),
    ("[collection.", "."),
    ("[collection.", "]"),
];

fn renamed(text: &str, names: &[String]) -> String {
    let mut text = text.to_owned();
    for name in names {
        for (before, after) in NAMED_BY {
            text = text.replace(&format!("{before}{name}{after}"), &format!("{before}{PREFIX}{name}{after}"));
        }
    }
    text
}

/// The page with the anchors that its sections had by their names.
fn with_anchors(page: &str) -> String {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut parts = page.split("[[section]]\n");
    let mut anchored = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        anchored += "[[section]]\n";
        let kind = part.lines().find_map(|line| line.strip_prefix("type = \"")?.strip_suffix('"')).unwrap();
        if !part.lines().take_while(|line| !line.starts_with('[')).any(|line| line.starts_with("id = ")) {
            let count = counts.entry(kind).or_default();
            *count += 1;
            let number = if *count > 1 { format!("-{count}") } else { String::new() };
            anchored += &format!("id = \"{kind}{number}\"\n");
        }
        anchored += part;
    }
    anchored
}

/// The gym with each section of the theme on a page, and entries in each collection.
pub fn gym_with_all() -> Project {
    let project = Project::gym();
    let site = project.read("content/site.toml");
    let services = "[services]\nframes = [\"https://calendly.com\", \"https://www.youtube-nocookie.com\"]\n\
        scripts = [\"https://widgets.example\"]\n";
    project.write("content/site.toml", format!("{site}\n{services}"));
    for (name, sample) in files_below(&repository().join("tests/sections")) {
        let sample = String::from_utf8(sample).unwrap();
        let top = "title = \"Sample\"\ndescription = \"A sample.\"\nlisted = false\n";
        project.write(&format!("content/pages/samples/{name}"), format!("{top}{sample}"));
        for path in sample.split("to = \"/files/").skip(1).filter_map(|rest| rest.split('"').next()) {
            project.write(&format!("content/static/files/{path}"), "A file.");
        }
    }
    project.write(
        "content/pages/events.toml",
        "title = \"Events\"\ndescription = \"Dates.\"\n\n[[section]]\ntype = \"events\"\nheading = \"Events\"\n",
    );
    for name in folders(project.root(), TYPES[1]) {
        if !project.path(format!("content/{name}")).is_dir() {
            let text = project.read(&format!("{}/{name}/type.toml", TYPES[1]));
            let noun = toml::from_str::<Table>(&text).unwrap()["noun"][0].as_str().unwrap().to_owned();
            project.run(&["new", &noun, "One more", "--now", NOW]).exits(0);
        }
    }
    // The pictures of the new album.
    let picture = repository().join("examples/ngome/content/images/alama.png");
    project.write("content/images/one-more/1.png", fs::read(picture).unwrap());
    let pages: BTreeSet<String> = files_below(&project.path("content/pages"))
        .into_values()
        .flat_map(|text| {
            let text = String::from_utf8(text).unwrap();
            let kinds = text.lines().filter_map(|line| line.strip_prefix("type = \"")?.strip_suffix('"'));
            kinds.map(str::to_owned).collect::<Vec<_>>()
        })
        .collect();
    let missing: Vec<_> =
        folders(project.root(), TYPES[0]).into_iter().filter(|name| !pages.contains(name)).collect();
    assert!(missing.is_empty(), "no page has the sections {missing:?}");
    project
}

/// Gives all sections and collections of a project other names.
fn rename(root: &Path) {
    let [sections, mut collections] = TYPES.map(|folder| folders(root, folder));
    for (folder, names) in TYPES.into_iter().zip([&sections, &collections]) {
        for name in names {
            fs::rename(root.join(folder).join(name), root.join(folder).join(format!("{PREFIX}{name}")))
                .unwrap();
        }
    }
    for name in collections.iter().filter(|name| root.join("content").join(name).is_dir()) {
        let content = root.join("content");
        fs::rename(content.join(name), content.join(format!("{PREFIX}{name}"))).unwrap();
    }
    // Below the types of the project are those of the theme, one of which refers to a list that has another name now.
    let gallery = root.join(TYPES[0]).join("gallery");
    fs::create_dir(&gallery).unwrap();
    let type_file = root.join(TYPES[0]).join(format!("{PREFIX}gallery/type.toml"));
    fs::copy(type_file, gallery.join("type.toml")).unwrap();
    collections.extend(listed_collections(root));
    for entry in ["content", "templates"].iter().flat_map(|folder| WalkDir::new(root.join(folder))) {
        let path = entry.unwrap().into_path();
        let kind = path.extension().and_then(|kind| kind.to_str()).unwrap_or_default();
        if !["toml", "html", "css", "md"].contains(&kind) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        // Types of tables have names, too, and are called as some sections are.
        let is_type = path.starts_with(root.join("templates")) && kind == "toml";
        let names = if is_type { collections.clone() } else { [&sections[..], &collections].concat() };
        let is_page = path.starts_with(root.join("content/pages"));
        let mut new = renamed(&if is_page { with_anchors(&text) } else { text.clone() }, &names);
        if is_type {
            for name in &sections {
                for after in [".", "]"] {
                    let old = format!("[section.{name}{after}");
                    new = new.replace(&old, &format!("[section.{PREFIX}{name}{after}"));
                }
            }
            // The type of a field is no collection.
            new = new.replace(&format!("type = \"{PREFIX}"), "type = \"");
        }
        if new != text {
            fs::write(&path, new).unwrap();
        }
    }
}

/// What was published, without the new names and the hashes of contents.
fn comparable(files: BTreeMap<String, Vec<u8>>) -> BTreeMap<String, String> {
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).replace(PREFIX, "");
    files.into_iter().map(|(path, bytes)| (path, text(bytes))).collect()
}

#[test]
fn types_under_other_names_build_the_same_site() {
    let project = gym_with_all();
    let before = comparable(project.build(&[]));
    rename(project.root());
    let after = comparable(project.build(&[]));
    assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
    for (path, text) in &before {
        let other = &after[path];
        if text != other {
            let at = text.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count().saturating_sub(60);
            let near = |text: &str| text.chars().skip(at).take(160).collect::<String>();
            panic!("{path} differs:\n  {}\n  {}", near(text), near(other));
        }
    }
}
