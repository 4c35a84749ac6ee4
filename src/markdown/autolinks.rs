//! Plain text read as people mean it: web and email addresses and phone numbers become links without brackets, and
//! stars between numbers (`3*12`) aren't emphasis.

use std::{borrow::Cow, cmp::Reverse, ops::Range};

use linkify::{LinkFinder, LinkKind};
use memchr::memmem;
use pulldown_cmark::{Event, Tag};

use crate::{
    formats::{dialled, is_unspaced},
    schema::decode::value::{Markdown, ascii_mailto},
};

/// Punctuation beyond ASCII that ends an address.
const PUNCTUATION: &str = "“”„‟‘’‚«»‹›…–—•。，、；：！？（）「」『』《》〈〉【】｡､،؛؟۔।";

/// A part of a text that is written anew for the parser.
struct MarkdownEdit {
    place: Range<usize>,
    markdown: String,
}

impl MarkdownEdit {
    fn link(place: Range<usize>, shown: &str, target: &str) -> Self {
        Self { place, markdown: format!("[{}](<{target}>)", escaped(shown)) }
    }

    fn overlaps(&self, range: &Range<usize>) -> bool {
        range.start < self.place.end && self.place.start < range.end
    }
}

/// Makes links of bare addresses: those that begin with `https://`, `http://` or `www.`, email addresses, and phone
/// numbers, also as people dial them in `country`. It runs before the parser, which would take signs in addresses, such
/// as `_`, for Markdown.
pub(super) fn write_out<'t>(text: &'t str, country: Option<&'t str>) -> Cow<'t, str> {
    let mut edits: Vec<MarkdownEdit> = phones(text, country).collect();
    // Phones write "Www." at the beginning of a sentence.
    let signs_of_addresses = ["://", "ww.", "WW.", "@"];
    if signs_of_addresses.iter().any(|signs| memmem::find(text.as_bytes(), signs.as_bytes()).is_some()) {
        edits.extend(addresses(text));
    }
    edits.extend(stars(text));
    if edits.is_empty() {
        return Cow::Borrowed(text);
    }
    let literal = literal_ranges(text);
    edits.retain(|edit| !literal.iter().any(|range| edit.overlaps(range)));
    // The digits before the @ of `0712345678@example.com` are no phone number.
    edits.sort_by_key(|edit| (edit.place.start, Reverse(edit.place.end)));
    let (mut output, mut rest) = (String::with_capacity(text.len() * 2), 0);
    for MarkdownEdit { place, markdown } in edits {
        // A star within an address stays part of it.
        let Some(before) = text.get(rest..place.start) else { continue };
        output.push_str(before);
        output.push_str(&markdown);
        rest = place.end;
    }
    output.push_str(text.get(rest..).unwrap_or_default());
    Cow::Owned(output)
}

/// The ranges of code, links, pictures and link definitions, in which addresses and stars stay as they are.
fn literal_ranges(text: &str) -> Vec<Range<usize>> {
    let events = Markdown::parse(text).into_offset_iter();
    let definitions: Vec<_> =
        events.reference_definitions().iter().map(|(_, definition)| definition.span.clone()).collect();
    let elements = events.filter(|(event, _)| {
        matches!(
            event,
            Event::Code(_)
                | Event::Html(_)
                | Event::InlineHtml(_)
                | Event::Start(Tag::CodeBlock(_) | Tag::Link { .. } | Tag::Image { .. })
        )
    });
    elements.map(|(_, place)| place).chain(definitions).collect()
}

fn addresses(text: &str) -> impl Iterator<Item = MarkdownEdit> {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    let links: Vec<_> = pieces(text)
        .into_iter()
        .flat_map(|piece| finder.links(piece.text).map(move |link| (piece.start, link)))
        .collect();
    links.into_iter().filter_map(move |(piece_start, link)| {
        let is_email = *link.kind() == LinkKind::Email;
        let found = if is_email { link.as_str() } else { link.as_str().split('|').next()? };
        let found = found.trim_end_matches(['*', '_', '~']);
        let end = piece_start + link.start() + found.len();
        let behind = text.get(end..)?;
        let shown = without_words_before(found);
        let shown = if is_email { without_signs_before(shown, behind.starts_with('_'))? } else { shown };
        let target = target(shown, link.kind())?;
        let start = end - shown.len();
        let before = text.get(..start)?;
        // `mailto:` before an address isn't shown to people.
        let start = before.strip_suffix("mailto:").unwrap_or(before).len();
        // Escaped signs are left to Markdown.
        let is_escaped = shown.contains('\\') || before.ends_with('\\') || behind.starts_with('\\');
        (!is_escaped).then(|| MarkdownEdit::link(start..end, shown, &target))
    })
}

/// A piece of a text, in which addresses are looked for.
struct TextPiece<'t> {
    start: usize,
    text: &'t str,
}

