//! An island in a page: its server markup inside the element that the boot script looks for.

use serde::{Deserialize, Serialize};

use super::{Strategy, bundle::Loads, frame::StackFrame};

/// An island's markup, cut at the prefix of its ids, so that all its instances share it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RenderedMarkup {
    pub parts: Vec<String>,
    pub notes: Vec<MarkupNote>,
    pub unread: Vec<UnreadProp>,
}

/// A prop that a component is given and never reads while it is rendered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnreadProp {
    /// Its name.
    pub name: String,
    /// The names that the component reads and isn't given.
    pub missed: Vec<String>,
}

/// A text that a component wrote to the console while it was rendered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MarkupNote {
    pub text: String,
    pub frame: Option<Box<StackFrame>>,
}

/// The island's element. `instance` is its number within the page.
pub(super) fn element(
    name: &str,
    loads: &Loads,
    strategy: Strategy,
    props: &str,
    rendered: &RenderedMarkup,
    instance: usize,
) -> String {
    let prefix = format!("i{instance}");
    let markup = rendered.parts.join(&prefix);
    let (on, entry, props) = (strategy.name(), &loads.entry, escaped(props));
    let with = if loads.shared.is_empty() {
        String::new()
    } else {
        format!(" data-with=\"{}\"", loads.shared.join(" "))
    };
    format!(
        "<div data-island=\"{name}\" data-on=\"{on}\" data-src=\"{entry}\"{with} data-prefix=\"{prefix}\" data-props='{props}'>\
         {markup}</div>"
    )
}

/// Text inside of an attribute between single quotes: JSON is full of double quotes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}
