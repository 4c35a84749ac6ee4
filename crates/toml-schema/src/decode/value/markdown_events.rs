//! The events of a text in Markdown, kept in eight bytes each: it is parsed once for its check, its page and the search.

use std::{ops::Range, slice};

use pulldown_cmark::{CowStr, Event, LinkType, OffsetIter, Parser, Tag, TagEnd};

/// An event whose texts stand in the source as they are.
#[derive(Clone, Copy, Debug)]
struct KeptEvent {
    start: u32,
    length: u16,
    kind: EventKind,
}

#[derive(Clone, Copy, Debug)]
enum EventKind {
    Start(TagEnd),
    /// The end of the element that began last: with its kind, each event would take four bytes more.
    End,
    Text,
    Code,
    SoftBreak,
    HardBreak,
    Rule,
    /// The address of the link or picture that begins with the next event.
    Target,
}

/// The events of a text. None are kept of one with rarer elements, such as tables, or with entities: it is parsed again.
#[derive(Clone, Debug)]
pub(super) struct KeptEvents(Option<Box<[KeptEvent]>>);

impl KeptEvents {
    /// Those of an iterator, each of which is shown to `visit`, too.
    pub(super) fn read<'t>(
        text: &'t str,
        events: impl Iterator<Item = (Event<'t>, Range<usize>)>,
        mut visit: impl FnMut(Event<'t>, Range<usize>),
    ) -> Self {
        let mut kept = Some(Vec::new());
        for (event, range) in events {
            kept = kept.and_then(|mut kept| keep(&event, &range, text, &mut kept).map(|()| kept));
            visit(event, range);
        }
        Self(kept.map(Vec::into_boxed_slice))
    }
}

/// Adds an event. Returns `None` if it can't be kept.
fn keep(event: &Event<'_>, range: &Range<usize>, text: &str, kept: &mut Vec<KeptEvent>) -> Option<()> {
    let kind = match event {
        Event::Start(tag) => {
            if let Some(target) = target_of(tag)? {
                kept.push(KeptEvent::new(&place(target, text)?, EventKind::Target)?);
            }
            EventKind::Start(tag.to_end())
        }
        Event::End(_) => EventKind::End,
        Event::Text(shown) => {
            kept.push(KeptEvent::new(&place(shown, text).filter(|place| place == range)?, EventKind::Text)?);
            return Some(());
        }
        Event::Code(code) => {
            kept.push(KeptEvent::new(&place(code, text)?, EventKind::Code)?);
            return Some(());
        }
        Event::SoftBreak => EventKind::SoftBreak,
        Event::HardBreak => EventKind::HardBreak,
        Event::Rule => EventKind::Rule,
        _ => return None,
    };
    kept.push(KeptEvent::new(&(range.start..range.start), kind)?);
    Some(())
}

/// The address that a tag names. Returns `None` for one that says more than its kind and an address.
fn target_of<'e, 't>(tag: &'e Tag<'t>) -> Option<Option<&'e CowStr<'t>>> {
    match tag {
        Tag::Paragraph | Tag::Item | Tag::Emphasis | Tag::Strong | Tag::Strikethrough => Some(None),
        Tag::BlockQuote(None) | Tag::List(None | Some(1)) => Some(None),
        Tag::Heading { id: None, classes, attrs, .. } => {
            (classes.is_empty() && attrs.is_empty()).then_some(None)
        }
        Tag::Link { link_type: LinkType::Inline, dest_url, title, id }
        | Tag::Image { link_type: LinkType::Inline, dest_url, title, id } => {
            (title.is_empty() && id.is_empty()).then_some(Some(dest_url))
        }
        _ => None,
    }
}

/// The bytes of the text that `part` is.
fn place(part: &CowStr<'_>, text: &str) -> Option<Range<usize>> {
    let CowStr::Borrowed(part) = part else { return None };
    if part.is_empty() {
        return Some(0..0);
    }
    let start = part.as_ptr().addr().checked_sub(text.as_ptr().addr())?;
    let place = start..start + part.len();
    text.get(place.clone()).is_some().then_some(place)
}

impl KeptEvent {
    fn new(place: &Range<usize>, kind: EventKind) -> Option<Self> {
        let (start, length) = (place.start.try_into().ok()?, place.len().try_into().ok()?);
        Some(Self { start, length, kind })
    }

    fn place(self) -> Range<usize> {
        let start = self.start as usize;
        start..start + usize::from(self.length)
    }
}

/// The events of a text with their places. Only [`Event::Text`] has the same place in both: of other events, nothing asks
/// for it.
pub enum MarkdownEvents<'t> {
    /// As they were kept.
    Kept(KeptIter<'t>),
    /// As they are found.
    Parsed(Box<OffsetIter<'t>>),
}

/// Kept events of a text.
pub struct KeptIter<'t> {
    text: &'t str,
    events: slice::Iter<'t, KeptEvent>,
    /// The elements that have begun, the outermost first.
    open: Vec<TagEnd>,
}

impl<'t> MarkdownEvents<'t> {
    pub(super) fn of(text: &'t str, kept: &'t KeptEvents, parser: impl Fn() -> Parser<'t>) -> Self {
        match &kept.0 {
            Some(events) => Self::Kept(KeptIter { text, events: events.iter(), open: Vec::new() }),
            None => Self::Parsed(Box::new(parser().into_offset_iter())),
        }
    }
}

impl<'t> Iterator for MarkdownEvents<'t> {
    type Item = (Event<'t>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Kept(events) => events.next(),
            Self::Parsed(events) => events.next(),
        }
    }
}

impl<'t> Iterator for KeptIter<'t> {
    type Item = (Event<'t>, Range<usize>);

    fn next(&mut self) -> Option<Self::Item> {
        let mut event = self.events.next()?;
        let mut target = "";
        if let EventKind::Target = event.kind {
            target = self.text.get(event.place())?;
            event = self.events.next()?;
        }
        let place = event.place();
        let text = self.text.get(place.clone())?;
        let event = match event.kind {
            EventKind::Start(kind) => {
                self.open.push(kind);
                Event::Start(tag(kind, target)?)
            }
            EventKind::End => Event::End(self.open.pop()?),
            EventKind::Text => Event::Text(text.into()),
            EventKind::Code => Event::Code(text.into()),
            EventKind::SoftBreak => Event::SoftBreak,
            EventKind::HardBreak => Event::HardBreak,
            EventKind::Rule => Event::Rule,
            EventKind::Target => return None,
        };
        Some((event, place))
    }
}

/// The tag of a kind that [`target_of`] knows.
fn tag(kind: TagEnd, target: &str) -> Option<Tag<'_>> {
    let (link_type, dest_url) = (LinkType::Inline, CowStr::from(target));
    Some(match kind {
        TagEnd::Paragraph => Tag::Paragraph,
        TagEnd::Heading(level) => Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() },
        TagEnd::BlockQuote(kind) => Tag::BlockQuote(kind),
        TagEnd::List(is_ordered) => Tag::List(is_ordered.then_some(1)),
        TagEnd::Item => Tag::Item,
        TagEnd::Emphasis => Tag::Emphasis,
        TagEnd::Strong => Tag::Strong,
        TagEnd::Strikethrough => Tag::Strikethrough,
        TagEnd::Link => Tag::Link { link_type, dest_url, title: "".into(), id: "".into() },
        TagEnd::Image => Tag::Image { link_type, dest_url, title: "".into(), id: "".into() },
        _ => return None,
    })
}
