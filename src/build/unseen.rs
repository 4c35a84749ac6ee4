//! Reports entries without pages of their own that no page shows.

use std::sync::Arc;

use crate::{
    content::Entry,
    diagnostic::{Code, Diagnostic, Diagnostics, Lint, Span},
    schema::Name,
    site::Site,
};

/// Warns of those entries of `not_shown` to which nothing refers. Where `known` says already that a section leaves an entry
/// out, that is enough.
pub(super) fn check(not_shown: &[(Name, Arc<str>)], site: &Site, known: &Diagnostics) -> Diagnostics {
    let mut diagnostics = Diagnostics::default();
    // A template with a mistake isn't given all that it will show once it is corrected, nor has a page with a mistake all
    // of its sections.
    let is_template = |diagnostic: &Diagnostic| diagnostic.code == Code::Template;
    if known.iter().any(is_template) || site.pages.iter().any(|page| known.has_errors_in(page.file)) {
        return diagnostics;
    }
    let is_known = |entry: &Entry| {
        let mut known = known.iter().chain(known.allowed());
        known.any(|warning| warning.primary.span.file == entry.file && is_not_listed(warning.code))
    };
    for (name, id) in not_shown {
        let Some((entry, declared)) = site.entry(name, id).zip(site.types.collections.get(name)) else {
            continue;
        };
        if is_known(entry) || !site.mentions(name, id, None).is_empty() {
            continue;
        }
        let title = entry.table.get("title").or_else(|| entry.table.get("name"));
        let span = title.map_or(Span::whole(entry.file), |title| title.span);
        let [noun, nouns] = &declared.collection.nouns;
        let help = format!(
            "add it to a section that shows {nouns}, or such a section to a page; or remove its file"
        );
        diagnostics.push(
            Diagnostic::new(Lint::EntryNotShown, span, format!("no page shows the {noun} \"{id}\""))
                .label("nobody sees it")
                .help(help),
        );
    }
    diagnostics
}

fn is_not_listed(code: diagnostics::Code) -> bool {
    [Lint::ClassNotListed, Lint::PlanNotListed, Lint::TrainerNotListed].iter().any(|lint| code == *lint)
}
