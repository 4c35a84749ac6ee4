//! Texts in the main language on pages of another one, and words of other languages, which say their language to screen readers
//! (WCAG 2.2, 3.1.2). Texts print between two noncharacters; once a page is rendered, these become elements, or are dropped where
//! none can stand. Words are found then.

use std::borrow::Cow;

use super::marks::without_marks;
use crate::{output::escape, schema::decode::value::Language, site::Site};

/// The characters around such a text: Unicode keeps them for use within programs.
const OPEN: char = '\u{fdd0}';
const CLOSE: char = '\u{fdd1}';

/// The characters around the markup of an island, in which nothing may stand that isn't its component's.
const ISLAND: char = '\u{fdd2}';
const END_OF_ISLAND: char = '\u{fdd3}';

/// The bytes with which all of them begin in UTF-8.
const START: &[u8] = &[0xef, 0xb7];

/// Elements whose text is never markup, or can't have elements in it.
const TEXT_ALONE: [&str; 6] = ["script", "style", "title", "textarea", "option", "svg"];

/// Elements that say nothing but one text, in an attribute or between their tags.
const ONE_TEXT: [&str; 3] = ["<img", "<iframe", "<option"];

/// Elements in which visitors write in their own language, whatever says what to write there.
const FIELDS: [&str; 3] = ["input", "select", "textarea"];

/// The text as one of the main language.
pub(super) fn marked(text: &str) -> String {
    format!("{OPEN}{text}{CLOSE}")
}

/// Markup in the middle of such a text, which goes on behind it.
pub(super) fn within(markup: &str) -> String {
    format!("{CLOSE}{markup}{OPEN}")
}

/// The text without such marks.
pub(super) fn unmarked(text: &str) -> Cow<'_, str> {
    if memchr::memmem::find(text.as_bytes(), START).is_none() {
        return text.into();
    }
    text.replace([OPEN, CLOSE], "").into()
}

/// The beginning of an element in the main language of a site.
pub(super) fn start_tag(element: &str, site: &Site) -> String {
    format!("<{element}{}>", attributes(site))
}

/// The attributes of an element in the main language of a site.
fn attributes(site: &Site) -> String {
    let Some(original) = &site.original else { return String::new() };
    language_attributes(&original.gym.settings.language, site)
}

/// The attributes of an element in this language on a page of the site.
fn language_attributes(language: &Language, site: &Site) -> String {
    let own = &site.gym.settings.language;
    let direction = match (language.is_right_to_left(), own.is_right_to_left()) {
        (true, false) => " dir=\"rtl\"",
        (false, true) => " dir=\"ltr\"",
        _ => "",
    };
    format!(" lang=\"{}\"{direction}", escape(language.as_str()))
}

/// The markup of an island, which stays as it is.
pub(super) fn sealed(html: Cow<'_, str>, site: &Site) -> String {
    if site.gym.settings.foreign_words.is_empty() {
        return html.into_owned();
    }
    format!("{ISLAND}{html}{END_OF_ISLAND}")
}

/// The markup with elements in the place of the marks, and around words of other languages.
pub(super) fn with_elements<'h>(html: &'h str, site: &Site) -> Cow<'h, str> {
    let html = with_texts(html, site);
    match with_words(&html, site) {
        Some(marked) => marked.into(),
        None => html,
    }
}

/// The markup with elements around words of other languages, but in islands; nothing if the site has no such words.
fn with_words(html: &str, site: &Site) -> Option<String> {
    if site.gym.settings.foreign_words.is_empty() {
        return None;
    }
    let words = words(site);
    let mut out = String::with_capacity(html.len() + 256);
    let (mut rest, mut is_island) = (html, false);
    while !rest.is_empty() {
        let (content, markup, after) = split(rest);
        for piece in content.split_inclusive([ISLAND, END_OF_ISLAND]) {
            if is_island {
                out.push_str(piece);
            } else {
                push_words(piece, &words, &mut out);
            }
            match out.pop() {
                Some(ISLAND) => is_island = true,
                Some(END_OF_ISLAND) => is_island = false,
                last => out.extend(last),
            }
        }
        out.push_str(markup);
        rest = after;
    }
    Some(out)
}

/// A word of another language, or a name with one in it, as pages have it.
struct ForeignWord {
    text: String,
    /// The tag that says its language; a name is of none.
    start: Option<String>,
}

