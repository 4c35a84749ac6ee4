//! All declared types of a project: sections, collections, singles, and the pages made of sections.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use jiff::{civil::DateTime, tz::TimeZone};

use super::{
    Bounds, Collection, Condition, Data, Decoded, Elsewhere, Field, Kind, ListedIn, MARKDOWN, Name, Scalar,
    Schema, StyleNames, Table, Translation, Variants,
    roles::{Role, SectionRole},
    translation::{GLOSSARY, GLOSSARY_FILE, OwnPage},
    with_article,
    words::{MissingWord, SiteLocale},
};
use crate::{
    diagnostic::{Code, FileId, Span},
    schema::decode::{
        Spanned,
        value::{DateOrder, kebab_case},
    },
    source::{
        SourceText,
        layout::{TypeFolder, layout_file_name, style_name},
    },
    typography::QuotationMarks,
};

#[derive(Clone, Debug)]
pub struct Types {
    pub sections: BTreeMap<Name, SectionType>,
    pub collections: BTreeMap<Name, CollectionType>,
    /// The files that a site has at most once, by name.
    pub singles: BTreeMap<Name, Arc<Schema>>,
    pub tables: BTreeMap<Name, Arc<Schema>>,
    /// The singles and collections that have a role.
    pub roles: BTreeMap<Role, Name>,
    pub page: Arc<Schema>,
    /// The singles that a project has even without a file, as none of their fields has to be written.
    pub assumed: BTreeSet<Name>,
    /// Words of the interface that the language of the site lacks, by the names of the defaults that stand for them.
    pub missing_words: BTreeMap<Name, MissingWord>,
    /// The names that stylesheets have for what is written into pages.
    pub style_names: StyleNames,
    /// Settings for reading content, besides its types.
    pub reading: Reading,
    /// The language tag whose words are defaults of texts: that of the site, or of an edition.
    pub language: Arc<str>,
    /// The folder below `content/` with the translations into that language; `None` for the main one.
    pub folder: Option<Name>,
    /// The types with the words of the site's further languages.
    pub editions: Vec<Arc<Types>>,
    /// All languages that the site names, the main one first; in the types of an edition none.
    pub locales: Vec<SiteLocale>,
}

/// Settings for reading content, besides the type of its file.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// Whether day or month comes first in dates that aren't written as TOML writes them.
    pub date_order: DateOrder,
    /// The time zone on whose clock dates are; `None` if it is a mistake.
    pub zone: Option<TimeZone>,
    /// The quotation marks of the language.
    pub quotation_marks: QuotationMarks,
    /// All keys, with where they are keys.
    pub elsewhere: Elsewhere,
    /// The warnings that content can allow.
    pub lints: Vec<Code>,
}

#[derive(Clone, Debug)]
pub struct SectionType {
    pub schema: Arc<Schema>,
    /// The collection whose entries the section spreads over several pages, if it does that.
    pub pages: Option<Name>,
    /// True if the section shows the day of its page, so that it belongs on a page that is made for each day.
    pub is_daily: bool,
    /// The condition for `pages` and `is_daily`, if they hold for some of its layouts only.
    pub when: Option<Condition>,
    /// The fields beside which they don't hold.
    pub unless: Vec<Name>,
    /// True if pages of entries can have it.
    pub is_for_entries: bool,
    /// Its role.
    pub role: Option<SectionRole>,
    /// The fields of `content/site.toml` that it shows, unless its own field of that name is false.
    pub shows: Vec<Name>,
    /// The list of the entries that it shows, if it shows the whole collection without such a list.
    pub choice: Option<EntryChoice>,
}

/// The list in a section of the entries that it shows: without it, all of the collection.
#[derive(Clone, Debug)]
pub struct EntryChoice {
    pub key: Name,
    pub collection: Name,
    /// The layouts that have the list; `None` for all of them.
    pub when: Option<Condition>,
}

impl SectionType {
    /// The collection whose entries spread over several pages where this section of the type stands.
    pub fn pages_of(&self, table: &Table) -> Option<&Name> {
        self.pages.as_ref().filter(|_| self.applies_to(table))
    }

    /// True if this section of the type shows the day of its page.
    pub fn is_daily_in(&self, table: &Table) -> bool {
        self.is_daily && self.applies_to(table)
    }

    /// The role of this section of the type.
    pub fn role_in(&self, table: &Table) -> Option<Role> {
        self.role.as_ref().filter(|role| role.is_of(table)).map(|role| role.role)
    }

