//! Warnings that content can allow: for things that may be intended, but probably aren't. Most have a file here, with
//! the code, its words and the function; lints found elsewhere have their words in `diagnostic::code`.

mod branch_not_named;
mod class_never_scheduled;
mod class_not_listed;
mod closed_day;
mod duplicate_title;
mod empty_page;
mod empty_season;
mod endless_notice;
mod far_date;
mod form_not_listed;
mod held_class;
mod idle_closure;
mod large_film;
mod listed;
mod missing_alt_in_folder;
mod moved_slot;
mod no_accounts;
mod no_answer;
mod no_base_url;
mod no_captions;
mod no_contact_endpoint;
mod not_shown;
mod nothing_chosen;
mod odd_album;
mod odd_course;
mod odd_duration;
mod odd_menu;
mod odd_price;
mod optional_consent;
mod outside_opening_hours;
mod past_change;
mod past_closure;
mod past_notice;
mod past_season;
mod personal_number;
mod placeholder;
mod plan_not_listed;
mod room_double_booked;
mod season_gap;
mod sections_alike;
mod several_featured;
mod text_without_button;
mod trainer_double_booked;
mod trainer_not_listed;

use std::{collections::BTreeSet, sync::OnceLock};

use rayon::prelude::*;

use self::held_class::HeldClass;
use crate::{
    content::Content,
    diagnostic::{Code, CodeRow, Diagnostic, Diagnostics, FileId, Span, code, line_at, report},
    schema::decode::Allow,
    site::{EntryIndex, Site},
    source::Sources,
};

/// All lints, in the order in which documentation lists them.
static LINTS: &[Lint] = &[
    outside_opening_hours::LINT,
    closed_day::LINT,
    trainer_double_booked::LINT,
    room_double_booked::LINT,
    branch_not_named::LINT,
    class_never_scheduled::LINT,
    class_not_listed::LINT,
    no_base_url::LINT,
    Lint::in_file(code::MISSING_WORDS),
    no_contact_endpoint::LINT,
    no_answer::LINT,
    optional_consent::LINT,
    form_not_listed::LINT,
    no_accounts::LINT,
    duplicate_title::LINT,
    plan_not_listed::LINT,
    moved_slot::LINT,
    sections_alike::LINT,
    several_featured::LINT,
    text_without_button::LINT,
    trainer_not_listed::LINT,
    past_closure::LINT,
    idle_closure::LINT,
    past_change::LINT,
    past_notice::LINT,
    endless_notice::LINT,
    past_season::LINT,
    season_gap::LINT,
    empty_season::LINT,
    far_date::LINT,
    Lint::in_file(code::GARBLED_TEXT),
    odd_duration::LINT,
    odd_course::LINT,
    odd_price::LINT,
    odd_menu::LINT,
    not_shown::LINT,
    personal_number::LINT,
    odd_album::LINT,
    missing_alt_in_folder::LINT,
    no_captions::LINT,
    large_film::LINT,
    empty_page::LINT,
    nothing_chosen::LINT,
    Lint::in_file(code::MARKUP_IN_TEXT),
    Lint::in_file(code::MISSING_TRANSLATION),
    Lint::in_file(code::OUTDATED_TRANSLATION),
    Lint::in_file(code::LEFTOVER_TRANSLATION),
    Lint::in_file(code::LOST_PLACEHOLDER),
    Lint::in_file(code::HEADINGS_DIFFER),
    Lint::in_file(code::LINK_LEAVES_LANGUAGE),
    Lint::in_file(code::LANGUAGE_NOT_PUBLISHED),
    Lint::in_output(code::LOW_CONTRAST),
    Lint::in_output(code::SMALL_PICTURE),
    Lint::in_output(code::HOST_LIMIT),
    Lint::in_output(code::CARD_LETTERS),
    Lint::in_output(code::UNUSED_FONT),
    placeholder::LINT,
    Lint::in_file(code::UNUSED_ALLOW),
];

