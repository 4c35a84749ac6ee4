//! What a reader reads of a text in Markdown, for its words alone: where nothing in it is difficult, markup needn't
//! be understood to see past it.

use pulldown_cmark::{Event, Tag, TagEnd};

use crate::decode::value::Markdown;

/// A part of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextPart {
    Body,
    Heading,
}

impl TextPart {
    fn of_line(line: &str) -> Self {
        if line.starts_with('#') { Self::Heading } else { Self::Body }
    }
}

/// Calls `take` with the text of `markdown`, piece by piece. No word is split between two pieces.
pub(super) fn read(markdown: &Markdown, mut take: impl FnMut(TextPart, &str)) {
    if is_difficult(markdown.as_str()) {
        read_events(markdown, take);
    } else {
        read_lines(markdown.as_str(), &mut take);
    }
}

/// Line by line. Signs of markup are in no word, so only the targets of links have to go.
fn read_lines(text: &str, take: &mut impl FnMut(TextPart, &str)) {
    for line in text.lines() {
        let part = TextPart::of_line(line);
        let mut rest = line;
        while let Some((before, after)) = split_at_target(rest) {
            take(part, before);
            let target = after.find(|c: char| c == ')' || c == '(' || c.is_whitespace());
            // What isn't surely a target may be read.
            rest = match target.map(|end| after.split_at(end)) {
                Some((_, end)) if end.starts_with(')') => end,
                _ => after,
            };
        }
        take(part, rest);
    }
}

/// What stands before `](`, and what behind.
fn split_at_target(text: &str) -> Option<(&str, &str)> {
    let mut brackets = memchr::memchr_iter(b']', text.as_bytes());
    brackets.find_map(|at| Some((text.get(..at)?, text.get(at..)?.strip_prefix("](")?)))
}

fn read_events(markdown: &Markdown, mut take: impl FnMut(TextPart, &str)) {
    let (mut body, mut headings) = (String::new(), String::new());
    let mut in_heading = false;
    for event in Markdown::parse(markdown.as_str()) {
        let part = if in_heading { &mut headings } else { &mut body };
        match event {
            Event::Text(text) | Event::Code(text) => part.push_str(&text),
            Event::Start(Tag::Heading { .. }) => in_heading = true,
            Event::End(end) => {
                in_heading &= !matches!(end, TagEnd::Heading(_));
                // Emphasis can end within a word.
                if !matches!(end, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link) {
                    part.push(' ');
                }
            }
            Event::SoftBreak | Event::HardBreak | Event::FootnoteReference(_) => part.push(' '),
            _ => {}
        }
    }
    take(TextPart::Body, &body);
    take(TextPart::Heading, &headings);
}

/// Code, entities, HTML, escapes, footnotes and links whose targets are elsewhere make a text difficult.
fn is_difficult(text: &str) -> bool {
    let bytes = text.as_bytes();
    let letter =
        |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii());
    if memchr::memchr3(b'`', b'&', b'<', bytes).is_some() || memchr::memchr2(b'\\', b'^', bytes).is_some() {
        return true;
    }
    let (mut has_link, mut has_two_brackets) = (false, false);
    for next in memchr::memchr_iter(b']', bytes).map(|at| bytes.get(at + 1)) {
        match next {
            Some(b':' | b'[') => return true,
            Some(b'(') => has_link = true,
            Some(b']') => has_two_brackets = true,
            Some(_) | None => {}
        }
    }
    has_link && has_two_brackets
        || memchr::memchr2_iter(b'*', b'~', bytes).any(|at| {
            let (before, run) = bytes.split_at_checked(at).unwrap_or((bytes, &[]));
            let starts_here = before.last() != run.first();
            let end = || at + run.iter().take_while(|sign| run.first() == Some(*sign)).count();
            // A fence, or a run of signs with letters on both sides.
            starts_here && (run.starts_with(b"~~~") || at.checked_sub(1).is_some_and(letter) && letter(end()))
        })
}

#[cfg(test)]
mod tests {
    use super::{TextPart, is_difficult, read_lines};

    #[test]
    fn targets_of_links_are_not_read() {
        let mut pieces = Vec::new();
        let text = "# Of *all* [days](/schedule/)\nA **[rest](/a/)** ![a rack](rack.jpg) a[1](or two)";
        read_lines(text, &mut |part, piece: &str| pieces.push((part, piece.to_owned())));
        let of = |wanted| {
            let pieces = pieces.iter().filter(|(part, _)| *part == wanted);
            pieces.map(|(_, piece)| piece.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(of(TextPart::Heading), ["# Of *all* [days", ")"]);
        assert_eq!(of(TextPart::Body), ["A **[rest", ")** ![a rack", ") a[1", "or two)"]);
    }

    #[test]
    fn what_could_hide_words_is_difficult() {
        for text in [
            "un**believ**able",
            "`code`",
            "caf&eacute;",
            "<a@b.c>",
            "a\\*b",
            "see[^1]",
            "[a][b]",
            "[a]: /b/",
            "[a[b]](/c/)",
            "~~~\na",
        ] {
            assert!(is_difficult(text), "{text}");
        }
        for text in ["**two** words, *one* snake_case", "a ~~b~~ [c](/d/)", "* a\n* b\n\n***\n"] {
            assert!(!is_difficult(text), "{text}");
        }
    }
}
