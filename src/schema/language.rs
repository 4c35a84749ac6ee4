//! The language of type files, itself declared as a type: mistakes in types are reported like any others.

use std::sync::{Arc, LazyLock};

use super::{Bounds, Choice, Field, Kind, Name, Presence, Rule, Scalar, Schema};
use crate::source::layout::TypeFolder;

fn schema(name: &str, help: &str, fields: Vec<Field>) -> Arc<Schema> {
    Arc::new(Schema::new(name, help, fields))
}

fn text(key: &str, help: &str) -> Field {
    Field::new(key, Kind::Scalar(Scalar::Text), help)
}

fn flag(key: &str, help: &str) -> Field {
    Field::new(key, Kind::Scalar(Scalar::Bool), help).optional()
}

fn any(key: &str, help: &str) -> Field {
    Field::new(key, Kind::Any, help).optional()
}

/// Two numbers: the least and the greatest.
fn pair(key: &str, help: &str) -> Field {
    let mut field = Field::new(key, Kind::Scalar(Scalar::Number), help).list().optional();
    field.list = Some(Bounds::between(1.0, 2.0));
    field
}

fn names(key: &str, help: &str) -> Field {
    text(key, help).list().optional()
}

/// How deep tables may stand within tables.
const DEPTH: usize = 3;

/// A field, in which tables may be nested so deep.
fn field(depth: usize) -> Arc<Schema> {
    let mut of_type = text(
        "type",
        "Which values it has: text, markdown, bool, integer, ref, picture, plural, table, or the name of a file in templates/types",
    );
    of_type.example = Some("\"text\"".into());
    let mut fields = vec![
        of_type,
        text("help", "What it is for, for people who write content").optional(),
        flag("optional", "true if it may be left out"),
        any("default", "Its value where it is left out"),
        flag("list", "true for a list of such values"),
        pair("length", "How many characters a text may have: [1, 80]"),
        pair("range", "The least and the greatest number: [1, 10]"),
        pair("count", "How many elements a list may have: [1, 40]"),
        names("of", "The words of a choice"),
        text("to", "The collection that a ref refers to").optional(),
        text("by", "For one of several tables: the key that says which").optional(),
        any("when", "The values of another field to which it belongs: { layout = [\"left\", \"right\"] }"),
        any("example", "An example, where that of the type makes no sense"),
        names(
            "slots",
            "Names for which something is filled in where its texts have them in braces: [\"price\"]",
        ),
        any("was", "Older names, which still work"),
        text("entries", "For a list of tables in a single: the collection that they are the entries of")
            .optional(),
    ];
    if depth > 0 {
        let inner = Kind::Table(field(depth - 1));
        fields.push(
            Field::new("field", Kind::Map(Box::new(inner.clone())), "The fields of a table").optional(),
        );
        let variant = schema(
            "variant",
            "One of several tables",
            vec![
                text("help", "What it is for").optional(),
                Field::new("field", Kind::Map(Box::new(inner)), "Its fields").optional(),
            ],
        );
        fields.push(
            Field::new(
                "one",
                Kind::Map(Box::new(Kind::Table(variant))),
                "The tables, by the word behind the key \"by\"",
            )
            .optional(),
        );
    }
    schema("field", "A field", fields)
}

fn rule() -> Arc<Schema> {
    let mut rule = Schema::clone(&schema(
        "rule",
        "What must hold between fields",
        vec![
            names("exactly_one", "Keys of which exactly one is there"),
            names("together", "Keys that are there together, or not at all"),
            names("before", "Two keys: the value of the first comes before that of the second"),
            names(
                "not_after",
                "Two keys: the value of the first comes before that of the second, or is the same",
            ),
            names(
                "same_length",
                "A list, and a list in each of some tables, such as \"row.cells\": they have as many elements",
            ),
        ],
    ));
    let keys = ["exactly_one", "together", "before", "not_after", "same_length"];
    rule.rules = vec![Rule::ExactlyOne(keys.map(Name::from).to_vec())];
    Arc::new(rule)
}

/// Pages that there are for each entry of a collection.
fn page_of_entries() -> Arc<Schema> {
    schema(
        "pages",
        "A page for each entry, or of posts for each category or tag",
        vec![text("path", "Its address, with {id} at its end: \"/events/{id}/\"")],
    )
}

/// A file for programs that is generated from the entries of a collection.
fn data_file() -> Arc<Schema> {
    let map = Field::new(
        "map",
        Kind::Map(Box::new(Kind::Scalar(Scalar::Text))),
        "Which field is which: { title = \"title\", start = \"start\" }",
    )
    .optional();
    schema(
        "data",
        "A file for programs",
        vec![text("path", "Its address, such as \"/events/feed.xml\""), map],
    )
}

/// What all type files have.
fn common() -> Vec<Field> {
    vec![
        text("help", "What the type is for").optional(),
        text("extends", "The type of the theme to which this file adds: the file's own name").optional(),
        Field::new("field", Kind::Map(Box::new(Kind::Table(field(DEPTH)))), "Its fields").optional(),
        Field::new("rule", Kind::Table(rule()), "What must hold between fields").list().optional(),
        Field::new(
            "gone",
            Kind::Map(Box::new(Kind::Scalar(Scalar::Text))),
            "Keys that it had once, and what to write instead",
        )
        .optional(),
    ]
}

impl TypeFolder {
    /// The type of the files in it.
    pub(super) fn schema(self) -> &'static Arc<Schema> {
        static SCHEMAS: LazyLock<[Arc<Schema>; 4]> = LazyLock::new(|| {
            let with = |more: Vec<Field>| {
                let schema = schema("type", "A type", [common(), more].concat());
                let says = ["help", "extends"].map(Name::from).to_vec();
                Arc::new(Schema { rules: vec![Rule::ExactlyOne(says)], ..Arc::unwrap_or_clone(schema) })
            };
            [
                with(Vec::new()),
                with(vec![
                    names("was", "Older names of the section, which still work"),
                    text("pages", "The collection whose entries the section spreads over several pages")
                        .optional(),
                    Field::new(
                        "each",
                        Kind::Choice([word("day")].into()),
                        "\"day\" for a section that shows the day of its page",
                    )
                    .optional(),
                ]),
                with(vec![
                    names("noun", "What one entry is called, and several: [\"event\", \"events\"]"),
                    names(
                        "sort",
                        "The fields by which entries are ordered; \"-date\" for the greatest first",
                    ),
                    any("example", "The id of an entry, as an example"),
                    flag("search", "false keeps the pages of its entries out of the search"),
                    Field::new(
                        "pages",
                        Kind::Map(Box::new(Kind::Table(page_of_entries()))),
                        "The pages of its entries; of posts, also those that list a category or a tag",
                    )
                    .optional(),
                    Field::new(
                        "data",
                        Kind::Map(Box::new(Kind::Table(data_file()))),
                        "Its files for programs: feed, calendar",
                    )
                    .optional(),
                ]),
                with(Vec::new()),
            ]
        });
        let [types, sections, collections, singles] = &*SCHEMAS;
        match self {
            Self::Types => types,
            Self::Sections => sections,
            Self::Collections => collections,
            Self::Singles => singles,
        }
    }
}

/// A word without older ones.
pub(super) fn word(name: &str) -> Choice {
    Choice { word: name.into(), was: Vec::new() }
}

/// True for a field that may be left out.
pub(super) fn presence(optional: bool) -> Presence {
    if optional { Presence::Optional } else { Presence::Required }
}
