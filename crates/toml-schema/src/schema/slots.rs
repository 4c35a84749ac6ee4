//! Names in braces within texts, for which something is filled in: `time` of `Open until {time}`.

use super::{Data, Field};
use crate::{
    decode::{Report, Spanned},
    diagnostic::{Applicability, Diagnostic, Files, Span, code, diagnostic, nearest},
};

/// The names in a text.
pub fn of(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(slot, _)| slot)
}

/// The mistakes of the text behind `key`: names in it that are none of the `known` ones.
pub fn unknown<'a>(
    key: &'a str,
    text: &'a str,
    known: &'a [&str],
    span: Span,
    files: &'a dyn Files,
) -> impl Iterator<Item = Diagnostic> + 'a {
    let all = known.iter().map(|slot| format!("{{{slot}}}")).collect::<Vec<_>>().join(", ");
    let expected = match known {
        [] => "a text without placeholders".to_owned(),
        [..] => all,
    };
    of(text).filter(|slot| !known.contains(slot)).map(move |slot| {
        let diagnostic = diagnostic!(code::UNKNOWN_WORD, span, "\"{key}\" has no placeholder {{{slot}}}";
            expected: expected.clone());
        let near = match (nearest(slot, known.iter().copied()), known) {
            (Some(near), _) => near,
            // The only one that there is, and that the text lacks, was probably translated.
            (None, [only]) if of(text).all(|slot| slot != *only) => *only,
            (None, _) => return diagnostic,
        };
        let (slot, near) = (format!("{{{slot}}}"), format!("{{{near}}}"));
        diagnostic.help(format!("did you mean {near}?")).rename(files, &slot, &near, Applicability::Proposed)
    })
}

/// Reports names in the texts of a value for which nothing is filled in, if something is for others.
pub fn check(field: &Field, value: &Spanned<Data>, report: &mut Report<'_>) {
    let known: Vec<&str> = field.slots.iter().map(|slot| &**slot).collect();
    let mut wrong = Vec::new();
    value.walk(&field.key, &mut |key, value| {
        if let Data::Str(_, text) = &value.value
            && value.span.is_somewhere()
            && !known.is_empty()
        {
            wrong.extend(unknown(key, text, &known, value.span, report));
        }
    });
    wrong.into_iter().for_each(|wrong| report.push(wrong));
}
