//! Pages that show nothing.

use super::Context;
use crate::diagnostic::{Diagnostic, Lint};

pub(super) fn check(Context { content, .. }: &Context<'_>, diagnostics: &mut Vec<Diagnostic>) {
    for page in &content.pages {
        if page.table.tables("section").any(|section| !section.is("hidden")) {
            continue;
        }
        let mut hidden = page.table.tables("section").filter_map(|section| section.get("hidden"));
        let Some(first) = hidden.next() else { continue };
        let message = "every section of this page is hidden, so it is published empty";
        let help = "show one of its sections, or remove the file to take the page off the site";
        let warning = Diagnostic::new(Lint::EmptyPage, first.span, message).help(help);
        diagnostics.push(hidden.fold(warning, |warning, other| warning.alike(other.span)));
    }
}
