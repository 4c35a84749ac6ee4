#![doc = include_str!("../README.md")]
#![cfg_attr(
    not(test),
    warn(
        missing_docs,
        clippy::cast_lossless,
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        clippy::cast_precision_loss,
        clippy::cast_sign_loss,
        clippy::indexing_slicing,
        clippy::string_slice
    )
)]

mod code;
mod edit;
mod lines;
mod macros;
pub mod render;
mod span;
mod suggest;

pub use code::{Code, CodeRow, Example};
pub use edit::{Applicability, Edit, Fix, NewFile, renamed, shortened, splice};
pub use lines::{LineIndex, Unit};
pub use span::{FileId, Files, Position, Span, line_at, line_start, next_line};
pub use suggest::{is_slip, nearest, same_beginning, suggest};

/// The severity of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The files can't be used as they are.
    Error,
    /// The files can be used, but somebody should look at them first.
    Warning,
    /// Information only; there is nothing to do.
    Note,
}

impl Severity {
    /// `error`, `warning` or `note`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// A place with what to say there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// The text beside the underline; empty if the headline is enough.
    pub message: String,
}

/// One mistake: what, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity of the code, unless it was changed.
    pub severity: Severity,
    /// The kind of mistake, by which scripts know it.
    pub code: Code,
    /// The headline: one line that can be understood without the others.
    pub message: String,
    /// The place of the mistake.
    pub primary: Label,
    /// Further places with the same mistake.
    pub alike: Vec<Span>,
    /// Other places that matter, such as the first of two definitions.
    pub related: Vec<Label>,
    /// The expected value, which the advice ends with.
    expected: Option<String>,
    /// The help.
    pub help: Option<String>,
    /// The corrections: several if there is a choice, the likeliest first.
    pub fixes: Vec<Fix>,
    /// True if it says no more than that something isn't written yet, as an empty field of a form does.
    pub is_unwritten: bool,
}

impl Diagnostic {
    /// A mistake at `span`, as severe as its code says.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        let mut message = message.into();
        if message.contains(char::is_control) {
            // A headline may quote a file, and must stay one line.
            message = edit::in_one_line(&message);
        }
        Self {
            severity: code.severity(),
            code,
            message,
            primary: Label { span, message: String::new() },
            alike: Vec::new(),
            related: Vec::new(),
            expected: None,
            help: None,
            fixes: Vec::new(),
            is_unwritten: false,
        }
    }

    /// Adds a text under the underlined place.
    #[must_use]
    pub fn label(mut self, message: impl Into<String>) -> Self {
        self.primary.message = message.into();
        self
    }

    /// Adds another place that matters. It is left out if it is nowhere.
    #[must_use]
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        if span.is_somewhere() {
            self.related.push(Label { span, message: message.into() });
        }
        self
    }

    /// Adds a place with the same mistake. It is left out if it is nowhere.
    #[must_use]
    pub fn alike(mut self, span: Span) -> Self {
        if span.is_somewhere() {
            self.alike.push(span);
        }
        self
    }

    /// Adds further places with the same mistake. A correction of one place corrects these as well.
    #[must_use]
    pub fn also_at(mut self, others: &[Span], files: &dyn Files) -> Self {
        let others: Vec<Span> = others.iter().copied().filter(|other| other.is_somewhere()).collect();
        for fix in &mut self.fixes {
            let [edit] = fix.edits.as_slice() else { continue };
            let old = files.text(edit.span.file).get(edit.span.range()).unwrap_or_default();
            let edits = others.iter().filter_map(|other| Edit::rename(*other, old, &edit.replacement, files));
            let edits = fix.edits.iter().cloned().chain(edits).collect();
            if let Some(everywhere) = Fix::new(edits, fix.applicability) {
                *fix = everywhere;
            }
        }
        self.alike.extend(others);
        self
    }

    /// Adds the expected value, with an example.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    /// Adds help, if there is something to say; without any, the first fix is described.
    #[must_use]
    pub fn help(mut self, help: impl Help) -> Self {
        self.help = help.text().or(self.help);
        self
    }

    /// Adds a correction, less likely than those before it; `None` is no correction.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fixes.extend(fix.into());
        self
    }

    /// Marks it as one that says no more than that something isn't written yet.
    #[must_use]
    pub fn unwritten(mut self) -> Self {
        self.is_unwritten = true;
        self
    }

    /// Adds a correction that writes `new` in the place of `old` in each of its places.
    #[must_use]
    pub fn rename(self, files: &dyn Files, old: &str, new: &str, applicability: Applicability) -> Self {
        let places = self.places().filter(|place| place.is_somewhere());
        let edits = places.filter_map(|place| Edit::rename(place, old, new, files));
        let fix = Fix::new(edits.collect(), applicability);
        self.fix(fix)
    }

    /// Adds the name that `raw` was probably intended to be, if one of `names` is near: to its help, and as a correction.
    #[must_use]
    pub fn did_you_mean<'n>(
        self,
        files: &dyn Files,
        raw: &str,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        match suggest(raw, names) {
            Some((near, applicability)) => {
                self.help(format!("did you mean \"{near}\"?")).rename(files, raw, near, applicability)
            }
            None => self,
        }
    }

    /// Every place of the mistake.
    pub fn places(&self) -> impl Iterator<Item = Span> {
        std::iter::once(self.primary.span).chain(self.alike.iter().copied())
    }

    /// The help, or else a description of the first fix, and the expected value.
    pub fn advice(&self, files: &dyn Files) -> Option<String> {
        let help = self.help.clone().or_else(|| Some(self.fixes.first()?.describe(files)));
        match (help, &self.expected) {
            (Some(help), Some(expected)) => Some(format!("{help} (expected {expected})")),
            (None, Some(expected)) => Some(format!("expected {expected}")),
            (help, None) => help,
        }
    }
}

