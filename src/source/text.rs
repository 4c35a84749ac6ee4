//! A text of the project, with what is wrong with the file itself.

use std::{borrow::Cow, io, sync::Arc};

use serde::{Deserialize, Serialize};
use twox_hash::XxHash3_128;

use super::{
    conflicts::{OURS, conflicts},
    encoding::{LegacyEncoding, LossyText},
    theme::ThemeFile,
};
use crate::diagnostic::{Code, Diagnostic, FileId, Span};

/// One text.
#[derive(Debug)]
pub struct SourceText {
    /// Relative to the root, with `/` between its parts.
    pub path: Arc<str>,
    /// The text; of bytes that are no UTF-8, what could be saved.
    pub text: Arc<str>,
    /// False if the file could not be read whole, as `error` says.
    pub sound: bool,
    /// Why it could not be read whole.
    pub error: Option<Diagnostic>,
    /// Its name in the theme, if it's not a file of the project.
    pub theme: Option<&'static str>,
    /// As what it is read where it isn't UTF-8.
    legacy: LegacyEncoding,
    hash: TextHash,
}

/// A hash of a text that isn't cryptographic: it's many times as fast as one that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TextHash(pub [u8; 16]);

impl TextHash {
    fn new(path: &str, text: &str) -> Self {
        let text = XxHash3_128::oneshot(text.as_bytes());
        let path = XxHash3_128::oneshot_with_seed(1, path.as_bytes());
        Self((text ^ path).to_le_bytes())
    }
}

impl SourceText {
    /// A text in which nothing is wrong with the file itself.
    pub fn whole(path: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        let (path, text) = (path.into(), text.into());
        let hash = TextHash::new(&path, &text);
        let legacy = LegacyEncoding::UNKNOWN;
        Self { path, text, sound: true, error: None, theme: None, legacy, hash }
    }

    /// Nothing that was read yet.
    pub(super) fn nothing(path: Arc<str>) -> Self {
        Self { sound: false, ..Self::whole(path, "") }
    }

    /// Another one for each path and text: of 128 bits, so that no two are the same by chance.
    pub fn hash(&self) -> TextHash {
        self.hash
    }

    /// How messages name it: the path, or the name in the theme.
    pub fn shown(&self) -> &str {
        self.theme.unwrap_or(&self.path)
    }

    /// The theme's text of this name, at a path of the project.
    pub(super) fn of_theme(file: FileId, path: Arc<str>, (name, bytes): ThemeFile) -> Self {
        Self { theme: Some(name), ..Self::new(file, path, Ok(bytes), || LegacyEncoding::UNKNOWN) }
    }

    /// The result of reading `file`. A byte order mark is dropped. `legacy` is asked for if it isn't UTF-8.
    pub(super) fn new(
        file: FileId,
        path: Arc<str>,
        read: io::Result<&[u8]>,
        legacy: impl FnOnce() -> LegacyEncoding,
    ) -> Self {
        let mut read_as = LegacyEncoding::UNKNOWN;
        let (text, diagnostic) = match read.map(|bytes| (bytes, str::from_utf8(bytes))) {
            Ok((_, Ok(text))) => (Cow::Borrowed(text), None),
            Ok((bytes, Err(_))) => {
                read_as = legacy();
                let lossy = LossyText::decode(bytes, read_as);
                let diagnostic = lossy.diagnostic(file, &path);
                (Cow::Owned(lossy.text), Some(diagnostic))
            }
            Err(error) => (Cow::Borrowed(""), Some(unreadable(file, &path, &error))),
        };
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
        let diagnostic = diagnostic.or_else(|| conflict(file, &path, text));
        let sound = diagnostic.is_none();
        Self { sound, error: diagnostic, legacy: read_as, ..Self::whole(path, text) }
    }

    /// True for a text that isn't UTF-8, so that the site's language says as what it is read.
    pub(super) fn is_legacy(&self) -> bool {
        self.error.as_ref().is_some_and(|error| error.code == Code::InvalidUtf8)
    }

    /// The bytes to write so that the file says `text`, if those that are on disk still say what this does. A byte
    /// order mark stays.
    pub fn rewritten(&self, on_disk: &[u8], text: &str) -> Option<Vec<u8>> {
        const MARK: &[u8] = b"\xEF\xBB\xBF";
        let now = Self::new(FileId(0), self.path.clone(), Ok(on_disk), || self.legacy);
        let mark = if on_disk.starts_with(MARK) { MARK } else { b"" };
        (now.text == self.text).then(|| [mark, text.as_bytes()].concat())
    }

    /// A file that every site has and this one lacks.
    pub(super) fn missing(file: FileId, path: Arc<str>) -> Self {
        let diagnostic = Diagnostic::new(Code::MissingFile, Span::whole(file), format!("{path} is missing"))
            .help(
                "every site has this file; bring it back, or copy it from the site that comes with gympress",
            );
        Self { sound: false, error: Some(diagnostic), ..Self::whole(path, "") }
    }
}

/// The first conflict of a template, stylesheet or component. In other texts conflicts are found while they are decoded.
fn conflict(file: FileId, path: &str, text: &str) -> Option<Diagnostic> {
    let is_of_theme = ["templates/", "components/"].iter().any(|folder| path.starts_with(folder));
    if !is_of_theme
        || path.ends_with(".toml")
        || memchr::memmem::find(text.as_bytes(), OURS.as_bytes()).is_none()
    {
        return None;
    }
    Some(conflicts(text).first()?.diagnostic(file, text))
}

fn unreadable(file: FileId, path: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::new(Code::Unreadable, Span::whole(file), format!("{path} can't be read: {error}"))
        .help("check that the file exists and that its permissions let you read it")
}
