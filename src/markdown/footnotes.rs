//! Footnotes, numbered in the order of their mentions, with links there and back.

use std::collections::{HashMap, HashSet};

use pulldown_cmark::{Event, Tag, TagEnd};

use super::anchors::Anchors;

/// The footnotes of one text.
#[derive(Debug)]
pub(super) struct Footnotes {
    by_key: HashMap<String, Footnote>,
    /// The keys of those that the text mentions, before the note or behind it.
    mentioned: HashSet<String>,
    /// The beginning of their numbers in ids: nothing for the first text of a file, `2-` for the second.
    prefix: String,
}

#[derive(Clone, Debug)]
struct Footnote {
    number: usize,
    id: String,
    /// The anchor of its first mention.
    mention: String,
    /// True once its first mention is written.
    has_anchor: bool,
}

impl Footnotes {
    /// The footnotes of the text with these events. `before` is the number of texts before it in its file.
    pub fn of(events: &[Event<'_>], before: usize) -> Self {
        let (mut mentioned, mut pictures) = (HashSet::new(), 0_usize);
        for event in events {
            match event {
                // The words of a picture have no links.
                Event::Start(Tag::Image { .. }) => pictures += 1,
                Event::End(TagEnd::Image) => pictures = pictures.saturating_sub(1),
                Event::FootnoteReference(name) if pictures == 0 => {
                    mentioned.insert(key(name));
                }
                _ => {}
            }
        }
        let prefix = if before == 0 { String::new() } else { format!("{}-", before + 1) };
        Self { by_key: HashMap::new(), mentioned, prefix }
    }

    /// The markup of a mention in the text. `page` is the address before the fragment, if one is needed.
    pub fn mention(&mut self, name: &str, anchors: &mut Anchors, page: &str) -> String {
        let footnote = self.footnote(name, anchors);
        let (number, note) = (footnote.number, &footnote.id);
        let id = if std::mem::replace(&mut footnote.has_anchor, true) {
            String::new()
        } else {
            format!(" id=\"{}\"", footnote.mention)
        };
        format!("<sup{id}><a href=\"{page}#{note}\" role=\"doc-noteref\">{number}</a></sup>")
    }

    /// The markup before a note: its number, which links back to the text.
    pub fn open(&mut self, name: &str, anchors: &mut Anchors, page: &str) -> String {
        let is_mentioned = self.mentioned.contains(&key(name));
        let Footnote { number, id, mention, .. } = self.footnote(name, anchors);
        // A note without a mention links back to nothing.
        let back = if is_mentioned {
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
        let number = self.by_key.len() + 1;
        let prefix = &self.prefix;
        self.by_key.entry(key(name)).or_insert_with(|| {
            let id = anchors.take(format!("footnote-{prefix}{number}"));
            let mention = anchors.take(format!("mention-{prefix}{number}"));
            Footnote { number, id, mention, has_anchor: false }
        })
    }
}

/// The key of a footnote: in Markdown, `[^Row]` mentions the note `[^row]`.
fn key(name: &str) -> String {
    name.to_lowercase()
}
