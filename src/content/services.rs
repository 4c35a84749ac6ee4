//! Services of others: what of them pages may load, and the code that they offer to be copied.

use gympress_derive::View;
use html5gum::{DefaultEmitter, HtmlString, StartTag, Token, Tokenizer};
use url::Url;

use crate::schema::decode::{
    Spanned,
    value::{Text, WebUrl},
};

/// The table `[services]` of `content/site.toml`: whom the gym lets into its pages.
#[derive(Debug, View)]
pub struct Services {
    pub frames: Vec<WebUrl>,
    pub scripts: Vec<WebUrl>,
    /// Where else scripts may send data.
    pub connect: Vec<WebUrl>,
    /// The code of a service that counts visits.
    pub analytics: Option<Spanned<Text>>,
}

/// A section with the widget of a service.
#[derive(Debug, View)]
pub struct Embed {
    pub frame: Option<Spanned<WebUrl>>,
    pub code: Option<Spanned<Text>>,
}

/// The code of a widget, made safe to stand in a page: attributes of which browsers would keep nothing are left out.
#[derive(Debug, Default)]
pub struct Snippet {
    pub html: String,
    pub frames: Vec<Url>,
    pub scripts: Vec<Url>,
    /// Scripts that scripts within it insert into the page.
    pub inserted: Vec<Url>,
    /// Where scripts send what they count, as their attributes say: `data-goatcounter="https://..."`.
    pub endpoints: Vec<Url>,
    /// Scripts and styles that stand within it. Each becomes a file, as no policy lets in what stands within a page.
    pub inline: Vec<Inline>,
}

/// A script or the styles that stand within code.
#[derive(Debug, PartialEq, Eq)]
pub struct Inline {
    pub text: String,
    /// `js` or `css`.
    pub extension: &'static str,
}

/// True if the address of a frame or script is of a site that `[services]` names; `https://*.example.org` names all of
/// its parts.
pub fn lets_in(named: &str, url: &Url) -> bool {
    let Some((scheme, domain)) = named.split_once("://*.") else {
        return named == url.origin().ascii_serialization();
    };
    let host = url.host_str().and_then(|host| host.strip_suffix(domain));
    scheme == url.scheme() && host.is_some_and(|part| part.ends_with('.'))
}

/// Elements without an end tag.
const VOID: [&str; 6] = ["br", "hr", "img", "input", "link", "wbr"];

/// Elements that have no business in the code of a widget.
const REFUSED: [&str; 7] = ["base", "body", "embed", "head", "html", "meta", "object"];

/// What a frame keeps: the rest is about its look, which is up to the theme.
const OF_FRAMES: [&str; 9] =
    ["src", "title", "name", "id", "class", "height", "allow", "allowfullscreen", "referrerpolicy"];

impl Snippet {
    /// Reads what a service offers to be copied. `address` says where what stands within it will be.
    ///
    /// # Errors
    /// What is wrong with it, to be said behind "the code" or the like.
    pub fn parse(code: &str, address: impl Fn(&Inline) -> String) -> Result<Self, String> {
        let (mut snippet, mut open) = (Self::default(), Vec::<String>::new());
        let mut emitter = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        for token in Tokenizer::new_with_emitter(code, emitter) {
            let Ok(token) = token;
            match token {
                Token::StartTag(tag) => {
                    let name = text(&tag.name);
                    snippet.start(&name, &tag)?;
                    if !VOID.contains(&&*name) {
                        open.push(name);
                    }
                }
                Token::EndTag(tag) => {
                    let name = text(&tag.name);
                    if open.pop().as_ref() != Some(&name) {
                        return Err(format!("has a </{name}> that ends nothing: copy all of it once more"));
                    }
                    if name != "style" {
                        snippet.html.push_str(&format!("</{name}>"));
                    }
                }
                Token::String(string) => {
                    let string = text(&string);
                    match open.last().map(String::as_str) {
                        Some("script") => snippet.script(&string, &address),
                        Some("style") => {
                            let styles = Inline { text: string, extension: "css" };
                            let address = escaped(&address(&styles));
                            snippet.html.push_str(&format!("<link rel=\"stylesheet\" href=\"{address}\">"));
                            snippet.inline.push(styles);
                        }
                        _ => snippet.html.push_str(&escaped(&string)),
                    }
                }
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
        }
        match open.pop() {
            Some(name) => Err(format!("has no </{name}>: copy all of it once more")),
            None => Ok(snippet),
        }
    }

    /// What stands within a script: an address is written into the tag before it.
    fn script(&mut self, script: &str, address: impl Fn(&Inline) -> String) {
        let tag = self.html.rfind("<script").and_then(|at| self.html.get(at..)).unwrap_or_default();
        let is_data =
            tag.contains(" type=\"") && !["javascript\"", "module\""].iter().any(|kind| tag.contains(kind));
        if is_data {
            self.html.push_str(script);
        } else if !script.trim().is_empty() && !tag.contains(" src=\"") {
            // A loader that services offer makes an element of the script that it names.
            if script.contains("createElement") && script.contains(".src") {
                let addresses = script.split(['"', '\'', '`']).filter(|text| text.starts_with("https://"));
                self.inserted.extend(addresses.filter_map(|address| Url::parse(address).ok()));
            }
            let script = Inline { text: script.to_owned(), extension: "js" };
            self.html.pop();
            self.html.push_str(&format!(" src=\"{}\">", escaped(&address(&script))));
            self.inline.push(script);
        }
    }

    fn start(&mut self, name: &str, tag: &StartTag<()>) -> Result<(), String> {
        if REFUSED.contains(&name) {
            return Err(format!("has a <{name}>, which can't stand within a page: take it out"));
        }
        if name == "style" {
            return Ok(());
        }
        let (source, list) = match name {
            "iframe" => ("src", &mut self.frames),
            "script" => ("src", &mut self.scripts),
            "link" => ("href", &mut self.scripts),
            _ => ("", &mut self.scripts),
        };
        let mut attributes = String::new();
        for (key, value) in &tag.attributes {
            let (key, mut value) = (text(key), text(value));
            if key.starts_with("on") || value.trim().to_lowercase().starts_with("javascript:") {
                return Err(format!("has code in {key}=\"...\", which browsers don't run here: take it out"));
            }
            if key == source {
                let url = Url::parse("https://localhost/").and_then(|base| base.join(&value)).ok();
                let url = url.filter(|url| url.host_str().is_some_and(|host| host.contains('.')));
                let Some(url) = url else { return Err(format!("has no whole address in {key}=\"{value}\"")) };
                value = url.to_string();
                list.push(url);
            }
            if name == "script" && key.starts_with("data-") && value.starts_with("https://") {
                self.endpoints.extend(Url::parse(&value).ok());
            }
            let is_kept = name != "iframe" || OF_FRAMES.contains(&&*key) || key.starts_with("data-");
            if key != "style" && is_kept {
                attributes.push_str(&format!(" {key}=\"{}\"", escaped(&value)));
            }
        }
        if !source.is_empty() && !tag.attributes.contains_key(source.as_bytes()) && name != "script" {
            return Err(format!("has a <{name}> without {source}"));
        }
        if name == "iframe" {
            attributes.push_str(" loading=\"lazy\"");
        }
        self.html.push_str(&format!("<{name}{attributes}>"));
        Ok(())
    }
}

fn text(bytes: &HtmlString) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
