//! Fields that belong to certain values of another.

use std::sync::Arc;

use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, Span, nearest},
    schema::{Condition, Field, Kind, Presence, Scalar, one_of},
};

/// The presence of a field whose condition names a sibling that there is.
pub(super) fn check(field: &Field, fields: &[Field], span: Span, diagnostics: &mut Diagnostics) -> Presence {
    let Presence::When { condition, optional } = &field.presence else { return field.presence.clone() };
    let wrong = |message: String| Diagnostic::new(Code::Type, span, message);
    let wrong = match fields.iter().find(|other| other.key == condition.field) {
        None => {
            let names = || fields.iter().map(|field| &*field.key).filter(|key| **key != *field.key);
            let near = nearest(&condition.field, names());
            wrong(format!(
                "there is no field \"{}\" on which \"{}\" could depend",
                condition.field, field.key
            ))
            .expected(format!("one of {}", names().collect::<Vec<_>>().join(", ")))
            .help(near.map(|near| format!("did you mean \"{near}\"?")))
        }
        Some(other) if matches!(other.presence, Presence::When { .. }) => {
            let (key, other) = (&field.key, &other.key);
            wrong(format!("\"{key}\" depends on \"{other}\", which depends on another field itself"))
                .help(format!("let \"{key}\" depend on what \"{other}\" depends on"))
        }
        Some(Field { kind: Kind::Scalar(Scalar::Bool), .. }) if condition.is.is_none() => {
            let is = Some(vec!["true".into()]);
            let condition = Condition { is, ..condition.clone() };
            return Presence::When { condition, optional: *optional };
        }
        Some(Field { kind: Kind::Choice(words), .. }) => {
            let words = || words.iter().map(|choice| &*choice.word);
            let is_word = |value: &Arc<str>| words().any(|word| *word == **value);
            let Some(value) = condition.is.iter().flatten().find(|value| !is_word(value)) else {
                return field.presence.clone();
            };
            wrong(format!("\"{}\" is never \"{value}\"", condition.field))
                .expected(one_of(words()))
                .help(nearest(value, words()).map(|near| format!("did you mean \"{near}\"?")))
        }
        Some(_) => return field.presence.clone(),
    };
    diagnostics.push(wrong);
    Presence::Optional
}