/// The words that pages of this language have of others, and names, those first that have others in them.
fn words(site: &Site) -> Vec<ForeignWord> {
    let settings = &site.gym.settings;
    let others = settings.foreign_words.iter().filter(|of| code(&of.language) != code(&settings.language));
    let mut words: Vec<_> = others
        .flat_map(|of| {
            let start = format!("<span{}>", language_attributes(&of.language, site));
            let words = of.words.iter().map(move |word| (word, Some(start.clone())));
            words.chain(of.names.iter().map(|name| (name, None)))
        })
        .map(|(text, start)| ForeignWord { text: escape(text.as_str()), start })
        .collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.text.len()));
    words
}

/// The language without a script or region.
fn code(language: &Language) -> icu_locale::subtags::Language {
    language.locale().id.language
}

/// Adds text between two tags, with elements around the words.
fn push_words(content: &str, words: &[ForeignWord], out: &mut String) {
    let (mut rest, mut before) = (content, None);
    while let Some(letter) = rest.chars().next() {
        let is_within = before.is_some_and(joins);
        let found = words.iter().find(|word| !is_within && begins_with(rest, &word.text));
        let length = found.map(|word| word.text.len());
        let length = length.or_else(|| length_of_entity(rest)).unwrap_or(letter.len_utf8());
        let (taken, after) = rest.split_at(length);
        match found.and_then(|word| word.start.as_ref()) {
            Some(start) => out.extend([start, taken, "</span>"]),
            None => out.push_str(taken),
        }
        (before, rest) = (taken.chars().next_back(), after);
    }
}

/// The length of an entity at the beginning of a text, such as `&amp;`, in which no word is found.
fn length_of_entity(text: &str) -> Option<usize> {
    let (name, _) = text.strip_prefix('&')?.split_once(';')?;
    let is_entity = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'#');
    is_entity.then_some(name.len() + "&;".len())
}

/// True if this text begins with the word, and that ends there.
fn begins_with(text: &str, word: &str) -> bool {
    let after = text.strip_prefix(word).filter(|_| !word.is_empty());
    after.is_some_and(|after| !after.starts_with(joins))
}

/// True for what makes one word, or one address, of what stands on both sides.
fn joins(letter: char) -> bool {
    letter.is_alphanumeric() || "@/_".contains(letter)
}

/// The markup with elements in the place of the marks.
fn with_texts<'h>(html: &'h str, site: &Site) -> Cow<'h, str> {
    if site.original.is_none() || memchr::memmem::find(html.as_bytes(), START).is_none() {
        return html.into();
    }
    let (start, attributes) = (start_tag("span", site), attributes(site));
    let mut out = String::with_capacity(html.len() + 256);
    let mut rest = html;
    let mut is_open = false;
    while !rest.is_empty() {
        let (content, markup, after) = split(rest);
        is_open = push_content(content, is_open, &start, &mut out);
        // A line of a text may end within it; nothing else does, unless a filter cut it.
        if is_open && !markup.starts_with("<br>") {
            out.push_str("</span>");
            is_open = false;
        }
        out.push_str(&with_attributes(markup, after, &attributes));
        rest = after;
    }
    out.into()
}

/// The markup of an island with attributes in the place of the marks: an element more would be none of the component's, which
/// takes over what is there. A text beside others in its element stays without.
pub(super) fn in_attributes<'h>(html: &'h str, site: &Site) -> Cow<'h, str> {
    if memchr::memmem::find(html.as_bytes(), START).is_none() {
        return html.into();
    }
    let attributes = attributes(site);
    let mut out = String::with_capacity(html.len() + 256);
    let (mut rest, mut end_of_tag) = (html, None);
    while !rest.is_empty() {
        let (content, markup, after) = split(rest);
        if let Some(at) = end_of_tag.filter(|_| is_marked(content) && markup.starts_with("</")) {
            out.insert_str(at, &attributes);
        }
        out.push_str(&unmarked(content));
        // React closes what has no content itself.
        let is_open = markup.starts_with('<') && !markup.contains("</") && !markup.ends_with("/>");
        let is_free = is_open && !markup.starts_with("<!--") && !markup.contains(" lang=");
        out.push_str(&with_attributes(markup, after, &attributes));
        end_of_tag = is_free.then(|| out.len() - 1);
        rest = after;
    }
    out.into()
}

