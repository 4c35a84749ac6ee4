//! Whether a file that is published as it is can be what its name says: by the bytes with which its kind begins, by the lengths that
//! it states, and of a font by what it unpacks to. Version control, servers and disks damage files without a word.

use std::io::{self, Read as _};

use brotli_decompressor::Decompressor;
use gympress_pixels::is_cut;
use memchr::memmem;

use crate::source::paths::extension;

/// A kind of file, by the ends of names.
struct FileKind {
    name: &'static str,
    extensions: &'static [&'static str],
    /// The bytes with which its files begin, one of these, each behind so many others.
    beginnings: &'static [(usize, &'static [u8])],
}

/// Browsers show a picture or play a film by what is in it, so that one of a kind may have the name of another.
const KINDS: [FileKind; 7] = [
    FileKind {
        name: "picture",
        extensions: &["png", "jpg", "jpeg", "webp", "gif", "avif", "ico"],
        beginnings: &[
            (0, b"\x89PNG\r\n\x1A\n"),
            (0, b"\xFF\xD8\xFF"),
            (8, b"WEBP"),
            (0, b"GIF8"),
            (4, b"ftyp"),
            (0, b"\0\0\x01\0"),
        ],
    },
    FileKind { name: "PDF", extensions: &["pdf"], beginnings: &[(0, b"%PDF-")] },
    FileKind { name: "WOFF2 font", extensions: &["woff2"], beginnings: &[(0, b"wOF2")] },
    FileKind {
        name: "font",
        extensions: &["woff", "ttf", "otf"],
        beginnings: &[(0, b"wOFF"), (0, b"\0\x01\0\0"), (0, b"OTTO"), (0, b"true"), (0, b"ttcf")],
    },
    FileKind { name: "film", extensions: &["mp4", "m4v", "m4a"], beginnings: &[(4, b"ftyp")] },
    FileKind { name: "WebM film", extensions: &["webm"], beginnings: &[(0, b"\x1A\x45\xDF\xA3")] },
    FileKind {
        name: "ZIP file",
        extensions: &["zip", "docx", "xlsx", "pptx", "odt", "ods", "odp", "epub"],
        beginnings: &[(0, b"PK\x03\x04"), (0, b"PK\x05\x06")],
    },
];

/// The marks of line ends in the signature of PNG, as they are once something took the file for a text.
const TEXT_PNG: [&[u8]; 2] = [b"\x89PNG\n\x1A\n", b"\x89PNG\r\r\n\x1A\r\n"];

/// How far into a PDF readers look for its beginning.
const HEAD: usize = 1024;

/// Why the file at `path` can't be what the end of its name says. Returns `None` for a sound one, and for kinds of which nothing
/// is known for sure.
pub(super) fn flaw(path: &str, bytes: &[u8]) -> Option<String> {
    let extension = extension(path).to_lowercase();
    let kind = KINDS.iter().find(|kind| kind.extensions.contains(&&*extension))?;
    let name = kind.name;
    // Other bytes may be of a kind that isn't known here.
    if !kind.begins(bytes) {
        return text_in_place_of(name, bytes);
    }
    let is_whole = match name {
        "picture" => !is_cut(bytes),
        // Readers rebuild a short one; of a download that broke off there is more.
        "PDF" => bytes.len() < HEAD || memmem::rfind(bytes, b"%%EOF").is_some(),
        "ZIP file" => memmem::rfind(bytes, b"PK\x05\x06").is_some(),
        "film" => are_boxes_whole(bytes),
        "WOFF2 font" => return woff2_flaw(bytes).map(str::to_owned),
        _ => true,
    };
    (!is_whole).then(|| "is cut: its end is missing".to_owned())
}

