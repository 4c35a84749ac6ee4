//! Texts that aren't UTF-8: what they say, as far as their encoding can be detected.

use std::{fs, path::Path};

use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_874, WINDOWS_1250, WINDOWS_1251,
    WINDOWS_1252, WINDOWS_1253, WINDOWS_1254, WINDOWS_1255, WINDOWS_1256, WINDOWS_1257, WINDOWS_1258,
};

use super::locale::{SITE, WrittenLocale};
use crate::diagnostic::{Applicability, Code, Diagnostic, Edit, FileId, Fix, Span};

/// The encodings of Latin letters: what reads the same in each of them can hardly be anything else.
const LATIN: [&Encoding; 4] = [WINDOWS_1250, WINDOWS_1252, WINDOWS_1254, WINDOWS_1257];

/// The encoding in which programs save texts of the site's language that aren't UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LegacyEncoding {
    encoding: &'static Encoding,
    /// False if the site doesn't say its language.
    is_known: bool,
}

impl LegacyEncoding {
    /// That of the most languages, for a site of which the language isn't known.
    pub(super) const UNKNOWN: Self = Self { encoding: WINDOWS_1252, is_known: false };

    /// That of the project in `root`.
    pub(super) fn of_project(root: &Path) -> Self {
        let path = root.join(SITE);
        let site = if path.is_file() { fs::read(path).unwrap_or_default() } else { Vec::new() };
        let written = WrittenLocale::read(&String::from_utf8_lossy(&site));
        written.language.map_or(Self::UNKNOWN, |tag| Self { encoding: legacy_encoding(&tag), is_known: true })
    }
}

/// The encoding in which programs save texts of a language that aren't UTF-8.
pub fn legacy_encoding(tag: &str) -> &'static Encoding {
    let tag = tag.to_ascii_lowercase();
    let mut parts = tag.split(['-', '_']);
    let code = parts.next().unwrap_or_default();
    let has = |names: &[&str]| parts.clone().any(|part| names.contains(&part));
    match code {
        "sr" | "bs" if has(&["cyrl"]) => WINDOWS_1251,
        "sr" if !has(&["latn"]) => WINDOWS_1251,
        "pl" | "cs" | "sk" | "hu" | "sl" | "hr" | "ro" | "sq" | "bs" | "sr" => WINDOWS_1250,
        "ru" | "uk" | "bg" | "mk" | "be" => WINDOWS_1251,
        "el" => WINDOWS_1253,
        "tr" | "az" => WINDOWS_1254,
        "he" => WINDOWS_1255,
        "ar" | "fa" | "ur" => WINDOWS_1256,
        "lt" | "lv" | "et" => WINDOWS_1257,
        "vi" => WINDOWS_1258,
        "th" => WINDOWS_874,
        "ja" => SHIFT_JIS,
        "ko" => EUC_KR,
        "zh" if has(&["hant", "tw", "hk", "mo"]) => BIG5,
        "zh" => GBK,
        _ => WINDOWS_1252,
    }
}

/// What could be read of bytes that are no UTF-8.
pub(super) struct LossyText {
    pub(super) text: String,
    /// How sure it is that this is what they say; `None` if something of it is lost.
    sureness: Option<Applicability>,
    /// As what they were read; `None` for what is no text at all.
    encoding: Option<&'static Encoding>,
    /// Where the first character stands that isn't the same in UTF-8.
    first: usize,
}

impl LossyText {
    /// Decodes a file that isn't UTF-8, as far as that is possible.
    pub(super) fn decode(bytes: &[u8], legacy: LegacyEncoding) -> Self {
        match bytes {
            [0xFF, 0xFE, rest @ ..] => Self::wide(rest, UTF_16LE),
            [0xFE, 0xFF, rest @ ..] => Self::wide(rest, UTF_16BE),
            _ if bytes.contains(&0) => match zeros(bytes) {
                (0, 1..) => Self::wide(bytes, UTF_16LE),
                (1.., 0) => Self::wide(bytes, UTF_16BE),
                // No text at all.
                _ => Self { text: String::new(), sureness: None, encoding: None, first: 0 },
            },
            _ => Self::narrow(bytes, legacy),
        }
    }

    fn wide(bytes: &[u8], encoding: &'static Encoding) -> Self {
        let (text, has_errors) = encoding.decode_without_bom_handling(bytes);
        let sureness = (!has_errors).then_some(Applicability::Certain);
        Self { text: text.into_owned(), sureness, encoding: Some(encoding), first: 0 }
    }

    /// An encoding whose first half is ASCII, or UTF-8 with something of it inside.
    fn narrow(bytes: &[u8], LegacyEncoding { encoding, is_known }: LegacyEncoding) -> Self {
        let read = |bytes| {
            let text = encoding.decode_without_bom_handling(bytes).0;
            // Bytes that stand for nothing.
            text.replace(|c| ('\u{80}'..='\u{9F}').contains(&c), "\u{FFFD}")
        };
        let valid = |text: &str| text.chars().filter(|c| !c.is_ascii()).count();
        let (known, other) = bytes.utf8_chunks().fold((0, 0), |(known, other), chunk| {
            (known + valid(chunk.valid()), other + chunk.invalid().len())
        });
        // Two letters of another encoding may happen to be one of UTF-8.
        let is_mixed = known * 8 > other;
        let text: String = match is_mixed {
            true => {
                bytes.utf8_chunks().map(|chunk| chunk.valid().to_owned() + &read(chunk.invalid())).collect()
            }
            false => read(bytes),
        };
        let first = match is_mixed {
            true => bytes.utf8_chunks().next().map_or(0, |chunk| chunk.valid().len()),
            false => text.find(|c: char| !c.is_ascii()).unwrap_or_default(),
        };
        let is_usual = |c: char| c.is_ascii() || c.is_alphabetic() || USUAL.contains(c);
        let is_same = |latin: &&'static Encoding| latin.decode_without_bom_handling(bytes).0 == text;
        let is_certain = is_known
            && !is_mixed
            && LATIN.contains(&encoding)
            && LATIN.iter().all(is_same)
            && text.chars().all(is_usual);
        let is_whole = !text.contains(char::REPLACEMENT_CHARACTER);
        let sureness = is_whole.then(|| Applicability::certain_if(is_certain));
        Self { text, sureness, encoding: Some(encoding), first }
    }

