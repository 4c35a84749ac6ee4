//! Warnings that are allowed where there are none.

use crate::{
    content::{Content, Entries},
    decode::Allowance,
    diagnostic::{Diagnostic, Diagnostics, FileId, Lint},
};

/// What to say of an allowance that no warning used. With a mistake in what decides about the warning
/// there's nothing to say: it may be needed once the mistake is mended.
pub(super) fn told(
    allowance: &Allowance,
    content: &Content,
    diagnostics: &Diagnostics,
) -> Option<Diagnostic> {
    let lint = allowance.lint?;
    let mut deciding = deciding(lint, content);
    deciding.push(allowance.at.file);
    if deciding.into_iter().any(|file| diagnostics.has_errors_in(file)) {
        return None;
    }
    let message = format!("\"{}\" is allowed here, but nothing here needs it", lint.name());
    Some(
        Diagnostic::new(Lint::UnusedAllow, allowance.at, message)
            .label("no such warning here")
            .help("remove it, so that the warning shows when it is needed"),
    )
}

/// The files that decide about a warning, but for the one that it's in.
fn deciding(lint: Lint, content: &Content) -> Vec<FileId> {
    match lint {
        Lint::OutsideOpeningHours | Lint::ClosedDay => vec![content.gym.file],
        Lint::ClassNeverScheduled => vec![content.schedule.file],
        Lint::ClassNotListed => vec![content.classes_page.file],
        Lint::StatedCount => files(&content.posts),
        Lint::DuplicateTitle => {
            [files(&content.classes), files(&content.trainers), files(&content.plans), files(&content.posts)]
                .concat()
        }
        Lint::BandHole
        | Lint::RowsOutOfOrder
        | Lint::TrainerDoubleBooked
        | Lint::NoContactEndpoint
        | Lint::NoAccounts
        | Lint::UnusedAllow => Vec::new(),
    }
}

fn files<T>(entries: &Entries<T>) -> Vec<FileId> {
    entries.values().map(|entry| entry.file).collect()
}
