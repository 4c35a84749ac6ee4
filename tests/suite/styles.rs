//! The site's stylesheets: one for all pages, one for each set of sections, and their fonts.

use std::{collections::BTreeSet, fs, path::Path};

use gympress::{
    assets::styles::{self, StyleSet, Styles},
    diagnostic::Diagnostics,
    output::Artifact,
    source::Sources,
};

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
