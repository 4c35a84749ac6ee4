//! What a reader reads of a text in Markdown, for its words alone: where nothing in it is difficult, markup needn't
//! be understood to see past it.

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::decode::value::Markdown;

/// What makes a text difficult: code, entities, HTML, escapes, footnotes, links whose targets are elsewhere.
const DIFFICULT: [char; 5] = ['`', '&', '<', '\\', '^'];

/// A text in two parts.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// All but the headings.
    pub body: String,
    /// The headings.
    pub headings: String,
}

impl Parts {
    /// Takes over what `markdown` says.
    pub fn read(&mut self, markdown: &Markdown) {
        self.body.clear();
        self.headings.clear();
        let text = markdown.as_str();
        if is_difficult(text) {
            self.understand(markdown);
        } else {
            self.skim(text);
        }
    }

    /// Line by line. Signs of markup are in no word, so only the targets of links have to go.
    fn skim(&mut self, text: &str) {
        for line in text.lines() {
            let part = if line.starts_with('#') { &mut self.headings } else { &mut self.body };
            let mut rest = line;
            while let Some((before, after)) = rest.split_once("](") {
                part.push_str(before);
                part.push(']');
                let target = after.find(|c: char| c == ')' || c == '(' || c.is_whitespace());
                // What isn't surely a target may be read.
                rest = match target.map(|end| after.split_at(end)) {
                    Some((_, end)) if end.starts_with(')') => end,
                    _ => after,
                };
            }
            part.push_str(rest);
            part.push('\n');
        }
    }

    fn understand(&mut self, markdown: &Markdown) {
        let mut in_heading = false;
        for event in markdown.parse() {
            let part = if in_heading { &mut self.headings } else { &mut self.body };
            match event {
                Event::Text(text) | Event::Code(text) => part.push_str(&text),
                Event::Start(Tag::Heading { .. }) => in_heading = true,
                Event::End(end) => {
                    in_heading &= !matches!(end, TagEnd::Heading(_));
                    // Emphasis can end within a word.
                    if !matches!(
                        end,
                        TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link
                    ) {
                        part.push(' ');
                    }
                }
                Event::SoftBreak | Event::HardBreak | Event::FootnoteReference(_) => part.push(' '),
                _ => {}
            }
        }
    }
}

fn is_difficult(text: &str) -> bool {
    let bytes = text.as_bytes();
    let letter =
        |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    let mut within_word = memchr::memchr2_iter(b'*', b'~', bytes).filter(|at| {
        // A run of signs with letters on both sides.
        let same = |other: &u8| *other == bytes[*at];
        let start = at - bytes[..*at].iter().rev().take_while(|byte| same(byte)).count();
        let end = at + bytes[*at..].iter().take_while(|byte| same(byte)).count();
        start.checked_sub(1).is_some_and(letter) && letter(end)
    });
    text.contains(DIFFICULT)
        || text.contains("~~~")
        || text.contains("]:")
        || text.contains("][")
        || text.contains("](") && text.contains("]]")
        || within_word.next().is_some()
}

#[cfg(test)]
mod tests {
    use super::{Parts, is_difficult};

    #[test]
    fn targets_of_links_are_not_read() {
        let mut parts = Parts::default();
        parts.skim("# Of *all* [days](/schedule/)\nA **[rest](/a/)** ![a rack](rack.jpg) a[1](or two)");
        assert_eq!(parts.headings, "# Of *all* [days])\n");
        assert_eq!(parts.body, "A **[rest])** ![a rack]) a[1]or two)\n");
    }

    #[test]
    fn what_could_hide_words_is_difficult() {
        for text in
            ["un**believ**able", "`code`", "caf&eacute;", "<a@b.c>", "a\\*b", "see[^1]", "[a][b]", "[a]: /b/"]
        {
            assert!(is_difficult(text), "{text}");
        }
        for text in ["**two** words, *one* snake_case", "a ~~b~~ [c](/d/)", "* a\n* b\n\n***\n"] {
            assert!(!is_difficult(text), "{text}");
        }
    }
}
