//! Writing XML: what is opened is closed, and text is escaped.

use quick_xml::{
    Writer,
    events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event},
};

/// An XML document that is being written, an element a line.
pub(super) struct Xml(Writer<Vec<u8>>);

/// The attributes of an element.
type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Xml {
    /// A document with this root.
    pub(super) fn document(
        root: &str,
        attributes: Attributes<'_>,
        inside: impl FnOnce(&mut Self),
    ) -> Vec<u8> {
        let mut xml = Self(Writer::new_with_indent(Vec::new(), b' ', 0));
        xml.write(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        xml.element(root, attributes, inside);
        let mut bytes = xml.0.into_inner();
        bytes.push(b'\n');
        bytes
    }

    /// An element that holds others.
    pub(super) fn element(&mut self, name: &str, attributes: Attributes<'_>, inside: impl FnOnce(&mut Self)) {
        self.write(Event::Start(start(name, attributes)));
        inside(self);
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// An element that holds a text.
    pub(super) fn text(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.write(Event::Start(start(name, attributes)));
        self.write(Event::Text(BytesText::new(&allowed(text))));
        self.write(Event::End(BytesEnd::new(name)));
    }

    /// An element that holds nothing.
    pub(super) fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.write(Event::Empty(start(name, attributes)));
    }

    fn write(&mut self, event: Event<'_>) {
        // Writing into memory can't fail.
        let _ = self.0.write_event(event);
    }
}

fn start<'a>(name: &'a str, attributes: Attributes<'a>) -> BytesStart<'a> {
    let mut start = BytesStart::new(name);
    for (key, value) in attributes {
        start.push_attribute((*key, &*allowed(value)));
    }
    start
}

/// The text without the control characters that XML has no way to write.
fn allowed(text: &str) -> String {
    let is_allowed = |c: &char| !c.is_control() || matches!(c, '\n' | '\t' | '\u{7f}'..);
    text.chars().filter(is_allowed).filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}')).collect()
}
