//! What to say of a type that nothing declares.

use crate::{
    diagnostic::{Code, Diagnostic, Span, nearest},
    schema::{Scalar, quoted, type_names::OWN_TYPES},
};

/// What other languages call these types.
const ELSEWHERE: [(&str, &str); 16] = [
    ("string", "text"),
    ("str", "text"),
    ("int", "integer"),
    ("float", "number"),
    ("decimal", "number"),
    ("boolean", "bool"),
    ("enum", "choice"),
    ("select", "choice"),
    ("object", "table"),
    ("reference", "ref"),
    ("relation", "ref"),
    ("html", "markdown"),
    ("richtext", "markdown"),
    ("money", "price"),
    ("photo", "picture"),
    ("color", "colour"),
];

/// The report of the type `name`, beside which `own` are the tables of `templates/types`.
pub(super) fn of_type<'n>(name: &str, span: Span, own: impl Iterator<Item = &'n str>) -> Diagnostic {
    let mut all: Vec<&str> = own.collect();
    all.extend(Scalar::ALL.map(Scalar::name));
    all.extend(OWN_TYPES);
    let lower = name.to_lowercase();
    let elsewhere = ELSEWHERE.iter().find(|(other, _)| *other == lower).map(|(_, name)| *name);
    let near = elsewhere.or_else(|| nearest(name, all.iter().copied()));
    Diagnostic::new(Code::UnknownWord, span, format!("there is no type \"{name}\""))
        .expected(format!("one of {}", quoted(all.iter().copied())))
        .help(near.map_or_else(
            || "tables that several types use are declared in templates/types".to_owned(),
            |near| format!("did you mean \"{near}\"?"),
        ))
}
