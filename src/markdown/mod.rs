//! Markdown to HTML: links under the base path, pictures from `content/images`, headings with anchors.

mod anchors;
mod autolinks;
mod bullets;
mod footnotes;
mod lines;
mod ordinals;
pub mod picture;
mod punctuation;
mod tables;

use std::{borrow::Cow, vec};

use pulldown_cmark::{CowStr, Event, HeadingLevel, Tag, TagEnd, html};

use self::{
    anchors::Anchors,
    footnotes::Footnotes,
    picture::{Look, PictureTag},
    tables::Tables,
};
use crate::{
    assets::{Pictures, Variant},
    formats::Formats,
    output::escape,
    schema::decode::value::{ImageFile, Link, Markdown, MarkdownEvents, ascii_mailto},
    site::{BaseUrl, LinkSubject, Site, SiteAddress},
};

/// The words that an adult reads in a minute, for the estimated reading time.
const WORDS_A_MINUTE: usize = 220;

/// The medium in which the HTML is read.
#[derive(Clone, Copy, Debug)]
pub enum Medium<'a> {
    /// On a page of the site.
    Page,
    /// Away from the site, where every address has to be absolute.
    Feed {
        /// The absolute address of the page with the same text.
        page: &'a str,
    },
}

/// The parts of a site that Markdown needs.
#[derive(Clone, Copy)]
pub struct TextContext<'a> {
    pub formats: &'a Formats,
    pub base: &'a BaseUrl,
    /// The root of what all languages share.
    pub root: &'a BaseUrl,
    pub pictures: &'a Pictures,
    site: &'a Site,
}

impl<'a> TextContext<'a> {
    /// The parts of this site, with its pictures.
    pub fn new(site: &'a Site, pictures: &'a Pictures) -> Self {
        let SiteAddress { base, root, .. } = &site.address;
        Self { formats: &site.gym.formats, base, root, pictures, site }
    }
}

/// The width of a picture within a text, for `sizes`.
const COLUMN: &str = "(min-width: 62rem) 50rem, 100vw";

/// Renders the text to HTML. Its headings are below the page's own.
pub fn render(markdown: &Markdown, context: &TextContext<'_>, medium: Medium<'_>) -> String {
    let mut out = String::with_capacity(markdown.as_str().len() * 3 / 2);
    let formats = context.formats;
    let source = bullets::write_out(markdown.as_str());
    let source = ordinals::escape(&source, |word| ordinals::is_month(word, formats.months()));
    let source = autolinks::write_out(&source, formats.country());
    // Most texts say all that they mean in Markdown, and need not be parsed once more.
    let parsed = if *source == *markdown.as_str() {
        markdown.events()
    } else {
        MarkdownEvents::Parsed(Box::new(Markdown::parse(&source).into_offset_iter()))
    };
    let events = lines::keep(punctuation::set(parsed, &source, formats.quotation_marks()));
    let footnotes = Footnotes::of(&events, markdown.texts_before());
    let events = Adapted {
        events: events.into_iter(),
        context,
        medium,
        anchors: Anchors::new(),
        of_original: ids_of_original(markdown).into_iter(),
        footnotes,
        tables: Tables::default(),
        pending: Vec::new(),
    };
    html::push_html(&mut out, events);
    out
}

/// The ids of the headings of the text of which this is a translation, so that links to them lead to the same places; none if
/// it has another number of headings, which is reported.
fn ids_of_original(markdown: &Markdown) -> Vec<String> {
    let Some(original) = markdown.original().filter(|original| original.headings() == markdown.headings())
    else {
        return Vec::new();
    };
    let (mut anchors, mut ids) = (Anchors::new(), Vec::new());
    let mut heading: Option<String> = None;
    for (event, _) in original.events() {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                ids.extend(heading.take().map(|heading| anchors.heading_id(&heading)));
            }
            part => heading.iter_mut().for_each(|heading| heading.push_str(text_of(&part))),
        }
    }
    ids
}

/// The text of an event, for an id or the words of a picture. The lines of a heading or of these words are no lines there.
fn text_of<'e>(event: &'e Event<'_>) -> &'e str {
    match event {
        Event::Text(part) | Event::Code(part) => part,
        Event::SoftBreak | Event::HardBreak => " ",
        _ => "",
    }
}

/// The minutes that reading takes, rounded up; at least one.
pub fn reading_minutes(markdown: &Markdown) -> usize {
    markdown.words().div_ceil(WORDS_A_MINUTE).max(1)
}

/// The events of a text, changed as pages or feeds need them.
struct Adapted<'a, I> {
    events: I,
    context: &'a TextContext<'a>,
    medium: Medium<'a>,
    anchors: Anchors,
    /// The ids that the headings have in the text of which this is a translation.
    of_original: vec::IntoIter<String>,
    footnotes: Footnotes,
    tables: Tables,
    /// Events read ahead, last first.
    pending: Vec<Event<'a>>,
}

