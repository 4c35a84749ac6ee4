//! Markdown: CommonMark with tables and footnotes, and what of it is not for editors.

use std::{
    borrow::Cow,
    ops::Range,
    sync::{Arc, OnceLock},
};

use percent_encoding::percent_decode_str;
use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};
use serde_json::json;

use super::{
    address::{check_external, encoded_path, is_host},
    markdown_events::{KeptEvents, MarkdownEvents},
    rule::{ScalarDecoder, ScalarRule},
};
use crate::{
    decode::{Item, Reference, Report},
    diagnostic::{Applicability, Edit, Fix, Span, code, diagnostic, report},
    schema::{Data, Translation},
};

/// A text in Markdown.
#[derive(Clone, Debug)]
pub struct Markdown {
    text: Arc<MarkdownText>,
    /// The text of which it is a translation.
    original: Option<Arc<MarkdownText>>,
    /// The number of texts in Markdown before it in its file.
    texts_before: usize,
}

#[derive(Debug)]
struct MarkdownText {
    /// The text of its file if it stands there as it is, which takes no second copy of long texts; else its own.
    source: Arc<str>,
    range: Range<usize>,
    is_in_file: bool,
    words: OnceLock<usize>,
    events: OnceLock<KeptEvents>,
}

impl Markdown {
    /// The harmless value where none can be read.
    pub fn fallback() -> Self {
        Self::new("...".into(), None)
    }

    /// A text that stands in no file as it is.
    fn new(text: Arc<str>, events: Option<KeptEvents>) -> Self {
        Self::within(0..text.len(), text, false, events)
    }

    fn within(range: Range<usize>, source: Arc<str>, is_in_file: bool, events: Option<KeptEvents>) -> Self {
        let events = events.map_or_else(OnceLock::new, OnceLock::from);
        let text = MarkdownText { source, range, is_in_file, words: OnceLock::new(), events };
        Self { text: Arc::new(text), original: None, texts_before: 0 }
    }

    /// The same text, as a translation of another one.
    #[must_use]
    pub fn translating(&self, original: &Self) -> Self {
        let Self { text, texts_before, .. } = original;
        Self { text: self.text.clone(), original: Some(text.clone()), texts_before: *texts_before }
    }

    /// The text of which it is a translation, if it is one.
    pub fn original(&self) -> Option<Self> {
        let texts_before = self.texts_before;
        self.original.clone().map(|text| Self { text, original: None, texts_before })
    }

    /// The number of texts in Markdown before it in its file, which may stand on the same page. A translation has the number of
    /// its original.
    pub fn texts_before(&self) -> usize {
        self.texts_before
    }

    /// The number of headings.
    pub fn headings(&self) -> usize {
        self.events().filter(|(event, _)| matches!(event, Event::Start(Tag::Heading { .. }))).count()
    }

    /// The bytes of the file that hold it, if it stands there as it is.
    pub fn place(&self) -> Option<Range<usize>> {
        self.text.is_in_file.then(|| self.text.range.clone())
    }

    /// The text as it was written, from its first line on.
    pub fn as_str(&self) -> &str {
        self.text.source.get(self.text.range.clone()).unwrap_or_default()
    }

    /// The number of words; kept, as lists ask many texts for it, and often the same ones.
    pub fn words(&self) -> usize {
        *self.text.words.get_or_init(|| count_words(self.as_str()))
    }

    /// The name of the file that the address of a picture stands for: `%20` is a space in it.
    pub fn file_name(address: &str) -> Cow<'_, str> {
        percent_decode_str(address).decode_utf8().unwrap_or(Cow::Borrowed(address))
    }

    /// The parts of such a text.
    pub fn parse(text: &str) -> Parser<'_> {
        Parser::new_ext(text, options())
    }

    /// Its parts, which are found once.
    pub fn events(&self) -> MarkdownEvents<'_> {
        let text = self.as_str();
        let kept = self
            .text
            .events
            .get_or_init(|| KeptEvents::read(text, Self::parse(text).into_offset_iter(), |_, _| ()));
        MarkdownEvents::of(text, kept, || Self::parse(text))
    }
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_FOOTNOTES | Options::ENABLE_STRIKETHROUGH
}

