//! The findings in one file while it is decoded.

use std::{cell::OnceCell, fmt::Display, ops::Range, sync::Arc};

use super::{Allow, Reference, TomlDocument, outline::path, recover::Patch};
use crate::{
    diagnostic::{Diagnostic, FileId, Files, Span, code, report, suggest},
    schema::{Kind, MeantHeader, Options, Schema},
};

/// The findings in one file.
#[derive(Debug)]
pub struct Findings {
    /// Its mistakes.
    pub diagnostics: Vec<Diagnostic>,
    /// The warnings that it allows.
    pub allows: Vec<Allow>,
    /// Things that it needs elsewhere, each with the place that names it.
    pub references: Vec<(Reference, Span)>,
}

/// Gathers the mistakes of one file, and what it allows.
#[derive(Debug)]
pub struct Report<'a> {
    /// The file.
    pub file: FileId,
    /// Its text.
    pub text: &'a str,
    /// The same, shared with Markdown, which keeps it; `None` if the values are only tried.
    pub source: Option<Arc<str>>,
    /// The settings for reading it.
    pub options: Options<'a>,
    /// The type of the file, if all of it is TOML.
    pub root: Option<Arc<Schema>>,
    /// Keys that stand below the header of another table, which was reported.
    pub displaced: Vec<Arc<str>>,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) allows: Vec<Allow>,
    pub(super) references: Vec<(Reference, Span)>,
    /// Places that aren't TOML: values that were recovered from them are checked no further.
    pub(super) invalid: Vec<Range<usize>>,
    /// Headers that had to be repaired: the number of their brackets is checked no further.
    pub(super) reshaped: Vec<Range<usize>>,
    /// The origins of the pieces of the decoded text, if it had to be repaired.
    pub(super) patch: Option<Patch>,
    /// The number of texts in Markdown so far.
    pub(super) texts: usize,
    document: OnceCell<TomlDocument<'a>>,
}

impl Files for Report<'_> {
    fn path(&self, _: FileId) -> &str {
        ""
    }

    fn text(&self, _: FileId) -> &str {
        self.text
    }
}

impl<'a> Report<'a> {
    /// An empty report of a file.
    pub fn new(file: FileId, text: &'a str, options: Options<'a>) -> Self {
        Self {
            file,
            text,
            source: None,
            options,
            root: None,
            displaced: Vec::new(),
            diagnostics: Vec::new(),
            allows: Vec::new(),
            references: Vec::new(),
            invalid: Vec::new(),
            reshaped: Vec::new(),
            patch: None,
            texts: 0,
            document: OnceCell::new(),
        }
    }

