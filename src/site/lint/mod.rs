//! Warnings: what is allowed, but probably not intended.

mod dates;
mod entries;
mod schedule;
mod site;

use std::collections::BTreeSet;

use super::{EntryIndex, Site};
use crate::{
    content::Content,
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, code, diagnostic},
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

/// Where each lint of [`code::LINTS`] is found.
const STAGES: [(Code, Stage); 29] = [
    (code::OUTSIDE_OPENING_HOURS, Stage::Site(schedule::conflicts)),
    (code::CLOSED_DAY, Stage::Site(schedule::conflicts)),
    (code::TRAINER_DOUBLE_BOOKED, Stage::Site(schedule::conflicts)),
    (code::ROOM_DOUBLE_BOOKED, Stage::Site(schedule::conflicts)),
    (code::BRANCH_NOT_NAMED, Stage::Site(schedule::without_branch)),
    (code::CLASS_NEVER_SCHEDULED, Stage::Site(schedule::never_scheduled)),
    (code::CLASS_NOT_LISTED, Stage::Site(entries::not_listed)),
    (code::PLAN_NOT_LISTED, Stage::Site(entries::not_listed)),
    (code::TRAINER_NOT_LISTED, Stage::Site(entries::not_listed)),
    (code::MOVED_SLOT, Stage::Site(entries::moved_slots)),
    (code::SEVERAL_FEATURED, Stage::Site(entries::several_featured)),
    (code::NO_BASE_URL, Stage::Site(site::no_base_url)),
    (code::NO_CONTACT_ENDPOINT, Stage::Site(site::no_endpoint)),
    (code::NO_ACCOUNTS, Stage::Site(site::no_accounts)),
    (code::DUPLICATE_TITLE, Stage::Site(entries::same_titles)),
    (code::PAST_CLOSURE, Stage::Site(dates::past_closures)),
    (code::PAST_CHANGE, Stage::Site(schedule::past)),
    (code::FAR_DATE, Stage::Site(dates::far_dates)),
    (code::ODD_DURATION, Stage::Site(schedule::odd_duration)),
    (code::EMPTY_PAGE, Stage::Site(site::empty_pages)),
    (code::PLACEHOLDER, Stage::Site(site::placeholders)),
    (code::MISSING_WORDS, Stage::File),
    (code::GARBLED_TEXT, Stage::File),
    (code::MARKUP_IN_TEXT, Stage::File),
    (code::UNUSED_ALLOW, Stage::File),
    (code::LOW_CONTRAST, Stage::Output),
    (code::SMALL_PICTURE, Stage::Output),
    (code::CARD_LETTERS, Stage::Output),
    (code::UNUSED_FONT, Stage::Output),
];

fn stage(lint: Code) -> Option<Stage> {
    let (_, stage) = STAGES.iter().find(|(code, _)| *code == lint)?;
    Some(*stage)
}

/// Looks for everything that deserves a warning. What mistakes made unreadable deserves none.
pub(super) fn check(content: &Content, index: &EntryIndex, site: &Site, diagnostics: &mut Diagnostics) {
    let context = Context { content, index, site };
    let mut warnings = Vec::new();
    let mut checked: Vec<Check> = Vec::new();
    for lint in code::LINTS {
        // One function may find several lints.
        if let Some(Stage::Site(check)) = stage(*lint)
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

/// Each `allow` that only the rendered site can need.
pub(super) fn output_allows(content: &Content) -> Vec<Allow> {
    content.allows.iter().filter(|allow| is_of_output(allow)).copied().collect()
}

fn is_of_output(allow: &Allow) -> bool {
    matches!(allow.lint.and_then(stage), Some(Stage::Output))
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
        code::LINTS.contains(&warning.code) && allow.covers(warning.code, warning.primary.span)
    };
    let allowed = diagnostics.take(|warning| allows.iter().any(|allow| covers(allow, warning)));
    allowed.into_iter().for_each(|warning| diagnostics.allow(warning));
    let is_used = |allow: &Allow| diagnostics.allowed().iter().any(|warning| covers(allow, warning));
    let unused = allows.iter().filter(|allow| !is_used(allow) && is_judged(allow, diagnostics));
    let unused: Vec<Diagnostic> = unused.filter_map(|allow| unneeded(allow, sources)).collect();
    diagnostics.extend(unused);
}

/// Lints about a part that a site may not have yet, such as accounts: what is allowed waits for it.
const WAITING: [Code; 3] = [code::NO_ACCOUNTS, code::NO_CONTACT_ENDPOINT, code::CLASS_NEVER_SCHEDULED];

/// That nothing needs an `allow`.
fn unneeded(allow: &Allow, sources: &Sources) -> Option<Diagnostic> {
    let lint = allow.lint.filter(|lint| !WAITING.contains(lint))?;
    Some(diagnostic!(code::UNUSED_ALLOW, allow.at,
        "\"{}\" is allowed here, but there is no such warning", lint.name();
        label: "not needed";
        help: "remove it, so that the warning shows when it is needed";
        fix: sources.document(allow.at.file).remove(allow.at)))
}

/// Files whose names can't be ids. Nothing can refer to such an entry, so that it is nowhere: that is no mistake of its own.
struct MisnamedFiles(BTreeSet<FileId>);

impl MisnamedFiles {
    fn among(diagnostics: &Diagnostics) -> Self {
        let names = diagnostics.iter().filter(|diagnostic| diagnostic.code == code::BAD_FILE_NAME);
        Self(names.map(|diagnostic| diagnostic.primary.span.file).collect())
    }

    fn explains(&self, warning: &Diagnostic) -> bool {
        const CONSEQUENCES: [Code; 5] = [
            code::CLASS_NEVER_SCHEDULED,
            code::CLASS_NOT_LISTED,
            code::PLAN_NOT_LISTED,
            code::TRAINER_NOT_LISTED,
            code::DUPLICATE_TITLE,
        ];
        let is_consequence = CONSEQUENCES.iter().any(|lint| warning.code == *lint);
        let mut labels = std::iter::once(&warning.primary).chain(&warning.related);
        is_consequence && labels.any(|label| self.0.contains(&label.span.file))
    }
}