/// An argument of [`Diagnostic::help`]: a text, or an `Option` of one.
pub trait Help {
    /// Returns `None` if there is nothing to say.
    fn text(self) -> Option<String>;
}

impl Help for &str {
    fn text(self) -> Option<String> {
        Some(self.to_owned())
    }
}

impl Help for String {
    fn text(self) -> Option<String> {
        Some(self)
    }
}

impl<S: Into<String>> Help for Option<S> {
    fn text(self) -> Option<String> {
        self.map(Into::into)
    }
}

/// The mistakes of a run, and the warnings that are allowed where they are.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    list: Vec<Diagnostic>,
    allowed: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds one, unless it is nowhere: then it is about a fallback, in whose place a mistake was reported.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.primary.span.is_somewhere() {
            self.list.push(diagnostic);
        }
    }

    /// Adds a warning that is allowed where it is: counted, not shown.
    pub fn allow(&mut self, diagnostic: Diagnostic) {
        if diagnostic.primary.span.is_somewhere() {
            self.allowed.push(diagnostic);
        }
    }

    /// Adds all of `other`.
    pub fn append(&mut self, other: Self) {
        self.list.extend(other.list);
        self.allowed.extend(other.allowed);
    }

    /// Keeps those for which `is_wanted` is true, and all that are allowed.
    pub fn retain(&mut self, is_wanted: impl FnMut(&Diagnostic) -> bool) {
        self.list.retain(is_wanted);
    }

    /// Takes out those for which `is_wanted` is true, but none that is allowed.
    pub fn take(&mut self, is_wanted: impl Fn(&Diagnostic) -> bool) -> Self {
        let (list, rest) = std::mem::take(&mut self.list).into_iter().partition(is_wanted);
        self.list = rest;
        Self { list, allowed: Vec::new() }
    }

    /// True if there is an error.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// True if there is an error in this file.
    pub fn has_errors_in(&self, file: FileId) -> bool {
        let mut errors = self.list.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        errors.any(|diagnostic| diagnostic.primary.span.file == file)
    }

    /// The number of diagnostics of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    /// The warnings that are allowed.
    pub fn allowed(&self) -> &[Diagnostic] {
        &self.allowed
    }

    /// True if nothing was found.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// All mistakes that aren't allowed, in the order of [`Diagnostics::sort`] once that was called.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// Orders by file, place and code, and drops duplicates: the same files give the same report, in whatever order threads
    /// found the mistakes.
    pub fn sort(&mut self, files: &dyn Files) {
        for list in [&mut self.list, &mut self.allowed] {
            list.sort_by(|a, b| {
                let [a_at, b_at] = [a, b].map(|diagnostic| diagnostic.primary.span);
                let paths = files.path(a_at.file).cmp(files.path(b_at.file));
                paths
                    .then_with(|| (a_at.start, a_at.end).cmp(&(b_at.start, b_at.end)))
                    .then_with(|| a.code.name().cmp(b.code.name()))
                    .then_with(|| a.message.cmp(&b.message))
            });
            list.dedup();
        }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { list: vec![diagnostic], allowed: Vec::new() }
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        iter.into_iter().for_each(|diagnostic| self.push(diagnostic));
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = std::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter()
    }
}