pub(super) const MARKDOWN: ScalarRule = ScalarRule {
    name: "markdown",
    expected: "a text in Markdown between ''' and '''",
    plural: "texts in Markdown",
    example: "'''\n...\n'''",
    decoder: ScalarDecoder::Value { decode: markdown, fallback: || Data::Markdown(Markdown::fallback()) },
    json: || json!({ "type": "string", "pattern": "\\S" }),
    translation: Translation::Needed,
    ..ScalarRule::PLAIN
};

fn markdown(item: &Item<'_>, expected: &str, report: &mut Report<'_>) -> Option<Data> {
    item.as_filled_text(expected, report)?;
    let text = item.text()?;
    let mut place = TextPlace::new(text, item, report);
    let indented = unindented(text, place.begins_line).map(|unindented| (text, unindented));
    let text = indented.as_ref().map_or(text, |(_, unindented)| unindented);
    place.indented.clone_from(&indented);
    let events = has_signs(text).then(|| look_over(text, &place, report));
    let start = place.start.filter(|_| indented.is_none());
    let mut markdown = match start.zip(report.source.clone()) {
        Some((start, source)) => Markdown::within(start..start + text.len(), source, true, events),
        None => Markdown::new(text.into(), events),
    };
    markdown.texts_before = report.texts;
    report.texts += 1;
    Some(Data::Markdown(markdown))
}

/// The text without the space that all its lines begin with, but for a first one right behind the quotes. Returns `None` if
/// there is no such space.
fn unindented(text: &str, first_begins_line: bool) -> Option<String> {
    let (first, _) = text.split_once('\n')?;
    // Indented lines below an entry of a list belong to the entry.
    let begins_list = first.starts_with(|c: char| c.is_ascii_digit() || "-*+>".contains(c));
    if !first_begins_line && begins_list {
        return None;
    }
    let filled =
        text.split('\n').skip(usize::from(!first_begins_line)).filter(|line| !line.trim().is_empty());
    let common = filled.fold(None, |common: Option<&str>, line| {
        let length = match common {
            Some(common) => common.bytes().zip(line.bytes()).take_while(|(one, other)| one == other).count(),
            None => line.len() - line.trim_start_matches([' ', '\t']).len(),
        };
        line.get(..length)
    });
    let common = common.filter(|common| !common.is_empty())?;
    let lines = text.split('\n').map(|line| line.strip_prefix(common).unwrap_or(line));
    Some(lines.collect::<Vec<_>>().join("\n"))
}

/// True if something may be in the text that needs a look at its parts.
fn has_signs(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, b'<' | b']' | b'*' | b'#'))
}

/// The number of words of a text. Most texts are plain, and their characters need not be decoded.
fn count_words(text: &str) -> usize {
    if !text.is_ascii() {
        return text.split_whitespace().count();
    }
    let spaces = text.bytes().map(|byte| byte.is_ascii_whitespace());
    let before = std::iter::once(true).chain(spaces.clone());
    before.zip(spaces).filter(|(before, space)| *before && !space).count()
}

