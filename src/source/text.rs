//! A text of the project, with what is wrong with the file itself.

use std::{borrow::Cow, io, ops::Range, sync::Arc};

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

use crate::diagnostic::{Code, Diagnostic, FileId, Span};

/// One text.
#[derive(Debug)]
pub struct SourceText {
    /// Relative to the root, with `/` between its parts.
    pub path: Arc<str>,
    /// The text; of bytes that are no UTF-8, what could be saved.
    pub text: Arc<str>,
    /// False if the file could not be read whole, as `fault` says.
    pub sound: bool,
    /// Why it could not be read whole.
    pub fault: Option<Diagnostic>,
    hash: TextHash,
}

/// Tells texts apart, for those who mean no harm: it's many times as fast as a hash that nobody can forge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TextHash(pub [u8; 16]);

impl TextHash {
    fn of(path: &str, text: &str) -> Self {
        let text = XxHash3_128::oneshot(text.as_bytes());
        let path = XxHash3_128::oneshot_with_seed(1, path.as_bytes());
        Self((text ^ path).to_le_bytes())
    }
}

impl SourceText {
    /// A text in which nothing is wrong with the file itself.
    pub fn whole(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let (path, text) = (path.into(), text.into());
        let hash = TextHash::of(&path, &text);
        Self { path, text, sound: true, fault: None, hash }
    }

    /// Nothing that was read yet.
    pub(super) fn nothing(path: Arc<str>) -> Self {
        Self { sound: false, ..Self::whole(path, "") }
    }

    /// Another one for each path and text: of 128 bits, so that no two are the same by chance.
    pub fn hash(&self) -> TextHash {
        self.hash
    }

    /// What is known of `file` after trying to read it. A byte order mark is dropped.
    pub(super) fn new(file: FileId, path: Arc<str>, read: io::Result<&[u8]>) -> Self {
        let (text, fault) = match read.map(|bytes| (bytes, str::from_utf8(bytes))) {
            Ok((_, Ok(text))) => (Cow::Borrowed(text), None),
            Ok((bytes, Err(error))) => {
                let (text, at) = salvage(bytes, error.valid_up_to());
                (Cow::Owned(text), Some(not_utf8(file, &path, at)))
            }
            Err(error) => (Cow::Borrowed(""), Some(unreadable(file, &path, &error))),
        };
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        Self { sound: fault.is_none(), fault, ..Self::whole(path, text) }
    }

    /// A file that every site has and this one lacks.
    pub(super) fn missing(file: FileId, path: Arc<str>) -> Self {
        let fault = Diagnostic::new(Code::MissingFile, Span::whole(file), format!("{path} is missing")).help(
            "every site has this file; bring it back, or copy it from the site that comes with gympress",
        );
        Self { sound: false, fault: Some(fault), ..Self::whole(path, "") }
    }
}

fn unreadable(file: FileId, path: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::new(Code::Unreadable, Span::whole(file), format!("{path} can't be read: {error}"))
        .help("check that the file exists and that its permissions let you read it")
}

fn not_utf8(file: FileId, path: &str, at: Range<usize>) -> Diagnostic {
    Diagnostic::new(Code::InvalidUtf8, Span::new(file, at), format!("{path} is not UTF-8 text"))
        .label("from here on")
        .expected("a text file with the encoding UTF-8")
        .help("save the file with the encoding UTF-8 (in most editors: \"Save with encoding\")")
}

/// What can be read of bytes that are no UTF-8 from `valid` on, and the place of the first mistake.
fn salvage(bytes: &[u8], valid: usize) -> (String, Range<usize>) {
    let wide = |order: fn([u8; 2]) -> u16| {
        let units = bytes.chunks_exact(2).map(|pair| order([pair[0], pair[1]]));
        char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
    };
    match bytes {
        [0xFF, 0xFE, ..] => (wide(u16::from_le_bytes), 0..0),
        [0xFE, 0xFF, ..] => (wide(u16::from_be_bytes), 0..0),
        // No text at all.
        _ if bytes.contains(&0) => (String::new(), 0..0),
        // Every bad byte becomes one U+FFFD, and what stands before the first keeps its place.
        _ => {
            let text = String::from_utf8_lossy(bytes).into_owned();
            (text, valid..valid + char::REPLACEMENT_CHARACTER.len_utf8())
        }
    }
}