/// Which text stands in the place of a file of this kind.
pub(super) fn text_in_place_of(name: &str, bytes: &[u8]) -> Option<String> {
    let text = bytes.trim_ascii_start();
    if TEXT_PNG.iter().any(|start| bytes.starts_with(start)) {
        Some(
            "was changed as if it were a text, as Git does without a line `*.png binary` in .gitattributes"
                .to_owned(),
        )
    } else if text.starts_with(b"<") {
        Some(format!("is a web page, perhaps of an error, and no {name}"))
    } else if text.starts_with(b"{") || text.starts_with(b"[") {
        Some(format!("has JSON in it, perhaps of an error, and is no {name}"))
    } else {
        None
    }
}

impl FileKind {
    fn begins(&self, bytes: &[u8]) -> bool {
        let is_there = |(behind, start): &(usize, &[u8])| {
            bytes.get(*behind..).is_some_and(|rest| rest.starts_with(start))
        };
        // Readers take a PDF that begins within the first kilobyte.
        let head = bytes.get(..bytes.len().min(HEAD)).unwrap_or_default();
        self.beginnings.iter().any(is_there) || self.name == "PDF" && memmem::find(head, b"%PDF-").is_some()
    }
}

/// True if no box of an MPEG-4 file is longer than the file (ISO/IEC 14496-12, 4.2).
fn are_boxes_whole(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = match u32::from_be_bytes(*length) {
            // To the end of the file.
            0 => return true,
            1 => after.get(4..).and_then(|after| after.first_chunk()).map(|long| u64::from_be_bytes(*long)),
            length => Some(length.into()),
        };
        let length = length.and_then(|length| usize::try_from(length).ok()).filter(|length| *length >= 8);
        match length.and_then(|length| rest.get(length..)) {
            Some(next) => rest = next,
            None => return false,
        }
    }
    true
}

/// Why a file that begins as WOFF2 isn't a whole font.
pub(super) fn woff2_flaw(bytes: &[u8]) -> Option<&'static str> {
    let word = |at: usize| Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?));
    if word(8).is_none_or(|length| length as usize != bytes.len()) {
        return Some("is cut or was changed: it is longer or shorter than it says");
    }
    // A collection of fonts has another directory.
    if bytes.get(4..8) == Some(b"ttcf") {
        return None;
    }
    let is_sound = || {
        let tables = u16::from_be_bytes(*bytes.get(12..)?.first_chunk()?);
        let (unpacked, directory_end) = unpacked_length(bytes, tables)?;
        let packed = bytes.get(directory_end..)?.get(..word(20)? as usize)?;
        let mut font = Decompressor::new(packed, 4096).take(unpacked + 1);
        io::copy(&mut font, &mut io::sink()).ok().filter(|length| *length == unpacked)
    };
    is_sound().is_none().then_some("is damaged: what is in it can't be unpacked")
}

/// How long all tables of a font are together, and where their directory ends (WOFF2, 4.1).
fn unpacked_length(bytes: &[u8], tables: u16) -> Option<(u64, usize)> {
    const HEADER: usize = 48;
    const OTHER_TAG: u8 = 63;
    // Of the outlines, without a transformation it is the third that says so.
    const OUTLINES: [u8; 2] = [10, 11];
    let (mut total, mut at) = (0_u64, HEADER);
    for _ in 0..tables {
        let flags = *bytes.get(at)?;
        at += 1;
        let (tag, version) = (flags & 63, flags >> 6);
        if tag == OTHER_TAG {
            at += 4;
        }
        let is_transformed = if OUTLINES.contains(&tag) { version != 3 } else { version != 0 };
        let mut length = variable_number(bytes, &mut at)?;
        if is_transformed {
            length = variable_number(bytes, &mut at)?;
        }
        total += length;
    }
    Some((total, at))
}

/// A number of up to five bytes with seven bits each, the last without the eighth.
fn variable_number(bytes: &[u8], at: &mut usize) -> Option<u64> {
    let mut number = 0;
    for _ in 0..5 {
        let byte = *bytes.get(*at)?;
        *at += 1;
        number = number << 7 | u64::from(byte & 127);
        if byte & 128 == 0 {
            return Some(number);
        }
    }
    None
}