    /// What to say of the file.
    pub(super) fn diagnostic(&self, file: FileId, path: &str) -> Diagnostic {
        let first = self.text.get(self.first..).and_then(|rest| rest.chars().next());
        let is_wide = [UTF_16LE, UTF_16BE].map(Some).contains(&self.encoding);
        let at = match first.filter(|_| !is_wide) {
            Some(first) => self.first..self.first + first.len_utf8(),
            None => 0..0,
        };
        let label = match self.encoding {
            Some(encoding) => format!("from here on, read as {}", encoding.name()),
            None => "from here on".to_owned(),
        };
        let text = self.text.strip_prefix('\u{FEFF}').unwrap_or(&self.text);
        let whole = |sureness| Fix::new(vec![Edit::at(file, 0..text.len(), text)], sureness);
        Diagnostic::new(Code::InvalidUtf8, Span::new(file, at), format!("{path} is not UTF-8 text"))
            .label(label)
            .expected("a text file with the encoding UTF-8")
            .help("save the file with the encoding UTF-8 (in most editors: \"Save with encoding\")")
            .fix(self.sureness.and_then(whole))
    }
}

/// Signs that stand in texts as often as letters do.
const USUAL: &str = "’‘“”–—…€£©®°·«»¿¡½¼¾×\u{A0}";

/// How many of the first bytes of two are zero, and of the second ones, if the file has as many as texts of Latin
/// letters in UTF-16 have.
fn zeros(bytes: &[u8]) -> (usize, usize) {
    let count = |offset: usize| bytes.iter().skip(offset).step_by(2).filter(|byte| **byte == 0).count();
    let (first, second) = (count(0), count(1));
    if first.max(second) * 4 > bytes.len() { (first, second) } else { (0, 0) }
}

#[cfg(test)]
mod tests {
    use super::{Applicability, LegacyEncoding, LossyText, legacy_encoding};

    fn decode_in(language: &str, bytes: &[u8]) -> (String, Option<Applicability>) {
        let legacy = LegacyEncoding { encoding: legacy_encoding(language), is_known: true };
        let lossy = LossyText::decode(bytes, legacy);
        (lossy.text, lossy.sureness)
    }

    #[test]
    fn encodings_are_recognised() {
        let (certain, proposed) = (Some(Applicability::Certain), Some(Applicability::Proposed));
        let decode = |bytes| decode_in("en", bytes);
        assert_eq!(decode(b"caf\xE9 \x97 it\x92s"), ("café — it’s".to_owned(), certain));
        assert_eq!(decode(b"caf\xC3\xA9 caf\xE9"), ("café café".to_owned(), proposed));
        assert_eq!(decode(b"\x81"), ("\u{FFFD}".to_owned(), None));
        assert_eq!(decode(b"\xFF\xFEa\0\xE9\0"), ("aé".to_owned(), certain));
        assert_eq!(decode(b"\0a\0b\0c"), ("abc".to_owned(), certain));
        assert_eq!(decode(b"a\0b\0"), ("ab".to_owned(), certain));
        assert_eq!(decode(b"\0\0\x89PNG\0\0").1, None);
    }

    #[test]
    fn bytes_are_read_by_the_language_and_certain_only_if_all_encodings_of_latin_letters_agree() {
        let (certain, proposed) = (Some(Applicability::Certain), Some(Applicability::Proposed));
        for (language, bytes, text, sureness) in [
            ("pl", &b"R\xEAkawice, r\xEAcznik."[..], "Rękawice, ręcznik.", proposed),
            ("de_AT", b"Fitne\xDF f\xFCr \xC4ltere", "Fitneß für Ältere", certain),
            ("fr", b"tr\xE8s", "très", proposed),
            ("ru", b"\xE7\xE0\xEB", "зал", proposed),
            ("sr", b"\xE7", "з", proposed),
            ("sr-Latn-RS", b"\xE8", "č", proposed),
            // Two letters of the first word are one of UTF-8.
            (
                "uk",
                b"\xD0\xB3\xE7\xED\xB3 \xE7\xE0\xEB\xE8 \xB3 \xE3\xF0\xF3\xEF\xE8",
                "Різні зали і групи",
                proposed,
            ),
            ("ja", b"\x83\x57\x83\x80", "ジム", proposed),
        ] {
            assert_eq!(decode_in(language, bytes), (text.to_owned(), sureness), "{language}");
        }
        let unknown = LossyText::decode(b"caf\xE9", LegacyEncoding::UNKNOWN);
        assert_eq!((unknown.text.as_str(), unknown.sureness), ("café", proposed));
    }
}