/// Reports HTML, and notes the pictures and paths that the text needs. Returns its events, which are needed later.
fn look_over(text: &str, place: &TextPlace<'_>, report: &mut Report<'_>) -> KeptEvents {
    let mut picture: Option<(Span, bool)> = None;
    let mut last_html = None;
    let mut in_code = false;
    KeptEvents::read(text, Markdown::parse(text).into_offset_iter(), |event, range| {
        let span = place.span(range.clone());
        match event {
            Event::Html(html) | Event::InlineHtml(html) => {
                let line = text.get(..range.start).map_or(0, |before| before.matches('\n').count());
                // An element has two tags, and is one mistake.
                if last_html.replace(line) != Some(line) && !html.trim().is_empty() {
                    report_html(span, report);
                }
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                mention_picture(&dest_url, span, report);
                picture = Some((span, false));
            }
            Event::Text(_) | Event::Code(_) => {
                if let Some((_, described)) = &mut picture {
                    *described = true;
                }
                if matches!(&event, Event::Text(text) if has_signs(text)) && !in_code {
                    report_unread(text, range, place, report);
                }
            }
            Event::Start(Tag::Heading { .. }) => {
                let heading = text.get(range).unwrap_or_default();
                if heading.trim_matches(|c: char| c == '#' || c.is_whitespace()).is_empty() {
                    report_empty_heading(span, report);
                }
            }
            Event::Start(Tag::CodeBlock(_)) => {
                in_code = true;
            }
            Event::End(TagEnd::CodeBlock) => in_code = false,
            Event::End(TagEnd::Image) => {
                if let Some((span, false)) = picture.take() {
                    report!(report, code::MISSING_ALT, span, "this picture has no description";
                        expected: "![what the picture shows](photo.jpg)";
                        help: "say in a sentence between the brackets what the picture shows";
                        unwritten);
                }
            }
            Event::Start(Tag::Link { dest_url, .. })
                if dest_url.starts_with('/') && !dest_url.starts_with("//") =>
            {
                // As it is written: no slash is put in at its end, as behind keys.
                let end = dest_url.find(['?', '#']).unwrap_or(dest_url.len());
                report.reference(Reference::Path(dest_url.get(..end).unwrap_or_default().into()), span);
            }
            // An address between < and > has no scheme.
            Event::Start(Tag::Link { link_type: LinkType::Email, .. }) => {}
            Event::Start(Tag::Link { dest_url, .. }) => report_target(&dest_url, span, report),
            _ => {}
        }
    })
}

/// Reports links and stars within a text that are shown as they are. `range` is where it stands in `whole`.
fn report_unread(whole: &str, range: Range<usize>, place: &TextPlace<'_>, report: &mut Report<'_>) {
    let (start, shown) = (range.start, whole.get(range).unwrap_or_default());
    let brackets = shown.match_indices(']').map(|(at, _)| start + at);
    for link in brackets.filter_map(|closing| broken_link(whole, closing)) {
        let target = spaced_target(whole, link.end).filter(|_| place.start.is_some());
        let target = target
            .map(|at| Edit::new(place.span(at.clone()), encoded_path(whole.get(at).unwrap_or_default())));
        let fix = target.and_then(|edit| Fix::new(vec![edit], Applicability::Certain));
        let diagnostic = diagnostic!(code::MALFORMED, place.span(link),
            "this is shown as it is, and is no link";
            fix);
        report.push(diagnostic.help(
            "write it as [a link](/contact/) or ![a picture](photo.jpg), without a space before the round brackets, and with %20 for each one within",
        ));
    }
    if let Some(at) = shown.find("**") {
        let at = place.span(start + at..start + at + 2);
        report!(report, code::MARKUP_IN_TEXT, at, "these stars are shown as they are";
            help: "write two right before the first letter and two right behind the last one, **bold**, or a backslash before each");
    }
}

/// The brackets of a link or picture that isn't one, by the closing bracket: with an address in round brackets near them, or
/// with the two kinds exchanged.
fn broken_link(whole: &str, closing: usize) -> Option<Range<usize>> {
    let line = whole.get(..closing)?.rsplit('\n').next()?;
    let opening = closing - line.len() + line.rfind('[')?;
    let (before, inner) = (whole.get(..opening)?, whole.get(opening + 1..closing)?);
    let behind = whole.get(closing + 1..)?.split('\n').next()?.trim_start_matches(' ').strip_prefix('(');
    let is_link = behind
        .is_some_and(|target| is_address(target) || target.contains(')') && before.ends_with('!'))
        || before.ends_with(')') && is_address(inner);
    (is_link && !line.ends_with('\\')).then_some(opening..closing + 1)
}

/// The path that begins behind the brackets of a link, if it has spaces: round brackets within it come in pairs.
fn spaced_target(whole: &str, brackets: usize) -> Option<Range<usize>> {
    let line = whole.get(brackets..)?.split('\n').next()?;
    let target =
        line.strip_prefix('(').filter(|target| target.starts_with('/') && !target.starts_with("//"))?;
    let mut depth = 0_usize;
    let end = target.find(|c: char| {
        let is_end = c == ')' && depth == 0;
        depth = match c {
            '(' => depth + 1,
            ')' => depth.saturating_sub(1),
            _ => depth,
        };
        is_end
    })?;
    let target = target.get(..end).filter(|target| !target.contains(['"', '<', '>', '\\']))?;
    target.trim_end().contains(' ').then_some(brackets + 1..brackets + 1 + end)
}

