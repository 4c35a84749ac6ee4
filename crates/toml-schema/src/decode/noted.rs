//! Notes of a file besides its values: warnings that it allows, and references to what is elsewhere. References
//! are checked in one place once all files are decoded, so that no type has to check its own.

use std::sync::Arc;

use super::{Item, Report, value::FileName};
use crate::diagnostic::{Code, Span, code, diagnostic};

/// One name of a list `allow = ["lint-name"]`, as attributes of rustc allow warnings, and the part of the file for which it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allow {
    /// The warning; `None` if its name can't be read, so that it may be any.
    pub lint: Option<Code>,
    /// The place of the name.
    pub at: Span,
    /// The table in which the list stands, or the whole file.
    pub scope: Span,
}

impl Allow {
    /// True if `span` lies where this allows its warning.
    pub fn covers(&self, lint: Code, span: Span) -> bool {
        self.lint.is_none_or(|allowed| allowed == lint) && self.scope.holds(span)
    }
}

/// The lint of this name; a name that no lint has is reported.
pub fn lint_named(item: &Item<'_>, report: &mut Report<'_>) -> Option<Code> {
    let written = item.as_text("the name of a warning in quotes", report)?;
    let found = report.options.application.lints().iter().copied().find(|lint| lint.name() == written);
    if found.is_none() {
        let names: Vec<&str> = report.options.application.lints().iter().map(|lint| lint.name()).collect();
        report.push(
            diagnostic!(code::UNKNOWN_WORD, item.span, "no warning is named \"{written}\"";
                expected: "one of {}", names.join(", "))
            .did_you_mean(report, written, names.iter().copied()),
        );
    }
    found
}

/// Something that has to exist elsewhere.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Reference {
    /// An entry with this id.
    Entry {
        /// The name of its collection.
        collection: Arc<str>,
        /// The id.
        id: Arc<str>,
    },
    /// A file that the application looks up.
    File(FileName),
    /// Whatever is at a path, such as `/contact/`.
    Path(Arc<str>),
    /// A link to what the application knows by a word: `whatsapp:`, `form:trial`.
    Link {
        /// As it is written, but for `%20` and the like in Markdown.
        address: Arc<str>,
        /// True for one within a text in Markdown, where any other address of its form may stand.
        in_text: bool,
    },
    /// A value in the place of one that a comment marks as a placeholder.
    Placeholder,
    /// A default of which the application wants to know that it is used, by its name.
    Default(Arc<str>),
}
