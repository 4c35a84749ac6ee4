//! How the pages for search engines are spread over files: the sitemap protocol bounds each file.

use std::ops::Range;

use super::Page;

/// Addresses that a sitemap may have.
const MOST_ADDRESSES: usize = 50_000;
/// Bytes that a sitemap may have.
const MOST_BYTES: usize = 50 * 1024 * 1024;
/// Bytes of an entry besides its address, and never more: tags, line break and date.
const ENTRY: usize = 128;
/// Bytes of a file besides its entries, and never more.
const FRAME: usize = 1024;

/// True for a page that search engines should know.
pub(super) fn is_listed(page: &Page) -> bool {
    match page {
        Page::File(place) => place.page.is_listed,
        Page::Post(_) | Page::Entry(_) | Page::Term(_) => true,
        Page::Offline(_) => false,
    }
}

/// The parts of a list of addresses of these lengths.
pub(super) fn parts(lengths: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    split(lengths.map(|length| length + ENTRY), MOST_ADDRESSES, MOST_BYTES - FRAME)
}

fn split(sizes: impl Iterator<Item = usize>, most: usize, bytes: usize) -> Vec<Range<usize>> {
    let (mut parts, mut part, mut length) = (Vec::new(), 0..0, 0);
    for size in sizes {
        if part.len() == most || (!part.is_empty() && length + size > bytes) {
            parts.push(part.clone());
            (part, length) = (part.end..part.end, 0);
        }
        part.end += 1;
        length += size;
    }
    parts.push(part);
    parts
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn a_part_has_neither_too_many_addresses_nor_too_many_bytes() {
        assert_eq!(split([1; 3].into_iter(), 3, 100), std::slice::from_ref(&(0..3)));
        assert_eq!(split([1; 7].into_iter(), 3, 100), [0..3, 3..6, 6..7]);
        assert_eq!(split([40, 60, 1, 200, 5].into_iter(), 10, 100), [0..2, 2..3, 3..4, 4..5]);
        assert_eq!(split([].into_iter(), 3, 100), std::slice::from_ref(&(0..0)));
    }
}
