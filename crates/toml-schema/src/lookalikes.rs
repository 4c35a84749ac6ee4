//! Invisible characters, and characters that look like others, as they come along with copied text.

use std::borrow::Cow;

/// True for a character that has no business outside of texts: it can't be seen, or looks like another.
pub fn is_odd(c: char) -> bool {
    is_invisible(c) || plain(c).is_some()
}

/// The zeros of other scripts than Latin, which the other digits follow: Arabic, Persian, Devanagari, Bengali, Tamil, Thai, Khmer
/// and others.
const ZEROS: [char; 14] = ['٠', '۰', '०', '০', '੦', '૦', '௦', '౦', '೦', '൦', '๐', '໐', '၀', '០'];

/// The digit that `c` is, in whatever script.
pub fn digit(c: char) -> Option<char> {
    // Whole texts are looked through for phone numbers.
    if c.is_ascii() {
        return c.is_ascii_digit().then_some(c);
    }
    let zero = ZEROS.into_iter().find(|zero| (0..10).contains(&(c as i64 - *zero as i64)))?;
    char::from_digit(u32::from(c) - u32::from(zero), 10)
}

/// `text` without invisible characters, which come along when contacts and chats are copied.
pub fn visible(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).collect()
}

/// `text` without the marks that come along when contacts and chats are copied; those that a script needs stay.
pub fn without_copied_marks(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let count = |marks: &[char]| text.matches(marks).count();
    let are_paired = count(&['\u{2066}', '\u{2067}', '\u{2068}']) == count(&['\u{2069}']);
    // Thai and others have no spaces between words.
    let has_spaces = text.chars().all(|c| c < '\u{590}' || !c.is_alphabetic());
    if !text.contains(|c| is_copied_mark(c, has_spaces, are_paired)) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|c| !is_copied_mark(*c, has_spaces, are_paired)).collect())
}

/// True for a mark that comes along when a text is copied, if its script has spaces and marks of direction are paired.
fn is_copied_mark(c: char, has_spaces: bool, are_paired: bool) -> bool {
    match c {
        '\u{2060}' | '\u{FEFF}' | '\u{202A}'..='\u{202E}' => true,
        '\u{200B}' => has_spaces,
        '\u{2066}'..='\u{2069}' => !are_paired || has_spaces,
        _ => false,
    }
}

/// True for a character of which nothing can be seen.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || is_invisible(c)
}

/// True for a character that takes no room, such as a mark of direction.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}' | '\u{AD}' | '\u{61C}' | '\u{202A}'..='\u{202E}')
        || c.is_control() && !matches!(c, '\t' | '\n' | '\r')
}

/// The character on the keyboard that this one looks like.
fn plain(c: char) -> Option<char> {
    Some(match c {
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => ' ',
        // Those of full width, as East Asian keyboards write them.
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0)?,
        '￥' => '¥',
        '￡' => '£',
        '￦' => '₩',
        '﹦' => '=',
        '‚' => ',',
        '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        _ if !c.is_ascii() => return digit(c),
        _ => return None,
    })
}

/// `text` as it would have been typed.
pub fn clean(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).map(|c| plain(c).unwrap_or(c)).collect()
}
