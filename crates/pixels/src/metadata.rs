//! Pictures without the other data that cameras and programs write into their files, such as the place of a photo.
//!
//! Some of it stays: which side is up, the time when the photo was taken, by which albums can be ordered, the colours, and what
//! animations need. The picture isn't encoded again.

use std::iter;

use crate::{
    decode::FileFormat,
    exif,
    whole::{END, RESTART_FIRST, RESTART_LAST, START, TEMPORARY, next_marker},
};

/// A kind of segments of a JPEG file. Several kinds share a marker, so the data of each begins with its name.
struct SegmentKind {
    marker: u8,
    name: &'static [u8],
}

/// The data of the camera.
const EXIF: SegmentKind = SegmentKind { marker: 0xE1, name: b"Exif\0\0" };

/// The segments for programs without which pixels are decoded otherwise.
const OF_PIXELS: [SegmentKind; 3] = [
    SegmentKind { marker: 0xE0, name: b"JFIF\0" },
    SegmentKind { marker: 0xE2, name: b"ICC_PROFILE\0" },
    SegmentKind { marker: 0xEE, name: b"Adobe" },
];

/// The markers of segments for programs.
const FIRST_APPLICATION: u8 = 0xE0;
const LAST_APPLICATION: u8 = 0xEF;

/// The marker of a comment.
const COMMENT: u8 = 0xFE;

/// Chunks of a PNG file that say how it looks, besides those that each decoder has to know.
const PNG_CHUNKS: [&[u8; 4]; 14] = [
    b"tRNS", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"cICP", b"mDCV", b"cLLI", b"sBIT", b"bKGD", b"pHYs",
    b"acTL", b"fcTL", b"fdAT",
];

/// Chunks of a WebP file that say how it looks.
const WEBP_CHUNKS: [&[u8; 4]; 7] = [b"VP8 ", b"VP8L", b"VP8X", b"ICCP", b"ANIM", b"ANMF", b"ALPH"];

/// The bits of the header of a WebP file that say that it has data of a camera, and of programs (XMP).
const HAS_EXIF: u8 = 0b1000;
const HAS_XMP: u8 = 0b100;

/// The file of a JPEG, PNG or WebP picture without what isn't seen in it, such as where it was taken. Returns `None` for
/// another file, and for one whose end is missing.
pub fn without_metadata(file: &[u8]) -> Option<Vec<u8>> {
    let format = FileFormat::of(file).filter(|format| format.is_whole(file))?;
    let exif = format.exif(file).unwrap_or_default();
    let exif = exif::only(exif::orientation(&exif), exif::taken(&exif).as_deref());
    match format {
        FileFormat::Jpeg => jpeg(file, exif),
        FileFormat::Png => png(file, exif),
        FileFormat::WebP => webp(file, exif),
    }
}

/// Bytes behind the end of the picture are left out as well: other pictures, and films, with metadata of their own.
fn jpeg(file: &[u8], exif: Option<Vec<u8>>) -> Option<Vec<u8>> {
    let mut out = vec![0xFF, START];
    if let Some(exif) = exif {
        let data = [EXIF.name, &exif].concat();
        out.extend([0xFF, EXIF.marker]);
        out.extend(u16::try_from(data.len() + 2).ok()?.to_be_bytes());
        out.extend(data);
    }
    let mut rest = file.get(2..)?;
    loop {
        let at = next_marker(rest)?;
        let (scan, segment) = rest.split_at_checked(at)?;
        let marker = *segment.get(1)?;
        let length = match marker {
            START | END | RESTART_FIRST..=RESTART_LAST | TEMPORARY => 2,
            _ => 2 + usize::from(u16::from_be_bytes(*segment.get(2..)?.first_chunk()?)),
        };
        let (segment, after) = segment.split_at_checked(length)?;
        out.extend(scan);
        if is_seen(marker, segment.get(4..).unwrap_or_default()) {
            out.extend(segment);
        }
        if marker == END {
            return Some(out);
        }
        rest = after;
    }
}

fn is_seen(marker: u8, data: &[u8]) -> bool {
    match marker {
        COMMENT => false,
        FIRST_APPLICATION..=LAST_APPLICATION => {
            OF_PIXELS.iter().any(|kind| marker == kind.marker && data.starts_with(kind.name))
        }
        _ => true,
    }
}

fn png(file: &[u8], mut exif: Option<Vec<u8>>) -> Option<Vec<u8>> {
    let (signature, mut rest) = file.split_at_checked(8)?;
    let mut out = signature.to_vec();
    loop {
        // A length, a name, content and a checksum.
        let length = usize::try_from(u32::from_be_bytes(*rest.first_chunk()?)).ok()?;
        let (chunk, after) = rest.split_at_checked(length.checked_add(12)?)?;
        let name: &[u8; 4] = chunk.get(4..)?.first_chunk()?;
        // Before the pixels, as decoders read it.
        if name == b"IDAT"
            && let Some(exif) = exif.take()
        {
            let content = [b"eXIf", exif.as_slice()].concat();
            out.extend(u32::try_from(exif.len()).ok()?.to_be_bytes());
            out.extend(&content);
            out.extend(checksum(&content).to_be_bytes());
        }
        let is_needed = name.first().is_some_and(u8::is_ascii_uppercase);
        if is_needed || PNG_CHUNKS.contains(&name) {
            out.extend(chunk);
        }
        if name == b"IEND" {
            return Some(out);
        }
        rest = after;
    }
}

/// The checksum of a chunk of a PNG file (PNG, annex D).
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { 0xEDB8_8320 ^ (sum >> 1) } else { sum >> 1 };
        }
    }
    !sum
}

fn webp(file: &[u8], exif: Option<Vec<u8>>) -> Option<Vec<u8>> {
    let length = usize::try_from(u32::from_le_bytes(*file.get(4..)?.first_chunk()?)).ok()?;
    let mut rest = file.get(12..length.checked_add(8)?)?;
    let mut chunks = Vec::new();
    while let Some(name) = rest.first_chunk::<4>() {
        let length = usize::try_from(u32::from_le_bytes(*rest.get(4..)?.first_chunk()?)).ok()?;
        // Some programs leave out the byte that makes the last length even.
        let end = 8_usize.checked_add(length)?.checked_add(length % 2)?.min(rest.len());
        let (chunk, after) = rest.split_at_checked(end)?;
        if WEBP_CHUNKS.contains(&name) {
            chunks.extend(chunk);
        }
        rest = after;
    }
    if let Some(flags) = chunks.get_mut(8).filter(|_| chunks_begin_with_header(file)) {
        *flags &= !(HAS_EXIF | HAS_XMP);
        if exif.is_some() {
            *flags |= HAS_EXIF;
        }
    }
    if let Some(exif) = exif {
        chunks.extend(b"EXIF");
        chunks.extend(u32::try_from(exif.len()).ok()?.to_le_bytes());
        chunks.extend(iter::chain(&exif, iter::repeat_n(&0, exif.len() % 2)));
    }
    let length = u32::try_from(chunks.len() + 4).ok()?.to_le_bytes();
    Some([b"RIFF", &length, b"WEBP", chunks.as_slice()].concat())
}

/// True for a WebP file with more in it than a picture: its first chunk is a header whose bits say what.
fn chunks_begin_with_header(file: &[u8]) -> bool {
    file.get(12..16) == Some(b"VP8X")
}
