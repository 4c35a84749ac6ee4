//! A text of the project, with the error of the file if it can't be read as text.

use std::{fs, sync::Arc};

use super::{
    WrongContent,
    files::{FileOrigin, Unreadable},
    placeholder,
    theme::ThemeFile,
};
use crate::diagnostic::{Applicability, Diagnostic, Edit, FileId, Fix, Span, code, diagnostic};

#[derive(Debug, PartialEq)]
pub struct SourceText {
    /// Relative to the root, with `/` between its parts.
    pub path: Arc<str>,
    /// The text. If the file isn't UTF-8, the part of it that could be decoded.
    pub text: Arc<str>,
    /// The reason why it could not be read whole; in a box, as hardly any text has one.
    pub error: Option<Box<Diagnostic>>,
    /// Its name in the theme, if it's not a file of the project.
    pub theme: Option<&'static str>,
}

impl SourceText {
    /// A text whose file was read without an error.
    pub fn whole(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let (path, text) = (path.into(), text.into());
        Self { path, text, error: None, theme: None }
    }

    /// The name that messages show: the path, or the name in the theme.
    pub fn shown(&self) -> &str {
        self.theme.unwrap_or(&self.path)
    }

    /// The theme's text of this name, at a path of the project.
    pub(super) fn from_theme(file: FileId, path: Arc<str>, (name, bytes): ThemeFile) -> Self {
        Self { theme: Some(name), ..Self::new(file, path, bytes) }
    }

    pub(super) fn read(file: FileId, path: Arc<str>, origin: Result<FileOrigin, Unreadable>) -> Self {
        let Unreadable { reason, help } = match origin {
            Ok(FileOrigin::Theme(theme_file)) => return Self::from_theme(file, path, theme_file),
            Ok(FileOrigin::Disk(place)) => match fs::read(place) {
                Ok(bytes) => return Self::new(file, path, &bytes),
                Err(error) => Unreadable::new(error.to_string()),
            },
            Err(unreadable) => unreadable,
        };
        let error = diagnostic!(code::UNREADABLE, Span::whole(file), "{path} can't be read: {reason}"; help);
        Self::with_error(path, "", error)
    }

    /// Decodes the bytes of `file`. A byte order mark is dropped.
    pub(super) fn new(file: FileId, path: Arc<str>, bytes: &[u8]) -> Self {
        if let Some(WrongContent { what, help }) = placeholder(bytes).or_else(|| document(bytes)) {
            let error = diagnostic!(code::UNREADABLE, Span::whole(file), "{path} {what}"; help);
            return Self::with_error(path, "", error);
        }
        // ASCII in UTF-16 is valid UTF-8, too: letters with zeros between them.
        let text = str::from_utf8(bytes).ok().filter(|_| unmarked_utf16(bytes).is_none());
        let Some(text) = text else {
            let (text, error) = decode_legacy(file, &path, bytes);
            return Self::with_error(path, text, error);
        };
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        match conflict(file, text) {
            Some(error) => Self::with_error(path, text, error),
            None => Self::whole(path, text),
        }
    }

    fn with_error(path: Arc<str>, text: impl Into<Arc<str>>, error: Diagnostic) -> Self {
        Self { error: Some(Box::new(error)), ..Self::whole(path, text) }
    }

    /// The bytes to write so that the file says `text`, if the bytes on disk still say the same as this text. A byte order
    /// mark stays.
    pub fn rewritten(&self, on_disk: &[u8], text: &str) -> Option<Vec<u8>> {
        const MARK: &[u8] = b"\xEF\xBB\xBF";
        let now = Self::new(FileId(0), self.path.clone(), on_disk);
        let mark = if on_disk.starts_with(MARK) { MARK } else { b"" };
        (now.text == self.text).then(|| [mark, text.as_bytes()].concat())
    }

    /// A file that every site has and this site lacks.
    pub(super) fn missing(file: FileId, path: Arc<str>) -> Self {
        let error = diagnostic!(code::MISSING_FILE, Span::whole(file), "{path} is missing";
            help: "every site has this file; bring it back, or copy it from the site that comes with gympress");
        Self::with_error(path, "", error)
    }

    /// True if the file has the marks of a merge conflict, so that its meaning is open.
    pub fn has_conflict(&self) -> bool {
        self.error.as_ref().is_some_and(|error| error.code == code::SYNTAX)
    }
}

