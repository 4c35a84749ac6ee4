//! Older names of fields and of words of a choice: each has to lead to one of now.

use crate::{
    diagnostic::{Code, Diagnostic, Diagnostics, Span},
    schema::{Choice, Field, Name},
};

/// Reports older names of fields that are names of fields, or older names of two, by which nothing would be decoded.
pub(super) fn check(fields: &[Field], diagnostics: &mut Diagnostics) {
    for (at, field) in fields.iter().enumerate() {
        for was in &field.was {
            let is_name = fields.iter().any(|other| other.key == *was);
            let earlier = fields.iter().take(at).find(|other| other.was.contains(was));
            let found = match (is_name, earlier) {
                (true, _) => {
                    let message =
                        format!("\"{was}\" is the name of a field, not an older one of \"{}\"", field.key);
                    Diagnostic::new(Code::Type, field.span, message)
                }
                (false, Some(earlier)) => {
                    let message = format!("\"{was}\" is an older name of \"{}\" already", earlier.key);
                    Diagnostic::new(Code::Type, field.span, message)
                        .related(earlier.span, "it is declared here")
                }
                (false, None) => continue,
            };
            diagnostics.push(found.help(format!("remove \"{was}\" from \"was\"")));
        }
    }
}

/// Adds the `older` words of a choice, each with the word that it is called now. `span` is where they stand.
pub(super) fn of_choice<'w>(
    words: &mut [Choice],
    older: impl Iterator<Item = (&'w str, &'w str)>,
    span: Span,
    diagnostics: &mut Diagnostics,
) {
    for (old, new) in older {
        let wrong = |message: String| Diagnostic::new(Code::Type, span, message);
        if words.iter().any(|choice| *choice.word == *old) {
            let message = format!("\"{old}\" can be chosen now, so it is no older word for \"{new}\"");
            diagnostics.push(wrong(message).help(format!("remove \"{old}\" from \"was\"")));
            continue;
        }
        match words.iter_mut().find(|choice| *choice.word == *new) {
            Some(choice) => choice.was.push(Name::from(old)),
            None => diagnostics.push(
                wrong(format!("\"{new}\" is none of the words that can be chosen")).expected(
                    "each older word with the one that it is called now, such as { photo = \"picture\" }",
                ),
            ),
        }
    }
}
