//! The mistakes in entries that this build leaves out. The whole site is built with them as well, so that no mistake
//! shows up only when they are published.

use std::{collections::HashSet, sync::Arc};

use super::build_site;
use crate::{
    build::BuildContext,
    diagnostic::{Code, Diagnostic, Diagnostics, Failure, Severity, Span},
    site::{HeldBack, Settings, Site},
    source::Sources,
};

/// Adds the diagnostics that `site` would have if drafts and future entries were published, as warnings that say when
/// they begin to matter. `diagnostics` are those of the site without them.
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

/// Identifies a mistake, whose words may differ once there are more entries.
fn code_and_place(diagnostic: &Diagnostic) -> (Code, Span) {
    (diagnostic.code, diagnostic.primary.span)
}

/// Turns a diagnostic of the later site into a warning of today. Returns `None` for a warning outside of unpublished
/// entries, such as one with a number that changes.
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