    /// The list in this section of the type of what it shows of a collection.
    pub fn choice_in(&self, table: &Table) -> Option<&EntryChoice> {
        self.choice.as_ref().filter(|choice| holds(choice.when.as_ref(), table))
    }

    fn applies_to(&self, table: &Table) -> bool {
        holds(self.when.as_ref(), table) && !self.unless.iter().any(|field| table.get(field).is_some())
    }
}

/// True if the condition holds for the table.
pub(super) fn holds(when: Option<&Condition>, table: &Table) -> bool {
    let Some(when) = when else { return true };
    table.get(&when.field).is_some_and(|value| when.holds_for(&value.value))
}

#[derive(Clone, Debug)]
pub struct CollectionType {
    /// Its name and nouns, for references.
    pub collection: Arc<Collection>,
    /// The role of its entries.
    pub role: Option<Role>,
    pub schema: Arc<Schema>,
    /// The single with the words that go with its entries, if there is one.
    pub words: Option<Name>,
    /// The fields by which entries are ordered; by id after that.
    pub sort: Vec<SortField>,
    /// The address of the page of each entry, with `{id}` in it, if they have pages.
    pub page: Option<Arc<str>>,
    /// True if these pages can have sections.
    pub has_sections: bool,
    /// The field with the date on which an entry is published.
    pub dated: Option<Name>,
    /// The field that says when an entry was last changed.
    pub updated: Option<Name>,
    /// The field that holds an entry back as long as it is true.
    pub draft: Option<Name>,
    /// The field with the last part of an entry's address, where that isn't its id.
    pub slug: Option<Name>,
    /// The fields by which entries are listed, such as their category.
    pub terms: Vec<TermField>,
    /// False for entries that the search doesn't find, though they have pages.
    pub is_searched: bool,
    /// The feed of its entries, if there is one.
    pub feed: Option<DeclaredFile>,
    /// The calendar of its entries, if there is one.
    pub calendar: Option<DeclaredFile>,
    /// The addresses of the type that are others in the language, with `{id}` in those of each entry or term.
    pub worded: Vec<AddressChange>,
}

/// A field by which entries are ordered.
#[derive(Clone, Debug)]
pub struct SortField {
    pub key: Name,
    /// True if the greatest comes first.
    pub is_reversed: bool,
}

/// An address as the type says it, and as the language does.
#[derive(Clone, Debug)]
pub struct AddressChange {
    pub from: Arc<str>,
    pub to: Arc<str>,
}

impl AddressChange {
    /// The address in the language for a path by the type: that of a page, of something below it, or of the page above all of
    /// them. Returns `None` for the path of anything else.
    pub fn applied(&self, path: &str) -> Option<String> {
        let Some((root, end)) = self.from.split_once(ID) else {
            return (*self.from == *path).then(|| self.to.to_string());
        };
        let rest = path.strip_prefix(root)?;
        if rest.is_empty() {
            return Some(self.to.split_once(ID)?.0.to_owned());
        }
        let (id, below) = rest.split_at(rest.find('/')?);
        Some(format!("{}{}", self.to.replace(ID, id), below.strip_prefix(end)?))
    }
}

/// A field by whose references the entries of a collection are listed and counted.
#[derive(Clone, Debug)]
pub struct TermField {
    pub key: Name,
    /// The collection of what the field refers to.
    pub collection: Arc<Collection>,
    /// True if an entry may have several.
    pub is_list: bool,
    /// The address of the pages that list the entries of a term, with `{id}` in it, if there are such pages.
    pub page: Option<Arc<str>>,
    /// True if each term has a feed below its page.
    pub has_feed: bool,
    /// The place where the type names the field.
    pub span: Span,
}

/// A file for programs that is generated from entries.
#[derive(Clone, Debug)]
pub struct DeclaredFile {
    pub path: Arc<str>,
    /// The fields behind the names that programs have for them.
    pub map: Vec<(Name, Name)>,
    pub span: Span,
}

impl DeclaredFile {
    /// The field that programs call by this name.
    pub fn field(&self, wanted: &str) -> Option<&str> {
        self.map.iter().find(|(name, _)| **name == *wanted).map(|(_, field)| &**field)
    }
}

impl CollectionType {
    /// The address of the page of an entry, if entries have pages. `slug` is its id if it says no other.
    pub fn path(&self, slug: &str) -> Option<String> {
        self.page.as_ref().map(|path| path.replace(ID, slug))
    }

    /// True if terms of its entries have pages.
    pub fn has_pages_of_terms(&self) -> bool {
        self.terms.iter().any(|field| field.page.is_some())
    }

