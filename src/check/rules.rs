//! The rules for the markup that templates make. Pages of one template with the same sections are alike, so one of them
//! is checked.

use std::{borrow::Cow, cmp::Ordering, collections::BTreeMap};

use html5gum::{HtmlString, StartTag, State, Token, Tokenizer};

use super::policy::{BRING, Load, Policy, is_foreign};
use crate::{
    diagnostic::{Code, code, nearest},
    widgets::{KNOWN, VOID, WITHOUT_END, is_handler},
};

/// A violation of a rule on a page.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Violation {
    /// The fault, in words that follow "the page has".
    pub(super) fault: String,
    pub(super) help: Cow<'static, str>,
    /// The texts that may have caused it, the likeliest first.
    pub(super) literals: Vec<String>,
    /// The element of which a template has more start tags than end tags (`Greater`), or fewer (`Less`).
    pub(super) unbalanced: Option<(String, Ordering)>,
    /// The island in which it is.
    pub(super) island: Option<String>,
    /// True if the template of the whole page lacks something.
    pub(super) is_of_document: bool,
    /// True if browsers show the page all the same.
    is_warning: bool,
}

impl Violation {
    fn new(fault: String, help: impl Into<Cow<'static, str>>, literals: &[&str]) -> Self {
        let literals = literals.iter().map(|literal| (*literal).to_owned()).collect();
        Self {
            fault,
            help: help.into(),
            literals,
            unbalanced: None,
            island: None,
            is_of_document: false,
            is_warning: false,
        }
    }

    fn forbidden(fault: &str, help: impl Into<Cow<'static, str>>, literal: &str) -> Self {
        Self::new(format!("{fault}, which the content security policy forbids"), help, &[literal])
    }

    fn unbalanced(fault: String, help: &'static str, element: &str, starts: Ordering) -> Self {
        Self { unbalanced: Some((element.to_owned(), starts)), ..Self::new(fault, help, &[]) }
    }

    /// The violation of a page that lacks a part which every page needs.
    fn no_document(lacking: &str) -> Self {
        let fault = format!("no {lacking}, which every page needs");
        let help = "a template of pages has {% extends \"layout.html\" %} as its first line, and what pages show in {% block content %}; \
                    a layout itself begins with <!DOCTYPE html> and has a <title> in its <head>";
        Self { is_of_document: true, ..Self::new(fault, help, &[]) }
    }

    /// The violation of an unknown element, which browsers show as plain text.
    fn unknown_element(name: &str) -> Self {
        let fault = format!("an element <{name}>, which no browser knows");
        let help = match nearest(name, KNOWN) {
            Some(near) => format!("did you mean <{near}>?"),
            None => "write an element of HTML; one of a script of yours has a dash in its name".to_owned(),
        };
        Self { is_warning: true, ..Self::new(fault, help, &[&format!("<{name}")]) }
    }

    /// The code of its report.
    pub(super) fn code(&self) -> Code {
        if self.is_warning { code::UNKNOWN_ELEMENT } else { code::TEMPLATE }
    }

    /// The violation of a file of another service that loads at once, though visitors are to be asked.
    pub(super) fn unasked(load: Load, address: &str) -> Self {
        let fault = format!("the {} \"{address}\", which loads before visitors agree", load.noun());
        let way = match load {
            Load::Script | Load::Frame => "let a frame ask first, and write a code with the filter `widget`",
            _ => BRING,
        };
        let help = format!("content/site.toml says ask = true: {way}; docs/services.md is about it");
        Self::new(fault, help, &[address])
    }

    /// The violation of a file that browsers don't load, as the policy forbids it.
    pub(super) fn blocked(load: Load, address: &str) -> Self {
        Self::forbidden(&format!("the {} \"{address}\"", load.noun()), load.help(address), address)
    }
}

/// The purposes of addresses that are loaded with a page, by element and attribute.
const LOADS: [(&str, &str, Load); 10] = [
    ("img", "src", Load::Picture),
    ("script", "src", Load::Script),
    ("iframe", "src", Load::Frame),
    ("video", "src", Load::Media),
    ("video", "poster", Load::Picture),
    ("audio", "src", Load::Media),
    ("track", "src", Load::Media),
    ("source", "src", Load::Media),
    ("embed", "src", Load::Object),
    ("object", "data", Load::Object),
];

/// An element that isn't closed yet.
struct Open {
    name: String,
    /// The target of a link.
    address: String,
    /// True for a link or button.
    needs_text: bool,
    has_text: bool,
    /// True for an element with `data-ask`: its content loads after visitors agree, or content says not to ask.
    asks: bool,
    /// The name of the island that it is.
    island: Option<String>,
}

