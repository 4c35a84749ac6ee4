//! Placeholders that weren't replaced yet.

use super::Context;
use crate::{
    decode::Reference,
    diagnostic::{Diagnostic, Lint},
};

pub(super) fn check(Context { content, .. }: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let places = content.references.iter().filter(|(reference, _)| **reference == Reference::Placeholder);
    found.extend(places.flat_map(|(_, places)| places).map(|place| {
        Diagnostic::new(Lint::Placeholder, *place, "nobody has written the right value here yet")
            .label("a placeholder")
            .help("write what belongs here, and remove the comment # placeholder")
    }));
}
