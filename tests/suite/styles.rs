//! How stylesheets are taken apart and joined; the names that those of the theme have, and the widths at which they change.
//! What becomes of the theme's is in `tests/cases/design.txt`.

use std::{collections::BTreeSet, fs};

use gympress::{
    assets::styles::{
        Styles,
        sheet::{CssItem, Sheet, declarations, items, parts},
    },
    diagnostic::Diagnostics,
    source::Sources,
};
use walkdir::WalkDir;

use crate::project::{Project, repository};

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

/// The theme turns round in languages that are written from right to left: as the project's own, none of its sheets is warned of.
#[test]
fn the_theme_names_no_side_of_the_page() {
    let project = Project::minimal();
    project.write("content/site.toml", "name = \"Gym\"\nlanguage = \"ar-AE\"\n");
    for (path, css) in texts(&["templates"], &[".css"]) {
        let path = path.split_once("/templates/").expect("below templates").1;
        project.write(&format!("templates/{path}"), css);
    }
    let own = "templates/styles/own.css";
    let said = project.run(&["check"]).printed();
    assert!(!said.contains("physical-sides"), "{said}");
    project.write(own, ".zz { padding: 0 0 0 1rem; }");
    assert!(project.run(&["check"]).printed().contains("physical-sides"));
}

/// Boxes change at the width that suits what is in them, pages all at the same ones, which `tokens.css` explains.
#[test]
fn pages_change_at_seven_widths() {
    let widths = ["17.5rem", "26rem", "40rem", "48rem", "62rem", "75rem", "125rem"];
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

/// The classes of what Markdown becomes, as `tests/cases/markdown.txt` has it.
const OF_MARKDOWN: [&str; 3] = ["center", "footnote", "right"];

#[test]
fn every_class_that_has_a_rule_is_in_some_markup() {
    let markup = texts(&["templates", "components"], &[".html", ".tsx", ".ts", "/design.toml"]);
    let written: String = markup.into_iter().map(|(_, text)| text).collect();
    let words: BTreeSet<&str> = written.split(|c| !is_name(c)).chain(OF_MARKDOWN).collect();
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

/// A sheet whose addresses stay as they are.
fn read(css: &str) -> Sheet {
    Sheet::read(css, &mut |_, _| None).unwrap()
}

/// True of a selector, or a condition, that browsers of 2022 don't know.
fn is_new(selector: &str) -> bool {
    selector.contains(":has(") || selector.contains(" of ")
}

/// Lists in `rules` in which some selectors are new, and some aren't. What is in a block that is new as a whole is no matter.
fn mixed_lists(rules: &str, found: &mut Vec<String>) {
    for item in items(rules) {
        if let CssItem::Block { head, block } = item {
            let new = parts(head, ",").filter(|selector| is_new(selector)).count();
            if new == 0 {
                mixed_lists(block, found);
            } else if new < parts(head, ",").count() {
                found.push(head.to_owned());
            }
        }
    }
}

/// Of a list with a selector that a browser doesn't know, it passes over the whole.
#[test]
fn selectors_that_older_browsers_do_not_know_stand_apart() {
    for (path, css) in texts(&["templates"], &[".css"]) {
        let mut found = Vec::new();
        mixed_lists(&read(&css).rules, &mut found);
        assert!(found.is_empty(), "{path}: {found:#?}");
    }
    let mut found = Vec::new();
    mixed_lists("@media print{a,b:has(c){d:e}}f:has(g){&,h:has(i){j:k}}", &mut found);
    assert_eq!(found, ["a,b:has(c)"]);
}

#[test]
fn rules_lose_comments_and_white_space_that_means_nothing() {
    for (css, rules) in [
        ("a { color: red; }\n", "a{color:red}"),
        ("/* a */ a { b: c }", "a{b:c}"),
        ("a::before { content: \"/* a  b */\" }", "a::before{content:\"/* a  b */\"}"),
        ("@charset \"utf-8\"; a { b: c }", "a{b:c}"),
        ("a { b: c }; d { e: f };", "a{b:c}d{e:f}"),
    ] {
        assert_eq!(read(css).rules, rules, "{css}");
    }
}

#[test]
fn imports_stand_at_the_top_with_the_rules_that_they_are_put_into() {
    let sheet = read(
        "@layer base, parts; @import \"a.css\"; @import \"b.css\" layer(base) print; \
         @import 'c.css' layer; c { d: e }",
    );
    assert_eq!(sheet.layers, "@layer base,parts;");
    let imports: Vec<_> =
        sheet.imports.iter().map(|import| (&*import.path, import.within.join(" | "))).collect();
    let within = ["", "@layer base | @media print", "@layer"].map(str::to_owned);
    assert_eq!(imports, ["a.css", "b.css", "c.css"].into_iter().zip(within).collect::<Vec<_>>());
    assert_eq!(sheet.rules, "c{d:e}");
}

#[test]
fn a_sheet_that_is_not_whole_is_refused_where_it_breaks_off() {
    for (css, at) in [
        ("a { b: c", 2),
        ("a { b: c }}", 10),
        ("a { b: \"c }", 7),
        ("/* a", 0),
        ("a { b: c } @import \"d.css\";", 11),
    ] {
        let found = Sheet::read(css, &mut |_, _| None).map_err(|error| error.at);
        assert_eq!(found, Err(at), "{css}");
    }
}

#[test]
fn addresses_are_replaced_wherever_a_browser_reads_one() {
    let mut asked = Vec::new();
    let css = "a { b: url(c.png) } d { e: url( \"f g.png\" ) } h::before { content: \"url(i.png)\" }";
    let sheet = Sheet::read(css, &mut |address, _| {
        asked.push(address.to_owned());
        Some(format!("/new/{address}"))
    });
    assert_eq!(asked, ["c.png", "f g.png"]);
    let rules = sheet.unwrap().rules;
    assert!(
        rules.contains("/new/c.png") && rules.contains("/new/f g.png") && rules.contains("\"url(i.png)\""),
        "{rules}"
    );
}

#[test]
fn rules_are_read_in_pieces() {
    let all: Vec<_> = items("@layer a;b{c:d}@media print{e{f:g}}").collect();
    assert_eq!(
        all,
        [
            CssItem::Line("@layer a"),
            CssItem::Block { head: "b", block: "c:d" },
            CssItem::Block { head: "@media print", block: "e{f:g}" },
        ]
    );
    assert_eq!(parts("a:is(b,c),d", ",").collect::<Vec<_>>(), ["a:is(b,c)", "d"]);
    let css = "a { --b: 1px; color: red }";
    let named: Vec<_> =
        declarations(css).into_iter().map(|found| (&css[found.name], css[found.value].trim())).collect();
    assert_eq!(named, [("--b", "1px"), ("color", "red")]);
}

/// The first sheet that imports another has it: a file that is imported twice is in the joined sheet once, where it would
/// count at last.
#[test]
fn sheets_are_joined_in_the_order_in_which_they_count() {
    let project = Project::minimal();
    project.write(
        "templates/styles/site.css",
        "@import \"one.css\";\n@import \"two.css\" layer(late);\na { b: c }\n",
    );
    project.write("templates/styles/one.css", "one { d: e }\n");
    project.write("templates/styles/two.css", "two { e: f }\n");
    let mut found = Diagnostics::default();
    let sources = Sources::load(project.root(), &mut found).unwrap();
    let styles = Styles::join(&sources, &[], None, &BTreeSet::new(), &mut found);
    let messages: Vec<_> = found.iter().map(|found| &found.message).collect();
    assert!(messages.is_empty(), "{messages:?}");
    let base = styles.base().unwrap().to_owned();
    let files: Vec<_> = styles.artifacts(gympress::diagnostic::FileId(0));
    let sheet = files.iter().find(|file| file.path.as_str().ends_with(&base)).unwrap();
    let text = String::from_utf8_lossy(&sheet.bytes.ready()).into_owned();
    let places = ["one{", "@layer late{two{", "a{b:c}"].map(|part| text.find(part));
    assert!(places.is_sorted() && places[0].is_some(), "{text}");
}
