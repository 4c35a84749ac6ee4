//! Plans that stand out from the others.

use super::Context;
use crate::diagnostic::{Diagnostic, Lint, Span};

pub(super) fn check(Context { content, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    let mut first: Option<Span> = None;
    for entry in content.entries("plans").iter().filter(|entry| entry.table.is("featured")) {
        let span = entry.table.get("featured").map_or(entry.span, |featured| featured.span);
        match first {
            None => first = Some(span),
            Some(first) => diagnostics.push(
                Diagnostic::new(Lint::TwoFeatured, span, "a second plan is set off from the others")
                    .related(first, "this is the first one")
                    .help("remove featured = true from one of the two"),
            ),
        }
    }
}
