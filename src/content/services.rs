//! Services of others: what of them pages may load, and the code that they offer to be copied.

use gympress_derive::View;
use html5gum::{HtmlString, StartTag, Token, Tokenizer};
use url::Url;

use crate::decode::{
    Spanned,
    value::{Text, WebUrl},
};

/// The table `[services]` of `content/site.toml`: whom the gym lets into its pages.
#[derive(Debug, View)]
pub struct Services {
    /// Whose pages may be in frames.
    pub frames: Vec<WebUrl>,
    /// Whose scripts may run.
    pub scripts: Vec<WebUrl>,
    /// Where else scripts may send data.
    pub connect: Vec<WebUrl>,
    /// The code of a service that counts visits.
    pub analytics: Option<Spanned<Text>>,
}

/// A section with the widget of a service.
#[derive(Debug, View)]
pub struct Embed {
    /// The page that a frame shows.
    pub frame: Option<Spanned<WebUrl>>,
    /// What the service offers to be copied.
    pub code: Option<Spanned<Text>>,
}

/// The code of a widget, made safe to stand in a page: attributes of which browsers would keep nothing are left out.
#[derive(Debug, Default)]
pub struct Snippet {
    pub html: String,
    /// The pages that its frames show.
    pub frames: Vec<Url>,
    /// Its scripts and stylesheets.
    pub scripts: Vec<Url>,
}

/// Elements without an end tag.
const VOID: [&str; 6] = ["br", "hr", "img", "input", "link", "wbr"];

/// Elements that have no business in the code of a widget.
const REFUSED: [&str; 8] = ["base", "body", "embed", "head", "html", "meta", "object", "style"];

/// What a frame keeps: the rest is about its look, which is up to the theme.
const OF_FRAMES: [&str; 8] = ["src", "title", "name", "id", "class", "height", "allow", "allowfullscreen"];

impl Snippet {
    /// Reads what a service offers to be copied.
    ///
    /// # Errors
    /// What is wrong with it, to be said behind "the code" or the like.
    pub fn parse(code: &str) -> Result<Self, String> {
        let (mut snippet, mut open) = (Self::default(), Vec::<String>::new());
        for token in Tokenizer::new(code) {
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
                    snippet.html.push_str(&format!("</{name}>"));
                }
                Token::String(string) => {
                    let string = text(&string);
                    if open.last().is_some_and(|name| name == "script") && !string.trim().is_empty() {
                        return Err(
                            "has a script within it, which browsers don't run here: ask the service for a \
                                    frame (<iframe>), or for a script with an address of its own (src)"
                                .to_owned(),
                        );
                    }
                    snippet.html.push_str(&escaped(&string));
                }
                Token::Comment(_) | Token::Doctype(_) | Token::Error(_) => {}
            }
        }
        match open.pop() {
            Some(name) => Err(format!("has no </{name}>: copy all of it once more")),
            None => Ok(snippet),
        }
    }

    fn start(&mut self, name: &str, tag: &StartTag<()>) -> Result<(), String> {
        if REFUSED.contains(&name) {
            return Err(format!("has a <{name}>, which can't stand within a page: take it out"));
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

#[cfg(test)]
mod tests {
    use super::Snippet;

    #[test]
    fn code_of_services_is_read_and_cleaned() {
        let code = r#"<!-- Healcode --> <script src="//widgets.example/healcode.js" async></script>
            <healcode-widget data-type="schedules" style="x: y"></healcode-widget>"#;
        let snippet = Snippet::parse(code).unwrap();
        assert_eq!(
            snippet.html.split_whitespace().collect::<Vec<_>>().join(" "),
            r#"<script async="" src="https://widgets.example/healcode.js"></script> <healcode-widget data-type="schedules"></healcode-widget>"#
        );
        assert_eq!(snippet.scripts[0].as_str(), "https://widgets.example/healcode.js");
        let snippet =
            Snippet::parse(r#"<iframe src="https://a.example/?b=1&amp;c=2" frameborder="0"></iframe>"#);
        assert_eq!(snippet.unwrap().frames[0].as_str(), "https://a.example/?b=1&c=2");
    }

    #[test]
    fn what_browsers_would_not_run_is_refused() {
        for (code, said) in [
            ("<script>var a = 1;</script>", "a script within it"),
            ("<div onclick=\"a()\"></div>", "code in onclick"),
            ("<a href=\"javascript:a()\">x</a>", "code in href"),
            ("<div><p></div>", "</div> that ends nothing"),
            ("<div>", "no </div>"),
            ("<iframe></iframe>", "without src"),
            ("<script src=\"widget.js\"></script>", "no whole address"),
            ("<style>a {}</style>", "a <style>"),
        ] {
            let error = Snippet::parse(code).unwrap_err();
            assert!(error.contains(said), "{code}: {error}");
        }
    }
}
