//! What one file's decoding found so far.

use std::ops::Range;

use super::{Allowance, Mention};
use crate::diagnostic::{Code, Diagnostic, FileId, Span};

/// Gathers the mistakes and allowances of one file.
#[derive(Debug)]
pub struct Report<'a> {
    /// The file.
    pub file: FileId,
    /// Its text.
    pub text: &'a str,
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) allowances: Vec<Allowance>,
    pub(super) mentions: Vec<(Mention, Span)>,
    /// Where the text isn't TOML: what was saved of these places is not judged further.
    pub(super) unsound: Vec<Range<usize>>,
    /// True if keys may have ended up in another table than the editor meant.
    pub(super) displaced: bool,
}

impl<'a> Report<'a> {
    pub(super) fn new(file: FileId, text: &'a str) -> Self {
        Self {
            file,
            text,
            diagnostics: Vec::new(),
            allowances: Vec::new(),
            mentions: Vec::new(),
            unsound: Vec::new(),
            displaced: false,
        }
    }

    /// Adds a mistake.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// Adds a mistake at `span`, with what would have been right.
    pub fn malformed(
        &mut self,
        span: Span,
        message: impl Into<String>,
        expected: &str,
        help: Option<String>,
    ) {
        self.push(Diagnostic::new(Code::Malformed, span, message).expected(expected).maybe_help(help));
    }

    /// Notes that something outside of this file is needed at `span`.
    pub fn mention(&mut self, mention: Mention, span: Span) {
        self.mentions.push((mention, span));
    }

    /// True if this stretch of text has a syntax error in it, which was reported.
    pub fn is_unsound(&self, range: &Range<usize>) -> bool {
        self.unsound.iter().any(|bad| bad.start <= range.end && range.start <= bad.end)
    }
}
