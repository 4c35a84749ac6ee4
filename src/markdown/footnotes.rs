//! Footnotes, numbered in the order of their mentions, with links there and back.

use std::collections::HashMap;

use super::anchors::Anchors;

/// The footnotes of one text.
#[derive(Debug, Default)]
pub(super) struct Footnotes {
    by_name: HashMap<String, Footnote>,
}

#[derive(Clone, Debug)]
struct Footnote {
    number: usize,
    id: String,
    /// The anchor of its first mention.
    mention: String,
    mentioned: bool,
}

impl Footnotes {
    /// The markup of a mention in the text. `page` is the address before the fragment, if one is needed.
    pub fn mention(&mut self, name: &str, anchors: &mut Anchors, page: &str) -> String {
        let footnote = self.footnote(name, anchors);
        let (number, note) = (footnote.number, &footnote.id);
        let id = if std::mem::replace(&mut footnote.mentioned, true) {
            String::new()
        } else {
            format!(" id=\"{}\"", footnote.mention)
        };
        format!("<sup{id}><a href=\"{page}#{note}\" role=\"doc-noteref\">{number}</a></sup>")
    }

    /// The markup before a note: its number, which links back to the text.
    pub fn open(&mut self, name: &str, anchors: &mut Anchors, page: &str) -> String {
        let Footnote { number, id, mention, mentioned } = self.footnote(name, anchors);
        // A note without a mention links back to nothing.
        let back = if *mentioned {
            format!("<a href=\"{page}#{mention}\" role=\"doc-backlink\">{number}</a>")
        } else {
            number.to_string()
        };
        format!(
            "<aside class=\"footnote\" id=\"{id}\" role=\"doc-footnote\"><p class=\"footnote__number\">{back}</p><div>"
        )
    }

    /// The markup behind the note.
    pub const CLOSE: &str = "</div></aside>\n";

    fn footnote(&mut self, name: &str, anchors: &mut Anchors) -> &mut Footnote {
        let number = self.by_name.len() + 1;
        self.by_name.entry(name.to_owned()).or_insert_with(|| {
            let id = anchors.take(format!("footnote-{number}"));
            let mention = anchors.take(format!("mention-{number}"));
            Footnote { number, id, mention, mentioned: false }
        })
    }
}
