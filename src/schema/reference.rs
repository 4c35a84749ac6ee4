//! The reference of all types, in Markdown.

use std::{fmt::Write as _, sync::Arc};

use super::{
    Bounds, CollectionFiles, CollectionType, Condition, Data, Field, Kind, ListedIn, Name, Presence, Rule,
    Scalar, Schema, Types, plural, types::is_of_every_section, written,
};

const HEAD: &str = "# Reference of types\n\n\
    Written by `gympress schema --docs` from the types in `templates/`. What the types of single values are, and what\n\
    templates get of them, is in [types.md](types.md#scalars).\n";

/// A page of all types of a project: how a page is written, its sections, collections, singles, and the tables that
/// several of them use.
pub fn reference(types: &Types) -> String {
    let page = Page { types };
    let mut out = HEAD.to_owned();
    out.push_str("\n## Pages\n\nA file of `content/pages/`.\n");
    page.table(&types.page, &mut out);
    out.push_str("\n## Sections\n\nEach is a `[[section]]` of a page, with its name behind `type`. All of them may have\n");
    out.push_str("`id`, the anchor, and `hidden = true`, which leaves the section out.\n");
    for (name, section) in &types.sections {
        page.heading("Section", name, &section.schema, &mut out);
        if let Some(collection) = &section.pages {
            let _ = write!(out, "\nSpreads [{collection}](#collection-{collection}) over several pages.\n");
        }
        page.table(&section.schema, &mut out);
    }
    out.push_str("\n## Collections\n");
    for (name, found) in &types.collections {
        page.heading("Collection", name, &found.schema, &mut out);
        out.push_str(&facts(found));
        if found.collection.listed.is_none() {
            page.table(&found.schema, &mut out);
        }
    }
    out.push_str("\n## Singles\n");
    for (name, schema) in &types.singles {
        page.heading("Single", name, schema, &mut out);
        let _ = write!(out, "\nThe file `content/{name}.toml`.\n");
        page.table(schema, &mut out);
    }
    out.push_str("\n## Tables\n\nWhat several types use by name.\n");
    for (name, schema) in &types.tables {
        page.heading("Table", name, schema, &mut out);
        page.table(schema, &mut out);
    }
    out
}

/// Where the entries are, and which files are generated from them.
fn facts(found: &CollectionType) -> String {
    let mut facts = match &found.collection.listed {
        None => vec![format!("A file each in `{}`", found.collection.folder())],
        Some(ListedIn { single, key, .. }) => {
            vec![format!("Each a `[[{key}]]` of [{single}](#single-{single})")]
        }
    };
    let pages = found.page.as_ref().map(|path| format!("each has a page at `{path}`"));
    let feed = found.feed.as_ref().map(|file| format!("feed at `{}`", file.path));
    let calendar = found.calendar.as_ref().map(|file| format!("calendar at `{}`", file.path));
    facts.extend([pages, feed, calendar].into_iter().flatten());
    let sort: Vec<String> = found
        .sort
        .iter()
        .map(|(field, is_reversed)| {
            format!("`{field}`{}", if *is_reversed { ", the greatest first" } else { "" })
        })
        .collect();
    facts.extend((!sort.is_empty()).then(|| format!("in the order of {}", sort.join(", then "))));
    format!("\n{}.\n", facts.join("; "))
}

struct Page<'t> {
    types: &'t Types,
}

