//! Warnings: what is allowed, but probably not meant.

mod changes;
mod closures;
mod dates;
mod gym;
mod listed;
mod pages;
mod placeholders;
mod plans;
mod schedule;
mod services;
mod titles;

use std::collections::BTreeSet;

use super::{EntryIndex, Site};
use crate::{
    content::Content,
    decode::Allow,
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Lint},
    source::Sources,
};

struct Context<'c> {
    content: &'c Content,
    index: &'c EntryIndex,
    site: &'c Site,
}

/// Where a lint is found.
#[derive(Clone, Copy)]
enum Stage {
    /// In a file by itself, when it is decoded.
    File,
    /// In what files say of each other, by this function.
    Site(fn(&Context<'_>, &mut Vec<Diagnostic>)),
    /// Together with one above.
    Beside,
    /// In what is made of content, so that it isn't known before whether an `allow` is needed.
    Output,
}

/// A row for each lint, in the order of their table, which has its name, its level and what it says.
const ROWS: [(Lint, Stage); Lint::ALL.len()] = [
    (Lint::OutsideOpeningHours, Stage::Site(schedule::outside_hours)),
    (Lint::ClosedDay, Stage::Beside),
    (Lint::RowsOutOfOrder, Stage::Site(schedule::out_of_order)),
    (Lint::TrainerDoubleBooked, Stage::Site(schedule::double_booked)),
    (Lint::RoomDoubleBooked, Stage::Beside),
    (Lint::BranchNotNamed, Stage::Site(schedule::without_branch)),
    (Lint::ClassNeverScheduled, Stage::Site(schedule::never_scheduled)),
    (Lint::ClassNotListed, Stage::Site(listed::classes)),
    (Lint::NoBaseUrl, Stage::Site(gym::no_base_url)),
    (Lint::MissingWords, Stage::File),
    (Lint::MissingForm, Stage::File),
    (Lint::NoContactEndpoint, Stage::Site(gym::no_endpoint)),
    (Lint::NoAccounts, Stage::Site(gym::no_accounts)),
    (Lint::DuplicateTitle, Stage::Site(titles::check)),
    (Lint::PlanNotListed, Stage::Site(listed::plans)),
    (Lint::TrainerNotListed, Stage::Site(listed::trainers)),
    (Lint::EntryNotShown, Stage::Output),
    (Lint::PastClosure, Stage::Site(closures::check)),
    (Lint::PastChange, Stage::Site(changes::past)),
    (Lint::FarDate, Stage::Site(dates::check)),
    (Lint::LongEvent, Stage::Beside),
    (Lint::GarbledText, Stage::File),
    (Lint::TwoFeatured, Stage::Site(plans::check)),
    (Lint::OddDuration, Stage::Site(schedule::odd_duration)),
    (Lint::EmptyPage, Stage::Site(pages::check)),
    (Lint::MarkupInText, Stage::File),
    (Lint::LowContrast, Stage::Output),
    (Lint::SmallPicture, Stage::Output),
    (Lint::CardLetters, Stage::Output),
    (Lint::UnusedFont, Stage::Output),
    (Lint::Placeholder, Stage::Site(placeholders::check)),
    (Lint::UnusedAllow, Stage::File),
];

/// Looks for everything that deserves a warning. What mistakes made unreadable deserves none.
pub(super) fn check(content: &Content, index: &EntryIndex, site: &Site, diagnostics: &mut Diagnostics) {
    let context = Context { content, index, site };
    let mut found = Vec::new();
    for (_, stage) in ROWS {
        if let Stage::Site(check) = stage {
            check(&context, &mut found);
        }
    }
    services::check(site, &mut found);
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
    // What is allowed may be needed once mistakes are corrected.
    let unused = unused.filter(|_| !diagnostics.has_errors());
    let unused: Vec<Diagnostic> = unused.filter_map(|allow| unneeded(allow, &content.sources)).collect();
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
    let stage = |lint| ROWS.iter().find(|(row, _)| *row == lint).map(|(_, stage)| *stage);
    matches!(allowed(allow).and_then(stage), Some(Stage::Output))
}

/// Adds the warnings that the rendered site gave, those that content allows apart.
pub(super) fn report(allows: &[Allow], found: Diagnostics, sources: &Sources, diagnostics: &mut Diagnostics) {
    let misnamed = MisnamedFiles::among(diagnostics);
    let found = found.iter().filter(|warning| !misnamed.explains(warning)).cloned();
    let used = add(found, allows, diagnostics);
    let unused = allows.iter().enumerate().filter(|(index, _)| !used.contains(index));
    let unused = unused.filter(|(_, allow)| !diagnostics.has_errors_in(allow.at.file));
    let unused: Vec<Diagnostic> = unused.filter_map(|(_, allow)| unneeded(allow, sources)).collect();
    diagnostics.extend(unused);
}

/// Lints about a part that a site may not have yet, such as accounts: what is allowed waits for it.
const WAITING: [Lint; 3] = [Lint::NoAccounts, Lint::NoContactEndpoint, Lint::ClassNeverScheduled];

/// That nothing needs an `allow`.
fn unneeded(allow: &Allow, sources: &Sources) -> Option<Diagnostic> {
    let lint = allowed(allow).filter(|lint| !WAITING.contains(lint))?;
    let message = format!("\"{}\" is allowed here, but nothing here needs it", lint.name());
    Some(
        Diagnostic::new(Lint::UnusedAllow, allow.at, message)
            .label("no such warning here")
            .help("remove it, so that the warning shows when it is needed")
            .fix(sources.document(allow.at.file).remove(allow.at)),
    )
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
