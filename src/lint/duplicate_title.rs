//! Entries, pages and menu items that visitors can't tell apart.

use foldhash::HashMap;

use super::prelude::*;
use crate::schema::{CollectionType, Scalar, Table};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "duplicate-title",
        severity: Severity::Warning,
        summary: "two entries, pages or lines of the menu that visitors can't tell apart",
        text: "Give one of the two another title.",
        wrong: &[Example::new(
            "content/navigation.toml",
            r#"
[[link]]
title = "Offers"
to = "/pricing/"

[[link]]
title = "Offers"
to = "/contact/"
"#,
        )],
        right: &[Example::new(
            "content/navigation.toml",
            r#"
[[link]]
title = "Offers"
to = "/pricing/"

[[link]]
title = "Where we are"
to = "/contact/"
"#,
        )],
    },
)
.follows_bad_name();

/// A title, and its place in content.
struct Title<'t> {
    text: &'t str,
    span: Span,
    /// The start of an event, which tells it from another event of the same title.
    start: Option<String>,
}

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    // A page for each day has the day in its title.
    let pages = content.pages.iter().filter(|page| page.table.get("each").is_none());
    distinct("pages", pages.filter_map(|page| Title::of(&page.table, "title", None)), warnings);
    let menu = content.navigation.table.tables("link");
    distinct("entries of the menu", menu.filter_map(|link| Title::of(link, "title", None)), warnings);
    for (name, declared) in &content.project.types.collections {
        let Some(key) = title_key(declared) else { continue };
        let start = declared.calendar.as_ref().and_then(|calendar| calendar.field("start"));
        let entries = content.entries(name).iter();
        let titles = entries.filter_map(|entry| Title::of(&entry.table, key, start));
        distinct(&declared.collection.nouns[1], titles, warnings);
    }
}

impl<'t> Title<'t> {
    /// Reads the title from the field `key`, and the start from the field `start` if the type has one.
    fn of(table: &'t Table, key: &str, start: Option<&str>) -> Option<Self> {
        let value = table.get(key).filter(|value| value.span.is_somewhere())?;
        let start = start.and_then(|start| table.get(start)).map(|start| format!("{:?}", start.value));
        Some(Self { text: value.value.as_text()?, span: value.span, start })
    }
}

/// The field by which visitors know an entry.
fn title_key(declared: &CollectionType) -> Option<&'static str> {
    ["title", "name"].into_iter().find(|key| {
        let field = declared.schema.field(key);
        field.is_some_and(|field| field.list.is_none() && field.kind.is_one_of(&[Scalar::TEXT]))
    })
}

/// Reports titles that occur twice. Events with different starts may share one.
fn distinct<'t>(noun: &str, titles: impl Iterator<Item = Title<'t>>, warnings: &mut Vec<Diagnostic>) {
    let mut seen: HashMap<(String, Option<String>), Span> = HashMap::default();
    for Title { text, span, start } in titles {
        let first = *seen.entry((text.to_lowercase(), start)).or_insert(span);
        if first != span {
            report!(warnings, LINT.code, span, "two {noun} are called \"{text}\"";
                related: first => "the other one";
                help: "give one of the two another title, so that visitors can tell them apart");
        }
    }
}
