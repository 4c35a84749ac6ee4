//! The code of a widget, rewritten so that the content security policy lets it through: inline scripts and styles
//! become files.

use std::{cell::Cell, str::Chars};

use html5gum::{DefaultEmitter, Emitter, ForwardingEmitter, HtmlString, StartTag, State, Token, Tokenizer};
use url::Url;

use super::{VOID, WITHOUT_END, is_handler};
use crate::cache::content_hash;

/// A code in the form in which pages have it, and the addresses that it loads.
#[derive(Debug, Default)]
pub struct WidgetCode {
    pub parts: Vec<WidgetPart>,
    pub frames: Vec<Url>,
    /// Scripts, and what a `<link>` loads: content allows both in one list.
    pub scripts: Vec<Url>,
    /// Scripts that the inline scripts of the code insert into the page.
    pub inserted: Vec<Url>,
    /// Addresses in inline scripts that insert nothing.
    pub mentioned: Vec<Url>,
    /// Addresses to which scripts report visits, given in their attributes: `data-goatcounter="https://..."`.
    pub endpoints: Vec<Url>,
    pub pictures: Vec<Url>,
    /// Videos and sounds.
    pub media: Vec<Url>,
    /// Addresses to which its forms are sent.
    pub forms: Vec<Url>,
    /// The page of the service, if the code links to one.
    pub page: Option<Url>,
}

/// A piece of a code.
#[derive(Debug)]
pub enum WidgetPart {
    Html(String),
    /// An inline script or style as a file, whose address fills an attribute: the policy allows nothing inline.
    File(Inline),
}

/// A script or style within a code. Each becomes a file.
#[derive(Debug, PartialEq, Eq)]
pub struct Inline {
    pub text: String,
    /// `js` or `css`.
    pub extension: &'static str,
}

/// Elements that make no sense in the code of a widget.
const REFUSED: [&str; 7] = ["base", "body", "embed", "head", "html", "meta", "object"];

/// Attributes that a frame keeps, beside its style. The others concern its look, which is up to the theme.
const FRAME_ATTRIBUTES: [&str; 10] = [
    "src",
    "title",
    "name",
    "id",
    "class",
    "height",
    "allow",
    "allowfullscreen",
    "referrerpolicy",
    "sandbox",
];

/// The attributes that load pictures, by element.
const PICTURES: [(&str, &str); 5] =
    [("img", "src"), ("input", "src"), ("video", "poster"), ("image", "href"), ("image", "xlink:href")];

/// The elements whose `src` is a video, a sound or subtitles.
const MEDIA: [&str; 4] = ["audio", "source", "track", "video"];

/// The beginnings of values of styles that load something.
const ADDRESSES: [&str; 2] = ["url(", "image-set("];

/// The signs around a text in a drawing that isn't read as markup.
const CDATA_START: &str = "<![CDATA[";
const CDATA_END: &str = "]]>";

impl WidgetCode {
    /// Reads the code that a service gives out.
    ///
    /// # Errors
    /// The mistake, in words that follow "the code".
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader::default();
        let is_in_drawing = Cell::new(false);
        let emitter = CodeEmitter { inner: DefaultEmitter::default(), is_in_drawing: &is_in_drawing };
        let mut tokens = Tokenizer::new_with_emitter(text, emitter);
        while let Some(Ok(token)) = tokens.next() {
            match token {
                Token::StartTag(tag) => {
                    if let Some(state) = reader.start(&tag)? {
                        tokens.set_state(state);
                    }
                }
                Token::EndTag(tag) => reader.end(&text_of(&tag.name))?,
                Token::String(string) => reader.text(&text_of(&string)),
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
            is_in_drawing.set(reader.is_in_drawing());
        }
        reader.finish()
    }

    /// The scripts and styles within the code, each of which becomes a file.
    pub fn files(&self) -> impl Iterator<Item = &Inline> {
        self.parts.iter().filter_map(|part| match part {
            WidgetPart::File(inline) => Some(inline),
            WidgetPart::Html(_) => None,
        })
    }

