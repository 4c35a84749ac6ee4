//! A check of static files: whether a file can be what its name says, by its first bytes, by the lengths in it and, for
//! a font, by unpacking it. Version control, servers and disks damage files without notice.

use std::io::{self, Read as _};

use brotli_decompressor::Decompressor;
use gympress_pixels::is_cut;
use memchr::memmem;

use crate::source::paths::extension;

/// A kind of file, by the extensions of names.
struct FileKind {
    name: &'static str,
    extensions: &'static [&'static str],
    /// The bytes with which its files may begin, each with the number of bytes before them.
    beginnings: &'static [(usize, &'static [u8])],
}

/// Browsers recognize pictures and films by their content, so that a PNG may be called JPEG. All pictures are therefore
/// one kind.
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

/// The signature of PNG after its line ends were converted, as in a text.
const TEXT_PNG: [&[u8]; 2] = [b"\x89PNG\n\x1A\n", b"\x89PNG\r\r\n\x1A\r\n"];

/// The number of bytes within which readers search the beginning of a PDF.
const HEAD: usize = 1024;

/// The reason why the file at `path` can't be what its name says. Returns `None` for a sound file, and for kinds that
/// can't be checked.
pub(super) fn flaw(path: &str, bytes: &[u8]) -> Option<String> {
    let extension = extension(path).to_lowercase();
    let kind = KINDS.iter().find(|kind| kind.extensions.contains(&&*extension))?;
    let name = kind.name;
    // An unknown beginning proves nothing: the kind may have variants that aren't in the table.
    if !kind.begins(bytes) {
        return text_in_place_of(name, bytes);
    }
    let is_whole = match name {
        "picture" => !is_cut(bytes),
        // Readers repair a short PDF without its end; an interrupted download is longer.
        "PDF" => bytes.len() < HEAD || memmem::rfind(bytes, b"%%EOF").is_some(),
        "ZIP file" => memmem::rfind(bytes, b"PK\x05\x06").is_some(),
        "film" => are_boxes_whole(bytes),
        "WOFF2 font" => return woff2_flaw(bytes).map(str::to_owned),
        _ => true,
    };
    (!is_whole).then(|| "is cut: its end is missing".to_owned())
}

/// The reason why the bytes are a text, not a file of this kind.
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
        for (ahead, beginning) in self.beginnings {
            if bytes.get(*ahead..).is_some_and(|rest| rest.starts_with(beginning)) {
                return true;
            }
        }
        // Readers accept a PDF that begins within the first kilobyte.
        let head = bytes.get(..bytes.len().min(HEAD)).unwrap_or_default();
        self.name == "PDF" && memmem::find(head, b"%PDF-").is_some()
    }
}

/// True if no box of an MPEG-4 file is longer than the file (ISO/IEC 14496-12, 4.2).
fn are_boxes_whole(bytes: &[u8]) -> bool {
    let mut rest = bytes;
    while let Some((length, after)) = rest.split_first_chunk::<4>() {
        let length = match u32::from_be_bytes(*length) {
            // The box extends to the end of the file.
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

/// The reason why a file that begins like WOFF2 isn't a whole font.
pub(super) fn woff2_flaw(bytes: &[u8]) -> Option<&'static str> {
    if u32_at(bytes, 8).is_none_or(|length| length as usize != bytes.len()) {
        return Some("is cut or was changed: it is longer or shorter than it says");
    }
    // A collection of fonts has a different directory.
    if bytes.get(4..8) == Some(b"ttcf") || unpack_woff2(bytes).is_some() {
        return None;
    }
    Some("is damaged: what is in it can't be unpacked")
}

/// Unpacks the tables of a font, and returns their length. Returns `None` if the directory gives another length.
fn unpack_woff2(bytes: &[u8]) -> Option<u64> {
    let Directory { unpacked_length, end } = read_directory(bytes)?;
    let packed = bytes.get(end..)?.get(..u32_at(bytes, 20)? as usize)?;
    let mut font = Decompressor::new(packed, 4096).take(unpacked_length + 1);
    io::copy(&mut font, &mut io::sink()).ok().filter(|length| *length == unpacked_length)
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// The directory of a font's tables (WOFF2, 4.1).
struct Directory {
    /// The length of all tables together.
    unpacked_length: u64,
    /// The position behind the directory.
    end: usize,
}

fn read_directory(bytes: &[u8]) -> Option<Directory> {
    const HEADER: usize = 48;
    const OTHER_TAG: u8 = 63;
    // The tags of the tables `glyf` and `loca`: version 3 of these is untransformed, version 0 of all others.
    const OUTLINES: [u8; 2] = [10, 11];
    let tables = u16::from_be_bytes(*bytes.get(12..)?.first_chunk()?);
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
    Some(Directory { unpacked_length: total, end: at })
}

/// Reads a number of up to five bytes with seven bits each; the eighth bit is set in all but the last.
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
