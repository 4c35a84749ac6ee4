//! Markdown: CommonMark with tables and footnotes, and what of it is not for editors.

use std::{ops::Range, sync::OnceLock};

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use serde_json::{Value as Json, json};

use super::{ImageFile, Value, link, target, unread};
use crate::{
    decode::{Excerpt, Item, Reference, Report},
    diagnostic::{Code, Diagnostic, Remedy, Span},
};

/// A text in Markdown.
#[derive(Clone, Debug)]
pub struct Markdown {
    text: Excerpt,
    words: OnceLock<usize>,
}

impl Markdown {
    /// Where it stands in its file, if it stands there as it is.
    pub fn place(&self) -> Option<Range<usize>> {
        self.text.place()
    }

    /// The text as it was written, from its first line on.
    pub fn as_str(&self) -> &str {
        self.text.as_str()
    }

    /// How many words it has; lists ask that of many texts, and often of the same.
    pub fn words(&self) -> usize {
        *self.words.get_or_init(|| words(self.as_str()))
    }

    /// The parts of such a text.
    pub fn parse(text: &str) -> Parser<'_> {
        Parser::new_ext(text, options())
    }
}

fn words(text: &str) -> usize {
    match text.is_ascii() {
        // A word begins after each space before something else. Without a branch, many bytes are compared at once, and
        // what is found among as many as a byte can count is added up at once.
        true => {
            let bytes = text.as_bytes();
            let is_space = |byte: u8| (byte == b' ') | (byte == b'\n') | (byte == b'\t') | (byte == b'\r');
            let begins = |(first, second): (&u8, &u8)| u8::from(is_space(*first) & !is_space(*second));
            const PIECE: usize = u8::MAX as usize;
            let first = bytes.first().is_some_and(|byte| !is_space(*byte));
            let rest = bytes.get(1..).unwrap_or_default();
            let pieces = bytes.chunks(PIECE).zip(rest.chunks(PIECE));
            let counts = pieces.map(|(piece, next)| piece.iter().zip(next).map(begins).sum::<u8>());
            usize::from(first) + counts.map(usize::from).sum::<usize>()
        }
        false => text.split_whitespace().count(),
    }
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH
}

