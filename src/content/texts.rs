//! Warnings about the texts of a file: signs in plain ones that only Markdown or HTML would understand, placeholders, and
//! letters that were saved with another encoding.

use std::{ops::Range, sync::LazyLock};

use memchr::memmem::Finder;
use pulldown_cmark::{Event, Parser, Tag};

use crate::{
    diagnostic::{Diagnostic, Span, code, diagnostic},
    schema::{ALT_PLACEHOLDER, Data, Decoded, decode::Reference},
};

/// The warnings about the texts of a file.
pub(super) fn check(decoded: &Decoded) -> Vec<Diagnostic> {
    let mut warnings = Vec::new();
    decoded.table.walk(&mut |_, value| {
        if value.span.is_somewhere() {
            check_single(&value.value, value.span, &mut warnings);
        }
    });
    if warnings.iter().any(is_placeholder) {
        remove_known_placeholders(decoded, &mut warnings);
    }
    warnings
}

fn is_placeholder(warning: &Diagnostic) -> bool {
    warning.code == code::PLACEHOLDER
}

/// Removes the warnings of placeholders within texts that are reported as placeholders as a whole.
fn remove_known_placeholders(decoded: &Decoded, warnings: &mut Vec<Diagnostic>) {
    let placeholders =
        decoded.references.iter().filter(|(reference, _)| *reference == Reference::Placeholder);
    let known: Vec<Span> = placeholders.map(|(_, place)| *place).collect();
    warnings.retain(|warning| {
        let span = warning.primary.span;
        !is_placeholder(warning) || !known.iter().any(|known| *known != span && known.holds(span))
    });
}

/// Checks a value, but not those within it.
fn check_single(value: &Data, span: Span, warnings: &mut Vec<Diagnostic>) {
    if let Some(text) = value.as_text() {
        warnings.extend(markup(text).map(|(sign, what)| {
            diagnostic!(code::MARKUP_IN_TEXT, span, "this plain text has {what} in it";
                label: "visitors would see {sign} as it stands here";
                help: "write the words alone; only texts in Markdown, such as the body of a post, can have this")
        }));
        warnings.extend(check_words(text, span, |_| span));
    }
    if let Data::Markdown(text) = value {
        let start = text.place().map(|place| place.start);
        warnings.extend(check_words(text.as_str(), span, |part| {
            start.map_or(span, |start| Span::new(span.file, start + part.start..start + part.end))
        }));
    }
    if let Some(picture) = value.as_picture() {
        warnings.extend(check_alt(&picture.alt, picture.file.as_str(), span));
    }
    if let Data::Table(table) = value
        && let (Some(file), Some(alt)) = (table.text("file"), table.get("alt"))
        && alt.span.is_somewhere()
    {
        warnings.extend(alt.value.as_text().and_then(|text| check_alt(text, file, alt.span)));
    }
}

/// The first markup in a text, and its name in messages.
fn markup(text: &str) -> Option<(&str, &'static str)> {
    // Most texts have none of its signs.
    if !text.contains(['*', '_', '#', '<', '&', ']']) {
        return None;
    }
    Parser::new(text).into_offset_iter().find_map(|(event, range)| {
        let written = text.get(range)?;
        let what = match event {
            Event::Start(Tag::Link { .. } | Tag::Image { .. }) => "a link in Markdown",
            Event::Start(Tag::Heading { .. }) => "a heading in Markdown",
            Event::Start(Tag::Strong | Tag::Emphasis) => "Markdown",
            Event::Html(_) | Event::InlineHtml(_) => "HTML",
            Event::Text(shown) if written.starts_with('&') && *shown != *written => "HTML",
            _ => return None,
        };
        Some((written.trim_end(), what))
    })
}

/// Marks of an unfinished place in a text.
const PLACEHOLDERS: [&str; 6] =
    ["TODO:", "FIXME", "lorem ipsum", "Lorem ipsum", "Lorem Ipsum", "LOREM IPSUM"];

/// The mistake in a text, whatever its key. `at` is the place of the whole text, and `place` gives that of a part.
fn check_words(text: &str, at: Span, place: impl Fn(Range<usize>) -> Span) -> Option<Diagnostic> {
    if let Some(part) = placeholder(text) {
        let span = if part.len() == text.trim().len() { at } else { place(part) };
        return Some(diagnostic!(code::PLACEHOLDER, span, "this placeholder hasn't been replaced yet";
            label: "a placeholder";
            help: "write what visitors are to read here"));
    }
    if let Some(part) = shortcode(text) {
        return Some(diagnostic!(code::MARKUP_IN_TEXT, place(part),
            "this code of another program is shown as it is";
            help: "take it out: forms, galleries, maps and videos are sections of a page; in a text, a link is [its words](/contact/), a picture ![what it shows](photo.jpg)"));
    }
    let part = garbled(text)?;
    Some(diagnostic!(code::GARBLED_TEXT, place(part), "some letters of this text are garbled";
        label: "visitors would see this";
        help: "write the word again: it was saved or copied with another encoding than UTF-8"))
}

