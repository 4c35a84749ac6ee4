//! Notes behind translated texts: `# of 9c1f2e7a` says which text it was translated from, `# placeholder` that it is none yet.

use std::ops::Range;

use crate::{
    diagnostic::{FileId, Span, line_at},
    schema::{
        Decoded,
        decode::{Reference, comments},
        plain,
    },
    source::SourceText,
};

/// The word before the mark of the original.
const OF: &str = "of ";

/// The mark of a text: the first digits of its hash, whatever its spaces and quotation marks are.
pub fn mark(original: &str) -> String {
    let letters: String = plain(original).collect();
    blake3::hash(letters.as_bytes()).to_hex().chars().take(8).collect()
}

/// The notes in a file.
#[derive(Debug, Default)]
pub struct Notes {
    placeholders: Vec<Span>,
    notes: Vec<Note>,
}

/// The mark of an original.
#[derive(Debug)]
struct Note {
    /// The line on which the note stands.
    line: Range<usize>,
    /// The bytes of the mark.
    at: Range<usize>,
    mark: String,
}

impl Notes {
    /// Reads the notes in a translation.
    pub fn read(file: FileId, source: &SourceText, decoded: &Decoded) -> Self {
        let placeholders =
            decoded.references.iter().filter(|(reference, _)| *reference == Reference::Placeholder);
        let placeholders = placeholders.map(|(_, span)| *span).filter(|span| span.file == file).collect();
        let text = &*source.text;
        // Most files of a project without notes have no comment like this.
        if memchr::memmem::find(text.as_bytes(), OF.as_bytes()).is_none() {
            return Self { placeholders, notes: Vec::new() };
        }
        let notes = comments(text).filter_map(|comment| {
            let words = text.get(comment.clone())?;
            let start = words.find(OF)? + OF.len();
            // Further words are somebody's own.
            let mark = words.get(start..)?.split_whitespace().next().unwrap_or_default();
            let is_mark = mark.len() == 8 && mark.bytes().all(|byte| byte.is_ascii_hexdigit());
            let before = words.get(1..start - OF.len())?.trim();
            let at = comment.start + start..comment.start + start + mark.len();
            (is_mark && ["", "placeholder"].contains(&before)).then(|| Note {
                line: line_at(text, comment.start),
                at,
                mark: mark.to_owned(),
            })
        });
        Self { placeholders, notes: notes.collect() }
    }

    /// True for a value that is written, and no placeholder.
    pub fn is_said(&self, value: Span) -> bool {
        // The comment stands on the line on which the value ends.
        let is_behind = |placeholder: &&Span| {
            placeholder.file == value.file && placeholder.start < value.end && value.end <= placeholder.end
        };
        value.is_somewhere() && !self.placeholders.iter().any(|placeholder| is_behind(&placeholder))
    }

    /// The mark of the text that a value was translated from, and its place, if a note behind it says it.
    pub fn behind(&self, value: Span) -> Option<(&str, Span)> {
        let end = value.range().end;
        let note = self.notes.iter().find(|note| note.line.start <= end && end <= note.at.start)?;
        Some((&note.mark, Span::new(value.file, note.at.clone())))
    }
}
