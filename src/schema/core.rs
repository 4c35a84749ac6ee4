//! Types of which gympress reads the fields itself: those of a project have what those of the theme have.

use super::{Field, Kind, Name, Schema, load::original, resolve::Resolver, type_file::Result};
use crate::{
    diagnostic::{Code, Diagnostic},
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
        let wrong = match own.field(key) {
            None if is_needed => {
                let message = format!("gympress needs the field \"{key}\" of {what}, which is not declared");
                Diagnostic::new(Code::Type, own.span, message)
                    .expected(declaration(field))
                    .help("declare it, and whatever else you like")
            }
            None => continue,
            Some(own) if own.list.is_some() != field.list.is_some() || !is_alike(&own.kind, &field.kind) => {
                let message = format!("gympress reads \"{key}\" of {what} as a value of another type");
                Diagnostic::new(Code::Type, own.span, message)
                    .expected(declaration(field))
                    .help("declare it so; for something else, declare a field of another name")
            }
            Some(own) if is_needed && !own.is_always_there() => {
                let message = format!("gympress needs \"{key}\" of {what}, so that it can't be left out");
                Diagnostic::new(Code::Type, own.span, message)
                    .expected("a field that has to be there, or has a default")
                    .help("remove \"optional\" or \"when\", or add a default")
            }
            Some(own) => {
                if let (Kind::Table(theme), Kind::Table(own)) = (&field.kind, &own.kind) {
                    agree(theme, own, &format!("\"{key}\" of {what}"))?;
                }
                continue;
            }
        };
        return Err(wrong.into());
    }
    Ok(())
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