/// The imports of the files of lints.
mod prelude {
    pub use super::{Lint, LintedSite};
    pub use crate::diagnostic::{CodeRow, Diagnostic, Example, Severity, Span, diagnostic, report};
}

/// A warning that content can allow by its name.
#[derive(Clone, Copy)]
pub struct Lint {
    code: Code,
    found: Found,
    /// True if it concerns a part that a site may add later, such as accounts: until then, an `allow` isn't reported as
    /// unused.
    is_allowed_ahead: bool,
    /// True if a file whose name can't be an id may cause it: nothing can refer to such an entry, which seems to be
    /// missing then.
    follows_bad_name: bool,
    /// True if a mistake in a page may cause it: what the page shows seems to be on none then.
    follows_pages: bool,
}

/// The place in the program where a lint is found.
#[derive(Clone, Copy)]
enum Found {
    /// In a single file, when it is decoded.
    File,
    /// Across the files of content, by this function.
    Site(FindLints),
    /// In the output: before it is built, nobody knows if an `allow` is needed.
    Output,
}

type FindLints = fn(&LintedSite<'_>, &mut Vec<Diagnostic>);

impl Lint {
    const fn new(code: Code, found: Found) -> Self {
        Self { code, found, is_allowed_ahead: false, follows_bad_name: false, follows_pages: false }
    }

    const fn in_file(code: Code) -> Self {
        Self::new(code, Found::File)
    }

    const fn in_site(check: FindLints, row: &'static CodeRow) -> Self {
        Self::new(Code(row), Found::Site(check))
    }

    const fn in_output(code: Code) -> Self {
        Self::new(code, Found::Output)
    }

    /// The warnings across the files of content.
    fn warnings(&self, site: &LintedSite<'_>) -> Vec<Diagnostic> {
        let mut warnings = Vec::new();
        if let Found::Site(check) = self.found {
            check(site, &mut warnings);
        }
        warnings
    }

    const fn allowed_ahead(self) -> Self {
        Self { is_allowed_ahead: true, ..self }
    }

    const fn follows_bad_name(self) -> Self {
        Self { follows_bad_name: true, ..self }
    }

    const fn follows_pages(self) -> Self {
        Self { follows_pages: true, ..self }
    }
}

/// The codes of all lints.
pub fn codes() -> Vec<Code> {
    LINTS.iter().map(|lint| lint.code).collect()
}

/// The codes of all mistakes; those of lints come last.
pub fn all_codes() -> Vec<Code> {
    [code::ALL, &codes()].concat()
}

/// Returns `None` for a code that content can't allow.
fn find(code: Code) -> Option<&'static Lint> {
    LINTS.iter().find(|lint| lint.code == code)
}

/// A site, with the content that it was made from.
pub struct LintedSite<'s> {
    content: &'s Content,
    index: &'s EntryIndex,
    site: &'s Site,
    held_classes: OnceLock<Vec<HeldClass<'s>>>,
}

impl<'s> LintedSite<'s> {
    /// The classes as they are held, in the order of the calendar.
    fn held_classes(&self) -> &[HeldClass<'s>] {
        self.held_classes.get_or_init(|| held_class::held_classes(self.content, self.site))
    }
}

/// Finds everything that deserves a warning, except values that mistakes made unreadable.
pub fn check(content: &Content, index: &EntryIndex, site: &Site, diagnostics: &mut Diagnostics) {
    let linted = LintedSite { content, index, site, held_classes: OnceLock::new() };
    let has_wrong_page = content.pages.iter().any(|page| diagnostics.has_errors_in(page.file));
    let lints = LINTS.par_iter().filter(|lint| !(lint.follows_pages && has_wrong_page));
    let warnings: Vec<Diagnostic> = lints.flat_map_iter(|lint| lint.warnings(&linted)).collect();
    let misnamed = MisnamedFiles::among(diagnostics);
    diagnostics.extend(warnings.into_iter().filter(|warning| !misnamed.explains(warning)));
    set_apart(&content.allows, diagnostics);
    // With errors, parts of the content aren't read that may need an `allow`. The output is looked at later.
    if !diagnostics.has_errors() {
        for allow in content.allows.iter().filter(|allow| !is_of_output(allow)) {
            check_needed(allow, &content.project.sources, diagnostics);
        }
    }
}

