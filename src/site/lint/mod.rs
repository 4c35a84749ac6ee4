//! Warnings: what is allowed, but probably not meant.

mod addresses;
mod bands;
mod cards;
mod changes;
mod closures;
mod dates;
mod gym;
mod hours;
mod listed;
mod menu;
mod pages;
mod placeholders;
mod places;
mod plans;
mod renamed;
mod schedule;
mod services;
mod taxonomy;
pub(super) mod titles;
mod unused;

use std::collections::BTreeSet;

use super::{EntryIndex, Site};
use crate::{
    content::Content,
    decode::Allow,
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Lint},
};

/// Looks for everything that deserves a warning. What mistakes made unreadable deserves none.
pub(super) fn check(content: &Content, index: &EntryIndex, site: &Site, diagnostics: &mut Diagnostics) {
    let mut found = site.posts.same_titles.clone();
    titles::check(content, &mut found);
    addresses::check(content, &mut found);
    bands::check(content, &mut found);
    cards::check(content, index, &mut found);
    gym::check(content, site, &mut found);
    hours::check(site, &mut found);
    changes::check(content, site, &mut found);
    closures::check(site, &mut found);
    dates::check(content, site, &mut found);
    listed::check(content, index, site, &mut found);
    menu::check(content, &mut found);
    pages::check(content, &mut found);
    placeholders::check(content, &mut found);
    renamed::check(content, &mut found);
    places::check(content, &mut found);
    plans::check(content, &mut found);
    schedule::check(content, index, site, &mut found);
    services::check(site, &mut found);
    taxonomy::check(content, site, &mut found);
    let misnamed = MisnamedFiles::among(diagnostics);
    found.retain(|warning| !misnamed.explains(warning));
    // Warnings about a single file were compared with what it allows when that file was decoded.
    let of_files = content.allows.iter().enumerate();
    let of_files = of_files.filter(|(_, allow)| is_used(allow, diagnostics));
    let mut used: BTreeSet<usize> = of_files.map(|(index, _)| index).collect();
    used.extend(add(found, &content.allows, diagnostics));
    let unused = content.allows.iter().enumerate().filter(|(index, _)| !used.contains(index));
    let unused = unused.map(|(_, allow)| allow);
    let unused = unused.filter(|allow| !is_of_output(allow));
    let unused = unused.filter_map(|allow| unused::warning(allow, content, diagnostics));
    let unused: Vec<Diagnostic> = unused.collect();
    diagnostics.extend(unused);
}

/// The warning that is allowed, if its name can be read.
fn allowed(allow: &Allow) -> Option<Lint> {
    Lint::named(allow.lint?.name())
}

/// Each `allow` that only the rendered site can need.
pub(super) fn of_output(content: &Content) -> Vec<Allow> {
    content.allows.iter().filter(|allow| is_of_output(allow)).copied().collect()
}

fn is_of_output(allow: &Allow) -> bool {
    allowed(allow).is_some_and(Lint::is_of_output)
}

/// Adds the warnings that the rendered site gave, those that content allows apart.
pub(super) fn report(allows: &[Allow], found: Diagnostics, diagnostics: &mut Diagnostics) {
    let misnamed = MisnamedFiles::among(diagnostics);
    let found = found.iter().filter(|warning| !misnamed.explains(warning)).cloned();
    let used = add(found, allows, diagnostics);
    let unused = allows.iter().enumerate().filter(|(index, _)| !used.contains(index));
    let unused = unused.filter(|(_, allow)| !diagnostics.has_errors_in(allow.at.file));
    let unused: Vec<Diagnostic> =
        unused.filter_map(|(_, allow)| Some(unused::unneeded(allow, allowed(allow)?))).collect();
    diagnostics.extend(unused);
}

/// Files whose names can't be ids. Nothing can refer to such an entry, so that it is nowhere: that is no mistake of its own.
struct MisnamedFiles(BTreeSet<FileId>);

impl MisnamedFiles {
    fn among(diagnostics: &Diagnostics) -> Self {
        let names = diagnostics.iter().filter(|found| found.code == Code::BadFileName);
        Self(names.map(|found| found.primary.span.file).collect())
    }

    fn explains(&self, warning: &Diagnostic) -> bool {
        const CONSEQUENCES: [Lint; 6] = [
            Lint::ClassNeverScheduled,
            Lint::ClassNotListed,
            Lint::PlanNotListed,
            Lint::TrainerNotListed,
            Lint::EntryNotShown,
            Lint::DuplicateTitle,
        ];
        let is_consequence = CONSEQUENCES.iter().any(|lint| warning.code == *lint);
        let mut labels = std::iter::once(&warning.primary).chain(&warning.related);
        is_consequence && labels.any(|label| self.0.contains(&label.span.file))
    }
}

/// Adds the warnings, each as its `allow` says. Returns the indices of those that were used.
fn add(
    found: impl IntoIterator<Item = Diagnostic>,
    allows: &[Allow],
    diagnostics: &mut Diagnostics,
) -> BTreeSet<usize> {
    let mut used = BTreeSet::new();
    for warning in found {
        match allowing(allows, &warning) {
            Some(index) => {
                used.insert(index);
                diagnostics.allow(warning);
            }
            None => diagnostics.push(warning),
        }
    }
    used
}

fn is_used(allow: &Allow, diagnostics: &Diagnostics) -> bool {
    diagnostics.allowed().iter().any(|warning| {
        let Some(lint) = Lint::of(warning.code) else { return false };
        allow.covers(lint, warning.primary.span)
    })
}

fn allowing(allows: &[Allow], warning: &Diagnostic) -> Option<usize> {
    let lint = Lint::of(warning.code)?;
    allows.iter().position(|allow| allow.covers(lint, warning.primary.span))
}