/// Checks a page tag by tag.
struct Checker<'c> {
    policy: &'c Policy,
    /// True if visitors are to be asked before anything of other services loads.
    asks: bool,
    root: &'c url::Url,
    open: Vec<Open>,
    has_open_quote: bool,
    has_title: bool,
    violations: Vec<Violation>,
}

/// The violations on a page of the site with the address `root`.
pub(super) fn check(html: &str, policy: &Policy, asks: bool, root: &url::Url) -> Vec<Violation> {
    let mut checker = Checker {
        policy,
        asks,
        root,
        open: Vec::new(),
        has_open_quote: false,
        has_title: false,
        violations: Vec::new(),
    };
    let mut has_doctype = false;
    let mut tokens = Tokenizer::new(html);
    while let Some(Ok(token)) = tokens.next() {
        match token {
            Token::StartTag(tag) => {
                checker.start(&tag);
                if let Some(state) = checker.state_within(&tag.name) {
                    tokens.set_state(state);
                }
            }
            Token::EndTag(tag) => checker.end(&text(&tag.name)),
            Token::String(css) if checker.is_in_style() => checker.style(&text(&css)),
            Token::String(string) if !text(&string).trim().is_empty() => checker.has_text(),
            Token::Doctype(_) => has_doctype = true,
            Token::String(_) | Token::Comment(_) | Token::Error(_) => {}
        }
    }
    for open in std::mem::take(&mut checker.open) {
        checker.unclosed(&open.name);
    }
    let is_document = has_doctype && checker.has_title;
    // An empty template is reported where templates are read.
    let is_empty = html.trim().is_empty();
    if checker.has_open_quote {
        // A missing quote turns tags into text, so that other tags seem unbalanced.
        checker.violations.retain(|violation| violation.unbalanced.is_none());
    } else if !is_empty && !is_document {
        let lacking = if has_doctype { "<title>" } else { "<!DOCTYPE html>" };
        checker.violations.push(Violation::no_document(lacking));
    }
    checker.violations.sort();
    checker.violations.dedup();
    checker.violations
}

fn text(html: &HtmlString) -> String {
    String::from_utf8_lossy(html).into_owned()
}

