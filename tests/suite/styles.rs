//! The site's stylesheets: one for all pages, one for each set of sections, and their fonts.

use std::{collections::BTreeSet, fs, path::Path};

use walkdir::WalkDir;

use gympress::{
    assets::styles::{self, StyleSet, Styles},
    diagnostic::Diagnostics,
    output::Artifact,
    source::Sources,
};

use crate::project::repository;

/// The styles of the project in `root` for these sets, and what is said of them.
fn join(root: &Path, sets: &[StyleSet]) -> (Styles, Sources, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let sources = Sources::load_without_theme(root, &mut diagnostics).expect("the project is there");
    let sets: BTreeSet<StyleSet> = sets.iter().cloned().collect();
    let styles = Styles::join(&sources, &[], &sets, &mut diagnostics);
    (styles, sources, diagnostics)
}

/// A project with these styles and nothing else.
fn project(folder: &Path, styles: &[(&str, &str)]) {
    fs::create_dir_all(folder.join("content")).expect("a folder");
    for (name, text) in styles {
        let path = folder.join("templates").join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, text).expect("a file");
    }
}

fn set(names: &[&str]) -> StyleSet {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn artifacts(styles: &Styles, sources: &Sources) -> Vec<Artifact> {
    let (any, _) = sources.text_at(styles::ENTRY).expect("a stylesheet");
    styles.artifacts(any)
}

fn text(styles: &Styles, sources: &Sources, name: &str) -> String {
    let path = format!("{}/{name}", styles::FOLDER);
    let artifacts = artifacts(styles, sources);
    let sheet = artifacts.iter().find(|artifact| artifact.path.as_str() == path).expect("a stylesheet");
    String::from_utf8(sheet.bytes.ready().to_vec()).expect("text")
}

#[test]
fn a_sheet_finds_its_fonts_wherever_the_site_is_put_and_is_the_same_each_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    project(
        folder.path(),
        &[("styles/site.css", "@font-face { font-family: A; src: url(\"./fonts/a.woff2\"); }")],
    );
    fs::create_dir(folder.path().join("templates/styles/fonts")).expect("a folder");
    fs::write(folder.path().join("templates/styles/fonts/a.woff2"), b"wOF2").expect("a file");
    let (styles, sources, _) = join(folder.path(), &[]);
    let text = text(&styles, &sources, styles.base().expect("a stylesheet"));
    let [font] = styles.fonts()[..] else { panic!("{:?}", styles.fonts()) };
    assert!(text.contains(&format!("url(\"./{font}\")")), "{font}");
    let (again, ..) = join(folder.path(), &[]);
    assert_eq!(again.base(), styles.base());
}

#[test]
fn a_page_loads_the_styles_of_its_sections_and_no_others() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let parts = [
        ("styles/site.css", ".base { color: red }"),
        ("styles/shared.css", ".shared { color: red }"),
        ("sections/a/style.css", "@import \"../../styles/shared.css\";\n.a { color: red }"),
        ("sections/b/style.css", "@import \"../../styles/shared.css\";\n.b { color: red }"),
        ("sections/c/style.css", ".c { color: red }"),
    ];
    project(folder.path(), &parts);
    let sets = [
        set(&["sections/a/style.css", "sections/b/style.css"]),
        set(&["sections/c/style.css"]),
        set(&["sections/c/style.css", "sections/gone/style.css"]),
        set(&["sections/gone/style.css"]),
        set(&[]),
    ];
    let (styles, sources, diagnostics) = join(folder.path(), &sets);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let sheets = |set: &StyleSet| -> Vec<String> {
        styles.sheets(set).into_iter().map(|name| text(&styles, &sources, name)).collect()
    };
    let layers = "@layer tokens,base,layout,components,motion,modes;";
    let [base, both] = &sheets(&sets[0])[..] else { panic!("{:?}", styles.sheets(&sets[0])) };
    assert_eq!(base, ".base{color:red}\n");
    assert!(both.starts_with(layers), "{both}");
    let places: Vec<_> = [".shared", ".a", ".b"].map(|name| both.matches(name).count()).into();
    assert_eq!(places, [1, 1, 1], "{both}");
    assert!(!both.contains(".c{"), "{both}");
    assert_eq!(sheets(&sets[1])[1], format!("{layers}@layer components{{.c{{color:red}}}}\n"));
    assert_eq!(styles.sheets(&sets[1]), styles.sheets(&sets[2]), "a name without a file adds nothing");
    assert_eq!(styles.sheets(&sets[3]), [styles.base().expect("a stylesheet")]);
    assert_eq!(styles.sheets(&sets[4]), [styles.base().expect("a stylesheet")]);
    let names: Vec<_> = artifacts(&styles, &sources).into_iter().map(|artifact| artifact.path).collect();
    assert_eq!(names.len(), 3, "{names:?}");
}

