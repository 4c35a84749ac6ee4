//! Typewriter punctuation, replaced by that of print: quotation marks of the language, apostrophes, feet and inches,
//! dashes, dots.

use std::ops::Range;

use memchr::memmem;
use pulldown_cmark::{CowStr, Event, Tag, TagEnd};

use crate::typography::{QuotationMarks, Setter};

/// The events of a text with its punctuation replaced. Code stays as it is, and so do signs that are escaped by a
/// backslash or an entity.
pub(super) fn set<'a>(
    events: impl Iterator<Item = (Event<'a>, Range<usize>)>,
    source: &str,
    marks: QuotationMarks,
) -> Vec<Event<'a>> {
    let events: Vec<(Event<'a>, Range<usize>)> = events.collect();
    if !has_any(source) {
        return events.into_iter().map(|(event, _)| event).collect();
    }
    let mut setter = Setter::new(marks);
    let mut in_code = false;
    let mut output = Vec::with_capacity(events.len());
    for (at, (event, range)) in events.iter().enumerate() {
        match event {
            Event::Text(text) if !in_code => {
                let is_escaped = source.get(..range.start).is_some_and(|before| before.ends_with('\\'));
                let is_entity = source.get(range.clone()) != Some(text);
                if !is_entity {
                    let behind = events.get(at + 1..).filter(|_| text.contains(['"', '\'']));
                    let further = behind.map(further_text).unwrap_or_default();
                    let set = setter.set(text, is_escaped, &further).map(CowStr::from);
                    output.push(Event::Text(set.unwrap_or_else(|| text.clone())));
                    continue;
                }
                setter.follow(text);
            }
            Event::Text(_) => {}
            Event::Code(text) => setter.follow(text),
            Event::SoftBreak | Event::HardBreak => setter.follow(" "),
            Event::Start(Tag::CodeBlock(_)) => in_code = true,
            Event::End(TagEnd::CodeBlock) => in_code = false,
            _ if is_boundary(event) => setter = Setter::new(marks),
            _ => {}
        }
        output.push(event.clone());
    }
    output
}

/// True if the text may have punctuation to replace.
fn has_any(source: &str) -> bool {
    memchr::memchr2(b'"', b'\'', source.as_bytes()).is_some()
        || ["--", "..."].iter().any(|signs| memmem::find(source.as_bytes(), signs.as_bytes()).is_some())
}

/// True for an event at which every open quotation ends.
fn is_boundary(event: &Event<'_>) -> bool {
    !matches!(
        event,
        Event::Start(Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Link { .. } | Tag::Image { .. })
            | Event::End(
                TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image
            )
            | Event::FootnoteReference(_)
    )
}

/// The text of the events that belong to the same block: a quotation may close behind words in bold, or on the next line.
fn further_text(events: &[(Event<'_>, Range<usize>)]) -> String {
    let mut further = String::new();
    for (event, _) in events {
        match event {
            Event::Text(text) => further.push_str(text),
            // A mark in it closes nothing.
            Event::Code(text) => further.push_str(&text.replace('\'', "x")),
            Event::SoftBreak | Event::HardBreak => further.push(' '),
            event if is_boundary(event) => break,
            _ => {}
        }
    }
    further
}