/// Finds a code that another program would replace by something: `[gallery ids="1,2"]` WordPress,
/// `{{< youtube abc >}}` Hugo, `{% include map.html %}` Jekyll, `[[Prices]]` Obsidian.
fn shortcode(text: &str) -> Option<Range<usize>> {
    // One look for the signs with which they begin: a search for each kind took a sixtieth of a build's time.
    memchr::memchr2_iter(b'{', b'[', text.as_bytes()).find_map(|at| {
        let rest = text.get(at..)?;
        let length = code_between_pairs(rest).or_else(|| code_with_values(rest))?;
        Some(at..at + length)
    })
}

/// The length of the code between pairs of signs with which a text begins.
fn code_between_pairs(text: &str) -> Option<usize> {
    for (open, close) in [("{{<", ">}}"), ("{%", "%}"), ("[[", "]]")] {
        if let Some((code, behind)) = text.strip_prefix(open).and_then(|rest| rest.split_once(close))
            && !code.contains('\n')
            && !behind.starts_with('(')
        {
            return Some(open.len() + code.len() + close.len());
        }
    }
    None
}

/// The length of the code in brackets, a name with values, with which a text begins.
fn code_with_values(text: &str) -> Option<usize> {
    let code = text.split_inclusive(']').next().filter(|code| code.ends_with(']'))?;
    let (name, attributes) = code.strip_prefix('[')?.split_once(' ')?;
    let is_name = name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b));
    let has_value = ["=\"", "='", "=“", "=”"].iter().any(|sign| attributes.contains(sign));
    (is_name && has_value).then_some(code.len())
}

/// The mistake in the description of a picture that doesn't describe it.
fn check_alt(alt: &str, file: &str, at: Span) -> Option<Diagnostic> {
    let lower = alt.trim().to_lowercase();
    // "Boxing" says little of boxing.jpg, but "img_1234" says nothing of img_1234.jpg.
    let is_word = lower.chars().all(|c| c.is_alphabetic() || c == ' ');
    let is_file = is_like_file_name(&lower) || file.to_lowercase().starts_with(&lower) && !is_word;
    let fits_any_picture = matches!(&*lower, "image" | "picture" | "photo" | "alt" | "img" | "description");
    if alt == ALT_PLACEHOLDER || !lower.is_empty() && (is_file || fits_any_picture) {
        return Some(
            diagnostic!(code::PLACEHOLDER, at, "\"{}\" doesn't say what this picture shows", alt.trim();
                label: "its alt is no description";
                help: "say in a sentence what it shows, for people who don't see it, or write decorative = true"),
        );
    }
    check_words(alt, at, |_| at)
}

/// True for a word with an ending. In languages without spaces a sentence may have a number in it, such as "6.5kgのベル".
fn is_like_file_name(text: &str) -> bool {
    let Some((_, ending)) = text.rsplit_once('.').filter(|_| !text.contains(' ')) else { return false };
    text.is_ascii() || ending.is_ascii() && ending.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// The part of a text that is a placeholder.
fn placeholder(text: &str) -> Option<Range<usize>> {
    let whole = text.trim();
    if matches!(whole, "TODO" | "TBD" | "FIXME" | "…") || is_dots(whole) {
        let start = text.len() - text.trim_start().len();
        return Some(start..start + whole.len());
    }
    // Prepared once, because all texts of all entries are searched.
    static FINDERS: LazyLock<[Finder<'static>; 6]> = LazyLock::new(|| PLACEHOLDERS.map(Finder::new));
    FINDERS.iter().find_map(|finder| {
        let at = finder.find(text.as_bytes())?;
        Some(at..at + finder.needle().len())
    })
}

/// Finds letters that were saved in UTF-8 and read as Windows-1252, as `Ã©` and `â€™`, or that were lost.
fn garbled(text: &str) -> Option<Range<usize>> {
    // The letters that are looked at begin with one of these bytes.
    for at in memchr::memchr2_iter(0xC3, 0xEF, text.as_bytes()) {
        let (before, rest) = text.split_at_checked(at).unwrap_or_default();
        let mut letters = rest.chars();
        let Some(c) = letters.next() else { continue };
        match (c, letters.next()) {
            (char::REPLACEMENT_CHARACTER, _) => return Some(at..at + c.len_utf8()),
            // "AMANHÃ»": a quotation ends behind a word in capitals.
            ('Ã' | 'Â', Some('»' | '”' | '’' | '…')) if before.ends_with(char::is_uppercase) => {}
            ('Ã' | 'Â', Some(next)) if is_continuation(next) => {
                return Some(at..at + c.len_utf8() + next.len_utf8());
            }
            ('â', Some('€')) => return Some(at..at + "â€".len()),
            _ => {}
        }
    }
    None
}

/// True for a second byte of a letter in UTF-8, read as Windows-1252.
fn is_continuation(c: char) -> bool {
    ('\u{A0}'..='\u{BF}').contains(&c) || "€ƒ„†‡‰Š‹Œ‘’“”•–—™š›œžŸ".contains(c)
}

/// True for dots alone, as in the placeholder `...` of a new entry.
fn is_dots(text: &str) -> bool {
    text.len() >= 3 && text.bytes().all(|byte| byte == b'.')
}
