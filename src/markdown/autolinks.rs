//! Texts that mean what they say, without brackets or a backslash: web and email addresses and phone numbers are links, and
//! stars between numbers (`3*12`) are no emphasis.

use std::{borrow::Cow, ops::Range};

use linkify::{LinkFinder, LinkKind};
use memchr::memmem;
use pulldown_cmark::{Event, Tag};

use crate::{
    formats::dialled,
    schema::decode::value::{Markdown, ascii_mailto},
};

/// The text with each bare address as a link: those that begin with `https://`, `http://` or `www.`, email addresses, and phone
/// numbers, also as they are dialled in `country`. It precedes the parser, as signs of Markdown such as `_` are parts of addresses.
pub(super) fn write_out<'t>(text: &'t str, country: Option<&'t str>) -> Cow<'t, str> {
    let has_signs = ["://", "www.", "@", "*"]
        .into_iter()
        .any(|signs| memmem::find(text.as_bytes(), signs.as_bytes()).is_some());
    let mut edits: Vec<(Range<usize>, String)> = phones(text, country).collect();
    if has_signs {
        edits.extend(addresses(text).chain(stars(text)));
    }
    if edits.is_empty() {
        return Cow::Borrowed(text);
    }
    let kept = kept(text);
    edits.retain(|(place, _)| !kept.iter().any(|kept| kept.start < place.end && place.start < kept.end));
    edits.sort_by_key(|(place, _)| place.start);
    let (mut output, mut rest) = (String::with_capacity(text.len() * 2), 0);
    for (place, written) in edits.into_iter() {
        // A star within an address is a part of it.
        let Some(before) = text.get(rest..place.start) else { continue };
        output.push_str(before);
        output.push_str(&written);
        rest = place.end;
    }
    output.push_str(text.get(rest..).unwrap_or_default());
    Cow::Owned(output)
}

/// Ranges in which an address or a star is a part of something else: code, links, pictures, definitions of links.
fn kept(text: &str) -> Vec<Range<usize>> {
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

fn addresses(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    let mut finder = LinkFinder::new();
    finder.url_must_have_scheme(false);
    let links: Vec<_> = finder.links(text).collect();
    links.into_iter().filter_map(|link| {
        let shown = link.as_str().split('|').next()?.trim_end_matches(['*', '_', '~']);
        let target = target(shown, link.kind())?;
        let before = text.get(..link.start())?;
        // `mailto:` before an address is for programs.
        let start = before.strip_suffix("mailto:").unwrap_or(before).len();
        let end = link.start() + shown.len();
        // Escaped signs are left to Markdown.
        let is_escaped = shown.contains('\\') || before.ends_with('\\') || text.get(end..)?.starts_with('\\');
        (!is_escaped).then(|| (start..end, format!("[{}](<{target}>)", escaped(shown))))
    })
}

fn phones<'t>(text: &'t str, country: Option<&'t str>) -> impl Iterator<Item = (Range<usize>, String)> {
    dialled(text, country).filter_map(|(place, target)| {
        let shown = text.get(place.clone())?;
        // `tel:` before a number is for programs.
        let start = text.get(..place.start)?.strip_suffix("tel:").map_or(place.start, str::len);
        Some((start..place.end, format!("[{}](<{target}>)", escaped(shown))))
    })
}

/// The target of an address. Returns `None` for words with a dot in them, such as `etc.The`.
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

/// The stars behind a number and before what it is multiplied with.
fn stars(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    text.match_indices('*').filter_map(|(at, star)| {
        let is_behind_number = text.get(..at)?.ends_with(|c: char| c.is_ascii_digit());
        let is_before_word = text.get(at + 1..)?.starts_with(char::is_alphanumeric);
        (is_behind_number && is_before_word).then(|| (at..at + 1, format!("\\{star}")))
    })
}

/// The text, in which no sign means anything.
fn escaped(text: &str) -> String {
    text.chars().flat_map(|c| c.is_ascii_punctuation().then_some('\\').into_iter().chain([c])).collect()
}
