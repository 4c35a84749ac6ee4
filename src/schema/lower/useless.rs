//! Keys of a declared field that say nothing of a field of its type.

use std::sync::Arc;

use crate::{
    decode::Spanned,
    diagnostic::{Code, Diagnostic, Diagnostics},
    schema::{Data, Field, Name, Scalar, Table, plural, type_names::is_own},
};

/// Reports the keys of a declaration that would be read by nothing, and bounds between which is nothing.
pub(super) fn check(key: &Spanned<Name>, table: &Table, diagnostics: &mut Diagnostics) {
    let Some(name) = table.text("type") else { return };
    let (scalar, is_table, is_list) = (Scalar::named(name), name == "table", table.is("list"));
    let is_number = matches!(scalar, Some(Scalar::Integer | Scalar::Number | Scalar::Price));
    let of: [(&str, bool, &str); 8] = [
        ("length", scalar == Some(Scalar::Text), "the type text"),
        ("range", is_number || name == plural::NAME, "the types integer, number, price and plural"),
        ("count", is_list, "a list: add list = true"),
        ("of", name == "choice", "the type choice"),
        ("to", name == "ref", "the type ref"),
        ("field", is_table && table.get("by").is_none(), "the type table, without \"by\""),
        ("one", is_table && table.get("by").is_some(), "the type table with \"by\""),
        ("by", is_table, "the type table"),
    ];
    for (word, is_read, belongs) in of {
        let Some(value) = table.get(word).filter(|_| !is_read) else { continue };
        let message = format!("\"{word}\" says nothing of \"{}\", whose type is {name}", key.value);
        diagnostics.push(
            Diagnostic::new(Code::Type, value.span, message)
                .expected(format!("\"{word}\" with {belongs}"))
                .help(format!("remove \"{word}\", or change the type")),
        );
    }
    if let Some(entries) = table.get("entries").filter(|_| !(is_list && names_table(name))) {
        diagnostics.push(
            Diagnostic::new(Code::Type, entries.span, format!("\"{}\" can't hold entries", key.value))
                .expected("a list of tables, each with an \"id\"")
                .help("add list = true to a field of type table, or remove \"entries\""),
        );
    }
    for word in ["length", "range", "count"] {
        let number = |value: &Spanned<Data>| value.value.as_number();
        let [least, most] = table.list(word) else { continue };
        if let (Some(least), Some(most)) = (number(least), number(most))
            && least > most
            && let Some(value) = table.get(word)
        {
            diagnostics.push(
                Diagnostic::new(Code::Type, value.span, format!("nothing is from {least} to {most}"))
                    .expected(format!("the least first: {word} = [{most}, {least}]")),
            );
        }
    }
}

/// The keys that the type had once, and what to write instead. One that is a field is reported.
pub(super) fn gone(table: &Table, fields: &[Field], diagnostics: &mut Diagnostics) -> Vec<(Name, Arc<str>)> {
    let Some(Data::Map(gone)) = table.get("gone").map(|value| &value.value) else { return Vec::new() };
    let declared = |key: &Spanned<Name>| fields.iter().find(|field| field.key == key.value);
    for (key, field) in gone.iter().filter_map(|(key, _)| Some((key, declared(key)?))) {
        diagnostics.push(
            Diagnostic::new(Code::Type, key.span, format!("\"{}\" is a field, and isn't gone", key.value))
                .related(field.span, "it is declared here")
                .expected("a key that the type had once")
                .help("remove one of the two"),
        );
    }
    let read = gone.iter().filter(|(key, _)| declared(key).is_none());
    read.filter_map(|(key, value)| Some((key.value.clone(), value.value.as_text()?.as_str().into())))
        .collect()
}

/// True for the types of tables: `table`, and those of `templates/types`.
fn names_table(name: &str) -> bool {
    name == "table" || !is_own(name)
}
