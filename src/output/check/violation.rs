//! What no page may have: markup against the rules of the site.

use super::policy::Load;
use crate::diagnostic::{Code, Lint};

/// A breach of a law, found while a page is read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Violation {
    DuplicateId(Box<str>),
    UnknownId {
        attribute: &'static str,
        id: Box<str>,
    },
    StyleAttribute,
    StyleElement,
    InlineScript,
    /// A script of a type that isn't run like code, but which the policy stops all the same.
    BlockedScript(Box<str>),
    Handler(Box<str>),
    /// An `img` by its `src`.
    ImageWithoutAlt(Box<str>),
    ImageWithoutSize(Box<str>),
    /// An `img` by its `src`: its pixels across, and how many are shown at most.
    SmallPicture(Box<str>, u32, u32),
    EmptySource,
    BaseElement,
    /// Something that isn't loaded, as the policy forbids it: what it is for, and its address.
    Blocked(Load, Box<str>),
    UnknownElement(Box<str>),
    Unclosed(&'static str),
    /// An end tag that ends nothing.
    StrayEnd(&'static str),
    /// An element within one that can't hold it: the inner one and the outer one.
    Nested(&'static str, &'static str),
    /// An element without an accessible name: its tag, and where a link leads.
    NoText(&'static str, Box<str>),
    /// An attribute that a tag has twice, by its name.
    RepeatedAttribute(Box<str>),
    /// An attribute that HTML doesn't have, and the one that is meant.
    UnknownAttribute(Box<str>, &'static str),
    /// An attribute with a quote in its name.
    AttributeWithQuote(Box<str>),
    /// An element that every page needs.
    NoElement(&'static str),
    EmptyMain,
}

impl Violation {
    pub(super) fn code(&self) -> diagnostics::Code {
        match self {
            Self::DuplicateId(_) => Code::DuplicateId.into(),
            Self::UnknownId { .. } => Code::BrokenFragment.into(),
            Self::SmallPicture(..) => Lint::SmallPicture.into(),
            Self::StyleAttribute
            | Self::StyleElement
            | Self::InlineScript
            | Self::BlockedScript(_)
            | Self::Handler(_)
            | Self::ImageWithoutAlt(_)
            | Self::ImageWithoutSize(_)
            | Self::EmptySource
            | Self::BaseElement
            | Self::Blocked(..)
            | Self::UnknownElement(_)
            | Self::Unclosed(_)
            | Self::StrayEnd(_)
            | Self::Nested(..)
            | Self::NoText(..)
            | Self::RepeatedAttribute(_)
            | Self::UnknownAttribute(..)
            | Self::AttributeWithQuote(_)
            | Self::NoElement(_)
            | Self::EmptyMain => Code::Template.into(),
        }
    }

    /// True for rules of pages that are made by templates.
    pub(super) fn is_of_templates(&self) -> bool {
        matches!(self, Self::NoElement(_) | Self::EmptyMain)
    }

    /// What is said of the pages that have it, after "has" or "have".
    pub(super) fn predicate(&self) -> String {
        const POLICY: &str = "which the content security policy forbids";
        match self {
            Self::DuplicateId(id) => format!("the id \"{id}\" more than once"),
            Self::UnknownId { attribute, id } => {
                format!("{attribute}=\"{id}\", but there is no element with that id beside it")
            }
            Self::StyleAttribute => format!("a style attribute, {POLICY}"),
            Self::StyleElement => format!("a <style> element, {POLICY}"),
            Self::InlineScript => format!("an inline script, {POLICY}"),
            Self::BlockedScript(kind) => format!("an inline script of type {kind}, {POLICY}"),
            Self::Handler(name) => format!("the attribute {name}, {POLICY}"),
            Self::ImageWithoutAlt(source) => format!("the image \"{source}\" without an alt text"),
            Self::ImageWithoutSize(source) => format!("the image \"{source}\" without width and height"),
            Self::SmallPicture(_, width, shown) => {
                format!(
                    "a picture {width} pixels wide in a place up to {shown} pixels wide, in which it is blurred"
                )
            }
            Self::EmptySource => "an empty src, which loads the page itself".to_owned(),
            Self::BaseElement => "a <base> element, which changes the meaning of every address".to_owned(),
            Self::Blocked(load, address) => format!("the {} \"{address}\", {POLICY}", load.noun()),
            Self::UnknownElement(name) => format!("a <{name}>, which is no element of HTML"),
            Self::Unclosed(name) => format!("a <{name}> that nothing closes"),
            Self::StrayEnd(name) => format!("a </{name}> that closes nothing"),
            Self::Nested(inner, outer) => format!("<{inner}> within <{outer}>"),
            Self::NoText(_, address) if !address.is_empty() => {
                format!("a link to \"{address}\" without a text")
            }
            Self::NoText(name, _) => format!("a <{name}> without a text"),
            Self::RepeatedAttribute(name) => format!("the attribute {name} twice in one tag"),
            Self::UnknownAttribute(name, right) => format!("the attribute {name} in the place of {right}"),
            Self::AttributeWithQuote(name) => format!("an attribute called {name}, with a quote in its name"),
            Self::NoElement(name) => format!("no <{name}>"),
            Self::EmptyMain => "an empty <main>".to_owned(),
        }
    }

    /// What to do about it.
    pub(super) fn help(&self) -> &'static str {
        match self {
            Self::DuplicateId(_) => "an id names one place of a page: rename the others",
            Self::UnknownId { .. } => "correct the id, or give it to the element that is meant",
            Self::StyleAttribute | Self::StyleElement => {
                "move the style into the stylesheet, and give the element a class"
            }
            Self::InlineScript => "move the script into a file, or into an island",
            Self::BlockedScript(_) => {
                "leave it out; <link rel=\"prefetch\"> and <link rel=\"modulepreload\"> are allowed"
            }
            Self::Handler(_) => "listen for the event in an island",
            Self::ImageWithoutAlt(_) => {
                "write alt=\"...\" with what the image shows, or alt=\"\" for a mere decoration"
            }
            Self::ImageWithoutSize(_) => {
                "write width and height, so that the page doesn't jump when the image arrives"
            }
            Self::SmallPicture(..) => {
                "take the picture as it came from the camera: it is made smaller by itself"
            }
            Self::EmptySource => "leave the element out where there is nothing to show",
            Self::BaseElement => "write addresses that start with the site's base instead",
            Self::Blocked(load, _) => load.help(),
            Self::UnknownElement(_) => "correct its name; an element of your own has a - in it",
            Self::Unclosed(_) => "write its end tag where it ends, within the element in which it begins",
            Self::StrayEnd(_) => "remove it, or write the start tag that it belongs to",
            Self::Nested(_, "p") => {
                "a paragraph ends where a block begins: write <div> instead of <p>, or put the block behind it"
            }
            Self::NoText("a" | "button", _) => {
                "write what it does between its tags; beside a mere drawing, into aria-label=\"...\""
            }
            Self::NoText(..) => "write its text between its tags, or leave the element out",
            Self::Nested(..) => {
                "end the first before the second, or leave one of them out: one click can't do two things"
            }
            Self::RepeatedAttribute(_) => {
                "write all that it says into the first: browsers pass over the others"
            }
            Self::UnknownAttribute(..) => "correct its name: browsers pass over those that they don't know",
            Self::AttributeWithQuote(_) => "write the quote that is missing before it, or remove this one",
            Self::NoElement(_) => {
                "begin the template with {% extends \"layout.html\" %}, or write the element"
            }
            Self::EmptyMain => "put what the page shows into the block \"content\" of the layout",
        }
    }

    /// How the template may have written it, the likeliest first.
    pub(super) fn literals(&self) -> Vec<String> {
        match self {
            Self::DuplicateId(id) => vec![format!("id=\"{id}\"")],
            Self::UnknownId { attribute, id } => vec![format!("{attribute}=\"{id}\"")],
            Self::StyleAttribute => vec![" style=".to_owned()],
            Self::StyleElement => vec!["<style".to_owned()],
            Self::InlineScript => vec!["<script>".to_owned(), "<script type=\"module\">".to_owned()],
            Self::BlockedScript(kind) => vec![format!("type=\"{kind}\"")],
            Self::Handler(name) => vec![format!(" {name}=")],
            Self::ImageWithoutAlt(source) | Self::ImageWithoutSize(source) if !source.is_empty() => {
                vec![source.to_string(), "<img".to_owned()]
            }
            Self::ImageWithoutAlt(_) | Self::ImageWithoutSize(_) => vec!["<img".to_owned()],
            Self::EmptySource => vec!["src=\"\"".to_owned()],
            Self::BaseElement => vec!["<base".to_owned()],
            Self::Blocked(_, address) => vec![address.to_string()],
            Self::UnknownElement(name) => vec![format!("<{name}")],
            Self::NoText(_, address) if !address.is_empty() => vec![format!("[]({address})")],
            Self::UnknownAttribute(name, _) => vec![format!(" {name}="), format!(" {name}")],
            Self::AttributeWithQuote(name) => vec![name.to_string()],
            // Its place in content can't be determined.
            Self::SmallPicture(..)
            | Self::Unclosed(_)
            | Self::StrayEnd(_)
            | Self::Nested(..)
            | Self::NoText(..)
            | Self::RepeatedAttribute(_)
            | Self::NoElement(_)
            | Self::EmptyMain => Vec::new(),
        }
    }
}
