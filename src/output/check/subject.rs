//! How messages name the pages on which something was found.

use super::scan::Scan;

/// The pages, by the first one's address.
pub(super) fn subject(pages: &[&Scan]) -> String {
    let first = pages.first().map(|page| page.path.address()).unwrap_or_default();
    match pages.len() {
        0 | 1 => first,
        2 => format!("{first} and 1 other page"),
        more => format!("{first} and {} other pages", more - 1),
    }
}

/// `one` if it is one page, and `many` if there are more.
pub(super) fn verb<'v>(pages: &[&Scan], one: &'v str, many: &'v str) -> &'v str {
    if pages.len() > 1 { many } else { one }
}
