//! Types of which gympress reads the fields itself: those of a project have what those of the theme have.

use super::{Kind, Name, Schema, load::original, resolve::Resolver, type_file::Result};
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
    let is_read = match folder {
        TypeFolder::Singles => SINGLES.contains(&&**name),
        TypeFolder::Collections => COLLECTIONS.contains(&&**name),
        TypeFolder::Types | TypeFolder::Sections => false,
    };
    match original(folder, name, sources).filter(|_| is_read) {
        Some(theme) => agree(&resolver.file(name, &theme)?, own),
        None => Ok(()),
    }
}

fn agree(theme: &Schema, own: &Schema) -> Result<()> {
    for field in &theme.fields {
        let is_needed = field.is_always_there() && field.list.is_none();
        let own_field = own.field(&field.key);
        let is_right = own_field.map_or(!is_needed, |own| {
            let is_there = !is_needed || own.is_always_there();
            is_there && own.list.is_some() == field.list.is_some() && is_alike(&own.kind, &field.kind)
        });
        if !is_right {
            let at = own_field.map_or(own.span, |own| own.span);
            let message =
                format!("gympress reads \"{}\", which has to be declared as in the theme", field.key);
            return Err(Diagnostic::new(Code::Type, at, message)
                .related(field.span, "the field of the theme")
                .help("declare it like that, and use another name for other data")
                .into());
        }
        if let (Kind::Table(theme), Some(Kind::Table(own))) = (&field.kind, own_field.map(|own| &own.kind)) {
            agree(theme, own)?;
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