    /// The hosts to which the code sends requests, as far as it says; each once.
    pub fn hosts(&self) -> Vec<&str> {
        let addresses = [
            &self.frames,
            &self.scripts,
            &self.inserted,
            &self.mentioned,
            &self.endpoints,
            &self.media,
            &self.pictures,
        ];
        let mut hosts = Vec::new();
        for host in addresses.into_iter().flatten().filter_map(Url::host_str) {
            if !hosts.contains(&host) {
                hosts.push(host);
            }
        }
        hosts
    }

    fn add_html(&mut self, html: &str) {
        match self.parts.last_mut() {
            Some(WidgetPart::Html(before)) => before.push_str(html),
            _ => self.parts.push(WidgetPart::Html(html.to_owned())),
        }
    }

    /// Adds an element whose text became a file: `before` ends within the attribute for the address.
    fn add_file(&mut self, before: &str, text: String, extension: &'static str, behind: &str) {
        self.add_html(before);
        self.parts.push(WidgetPart::File(Inline { text, extension }));
        self.add_html(behind);
    }

    /// Adds a stylesheet, for all media if `media` is `None`.
    fn add_stylesheet(&mut self, media: Option<&str>, text: String) {
        let media = media.map(|media| format!(" media=\"{}\"", escaped(media))).unwrap_or_default();
        self.add_file(&format!("<link rel=\"stylesheet\"{media} href=\""), text, "css", "\">");
    }
}

/// Makes the tokens of a code. The tokenizer asks it whether `<![CDATA[` begins a text, as in drawings, or a comment.
struct CodeEmitter<'c> {
    inner: DefaultEmitter,
    is_in_drawing: &'c Cell<bool>,
}

impl ForwardingEmitter for CodeEmitter<'_> {
    type Token = Token;

    fn inner(&mut self) -> &mut impl Emitter<Token = Self::Token> {
        &mut self.inner
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.is_in_drawing.get()
    }
}

/// Reads a code tag by tag.
#[derive(Default)]
struct Reader {
    code: WidgetCode,
    open: Vec<String>,
    /// The script or style that is being read.
    raw: Option<RawElement>,
    /// The rules made of `style` attributes.
    styles: String,
}

/// A `<script>` or `<style>` whose end tag wasn't reached yet.
struct RawElement {
    /// The attributes of a script, as in its tag.
    attributes: String,
    media: Option<String>,
    /// True for a script that holds data, not a program.
    keeps_text: bool,
    has_source: bool,
    text: String,
}

impl Reader {
    /// Returns the tokenizer's state for content that isn't markup. The content of `<noscript>` is markup, as in
    /// browsers without scripts.
    fn start(&mut self, tag: &StartTag<()>) -> Result<Option<State>, String> {
        let name = text_of(&tag.name);
        if REFUSED.contains(&&*name) {
            return Err(format!("has a <{name}>, which can't stand within a page: take it out"));
        }
        let attributes = self.attributes(&name, tag)?;
        if let "script" | "style" = &*name {
            let kind = tag.attributes.get(b"type".as_slice()).map(|kind| text_of(kind).trim().to_lowercase());
            let kind = kind.unwrap_or_default();
            let is_program = kind.is_empty() || kind == "module" || kind.ends_with("javascript");
            let has_source = tag.attributes.contains_key(b"src".as_slice());
            let keeps_text = name == "script" && !is_program;
            let media = tag.attributes.get(b"media".as_slice()).map(|media| text_of(media));
            self.raw = Some(RawElement { attributes, media, keeps_text, has_source, text: String::new() });
        } else {
            self.code.add_html(&format!("<{name}{attributes}>"));
        }
        if VOID.contains(&&*name) {
            return Ok(None);
        }
        self.open.push(name.clone());
        // Drawings close elements by `/>`. Authors of custom elements mean the same by it, which HTML ignores.
        if tag.self_closing {
            self.end(&name)?;
            return Ok(None);
        }
        Ok(match &*name {
            "script" => Some(State::ScriptData),
            "style" | "iframe" => Some(State::RawText),
            "textarea" | "title" if !self.is_in_drawing() => Some(State::RcData),
            _ => None,
        })
    }

    fn is_in_drawing(&self) -> bool {
        self.open.iter().any(|open| open == "svg")
    }