/// Parts the text where no address goes on: at signs that none has as people type it, and where words or endings follow it
/// without a space, as in `www.club.exampleまで`, or emphasis ends. All of them could be in an address by the letter of its rules.
fn pieces(text: &str) -> Vec<TextPiece<'_>> {
    let (mut pieces, mut start) = (Vec::new(), 0);
    for (at, sign) in text.char_indices().filter(|(_, sign)| !sign.is_ascii() || matches!(sign, '_' | '~')) {
        let is_sign = if sign.is_ascii() { ends_emphasis(text, at) } else { is_between_addresses(sign) };
        let is_behind_latin =
            text.get(..at).is_some_and(|before| before.ends_with(|c: char| c.is_ascii_alphanumeric()));
        if is_sign || is_behind_latin && ends_address(sign) {
            pieces.extend(text.get(start..at).map(|text| TextPiece { start, text }));
            start = if is_sign { at + sign.len_utf8() } else { at };
        }
    }
    pieces.extend(text.get(start..).map(|text| TextPiece { start, text }));
    pieces
}

/// True for punctuation of print, for spaces, and for signs without a width, beyond ASCII.
fn is_between_addresses(sign: char) -> bool {
    match sign {
        '\u{200b}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' => true,
        _ => sign.is_whitespace() || PUNCTUATION.contains(sign),
    }
}

/// True for the marks behind `_sam@club.example_` and `~~sam@club.example~~`, which no host can have.
fn ends_emphasis(text: &str, marks: usize) -> bool {
    let behind = text.get(marks..).unwrap_or_default().trim_start_matches(['_', '~', '*']);
    let behind = behind.trim_start_matches(['.', ',', ';', ':', '!', '?', ')', '"', '\'']);
    behind.is_empty() || behind.starts_with(|sign: char| sign == '|' || is_between_addresses(sign))
}

/// True for a letter of words or endings that follow a Latin word without a space. Korean has spaces, but none before endings.
fn ends_address(letter: char) -> bool {
    is_unspaced(letter) || ('\u{ac00}'..='\u{d7a3}').contains(&letter)
}

/// The address without words that no space keeps apart from it: `sam@club.example` of `はsam@club.example`.
fn without_words_before(address: &str) -> &str {
    let name = address.split(['@', '.', ':']).next().unwrap_or_default();
    let plain = name.rsplit(is_unspaced).next().filter(|plain| !plain.is_empty()).unwrap_or(name);
    address.get(name.len() - plain.len()..).unwrap_or(address)
}

/// An email address without the signs of Markdown before it, which could all be in one by its rules: `sam@club.example` of
/// `|Email|sam@club.example`, of `**sam@club.example` and, if it is `emphasized` by that sign, of `_sam@club.example`. Returns
/// `None` if nothing is left before the @.
fn without_signs_before(address: &str, emphasized: bool) -> Option<&str> {
    let signs: &[char] = if emphasized { &['\'', '_'] } else { &['\''] };
    let name = address.split('@').next()?;
    let plain = name.rsplit(['|', '*', '~', '`', '{', '}']).next()?.trim_start_matches(signs);
    let shown = address.get(name.len() - plain.len()..)?;
    (!plain.is_empty()).then_some(shown)
}

fn phones<'t>(text: &'t str, country: Option<&'t str>) -> impl Iterator<Item = MarkdownEdit> {
    dialled(text, country).filter_map(|(place, target)| {
        let shown = text.get(place.clone())?;
        // `tel:` before a number isn't shown to people.
        let start = text.get(..place.start)?.strip_suffix("tel:").map_or(place.start, str::len);
        Some(MarkdownEdit::link(start..place.end, shown, &target))
    })
}

/// The target of a link to an address. Returns `None` for words with a dot within, such as `etc.The`.
fn target(address: &str, kind: &LinkKind) -> Option<String> {
    let lower = address.to_ascii_lowercase();
    if *kind == LinkKind::Email {
        return Some(ascii_mailto(address));
    }
    if lower.starts_with("www.") {
        return Some(format!("https://{address}"));
    }
    (lower.starts_with("https://") || lower.starts_with("http://")).then(|| address.to_owned())
}

/// Escapes the stars between a number and its factor.
fn stars(text: &str) -> impl Iterator<Item = MarkdownEdit> {
    text.match_indices('*').filter_map(|(at, _)| {
        let is_behind_number = text.get(..at)?.ends_with(|c: char| c.is_ascii_digit());
        let is_before_word = text.get(at + 1..)?.starts_with(char::is_alphanumeric);
        (is_behind_number && is_before_word)
            .then(|| MarkdownEdit { place: at..at + 1, markdown: "\\*".to_owned() })
    })
}

/// Escapes all signs of the text for Markdown.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() * 2);
    for c in text.chars() {
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