impl<'a, I: Iterator<Item = Event<'a>>> Iterator for Adapted<'a, I> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        let event = self.take()?;
        if let Some(html) = self.tables.html(&event) {
            return Some(Event::Html(html.into()));
        }
        Some(match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let (text, events) = self.until(|end| matches!(end, TagEnd::Heading(_)));
                // The end of the heading is always there. An empty heading was reported.
                if events.len() < 2 {
                    return self.next();
                }
                self.pending.extend(events);
                let id = match self.of_original.next() {
                    Some(id) => self.anchors.take(id),
                    None => self.anchors.heading_id(&text),
                };
                let id = Some(CowStr::from(id));
                Event::Start(Tag::Heading { level: below(level), id, classes, attrs })
            }
            Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(below(level))),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                Event::Start(Tag::Link { link_type, dest_url: self.address(dest_url), title, id })
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                let (alt, _) = self.until(|end| matches!(end, TagEnd::Image));
                Event::InlineHtml(self.picture(&dest_url, &alt).into())
            }
            Event::FootnoteReference(name) => {
                let page = self.page();
                Event::InlineHtml(self.footnotes.mention(&name, &mut self.anchors, page).into())
            }
            Event::Start(Tag::FootnoteDefinition(name)) => {
                let page = self.page();
                Event::Html(self.footnotes.open(&name, &mut self.anchors, page).into())
            }
            Event::End(TagEnd::FootnoteDefinition) => Event::Html(Footnotes::CLOSE.into()),
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            Event::Text(text) => match self.context.formats.isolated(&text) {
                Cow::Owned(text) => Event::Text(text.into()),
                Cow::Borrowed(_) => Event::Text(text),
            },
            Event::HardBreak => Event::InlineHtml("<br>\n".into()),
            Event::Rule => Event::Html("<hr>\n".into()),
            event => event,
        })
    }
}

impl<'a, I: Iterator<Item = Event<'a>>> Adapted<'a, I> {
    /// The next event, from those read ahead or from the text.
    fn take(&mut self) -> Option<Event<'a>> {
        self.pending.pop().or_else(|| self.events.next())
    }

    /// The address before a fragment, for this medium.
    fn page(&self) -> &'a str {
        match self.medium {
            Medium::Page => "",
            Medium::Feed { page } => page,
        }
    }

    /// Reads up to the end of an element, in which may be others of its kind. Returns its text, and its events in reverse
    /// order.
    fn until(&mut self, is_end: impl Fn(TagEnd) -> bool) -> (String, Vec<Event<'a>>) {
        let (mut text, mut events, mut open) = (String::new(), Vec::new(), 1_usize);
        while open > 0
            && let Some(event) = self.take()
        {
            text.push_str(text_of(&event));
            match &event {
                Event::Start(tag) if is_end(tag.to_end()) => open += 1,
                Event::End(end) if is_end(*end) => open -= 1,
                _ => {}
            }
            events.push(event);
        }
        events.reverse();
        (text, events)
    }

    /// The address of a link, for this medium.
    fn address(&self, written: CowStr<'a>) -> CowStr<'a> {
        if let Some(addresses) = written.strip_prefix("mailto:") {
            return ascii_mailto(addresses).into();
        }
        let link = Link::new(&Markdown::file_name(&written));
        if self.context.site.is_read(&link) {
            let address = self.context.site.link_address(&link, LinkSubject::default());
            return match self.medium {
                Medium::Page => address.into(),
                // Addresses of other programs, such as `https://wa.me/`, are absolute already.
                Medium::Feed { .. } => self.context.base.with_path(&address).into(),
            };
        }
        match self.medium {
            _ if written.starts_with("//") => written,
            Medium::Page if written.starts_with('/') => self.page_named(&written).into(),
            Medium::Feed { .. } if written.starts_with('/') => {
                self.context.base.with_path(&self.page_named(&written)).into()
            }
            Medium::Feed { page } if written.starts_with('#') => format!("{page}{written}").into(),
            Medium::Page | Medium::Feed { .. } => written,
        }
    }

    /// The address of a page of the site, with what stands behind its path.
    fn page_named(&self, written: &str) -> String {
        let (path, suffix) = written.split_at(written.find(['?', '#']).unwrap_or(written.len()));
        self.context.site.href_of_named(path) + suffix
    }

    fn picture(&self, target: &str, alt: &str) -> String {
        let file = ImageFile::new(&Markdown::file_name(target));
        match (file.and_then(|file| self.context.pictures.get(&file)), self.medium) {
            (Some(picture), Medium::Page) => {
                let look = Look { alt, sizes: COLUMN, ..Look::default() };
                PictureTag { picture, base: self.context.root, look }.to_string()
            }
            (Some(picture), Medium::Feed { .. }) => {
                let Variant { width, height, path, .. } = picture.largest();
                let source = self.context.root.absolute(path);
                let alt = escape(alt);
                format!("<img src=\"{source}\" width=\"{width}\" height=\"{height}\" alt=\"{alt}\">")
            }
            (None, _) => escape(alt),
        }
    }
}

/// The level that a heading of a text has on the page, whose title alone is at the first level.
fn below(level: HeadingLevel) -> HeadingLevel {
    level.max(HeadingLevel::H2)
}
