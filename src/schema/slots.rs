//! Names in braces within texts, for which something is filled in: `time` of `Open until {time}`.

use crate::diagnostic::{Code, Diagnostic, Span, nearest};

/// The names in a text.
pub(super) fn of(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(slot, _)| slot)
}

/// What is wrong with the text behind `key`: names in it that are none of the `known` ones.
pub(super) fn unknown<'a>(
    key: &'a str,
    text: &'a str,
    known: &'a [&str],
    span: Span,
) -> impl Iterator<Item = Diagnostic> + 'a {
    let all = known.iter().map(|slot| format!("{{{slot}}}")).collect::<Vec<_>>().join(", ");
    let expected = match known {
        [] => "a text in which nothing is filled in".to_owned(),
        [..] => format!("no other than {all}"),
    };
    of(text).filter(|slot| !known.contains(slot)).map(move |slot| {
        let near = nearest(slot, known.iter().copied());
        Diagnostic::new(Code::UnknownWord, span, format!("nothing is filled in for {{{slot}}} in \"{key}\""))
            .expected(expected.clone())
            .maybe_help(near.map(|near| format!("did you mean {{{near}}}?")))
    })
}
