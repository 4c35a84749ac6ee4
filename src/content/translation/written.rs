//! Texts of the main language as they stand in a file of another one, before they are translated.

use toml_schema::edit;

use crate::{
    diagnostic::Files as _,
    schema::{
        Data, Kind, Types,
        decode::{Spanned, in_quotes, value::Language},
        plural,
    },
    source::Sources,
};

/// A key as TOML writes it, on one line.
pub fn toml_key(name: &str) -> String {
    if !name.contains(char::is_control) {
        return edit::toml_key(name);
    }
    edit::toml_key(&name.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A text as its file writes it; one with a number, in the forms that the language of `types` has.
pub fn toml_value(original: &Spanned<Data>, types: &Types, sources: &Sources) -> String {
    let written = sources.text(original.span.file).get(original.span.range()).unwrap_or_default();
    let is_in_quotes = written.starts_with(['"', '\'']);
    match &original.value {
        Data::Plural(plural) => {
            let forms = plural::forms(Language::parse(&types.language).ok().as_ref());
            plural.written(&Kind::Plural(forms))
        }
        // The text of a page in Markdown stands there without quotes.
        Data::Markdown(text) if !is_in_quotes && !text.as_str().contains("'''") => {
            format!("'''\n{}\n'''", text.as_str().trim_matches('\n'))
        }
        Data::Markdown(text) if !is_in_quotes => in_quotes(text.as_str()),
        // The description of a picture stands within the picture.
        data => match data.as_text() {
            Some(text) if !is_in_quotes => in_quotes(text),
            _ => written.to_owned(),
        },
    }
}