    /// The text by its statements.
    pub fn document(&self) -> &TomlDocument<'a> {
        self.document.get_or_init(|| TomlDocument::new(self.file, self.text))
    }

    /// An empty report of the same text, to try whether a part of it is of some type.
    pub fn for_trial(&self) -> Self {
        Self {
            invalid: self.invalid.clone(),
            reshaped: self.reshaped.clone(),
            patch: self.patch.clone(),
            source: self.source.clone(),
            ..Self::new(self.file, self.text, self.options)
        }
    }

    /// Adds a mistake, unless it is in something that was reported as broken before.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if !self.is_invalid(diagnostic.primary.span) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Replaces the diagnostic at `span`, whose corrections are dropped. Returns false if there is none.
    pub fn replace(&mut self, span: Span, change: impl FnOnce(Diagnostic) -> Diagnostic) -> bool {
        let Some(at) = self.diagnostics.iter().position(|diagnostic| diagnostic.primary.span == span) else {
            return false;
        };
        let mut diagnostic = self.diagnostics.remove(at);
        diagnostic.fixes.clear();
        self.diagnostics.push(change(diagnostic));
        true
    }

    /// The place in the file of what stands at `range` in the text that is being decoded.
    pub fn span(&self, range: Range<usize>) -> Span {
        let Some(patch) = &self.patch else { return Span::new(self.file, range) };
        let Range { start, end } = patch.origin(range);
        // An insertion is shown at the character that stands there.
        Span::new(self.file, self.text.floor_char_boundary(start)..self.text.ceil_char_boundary(end))
    }

    /// Declares that values decoded from now on stand in the file as they are, even if earlier ones had to be recovered.
    pub fn leave_recovered(&mut self) {
        self.patch = None;
    }

    /// Adds a mistake at `span`, with what would have been right.
    pub fn malformed(&mut self, span: Span, message: impl Display, expected: &str, help: Option<String>) {
        report!(self, code::MALFORMED, span, "{message}"; expected; help);
    }

    /// Reports the word `text` at `span`, which is none of a list; one of `candidates` may be intended.
    pub fn unknown_word<'w>(
        &mut self,
        span: Span,
        text: &str,
        message: String,
        expected: String,
        candidates: impl IntoIterator<Item = &'w str>,
    ) {
        let near = suggest(text, candidates);
        let help = near.map(|(word, _)| format!("did you mean \"{word}\"?"));
        report!(self, code::UNKNOWN_WORD, span, "{message}"; expected; help);
        if let Some((word, applicability)) = near {
            self.correct_text(span, word, applicability);
        }
    }

    /// Notes that something outside of this file is needed at `span`.
    pub fn reference(&mut self, reference: Reference, span: Span) {
        // A file that can't be found leaves a gap, where another reference may have been misread.
        if matches!(reference, Reference::File(_)) || !self.is_invalid(span) {
            self.references.push((reference, span));
        }
    }

    /// Adds warnings that the file allows.
    pub fn allow(&mut self, allows: Vec<Allow>) {
        self.allows.extend(allows);
    }

    /// The findings.
    pub fn finish(self) -> Findings {
        let Self { diagnostics, allows, mut references, .. } = self;
        references.shrink_to_fit();
        Findings { diagnostics, allows, references }
    }

    /// True for a key of the file itself, unless it stands for a table and the value is a single one.
    pub fn is_of_root(&self, key: &str, value: Option<&toml::de::DeValue<'_>>) -> bool {
        let is_tables = value.is_some_and(|value| value.is_table() || value.is_array());
        let field = self.root.as_ref().and_then(|root| root.field(key));
        field.is_some_and(|field| is_tables || !matches!(field.kind, Kind::Table(_) | Kind::Variants(_)))
    }

    /// Whether the table of this name is one of several. Returns `None` if the type of the file doesn't say.
    pub fn is_one_of_several(&self, name: &str) -> Option<bool> {
        let mut tables: Vec<Arc<Schema>> = self.root.iter().cloned().collect();
        let mut is_list = None;
        for key in path(name) {
            let field = tables.iter().find_map(|table| table.field(&key))?.clone();
            is_list = Some(field.list.is_some());
            tables = match field.kind {
                Kind::Table(table) => vec![table],
                Kind::Variants(variants) => variants.tables.iter().map(|(_, table)| table.clone()).collect(),
                _ => Vec::new(),
            };
        }
        is_list
    }

    /// The header for which the application takes this name, if it is that of one of several tables.
    pub fn header_meant_by(&self, name: &str) -> Option<MeantHeader> {
        let meant = self.options.application.header_meant_by(name)?;
        (self.is_one_of_several(meant.name) == Some(true)).then_some(meant)
    }

    /// True for a place that isn't TOML, so that the value recovered from it says nothing.
    pub fn is_invalid(&self, span: Span) -> bool {
        is_inside(&self.invalid, &span.range())
    }

    /// True if the header at `span` had to be repaired.
    pub fn is_reshaped(&self, span: Span) -> bool {
        is_inside(&self.reshaped, &span.range())
    }
}

fn is_inside(places: &[Range<usize>], range: &Range<usize>) -> bool {
    places.iter().any(|place| place.start <= range.start && range.end <= place.end)
}
