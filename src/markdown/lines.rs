//! Lines that stay lines: those of an address, of prices, of hours. CommonMark joins lines, as prose is wrapped.

use icu_properties::{
    CodePointMapData, CodePointSetData,
    props::{EastAsianWidth, ExtendedPictographic},
};
use pulldown_cmark::{Event, Tag, TagEnd};

/// Characters of a short line. Texts are wrapped at 60 or more.
const SHORT: usize = 50;

/// Characters that a wrapped line has before the word that had no room.
const WRAPPED: usize = 40;

/// The lines of a text that aren't within a block of code between fences, each with where it begins.
pub(super) fn unfenced(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let (mut fence, mut start) = (None, 0);
    text.split_inclusive('\n').filter_map(move |line| {
        let at = start;
        start += line.len();
        let content = line.trim_start_matches(' ');
        if let Some(sign) = ["```", "~~~"].into_iter().find(|sign| content.starts_with(sign)) {
            match fence {
                None => fence = Some(sign),
                Some(open) if open == sign => fence = None,
                Some(_) => {}
            }
            return None;
        }
        fence.is_none().then_some((at, line))
    })
}

/// The events of a text, in which line breaks that were meant as such are breaks.
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
                lines.last_mut().into_iter().for_each(|line| line.push_str(text));
            }
            Event::SoftBreak | Event::HardBreak => {
                breaks.push(at);
                lines.push(String::new());
            }
            // Pictures below one another have their own places.
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

/// True for short lines of which none but the last ends a sentence. A sentence at their end may have been wrapped in a
/// narrow window: none of its lines had room for the next word then.
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

/// The width of a text in Latin letters; those of Chinese, Japanese and Korean are twice as wide.
fn width(text: &str) -> usize {
    let widths = CodePointMapData::<EastAsianWidth>::new();
    let letters = text.chars().map(|c| match widths.get(c) {
        EastAsianWidth::Wide | EastAsianWidth::Fullwidth => 2,
        _ => 1,
    });
    letters.sum()
}

/// True for a line with a full stop at its end or the like, if that doesn't end what is shortened: `6 p.m.`, `High St.`,
/// `31.12.`
fn ends_sentence(line: &str) -> bool {
    let line = line.trim_end().trim_end_matches(['"', '\'', '”', '’', '“', '»', '›', ')', ']']).trim_end();
    let Some(before) = line.strip_suffix('.') else {
        return line.ends_with(['!', '?', '…', '。', '！', '？', '؟', '۔', '।']);
    };
    let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
    let is_short_name = word.starts_with(char::is_uppercase) && word.chars().count() <= 4;
    !(word.contains('.') || word.ends_with(|c: char| c.is_numeric()) || is_short_name)
}

/// True for a line that begins with a sign or letter of its own: `✅ Towel`, `☐ Towel`, `a) Towel`, `(2) Towel`, `— Towel`.
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
