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
        let is_needed = field.is_always_there() && field.list.is_none();
        let own_field = own.field(&field.key);
        let is_right = own_field.map_or(!is_needed, |own| {
            let is_there = !is_needed || own.is_always_there();
            is_there && own.list.is_some() == field.list.is_some() && is_alike(&own.kind, &field.kind)
        });
        if !is_right {
            let at = own_field.map_or(own.span, |own| own.span);
            let message = format!(
                "gympress reads \"{}\" of {what}, which has to be declared as in the theme",
                field.key
            );
            let always = if is_needed { ", which is always there or has a default" } else { "" };
            return Err(Diagnostic::new(Code::Type, at, message)
                .expected(format!("{}{always}", declaration(field)))
                .help("declare it like this, and use another name for other data")
                .into());
        }
        if let (Kind::Table(theme), Some(Kind::Table(own))) = (&field.kind, own_field.map(|own| &own.kind)) {
            agree(theme, own, &format!("\"{}\" of {what}", field.key))?;
        }
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
