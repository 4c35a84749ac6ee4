//! Bullets of lists as other programs write them: `• Towel`, `– Towel`, `-Towel`.

use std::{borrow::Cow, ops::Range};

use super::lines::unfenced;

/// Signs that are always bullets. Word copies those of its symbol fonts as private-use characters.
const BULLETS: &str = "•‣⁃◦●▪■◾⦁\u{f0a7}\u{f0b7}\u{f0d8}\u{f0fc}";

/// A line that begins with a bullet.
struct ListEntry {
    sign: char,
    /// The range of the bullet and the space behind it.
    place: Range<usize>,
    /// True if Markdown reads it as a bullet already.
    is_markdown: bool,
    /// The number of the paragraph that it is in.
    paragraph: usize,
}

impl ListEntry {
    /// False for signs that can also begin a paragraph of prose.
    fn is_certain(&self) -> bool {
        !matches!(self.sign, '-' | '–' | '*')
    }

    fn goes_with(&self, other: &Self) -> bool {
        self.sign == other.sign && self.paragraph == other.paragraph
    }
}

/// Replaces bullets by those of Markdown. A dash, hyphen or star is a bullet only at the beginning of a paragraph or
/// behind a colon, and only if another entry has it, too.
pub(super) fn write_out(text: &str) -> Cow<'_, str> {
    let entries = entries(text);
    let (mut output, mut done) = (String::new(), 0);
    for entry in &entries {
        let ListEntry { sign, place, is_markdown, .. } = entry;
        let mut alike = entries.iter().filter(|other| entry.goes_with(other));
        if *is_markdown || !entry.is_certain() && alike.nth(1).is_none() {
            continue;
        }
        output.push_str(text.get(done..place.start).unwrap_or_default());
        // Another bullet begins another list in Markdown, so different signs stay different.
        output.push_str(match sign {
            '*' => "* ",
            '–' => "+ ",
            _ => "- ",
        });
        done = place.end;
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    output.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(output)
}

fn entries(text: &str) -> Vec<ListEntry> {
    let mut entries: Vec<ListEntry> = Vec::new();
    let (mut paragraph, mut before) = (0, "");
    for (start, line) in unfenced(text) {
        let content = line.trim_start_matches([' ', '\t', '>']);
        if content.trim().is_empty() {
            paragraph += 1;
        } else if let Some((sign, length)) = sign(content, text) {
            let start = start + line.len() - content.len();
            let is_markdown = matches!(sign, '-' | '*') && length > 1;
            let entry = ListEntry { sign, place: start..start + length, is_markdown, paragraph };
            let goes_on = entries.last().is_some_and(|last| last.goes_with(&entry));
            let is_first = before.trim().is_empty() || before.trim_end().ends_with(':');
            if goes_on || is_first || BULLETS.contains(sign) {
                entries.push(entry);
            }
        }
        before = content;
    }
    entries
}

/// The bullet that the line begins with, and its length with the space behind it.
fn sign(line: &str, text: &str) -> Option<(char, usize)> {
    let sign = line.chars().next()?;
    let rest = line.get(sign.len_utf8()..)?;
    let words = rest.trim_start();
    let is_apart = words.len() < rest.len();
    let is_bullet = match sign {
        '·' | '∙' | '–' => is_apart,
        // Word's bullet of the second level.
        'o' => rest.starts_with('\t'),
        '-' => is_apart || rest.starts_with(char::is_alphabetic),
        // A star behind a word refers to a note, which begins with a star as well.
        '*' if is_apart => true,
        '*' => rest.starts_with(char::is_alphabetic) && !rest.contains('*') && !has_star_behind_word(text),
        _ => BULLETS.contains(sign),
    };
    (is_bullet && !words.is_empty()).then(|| (sign, line.len() - words.len()))
}

/// True if a star refers to a note, as in `10 €*`: stars of emphasis stand before a word.
fn has_star_behind_word(text: &str) -> bool {
    let before_star = text.lines().filter_map(|line| line.split_once('*'));
    before_star.map(|(before, _)| before).any(|before| before.ends_with(|c: char| !c.is_whitespace()))
}
