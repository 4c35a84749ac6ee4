//! What was probably meant where the text isn't TOML.

mod line;
mod quotes;
mod repair;
mod value;

use std::ops::Range;

pub(super) use crate::diagnostic::{clean, is_odd, odd};
use crate::{decode::in_quotes, diagnostic::Applicability};
pub(super) use line::{
    close_bracket, colon, comma_missing, doubled, duplicate_key, duplicate_table, empty_part, equals_missing,
    header, key, lost_header, lost_opening, nested_too_deeply, no_value, semicolon, single_header,
    square_table, too_deep, unread, words, wrong_brackets,
};
pub(super) use repair::{Repair, comment};
pub(super) use value::{behind, value};

/// A mistake in an editor's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SyntaxMistake {
    /// What is underlined.
    pub(super) at: Range<usize>,
    pub(super) message: String,
    pub(super) label: String,
    pub(super) expected: String,
    pub(super) help: Option<String>,
    /// Another place that matters, and why.
    pub(super) other: Option<(Range<usize>, &'static str)>,
    /// The corrected text in its place, if it is known.
    pub(super) meant: Option<String>,
    /// What to write where, the likeliest first.
    pub(super) repairs: Vec<Repair>,
    /// True for a text that runs to the end of the file: where the brackets around it end isn't known.
    pub(super) runs_on: bool,
}

impl SyntaxMistake {
    pub(super) fn new(at: Range<usize>, message: impl Into<String>) -> Self {
        Self {
            at,
            message: message.into(),
            label: String::new(),
            expected: String::new(),
            help: None,
            other: None,
            meant: None,
            repairs: Vec::new(),
            runs_on: false,
        }
    }

    fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    fn expected(mut self, expected: impl Into<String>) -> Self {
        self.expected = expected.into();
        self
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn other(mut self, at: Range<usize>, why: &'static str) -> Self {
        self.other = Some((at, why));
        self
    }

    fn runs_on(mut self) -> Self {
        self.runs_on = true;
        self
    }

    /// Read on with as `meant`.
    pub(super) fn meaning(self, meant: String) -> Self {
        self.meant(meant)
    }

    fn meant(mut self, meant: impl Into<String>) -> Self {
        self.meant = Some(meant.into());
        self
    }

    /// With the right way to write all of `at` as help, as correction, and as what is read on with.
    fn write(self, right: impl Into<String>, at: &Range<usize>) -> Self {
        let right = right.into();
        self.help(format!("write {}", shortened(&right))).certain([(at.clone(), right.clone())]).meant(right)
    }

    /// Corrected by these edits without doubt.
    fn certain(self, edits: impl IntoIterator<Item = (Range<usize>, impl Into<String>)>) -> Self {
        self.repaired(Applicability::Certain, edits)
    }

    /// Perhaps corrected by these edits.
    fn proposed(self, edits: impl IntoIterator<Item = (Range<usize>, impl Into<String>)>) -> Self {
        self.repaired(Applicability::Proposed, edits)
    }

    /// Corrected by these edits.
    pub(super) fn repaired(
        mut self,
        applicability: Applicability,
        edits: impl IntoIterator<Item = (Range<usize>, impl Into<String>)>,
    ) -> Self {
        let edits: Vec<_> = edits.into_iter().map(|(at, text)| (at, text.into())).collect();
        if !edits.is_empty() {
            self.repairs.push(Repair { edits, applicability });
        }
        self
    }
}

/// Enough of a long text to recognise it.
fn shortened(text: &str) -> String {
    const ENOUGH: usize = 60;
    if text.chars().count() <= ENOUGH {
        return text.to_owned();
    }
    let head: String = text.chars().take(ENOUGH - 15).collect();
    let tail: Vec<char> = text.chars().rev().take(8).collect();
    format!("{}...{}", head.trim_end(), tail.iter().rev().collect::<String>().trim_start())
}
