//! Placeholders that weren't replaced yet.

use super::Context;
use crate::{
    diagnostic::{Diagnostic, Lint},
    schema::decode::Reference,
};

pub(super) fn check(Context { content, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let places = content.references.iter().filter(|(reference, _)| **reference == Reference::Placeholder);
    diagnostics.extend(places.flat_map(|(_, places)| places).map(|place| {
        Diagnostic::new(Lint::Placeholder, *place, "this placeholder hasn't been replaced yet")
            .label("a placeholder")
            .help("write what belongs here, and remove the comment # placeholder")
    }));
}
