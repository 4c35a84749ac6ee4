//! The script that a page gets on its way to the browser: the one thing in which the preview differs
//! from the published site. What it loads in turn is here, too.

use super::media::media_type;

/// Where the script is. No file of a site can be in this folder.
const PATH: &str = "/.gympress/preview.js";

/// What is in that folder.
const FILES: [(&str, &str); 2] = [
    (PATH, include_str!("client/preview.js")),
    ("/.gympress/overlay.css", include_str!("client/overlay.css")),
];

/// Media type and text of the file at `path`.
pub(super) fn file(path: &str) -> Option<(&'static str, &'static str)> {
    let (name, text) = FILES.iter().find(|(name, _)| *name == path)?;
    let extension = name.rsplit('.').next().unwrap_or_default();
    Some((media_type(extension), text))
}

/// The page with the script's tag before the end of its body, and nothing else changed. `site` names
/// what is shown, so that the script can detect a missed event.
pub(super) fn add(page: &[u8], site: &str) -> Vec<u8> {
    let tag = format!("<script src=\"{PATH}\" data-site=\"{site}\" defer></script>");
    let end = memchr::memmem::rfind(page, b"</body>").unwrap_or(page.len());
    let (before, after) = page.split_at_checked(end).unwrap_or((page, &[]));
    let mut out = Vec::with_capacity(page.len() + tag.len());
    out.extend_from_slice(before);
    out.extend_from_slice(tag.as_bytes());
    out.extend_from_slice(after);
    out
}

#[cfg(test)]
mod tests {
    use super::add;

    #[test]
    fn the_tag_stands_before_the_end_of_the_body() {
        let page = String::from_utf8(add(b"<body><p>a</p>\n</body></html>", "7")).expect("text");
        let tag = "<script src=\"/.gympress/preview.js\" data-site=\"7\" defer></script>";
        assert_eq!(page, format!("<body><p>a</p>\n{tag}</body></html>"));
        assert_eq!(page.replace(tag, ""), "<body><p>a</p>\n</body></html>");
    }

    #[test]
    fn a_page_without_an_end_gets_it_last() {
        assert!(add(b"<p>a", "7").ends_with(b"defer></script>"));
    }
}
