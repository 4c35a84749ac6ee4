//! Diagnostics: what can be wrong with a site, where, and the formats in which it is reported.

mod code;
pub mod fix;
pub mod format;
mod nearest;
mod odd;
mod remedy;
mod shell;
mod span;

pub use code::{Code, Lint};
pub use fix::{Applicability, Edit, Fix};
pub use format::Format;
use gympress_derive::Named;
pub use nearest::{Names, did_you_mean, near, nearest, nearest_path};
pub use odd::{clean, is_blank, is_odd, latin, odd};
pub use remedy::Remedy;
use serde::{Deserialize, Serialize};
pub use shell::shell_argument;
pub use span::{FileId, Files, Position, Span, line_start, line_start_before};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Named)]
pub enum Severity {
    /// The site can't be published like this.
    Error,
    /// The site can be published, but should be reviewed.
    Warning,
    /// Information only; there is nothing to do.
    Note,
}

/// A place with what to say there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// What to say there; may be empty where the headline says it all.
    pub message: String,
}

/// One mistake: what, where, what was expected, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// The kind of mistake, stable across versions.
    pub code: Code,
    /// One line which stands alone.
    pub message: String,
    /// Where it is.
    pub primary: Label,
    /// Other places that matter, such as the first of two definitions.
    pub related: Vec<Label>,
    /// What would have been right, with an example.
    pub expected: Option<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// What to write where instead: several if there is a choice, the likeliest first.
    pub fixes: Vec<Fix>,
    /// How else to correct it: what becomes a fix once the file's text is at hand.
    #[serde(skip)]
    pub remedies: Vec<Remedy>,
    /// Further places with the same mistake, which the remedies are for as well; each is among the related ones.
    #[serde(skip)]
    pub alike: Vec<Span>,
}

impl Diagnostic {
    /// An error or warning, as `code` says, at `span`.
    pub fn new(code: impl Into<Code>, span: Span, message: impl Into<String>) -> Self {
        let code = code.into();
        let mut message = message.into();
        if message.contains(char::is_control) {
            // A headline may quote content, and must stay one line.
            message = message.split(char::is_control).map(str::trim).collect::<Vec<_>>().join(" ");
        }
        Self {
            severity: code.severity(),
            code,
            message,
            primary: Label { span, message: String::new() },
            related: Vec::new(),
            expected: None,
            help: None,
            fixes: Vec::new(),
            remedies: Vec::new(),
            alike: Vec::new(),
        }
    }

    /// What to say under the underlined text.
    #[must_use]
    pub fn label(mut self, message: impl Into<String>) -> Self {
        self.primary.message = message.into();
        self
    }

    /// A second place that matters.
    #[must_use]
    pub fn related(mut self, span: Span, message: impl Into<String>) -> Self {
        self.related.push(Label { span, message: message.into() });
        self
    }

    /// One more place with the same mistake.
    #[must_use]
    pub fn alike(mut self, span: Span) -> Self {
        self.alike.push(span);
        self.related(span, "and here")
    }

    /// Every place of the mistake.
    pub fn places(&self) -> impl Iterator<Item = Span> {
        std::iter::once(self.primary.span).chain(self.alike.iter().copied())
    }

    /// All that is underlined, the primary label first.
    fn labels(&self) -> impl Iterator<Item = &Label> {
        std::iter::once(&self.primary).chain(&self.related)
    }

    /// What would have been right, with an example.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = Some(expected.into());
        self
    }

    /// What to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// `help`, where there is one.
    #[must_use]
    pub fn maybe_help(mut self, help: Option<String>) -> Self {
        self.help = help.or(self.help);
        self
    }

    /// One more correction, less likely than those before it; nothing is no correction.
    #[must_use]
    pub fn fix(mut self, fix: impl Into<Option<Fix>>) -> Self {
        self.fixes.extend(fix.into());
        self
    }

    /// How else to correct it, for those who have the text.
    #[must_use]
    pub fn remedy(mut self, remedies: impl IntoIterator<Item = Remedy>) -> Self {
        self.remedies.extend(remedies);
        self
    }

    fn is_somewhere(&self) -> bool {
        self.labels().all(|label| label.span.is_somewhere())
    }

    /// What to do and what was expected in one text, for formats with a single field for both.
    pub fn advice(&self) -> Option<String> {
        match (&self.help, &self.expected) {
            (Some(help), Some(expected)) => Some(format!("{help} (expected {expected})")),
            (Some(help), None) => Some(help.clone()),
            (None, Some(expected)) => Some(format!("expected {expected}")),
            (None, None) => None,
        }
    }
}