impl Checker<'_> {
    fn start(&mut self, tag: &StartTag<()>) {
        let name = text(&tag.name);
        let attributes: BTreeMap<String, String> =
            tag.attributes.iter().map(|(name, value)| (text(name), text(value))).collect();
        let value = |name: &str| attributes.get(name).map(String::as_str);
        for (attribute, value) in &attributes {
            self.attribute(attribute, value);
        }
        let is_plain = name.bytes().all(|byte| byte.is_ascii_alphanumeric());
        if is_plain && !KNOWN.contains(&&*name) && !self.is_in_drawing() {
            self.found(Violation::unknown_element(&name));
        }
        for (_, attribute, load) in LOADS.iter().filter(|(element, ..)| *element == name) {
            if let Some(address) = value(attribute) {
                self.load(*load, address);
            }
        }
        match &*name {
            "script" if is_code(value("type").unwrap_or_default()) && value("src").is_none() => {
                let help = "move the script into a file, or into an island";
                self.found(Violation::forbidden("an inline script", help, "<script>"));
            }
            "link" => {
                let relations = value("rel").unwrap_or_default();
                if let Some(load) = relations.split_ascii_whitespace().find_map(linked) {
                    self.load(load, value("href").unwrap_or_default());
                }
            }
            "title" if !self.is_in_drawing() => self.has_title = true,
            "img" if value("alt").is_none() => {
                let source = value("src").unwrap_or_default();
                self.found(Violation::new(
                    format!("the image \"{source}\" without an alt text"),
                    "write alt=\"...\" with what the image shows, or alt=\"\" for a mere decoration",
                    &[if source.is_empty() { "<img" } else { source }],
                ));
            }
            _ => {}
        }
        let is_named = ["aria-label", "aria-labelledby", "title"].iter().any(|name| value(name).is_some());
        let has_alt = value("alt").is_some_and(|alt| !alt.trim().is_empty());
        // The scripts of custom elements make their content.
        if is_named || has_alt || name.contains('-') {
            self.has_text();
        }
        let is_hidden = value("hidden").is_some() || value("aria-hidden") == Some("true");
        let is_empty =
            VOID.contains(&&*name) || (tag.self_closing && (self.is_in_drawing() || name == "svg"));
        if !is_empty {
            let needs_text = name == "button" || (name == "a" && value("href").is_some());
            let address = value("href").unwrap_or_default().to_owned();
            let asks = value("data-ask").is_some();
            let island = value("data-island").map(str::to_owned);
            let has_text = is_named || is_hidden;
            self.open.push(Open { name, address, needs_text, has_text, asks, island });
        }
    }

    /// The tokenizer's state for the content of an element that isn't markup. That of `<noscript>` is, as in browsers without
    /// scripts.
    fn state_within(&self, name: &[u8]) -> Option<State> {
        let state = match name {
            b"script" => State::ScriptData,
            b"style" | b"iframe" => State::RawText,
            b"textarea" | b"title" => State::RcData,
            _ => return None,
        };
        (!self.is_in_drawing()).then_some(state)
    }

    fn is_in_drawing(&self) -> bool {
        self.open.iter().any(|open| matches!(&*open.name, "svg" | "math"))
    }

    fn is_in_style(&self) -> bool {
        self.open.last().is_some_and(|open| open.name == "style") && !self.is_in_drawing()
    }

    /// The styles of the page's sections, which the policy names, are the only ones in it.
    fn style(&mut self, css: &str) {
        if !self.policy.allows_inline(css) {
            self.found(Violation::forbidden(
                "a <style> element",
                "move the style into the stylesheet, and give the element a class",
                "<style",
            ));
        }
    }

    fn found(&mut self, violation: Violation) {
        let island = self.open.iter().rev().find_map(|open| open.island.clone());
        self.violations.push(Violation { island, ..violation });
    }

    fn has_text(&mut self) {
        for open in &mut self.open {
            open.has_text = true;
        }
    }

    fn attribute(&mut self, name: &str, value: &str) {
        if name.contains(['"', '\'', '<']) {
            let fault = format!("an attribute called {name}, with a quote or bracket in its name");
            let help = "write the quote that is missing before it, or remove this one";
            self.has_open_quote = true;
            self.found(Violation::new(fault, help, &[name]));
        } else if name == "style" {
            let help = "move the style into the stylesheet, and give the element a class";
            self.found(Violation::forbidden("a style attribute", help, " style="));
        } else if is_handler(name, value) {
            let fault = format!("the attribute {name}");
            let help = "listen for the event in an island";
            self.found(Violation::forbidden(&fault, help, &format!(" {name}=")));
        } else if matches!(name, "action" | "formaction") && !self.policy.allows(Load::Form, value, self.root)
        {
            self.found(Violation::blocked(Load::Form, value));
        }
        if matches!(name, "srcset" | "imagesrcset") {
            super::scan::srcset(value, |address| self.load(Load::Picture, address));
        }
    }

    fn load(&mut self, load: Load, address: &str) {
        if !self.policy.allows(load, address, self.root) {
            self.found(Violation::blocked(load, address));
        } else if self.asks && !self.open.iter().any(|open| open.asks) && is_foreign(address, self.root) {
            self.found(Violation::unasked(load, address));
        }
    }

    fn end(&mut self, name: &str) {
        let Some(at) = self.open.iter().rposition(|open| open.name == name) else {
            // A paragraph ends where a block begins, and a later `</p>` makes an empty one.
            if !VOID.contains(&name) && name != "p" {
                let fault = format!("a </{name}> that closes nothing");
                let help = "remove it, or write the start tag that it belongs to";
                self.found(Violation::unbalanced(fault, help, name, Ordering::Less));
            }
            return;
        };
        let mut closed = self.open.split_off(at).into_iter();
        if let Some(ended) = closed.next().filter(|ended| ended.needs_text && !ended.has_text) {
            let help = "write what it does between its tags; beside a mere drawing, into aria-label=\"...\"";
            let violation = match &*ended.address {
                "" => Violation::new(format!("a <{name}> without a text"), help, &[&format!("<{name}")]),
                address => {
                    let fault = format!("a link to \"{address}\" without a text");
                    Violation::new(fault, help, &[&format!("href=\"{address}\""), &format!("[]({address})")])
                }
            };
            self.found(violation);
        }
        for open in closed {
            self.unclosed(&open.name);
        }
    }

    fn unclosed(&mut self, name: &str) {
        if !WITHOUT_END.contains(&name) {
            let fault = format!("a <{name}> that nothing closes");
            let help = "write its end tag where it ends, within the element in which it begins";
            self.found(Violation::unbalanced(fault, help, name, Ordering::Greater));
        }
    }
}

/// True for the type of a script that browsers run.
fn is_code(kind: &str) -> bool {
    let kind = kind.trim().to_ascii_lowercase();
    matches!(&*kind, "" | "module") || kind.ends_with("javascript")
}

/// The purpose of a `<link>` with this relation, if it loads something.
fn linked(rel: &str) -> Option<Load> {
    match rel {
        "stylesheet" => Some(Load::Stylesheet),
        "icon" | "apple-touch-icon" => Some(Load::Picture),
        "modulepreload" => Some(Load::Script),
        _ => None,
    }
}
