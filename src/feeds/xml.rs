//! Writes XML in which every element is closed and every text is escaped.

/// An XML document in progress, with a line for each element.
pub(super) struct Xml(String);

/// The attributes of an element.
type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Xml {
    /// Makes a document with this root.
    pub(super) fn document(
        root: &str,
        attributes: Attributes<'_>,
        inside: impl FnOnce(&mut Self),
    ) -> Vec<u8> {
        let mut xml = Self("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".to_owned());
        xml.element(root, attributes, inside);
        xml.0.into_bytes()
    }

    /// Writes an element with other elements in it.
    pub(super) fn element(&mut self, name: &str, attributes: Attributes<'_>, inside: impl FnOnce(&mut Self)) {
        self.start(name, attributes);
        self.0.push_str(">\n");
        inside(self);
        self.end(name);
    }

    /// Writes an element with a text in it.
    pub(super) fn text(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.start(name, attributes);
        self.0.push('>');
        self.escaped(text);
        self.end(name);
    }

    /// Writes an element without content.
    pub(super) fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.start(name, attributes);
        self.0.push_str("/>\n");
    }

    fn start(&mut self, name: &str, attributes: Attributes<'_>) {
        self.0.extend(["<", name]);
        for (key, value) in attributes {
            self.0.extend([" ", key, "=\""]);
            self.escaped(value);
            self.0.push('"');
        }
    }

    fn end(&mut self, name: &str) {
        self.0.extend(["</", name, ">\n"]);
    }

    /// Writes a text without the control characters that XML can't represent.
    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                '\'' => self.0.push_str("&apos;"),
                '\u{fffe}' | '\u{ffff}' => {}
                '\n' | '\t' | '\u{7f}'.. => self.0.push(c),
                _ if c.is_control() => {}
                _ => self.0.push(c),
            }
        }
    }
}