/// Everything found so far; passed down the pipeline and only ever added to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
    allowed: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Adds one, unless it is about the fallback of a value that was reported.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_somewhere() {
            self.found.push(diagnostic);
        }
    }

    /// Adds a warning which the content allows by name at that place: counted, not shown.
    pub fn allow(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_somewhere() {
            self.allowed.push(diagnostic);
        }
    }

    /// Adds all of `other`.
    pub fn append(&mut self, other: Self) {
        self.found.extend(other.found);
        self.allowed.extend(other.allowed);
    }

    /// What of `later` doesn't follow from the errors found so far: links that are written in content, and
    /// that weren't reported. Generated links are broken when their target is.
    pub fn without_cascading(&self, later: Self) -> Self {
        if !self.has_errors() {
            return later;
        }
        // Without a file that all pages need, they lack much that isn't a mistake of theirs.
        let lacks_file = self.found.iter().any(|found| found.code == Code::MissingFile);
        let is_link =
            |d: &Diagnostic| d.code == Code::BrokenLink || d.code == Code::BrokenFragment && !lacks_file;
        let is_reported = |span: Span| {
            let errors = self.found.iter().filter(|found| found.severity == Severity::Error);
            errors
                .flat_map(Diagnostic::places)
                .any(|other| other.file == span.file && other.start <= span.end && span.start <= other.end)
        };
        let written =
            |d: &Diagnostic| d.primary.span.start < d.primary.span.end && !is_reported(d.primary.span);
        let found = later.found.into_iter().filter(|d| is_link(d) && written(d)).collect();
        Self { found, allowed: later.allowed }
    }

    /// What of `later`, which came of rendering, doesn't follow from mistakes in types: templates rely on what types
    /// declare. `is_type` says which files declare one.
    pub fn beyond_types(&self, later: Self, is_type: impl Fn(FileId) -> bool) -> Self {
        // A type without its template says all that others rely on.
        let is_of_type = |found: &Diagnostic| {
            let is_error = found.severity == Severity::Error && found.code != Code::Template;
            found.code == Code::Type || is_error && is_type(found.primary.span.file)
        };
        if !self.found.iter().any(is_of_type) {
            return later;
        }
        let found =
            later.found.into_iter().filter(|d| !matches!(d.code, Code::Template | Code::Island)).collect();
        Self { found, allowed: later.allowed }
    }

    /// Takes out what `is_wanted` says.
    pub fn take(&mut self, is_wanted: impl Fn(&Diagnostic) -> bool) -> Self {
        let (taken, left) = std::mem::take(&mut self.found).into_iter().partition(is_wanted);
        self.found = left;
        Self { found: taken, allowed: Vec::new() }
    }

    /// True if anything found makes the site unfit to publish.
    pub fn has_errors(&self) -> bool {
        self.found.iter().any(|diagnostic| diagnostic.severity == Severity::Error)
    }

    /// True if something in this file makes the site unfit to publish.
    pub fn has_errors_in(&self, file: FileId) -> bool {
        let error = |found: &Diagnostic| found.severity == Severity::Error && found.primary.span.file == file;
        self.found.iter().any(error)
    }

    /// How many of this severity were found.
    pub fn count(&self, severity: Severity) -> usize {
        self.found.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    }

    /// The warnings that the content allows.
    pub fn allowed(&self) -> &[Diagnostic] {
        &self.allowed
    }

    /// True if nothing was found.
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// Iterates over all, to change them, but for their codes and places.
    pub fn for_each_mut(&mut self, change: impl FnMut(&mut Diagnostic)) {
        self.found.iter_mut().for_each(change);
    }

    /// How many have a correction that is certain, and how many have one that is proposed. `is_corrected` says which
    /// files are corrected at all.
    pub fn fixable(&self, is_corrected: impl Fn(FileId) -> bool) -> (usize, usize) {
        let found = self.found.iter().filter(|found| found.places().any(|place| is_corrected(place.file)));
        let first = found.filter_map(|found| found.fixes.first());
        let certain = first.clone().filter(|fix| fix.is_certain()).count();
        (certain, first.count() - certain)
    }

    /// What was found, in the order of [`Diagnostics::sort`] once that was called.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.found.iter()
    }

    /// Orders by file, place and code, and drops what was said twice, so that the same site gives
    /// the same report whatever the order of work was.
    pub fn sort(&mut self, files: &dyn Files) {
        for list in [&mut self.found, &mut self.allowed] {
            list.sort_by(|a, b| {
                let key = |d: &Diagnostic| {
                    (files.path(d.primary.span.file).to_owned(), d.primary.span.start, d.primary.span.end)
                };
                key(a)
                    .cmp(&key(b))
                    .then(a.code.name().cmp(b.code.name()))
                    .then_with(|| a.message.cmp(&b.message))
            });
            list.dedup();
        }
    }
}

impl From<Diagnostic> for Diagnostics {
    fn from(diagnostic: Diagnostic) -> Self {
        Self { found: vec![diagnostic], allowed: Vec::new() }
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<I: IntoIterator<Item = Diagnostic>>(&mut self, iter: I) {
        self.found.extend(iter.into_iter().filter(Diagnostic::is_somewhere));
    }
}
