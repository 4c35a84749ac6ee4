//! Corrections: edits that belong together.

use std::ops::Range;

use crate::{FileId, Files, Span, render::counted};

/// The certainty of a correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Applicability {
    /// It is what the author meant, and can be applied without asking.
    Certain,
    /// It removes the mistake, and somebody has to look at it first.
    Proposed,
}

impl Applicability {
    /// `Certain` if `is_certain`, otherwise `Proposed`.
    pub fn certain_if(certain: bool) -> Self {
        if certain { Self::Certain } else { Self::Proposed }
    }

    /// `certain` or `proposed`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::Proposed => "proposed",
        }
    }
}

/// A range of a file, and the text that replaces it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// The replaced range; empty for an insertion.
    pub span: Span,
    /// The text in its place; empty for a deletion.
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

    /// Writes `new` over the name `old` within `place`, where [`renamed`] finds it.
    pub fn rename(place: Span, old: &str, new: &str, files: &dyn Files) -> Option<Self> {
        let (at, new) = renamed(files.text(place.file).get(place.range())?, old, new)?;
        Some(Self::new(place.part(at), new))
    }
}

/// A correction: edits of which either all are made or none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Fix {
    /// The edits in the order of their places, without overlaps.
    pub edits: Vec<Edit>,
    /// Its certainty.
    pub applicability: Applicability,
    /// The file that is written besides, which must not be there yet.
    pub creates: Option<NewFile>,
}

/// A file that a correction makes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NewFile {
    /// The path, relative to the project.
    pub path: String,
    /// The whole text.
    pub text: String,
}

impl Fix {
    /// The edits as one correction. Returns `None` if none of them changes anything, if one is nowhere, or if two of them
    /// overlap.
    pub fn new(mut edits: Vec<Edit>, applicability: Applicability) -> Option<Self> {
        edits.retain(|edit| !(edit.span.range().is_empty() && edit.replacement.is_empty()));
        edits.sort_by_key(|edit| (edit.span.file, edit.span.start, edit.span.end));
        let is_apart = edits.windows(2).all(|pair| match pair {
            [a, b] => a.span.file != b.span.file || a.span.end <= b.span.start,
            _ => true,
        });
        let is_somewhere = edits.iter().all(|edit| edit.span.is_somewhere());
        (is_apart && is_somewhere && !edits.is_empty()).then_some(Self {
            edits,
            applicability,
            creates: None,
        })
    }

    /// One replacement. Returns `None` if `span` is nowhere.
    pub fn replace(span: Span, replacement: impl Into<String>, applicability: Applicability) -> Option<Self> {
        Self::new(vec![Edit::new(span, replacement)], applicability)
    }

    /// True if it may be made without asking.
    pub fn is_certain(&self) -> bool {
        self.applicability == Applicability::Certain
    }

    /// False if the file that it makes is there already.
    pub fn is_possible(&self, files: &dyn Files) -> bool {
        self.creates.as_ref().is_none_or(|new| !files.has(&new.path))
    }

    /// A description in a line.
    pub fn describe(&self, files: &dyn Files) -> String {
        let Some(first) = self.edits.first() else { return String::new() };
        let old = files.text(first.span.file).get(first.span.range()).unwrap_or_default();
        if old == first.replacement {
            // The same text in another encoding.
            let line = old.lines().find(|line| !line.is_ascii());
            let line = line.map(|line| format!(": {}", shortened(line)));
            return format!("write the file as UTF-8{}", line.unwrap_or_default());
        }
        if let Some(NewFile { path, .. }) = &self.creates {
            return format!("move it to a new file, {path}");
        }
        let (old, new) = (shortened(old), shortened(&first.replacement));
        let more = match self.edits.len() {
            1 => String::new(),
            edits => format!(", and {}", counted(edits - 1, "more edit")),
        };
        match (old.is_empty(), new.is_empty()) {
            (true, true) if first.replacement.is_empty() => format!("take out the space{more}"),
            (true, true) if first.replacement.contains('\n') => format!("put in a line break{more}"),
            (true, true) => format!("put in a space{more}"),
            (true, _) => format!("put in {new}{more}"),
            (_, true) => format!("take out {old}{more}"),
            _ => format!("write {new} instead of {old}{more}"),
        }
    }
}

/// `text` after these edits, which are in order and don't overlap. Returns `None` if one is outside of the text.
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

/// The place of the name `old` in a text that refers to it, and the text to write there for `new`. The last place counts, as the
/// address of a link stands behind its words. An address may lack its last slash, and in Markdown `%20` may stand for a space.
pub fn renamed(text: &str, old: &str, new: &str) -> Option<(Range<usize>, String)> {
    if text.contains("](") && (old.contains(' ') || new.contains(' ')) {
        let encoded = |name: &str| name.replace(' ', "%20");
        if let Some(found) = renamed(text, &encoded(old), &encoded(new)) {
            return Some(found);
        }
    }
    if let Some(at) = last_place(text, old) {
        return Some((at, new.to_owned()));
    }
    let bare = old.strip_suffix('/').filter(|bare| !bare.is_empty())?;
    Some((last_place(text, bare)?, new.strip_suffix('/').unwrap_or(new).to_owned()))
}

/// The last place of a name in a text, as a whole: `yoga` isn't in `hot-yoga`.
fn last_place(text: &str, name: &str) -> Option<Range<usize>> {
    for (start, _) in text.rmatch_indices(name) {
        let end = start + name.len();
        let (before, after) = (text.get(..start)?, text.get(end..)?);
        let goes_on_before = name.starts_with(char::is_alphanumeric) && before.ends_with(is_of_name);
        let goes_on_after = name.ends_with(char::is_alphanumeric) && after.starts_with(is_of_name);
        if !goes_on_before && !goes_on_after {
            return Some(start..end);
        }
    }
    None
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_' | '/')
}

/// A text in one line.
pub(crate) fn in_one_line(text: &str) -> String {
    let parts = text.split(char::is_control).map(str::trim).filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" ")
}

/// The beginning of a text, in one line, for messages.
pub fn shortened(text: &str) -> String {
    const ENOUGH: usize = 60;
    let line = in_one_line(text);
    if line.chars().count() <= ENOUGH {
        return line;
    }
    let head: String = line.chars().take(ENOUGH - 3).collect();
    format!("{}...", head.trim_end())
}
