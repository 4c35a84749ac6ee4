//! The elements of a page: whether each is one that browsers know and is closed, and whether the page is whole.

use std::sync::LazyLock;

use foldhash::HashMap;

use super::{attribute::Tag, violation::Violation};

/// Follows the tags of a page.
#[derive(Debug, Default)]
pub(super) struct Elements {
    /// What is open, the innermost last.
    open: Vec<&'static Element>,
    /// Paragraphs among these that a block has ended, by their places, each with the block.
    ended: Vec<(usize, &'static str)>,
    /// How many `svg` or `math` are open. Their elements aren't checked.
    foreign: usize,
    /// Whether the tag that began last is one of HTML.
    is_known: bool,
    violations: Vec<Violation>,
    required: RequiredElements,
}

/// Which elements a page has that every page needs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RequiredElements {
    html: bool,
    title: bool,
    main: bool,
    /// Something stands within `main`.
    filled: bool,
}

impl RequiredElements {
    /// The same, with what a part of the page has.
    pub(super) fn and(self, part: Self) -> Self {
        Self {
            html: self.html || part.html,
            title: self.title || part.title,
            main: self.main || part.main,
            filled: self.filled || part.filled,
        }
    }

    /// What the page lacks.
    pub(super) fn lacks(self) -> Option<Violation> {
        let missing = [(self.html, "html"), (self.title, "title"), (self.main, "main")];
        let missing = missing.into_iter().find(|(is_there, _)| !is_there);
        missing
            .map(|(_, name)| Violation::NoElement(name))
            .or_else(|| (!self.filled).then_some(Violation::EmptyMain))
    }
}

impl Elements {
    /// A start tag, by its name in lower case, and the element, if it is one of HTML.
    pub(super) fn start(&mut self, name: &[u8], element: Option<&'static Element>) {
        if matches!(name, b"svg" | b"math") {
            self.foreign += 1;
        } else if self.foreign > 0 {
            return;
        }
        match name {
            b"html" => self.required.html = true,
            b"title" => self.required.title = true,
            b"main" => self.required.main = true,
            _ => self.fill(),
        }
        self.is_known = element.is_some();
        // Custom elements may be of any kind.
        if element.is_none() && name.contains(&b'-') {
            return;
        }
        if let Some(block) = element.filter(|element| element.ends_paragraph) {
            self.end_paragraph(block.name);
        }
        match element {
            Some(Element { is_void: true, .. }) => {}
            Some(element) => {
                let name = element.name;
                if matches!(name, "a" | "button" | "select" | "textarea" | "form" | "label") {
                    let outer = self.open.iter().rev().find(|outer| excludes(outer.name, name));
                    self.violations.extend(outer.map(|outer| Violation::Nested(name, outer.name)));
                }
                self.open.push(element);
            }
            None => self.violations.push(Violation::UnknownElement(String::from_utf8_lossy(name).into())),
        }
    }

    fn is_open(&self, name: &str) -> bool {
        self.open.iter().any(|open| open.name == name)
    }

    /// Notes which block ends the paragraph in which it begins, if it begins in one (HTML, 13.2.6.4.7).
    fn end_paragraph(&mut self, block: &'static str) {
        // Few blocks begin while a paragraph is open.
        if !self.is_open("p") {
            return;
        }
        let innermost = self.open.iter().enumerate().rev();
        let mut within = innermost.take_while(|(_, open)| !open.keeps_paragraph);
        let Some((at, _)) = within.find(|(_, open)| open.name == "p") else { return };
        if self.ended.last().is_none_or(|(last, _)| *last < at) {
            self.ended.push((at, block));
        }
    }

    /// False within a drawing or formula, and in an element that isn't one of HTML: they have attributes of their own.
    pub(super) fn is_in_html(&self) -> bool {
        self.foreign == 0 && self.is_known
    }

    /// Content that isn't a start tag.
    pub(super) fn fill(&mut self) {
        self.required.filled = self.required.filled || self.is_open("main");
    }

    /// An end tag.
    pub(super) fn end(&mut self, name: &[u8], element: Option<&'static Element>) {
        if matches!(name, b"svg" | b"math") {
            self.foreign = self.foreign.saturating_sub(1);
        } else if self.foreign > 0 {
            return;
        }
        // An end tag of an unknown element follows a start tag that was reported.
        let Some(&Element { name, is_void: false, .. }) = element else { return };
        match self.open.iter().rposition(|open| open.name == name) {
            Some(at) => {
                if let Some((_, block)) = self.ended.iter().find(|(ended, _)| name == "p" && *ended == at) {
                    self.violations.push(Violation::Nested(block, "p"));
                }
                self.ended.retain(|(ended, _)| *ended < at);
                self.violations.extend(unclosed(self.open.drain(at..).skip(1)));
            }
            None => self.violations.push(Violation::StrayEnd(name)),
        }
    }

