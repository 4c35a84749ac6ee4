//! Corrections as data: what to write where, and how sure that is.
//!
//! The command line, the machine forms and editors apply the same edits, by splicing: nothing else in a file
//! changes.

use std::ops::Range;

use gympress_derive::Named;
use serde::{Deserialize, Serialize};

use super::{FileId, Files, Span};

/// How sure a correction is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Named)]
pub enum Applicability {
    /// It says what was meant: it can be applied without asking.
    Certain,
    /// It removes the mistake, and is to be reviewed before it is applied.
    Proposed,
}

impl Applicability {
    /// Certain if that is so, proposed otherwise.
    pub fn certain_if(certain: bool) -> Self {
        if certain { Self::Certain } else { Self::Proposed }
    }
}

/// A range of a file, and what should stand there instead.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Edit {
    /// What is replaced; empty where something is only put in.
    pub span: Span,
    /// What stands there afterwards; empty where something is only taken out.
    pub replacement: String,
}

impl Edit {
    /// Writes `replacement` over `span`.
    pub fn new(span: Span, replacement: impl Into<String>) -> Self {
        Self { span, replacement: replacement.into() }
    }

    /// Writes `replacement` over the bytes `range` of `file`.
    pub fn at(file: FileId, range: Range<usize>, replacement: impl Into<String>) -> Self {
        Self::new(Span::new(file, range), replacement)
    }
}

/// A correction: edits that belong together, of which either all are made or none.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fix {
    /// What to write where, in the order of the places; no two of them meet.
    pub edits: Vec<Edit>,
    /// How sure it is.
    pub applicability: Applicability,
}

impl Fix {
    /// The edits as one correction. Returns `None` if there are none, or if two of them would meet.
    pub fn new(mut edits: Vec<Edit>, applicability: Applicability) -> Option<Self> {
        edits.sort_by_key(|edit| (edit.span.file, edit.span.start, edit.span.end));
        let apart = edits.windows(2).all(|pair| match pair {
            [a, b] => a.span.file != b.span.file || a.span.end < b.span.start,
            _ => true,
        });
        let somewhere = edits.iter().all(|edit| edit.span.is_somewhere());
        (apart && somewhere && !edits.is_empty()).then_some(Self { edits, applicability })
    }

    /// True if it may be made without asking.
    pub fn is_certain(&self) -> bool {
        self.applicability == Applicability::Certain
    }

    /// What it does, in a line.
    pub fn describe(&self, files: &dyn Files) -> String {
        let Some(first) = self.edits.first() else { return String::new() };
        let old = files.text(first.span.file).get(first.span.range()).unwrap_or_default();
        if old == first.replacement {
            // The same text in another encoding.
            let line = old.lines().find(|line| !line.is_ascii()).unwrap_or_default();
            return format!("write the file as UTF-8: {}", shortened(line));
        }
        let (old, new) = (shortened(old), shortened(&first.replacement));
        let more = match self.edits.len() {
            1 => String::new(),
            2 => ", and 1 more edit".to_owned(),
            edits => format!(", and {} more edits", edits - 1),
        };
        match (old.is_empty(), new.is_empty()) {
            (true, _) => format!("put in {new}{more}"),
            (_, true) => format!("take out {old}{more}"),
            _ => format!("write {new} instead of {old}{more}"),
        }
    }
}

/// `text` with these edits of its own bytes made, which are in order and don't meet. Returns `None` if one of them is
/// not within the text.
pub fn splice<'e>(text: &str, edits: impl IntoIterator<Item = &'e Edit>) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for Edit { span, replacement } in edits {
        let range = span.range();
        out.push_str(text.get(at..range.start)?);
        text.get(range.clone())?;
        out.push_str(replacement);
        at = range.end;
    }
    out.push_str(text.get(at..)?);
    Some(out)
}

/// Enough of a text to recognise it, in one line.
fn shortened(text: &str) -> String {
    const ENOUGH: usize = 60;
    let line = text.split(char::is_control).map(str::trim).filter(|part| !part.is_empty());
    let line = line.collect::<Vec<_>>().join(" ");
    if line.chars().count() <= ENOUGH {
        return line;
    }
    let head: String = line.chars().take(ENOUGH - 3).collect();
    format!("{}...", head.trim_end())
}

#[cfg(test)]
mod tests {
    use super::{Applicability, Edit, FileId, Fix, splice};

    fn edit(start: usize, end: usize, replacement: &str) -> Edit {
        Edit::at(FileId(0), start..end, replacement)
    }

    #[test]
    fn nothing_but_the_edits_changes() {
        let edits = [edit(0, 0, "["), edit(4, 6, ""), edit(7, 7, "]")];
        assert_eq!(splice("a b\u{e9} cd", &edits), None);
        assert_eq!(splice("a b cd x", &edits).as_deref(), Some("[a b  ]x"));
        assert_eq!(splice("ab", []).as_deref(), Some("ab"));
    }

    #[test]
    fn edits_that_meet_make_no_fix() {
        let fix = |edits| Fix::new(edits, Applicability::Certain).is_some();
        assert!(fix(vec![edit(4, 6, ""), edit(0, 1, "")]));
        assert!(!fix(vec![edit(0, 2, ""), edit(1, 3, "")]));
        assert!(!fix(vec![edit(0, 2, ""), edit(2, 2, "x")]));
        assert!(!fix(Vec::new()));
    }
}