/// True if a value and its key share their lines with no other value: what a correction puts around them breaks nothing.
fn has_own_lines(text: &str, value: Span) -> bool {
    let start = value.range().start;
    text.get(line_at(text, start).start..start).is_some_and(|before| !before.contains('{'))
}

/// True if only the output can need it.
fn is_of_output(allow: &Allow) -> bool {
    allow.lint.and_then(find).is_some_and(|lint| matches!(lint.found, Found::Output))
}

/// Adds the warnings of the output, sets apart those that content allows, and reports each `allow` that isn't needed.
pub fn report(content: &Content, warnings: Diagnostics, diagnostics: &mut Diagnostics) {
    let misnamed = MisnamedFiles::among(diagnostics);
    diagnostics.extend(warnings.into_iter().filter(|warning| !misnamed.explains(warning)));
    let allows: Vec<Allow> = content.allows.iter().filter(|allow| is_of_output(allow)).copied().collect();
    set_apart(&allows, diagnostics);
    for allow in allows {
        if !diagnostics.has_errors_in(allow.at.file) {
            check_needed(&allow, &content.project.sources, diagnostics);
        }
    }
}

/// The warnings that content doesn't allow, of those that are found while pages are rendered.
pub fn not_allowed<'w>(
    content: &'w Content,
    warnings: &'w Diagnostics,
) -> impl Iterator<Item = Diagnostic> + 'w {
    let all = warnings.iter();
    all.filter(move |warning| !content.allows.iter().any(|allow| covers(allow, warning))).cloned()
}

/// Sets apart the warnings that content allows.
fn set_apart(allows: &[Allow], diagnostics: &mut Diagnostics) {
    for warning in diagnostics.take(|warning| allows.iter().any(|allow| covers(allow, warning))) {
        diagnostics.allow(warning);
    }
}

fn covers(allow: &Allow, warning: &Diagnostic) -> bool {
    find(warning.code).is_some() && allow.covers(warning.code, warning.primary.span)
}

/// Reports an `allow` that nothing needs.
fn check_needed(allow: &Allow, sources: &Sources, diagnostics: &mut Diagnostics) {
    let Some(lint) = allow.lint.and_then(find) else { return };
    if lint.is_allowed_ahead || diagnostics.allowed().iter().any(|warning| covers(allow, warning)) {
        return;
    }
    report!(diagnostics, code::UNUSED_ALLOW, allow.at,
        "\"{}\" is allowed here, but there is no such warning", lint.code.name();
        label: "not needed";
        help: "remove it, so that the warning shows when it is needed";
        fix: sources.document(allow.at.file).remove(allow.at));
}

/// Files whose names can't be ids.
struct MisnamedFiles(BTreeSet<FileId>);

impl MisnamedFiles {
    fn among(diagnostics: &Diagnostics) -> Self {
        let names = diagnostics.iter().filter(|diagnostic| diagnostic.code == code::BAD_FILE_NAME);
        Self(names.map(|diagnostic| diagnostic.primary.span.file).collect())
    }

    /// True if such a name causes the warning, which is no mistake of its own then.
    fn explains(&self, warning: &Diagnostic) -> bool {
        let mut labels = std::iter::once(&warning.primary).chain(&warning.related);
        find(warning.code).is_some_and(|lint| lint.follows_bad_name)
            && labels.any(|label| self.0.contains(&label.span.file))
    }
}