    fn end(&mut self, name: &str) -> Result<(), String> {
        // Browsers ignore end tags of void elements.
        if VOID.contains(&name) {
            return Ok(());
        }
        let start = self.open.iter().rposition(|open| open == name);
        let closed = start.map(|start| self.open.split_off(start)).unwrap_or_default();
        let may_close = closed.iter().skip(1).all(|element| WITHOUT_END.contains(&&**element));
        if closed.is_empty() || !may_close {
            return Err(format!("has a </{name}> that ends nothing: copy all of it once more"));
        }
        match self.raw.take() {
            Some(style) if name == "style" => self.style_element(style),
            Some(script) => self.script(script),
            None => self.code.add_html(&format!("</{name}>")),
        }
        Ok(())
    }

    fn style_element(&mut self, style: RawElement) {
        let RawElement { media, text, .. } = style;
        if !self.is_in_drawing() {
            return self.code.add_stylesheet(media.as_deref(), text);
        }
        // A drawing can't link to a stylesheet, so its styles join those of the code.
        let bare = text.trim().strip_prefix(CDATA_START).and_then(|rules| rules.strip_suffix(CDATA_END));
        let rules = bare.unwrap_or(&text);
        match media {
            Some(media) => self.styles.push_str(&format!("@media {media}{{{rules}}}\n")),
            None => self.styles.push_str(rules),
        }
    }

    fn script(&mut self, script: RawElement) {
        let RawElement { attributes, keeps_text, has_source, text, .. } = script;
        if keeps_text {
            self.code.add_html(&format!("<script{attributes}>{text}</script>"));
        } else if has_source || text.trim().is_empty() {
            // Browsers ignore the text of a script with an address.
            self.code.add_html(&format!("<script{attributes}></script>"));
        } else {
            // The loaders that services give out insert a script element for the address that they contain.
            let is_loader = text.contains("createElement") && text.contains(".src");
            let found = if is_loader { &mut self.code.inserted } else { &mut self.code.mentioned };
            found.extend(text.split(['"', '\'', '`']).filter_map(foreign));
            self.code.add_file(&format!("<script{attributes} src=\""), text, "js", "\"></script>");
        }
    }

    fn text(&mut self, text: &str) {
        match &mut self.raw {
            Some(element) => element.text.push_str(text),
            // Browsers show this text only if they don't know frames.
            None if self.open.last().is_some_and(|open| open == "iframe") => {}
            None => self.code.add_html(&escaped(text)),
        }
    }

    fn finish(mut self) -> Result<WidgetCode, String> {
        if let Some(name) = self.open.iter().rfind(|name| !WITHOUT_END.contains(&&***name)) {
            return Err(format!("has no </{name}>: copy all of it once more"));
        }
        if self.styles.is_empty() {
            return Ok(self.code);
        }
        // The styles come first, so that the elements never show without them.
        let parts = std::mem::take(&mut self.code.parts);
        self.code.add_stylesheet(None, self.styles);
        self.code.parts.extend(parts);
        Ok(self.code)
    }

    /// Writes the attributes that the element keeps, as in a tag, and notes their addresses.
    fn attributes(&mut self, name: &str, tag: &StartTag<()>) -> Result<String, String> {
        let is_frame = name == "iframe";
        let source = source_attribute(name);
        let mut attributes = String::new();
        for (key, value) in &tag.attributes {
            let (key, mut value) = (text_of(key), text_of(value));
            if is_handler(&key, &value) || value.trim().to_lowercase().starts_with("javascript:") {
                return Err(format!("has code in {key}=\"...\", which browsers don't run here: take it out"));
            }
            if key == "style" {
                attributes.push_str(&self.style(&value));
                continue;
            }
            let url = foreign(&value);
            if source == Some(&*key) {
                let Some(url) = &url else {
                    return Err(format!("has no whole address in {key}=\"{value}\""));
                };
                value = url.to_string();
            }
            self.note(name, &key, &value, url);
            if !is_frame || FRAME_ATTRIBUTES.contains(&&*key) || key.starts_with("data-") {
                attributes.push_str(&format!(" {key}=\"{}\"", escaped(&value)));
            }
        }
        if let Some(source) = source
            && name != "script"
            && !tag.attributes.contains_key(source.as_bytes())
        {
            return Err(format!("has a <{name}> without {source}"));
        }
        if (is_frame || name == "img") && is_point(tag) {
            attributes.push_str(" hidden");
        } else if is_frame {
            attributes.push_str(" loading=\"lazy\"");
        }
        if name == "img" && !tag.attributes.contains_key(b"alt".as_slice()) {
            attributes.push_str(" alt=\"\"");
        }
        Ok(attributes)
    }

