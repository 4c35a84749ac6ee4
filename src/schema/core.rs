//! Types of which gympress reads the fields itself: those of a project have what those of the theme have.

use super::{Field, Kind, Name, Schema, load::original, resolve::Resolver, type_file::Result};
use crate::{
    diagnostic::{Code, Diagnostic, Span},
    source::{Sources, layout::TypeFolder},
};

const SINGLES: [&str; 5] = ["site", "navigation", "schedule", "gallery", "blog"];
const COLLECTIONS: [&str; 5] = ["classes", "trainers", "plans", "branches", "posts"];

/// Reports a field of the theme's type that `own` lacks, or declares otherwise.
pub(super) fn check(
    folder: TypeFolder,
    name: &Name,
    own: &Schema,
    sources: &Sources,
    resolver: &mut Resolver<'_>,
) -> Result<()> {
    let what = match folder {
        TypeFolder::Singles if SINGLES.contains(&&**name) => format!("content/{name}.toml"),
        TypeFolder::Collections if COLLECTIONS.contains(&&**name) => format!("the collection {name}"),
        _ => return Ok(()),
    };
    match original(folder, name, sources) {
        Some(theme) => agree(&resolver.file(name, &theme)?, own, &what),
        None => Ok(()),
    }
}

fn agree(theme: &Schema, own: &Schema, what: &str) -> Result<()> {
    for field in &theme.fields {
        let (key, is_needed) = (&field.key, field.is_always_there() && field.list.is_none());
        let Some(own_field) = own.field(key) else {
            if is_needed {
                let message = format!("gympress needs the field \"{key}\" of {what}, which is not declared");
                return disagree(
                    own.span,
                    message,
                    declaration(field),
                    "declare it; other fields are up to you",
                );
            }
            continue;
        };
        if own_field.list.is_some() != field.list.is_some() || !is_alike(&own_field.kind, &field.kind) {
            let message = format!("gympress reads \"{key}\" of {what} as another type");
            let help = "declare it like this, or use another name for other data";
            return disagree(own_field.span, message, declaration(field), help);
        }
        if is_needed && !own_field.is_always_there() {
            let message = format!("gympress needs \"{key}\" of {what}, so it can't be left out");
            let expected = "a field that has to be there, or has a default".to_owned();
            let help = "remove \"optional\" or \"when\", or add a default";
            return disagree(own_field.span, message, expected, help);
        }
        if let (Kind::Table(theme), Kind::Table(own)) = (&field.kind, &own_field.kind) {
            agree(theme, own, &format!("\"{key}\" of {what}"))?;
        }
    }
    Ok(())
}

fn disagree(span: Span, message: String, expected: String, help: &str) -> Result<()> {
    Err(Diagnostic::new(Code::Type, span, message).expected(expected).help(help).into())
}

fn is_alike(own: &Kind, theme: &Kind) -> bool {
    match (own, theme) {
        (Kind::Scalar(own), Kind::Scalar(theme)) => own == theme,
        (own, theme) => std::mem::discriminant(own) == std::mem::discriminant(theme),
    }
}

/// How the theme declares a field.
fn declaration(field: &Field) -> String {
    let kind = match &field.kind {
        Kind::Scalar(scalar) => scalar.name(),
        Kind::Choice(_) => "choice",
        Kind::Ref(_) => "ref",
        Kind::Picture(_) => "picture",
        Kind::Plural(_) => "plural",
        Kind::Table(_) | Kind::Variants(_) => "table",
    };
    let list = if field.list.is_some() { ", list = true" } else { "" };
    format!("{} = {{ type = \"{kind}\"{list}, ... }}", field.key)
}
