//! Notes behind translated texts: `# of 9c1f2e7a` says which text it was translated from, `# placeholder` that it is none yet.

use std::ops::Range;

use crate::{
    diagnostic::{FileId, Span, line_at},
    schema::{
        Data, Decoded,
        decode::{Reference, Spanned, comments},
        plain, source_text,
    },
    source::SourceText,
};

/// The word before the mark of the original.
const OF: &str = "of ";

/// The word before [`OF`], as long as the text is the original's.
const PLACEHOLDER: &str = "placeholder";

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
    /// The bytes of what says that the text is a placeholder.
    placeholder: Option<Range<usize>>,
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
        Self { placeholders, notes: comments(text).filter_map(|comment| Note::read(text, comment)).collect() }
    }

    /// True for a value that is written, and no placeholder.
    pub fn is_said(&self, value: &Spanned<Data>, original: &Data) -> bool {
        if !value.span.is_somewhere() {
            return false;
        }
        !self.is_called_placeholder(value.span)
            || self.is_written_over(value) && !is_same(&value.value, original)
    }

    fn is_called_placeholder(&self, value: Span) -> bool {
        // The comment stands on the line on which the value ends.
        self.placeholders.iter().any(|placeholder| {
            placeholder.file == value.file && placeholder.start < value.end && value.end <= placeholder.end
        })
    }

    /// Forgets what texts refer to that nobody has translated yet: they are the original's.
    pub fn forget_references(&self, decoded: &mut Decoded) {
        if self.placeholders.is_empty() {
            return;
        }
        let mut unsaid: Vec<Span> = Vec::new();
        decoded.table.walk(&mut |_, value| {
            let is_unsaid = self.is_called_placeholder(value.span) && !self.is_written_over(value);
            if is_unsaid && source_text(&value.value).is_some() {
                unsaid.push(value.span);
            }
        });
        decoded.references.retain(|(reference, place)| {
            *reference == Reference::Placeholder || !unsaid.iter().any(|value| value.holds(*place))
        });
    }

    /// True for a placeholder that isn't the text of which it has the mark: it was translated, and the word forgotten.
    pub fn is_written_over(&self, value: &Spanned<Data>) -> bool {
        let note = self.note_behind(value.span).filter(|note| note.placeholder.is_some());
        note.zip(source_text(&value.value)).is_some_and(|(note, text)| note.mark != mark(&text))
    }

    /// The mark of the text that a value was translated from, and its place, if a note behind it says it.
    pub fn behind(&self, value: Span) -> Option<(&str, Span)> {
        let note = self.note_behind(value)?;
        Some((&note.mark, Span::new(value.file, note.at.clone())))
    }

    /// The word "placeholder" behind a value, with the space up to the mark.
    pub fn word_behind(&self, value: Span) -> Option<Span> {
        let word = self.note_behind(value)?.placeholder.clone()?;
        Some(Span::new(value.file, word))
    }

    fn note_behind(&self, value: Span) -> Option<&Note> {
        let end = value.range().end;
        self.notes.iter().find(|note| note.line.start <= end && end <= note.at.start)
    }
}

impl Note {
    /// The note that a comment of a text in TOML is, if it is one.
    fn read(text: &str, comment: Range<usize>) -> Option<Self> {
        let words = text.get(comment.clone())?;
        let (before, behind) = words.strip_prefix('#')?.split_once(OF)?;
        let is_placeholder = before.trim() == PLACEHOLDER;
        // Further words are somebody's own.
        let mark = behind.split_whitespace().next()?;
        let is_mark = mark.len() == 8 && mark.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_mark || !is_placeholder && !before.trim().is_empty() {
            return None;
        }
        let at = comment.end - behind.trim_start().len();
        let of = comment.end - behind.len() - OF.len();
        Some(Self {
            line: line_at(text, comment.start),
            at: at..at + mark.len(),
            mark: mark.to_owned(),
            placeholder: is_placeholder.then(|| of - before.trim_start().len()..of),
        })
    }
}

/// True for the same text, whatever its spaces and quotation marks are.
fn is_same(one: &Data, other: &Data) -> bool {
    source_text(one).zip(source_text(other)).is_some_and(|(one, other)| plain(&one).eq(plain(&other)))
}