    /// When an entry appears, on the clock of the site.
    pub fn date_of(&self, entry: &Table) -> Option<DateTime> {
        civil(&entry.get(self.dated.as_ref()?)?.value)
    }

    /// When a dated entry was last changed, or else when it appeared.
    pub fn last_change(&self, entry: &Table) -> Option<DateTime> {
        let updated = self.updated.as_ref().and_then(|updated| civil(&entry.get(updated)?.value));
        self.date_of(entry).map(|date| updated.map_or(date, |updated| updated.max(date)))
    }

    /// The last part of an entry's address, where content says it.
    pub fn written_slug(&self, entry: &Table) -> Option<Spanned<Arc<str>>> {
        let Spanned { value: Data::Str(_, slug), span } = entry.get(self.slug.as_ref()?)? else {
            return None;
        };
        Some(Spanned { value: slug.clone(), span: *span })
    }

    /// The address below which the pages of entries are, if they have pages.
    pub fn root(&self) -> Option<&str> {
        self.page.as_deref()?.strip_suffix('/')?.strip_suffix(ID)
    }
}

/// The moment with which a date begins.
fn civil(value: &Data) -> Option<DateTime> {
    match value {
        Data::Datetime(moment) => Some(moment.civil()),
        Data::Date(day) => Some(day.at(0, 0, 0, 0)),
        _ => None,
    }
}

impl TermField {
    /// The address of the first page that lists the entries of a term, if there are such pages.
    pub fn path(&self, id: &str) -> Option<String> {
        self.page.as_ref().map(|path| path.replace(ID, id))
    }
}

/// The placeholder for the id of an entry in an address.
pub(super) const ID: &str = "{id}";

/// The places of a collection's entries.
pub trait CollectionFiles {
    /// The folder of its files, relative to the root and with a slash at its end.
    fn folder(&self) -> String;

    /// The file of one of its entries.
    fn file_of(&self, id: &str) -> String;

    /// The files that define its ids, for people.
    fn defined_in(&self) -> String;
}

impl CollectionFiles for Collection {
    fn folder(&self) -> String {
        format!("content/{}/", self.name)
    }

    fn file_of(&self, id: &str) -> String {
        match &self.listed {
            None => format!("{}{id}.toml", self.folder()),
            Some(ListedIn { single, .. }) => single_file(single),
        }
    }

    fn defined_in(&self) -> String {
        match &self.listed {
            None => format!("content/{}, a file each", self.name),
            Some(ListedIn { single, key, .. }) => {
                format!("{}, {} each", single_file(single), with_article(&format!("[[{key}]]")))
            }
        }
    }
}

/// The file of a single.
pub fn single_file(name: &str) -> String {
    format!("content/{name}.toml")
}

impl Types {
    /// The file of the single with a role, if the project has one.
    pub fn file_of(&self, role: Role) -> Option<String> {
        self.with_role(role).map(|name| single_file(name))
    }

    /// The single or the collection with a role, if the project has one.
    pub fn with_role(&self, role: Role) -> Option<&Name> {
        self.roles.get(&role)
    }

    /// The name of the type of the sections with a role, if the project has one.
    pub fn section_with(&self, role: Role) -> Option<&Name> {
        let mut sections = self.sections.iter();
        sections
            .find(|(_, section)| section.role.as_ref().is_some_and(|found| found.role == role))
            .map(|(name, _)| name)
    }

    /// The stylesheet of the sections with a role, relative to `templates/`: that of the layout in which they have it, or else
    /// that of their type.
    pub fn style_of(&self, role: Role) -> Option<String> {
        let (name, found) = self.sections.iter().find_map(|(name, section)| {
            Some((name, section.role.as_ref().filter(|found| found.role == role)?))
        })?;
        let layout = found.when.as_ref().and_then(|when| when.is.as_ref()?.first());
        Some(match layout {
            Some(layout) => layout_file_name(name, layout, "css"),
            None => style_name(TypeFolder::Sections, name),
        })
    }

    /// The type of the entries with a role, if the project has one.
    pub fn collection_of(&self, role: Role) -> Option<&CollectionType> {
        self.collections.get(self.with_role(role)?)
    }

    /// True if the entries of a collection have this role.
    pub fn has_role(&self, collection: &str, role: Role) -> bool {
        self.with_role(role).is_some_and(|name| **name == *collection)
    }

    pub fn section(&self, name: &str) -> Option<&SectionType> {
        self.sections.get(name)
    }