/// The markup without marks; an element that says nothing but a text with marks says its language itself. `after` is what
/// follows.
fn with_attributes<'m>(markup: &'m str, after: &str, attributes: &str) -> Cow<'m, str> {
    let start = ONE_TEXT.iter().find_map(|start| Some((*start, markup.strip_prefix(start)?)));
    let says_language = match start {
        Some((_, rest)) => [format!("\"{OPEN}"), format!(">{OPEN}")].iter().any(|mark| rest.contains(mark)),
        None => false,
    };
    let start = start.map(|(start, _)| start).filter(|_| says_language);
    match start.or_else(|| start_of_one_text(markup, after)) {
        Some(start) => {
            let rest = markup.get(start.len()..).unwrap_or_default();
            format!("{start}{attributes}{}", unmarked(rest)).into()
        }
        None => unmarked(markup),
    }
}

/// The beginning of a tag, up to the name, if an attribute of it has a text with marks, and the element has no other text: a
/// button with an icon, a row of stars.
fn start_of_one_text<'m>(markup: &'m str, after: &str) -> Option<&'m str> {
    let is_marked = markup.contains(&format!("=\"{OPEN}"));
    let name = markup.strip_prefix('<').filter(|_| is_marked && !markup.contains(" lang="))?;
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-')?;
    let name = name.get(..end).filter(|name| !FIELDS.contains(name) && !TEXT_ALONE.contains(name))?;
    let (content, _) = after.split_once(&format!("</{name}>"))?;
    // An image hides all that is within it behind its name.
    let is_image = markup.contains(" role=\"img\"");
    let is_empty = !content.contains(&format!("<{name}")) && !has_text(content);
    (is_image || is_empty).then(|| markup.get(..=end)).flatten()
}

/// True if there is a text between the tags of this markup.
fn has_text(markup: &str) -> bool {
    let mut rest = markup;
    while !rest.is_empty() {
        let (content, tag) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
        if !content.trim().is_empty() {
            return true;
        }
        rest = tag.get(end_of_markup(tag)..).unwrap_or_default();
    }
    false
}

/// True for a whole text with its marks, whatever marks an editor has around it.
fn is_marked(content: &str) -> bool {
    if !content.contains(OPEN) {
        return false;
    }
    let content = without_marks(content);
    let within = content.strip_prefix(OPEN).and_then(|rest| rest.strip_suffix(CLOSE));
    within.is_some_and(|text| !text.contains([OPEN, CLOSE]))
}

/// Adds text between two tags, with elements in the place of marks. Returns true if an element is still open.
fn push_content(content: &str, mut is_open: bool, start: &str, out: &mut String) -> bool {
    let mut rest = content;
    while let Some(at) = rest.find([OPEN, CLOSE]) {
        let (before, marked) = rest.split_at(at);
        out.push_str(before);
        let opens = marked.starts_with(OPEN);
        // Half a mark, as of a text that a filter cut, stands alone.
        if opens != is_open {
            out.push_str(if opens { start } else { "</span>" });
            is_open = opens;
        }
        rest = marked.get(OPEN.len_utf8()..).unwrap_or_default();
    }
    out.push_str(rest);
    is_open
}

/// The text up to the next tag, what begins with that and has no room for an element, and the rest.
fn split(html: &str) -> (&str, &str, &str) {
    let (content, rest) = html.split_at(html.find('<').unwrap_or(html.len()));
    let (markup, after) = rest.split_at(end_of_markup(rest));
    (content, markup, after)
}

/// The end of what begins at a tag, and has no room for an element: the tag, a comment, an element with text alone.
fn end_of_markup(markup: &str) -> usize {
    if markup.starts_with("<!--") {
        return markup.find("-->").map_or(markup.len(), |at| at + 3);
    }
    let name =
        markup.get(1..).and_then(|name| name.split(|letter: char| !letter.is_ascii_alphanumeric()).next());
    if let Some(name) = name.filter(|name| TEXT_ALONE.iter().any(|alone| name.eq_ignore_ascii_case(alone))) {
        let end = format!("</{name}>");
        return markup.find(&end).map_or(markup.len(), |at| at + end.len());
    }
    let mut quote = None;
    for (at, sign) in markup.bytes().enumerate() {
        match (quote, sign) {
            (None, b'>') => return at + 1,
            (None, b'"' | b'\'') => quote = Some(sign),
            (Some(open), _) if open == sign => quote = None,
            _ => {}
        }
    }
    markup.len()
}
