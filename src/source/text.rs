//! A text of the project, with what is wrong with the file itself.

use std::{io, sync::Arc};

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
}

impl SourceText {
    /// What is known of `file` after trying to read it. A byte order mark is dropped.
    pub(super) fn new(file: FileId, path: Arc<str>, read: io::Result<Vec<u8>>) -> Self {
        let (text, fault) = match read.map(String::from_utf8) {
            Ok(Ok(text)) => (text, None),
            Ok(Err(error)) => {
                let at = error.utf8_error().valid_up_to();
                // Every bad byte becomes U+FFFD, and what stands before the first one keeps its place.
                let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
                (text, Some(not_utf8(file, &path, at)))
            }
            Err(error) => (String::new(), Some(unreadable(file, &path, &error))),
        };
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text).into();
        Self { path, text, sound: fault.is_none(), fault }
    }

    /// A file that every site has and this one lacks.
    pub(super) fn missing(file: FileId, path: Arc<str>) -> Self {
        let fault = Diagnostic::new(Code::MissingFile, Span::whole(file), format!("{path} is missing")).help(
            "every site has this file; bring it back, or copy it from the site that comes with gympress",
        );
        Self { path, text: "".into(), sound: false, fault: Some(fault) }
    }
}

fn unreadable(file: FileId, path: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::new(Code::Unreadable, Span::whole(file), format!("{path} can't be read: {error}"))
        .help("check that the file exists and that its permissions let you read it")
}

fn not_utf8(file: FileId, path: &str, at: usize) -> Diagnostic {
    let byte = Span::new(file, at..at + '\u{FFFD}'.len_utf8());
    Diagnostic::new(Code::InvalidUtf8, byte, format!("{path} is not UTF-8 text"))
        .label("this byte is no character of UTF-8")
        .help("save the file with the encoding UTF-8 (in most editors: \"Save with encoding\")")
}
