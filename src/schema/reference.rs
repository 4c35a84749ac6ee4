//! The reference of all types, in Markdown.

use std::sync::Arc;

use super::{Field, Kind, Schema, Types};

/// What can be written in the files of a project: the keys of pages, sections, collections and singles, and of the tables
/// that several of them use.
pub fn reference(types: &Types) -> String {
    let mut reference = Reference { types, text: "# Reference of types\n".to_owned() };
    reference.add("Files of", "pages", &types.page);
    for (name, section) in &types.sections {
        reference.add("Section", name, &section.schema);
    }
    for (name, found) in &types.collections {
        reference.add("Collection", name, &found.schema);
    }
    for (name, schema) in &types.singles {
        reference.add("Single", name, schema);
    }
    for (name, schema) in &types.tables {
        reference.add("Table", name, schema);
    }
    reference.text
}

struct Reference<'t> {
    types: &'t Types,
    text: String,
}

impl Reference<'_> {
    fn add(&mut self, kind: &str, name: &str, schema: &Schema) {
        let help = schema.help.trim_end_matches('.');
        self.text.push_str(&format!("\n### {kind} {name}\n\n{help}.\n"));
        if !schema.fields.is_empty() {
            self.text.push_str("\n| key | | what it says | example |\n|---|---|---|---|\n");
            self.add_rows(schema, "");
        }
    }

    /// Adds a row for each field, and for those of the tables in it that have no part of their own.
    fn add_rows(&mut self, schema: &Schema, prefix: &str) {
        for field in &schema.fields {
            let key = format!("{prefix}{}", field.key);
            let presence = if field.is_required() { "required" } else { "" };
            let named = self.named_table(field);
            let help = named.map_or_else(
                || field.help.to_string(),
                |name| format!("{} ([{name}](#table-{name}))", field.help),
            );
            let example = field.example().replace('\n', " ");
            let row = format!("| `{key}` | {presence} | {} | `{}` |\n", cell(&help), cell(&example));
            self.text.push_str(&row);
            if let (Kind::Table(inner), None) = (&field.kind, named) {
                self.add_rows(inner, &format!("{key}."));
            }
        }
    }

    /// The name of the table that a field takes, if it has a part of its own.
    fn named_table<'f>(&self, field: &'f Field) -> Option<&'f str> {
        let Kind::Table(schema) = &field.kind else { return None };
        let named = self.types.tables.get(&schema.name)?;
        Arc::ptr_eq(named, schema).then_some(&*schema.name)
    }
}

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}
