//! Values with the comment `# placeholder`. Texts such as `TODO` are found where texts are read.

use super::prelude::*;
use crate::{diagnostic::code, schema::decode::Reference};

pub const LINT: Lint = Lint::in_site(check, code::PLACEHOLDER.0);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    let places = content.references.iter().filter(|(reference, _)| **reference == Reference::Placeholder);
    warnings.extend(places.flat_map(|(_, places)| places).map(|place| {
        diagnostic!(LINT.code, *place, "this placeholder hasn't been replaced yet";
            label: "a placeholder";
            help: "write what belongs here, and remove the comment # placeholder")
    }));
}