/// The texts of all files below these folders whose names end like this.
fn texts(folders: &[&str], endings: &[&str]) -> Vec<(String, String)> {
    let root = repository();
    let files =
        folders.iter().flat_map(|folder| WalkDir::new(root.join(folder))).map(|entry| entry.expect("a file"));
    let files = files.filter(|entry| endings.iter().any(|end| entry.path().to_string_lossy().ends_with(end)));
    files
        .map(|entry| (entry.path().display().to_string(), fs::read_to_string(entry.path()).expect("text")))
        .collect()
}

/// What a stylesheet says before each `{`, without comments and strings.
fn preludes(css: &str) -> String {
    let mut text = String::new();
    let mut rest = css;
    while let Some(at) = rest.find(['/', '"']) {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        let end = match from.as_bytes() {
            [b'/', b'*', ..] => from.find("*/").map(|end| end + 2),
            [b'"', ..] => from[1..].find('"').map(|end| end + 2),
            _ => Some(1),
        };
        rest = &from[end.unwrap_or(from.len())..];
    }
    text.push_str(rest);
    let blocks = text.split('{').filter_map(|block| block.rsplit([';', '}']).next());
    blocks.collect::<Vec<_>>().join(" ")
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_')
}

/// The names after a dot that begin with a letter.
fn classes(selectors: &str) -> BTreeSet<&str> {
    let names =
        selectors.split('.').skip(1).map(|rest| rest.split(|c| !is_name(c)).next().unwrap_or_default());
    names.filter(|name| name.starts_with(char::is_alphabetic)).collect()
}

/// What all pages load knows no section: its own sheet says how it moves, and how it looks in few colours.
#[test]
fn sheets_of_all_pages_name_no_section() {
    let sheets = texts(&["templates"], &[".css"]);
    let named = |is_meant: &dyn Fn(&str) -> bool| -> BTreeSet<String> {
        let meant = sheets.iter().filter(|(path, _)| is_meant(path)).map(|(_, css)| preludes(css));
        meant.flat_map(|text| classes(&text).into_iter().map(str::to_owned).collect::<Vec<_>>()).collect()
    };
    let is_last = |path: &str| path.ends_with("/motion.css") || path.ends_with("/forced-colors.css");
    let shared = named(&|path| path.contains("/styles/") && !is_last(path));
    let sections = named(&|path| path.contains("/sections/") || path.contains("/collections/"));
    let own: BTreeSet<&String> = sections.difference(&shared).collect();
    assert!(own.len() > 100, "{own:?}");
    let wrong: Vec<_> = named(&is_last).into_iter().filter(|class| own.contains(class)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let empty: Vec<_> =
        sheets.iter().filter(|(_, css)| css.trim().is_empty()).map(|(path, _)| path).collect();
    assert!(empty.is_empty(), "{empty:?}");
}

/// Boxes change at the width that suits what is in them, pages all at the same ones, which `tokens.css` explains.
#[test]
fn pages_change_at_six_widths() {
    let widths = ["17.5rem", "26rem", "40rem", "48rem", "62rem", "75rem"];
    let mut wrong = Vec::new();
    for (path, css) in texts(&["templates"], &[".css"]) {
        let queries = css.split("@media").skip(1).filter_map(|rest| rest.split('{').next());
        let features =
            queries.flat_map(|query| query.split(['(', ')'])).filter(|part| part.contains("width"));
        let others = features.flat_map(str::split_whitespace);
        let others = others.filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        wrong.extend(others.filter(|width| !widths.contains(width)).map(|width| format!("{path}: {width}")));
        if path.ends_with("/tokens.css") {
            assert!(widths.iter().all(|width| css.contains(width)), "{path}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_class_that_has_a_rule_is_in_some_markup() {
    let markup = texts(&["templates", "components", "src/render"], &[".html", ".tsx", ".ts", ".rs"]);
    let written: String = markup.into_iter().map(|(_, text)| text).collect();
    let words: BTreeSet<&str> = written.split(|c| !is_name(c)).collect();
    // The end of a name may be put in where it is written: `cards--{{ section.layout }}`.
    let is_written = |class: &str| {
        let stem = class.rfind('-').map_or("", |end| &class[..=end]);
        words.contains(class)
            || (stem.len() > 1
                && ["{", "\"", "$"].iter().any(|next| written.contains(&format!("{stem}{next}"))))
    };
    let mut dead = Vec::new();
    for (path, css) in texts(&["templates"], &[".css"]) {
        let selectors = preludes(&css);
        dead.extend(
            classes(&selectors)
                .into_iter()
                .filter(|class| !is_written(class))
                .map(|class| format!("{path}: .{class}")),
        );
    }
    assert!(dead.is_empty(), "no markup has these classes: {dead:#?}");
    assert_eq!(
        classes(&preludes("a.b:is(.c-d) { x: .5; & .e { y: url(\".f\") } } /* .g {} */")),
        BTreeSet::from(["b", "c-d", "e"])
    );
}
