//! The tags of a page, read one by one for its [`Summary`].

use std::{borrow::Cow, mem};

use super::{
    attribute::{Attribute, Tag, classify},
    attribute_names::{self, TagAttributes},
    base::Base,
    elements::{self, Elements},
    named::Named,
    policy::{Load, Policy},
    scan::Ids,
    srcset,
    summary::Summary,
    table::LinkTable,
    violation::Violation,
};
use crate::output::widest;

/// Collects links, ids and violations of a page, tag by tag.
pub(super) struct PageTags<'c> {
    base: &'c Base,
    table: &'c LinkTable,
    policy: &'c Policy,
    /// Whether the rules for pages are checked.
    rules: bool,
    summary: Summary,
    elements: Elements,
    named: Named,
    tag: Tag,
    wanted: Option<Attribute>,
    attributes: TagAttributes,
    open: OpenTag,
}

/// Attributes of a tag that isn't closed yet, which are checked together.
#[derive(Default)]
struct OpenTag {
    alt: bool,
    width: Option<u32>,
    height: bool,
    sizes: Option<Box<str>>,
    posts: bool,
    refresh: bool,
    source: Option<Box<str>>,
    target: Option<Box<str>>,
    rel: Option<Box<str>>,
    action: Option<Box<str>>,
    kind: Option<Box<str>>,
    content: Option<Box<str>>,
}

impl<'c> PageTags<'c> {
    pub(super) fn new(base: &'c Base, table: &'c LinkTable, policy: &'c Policy, rules: bool) -> Self {
        Self {
            base,
            table,
            policy,
            rules,
            summary: Summary::default(),
            elements: Elements::default(),
            named: Named::default(),
            tag: Tag::Other,
            wanted: None,
            attributes: TagAttributes::default(),
            open: OpenTag::default(),
        }
    }

    /// The summary of what was read.
    pub(super) fn finish(mut self) -> Summary {
        let (violations, required) = self.elements.finish();
        self.summary.is_balanced = violations
            .iter()
            .all(|found| matches!(found, Violation::UnknownElement(_) | Violation::Nested(..)));
        self.summary.required = self.rules.then_some(required);
        if self.rules {
            self.summary.violations.extend(violations);
        }
        self.summary
    }

    /// Content that isn't a start tag.
    pub(super) fn fill(&mut self) {
        self.elements.fill();
        self.named.text();
    }

    fn load(&mut self, load: Load, address: &str) {
        if !self.policy.allows(load, address, self.base.root()) {
            self.violation(Violation::Blocked(load, address.into()));
        }
    }

    fn link(&mut self, address: &str) {
        self.summary.links.push(self.table.id(address));
    }

    fn violation(&mut self, violation: Violation) {
        if self.rules {
            self.summary.violations.push(violation);
        }
    }

    /// An attribute whose value is an address.
    fn link_value(&mut self, name: &[u8], address: &str) {
        self.link(address);
        match self.tag {
            Tag::A => self.named.address(address),
            Tag::Link => self.open.target = Some(address.into()),
            Tag::Object => self.load(Load::Object, address),
            Tag::Media if name == b"poster" => self.load(Load::Picture, address),
            Tag::Base
            | Tag::Embed
            | Tag::Form
            | Tag::Frame
            | Tag::Image
            | Tag::Media
            | Tag::Meta
            | Tag::Script
            | Tag::Source
            | Tag::Style
            | Tag::Other => {}
        }
    }

    /// What `src` names, which is loaded with the page.
    fn source(&mut self, address: &str) {
        let load = match self.tag {
            Tag::Image => Some(Load::Picture),
            Tag::Script => Some(Load::Script),
            Tag::Frame => Some(Load::Frame),
            Tag::Media | Tag::Source => Some(Load::Media),
            Tag::Embed => Some(Load::Object),
            Tag::A
            | Tag::Base
            | Tag::Form
            | Tag::Link
            | Tag::Meta
            | Tag::Object
            | Tag::Style
            | Tag::Other => None,
        };
        if address.trim().is_empty() {
            self.violation(Violation::EmptySource);
        } else {
            if let Some(load) = load {
                self.load(load, address);
            }
            self.link(address);
        }
        if matches!(self.tag, Tag::Image | Tag::Script) {
            self.open.source = Some(address.into());
        }
    }

    /// The end of a `<link>` with these attributes.
    fn close_link(&mut self, open: OpenTag) {
        let rel = open.rel.as_deref().unwrap_or_default();
        let load = rel.split_ascii_whitespace().find_map(|rel| match rel {
            "stylesheet" => Some(Load::Stylesheet),
            "icon" | "apple-touch-icon" => Some(Load::Picture),
            "modulepreload" => Some(Load::Script),
            _ => None,
        });
        if let (Some(load), Some(target)) = (load, open.target) {
            self.load(load, &target);
        }
    }

    /// The end of an `<img>` with these attributes.
    fn close_image(&mut self, open: OpenTag) {
        let source = open.source.unwrap_or_default();
        if open.width.is_none() || !open.height {
            self.violation(Violation::ImageWithoutSize(source.clone()));
        }
        if let (Some(width), Some(shown)) = (open.width, open.sizes.as_deref().and_then(widest))
            && f64::from(width) * SHARP < shown
        {
            self.violation(Violation::SmallPicture(source.clone(), width, rounded(shown)));
        }
        if !open.alt {
            self.violation(Violation::ImageWithoutAlt(source));
        }
    }

