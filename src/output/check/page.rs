//! A page's links, ids and slips, tag by tag.

use std::{borrow::Cow, mem};

use super::{
    attribute::{Attribute, Tag, classify},
    base::Base,
    scan::{Ids, Read},
    slip::Slip,
    table::{LinkId, LinkTable},
};

/// Gathers what a page says while its tags go by.
pub(super) struct PageTags<'c> {
    base: &'c Base,
    table: &'c LinkTable,
    /// Whether the laws of pages hold here.
    laws: bool,
    said: Said,
    tag: Tag,
    wanted: Option<Attribute>,
    open: OpenTag,
}

/// What the tags of a page, or of a part of one, say.
#[derive(Debug, Default)]
pub(super) struct Said {
    links: Vec<LinkId>,
    ids: String,
    /// `<a name>`: fragments lead there, but no attribute refers to it.
    names: String,
    references: Vec<(&'static str, Box<str>)>,
    slips: Vec<Slip>,
}

/// What a tag that isn't closed yet has said and can only be judged with the rest of it.
#[derive(Default)]
struct OpenTag {
    alt: bool,
    width: bool,
    height: bool,
    posts: bool,
    refresh: bool,
    source: Option<Box<str>>,
    action: Option<Box<str>>,
    kind: Option<Box<str>>,
    content: Option<Box<str>>,
}

impl<'c> PageTags<'c> {
    pub(super) fn new(base: &'c Base, table: &'c LinkTable, laws: bool) -> Self {
        Self {
            base,
            table,
            laws,
            said: Said::default(),
            tag: Tag::Other,
            wanted: None,
            open: OpenTag::default(),
        }
    }

    /// What was said.
    pub(super) fn finish(self) -> Said {
        self.said
    }

    fn link(&mut self, address: &str) {
        self.said.links.push(self.table.id(address));
    }

    fn slip(&mut self, slip: Slip) {
        if self.laws {
            self.said.slips.push(slip);
        }
    }

    fn meta(&mut self, content: &str) {
        if self.open.refresh {
            let lower = content.to_ascii_lowercase();
            if let Some(at) = lower.find("url=") {
                self.link(
                    content[at + "url=".len()..]
                        .trim_matches(|c: char| c.is_ascii_whitespace() || c == '\'' || c == '"'),
                );
            }
        } else if self.base.is_host_of(content) {
            self.link(content);
        }
    }

    fn script(&mut self, kind: &str, has_source: bool) {
        let kind = kind.trim().to_ascii_lowercase();
        match &*kind {
            "speculationrules" | "importmap" => self.slip(Slip::BlockedScript(kind.into())),
            ""
            | "module"
            | "text/javascript"
            | "application/javascript"
            | "text/ecmascript"
            | "application/ecmascript"
                if !has_source =>
            {
                self.slip(Slip::InlineScript);
            }
            _ => {}
        }
    }
}

impl Said {
    /// Its links.
    pub(super) fn links(&self) -> &[LinkId] {
        &self.links
    }

    /// Adds links that a part of the page has.
    pub(super) fn add_links(&mut self, links: &[LinkId]) {
        self.links.extend_from_slice(links);
    }

    /// Adds whatever else a part of the page says.
    pub(super) fn add_rest(&mut self, part: &Self) {
        self.ids.push_str(&part.ids);
        self.names.push_str(&part.names);
        self.references.extend_from_slice(&part.references);
        self.slips.extend_from_slice(&part.slips);
    }

    /// What is known of the whole page.
    pub(super) fn judge(mut self) -> Read {
        let mut sorted: Vec<&str> = self.ids.split_terminator(Ids::END).collect();
        sorted.sort_unstable();
        for pair in sorted.windows(2) {
            if let [first, second] = pair
                && first == second
            {
                self.slips.push(Slip::DuplicateId((*first).into()));
            }
        }
        for (attribute, id) in self.references {
            if sorted.binary_search(&&*id).is_err() {
                self.slips.push(Slip::UnknownId { attribute, id });
            }
        }
        self.slips.sort();
        self.slips.dedup();
        self.ids.push_str(&self.names);
        Read { links: self.links, shared: Vec::new(), ids: Ids(self.ids.into()), slips: self.slips }
    }
}

impl super::markup::Tags for PageTags<'_> {
    fn open(&mut self, name: &[u8]) {
        self.tag = Tag::of(name);
        match self.tag {
            Tag::Style => self.slip(Slip::StyleElement),
            Tag::Base => self.slip(Slip::BaseElement),
            _ => {}
        }
    }

    fn wants(&mut self, name: &[u8]) -> bool {
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
            Attribute::Id => push_id(&mut self.said.ids, &value),
            Attribute::Name => push_id(&mut self.said.names, &value),
            Attribute::Link => self.link(&value),
            Attribute::Source => {
                if value.trim().is_empty() {
                    self.slip(Slip::EmptySource);
                } else {
                    self.link(&value);
                }
                if matches!(self.tag, Tag::Image | Tag::Script) {
                    self.open.source = Some(value.into());
                }
            }
            Attribute::SourceSet => self.table.add_set(&value, &mut self.said.links),
            Attribute::Action => self.open.action = Some(value.into()),
            Attribute::Method => self.open.posts = value.eq_ignore_ascii_case("post"),
            Attribute::Content => self.open.content = Some(value.into()),
            Attribute::HttpEquiv => self.open.refresh = value.eq_ignore_ascii_case("refresh"),
            Attribute::Type => self.open.kind = Some(value.into()),
            Attribute::Alt => self.open.alt = true,
            Attribute::Width => self.open.width = true,
            Attribute::Height => self.open.height = true,
            Attribute::Ids(attribute) => {
                self.said.references.extend(value.split_ascii_whitespace().map(|id| (attribute, id.into())));
            }
            Attribute::Style => self.slip(Slip::StyleAttribute),
            Attribute::Handler => self.slip(Slip::Handler(String::from_utf8_lossy(name).into())),
        }
    }

    fn close(&mut self) {
        match self.tag {
            Tag::Image => {
                let open = mem::take(&mut self.open);
                let source = open.source.unwrap_or_default();
                if !(open.width && open.height) {
                    self.slip(Slip::ImageWithoutSize(source.clone()));
                }
                if !open.alt {
                    self.slip(Slip::ImageWithoutAlt(source));
                }
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
            _ => {}
        }
    }
}

fn push_id(ids: &mut String, id: &str) {
    ids.push_str(id);
    ids.push(Ids::END);
}