/// Recognizes a document that a word processor or a browser saved.
fn document(bytes: &[u8]) -> Option<WrongContent> {
    const STARTS: [(&[u8], &str); 5] = [
        (b"{\\rtf", "is a document (RTF), as TextEdit saves them, and no plain text"),
        (b"PK\x03\x04", "is a document of Word or Pages, or an archive, and no plain text"),
        (b"\xD0\xCF\x11\xE0", "is a document of an older Word, and no plain text"),
        (b"%PDF-", "is a PDF, and no plain text"),
        (b"bplist00", "is a web archive of Safari, and no plain text"),
    ];
    let (_, what) = STARTS.into_iter().find(|(start, _)| bytes.starts_with(start))?;
    Some(WrongContent {
        what,
        help: "copy its words into an editor for plain text, such as Notepad or VS Code, and save them from there",
    })
}

/// The first conflict that a merge by Git left in the text.
fn conflict(file: FileId, text: &str) -> Option<Diagnostic> {
    const OURS: &str = "<<<<<<< ";
    let first = memchr::memmem::find(text.as_bytes(), OURS.as_bytes())?;
    let mut ours = None;
    let mut has_both = false;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(file, at..at + line.trim_end().len());
        at += line.len();
        if at <= first {
            continue;
        }
        if line.starts_with(OURS) {
            (ours, has_both) = (Some(span), false);
        } else if line.trim_end() == "=======" {
            has_both = ours.is_some();
        } else if line.starts_with(">>>>>>> ")
            && has_both
            && let Some(ours) = ours
        {
            return Some(
                diagnostic!(code::SYNTAX, ours, "two versions of these lines contradict each other";
                    label: "below this mark stands the first version";
                    related: span => "the second version ends here";
                    help: "keep the lines of one version; remove those of the other, and all marks"),
            );
        }
    }
    None
}

/// Decodes bytes that aren't UTF-8: as UTF-16 if they begin with its byte order mark or can be nothing else, and otherwise, as a
/// guess, as Windows-1252, which most programs save by default.
fn decode_legacy(file: FileId, path: &str, bytes: &[u8]) -> (String, Diagnostic) {
    let (text, encoding) = match bytes {
        [0xFF, 0xFE, rest @ ..] => (decode_utf16(rest, u16::from_le_bytes), "UTF-16"),
        [0xFE, 0xFF, rest @ ..] => (decode_utf16(rest, u16::from_be_bytes), "UTF-16"),
        _ if let Some(text) = unmarked_utf16(bytes) => (text, "UTF-16"),
        _ if bytes.contains(&0) => (String::new(), ""),
        _ => (mixed(bytes), "Windows-1252"),
    };
    // A file in UTF-8 may have a line that was copied from a file in another encoding.
    let is_mixed = bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii());
    let first = bytes.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len());
    let (at, label) =
        match text.get(first..).and_then(|rest| rest.chars().next()).filter(|_| encoding == "Windows-1252") {
            Some(c) if is_mixed => {
                (first..first + c.len_utf8(), "this byte isn't UTF-8, and was read as Windows-1252")
            }
            Some(c) => (first..first + c.len_utf8(), "from here on, read as Windows-1252"),
            None => (0..0, ""),
        };
    let is_whole = !text.is_empty() && !text.contains(char::REPLACEMENT_CHARACTER);
    let sure = Applicability::certain_if(encoding == "UTF-16");
    let fix = is_whole.then(|| Fix::new(vec![Edit::at(file, 0..text.len(), text.as_str())], sure)).flatten();
    let error = diagnostic!(code::INVALID_UTF8, Span::new(file, at), "{path} is not UTF-8 text";
        label;
        help: "save the file with the encoding UTF-8 (in most editors: \"Save with encoding\")";
        fix);
    (text, error)
}

/// The text of UTF-16 without a byte order mark that begins with a letter of ASCII, as files of TOML do. Returns `None` for
/// anything else.
fn unmarked_utf16(bytes: &[u8]) -> Option<String> {
    let unit: fn([u8; 2]) -> u16 = match bytes {
        [first, 0, ..] if *first != 0 => u16::from_le_bytes,
        [0, second, ..] if *second != 0 => u16::from_be_bytes,
        _ => return None,
    };
    let text = decode_utf16(bytes, unit);
    let is_text = |c: char| c != char::REPLACEMENT_CHARACTER && (!c.is_control() || "\n\r\t".contains(c));
    (bytes.len().is_multiple_of(2) && text.chars().all(is_text)).then_some(text)
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let (pairs, _) = bytes.as_chunks();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    String::from_utf16_lossy(&units)
}

/// Decodes UTF-8 in which bytes that are no UTF-8 are letters of Windows-1252.
fn mixed(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        text.extend(chunk.invalid().iter().copied().map(windows_1252));
    }
    text
}

fn windows_1252(byte: u8) -> char {
    // The letters from 0x80 to 0x9F, which are control characters in Latin-1.
    const FROM_80: &str = "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ";
    match byte {
        0x80..=0x9F => FROM_80.chars().nth(usize::from(byte - 0x80)).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::from(byte),
    }
}
