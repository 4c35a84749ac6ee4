//! TypeScript interfaces of declared types, as islands get their data.

use super::{Collection, CollectionType, Field, Kind, Presence, Schema, Types};

/// The fields of entries that are computed from what is declared under their names.
const COMPUTED: [(&str, &str, &str); 1] = [("classes", "slot", "string | null")];

/// An interface for each section, each single and each type of entries, under the names that components import. What an
/// entry refers to is a `Reference`, as entries may refer to each other in circles.
pub fn interfaces(types: &Types) -> String {
    let mut out = String::from(
        "// Written by `gympress schema --typescript` from the types in templates/: write it again when one changes.\n\n\
         /** Words that lead somewhere. */\nexport interface Link {\n  title: string;\n  url: string;\n}\n\n\
         /** An entry to which another one refers. */\nexport interface Reference {\n  id: string;\n  title: string;\n  url: string | null;\n}\n\n\
         /** A picture, ready for the browser. */\nexport interface Picture {\n  src: string;\n  width: number;\n  height: number;\n  alt: string;\n}\n",
    );
    for (name, section) in &types.sections {
        interface(&format!("{}Section", pascal(name)), &section.schema, &mut out);
    }
    for (name, single) in &types.singles {
        interface(&pascal(name), single, &mut out);
    }
    for found in types.collections.values() {
        entry(found, &mut out);
    }
    out
}

/// The name of the interface of a collection's entries.
fn entry_name(collection: &Collection) -> String {
    format!("{}Entry", pascal(&collection.nouns[0]))
}

fn entry(found: &CollectionType, out: &mut String) {
    let (collection, help) = (&found.collection, found.schema.help.trim_end_matches('.'));
    out.push_str(&format!("\n/** {help}. */\nexport interface {} {{\n", entry_name(collection)));
    let id = if collection.is_numbered() { "number" } else { "string" };
    out.push_str(&format!("  id: {id};\n  title: string;\n  url: string | null;\n"));
    let declared = found.schema.fields.iter();
    for field in declared.filter(|field| !["id", "title", "url"].contains(&&*field.key)) {
        let is_it = |(of, key, _): &&(&str, &str, &str)| *collection.name == **of && *field.key == **key;
        let computed = COMPUTED.iter().find(is_it).map(|(_, _, value)| *value);
        member(field, computed, "", true, out);
    }
    out.push_str("}\n");
}

/// `opening-hours` as `OpeningHours`.
fn pascal(name: &str) -> String {
    let word = |word: &str| {
        let mut chars = word.chars();
        chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
    };
    name.split(['-', '_', ' ']).map(word).collect()
}

fn interface(name: &str, schema: &Schema, out: &mut String) {
    out.push_str(&format!("\n/** {}. */\nexport interface {name} ", schema.help.trim_end_matches('.')));
    fields(schema, "", false, out);
    out.push('\n');
}

/// The fields of a table; `in_entry` is true for one that an entry holds.
fn fields(schema: &Schema, indent: &str, in_entry: bool, out: &mut String) {
    out.push_str("{\n");
    for field in schema.fields.iter().filter(|field| *field.key != *"hidden") {
        member(field, None, indent, in_entry, out);
    }
    out.push_str(&format!("{indent}}}"));
}

fn member(field: &Field, computed: Option<&str>, indent: &str, in_entry: bool, out: &mut String) {
    if !field.help.is_empty() {
        out.push_str(&format!("{indent}  /** {}. */\n", field.help.trim_end_matches('.')));
    }
    out.push_str(&format!("{indent}  {}: ", field.key));
    match computed {
        Some(computed) => out.push_str(computed),
        None => value(field, &format!("{indent}  "), in_entry, out),
    }
    out.push_str(";\n");
}

fn value(field: &Field, indent: &str, in_entry: bool, out: &mut String) {
    let may_be_absent = match (&field.presence, field.list) {
        // An absent list is an empty one.
        (_, Some(_)) | (Presence::Required | Presence::Default(_) | Presence::Untranslated { .. }, None) => {
            false
        }
        (Presence::Optional | Presence::When { .. }, None) => true,
    };
    let mut one = String::new();
    match &field.kind {
        Kind::Scalar(scalar) => one.push_str(scalar.typescript()),
        Kind::Choice(words) => {
            one.push_str(&words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" | "));
        }
        Kind::Ref(_) if in_entry => one.push_str("Reference"),
        Kind::Ref(collection) => one.push_str(&entry_name(collection)),
        Kind::Picture(_) => one.push_str("Picture"),
        // A text for each number, from 0 on.
        Kind::Plural(_) => one.push_str("string[]"),
        Kind::Table(schema) => fields(schema, indent, in_entry, &mut one),
        Kind::Variants(variants) => {
            for (index, (_, schema)) in variants.of.iter().enumerate() {
                one.push_str(if index > 0 { " | " } else { "" });
                fields(schema, indent, in_entry, &mut one);
            }
        }
    }
    match (field.list, &field.kind) {
        (Some(_), Kind::Choice(_) | Kind::Variants(_)) => out.push_str(&format!("({one})[]")),
        (Some(_), _) => out.push_str(&format!("{one}[]")),
        (None, _) => out.push_str(&one),
    }
    if may_be_absent {
        out.push_str(" | null");
    }
}