impl Value for Markdown {
    const EXPECTED: &'static str = "a text in Markdown between ''' and '''";
    const EXAMPLE: &'static str = "'''\n...\n'''";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        item.as_filled_text(Self::EXPECTED, report)?;
        let text = item.text()?;
        // What needs a look outside of the text has one of these in it.
        if memchr::memchr3(b'<', b']', b'*', text.as_bytes()).is_some()
            || memchr::memchr3(b'#', b'`', b'|', text.as_bytes()).is_some()
        {
            look_over(text, item, report);
        }
        Some(Self { text: report.excerpt(text), words: OnceLock::new() })
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        Self { text: Excerpt::Copied("...".into()), words: OnceLock::new() }
    }

    fn schema() -> Json {
        json!({ "type": "string", "pattern": "\\S" })
    }
}

/// Reports HTML, and notes the pictures and pages that the text needs.
fn look_over(text: &str, item: &Item<'_>, report: &mut Report<'_>) {
    let place = TextPlace::new(text, item, report);
    let mut picture: Option<(Span, bool)> = None;
    let mut last_html = None;
    let mut in_code = false;
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        let span = place.span(range.clone());
        match event {
            Event::Html(html) | Event::InlineHtml(html) => {
                let line = text.get(..range.start).map_or(0, |before| before.matches('\n').count());
                // An element has two tags, and is one mistake.
                if last_html.replace(line) != Some(line) && !html.trim().is_empty() {
                    report_html(span, report);
                }
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                mention_picture(&dest_url, span, report);
                picture = Some((span, false));
            }
            Event::Text(_) | Event::Code(_) => {
                if let Some((_, described)) = &mut picture {
                    *described = true;
                }
                if matches!(event, Event::Text(_)) && !in_code {
                    unread::unread_markup(text, range, |range| place.span(range))
                        .for_each(|problem| report.push(problem));
                }
            }
            Event::Start(Tag::Heading { .. }) => {
                let heading = text.get(range).unwrap_or_default();
                if heading.trim_matches(|c: char| c == '#' || c.is_whitespace()).is_empty() {
                    report_empty_heading(span, report);
                }
            }
            Event::Start(Tag::CodeBlock(_)) => {
                in_code = true;
                unread::open_fence(text, range, |range| place.span(range))
                    .into_iter()
                    .for_each(|problem| report.push(problem));
            }
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::End(TagEnd::Image) => {
                if let Some((span, false)) = picture.take() {
                    report.push(
                        Diagnostic::new(Code::MissingAlt, span, "this picture has no description")
                            .expected("![what the picture shows](boxing.jpg)")
                            .help("say in a sentence between the brackets what the picture shows"),
                    );
                }
            }
            Event::Start(Tag::Link { dest_url, .. })
                if dest_url.starts_with('/') && !dest_url.starts_with("//") =>
            {
                // As it is written: no slash is put in at its end, as in addresses of buttons.
                let end = dest_url.find(['?', '#']).unwrap_or(dest_url.len());
                report.reference(Reference::Page(dest_url.get(..end).unwrap_or_default().into()), span);
            }
            // Of an address between < and >, the scheme is left out.
            Event::Start(Tag::Link { link_type: LinkType::Email, .. }) => {}
            Event::Start(Tag::Link { dest_url, .. }) => report_target(&dest_url, span, report),
            _ => {}
        }
    }
}

/// Reports the address of a link that leads nowhere.
fn report_target(address: &str, span: Span, report: &mut Report<'_>) {
    let Some(invalid) = target::check(address) else { return };
    let subject = if address.is_empty() { "this link".to_owned() } else { format!("\"{address}\"") };
    let remedy = invalid.right.map(|(right, sure)| Remedy::rename(address, &right, sure));
    report.push(
        Diagnostic::new(Code::Malformed, span, format!("{subject} {}", invalid.reason))
            .expected(link::Link::EXPECTED)
            .help(invalid.help)
            .remedy(remedy),
    );
}

fn report_empty_heading(span: Span, report: &mut Report<'_>) {
    report.push(
        Diagnostic::new(Code::Malformed, span, "this heading has no words")
            .expected("## A heading")
            .help("write its words behind the signs, or take the line out"),
    );
}

fn report_html(span: Span, report: &mut Report<'_>) {
    report.push(
        Diagnostic::new(Code::RawHtml, span, "HTML can't be used in a text")
            .expected("Markdown: **bold**, *emphasis*, [a link](/contact/), ![a picture](boxing.jpg)")
            .help("write it in Markdown, or put a backslash before the < to show it as text"),
    );
}

fn mention_picture(target: &str, span: Span, report: &mut Report<'_>) {
    match ImageFile::new(target) {
        Some(file) => report.reference(Reference::Image(file), span),
        None => report.malformed(
            span,
            format!("\"{target}\" is not the name of a picture in content/images"),
            ImageFile::EXPECTED,
            None,
        ),
    }
}

/// Where the text stands in its file.
struct TextPlace {
    whole: Span,
    /// Where its first character stands, if all that follows stands in the file as it is in the text.
    start: Option<usize>,
}

impl TextPlace {
    fn new(text: &str, item: &Item<'_>, report: &Report<'_>) -> Self {
        let raw = report.text.get(item.span.range()).unwrap_or_default();
        // Behind one quote or three, and behind the line break that may follow these.
        let begins = |quotes: &usize| raw.get(*quotes..).is_some_and(|rest| rest.starts_with(text));
        // Or behind nothing, in a file of Markdown.
        let start = [1, 3, 4, 5, 0].iter().find(|quotes| begins(quotes));
        Self { whole: item.span, start: start.map(|quotes| item.span.start as usize + quotes) }
    }

    fn span(&self, range: Range<usize>) -> Span {
        match self.start {
            Some(start) => Span::new(self.whole.file, start + range.start..start + range.end),
            None => self.whole,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_counted_as_they_are_split() {
        for text in ["", " ", "one", " one\ttwo\r\n\nthree ", "caf\u{e9} au\u{a0}lait", "a b c d e f g h i"] {
            assert_eq!(words(text), text.split_whitespace().count(), "{text:?}");
        }
    }
}
