//! Warnings that are allowed where there are none.

use crate::{
    content::Content,
    decode::Suppression,
    diagnostic::{Applicability, Diagnostic, Diagnostics, FileId, Lint, Remedy},
};

/// What to say of a suppression that no warning used. With a mistake in what decides about the warning
/// there's nothing to say: it may be needed once the mistake is mended.
pub(super) fn warning(
    suppression: &Suppression,
    content: &Content,
    diagnostics: &Diagnostics,
) -> Option<Diagnostic> {
    let lint = suppression.lint.filter(|lint| can_arise(*lint, content))?;
    let mut deciding = deciding(lint, content);
    deciding.push(suppression.at.file);
    if deciding.into_iter().any(|file| diagnostics.has_errors_in(file)) {
        return None;
    }
    Some(unneeded(suppression, lint))
}

/// That nothing needs a suppression of `lint`.
pub(super) fn unneeded(suppression: &Suppression, lint: Lint) -> Diagnostic {
    let message = format!("\"{}\" is allowed here, but nothing here needs it", lint.name());
    Diagnostic::new(Lint::UnusedAllow, suppression.at, message)
        .label("no such warning here")
        .help("remove it, so that the warning shows when it is needed")
        .remedy([Remedy::remove(suppression.at, Applicability::Proposed)])
}

/// False for warnings about something that the site doesn't have, such as a schedule: what is allowed waits for it.
fn can_arise(lint: Lint, content: &Content) -> bool {
    let has_section = |kinds: &[&str]| {
        let mut sections = content.pages.iter().flat_map(|page| page.table.tables("section"));
        sections.any(|section| kinds.contains(&&*section.schema.name))
    };
    let has_schedule = content.schedule.file.is_some();
    match lint {
        Lint::OutsideOpeningHours | Lint::ClosedDay => {
            let mut branches = content.branches.values();
            let states_hours =
                !content.gym.value.hours.is_empty() || branches.any(|branch| !branch.value.hours.is_empty());
            has_schedule && states_hours
        }
        Lint::ClassNeverScheduled
        | Lint::SlotNotScheduled
        | Lint::TrainerNotScheduled
        | Lint::RowsOutOfOrder
        | Lint::OddDuration
        | Lint::TrainerDoubleBooked => has_schedule,
        Lint::BranchNotNamed => has_schedule && content.branches.len() > 1,
        Lint::ClassNotListed => has_section(&["classes"]),
        Lint::PlanNotListed => has_section(&["prices"]),
        Lint::TrainerNotListed => has_section(&["people"]),
        Lint::NoContactEndpoint => has_section(&["contact"]),
        Lint::NoAccounts => has_section(&["sign-in", "sign-up"]),
        Lint::BandHole => content.bmi.file.is_some(),
        Lint::StatedCount
        | Lint::EntryNotShown
        | Lint::NoPlace
        | Lint::DuplicateTitle
        | Lint::TwoFeatured
        | Lint::OddPrice
        | Lint::PastClosure
        | Lint::PastChange
        | Lint::LongHours
        | Lint::FarDate
        | Lint::GarbledText
        | Lint::MapElsewhere
        | Lint::WrongNetwork
        | Lint::EmptyPage
        | Lint::MarkupInText
        | Lint::LowContrast
        | Lint::LongMenu
        | Lint::UnknownUnit
        | Lint::SmallPicture
        | Lint::NoBaseUrl
        | Lint::MissingWords
        | Lint::HeavyPage
        | Lint::HeavyPicture
        | Lint::Renamed
        | Lint::Placeholder
        | Lint::UnusedAllow => true,
    }
}

/// The files that decide about a warning, but for the one that it's in.
fn deciding(lint: Lint, content: &Content) -> Vec<FileId> {
    match lint {
        Lint::OutsideOpeningHours | Lint::ClosedDay => {
            let branches = content.branches.values().map(|branch| branch.file);
            content.gym.file.into_iter().chain(branches).collect()
        }
        Lint::ClassNeverScheduled | Lint::SlotNotScheduled | Lint::TrainerNotScheduled => {
            content.schedule.file.into_iter().collect()
        }
        Lint::ClassNotListed | Lint::PlanNotListed | Lint::TrainerNotListed => {
            content.pages.iter().map(|page| page.file).collect()
        }
        Lint::TwoFeatured | Lint::OddPrice => content.entries("plans").iter().map(|plan| plan.file).collect(),
        Lint::StatedCount => content.entries("posts").iter().map(|post| post.file).collect(),
        Lint::DuplicateTitle => {
            content.collections.values().flat_map(|all| all.iter()).map(|entry| entry.file).collect()
        }
        Lint::BandHole
        | Lint::BranchNotNamed
        | Lint::NoPlace
        | Lint::EntryNotShown
        | Lint::RowsOutOfOrder
        | Lint::OddDuration
        | Lint::TrainerDoubleBooked
        | Lint::NoBaseUrl
        | Lint::MissingWords
        | Lint::NoContactEndpoint
        | Lint::NoAccounts
        | Lint::PastClosure
        | Lint::PastChange
        | Lint::LongHours
        | Lint::FarDate
        | Lint::GarbledText
        | Lint::MapElsewhere
        | Lint::WrongNetwork
        | Lint::EmptyPage
        | Lint::MarkupInText
        | Lint::LowContrast
        | Lint::LongMenu
        | Lint::UnknownUnit
        | Lint::SmallPicture
        | Lint::HeavyPage
        | Lint::HeavyPicture
        | Lint::Renamed
        | Lint::Placeholder
        | Lint::UnusedAllow => Vec::new(),
    }
}
