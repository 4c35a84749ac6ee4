//! The script that a page gets on its way to the browser: the one thing in which the preview differs
//! from the published site.

/// Where the script is. No file of a site can be in this folder.
pub(super) const PATH: &str = "/.gympress/preview.js";

/// What it says.
pub(super) const TEXT: &str = include_str!("preview.js");

/// The page with the script's tag before the end of its body, and nothing else changed. `state` names
/// what is shown, so that the script can tell whether it missed something.
pub(super) fn add(page: &[u8], state: &str) -> Vec<u8> {
    let tag = format!("<script src=\"{PATH}\" data-state=\"{state}\" defer></script>");
    let end = memchr::memmem::rfind(page, b"</body>").unwrap_or(page.len());
    let mut out = Vec::with_capacity(page.len() + tag.len());
    out.extend_from_slice(&page[..end]);
    out.extend_from_slice(tag.as_bytes());
    out.extend_from_slice(&page[end..]);
    out
}

#[cfg(test)]
mod tests {
    use super::add;

    #[test]
    fn the_tag_stands_before_the_end_of_the_body() {
        let page = String::from_utf8(add(b"<body><p>a</p>\n</body></html>", "7")).expect("text");
        let tag = "<script src=\"/.gympress/preview.js\" data-state=\"7\" defer></script>";
        assert_eq!(page, format!("<body><p>a</p>\n{tag}</body></html>"));
        assert_eq!(page.replace(tag, ""), "<body><p>a</p>\n</body></html>");
    }

    #[test]
    fn a_page_without_an_end_gets_it_last() {
        assert!(add(b"<p>a", "7").ends_with(b"defer></script>"));
    }
}