    /// What is wrong, and what there is.
    pub(super) fn finish(mut self) -> (Vec<Violation>, RequiredElements) {
        self.violations.extend(unclosed(self.open.into_iter()));
        (self.violations, self.required)
    }
}

fn unclosed(open: impl Iterator<Item = &'static Element>) -> impl Iterator<Item = Violation> {
    open.filter(|open| !open.has_optional_end).map(|open| Violation::Unclosed(open.name))
}

/// True if `outer` may not hold `inner` anywhere (HTML, content models of `a`, `button`, `form` and `label`).
fn excludes(outer: &str, inner: &str) -> bool {
    match outer {
        "a" | "button" => matches!(inner, "a" | "button" | "select" | "textarea"),
        "form" | "label" => inner == outer,
        _ => false,
    }
}

/// The elements of HTML that aren't obsolete, a line for each: its name, and the words of [`Element`] that hold for it.
const ELEMENTS: &str = include_str!("elements.txt");

/// An element of HTML.
#[derive(Debug)]
pub(super) struct Element {
    pub(super) name: &'static str,
    /// Which of its attributes are checked.
    pub(super) tag: Tag,
    /// Visitors know it by its text, so it needs one: `named`.
    pub(super) is_named: bool,
    /// It shows something that isn't looked into: `shown`.
    pub(super) is_shown: bool,
    /// It has no end tag: `void` (HTML, 13.1.2).
    is_void: bool,
    /// Its end tag may be left out: `optional-end` (HTML, 13.1.2.4).
    has_optional_end: bool,
    /// Its start tag ends the paragraph in which it stands: `ends-paragraph` (HTML, 13.2.6.4.7).
    ends_paragraph: bool,
    /// Blocks in it leave the paragraph around it open: `keeps-paragraph` (HTML, 13.2.4.2).
    keeps_paragraph: bool,
}

impl Element {
    fn parse(line: &'static str) -> Self {
        let (name, words) = line.split_once(' ').unwrap_or((line, ""));
        let has = |word| words.split(' ').any(|known| known == word);
        Self {
            name,
            tag: Tag::from_name(name.as_bytes()),
            is_named: has("named"),
            is_shown: has("shown"),
            is_void: has("void"),
            has_optional_end: has("optional-end"),
            ends_paragraph: has("ends-paragraph"),
            keeps_paragraph: has("keeps-paragraph"),
        }
    }
}

/// The element of HTML with this name, as far as it isn't obsolete.
pub(super) fn known(name: &[u8]) -> Option<&'static Element> {
    // A table of hashes, because each tag of each page is looked up.
    static KNOWN: LazyLock<HashMap<&[u8], Element>> = LazyLock::new(|| {
        let elements = ELEMENTS.lines().map(Element::parse);
        elements.map(|element| (element.name.as_bytes(), element)).collect()
    });
    KNOWN.get(name)
}

#[cfg(test)]
mod tests {
    use super::{Elements, Violation, known};

    fn violations(tags: &str) -> Vec<Violation> {
        let mut elements = Elements::default();
        for tag in tags.split(' ') {
            match tag.strip_prefix('/') {
                Some(name) => elements.end(name.as_bytes(), known(name.as_bytes())),
                None => elements.start(tag.as_bytes(), known(tag.as_bytes())),
            }
        }
        let (mut violations, required) = elements.finish();
        violations.extend(required.lacks());
        violations
    }

    #[test]
    fn what_is_lost_is_reported_once() {
        assert_eq!(
            violations("html head title /title body main ul li p li /ul br svg path g /svg x-y /main"),
            []
        );
        assert_eq!(violations("html title /title main div p /main"), [Violation::Unclosed("div")]);
        assert_eq!(violations("html title /title main div /div /div p /main"), [Violation::StrayEnd("div")]);
        assert_eq!(
            violations("html title /title main buton /buton /main"),
            [Violation::UnknownElement("buton".into())]
        );
        assert_eq!(
            violations("html title /title main a span button /button /span /a form /form form /form /main"),
            [Violation::Nested("button", "a")]
        );
        assert_eq!(
            violations("html title /title main p span div /div /span /p /main"),
            [Violation::Nested("div", "p")]
        );
        assert_eq!(
            violations("html title /title main p div p /p /div li p button div /div /button /p /main"),
            []
        );
        assert_eq!(violations("html title /title main /main"), [Violation::EmptyMain]);
        assert_eq!(violations("html main p /main"), [Violation::NoElement("title")]);
        assert_eq!(violations("section p /section"), [Violation::NoElement("html")]);
    }
}
