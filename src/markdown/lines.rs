//! Lines that stay lines, such as those of an address, of prices or of hours. CommonMark joins lines, because prose is
//! wrapped.

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{EastAsianWidth, ExtendedPictographic},
};
use pulldown_cmark::{Event, Tag, TagEnd};

/// The most characters of a short line. Prose is wrapped at 60 or more.
const SHORT: usize = 50;

/// The fewest characters of a wrapped line, without the word that had no room.
const WRAPPED: usize = 40;

/// The lines of a text outside of fenced code blocks, each with its position.
pub(super) fn unfenced(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut open, mut start) = (None::<&str>, 0);
    text.split_inclusive('\n').filter_map(move |line| {
        let at = start;
        start += line.len();
        match (open, fence(line.trim_start_matches(' '))) {
            (None, None) => return Some((at, line)),
            (None, Some((signs, _))) => open = Some(signs),
            // As long as the one that opens the block, or longer.
            (Some(opening), Some((signs, ""))) if signs.starts_with(opening) => open = None,
            (Some(_), _) => {}
        }
        None
    })
}

/// The signs of a fence at the beginning of the line, and what is behind them. Returns `None` for code within a line, such as
/// ```` ```code``` ````.
fn fence(line: &str) -> Option<(&str, &str)> {
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let behind = line.trim_start_matches(sign);
    let signs = line.strip_suffix(behind)?;
    let is_fence = signs.len() >= 3 && !(sign == '`' && behind.contains('`'));
    is_fence.then_some((signs, behind.trim()))
}

/// Turns line breaks that were meant as such into hard breaks.
pub(super) fn keep(mut events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    events.split_mut(|event| !is_inline(event)).for_each(keep_in_block);
    events
}

fn is_inline(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => is_inline_end(tag.to_end()),
        Event::End(end) => is_inline_end(*end),
        Event::Rule | Event::Html(_) => false,
        _ => true,
    }
}

fn is_inline_end(end: TagEnd) -> bool {
    matches!(end, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}

fn keep_in_block(events: &mut [Event<'_>]) {
    let (mut lines, mut breaks) = (vec![String::new()], Vec::new());
    for (at, event) in events.iter().enumerate() {
        match event {
            Event::Text(text) | Event::Code(text) => {
                if let Some(line) = lines.last_mut() {
                    line.push_str(text);
                }
            }
            Event::SoftBreak | Event::HardBreak => {
                breaks.push(at);
                lines.push(String::new());
            }
            // Pictures below one another are placed by the theme.
            Event::Start(Tag::Image { .. }) => return,
            _ => {}
        }
    }
    let are_labelled = lines.iter().filter(|line| is_labelled(line)).count() > 1;
    let are_short = are_short(&lines);
    for (at, line) in breaks.into_iter().zip(lines.iter().skip(1)) {
        if (are_short || are_labelled && is_labelled(line))
            && let Some(event) = events.get_mut(at)
        {
            *event = Event::HardBreak;
        }
    }
}

/// True for short lines, of which at most the last ends a sentence. If it does, the lines may have been wrapped in a
/// narrow window: in that case, no line had room for the next word.
fn are_short(lines: &[String]) -> bool {
    let Some((last, others)) = lines.split_last() else { return false };
    let widths: Vec<usize> = lines.iter().map(|line| width(line)).collect();
    let widest = widths.iter().max().copied().unwrap_or_default();
    if widest > SHORT || others.iter().any(|line| ends_sentence(line)) {
        return false;
    }
    let first_words = lines.iter().skip(1).map(|line| line.split_whitespace().next().map_or(0, width));
    let mut lines_with_words = widths.iter().zip(first_words);
    let was_wrapped = lines_with_words.all(|(width, word)| width + 1 + word > widest.max(WRAPPED));
    !(ends_sentence(last) && was_wrapped)
}

/// The width of a text in Latin letters; letters of Chinese, Japanese and Korean count twice.
fn width(text: &str) -> usize {
    // Most lines are Latin, and none of their characters has to be looked up.
    if text.is_ascii() {
        return text.len();
    }
    let widths = CodePointMapData::<EastAsianWidth>::new();
    let letters = text.chars().map(|c| match widths.get(c) {
        EastAsianWidth::Wide | EastAsianWidth::Fullwidth => 2,
        _ => 1,
    });
    letters.sum()
}

/// True for a line that ends with a full stop or the like, unless the stop ends an abbreviation or a number: `6 p.m.`,
/// `High St.`, `31.12.`
fn ends_sentence(line: &str) -> bool {
    let line = line.trim_end().trim_end_matches(['"', '\'', '”', '’', '“', '»', '›', ')', ']']).trim_end();
    let Some(before) = line.strip_suffix('.') else {
        return line.ends_with(['!', '?', '…', '。', '！', '？', '؟', '۔', '।']);
    };
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_short_name = word.starts_with(char::is_uppercase) && word.chars().count() <= 4;
    !(word.contains('.') || word.ends_with(|c: char| c.is_numeric()) || is_short_name)
}

/// True for a line that begins with a symbol or letter as its label: `✅ Towel`, `☐ Towel`, `a) Towel`, `(2) Towel`, `—
/// Towel`.
fn is_labelled(line: &str) -> bool {
    let line = line.trim_start();
    let Some(first) = line.chars().next() else { return false };
    let is_sign = !first.is_ascii() && CodePointSetData::new::<ExtendedPictographic>().contains(first);
    if is_sign || "☐☑☒✓✗→➤►★—–".contains(first) {
        return true;
    }
    let label = line.strip_prefix('(').unwrap_or(line).split_once([')', '.']).map(|(label, _)| label);
    let is_closed = line.contains(')');
    label.is_some_and(|label| match label.parse::<u8>() {
        Ok(_) => true,
        Err(_) => is_closed && label.chars().count() == 1 && label.starts_with(char::is_alphabetic),
    })
}
