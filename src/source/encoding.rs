//! Texts that aren't UTF-8: what they say, as far as their encoding can be detected.

use crate::diagnostic::{Applicability, Code, Diagnostic, Edit, FileId, Fix, Span};

/// What Windows-1252 has where Unicode has control characters, from 0x80 on. Five bytes stand for nothing.
const WINDOWS: &str = "€\u{FFFD}‚ƒ„…†‡ˆ‰Š‹Œ\u{FFFD}Ž\u{FFFD}\u{FFFD}‘’“”•–—˜™š›œ\u{FFFD}žŸ";

/// What could be read of bytes that are no UTF-8.
pub(super) struct LossyText {
    pub(super) text: String,
    /// How sure it is that this is what they say; `None` if something of it is lost.
    sureness: Option<Applicability>,
    /// The encoding, where it's another one.
    wide: bool,
}

impl LossyText {
    /// Decodes a file that isn't UTF-8, as far as that is possible.
    pub(super) fn decode(bytes: &[u8]) -> Self {
        match bytes {
            [0xFF, 0xFE, rest @ ..] => Self::wide(rest, u16::from_le_bytes),
            [0xFE, 0xFF, rest @ ..] => Self::wide(rest, u16::from_be_bytes),
            _ if bytes.contains(&0) => match zeros(bytes) {
                (0, 1..) => Self::wide(bytes, u16::from_le_bytes),
                (1.., 0) => Self::wide(bytes, u16::from_be_bytes),
                // No text at all.
                _ => Self { text: String::new(), sureness: None, wide: false },
            },
            _ => Self::narrow(bytes),
        }
    }

    /// UTF-16.
    fn wide(bytes: &[u8], order: fn([u8; 2]) -> u16) -> Self {
        let (pairs, _) = bytes.as_chunks();
        let units = pairs.iter().map(|pair| order(*pair));
        let text: String =
            char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        let whole = bytes.len().is_multiple_of(2) && !text.contains(char::REPLACEMENT_CHARACTER);
        Self { text, sureness: whole.then_some(Applicability::Certain), wide: true }
    }

    /// Windows-1252, or UTF-8 with something of it inside.
    fn narrow(bytes: &[u8]) -> Self {
        let (mut text, mut known, mut usual, mut mixed) =
            (String::with_capacity(bytes.len()), true, true, false);
        for chunk in bytes.utf8_chunks() {
            mixed |= !chunk.valid().is_ascii();
            text.push_str(chunk.valid());
            for byte in chunk.invalid() {
                let c = match byte {
                    0x80..=0x9F => WINDOWS.chars().nth(usize::from(byte - 0x80)),
                    _ => Some(char::from(*byte)),
                };
                let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
                known &= c != char::REPLACEMENT_CHARACTER;
                usual &= c.is_alphabetic() || "’‘“”–—…€£©®°·«»¿¡½¼¾×\u{A0}".contains(c);
                text.push(c);
            }
        }
        let sureness = known.then(|| Applicability::certain_if(usual && !mixed));
        Self { text, sureness, wide: false }
    }

    /// What to say of the file, of which the first `valid` bytes are UTF-8.
    pub(super) fn diagnostic(&self, file: FileId, path: &str, valid: usize) -> Diagnostic {
        let first = self.text.get(valid..).and_then(|rest| rest.chars().next());
        let at = match first.filter(|_| !self.wide) {
            Some(first) => valid..valid + first.len_utf8(),
            None => 0..0,
        };
        let text = self.text.strip_prefix('\u{FEFF}').unwrap_or(&self.text);
        let whole = |sureness| Fix::new(vec![Edit::at(file, 0..text.len(), text)], sureness);
        Diagnostic::new(Code::InvalidUtf8, Span::new(file, at), format!("{path} is not UTF-8 text"))
            .label("from here on")
            .expected("a text file with the encoding UTF-8")
            .help("save the file with the encoding UTF-8 (in most editors: \"Save with encoding\")")
            .fix(self.sureness.and_then(whole))
    }
}

/// How many of the first bytes of two are zero, and of the second ones, if the file has as many as texts of Latin
/// letters in UTF-16 have.
fn zeros(bytes: &[u8]) -> (usize, usize) {
    let count = |offset: usize| bytes.iter().skip(offset).step_by(2).filter(|byte| **byte == 0).count();
    let (first, second) = (count(0), count(1));
    if first.max(second) * 4 > bytes.len() { (first, second) } else { (0, 0) }
}

#[cfg(test)]
mod tests {
    use super::{Applicability, LossyText};

    fn decode(bytes: &[u8]) -> (String, Option<Applicability>) {
        let lossy = LossyText::decode(bytes);
        (lossy.text, lossy.sureness)
    }

    #[test]
    fn encodings_are_recognised() {
        let certain = Some(Applicability::Certain);
        assert_eq!(decode(b"caf\xE9 \x97 it\x92s"), ("café — it’s".to_owned(), certain));
        assert_eq!(decode(b"caf\xC3\xA9 caf\xE9"), ("café café".to_owned(), Some(Applicability::Proposed)));
        assert_eq!(decode(b"\x81"), ("\u{FFFD}".to_owned(), None));
        assert_eq!(decode(b"\xFF\xFEa\0\xE9\0"), ("aé".to_owned(), certain));
        assert_eq!(decode(b"\0a\0b\0c"), ("abc".to_owned(), certain));
        assert_eq!(decode(b"a\0b\0"), ("ab".to_owned(), certain));
        assert_eq!(decode(b"\0\0\x89PNG\0\0").1, None);
    }
}
