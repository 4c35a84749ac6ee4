//! Placeholders in texts, and texts that were saved with another encoding.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use crate::{
    diagnostic::{Diagnostic, Lint, Span},
    schema::ALT_PLACEHOLDER,
};

/// Marks of an unfinished place in a text.
const PLACEHOLDERS: [&str; 6] =
    ["TODO:", "FIXME", "lorem ipsum", "Lorem ipsum", "Lorem Ipsum", "LOREM IPSUM"];

/// What is wrong with a text as such; `at` is where all of it stands, and `place` where a part of it does.
pub(super) fn check(text: &str, at: Span, place: impl Fn(usize, usize) -> Span) -> Option<Diagnostic> {
    if let Some(sign) = placeholder(text) {
        let span = if sign.len() == text.trim().len() { at } else { place(text.find(sign)?, sign.len()) };
        return Some(
            Diagnostic::new(Lint::Placeholder, span, "this placeholder hasn't been replaced yet")
                .label("a placeholder")
                .help("write what visitors are to read here"),
        );
    }
    let (start, length) = garbled(text)?;
    Some(
        Diagnostic::new(Lint::GarbledText, place(start, length), "some letters of this text are garbled")
            .label("visitors would see this")
            .help("write the word again: it was saved or copied with another encoding than UTF-8"),
    )
}

/// Why the description of a picture doesn't describe it.
pub(super) fn check_alt(alt: &str, file: &str, at: Span) -> Option<Diagnostic> {
    let lower = alt.trim().to_lowercase();
    let is_file = lower.contains('.') && !lower.contains(' ') || file.to_lowercase().starts_with(&lower);
    let is_word = matches!(&*lower, "image" | "picture" | "photo" | "alt" | "img" | "description");
    if alt == ALT_PLACEHOLDER || !lower.is_empty() && (is_file || is_word) {
        return Some(
            Diagnostic::new(
                Lint::Placeholder,
                at,
                format!("\"{}\" doesn't say what this picture shows", alt.trim()),
            )
            .label("its alt is no description")
            .help("say in a sentence what it shows, for people who don't see it, or write decorative = true"),
        );
    }
    check(alt, at, |_, _| at)
}

/// Returns the part of a text that is a placeholder.
fn placeholder(text: &str) -> Option<&str> {
    let whole = text.trim();
    if matches!(whole, "TODO" | "TBD" | "FIXME" | "…") || is_dots(whole) {
        return Some(whole);
    }
    // Prepared once, because all texts of all posts are searched.
    static FINDERS: LazyLock<[Finder<'static>; 6]> = LazyLock::new(|| PLACEHOLDERS.map(Finder::new));
    FINDERS.iter().find_map(|finder| {
        let at = finder.find(text.as_bytes())?;
        text.get(at..at + finder.needle().len())
    })
}

/// Where letters stand that were saved in UTF-8 and read as Windows-1252, as `Ã©` and `â€™`, or that were lost.
fn garbled(text: &str) -> Option<(usize, usize)> {
    let is_second = |c: char| ('\u{A0}'..='\u{BF}').contains(&c) || "€ƒ„†‡‰Š‹Œ‘’“”•–—™š›œžŸ".contains(c);
    // With these bytes the letters begin that are looked at.
    for at in memchr::memchr2_iter(0xC3, 0xEF, text.as_bytes()) {
        let mut letters = text.get(at..).unwrap_or_default().chars();
        let Some(c) = letters.next() else { continue };
        match (c, letters.next()) {
            (char::REPLACEMENT_CHARACTER, _) => return Some((at, c.len_utf8())),
            ('Ã' | 'Â', Some(next)) if is_second(next) => {
                return Some((at, c.len_utf8() + next.len_utf8()));
            }
            ('â', Some('€')) => return Some((at, "â€".len())),
            _ => {}
        }
    }
    None
}

/// As many as the shortest text that a new entry may have there.
fn is_dots(text: &str) -> bool {
    text.len() >= 3 && text.bytes().all(|byte| byte == b'.')
}
