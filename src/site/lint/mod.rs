//! Warnings: what is allowed, but probably not intended.

mod dates;
mod entries;
mod schedule;
mod site;

use std::collections::BTreeSet;

use super::{EntryIndex, Site};
use crate::{
    content::Content,
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Lint},
    schema::decode::Allow,
    source::Sources,
};

struct Context<'c> {
    content: &'c Content,
    index: &'c EntryIndex,
    site: &'c Site,
}

type Check = fn(&Context<'_>, &mut Vec<Diagnostic>);

/// Where a lint is found.
#[derive(Clone, Copy)]
enum Stage {
    /// In a file by itself, when it is decoded.
    File,
    /// In what files say of each other, by this function.
    Site(Check),
    /// In what is made of content, so that it isn't known before whether an `allow` is needed.
    Output,
}

/// Where each lint is found. Its name, level and words are in its row of [`Lint`].
fn stage(lint: Lint) -> Stage {
    match lint {
        Lint::OutsideOpeningHours | Lint::ClosedDay => Stage::Site(schedule::conflicts),
        Lint::TrainerDoubleBooked | Lint::RoomDoubleBooked => Stage::Site(schedule::conflicts),
        Lint::BranchNotNamed => Stage::Site(schedule::without_branch),
        Lint::ClassNeverScheduled => Stage::Site(schedule::never_scheduled),
        Lint::ClassNotListed | Lint::PlanNotListed | Lint::TrainerNotListed => {
            Stage::Site(entries::not_listed)
        }
        Lint::MovedSlot => Stage::Site(entries::moved_slots),
        Lint::SeveralFeatured => Stage::Site(entries::several_featured),
        Lint::NoBaseUrl => Stage::Site(site::no_base_url),
        Lint::NoContactEndpoint => Stage::Site(site::no_endpoint),
        Lint::NoAccounts => Stage::Site(site::no_accounts),
        Lint::DuplicateTitle => Stage::Site(entries::same_titles),
        Lint::PastClosure => Stage::Site(dates::past_closures),
        Lint::PastChange => Stage::Site(schedule::past),
        Lint::FarDate => Stage::Site(dates::far_dates),
        Lint::OddDuration => Stage::Site(schedule::odd_duration),
        Lint::EmptyPage => Stage::Site(site::empty_pages),
        Lint::Placeholder => Stage::Site(site::placeholders),
        Lint::MissingWords | Lint::GarbledText | Lint::MarkupInText | Lint::UnusedAllow => Stage::File,
        Lint::LowContrast | Lint::SmallPicture | Lint::CardLetters | Lint::UnusedFont => Stage::Output,
    }
}

/// Looks for everything that deserves a warning. What mistakes made unreadable deserves none.
pub(super) fn check(content: &Content, index: &EntryIndex, site: &Site, diagnostics: &mut Diagnostics) {
    let context = Context { content, index, site };
    let mut warnings = Vec::new();
    let mut checked: Vec<Check> = Vec::new();
    for lint in Lint::ALL {
        // One function may find several lints.
        if let Stage::Site(check) = stage(*lint)
            && !checked.iter().any(|other| std::ptr::fn_addr_eq(*other, check))
        {
            check(&context, &mut warnings);
            checked.push(check);
        }
    }
    let misnamed = MisnamedFiles::among(diagnostics);
    diagnostics.extend(warnings.into_iter().filter(|warning| !misnamed.explains(warning)));
    // What is allowed may be needed once mistakes are corrected, or once the site is rendered.
    let is_judged =
        |allow: &Allow, diagnostics: &Diagnostics| !diagnostics.has_errors() && !is_of_output(allow);
    settle(&content.allows, is_judged, &content.sources, diagnostics);
}

/// The warning that is allowed, if its name can be read.
fn allowed(allow: &Allow) -> Option<Lint> {
    Lint::named(allow.lint?.name())
}

/// Each `allow` that only the rendered site can need.
pub(super) fn output_allows(content: &Content) -> Vec<Allow> {
    content.allows.iter().filter(|allow| is_of_output(allow)).copied().collect()
}

fn is_of_output(allow: &Allow) -> bool {
    matches!(allowed(allow).map(stage), Some(Stage::Output))
}

/// Adds the warnings that the rendered site gave, those that content allows apart.
pub(super) fn report(
    allows: &[Allow],
    warnings: Diagnostics,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let misnamed = MisnamedFiles::among(diagnostics);
    diagnostics.extend(warnings.into_iter().filter(|warning| !misnamed.explains(warning)));
    let is_judged = |allow: &Allow, diagnostics: &Diagnostics| !diagnostics.has_errors_in(allow.at.file);
    settle(allows, is_judged, sources, diagnostics);
}

/// Sets apart the warnings that content allows, and reports what it allows without need.
fn settle(
    allows: &[Allow],
    is_judged: impl Fn(&Allow, &Diagnostics) -> bool,
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    let covers = |allow: &Allow, warning: &Diagnostic| {
        Lint::of(warning.code).is_some_and(|lint| allow.covers(lint, warning.primary.span))
    };
    let allowed = diagnostics.take(|warning| allows.iter().any(|allow| covers(allow, warning)));
    allowed.into_iter().for_each(|warning| diagnostics.allow(warning));
    let is_used = |allow: &Allow| diagnostics.allowed().iter().any(|warning| covers(allow, warning));
    let unused = allows.iter().filter(|allow| !is_used(allow) && is_judged(allow, diagnostics));
    let unused: Vec<Diagnostic> = unused.filter_map(|allow| unneeded(allow, sources)).collect();
    diagnostics.extend(unused);
}

/// Lints about a part that a site may not have yet, such as accounts: what is allowed waits for it.
const WAITING: [Lint; 3] = [Lint::NoAccounts, Lint::NoContactEndpoint, Lint::ClassNeverScheduled];

/// That nothing needs an `allow`.
fn unneeded(allow: &Allow, sources: &Sources) -> Option<Diagnostic> {
    let lint = allowed(allow).filter(|lint| !WAITING.contains(lint))?;
    let message = format!("\"{}\" is allowed here, but there is no such warning", lint.name());
    Some(
        Diagnostic::new(Lint::UnusedAllow, allow.at, message)
            .label("not needed")
            .help("remove it, so that the warning shows when it is needed")
            .fix(sources.document(allow.at.file).remove(allow.at)),
    )
}

/// Files whose names can't be ids. Nothing can refer to such an entry, so that it is nowhere: that is no mistake of its own.
struct MisnamedFiles(BTreeSet<FileId>);

impl MisnamedFiles {
    fn among(diagnostics: &Diagnostics) -> Self {
        let names = diagnostics.iter().filter(|diagnostic| diagnostic.code == Code::BadFileName);
        Self(names.map(|diagnostic| diagnostic.primary.span.file).collect())
    }

    fn explains(&self, warning: &Diagnostic) -> bool {
        const CONSEQUENCES: [Lint; 5] = [
            Lint::ClassNeverScheduled,
            Lint::ClassNotListed,
            Lint::PlanNotListed,
            Lint::TrainerNotListed,
            Lint::DuplicateTitle,
        ];
        let is_consequence = CONSEQUENCES.iter().any(|lint| warning.code == *lint);
        let mut labels = std::iter::once(&warning.primary).chain(&warning.related);
        is_consequence && labels.any(|label| self.0.contains(&label.span.file))
    }
}
