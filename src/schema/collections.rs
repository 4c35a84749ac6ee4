//! The parts of a collection's type file besides the fields of entries: their order, their pages, whether the
//! search finds them, and the files for programs that are generated from them.

use std::sync::Arc;

use toml::Spanned;

use super::{
    Collection, CollectionType, DeclaredFile, Field, Kind, Name, Role, Scalar, Schema, TermField,
    load::refuse_entries,
    type_file::{ByName, CollectionFile, FeedMap, FileDecl, PagesDecl, Result, TypeText, in_order},
    types::{ID, SortField},
};
use crate::{
    diagnostic::{Applicability, Diagnostic, Fix, code, diagnostic},
    schema::decode::value::kebab_case,
    source::paths::is_address,
};

/// The pages of the entries themselves.
pub(super) const ENTRY: &str = "entry";

impl CollectionType {
    /// A collection without further properties.
    pub(super) fn new(collection: Arc<Collection>, schema: Arc<Schema>) -> Self {
        Self {
            collection,
            role: None,
            schema,
            words: None,
            sort: Vec::new(),
            dated: None,
            updated: None,
            draft: None,
            slug: None,
            terms: Vec::new(),
            page: None,
            has_sections: false,
            is_searched: true,
            feed: None,
            calendar: None,
            worded: Vec::new(),
        }
    }
}

/// The type of the entries that a file declares. `theme` is the file of the theme that it replaces, if it replaces one.
pub(super) fn entries(
    collection: &Arc<Collection>,
    declared: &CollectionFile,
    theme: Option<&CollectionFile>,
    role: Option<Role>,
    branches: &[Name],
    (schema, text): (Schema, &TypeText),
) -> Result<CollectionType> {
    refuse_entries(declared.field.values().map(Box::as_ref), text)?;
    let mut entries = CollectionType { role, ..CollectionType::new(collection.clone(), schema.into()) };
    let schema = entries.schema.clone();
    let types = CollectionReader { declared, theme, schema: &schema, text, branches };
    entries.dated = types.property(&DATED, |file| file.dated.as_ref())?;
    entries.updated = types.property(&UPDATED, |file| file.updated.as_ref())?;
    entries.draft = types.property(&DRAFT, |file| file.draft.as_ref())?;
    entries.slug = types.property(&SLUG, |file| file.slug.as_ref())?;
    entries.terms = types.terms()?;
    entries.sort = types.sort(entries.dated.as_ref())?;
    types.pages(&mut entries)?;
    entries.feed = types.feed()?;
    entries.calendar = types.calendar()?;
    let words = declared.words.as_ref().or_else(|| theme?.words.as_ref());
    entries.words = words.map(|words| Name::from(&**words.get_ref()));
    entries.is_searched = declared.search != Some(false);
    if role == Some(Role::Blog) && entries.page.is_none() {
        return Err(Box::new(diagnostic!(code::TYPE, schema.span,
            "the posts of a blog have pages, and the type says no address of them";
            help: "add [pages.entry], and below it path = \"/blog/{{id}}/\"")));
    }
    Ok(entries)
}

/// A key of a type file that names the field for one of gympress's purposes.
struct Property {
    key: &'static str,
    /// The fields that it can name.
    expected: &'static str,
    fits: fn(&Field) -> bool,
}

const DATED: Property = Property {
    key: "dated",
    expected: "a required field of type date or datetime",
    fits: |field| is_single(field, &[Scalar::DATE, Scalar::DATETIME]) && field.is_always_there(),
};
const UPDATED: Property = Property {
    key: "updated",
    expected: "a field of type date or datetime",
    fits: |field| is_single(field, &[Scalar::DATE, Scalar::DATETIME]),
};
const DRAFT: Property = Property {
    key: "draft",
    expected: "a field of type bool",
    fits: |field| is_single(field, &[Scalar::BOOL]),
};
const SLUG: Property = Property {
    key: "slug",
    expected: "a field of type slug",
    fits: |field| is_single(field, &[Scalar::SLUG]),
};
const TERMS: Property = Property {
    key: "terms",
    expected: "a field of type ref",
    fits: |field| matches!(field.kind, Kind::Ref(_)),
};

