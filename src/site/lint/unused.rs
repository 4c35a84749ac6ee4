//! Warnings that are allowed where there are none.

use crate::{
    content::Content,
    decode::Allow,
    diagnostic::{Applicability, Diagnostic, Diagnostics, FileId, Lint, Remedy},
};

/// What to say of an `allow` that no warning used. With a mistake in what decides about the warning
/// there's nothing to say: it may be needed once the mistake is mended.
pub(super) fn warning(allow: &Allow, content: &Content, diagnostics: &Diagnostics) -> Option<Diagnostic> {
    let lint = super::allowed(allow)?;
    let mut deciding = deciding(lint, content)?;
    deciding.push(allow.at.file);
    if deciding.into_iter().any(|file| diagnostics.has_errors_in(file)) {
        return None;
    }
    Some(unneeded(allow, lint))
}

/// That nothing needs an `allow` of `lint`.
pub(super) fn unneeded(allow: &Allow, lint: Lint) -> Diagnostic {
    let message = format!("\"{}\" is allowed here, but nothing here needs it", lint.name());
    Diagnostic::new(Lint::UnusedAllow, allow.at, message)
        .label("no such warning here")
        .help("remove it, so that the warning shows when it is needed")
        .remedy([Remedy::remove(allow.at, Applicability::Proposed)])
}

/// The files that decide about a warning, but for the one that it's in. Returns `None` for warnings about something that
/// the site doesn't have, such as a schedule: what is allowed waits for it.
fn deciding(lint: Lint, content: &Content) -> Option<Vec<FileId>> {
    let has_section = |kind: &str| {
        let mut sections = content.pages.iter().flat_map(|page| page.table.tables("section"));
        sections.any(|section| *section.schema.name == *kind)
    };
    let schedule = content.schedule.file;
    let pages = || content.pages.iter().map(|page| page.file).collect();
    let entries = |collection: &str| content.entries(collection).iter().map(|entry| entry.file).collect();
    match lint {
        Lint::OutsideOpeningHours | Lint::ClosedDay => {
            let branches = || content.branches.values();
            let states_hours = !content.gym.value.hours.is_empty()
                || branches().any(|branch| !branch.value.hours.is_empty());
            let files = content.gym.file.into_iter().chain(branches().map(|branch| branch.file));
            (schedule.is_some() && states_hours).then(|| files.collect())
        }
        Lint::ClassNeverScheduled | Lint::SlotNotScheduled | Lint::TrainerNotScheduled => {
            schedule.map(|file| vec![file])
        }
        Lint::RowsOutOfOrder | Lint::OddDuration | Lint::TrainerDoubleBooked => schedule.map(|_| Vec::new()),
        Lint::BranchNotNamed => schedule.filter(|_| content.branches.len() > 1).map(|_| Vec::new()),
        Lint::ClassNotListed => has_section("classes").then(pages),
        Lint::PlanNotListed => has_section("prices").then(pages),
        Lint::TrainerNotListed => has_section("people").then(pages),
        Lint::NoContactEndpoint => has_section("contact").then(Vec::new),
        Lint::NoAccounts => (has_section("sign-in") || has_section("sign-up")).then(Vec::new),
        Lint::BandHole => content.bmi.file.map(|_| Vec::new()),
        Lint::TwoFeatured | Lint::OddPrice => Some(entries("plans")),
        Lint::StatedCount => Some(entries("posts")),
        Lint::DuplicateTitle => {
            Some(content.collections.values().flat_map(|all| all.iter()).map(|entry| entry.file).collect())
        }
        Lint::EntryNotShown
        | Lint::NoPlace
        | Lint::PastClosure
        | Lint::PastChange
        | Lint::LongHours
        | Lint::FarDate
        | Lint::LongEvent
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
        | Lint::MissingForm
        | Lint::HeavyPage
        | Lint::HeavyPicture
        | Lint::UnusedFont
        | Lint::Renamed
        | Lint::Placeholder
        | Lint::UnusedAllow => Some(Vec::new()),
    }
}