impl Page<'_> {
    fn heading(&self, of: &str, name: &str, schema: &Schema, out: &mut String) {
        let _ = write!(out, "\n### {of} {name}\n\n{}.\n", schema.help.trim_end_matches('.'));
    }

    /// The fields of a type, and what holds between them.
    fn table(&self, schema: &Schema, out: &mut String) {
        let mut rows = String::new();
        let mut rules = Vec::new();
        self.rows(schema, "", &mut rows, &mut rules);
        if !rows.is_empty() {
            let _ = write!(out, "\n| key | takes | | what it says |\n|---|---|---|---|\n{rows}");
        }
        if !rules.is_empty() {
            let _ = write!(out, "\n{}\n", rules.join("\n"));
        }
    }

    /// A row for each field, and those of the tables in it.
    fn rows(&self, schema: &Schema, before: &str, rows: &mut String, rules: &mut Vec<String>) {
        let own = schema.fields.iter().filter(|field| !is_of_every_section(field));
        for field in own {
            let key = format!("{before}{}", field.key);
            let help = field.help.trim_end_matches('.').replace('|', "\\|");
            let is_single = !matches!(field.kind, Kind::Table(_) | Kind::Variants(_));
            let example = field.example.as_ref().filter(|_| is_single);
            let example = example.map_or_else(String::new, |_| format!(": `{}`", one_line(&field.example())));
            let presence = presence(&field.presence, &field.kind);
            let _ = writeln!(rows, "| `{key}` | {} | {presence} | {help}{example} |", self.takes(field));
            match &field.kind {
                Kind::Table(inner) if !self.is_named(inner) => {
                    self.rows(inner, &format!("{key}."), rows, rules);
                }
                // The sections of a page are documented on their own.
                Kind::Variants(variants) if *variants.by != *"type" => {
                    for (word, inner) in &variants.of {
                        let before = format!("{key}.");
                        let fields = inner.fields.iter().filter(|field| field.key != variants.by).cloned();
                        let inner = Schema { fields: fields.collect(), ..Schema::clone(inner) };
                        let _ =
                            writeln!(rows, "| `{before}{} = \"{word}\"` | | | {} |", variants.by, inner.help);
                        self.rows(&inner, &before, rows, rules);
                    }
                }
                _ => {}
            }
        }
        rules.extend(schema.rules.iter().map(|rule| self::rule(rule, before)));
    }

    /// What belongs behind the key.
    fn takes(&self, field: &Field) -> String {
        let one = match &field.kind {
            Kind::Scalar(scalar) => format!("{}{}", scalar.name(), bounds(*scalar, field.bounds)),
            Kind::Choice(words) => {
                words.iter().map(|word| format!("`\"{word}\"`")).collect::<Vec<_>>().join(", ")
            }
            Kind::Ref(collection) => format!("ref to [{0}](#collection-{0})", collection.name),
            Kind::Picture => "picture".to_owned(),
            Kind::Plural(_) => format!("[{0}](types.md#{0})", plural::NAME),
            Kind::Table(schema) if self.is_named(schema) => format!("[{0}](#table-{0})", schema.name),
            Kind::Table(_) => "table".to_owned(),
            Kind::Variants(variants) => format!("table, by `{}`", variants.by),
        };
        match field.list {
            None => one,
            Some(Bounds { most: None, least }) if least.is_none_or(|least| least <= 1.0) => {
                format!("list: {one}")
            }
            Some(count) => format!("list, {}: {one}", count.describe()),
        }
    }

    /// True for a table that has a part of the page to itself.
    fn is_named(&self, schema: &Arc<Schema>) -> bool {
        self.types.tables.get(&schema.name).is_some_and(|named| Arc::ptr_eq(named, schema))
    }
}

fn bounds(scalar: Scalar, bounds: Bounds) -> String {
    if bounds == Bounds::NONE {
        return String::new();
    }
    match scalar == Scalar::Text {
        true => format!(" of {} characters", bounds.describe()),
        false => format!(", {}", bounds.describe()),
    }
}

fn presence(presence: &Presence, kind: &Kind) -> String {
    match presence {
        Presence::Required | Presence::Untranslated { .. } => "required".to_owned(),
        Presence::Optional => "optional".to_owned(),
        Presence::Default(value) => match literal(value, kind) {
            Some(literal) => format!("`{literal}` without it"),
            None => "has a default".to_owned(),
        },
        Presence::When { condition: Condition { field, is }, optional } => {
            let values = |values: &Vec<Arc<str>>| {
                let values = values.iter().map(|value| written(value)).collect::<Vec<_>>();
                format!("`{field} = {}`", values.join("` or `"))
            };
            let with = is.as_ref().map_or_else(|| format!("`{field}`"), values);
            format!("{} with {with}", if *optional { "optional" } else { "required" })
        }
    }
}

/// A default as TOML writes it, if that is short.
fn literal(value: &Data, kind: &Kind) -> Option<String> {
    Some(match value {
        Data::Text(text) => format!("\"{}\"", text.as_str()),
        Data::Str(Scalar::Icon, text) => format!("\"{text}\""),
        Data::Choice(word) => format!("\"{word}\""),
        Data::Bool(value) => value.to_string(),
        Data::Integer(number) => number.to_string(),
        Data::Price(price) => price.machine(),
        Data::Number(number) => number.to_string(),
        Data::Plural(plural) => plural.written(kind),
        _ => return None,
    })
}

fn rule(rule: &Rule, before: &str) -> String {
    let names =
        |keys: &[Name]| keys.iter().map(|key| format!("`{before}{key}`")).collect::<Vec<_>>().join(", ");
    match rule {
        Rule::ExactlyOne(keys) => format!("- Exactly one of {} is there.", names(keys)),
        Rule::Together(keys) => format!("- {} are there together, or not at all.", names(keys)),
        Rule::Before(first, last) => format!("- `{before}{first}` comes before `{before}{last}`."),
        Rule::NotAfter(first, last) => {
            format!("- `{before}{first}` comes before `{before}{last}`, or is the same.")
        }
        Rule::SameLength(list, [tables, inner]) => {
            format!("- `{before}{tables}.{inner}` has as many elements as `{before}{list}`.")
        }
    }
}

/// TOML in a cell of a table.
fn one_line(example: &str) -> String {
    example.replace('\n', " ").replace('|', "\\|")
}
