//! Checks that a picture is complete. Decoders fill the missing part of a JPEG with grey without an error, and don't
//! read the bytes after the last pixel.

/// True if the file has its last chunk, IEND. Chunks have a length, a name, content and a checksum.
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

/// True if the file has the length that follows its first four bytes.
pub(super) fn is_whole_webp(webp: &[u8]) -> bool {
    let length = webp.get(4..).and_then(|rest| rest.first_chunk());
    length.is_some_and(|length| webp.len() - 8 >= u32::from_le_bytes(*length) as usize)
}

/// True if the data of the picture reaches the end marker.
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

pub(super) const START: u8 = 0xD8;
pub(super) const END: u8 = 0xD9;
pub(super) const RESTART_FIRST: u8 = 0xD0;
pub(super) const RESTART_LAST: u8 = 0xD7;
pub(super) const TEMPORARY: u8 = 0x01;

/// The position of the next marker. Before it are the data of a scan, in which 0xFF is followed by 0, or fill bytes.
pub(super) fn next_marker(bytes: &[u8]) -> Option<usize> {
    let pairs = memchr::memchr_iter(0xFF, bytes);
    pairs.into_iter().find(|at| bytes.get(at + 1).is_some_and(|next| !matches!(next, 0 | 0xFF)))
}