    fn meta(&mut self, content: &str) {
        if self.open.refresh {
            let at = content.to_ascii_lowercase().find("url=");
            if let Some(address) = at.and_then(|at| content.get(at + "url=".len()..)) {
                self.link(address.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\'' || c == '"'));
            }
        } else if self.base.is_host_of(content) {
            self.link(content);
        }
    }

    fn script(&mut self, kind: &str, has_source: bool) {
        let kind = kind.trim().to_ascii_lowercase();
        match &*kind {
            "speculationrules" | "importmap" => self.violation(Violation::BlockedScript(kind.into())),
            ""
            | "module"
            | "text/javascript"
            | "application/javascript"
            | "text/ecmascript"
            | "application/ecmascript"
                if !has_source =>
            {
                self.violation(Violation::InlineScript);
            }
            _ => {}
        }
    }
}

impl gympress_markup::Tags for PageTags<'_> {
    fn open(&mut self, name: &[u8]) {
        let element = elements::known(name);
        self.tag = element.map_or(Tag::Other, |element| element.tag);
        self.attributes.clear();
        self.elements.start(name, element);
        self.named.start(name, element);
        match self.tag {
            Tag::Style => self.violation(Violation::StyleElement),
            Tag::Base => self.violation(Violation::BaseElement),
            Tag::A
            | Tag::Embed
            | Tag::Form
            | Tag::Frame
            | Tag::Image
            | Tag::Link
            | Tag::Media
            | Tag::Meta
            | Tag::Object
            | Tag::Script
            | Tag::Source
            | Tag::Other => {}
        }
    }

    fn wants(&mut self, name: &[u8]) -> bool {
        let added = self.attributes.add(name);
        if added.is_repeated {
            self.violation(Violation::RepeatedAttribute(String::from_utf8_lossy(name).into()));
        }
        if let Some(known) = added.known {
            self.named.attribute(known);
            self.wanted = if known.is_read { classify(self.tag, name) } else { None };
            return self.wanted.is_some();
        }
        if self.rules && self.elements.is_in_html() {
            self.summary.violations.extend(attribute_names::check(name));
        }
        self.wanted = classify(self.tag, name);
        self.wanted.is_some()
    }

    fn value(&mut self, name: &[u8], value: &[u8]) {
        let Some(wanted) = self.wanted else { return };
        let value = match str::from_utf8(value) {
            Ok(value) => Cow::Borrowed(value),
            Err(_) => String::from_utf8_lossy(value),
        };
        match wanted {
            Attribute::Id if value.is_empty() => {}
            Attribute::Id => push_id(&mut self.summary.ids, &value),
            Attribute::Name => push_id(&mut self.summary.names, &value),
            Attribute::Link => self.link_value(name, &value),
            Attribute::Rel => self.open.rel = Some(value.into()),
            Attribute::Source => self.source(&value),
            Attribute::SourceSet => {
                if self.rules && value.contains("//") {
                    srcset::addresses(&value, |address| self.load(Load::Picture, address));
                }
                self.table.add_set(&value, &mut self.summary.links);
            }
            Attribute::Action => self.open.action = Some(value.into()),
            Attribute::Method => self.open.posts = value.eq_ignore_ascii_case("post"),
            Attribute::Content => self.open.content = Some(value.into()),
            Attribute::HttpEquiv => self.open.refresh = value.eq_ignore_ascii_case("refresh"),
            Attribute::Type => self.open.kind = Some(value.into()),
            Attribute::Alt => {
                self.open.alt = true;
                if !value.trim().is_empty() {
                    self.named.text();
                }
            }
            Attribute::Width => self.open.width = Some(value.trim().parse().unwrap_or_default()),
            Attribute::Sizes => self.open.sizes = Some(value.into()),
            Attribute::Height => self.open.height = true,
            Attribute::Ids(attribute) => {
                self.summary
                    .references
                    .extend(value.split_ascii_whitespace().map(|id| (attribute, id.into())));
            }
            Attribute::Style => self.violation(Violation::StyleAttribute),
            Attribute::Handler => self.violation(Violation::Handler(String::from_utf8_lossy(name).into())),
        }
    }

    fn end(&mut self, name: &[u8]) {
        let element = elements::known(name);
        self.elements.end(name, element);
        if let Some(violation) = self.named.end(element) {
            self.violation(violation);
        }
    }

    fn wants_text(&self) -> bool {
        self.named.wants_text()
    }

    fn text(&mut self) {
        self.named.text();
    }

    fn close(&mut self) {
        self.named.close();
        match self.tag {
            Tag::Link => {
                let open = mem::take(&mut self.open);
                self.close_link(open);
            }
            Tag::Image => {
                let open = mem::take(&mut self.open);
                self.close_image(open);
            }
            Tag::Script => {
                let open = mem::take(&mut self.open);
                self.script(open.kind.as_deref().unwrap_or_default(), open.source.is_some());
            }
            Tag::Form => {
                let open = mem::take(&mut self.open);
                // What is posted is answered by a server, not by a file.
                if let Some(action) = open.action.filter(|_| !open.posts) {
                    self.link(&action);
                }
            }
            Tag::Meta => {
                if let Some(content) = self.open.content.take() {
                    self.meta(&content);
                }
                self.open = OpenTag::default();
            }
            Tag::A
            | Tag::Base
            | Tag::Embed
            | Tag::Frame
            | Tag::Media
            | Tag::Object
            | Tag::Source
            | Tag::Style
            | Tag::Other => {}
        }
    }
}

/// A picture that is shown more than so many times as wide as it is looks blurred to anybody.
const SHARP: f64 = 3.0;

fn push_id(ids: &mut String, id: &str) {
    ids.push_str(id);
    ids.push(Ids::END);
}

/// The nearest number of pixels.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a number that is out of range becomes the nearest one that is in it"
)]
fn rounded(pixels: f64) -> u32 {
    pixels.round() as u32
}
