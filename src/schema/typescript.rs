//! TypeScript interfaces of declared types, as islands get their data.

use super::{Field, Kind, Presence, Schema, Types, WAS};

/// An interface for each section, each single and each type of entries, under the names that components import. An
/// entry as such reaches islands as a `Reference`; its fields do one by one.
pub fn interfaces(types: &Types) -> String {
    let mut out = String::from(
        "// Written by `gympress schema --typescript` from the types in templates/; a test compares the two.\n\n\
         /** Words that lead somewhere. */\nexport interface Link {\n  title: string;\n  url: string;\n}\n\n\
         /** An entry that is referred to. */\nexport interface Reference {\n  id: string;\n  title: string;\n  url: string | null;\n}\n\n\
         /** A picture, ready for the browser. */\nexport interface Picture {\n  src: string;\n  width: number;\n  height: number;\n  alt: string;\n}\n",
    );
    for (name, section) in &types.sections {
        interface(&format!("{}Section", pascal(name)), &section.schema, &mut out);
    }
    for (name, single) in &types.singles {
        interface(&pascal(name), single, &mut out);
    }
    for found in types.collections.values() {
        interface(&format!("{}Entry", pascal(&found.collection.nouns[0])), &found.schema, &mut out);
    }
    out
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
    fields(schema, "", out);
    out.push('\n');
}

fn fields(schema: &Schema, indent: &str, out: &mut String) {
    out.push_str("{\n");
    for field in schema.fields.iter().filter(|field| !["hidden", WAS].contains(&&*field.key)) {
        if !field.help.is_empty() {
            out.push_str(&format!("{indent}  /** {}. */\n", field.help.trim_end_matches('.')));
        }
        out.push_str(&format!("{indent}  {}: ", field.key));
        value(field, &format!("{indent}  "), out);
        out.push_str(";\n");
    }
    out.push_str(&format!("{indent}}}"));
}

fn value(field: &Field, indent: &str, out: &mut String) {
    let may_be_absent = match (&field.presence, field.list) {
        // An absent list is an empty one.
        (_, Some(_)) | (Presence::Required | Presence::Default(_) | Presence::Untranslated(_), None) => false,
        (Presence::Optional | Presence::When { .. }, None) => true,
    };
    let mut one = String::new();
    match &field.kind {
        Kind::Scalar(scalar) => one.push_str(scalar.typescript()),
        Kind::Choice(words) => {
            one.push_str(
                &words.iter().map(|choice| format!("\"{}\"", choice.word)).collect::<Vec<_>>().join(" | "),
            );
        }
        Kind::Ref(_) => one.push_str("Reference"),
        Kind::Picture => one.push_str("Picture"),
        Kind::Table(schema) => fields(schema, indent, &mut one),
        Kind::Variants(variants) => {
            for (index, (_, schema)) in variants.of.iter().enumerate() {
                one.push_str(if index > 0 { " | " } else { "" });
                fields(schema, indent, &mut one);
            }
        }
        Kind::Map(_) | Kind::Any => one.push_str("unknown"),
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
