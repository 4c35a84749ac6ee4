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
mod taxonomy;
pub(super) mod titles;
mod unused;

use std::collections::BTreeSet;

use super::{EntryIndex, Site};
use crate::{
    content::Content,
    decode::Suppression,
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
    taxonomy::check(content, site, &mut found);
    let misnamed = MisnamedFiles::among(diagnostics);
    found.retain(|warning| !misnamed.explains(warning));
    // Warnings about a single file were compared with the suppressions when that file was decoded.
    let of_files = content.suppressions.iter().enumerate();
    let of_files = of_files.filter(|(_, suppression)| is_used(suppression, diagnostics));
    let mut used: BTreeSet<usize> = of_files.map(|(index, _)| index).collect();
    for warning in found {
        match suppression(&content.suppressions, &warning) {
            Some(index) => {
                used.insert(index);
                diagnostics.suppress(warning);
            }
            None => diagnostics.push(warning),
        }
    }
    let unused = content.suppressions.iter().enumerate().filter(|(index, _)| !used.contains(index));
    let unused = unused.map(|(_, suppression)| suppression);
    let unused = unused.filter(|suppression| !is_of_output(suppression));
    let unused = unused.filter_map(|suppression| unused::warning(suppression, content, diagnostics));
    let unused: Vec<Diagnostic> = unused.collect();
    diagnostics.extend(unused);
}

/// The suppressions that only the rendered site can need.
pub(super) fn of_output(content: &Content) -> Vec<Suppression> {
    content.suppressions.iter().filter(|suppression| is_of_output(suppression)).copied().collect()
}

fn is_of_output(suppression: &Suppression) -> bool {
    suppression.lint.is_some_and(Lint::is_of_output)
}

/// Adds the warnings that the rendered site gave, those that content allows as acknowledged.
pub(super) fn report(suppressions: &[Suppression], found: Diagnostics, diagnostics: &mut Diagnostics) {
    let mut used = BTreeSet::new();
    let misnamed = MisnamedFiles::among(diagnostics);
    for warning in found.iter().filter(|warning| !misnamed.explains(warning)) {
        match suppression(suppressions, warning) {
            Some(index) => {
                used.insert(index);
                diagnostics.suppress(warning.clone());
            }
            None => diagnostics.push(warning.clone()),
        }
    }
    let unused = suppressions.iter().enumerate().filter(|(index, _)| !used.contains(index));
    let unused = unused.filter(|(_, suppression)| !diagnostics.has_errors_in(suppression.at.file));
    let unused: Vec<Diagnostic> = unused
        .filter_map(|(_, suppression)| Some(unused::unneeded(suppression, suppression.lint?)))
        .collect();
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
        let is_consequence = matches!(warning.code, Code::Lint(lint) if CONSEQUENCES.contains(&lint));
        let mut labels = std::iter::once(&warning.primary).chain(&warning.related);
        is_consequence && labels.any(|label| self.0.contains(&label.span.file))
    }
}

fn is_used(suppression: &Suppression, diagnostics: &Diagnostics) -> bool {
    diagnostics.suppressed().iter().any(|warning| {
        let Code::Lint(lint) = warning.code else { return false };
        suppression.covers(lint, warning.primary.span)
    })
}

fn suppression(suppressions: &[Suppression], warning: &Diagnostic) -> Option<usize> {
    let Code::Lint(lint) = warning.code else { return None };
    suppressions.iter().position(|suppression| suppression.covers(lint, warning.primary.span))
}