    /// The name of the schema for editors of entries: their noun, or where a single or another collection has that, the name
    /// of their folder with an ending.
    pub fn schema_name(&self, collection: &Collection) -> String {
        let noun = kebab_case(&collection.nouns[0]);
        let of_files = self.collections.values().filter(|found| found.collection.listed.is_none());
        let mut same_noun = of_files.filter(|found| kebab_case(&found.collection.nouns[0]) == noun);
        let is_first = same_noun.next().is_none_or(|first| first.collection.name == collection.name);
        let is_taken =
            noun.is_empty() || ["page", "words"].contains(&&*noun) || self.singles.contains_key(&*noun);
        if is_taken || !is_first { format!("{}-entry", collection.name) } else { noun }
    }

    /// Decodes a file of content. Returns `None` if it is of no type.
    pub fn decode(&self, file: FileId, source: &Arc<SourceText>) -> Option<Decoded> {
        let (file_type, _) = self.file_type(&source.path)?;
        Some(super::file(file, source, file_type.schema(), &self.reading))
    }

    /// Decodes a text by another type than that of its path.
    pub fn decode_as(&self, schema: &Arc<Schema>, file: FileId, source: &SourceText) -> Decoded {
        super::file(file, source, schema, &self.reading)
    }

    /// The comment by which editors find the schema of a file in the folder of this language.
    pub fn schema_line(&self, path: &str) -> Option<String> {
        let (folder, within) = (self.folder.as_ref()?, self.within_folder(path)?);
        let name = match self.file_type(&format!("content/{within}")) {
            Some((FileType::Single(name, _), _)) => name.to_string(),
            Some((FileType::Entry(found), _)) => self.schema_name(&found.collection),
            Some((FileType::Page(_), _)) => PAGE.to_owned(),
            None if within == GLOSSARY_FILE => GLOSSARY.to_owned(),
            None => return None,
        };
        let up = "../".repeat(within.matches('/').count() + 1);
        Some(format!("#:schema {up}.schema/{folder}/{name}.json"))
    }

    /// The path of the translation of a file of the main language; a page in Markdown is translated in TOML. `None` in the main
    /// language.
    pub fn path_of_translation(&self, main: &str) -> Option<String> {
        let (folder, within) = (self.folder.as_ref()?, main.strip_prefix("content/")?);
        Some(match within.strip_suffix(MARKDOWN) {
            Some(stem) => format!("content/{folder}/{stem}.toml"),
            None => format!("content/{folder}/{within}"),
        })
    }

    /// The path within the folder of the language; `None` for a file elsewhere, and in the main language.
    pub fn within_folder<'p>(&self, path: &'p str) -> Option<&'p str> {
        path.strip_prefix("content/")?.strip_prefix(&**self.folder.as_ref()?)?.strip_prefix('/')
    }

    /// The places in which each key is right: a file, an entry, a section.
    pub(super) fn keys(&self) -> Elsewhere {
        let files = self.singles.iter().map(|(name, schema)| (single_file(name), schema));
        let entries = self.collections.values().filter(|found| found.collection.listed.is_none());
        let entries = entries.map(|found| (with_article(&found.collection.nouns[0]), &found.schema));
        let sections =
            self.sections.iter().map(|(name, found)| (format!("a section \"{name}\""), &found.schema));
        let mut keys = Elsewhere::new();
        for (owner, schema) in files.chain(entries).chain(sections) {
            add_keys(schema, &owner, "", &mut keys);
        }
        for field in self.page.fields.iter().filter(|field| !field.is_several_tables()) {
            keys.entry(field.key.clone()).or_default().push("a page".into());
        }
        keys
    }

    /// True if a folder of `content/` has other content than the translations into a language.
    pub fn has_folder(&self, name: &str) -> bool {
        let of_entries = self.collections.get(name).is_some_and(|found| found.collection.listed.is_none());
        of_entries || OWN_FOLDERS.contains(&name)
    }

    /// The type of the file at `path`, with its id where it is an entry.
    pub fn file_type<'p>(&self, path: &'p str) -> Option<(FileType<'_>, &'p str)> {
        let within = path.strip_prefix("content/")?;
        let page = within.strip_prefix("pages/").and_then(|page| page.strip_suffix(MARKDOWN));
        // A README is for those who work on the content.
        if let Some(page) = page.filter(|page| page.rsplit('/').next() != Some("README")) {
            return Some((FileType::Page(&self.page), page));
        }
        let within = within.strip_suffix(".toml")?;
        match within.split_once('/') {
            None => {
                let (name, single) = self.singles.get_key_value(within)?;
                Some((FileType::Single(name, single), ""))
            }
            Some(("pages", page)) => Some((FileType::Page(&self.page), page)),
            Some((folder, id)) => {
                let collection_type = self
                    .collections
                    .get(folder)
                    .filter(|collection_type| collection_type.collection.listed.is_none())?;
                Some((FileType::Entry(collection_type), id))
            }
        }
    }
}