fn is_single(field: &Field, scalars: &[Scalar]) -> bool {
    field.kind.is_one_of(scalars) && field.list.is_none()
}

/// A type file that is read.
struct CollectionReader<'d> {
    declared: &'d CollectionFile,
    theme: Option<&'d CollectionFile>,
    schema: &'d Schema,
    text: &'d TypeText,
    branches: &'d [Name],
}

impl<'d> CollectionReader<'d> {
    /// The field that a key of the file names, or else that of the theme's file, if this type has such a field.
    fn property(
        &self,
        property: &Property,
        named: fn(&CollectionFile) -> Option<&Spanned<String>>,
    ) -> Result<Option<Name>> {
        match named(self.declared) {
            Some(name) => Ok(Some(self.fitting(property, name)?.key.clone())),
            None => Ok(self.inherited(property, self.theme.and_then(named))),
        }
    }

    /// The field of this name, which has to be one that the property can name.
    fn fitting(&self, property: &Property, name: &Spanned<String>) -> Result<&'d Field> {
        let field = field(name, self.schema, self.text)?;
        if (property.fits)(field) {
            return Ok(field);
        }
        let message = format!("\"{}\" can't be the field of \"{}\"", name.get_ref(), property.key);
        let wrong = self.text.wrong(name, message).related(field.span, "it is declared here");
        let fitting = self.schema.fields.iter().filter(|field| (property.fits)(field));
        let fitting: Vec<String> = fitting.map(|field| format!("\"{}\"", field.key)).collect();
        let Some((first, others)) = fitting.split_first() else {
            return Err(wrong.help(format!("declare {}, and name it here", property.expected)).into());
        };
        let only = Some(first).filter(|_| others.is_empty());
        let fix = only.and_then(|only| {
            Fix::replace(self.text.span(name.span()), only.as_str(), Applicability::Proposed)
        });
        let help = format!("write {}", fitting.join(" or "));
        Err(wrong.expected(property.expected).help(help).fix(fix).into())
    }

    fn inherited(&self, property: &Property, name: Option<&Spanned<String>>) -> Option<Name> {
        let field = self.schema.field(name?.get_ref())?;
        (property.fits)(field).then(|| field.key.clone())
    }

    /// The fields by which entries are listed.
    fn terms(&self) -> Result<Vec<TermField>> {
        let mut fields = Vec::new();
        if let Some(names) = &self.declared.terms {
            for name in names {
                fields.push((self.fitting(&TERMS, name)?, self.text.span(name.span())));
            }
        } else {
            let names = self.theme.into_iter().flat_map(|theme| theme.terms.iter().flatten());
            let keys = names.filter_map(|name| self.inherited(&TERMS, Some(name)));
            let inherited = keys.filter_map(|key| self.schema.field(&key));
            fields.extend(inherited.map(|field| (field, field.span)));
        }
        let mut terms = Vec::new();
        for (field, span) in fields {
            let Kind::Ref(collection) = &field.kind else { continue };
            terms.push(TermField {
                key: field.key.clone(),
                collection: collection.clone(),
                is_list: field.list.is_some(),
                page: None,
                has_feed: false,
                span,
            });
        }
        Ok(terms)
    }

    /// The order of the entries: of dated ones about which nothing is said, the newest first.
    fn sort(&self, dated: Option<&Name>) -> Result<Vec<SortField>> {
        let mut sort = Vec::new();
        for name in &self.declared.sort {
            let (key, is_reversed) = match name.get_ref().strip_prefix('-') {
                Some(key) => (key, true),
                None => (&**name.get_ref(), false),
            };
            let field = self.schema.field(key).ok_or_else(|| {
                // The correction keeps the order.
                let sign = if is_reversed { "-" } else { "" };
                let known = self.schema.fields.iter().map(|field| format!("{sign}{}", field.key));
                let known: Vec<String> = known.collect();
                let message = format!("the type has no field \"{key}\"");
                self.text.unknown(name, message, known.iter().map(String::as_str))
            })?;
            sort.push(SortField { key: field.key.clone(), is_reversed });
        }
        if sort.is_empty() {
            sort.extend(dated.map(|dated| SortField { key: dated.clone(), is_reversed: true }));
        }
        Ok(sort)
    }

    /// Reads the addresses of the pages of entries, and of those that list them.
    fn pages(&self, entries: &mut CollectionType) -> Result<()> {
        for (name, pages) in in_order(&self.declared.pages) {
            let term = entries.terms.iter_mut().find(|term| *term.key == **name.get_ref());
            if name.get_ref() != ENTRY && term.is_none() {
                return Err(self.unknown_pages(name));
            }
            let path = &pages.path;
            let address = address_of_each(path.get_ref()).map_err(|intended| {
                let message =
                    format!("\"{}\" can't be the address of each {}", path.get_ref(), name.get_ref());
                self.text.wrong(path, message).help(format!("write it as \"{intended}\""))
            })?;
            if let (Some(_), Some(sections)) = (&term, &pages.sections) {
                let message = "only the page of an entry has sections";
                let help = "remove it; a page with the list is a file of content/pages";
                return Err(self.text.wrong(sections, message).help(help).into());
            }
            if let Some(term) = term {
                term.page = Some(address);
                term.has_feed = self.has_feed(name, pages)?;
            } else if let Some(feed) = &pages.feed {
                let message = "the page of an entry has no feed";
                let help = "remove it; the feed of all entries is [data.feed]";
                return Err(self.text.wrong(feed, message).help(help).into());
            } else {
                entries.page = Some(address);
                entries.has_sections = pages.sections.as_ref().is_some_and(|sections| *sections.get_ref());
            }
        }
        Ok(())
    }

    /// True if the pages of terms have a feed, by this file or by that of the theme.
    fn has_feed(&self, name: &Spanned<String>, pages: &PagesDecl) -> Result<bool> {
        let is_declared = self.declared.data.feed.is_some();
        let Some(feed) = &pages.feed else {
            let theme = self.theme.and_then(|theme| pages_named(&theme.pages, name.get_ref()));
            let of_theme = theme.and_then(|pages| pages.feed.as_ref());
            return Ok(is_declared && of_theme.is_some_and(|feed| *feed.get_ref()));
        };
        if *feed.get_ref() && !is_declared {
            let message = "the type doesn't say what a feed has of an entry";
            let help = "add [data.feed], whose \"map\" says it";
            return Err(self.text.wrong(feed, message).help(help).into());
        }
        Ok(*feed.get_ref())
    }

    /// The report of pages that are neither those of entries nor those of a field in `terms`.
    fn unknown_pages(&self, name: &Spanned<String>) -> Box<Diagnostic> {
        let message = format!("there are no pages \"{}\" of entries", name.get_ref());
        let field = self.schema.field(name.get_ref()).filter(|field| (TERMS.fits)(field));
        let help = match field {
            Some(field) => format!("name the field by which entries are listed: terms = [\"{}\"]", field.key),
            None => "a page that lists entries is a file of content/pages with a section for that".to_owned(),
        };
        self.text.wrong(name, message).help(help).into()
    }

    fn feed(&self) -> Result<Option<DeclaredFile>> {
        let Some(feed) = &self.declared.data.feed else { return Ok(None) };
        let FeedMap { title, date, text, html, author } = &feed.map;
        let mut parts = vec![("title", title), ("date", date), ("text", text)];
        let theme = self.theme.and_then(|theme| theme.data.feed.as_ref()).map(|feed| &feed.map);
        let html = html.as_ref().or_else(|| theme?.html.as_ref().filter(|name| self.can_be("html", name)));
        let author =
            author.as_ref().or_else(|| theme?.author.as_ref().filter(|name| self.can_be("author", name)));
        parts.extend(html.map(|name| ("html", name)));
        parts.extend(author.map(|name| ("author", name)));
        self.data_file(feed, parts).map(Some)
    }

    /// True if the entries have a field of this name that is right for the part of a file for programs.
    fn can_be(&self, part: &str, field: &Spanned<String>) -> bool {
        self.schema.field(field.get_ref()).is_some_and(|field| fits(part, field, self.branches))
    }

    fn calendar(&self) -> Result<Option<DeclaredFile>> {
        let Some(calendar) = &self.declared.data.calendar else { return Ok(None) };
        let map = &calendar.map;
        let mut parts = vec![("title", &map.title), ("start", &map.start), ("end", &map.end)];
        let optional = [("text", &map.text), ("place", &map.place), ("branch", &map.branch)];
        parts.extend(optional.into_iter().filter_map(|(part, name)| Some((part, name.as_ref()?))));
        self.data_file(calendar, parts).map(Some)
    }

    /// The file for programs, of which each part is a field whose type they can read.
    fn data_file<M>(
        &self,
        declared: &FileDecl<M>,
        parts: Vec<(&'static str, &Spanned<String>)>,
    ) -> Result<DeclaredFile> {
        let text = self.text;
        let mut map = Vec::new();
        for (part, name) in parts {
            let field = field(name, self.schema, text)?;
            if !fits(part, field, self.branches) {
                let message = format!("\"{}\" can't be the \"{part}\"", name.get_ref());
                let wrong = text.wrong(name, message).related(field.span, "it is declared here");
                let help = "dates are of type date or datetime, a branch is of type ref, all else is text";
                return Err(wrong.help(help).into());
            }
            map.push((Name::from(part), field.key.clone()));
        }
        let path = &declared.path;
        if !is_address_of_file(path.get_ref()) {
            let message = format!("\"{}\" can't be the address of a file", path.get_ref());
            return Err(text
                .wrong(path, message)
                .help("write an address that ends with the name of a file, such as \"/events/feed.xml\"")
                .into());
        }
        Ok(DeclaredFile { path: path.get_ref().as_str().into(), map, span: text.span(path.span()) })
    }
}

