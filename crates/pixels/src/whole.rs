//! Checks that a picture is complete. Decoders fill the missing part of a JPEG with grey without an error, and don't
//! read the bytes behind the last pixel.

/// True if the last chunk, called IEND, is there. Chunks have a length, a name, content and a checksum.
pub(super) fn is_whole_png(png: &[u8]) -> bool {
    let mut rest = png.get(8..).unwrap_or_default();
    while let Some((length, after)) = rest.split_first_chunk() {
        let end = 8 + u32::from_be_bytes(*length) as usize;
        match after.get(end..) {
            Some(_) if after.starts_with(b"IEND") => return true,
            Some(next) => rest = next,
            None => return false,
        }
    }
    false
}

/// True if the file has the length that is written behind its first four bytes.
pub(super) fn is_whole_webp(webp: &[u8]) -> bool {
    let length = webp.get(4..).and_then(|rest| rest.first_chunk());
    length.is_some_and(|length| webp.len() - 8 >= u32::from_le_bytes(*length) as usize)
}

/// True if the picture's data goes on to the mark of its end.
pub(super) fn is_whole_jpeg(jpeg: &[u8]) -> bool {
    let Some(mut rest) = jpeg.strip_prefix(&[0xFF, START]) else { return false };
    loop {
        let Some(marker_at) = next_marker(rest) else { return false };
        let (marker, after) = (rest[marker_at + 1], &rest[marker_at + 2..]);
        rest = match marker {
            END => return true,
            START | RESTART_FIRST..=RESTART_LAST | TEMPORARY => after,
            _ => match after.first_chunk::<2>().map(|length| usize::from(u16::from_be_bytes(*length))) {
                Some(length) if length <= after.len() => &after[length..],
                _ => return false,
            },
        };
    }
}

const START: u8 = 0xD8;
const END: u8 = 0xD9;
const RESTART_FIRST: u8 = 0xD0;
const RESTART_LAST: u8 = 0xD7;
const TEMPORARY: u8 = 0x01;

/// The position of the next marker. The bytes before it are data of a scan, in which 0xFF is followed by 0, or filling.
fn next_marker(bytes: &[u8]) -> Option<usize> {
    let pairs = memchr::memchr_iter(0xFF, bytes);
    pairs.into_iter().find(|at| bytes.get(at + 1).is_some_and(|next| !matches!(next, 0 | 0xFF)))
}
