//! Links, buttons and headings: whether they have an accessible name.

use super::{attribute::Tag, attribute_names::KnownName, elements::Element, violation::Violation};

/// Follows the elements that visitors know by their texts.
#[derive(Debug, Default)]
pub(super) struct Named {
    /// What is open, the innermost last.
    open: Vec<Open>,
    /// The tag that is being read, if it is such an element.
    tag: Option<Open>,
}

#[derive(Debug)]
struct Open {
    name: &'static str,
    address: Box<str>,
    /// False for an `a` that leads nowhere: that is a place.
    is_shown: bool,
    /// True for what is hidden as well, which needs none.
    has_text: bool,
}

impl Named {
    /// A start tag, by its name in lower case, and the element, if it is one of HTML.
    pub(super) fn start(&mut self, name: &[u8], element: Option<&'static Element>) {
        self.tag = element.filter(|element| element.is_named).map(|element| Open {
            name: element.name,
            address: Box::default(),
            is_shown: element.tag != Tag::A,
            has_text: false,
        });
        // The content of custom elements is made by their scripts.
        if element.map_or_else(|| name.contains(&b'-'), |element| element.is_shown) {
            self.text();
        }
    }

    /// An attribute of the tag that HTML or ARIA has.
    pub(super) fn attribute(&mut self, known: &KnownName) {
        if known.names_element {
            self.text();
        }
        if let Some(tag) = &mut self.tag {
            tag.has_text |= known.names_element || known.hides_element;
        }
    }

    /// Where the tag leads.
    pub(super) fn address(&mut self, address: &str) {
        if let Some(tag) = &mut self.tag {
            tag.is_shown = true;
            tag.address = address.into();
        }
    }

    /// The end of a start tag.
    pub(super) fn close(&mut self) {
        self.open.extend(self.tag.take());
    }

    /// True where a text would be of use.
    pub(super) fn wants_text(&self) -> bool {
        self.open.last().is_some_and(|open| !open.has_text)
    }

    /// Something to read or to see.
    pub(super) fn text(&mut self) {
        self.open.iter_mut().for_each(|open| open.has_text = true);
    }

    /// An end tag. Returns what is wrong with the element that it ends.
    pub(super) fn end(&mut self, element: Option<&'static Element>) -> Option<Violation> {
        let element = element.filter(|element| element.is_named)?;
        let at = self.open.iter().rposition(|open| open.name == element.name)?;
        let ended = self.open.drain(at..).next()?;
        (ended.is_shown && !ended.has_text).then_some(Violation::NoText(ended.name, ended.address))
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{attribute_names::known as known_attribute, elements::known},
        Named, Violation,
    };

    /// What is wrong with markup in which attributes have no values, apart from where links lead.
    fn violations(markup: &str) -> Vec<Violation> {
        let (mut named, mut found) = (Named::default(), Vec::new());
        for piece in markup.split('<') {
            let (tag, text) = piece.split_once('>').unwrap_or(("", piece));
            let mut words = tag.split(' ').map(str::as_bytes);
            match (tag.strip_prefix('/'), words.next()) {
                (Some(name), _) => found.extend(named.end(known(name.as_bytes()))),
                (None, Some(name)) => {
                    named.start(name, known(name));
                    for word in words {
                        known_attribute(word).into_iter().for_each(|known| named.attribute(known));
                        if word == b"href" {
                            named.address("/x/");
                        }
                    }
                    named.close();
                }
                (None, None) => {}
            }
            if !text.trim().is_empty() {
                named.text();
            }
        }
        found
    }

    #[test]
    fn what_has_neither_text_nor_label_is_found() {
        assert_eq!(
            violations("<a href> <svg aria-hidden></svg></a><button></button><h2><span></span></h2>"),
            [
                Violation::NoText("a", "/x/".into()),
                Violation::NoText("button", "".into()),
                Violation::NoText("h2", "".into())
            ]
        );
        for right in [
            "<a href>x</a>",
            "<a name></a>",
            "<h2><a href><b>x</b></a></h2>",
            "<a href aria-label></a>",
            "<a href><svg aria-label></svg></a>",
            "<button hidden></button>",
            "<a href><x-y></x-y></a>",
            "<svg><title>x</title></svg>",
        ] {
            assert_eq!(violations(right), [], "{right}");
        }
    }
}
