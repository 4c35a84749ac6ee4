//! Markup as a stream of tags with their attributes; only values that are requested are copied.
//!
//! A crate of its own without generic functions, as the tokenizer is generic code that is compiled where it's used:
//! here with optimisation, also when the rest of gympress is being debugged. Stylesheets are read here for the same
//! reason. It doesn't depend on the types of a site.

pub mod css;
mod emitter;
mod reader;

use html5gum::Tokenizer;

use self::{emitter::TagEmitter, reader::SliceReader};

/// The events of each start tag: its name, its attributes, its end.
pub trait Tags {
    /// A tag starts. Names are in lower case.
    fn open(&mut self, name: &[u8]);

    /// The tag has an attribute: is its value wanted?
    fn wants(&mut self, name: &[u8]) -> bool;

    /// The value of the last attribute whose name was requested; entities are resolved.
    fn value(&mut self, name: &[u8], value: &[u8]);

    /// The end of the tag, after all attributes.
    fn close(&mut self);

    /// An end tag.
    fn end(&mut self, name: &[u8]);

    /// Is it of use to know whether there is a text here?
    fn wants_text(&self) -> bool;

    /// There is a text that isn't only spaces.
    fn text(&mut self);
}

/// Calls `tags` for every tag in the markup that `slices` make together.
pub fn read(slices: &[&[u8]], tags: &mut dyn Tags) {
    let tokens = Tokenizer::new_with_emitter(SliceReader::new(slices.iter().copied()), TagEmitter::new(tags));
    // Neither a slice nor the emitter can fail, and the emitter makes no tokens.
    let (Ok(()) | Err(_)) = tokens.finish();
}

#[cfg(test)]
mod tests {
    use super::{Tags, read};

    #[derive(Default)]
    struct Transcript(String);

    impl Tags for Transcript {
        fn open(&mut self, name: &[u8]) {
            self.0 += &format!("<{}", String::from_utf8_lossy(name));
        }

        fn wants(&mut self, name: &[u8]) -> bool {
            name != b"class"
        }

        fn value(&mut self, name: &[u8], value: &[u8]) {
            self.0 += &format!(" {}={}", String::from_utf8_lossy(name), String::from_utf8_lossy(value));
        }

        fn close(&mut self) {
            self.0.push('>');
        }

        fn end(&mut self, name: &[u8]) {
            self.0 += &format!("</{}>", String::from_utf8_lossy(name));
        }

        fn wants_text(&self) -> bool {
            self.0.ends_with("<i>")
        }

        fn text(&mut self) {
            self.0.push('*');
        }
    }

    fn transcript(markup: &str) -> String {
        let mut tags = Transcript::default();
        read(&[markup.as_bytes()], &mut tags);
        tags.0
    }

    #[test]
    fn tells_tags_and_wanted_values() {
        let markup = "<!doctype html><A Class=x HREF='/a?b=1&amp;c'>text & <b\nid=b>&lt;i></b></a x=y><img alt src=\"/i\"/>";
        assert_eq!(transcript(markup), "<a href=/a?b=1&c><b id=b></b></a><img alt= src=/i>");
    }

    #[test]
    fn what_looks_like_a_tag_in_a_script_is_none() {
        let markup =
            "<script>if (a<b) '<a href=x>'</script><title><b></title><style><b></style><!-- <b> --><i>";
        assert_eq!(transcript(markup), "<script></script><title></title><style></style><i>");
    }

    #[test]
    fn tells_where_there_is_text() {
        assert_eq!(transcript("<i> x</i> y <i> \n </i><i>&amp;</i>"), "<i>*</i><i></i><i>*</i>");
    }

    #[test]
    fn what_stands_in_noscript_counts() {
        assert_eq!(transcript("<noscript><a href=x></a></noscript>"), "<noscript><a href=x></a></noscript>");
    }

    #[test]
    fn values_keep_their_characters() {
        let long = "ä".repeat(40);
        assert_eq!(transcript(&format!("<a href=\"/{long}\r\n&quot;x\">")), format!("<a href=/{long}\n\"x>"));
        assert_eq!(transcript("<a href=\"open"), "<a");
    }
}