    /// Notes the address that an attribute loads or links to.
    fn note(&mut self, name: &str, key: &str, value: &str, url: Option<Url>) {
        let code = &mut self.code;
        if key == "srcset" {
            code.pictures.extend(value.split([',', ' ']).filter_map(foreign));
        }
        let Some(url) = url else { return };
        let is_data = key.starts_with("data-");
        let is_link = matches!((name, key), ("iframe", "src") | ("a", "href"));
        if is_link || is_data && name != "script" {
            code.page.get_or_insert_with(|| url.clone());
        }
        match (name, key) {
            ("iframe", "src") => code.frames.push(url),
            ("script", "src") | ("link", "href") => code.scripts.push(url),
            ("script", _) if is_data => code.endpoints.push(url),
            _ if PICTURES.contains(&(name, key)) => code.pictures.push(url),
            (_, "src") if MEDIA.contains(&name) => code.media.push(url),
            ("form", "action") | (_, "formaction") => code.forms.push(url),
            _ => {}
        }
    }

    /// Replaces a `style` attribute, which the policy would block, by an attribute that a rule in a stylesheet selects.
    /// Styles with an address are left out, as styles load nothing from other hosts, and those that would end the rule or
    /// go on behind it.
    fn style(&mut self, style: &str) -> String {
        let lower = style.to_ascii_lowercase();
        let has_address = ADDRESSES.iter().any(|function| lower.contains(function));
        let is_whole = !style.contains(['{', '}']) && read_style(style).is_some();
        if style.trim().is_empty() || has_address || !is_whole {
            return String::new();
        }
        let id = content_hash(style.as_bytes());
        let rule = format!("[data-code-style=\"{id}\"]{{{style}}}\n");
        if !self.styles.contains(&rule) {
            self.styles.push_str(&rule);
        }
        format!(" data-code-style=\"{id}\"")
    }
}

/// Reads the text of a `style` attribute. Returns `None` if a comment, a string or a bracket has no end in it: in a stylesheet,
/// the rules behind it would belong to that.
fn read_style(style: &str) -> Option<()> {
    let mut open = Vec::new();
    let mut rest = style.chars();
    while let Some(first) = rest.next() {
        match first {
            '\\' => {
                rest.next()?;
            }
            '/' if rest.as_str().starts_with('*') => {
                let (_, behind) = rest.as_str().get(1..)?.split_once("*/")?;
                rest = behind.chars();
            }
            '"' | '\'' => read_string(&mut rest, first)?,
            '(' => open.push(')'),
            '[' => open.push(']'),
            _ if open.last() == Some(&first) => {
                open.pop();
            }
            _ => {}
        }
    }
    open.is_empty().then_some(())
}

/// Reads up to the quote at the end of a string.
fn read_string(rest: &mut Chars<'_>, quote: char) -> Option<()> {
    loop {
        match rest.next()? {
            '\\' => {
                rest.next()?;
            }
            next if next == quote => return Some(()),
            _ => {}
        }
    }
}

/// The attribute for the address that an element loads.
fn source_attribute(element: &str) -> Option<&'static str> {
    match element {
        "iframe" | "script" => Some("src"),
        "link" => Some("href"),
        _ => None,
    }
}

/// True for an element of a single point: a frame or picture that counts visits.
fn is_point(tag: &StartTag<()>) -> bool {
    ["width", "height"].iter().all(|side| {
        let length = tag.attributes.get(side.as_bytes());
        length.is_some_and(|length| matches!(length.as_slice(), b"0" | b"1"))
    })
}

/// An absolute address at another host, with or without its scheme.
fn foreign(text: &str) -> Option<Url> {
    let text = text.trim();
    let is_whole = ["https://", "http://", "//"].iter().any(|start| text.starts_with(start));
    if !is_whole || text.contains(char::is_whitespace) {
        return None;
    }
    let url = Url::parse("https://localhost/").ok()?.join(text).ok()?;
    let is_host = url.host_str().is_some_and(|host| host.contains('.'));
    is_host.then_some(url)
}

fn text_of(bytes: &HtmlString) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
