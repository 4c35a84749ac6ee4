//! Signs before the entries of a list as other programs write them: `• Towel`, `– Towel`, `-Towel`.

use std::{borrow::Cow, ops::Range};

use super::lines::unfenced;

/// Signs that stand for nothing else. Word copies the signs of its symbol fonts with numbers that no letter has.
const BULLETS: &str = "•‣⁃◦●▪■◾⦁\u{f0a7}\u{f0b7}\u{f0d8}\u{f0fc}";

/// A line that begins with a sign before an entry.
struct ListEntry {
    sign: char,
    /// The bytes of the sign and the space.
    place: Range<usize>,
    /// True if that is Markdown as it stands.
    is_markdown: bool,
    /// The number of its paragraph.
    paragraph: usize,
}

impl ListEntry {
    /// False for signs that may also stand before a text of one paragraph.
    fn is_certain(&self) -> bool {
        !matches!(self.sign, '-' | '–' | '*')
    }

    fn goes_with(&self, other: &Self) -> bool {
        self.sign == other.sign && self.paragraph == other.paragraph
    }
}

/// The text, in which such signs are those of Markdown. A dash, hyphen or star is one where a paragraph begins with it or where
/// it follows a colon, and if the next entry has it, too.
pub(super) fn write_out(text: &str) -> Cow<'_, str> {
    let entries = entries(text);
    let (mut output, mut done) = (String::new(), 0);
    for entry in &entries {
        let ListEntry { sign, place, is_markdown, .. } = entry;
        let is_list = entry.is_certain() || entries.iter().filter(|other| entry.goes_with(other)).count() > 1;
        if *is_markdown || !is_list {
            continue;
        }
        output.push_str(text.get(done..place.start).unwrap_or_default());
        // Another sign begins another list.
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

/// The sign that the line begins with, and its length with the space behind it.
fn sign(line: &str, text: &str) -> Option<(char, usize)> {
    let sign = line.chars().next()?;
    let rest = line.get(sign.len_utf8()..)?;
    let words = rest.trim_start();
    let is_apart = words.len() < rest.len();
    let is_bullet = match sign {
        '·' | '∙' | '–' => is_apart,
        // The second level of Word.
        'o' => rest.starts_with('\t'),
        '-' => is_apart || rest.starts_with(char::is_alphabetic),
        // Behind a word, a star leads to a note that begins with one.
        '*' if is_apart => true,
        '*' => rest.starts_with(char::is_alphabetic) && !rest.contains('*') && !has_star_behind_word(text),
        _ => BULLETS.contains(sign),
    };
    (is_bullet && !words.is_empty()).then(|| (sign, line.len() - words.len()))
}

/// True for a star that leads to a note, such as `10 €*`: one that begins emphasis is before a word.
fn has_star_behind_word(text: &str) -> bool {
    let before_star = text.lines().filter_map(|line| line.split_once('*'));
    before_star.map(|(before, _)| before).any(|before| before.ends_with(|c: char| !c.is_whitespace()))
}