/// The pages of this name.
fn pages_named<'d>(pages: &'d ByName<PagesDecl>, name: &str) -> Option<&'d PagesDecl> {
    pages.iter().find(|(key, _)| key.get_ref() == name).map(|(_, pages)| pages)
}

fn field<'s>(name: &Spanned<String>, schema: &'s Schema, text: &TypeText) -> Result<&'s Field> {
    schema.field(name.get_ref()).ok_or_else(|| {
        let message = format!("the type has no field \"{}\"", name.get_ref());
        text.unknown(name, message, schema.fields.iter().map(|field| &*field.key))
    })
}

/// True if programs can read the field under the name that they have for it. `branches` are the collections of branches.
fn fits(role: &str, field: &Field, branches: &[Name]) -> bool {
    let is_right = match (role, &field.kind) {
        ("date" | "start" | "end", kind) => kind.is_one_of(&[Scalar::DATE, Scalar::DATETIME]),
        ("text", kind) => kind.is_one_of(&[Scalar::TEXT, Scalar::MARKDOWN]),
        ("html", kind) => kind.is_one_of(&[Scalar::MARKDOWN]),
        ("branch", kind) => matches!(kind, Kind::Ref(to) if branches.contains(&to.name)),
        (_, kind) => kind.is_one_of(&[Scalar::TEXT]),
    };
    is_right && field.list.is_none()
}

/// The address of each entry, or what was probably intended.
pub(super) fn address_of_each(path: &str) -> std::result::Result<Arc<str>, Arc<str>> {
    let folder = path.strip_suffix('/').and_then(|path| path.strip_suffix(ID));
    if folder.is_some_and(|folder| folder.ends_with('/') && is_address(folder)) {
        return Ok(path.into());
    }
    let parts = path.split('/').map(|part| if part.contains('{') { String::new() } else { kebab_case(part) });
    let folder: String = parts.filter(|part| !part.is_empty()).map(|part| format!("/{part}")).collect();
    Err(format!("{folder}/{ID}/").into())
}

/// True for what can be the address of a file: its name has an ending, by which hosts know what it is.
pub(super) fn is_address_of_file(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    is_address(path) && name.trim_matches('.').contains('.')
}
