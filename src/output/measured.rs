//! Measures of a file, which outlive its bytes: enough to weigh pages and to know what
//! a host would say.

use super::{Artifact, Origin, OutputPath};

/// A file as it counts.
#[derive(Clone, Debug)]
pub struct Measured {
    /// Where it goes.
    pub path: OutputPath,
    /// The content from which it was made, for diagnostics.
    pub origin: Origin,
    /// Its bytes; none if they were never made.
    pub length: usize,
    /// Its redirects, if it's the one file that lists them.
    pub redirects: usize,
    /// Of a page: the largest file of the best format of the picture that is fetched before all others.
    pub top_picture: Option<OutputPath>,
}

impl Measured {
    /// Of a file on a site whose addresses begin with `base_path`.
    pub fn measure(artifact: &Artifact, base_path: &str) -> Self {
        let bytes = artifact.bytes.ready();
        let redirects = match artifact.path.as_str() {
            "_redirects" => memchr::memchr_iter(b'\n', bytes).count(),
            _ => 0,
        };
        Self {
            path: artifact.path.clone(),
            origin: artifact.origin,
            length: artifact.bytes.length(),
            redirects,
            top_picture: artifact.path.is_html().then(|| top_picture(bytes, base_path)).flatten(),
        }
    }
}

fn top_picture(html: &[u8], base_path: &str) -> Option<OutputPath> {
    let first = memchr::memmem::find(html, b"fetchpriority=\"high\"")?;
    let before = html.get(..first)?;
    let picture = before.get(memchr::memmem::rfind(before, b"<picture>")?..)?;
    let mut tags = std::str::from_utf8(picture).ok()?.split('<');
    // Another crop, for small windows, is the smaller one.
    let source = tags.find(|tag| tag.contains("srcset=\"") && !tag.contains(" media=\""))?;
    let choices = source.split_once("srcset=\"")?.1.split_once('"')?.0;
    let largest = choices.rsplit(", ").next()?;
    let path = largest.split(' ').next()?.strip_prefix(base_path)?;
    OutputPath::new(path)
}

#[cfg(test)]
mod tests {
    use super::top_picture;

    #[test]
    fn the_first_format_s_last_choice_is_the_largest() {
        let html = br#"<picture><source media="(max-width: 30rem)" srcset="/gym/b-320.avif 320w" sizes="1px">
            <source srcset="/gym/a-160.avif 160w, /gym/a-480.avif 480w" sizes="1px">
            <img src="/gym/a-480.jpg" fetchpriority="high"></picture>"#;
        let path = top_picture(html, "/gym/").expect("a picture");
        assert_eq!(path.as_str(), "a-480.avif");
        assert!(top_picture(b"<picture><img loading=\"lazy\"></picture>", "/").is_none());
    }
}
