//! The mistakes in entries that this build leaves out: the whole site is made with them, too, so that nothing is left
//! for the day on which they appear.

use std::{collections::HashSet, sync::Arc};

use super::build_site;
use crate::{
    build::BuildContext,
    diagnostic::{Code, Diagnostic, Diagnostics, Failure, Severity, Span},
    site::{HeldBack, Settings, Site},
    source::Sources,
};

/// Adds to `diagnostics`, which are those of `site`, the ones that it would have if drafts and entries of the
/// future were published as well: as warnings that say when they begin to matter.
///
/// # Errors
/// If the machine fails.
pub fn check_unpublished(
    site: &Site,
    sources: &Arc<Sources>,
    settings: &Settings,
    context: &BuildContext,
    diagnostics: &mut Diagnostics,
) -> Result<(), Failure> {
    let held_back: Vec<&HeldBack> = site.held_back().collect();
    if settings.drafts || held_back.is_empty() {
        return Ok(());
    }
    let settings = Settings { drafts: true, ..settings.clone() };
    let mut later = Diagnostics::default();
    build_site(sources, &settings, context, &mut later, |_| Ok(()))?;
    let known: HashSet<(Code, Span)> = diagnostics.iter().map(code_and_place).collect();
    let new = later.iter().filter(|later| !known.contains(&code_and_place(later)));
    let new: Vec<Diagnostic> = new.filter_map(|later| announced(later, &held_back)).collect();
    diagnostics.extend(new);
    Ok(())
}

/// Tells whether a mistake was reported, even if its words are others with more entries.
fn code_and_place(diagnostic: &Diagnostic) -> (Code, Span) {
    (diagnostic.code, diagnostic.primary.span)
}

/// The diagnostic `later` as a note for now. Returns `None` for a warning that isn't about an unpublished entry itself, such as a
/// count that will be another one.
fn announced(later: &Diagnostic, held_back: &[&HeldBack]) -> Option<Diagnostic> {
    let own = held_back.iter().find(|entry| entry.file == later.primary.span.file);
    let cause = match own {
        Some(own) => own,
        None if later.severity == Severity::Error => held_back.first()?,
        None => return None,
    };
    let note = cause.later_note();
    let help = match &later.help {
        Some(help) => format!("{help}; {note}"),
        None => note,
    };
    let mut warning = later.clone().help(help);
    warning.severity = Severity::Warning;
    Some(warning)
}