/// Adds the keys of a table behind `path` and of those within it, each once for each owner.
fn add_keys(schema: &Schema, owner: &str, path: &str, keys: &mut Elsewhere) {
    for field in &schema.fields {
        let owners = keys.entry(field.key.clone()).or_default();
        let is_known = owners.iter().any(|known| {
            known.strip_suffix(owner).is_some_and(|before| before.is_empty() || before.ends_with(" in "))
        });
        if !is_known {
            owners.push(if path.is_empty() { owner.into() } else { format!("{path} in {owner}").into() });
        }
        let path =
            if field.list.is_some() { format!("[[{}]]", field.key) } else { format!("[{}]", field.key) };
        match &field.kind {
            Kind::Table(inner) if inner.chooses.is_none() => add_keys(inner, owner, &path, keys),
            // Sections of entries are told as sections.
            Kind::Variants(variants) if *variants.by != *SECTION_TYPE => {
                variants.tables.iter().for_each(|(_, inner)| add_keys(inner, owner, &path, keys));
            }
            _ => {}
        }
    }
}

/// The name of the type of pages.
pub const PAGE: &str = "page";

/// The type of a file of content.
#[derive(Clone, Copy, Debug)]
pub enum FileType<'t> {
    /// A file that a site has at most once.
    Single(&'t Name, &'t Arc<Schema>),
    Entry(&'t CollectionType),
    Page(&'t Arc<Schema>),
}

impl FileType<'_> {
    pub fn schema(&self) -> &Arc<Schema> {
        match self {
            Self::Single(_, schema) | Self::Page(schema) => schema,
            Self::Entry(entries) => &entries.schema,
        }
    }

    /// The page that a file of the type is, or has.
    pub fn page(&self) -> Option<OwnPage> {
        match self {
            Self::Page(_) => Some(OwnPage::Page),
            Self::Entry(entries) => entries.page.as_ref().map(|_| OwnPage::Entry),
            Self::Single(..) => None,
        }
    }
}

/// The fields that every section has besides its own.
pub(super) fn section_fields() -> [Field; 2] {
    [
        Field::new(
            "id",
            Kind::Scalar(Scalar::SLUG),
            "The anchor of the section; without it, the name of its type",
        )
        .optional(),
        Field::new("hidden", Kind::Scalar(Scalar::BOOL), "true to leave the section out")
            .optional()
            .translated(Translation::Optional),
    ]
}

/// The key that says which section a table is.
const SECTION_TYPE: &str = "type";

/// The folders of `content/` besides those of collections.
const OWN_FOLDERS: [&str; 5] = ["pages", "images", "fonts", "films", "static"];

/// The list of sections of a page.
pub(super) fn section_list<'s>(sections: impl Iterator<Item = (&'s Name, &'s SectionType)>) -> Field {
    let tables = sections.map(|(name, section)| (name.clone(), section.schema.clone())).collect();
    let variants = Variants { noun: "a section".into(), by: SECTION_TYPE.into(), tables };
    let mut list = Field::new("section", Kind::Variants(Arc::new(variants)), "A section of the page");
    list.list = Some(Bounds::between(1.0, 40.0));
    list
}

pub(super) fn page_schema(sections: &BTreeMap<Name, SectionType>) -> Arc<Schema> {
    let each = Kind::Choice([Name::from("day")].into());
    Arc::new(Schema::new(
        PAGE,
        "A page, section by section",
        vec![
            Field::new(
                "title",
                Kind::Scalar(Scalar::TEXT),
                "The title in the browser's tab and in search results",
            ),
            Field::new("description", Kind::Scalar(Scalar::TEXT), "What search engines show below the title"),
            Field::new(
                "path",
                Kind::Scalar(Scalar::LITERAL),
                "The address, such as \"/about/\"; without it the file's name",
            )
            .optional()
            .translated(Translation::Optional),
            Field::new(
                "each",
                each,
                "\"day\" makes a page for each day of the week; path then has {day} in it",
            )
            .optional(),
            Field::new("listed", Kind::Scalar(Scalar::BOOL), "false keeps the page out of search results")
                .optional(),
            section_list(sections.iter()),
        ],
    ))
}
