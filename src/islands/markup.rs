//! An island in a page: its server markup inside the element that the boot script looks for.

use serde::{Deserialize, Serialize};

use super::{Strategy, bundle::Loads, frame::Frame};

/// An island's markup, cut where the prefix of its ids belongs: the same for each of its instances.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Rendered {
    pub parts: Vec<String>,
    pub notes: Vec<Note>,
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

/// Something a component wrote to the console while it was rendered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Note {
    pub text: String,
    pub frame: Option<Box<Frame>>,
}

/// The island's element. `instance` is its number within the page.
pub(super) fn element(
    name: &str,
    loads: &Loads,
    strategy: Strategy,
    props: &str,
    rendered: &Rendered,
    instance: usize,
) -> String {
    let prefix = format!("i{instance}");
    let markup = rendered.parts.join(&prefix);
    let mut html = String::with_capacity(markup.len() + props.len() + 192);
    html.push_str("<div data-island=\"");
    html.push_str(name);
    html.push_str("\" data-on=\"");
    html.push_str(strategy.name());
    html.push('"');
    html.push_str(" data-src=\"");
    html.push_str(&loads.entry);
    if !loads.shared.is_empty() {
        html.push_str("\" data-with=\"");
        html.push_str(&loads.shared.join(" "));
    }
    html.push_str("\" data-prefix=\"");
    html.push_str(&prefix);
    html.push_str("\" data-props='");
    escape(props, &mut html);
    html.push_str("'>");
    html.push_str(&markup);
    html.push_str("</div>");
    html
}

/// Writes text inside of an attribute between single quotes: JSON is full of double ones.
fn escape(text: &str, html: &mut String) {
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '\'' => html.push_str("&#39;"),
            other => html.push(other),
        }
    }
}
