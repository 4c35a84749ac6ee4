//! Whether a JPEG is all there. Decoders fill what is missing with grey and say nothing.

/// True if the picture's data goes on to the mark of its end. What cameras put after that doesn't matter.
pub(super) fn is_whole(jpeg: &[u8]) -> bool {
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

/// Where the next marker begins. In between is the data of a scan, in which 0xFF is followed by 0, or
/// filling.
fn next_marker(bytes: &[u8]) -> Option<usize> {
    let pairs = memchr::memchr_iter(0xFF, bytes);
    pairs.into_iter().find(|at| bytes.get(at + 1).is_some_and(|next| !matches!(next, 0 | 0xFF)))
}