fn is_address(text: &str) -> bool {
    let text = text.trim_start();
    let begins = ["http:", "https:", "mailto:", "tel:", "/", "#", "\\", "+"];
    begins.iter().any(|begin| text.starts_with(begin)) || text.contains("://") || is_host(text)
}

/// Reports the address of a link that leads nowhere.
fn report_target(address: &str, span: Span, report: &mut Report<'_>) {
    if let ScalarDecoder::Text { check, reference, .. } = report.options.application.link().0.decoder
        && let Ok(kept) = check(&Markdown::file_name(address))
        && let Some(Reference::Link { address, .. }) = reference(&kept)
    {
        report.reference(Reference::Link { address, in_text: true }, span);
        return;
    }
    let Err(misread) = check_external(address) else { return };
    let (intended, help) = (misread.intended.as_ref(), misread.advice(report));
    let diagnostic = diagnostic!(misread.code, span, "{}", misread.message;
        expected: report.options.application.link().expected();
        help);
    report.push(match intended {
        Some(right) => diagnostic.rename(report, address, &right.text, right.applicability),
        None => diagnostic,
    });
}

fn report_empty_heading(span: Span, report: &mut Report<'_>) {
    report!(report, code::MALFORMED, span, "this heading has no words";
        expected: "## A heading";
        help: "write its words behind the signs, or take the line out");
}

fn report_html(span: Span, report: &mut Report<'_>) {
    report!(report, code::RAW_HTML, span, "HTML can't be used in a text";
        expected: "Markdown: **bold**, *emphasis*, [a link](/contact/), ![a picture](photo.jpg)";
        help: "write it in Markdown, or put a backslash before the < to show it as text");
}

/// Notes the picture that a text shows, by the scalar that names of pictures are.
fn mention_picture(target: &str, span: Span, report: &mut Report<'_>) {
    let Some(picture) = report.options.application.picture() else { return };
    match picture.check(&Markdown::file_name(target)) {
        Ok((_, reference)) => reference.into_iter().for_each(|reference| report.reference(reference, span)),
        Err(misread) => report.malformed(span, misread.message, picture.expected(), misread.help),
    }
}

/// The place of the text in its file.
struct TextPlace<'t> {
    whole: Span,
    /// True if its first line isn't right behind the quotes.
    begins_line: bool,
    /// The text as it stands in the file and as it is read, if its lines are indented there.
    indented: Option<(&'t str, String)>,
    /// The byte of its first character, if the file has all that follows as it is in the text.
    start: Option<usize>,
}

impl TextPlace<'_> {
    fn new(text: &str, item: &Item<'_>, report: &Report<'_>) -> Self {
        let raw = report.text.get(item.span.range()).unwrap_or_default();
        // Behind one quote or three, behind the line break that may follow these, or behind nothing, in a file of Markdown.
        let mut starts = [1, 3, 4, 5, 0].iter();
        let start = starts.find(|quotes| raw.get(**quotes..).is_some_and(|rest| rest.starts_with(text)));
        Self {
            whole: item.span,
            begins_line: start.is_none_or(|quotes| [0, 4, 5].contains(quotes)),
            indented: None,
            start: start.map(|quotes| item.span.start as usize + quotes),
        }
    }

    /// Maps a place of the text as it is read to the text as it is written.
    fn written(&self, at: usize) -> usize {
        let Some((written, read)) = &self.indented else { return at };
        let line = read.get(..at).map_or(0, |before| before.matches('\n').count());
        let lines = written.split('\n').zip(read.split('\n')).take(line + 1);
        at + lines.map(|(written, read)| written.len() - read.len()).sum::<usize>()
    }

    fn span(&self, range: Range<usize>) -> Span {
        match self.start {
            Some(start) => {
                Span::new(self.whole.file, start + self.written(range.start)..start + self.written(range.end))
            }
            None => self.whole,
        }
    }
}
