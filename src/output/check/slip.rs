//! What no page may have: markup against the laws of the site.

use crate::diagnostic::Code;

/// A breach of a law, found while a page is read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slip {
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
    EmptySource,
    BaseElement,
}

impl Slip {
    pub(super) fn code(&self) -> Code {
        match self {
            Self::DuplicateId(_) => Code::DuplicateId,
            Self::UnknownId { .. } => Code::BrokenFragment,
            _ => Code::Template,
        }
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
            Self::EmptySource => "an empty src, which loads the page itself".to_owned(),
            Self::BaseElement => "a <base> element, which changes the meaning of every address".to_owned(),
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
            Self::EmptySource => "leave the element out where there is nothing to show",
            Self::BaseElement => "write addresses that start with the site's base instead",
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
        }
    }
}
