//! Translations: the type of a file that says the texts of another one in a further language.
//!
//! Its keys are those of the original's texts. In the place of a list stands a table, whose keys name the elements by what
//! they are and not by their position, so that nothing shifts when the original's list changes.

use std::{collections::BTreeSet, ops::Range, sync::Arc};

use foldhash::HashMap;
use icu_normalizer::ComposingNormalizerBorrowed;
use serde_json::json;
use toml::de::{DeString, DeTable, DeValue};

use super::{
    Data, Field, Kind, Name, Presence, Scalar, Schema, Table, Translation, Variants,
    decode::{
        Item, Report, Spanned,
        value::{ScalarDecoder, ScalarRule},
    },
};

/// The anchor of a section, or the id of a row.
const ID: &str = "id";

/// The name of the type of the glossary of a language.
pub const GLOSSARY: &str = "texts";

/// The glossary in the folder of its language.
pub const GLOSSARY_FILE: &str = "texts.toml";

/// The keys that a translation has for its page: the last part of the address of an entry, and whether it waits.
pub const SLUG: &str = "slug";
pub const DRAFT: &str = "draft";

/// The keys of a picture's file, and of its description.
const FILE: &str = "file";
pub const ALT: &str = "alt";

/// Any value, where one is misplaced that was told apart.
const ANYTHING: Scalar = Scalar(&ScalarRule {
    name: "anything",
    decoder: ScalarDecoder::Value { decode: anything_written, fallback: || Data::Bool(false) },
    json: || json!(false),
    ..ScalarRule::PLAIN
});

fn anything_written(_: &Item<'_>, _: &str, _: &mut Report<'_>) -> Option<Data> {
    Some(Data::Bool(false))
}

/// A value that a translation can't have.
#[derive(Debug)]
pub struct Misplaced<'o> {
    /// The keys of the tables around it.
    pub path: Vec<Name>,
    pub key: String,
    /// The bytes of the key.
    pub at: Range<usize>,
    /// The bytes of the value.
    pub value: Range<usize>,
    pub why: Why<'o>,
}

/// The reason why a value can't stand in a translation.
#[derive(Debug)]
pub enum Why<'o> {
    /// It is the same in all languages: what the original says, if it says it.
    Fact(Option<&'o Spanned<Data>>),
    /// It says which type a section is, as the original does.
    Variant(&'o str),
    /// It is a text, and the original doesn't say one there.
    Unsaid,
    /// Rows of the list share this name, and say different things.
    Shared { list: &'o Field, count: usize },
    /// No row of the list has this name.
    NoRow {
        list: &'o Field,
        names: RowNames,
        /// The names of rows of which the same isn't written already: it may be meant for one of these.
        free: Vec<Name>,
    },
    /// It is a list, where a table names the elements.
    List {
        names: RowNames,
        /// The names of the elements that are written, if all are known.
        written: Option<Vec<Name>>,
    },
}

/// The type of a translation, and what of its text has no place in it.
#[derive(Debug)]
pub struct TranslationType<'o> {
    pub schema: Schema,
    pub misplaced: Vec<Misplaced<'o>>,
}

impl<'o> TranslationType<'o> {
    /// The type of the translation of a file into the language of `schema`. It has keys of its `own`, besides the original's.
    /// `written` is what stands there already, which says whether a row with a single text is written short.
    pub fn new(
        original: &'o Table,
        schema: &'o Schema,
        own: Vec<Field>,
        written: Option<&DeTable<'_>>,
    ) -> Self {
        let mut reader = ShapeReader { misplaced: Vec::new(), path: Vec::new() };
        let mut schema = reader.table(original, schema, written);
        for field in own {
            reader.misplaced.retain(|found| !found.path.is_empty() || *found.key != *field.key);
            schema.fields.retain(|other| other.key != field.key);
            schema.fields.push(field);
        }
        Self { schema, misplaced: reader.misplaced }
    }
}

/// The type of the translations of all files of a type, for editors: any key may stand in the place of a list.
pub fn translation_schema(schema: &Schema, own: Vec<Field>) -> Schema {
    let mut fields: Vec<Field> =
        schema.fields.iter().filter_map(|field| Some(shaped(field, open_kind(field)?))).collect();
    fields.retain(|field| !own.iter().any(|own| own.key == field.key));
    fields.extend(own);
    Schema { is_partial: schema.is_partial, ..Schema::new(&schema.name, &schema.help, fields) }
}

/// The page that a file of content is, or has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnPage {
    Page,
    /// The page of an entry, whose address ends with a slug.
    Entry,
}

/// The keys that a translation has for its page, besides those of the original's texts; none without a page.
pub fn own_fields(page: Option<OwnPage>) -> Vec<Field> {
    let slug = Field::new(SLUG, Kind::Scalar(Scalar::SLUG), "The last part of the address in this language");
    let draft = Field::new(DRAFT, Kind::Scalar(Scalar::BOOL), "true as long as it isn't to be published");
    match page {
        None => Vec::new(),
        Some(OwnPage::Page) => vec![draft.optional()],
        Some(OwnPage::Entry) => vec![slug.optional(), draft.optional()],
    }
}

/// The type of a glossary with these texts, each of which is a key.
pub fn glossary_schema(texts: impl Iterator<Item = impl AsRef<str>>) -> Schema {
    let fields = texts.map(|text| {
        let text = text.as_ref();
        let field = Field::new(text, Kind::Scalar(Scalar::TEXT), "What it is in this language");
        Field { label: Some(text.into()), ..field.optional() }
    });
    Schema::new(GLOSSARY, "Texts that recur, in this language", fields.collect())
}

fn open_kind(field: &Field) -> Option<Kind> {
    if field.translation() == Translation::Never {
        return None;
    }
    if field.list.is_some() {
        let has_texts = match &field.kind {
            Kind::Table(schema) => !translation_schema(schema, Vec::new()).fields.is_empty(),
            _ => true,
        };
        let open = Schema { is_partial: true, ..Schema::new(&field.key, &field.help, Vec::new()) };
        return has_texts.then(|| Kind::Table(Arc::new(open)));
    }
    match &field.kind {
        Kind::Table(schema) => {
            let inner = translation_schema(schema, Vec::new());
            (!inner.fields.is_empty()).then(|| Kind::Table(Arc::new(inner)))
        }
        Kind::Picture(file) => Some(picture_kind(*file, true)),
        Kind::Variants(_) => None,
        kind => Some(kind.clone()),
    }
}

struct ShapeReader<'o> {
    misplaced: Vec<Misplaced<'o>>,
    /// The keys of the table that is read.
    path: Vec<Name>,
}

/// A key as it is written, and its value.
#[derive(Clone, Copy)]
struct WrittenKey<'t> {
    key: &'t toml::Spanned<DeString<'t>>,
    value: &'t toml::Spanned<DeValue<'t>>,
}

impl<'t> WrittenKey<'t> {
    /// The entry whose key fits.
    fn find(table: Option<&'t DeTable<'t>>, fits: impl Fn(&str) -> bool) -> Option<Self> {
        let (key, value) = table?.iter().find(|(key, _)| fits(key.get_ref()))?;
        Some(Self { key, value })
    }

    fn table(self) -> Option<&'t DeTable<'t>> {
        self.value.get_ref().as_table()
    }
}

impl<'o> ShapeReader<'o> {
    fn table(&mut self, original: &'o Table, schema: &'o Schema, written: Option<&DeTable<'_>>) -> Schema {
        let mut fields = Vec::new();
        for field in &schema.fields {
            let value = original.get(&field.key);
            let entry = WrittenKey::find(written, |key| *key == *field.key);
            self.path.push(field.key.clone());
            let kind = self.kind(field, value, entry);
            self.path.pop();
            match (kind, entry) {
                (Some(kind), _) => fields.push(shaped(field, kind)),
                (None, Some(entry)) => {
                    let is_said = value
                        .is_some_and(|value| !matches!(&value.value, Data::List(list) if list.is_empty()));
                    let is_unsaid = !is_said && open_kind(field).is_some();
                    self.misplace(entry, if is_unsaid { Why::Unsaid } else { Why::Fact(value) });
                    fields.push(anything(&field.key));
                }
                (None, None) => {}
            }
        }
        Schema { is_partial: schema.is_partial, ..Schema::new(&schema.name, &schema.help, fields) }
    }

    fn misplace(&mut self, WrittenKey { key, value }: WrittenKey<'_>, why: Why<'o>) {
        self.misplaced.push(Misplaced {
            path: self.path.clone(),
            key: key.get_ref().to_string(),
            at: key.span(),
            value: value.span(),
            why,
        });
    }

    /// The kind of what stands in the place of a field; `None` if translations don't have it.
    fn kind(
        &mut self,
        field: &'o Field,
        value: Option<&'o Spanned<Data>>,
        entry: Option<WrittenKey<'_>>,
    ) -> Option<Kind> {
        match (value.map(|value| &value.value), &field.list) {
            _ if field.translation() == Translation::Never => None,
            (Some(Data::List(elements)), Some(_)) => self.list(field, elements, entry),
            (_, Some(_)) => None,
            (Some(data), None) => self.one(&field.kind, data, entry.and_then(WrittenKey::table)),
            (None, None) => (field.translation() == Translation::Optional).then(|| field.kind.clone()),
        }
    }

    /// The kind of one translated value.
    fn one(&mut self, kind: &'o Kind, data: &'o Data, written: Option<&DeTable<'_>>) -> Option<Kind> {
        let (schema, table) = match (kind, data) {
            (Kind::Table(schema), Data::Table(table)) => (schema, table),
            (Kind::Variants(variants), Data::Table(table)) => (variant(variants, table)?, table),
            (Kind::Picture(file), Data::Picture(picture)) => {
                let alt = WrittenKey::find(written, |key| key == ALT);
                let unsaid = alt.filter(|_| picture.alt.is_empty());
                unsaid.into_iter().for_each(|alt| self.misplace(alt, Why::Unsaid));
                return Some(picture_kind(*file, !picture.alt.is_empty() || unsaid.is_some()));
            }
            (Kind::Scalar(_) | Kind::Plural(_), _) => return Some(kind.clone()),
            _ => return None,
        };
        let mut inner = self.table(table, schema, written);
        if let Kind::Variants(variants) = kind {
            self.of_other_variants(variants, schema, &mut inner, written);
        }
        (!inner.fields.is_empty()).then(|| Kind::Table(Arc::new(inner)))
    }

    /// Sets apart what says the type of a section, and what sections of other types say: this one may have been of one of them.
    fn of_other_variants(
        &mut self,
        variants: &'o Variants,
        schema: &'o Schema,
        inner: &mut Schema,
        written: Option<&DeTable<'_>>,
    ) {
        for (key, value) in written.into_iter().flatten() {
            let name = key.get_ref();
            if inner.field(name).is_some() {
                continue;
            }
            let is_variant = **name == *variants.by;
            if is_variant || variants.tables.iter().any(|(_, other)| other.field(name).is_some()) {
                let why = if is_variant { Why::Variant(&schema.name) } else { Why::Unsaid };
                self.misplace(WrittenKey { key, value }, why);
                inner.fields.push(anything(name));
            }
        }
    }

    /// The table in the place of a list: a key for each name of an element.
    fn list(
        &mut self,
        field: &'o Field,
        elements: &'o [Spanned<Data>],
        entry: Option<WrittenKey<'_>>,
    ) -> Option<Kind> {
        let names = RowNames::of(&field.kind, elements);
        let written = entry.and_then(WrittenKey::table);
        let mut fields: Vec<Field> = Vec::new();
        for (element, name) in elements.iter().zip(&names.names) {
            let Some(name) = name else { continue };
            let row = WrittenKey::find(written, |key| is_named(key, name));
            let key = row.map_or_else(|| name.clone(), |row| Name::from(&**row.key.get_ref()));
            if fields.iter().any(|field| field.key == key) {
                continue;
            }
            self.path.push(name.clone());
            let whole = self.one(&field.kind, &element.value, row.and_then(WrittenKey::table));
            self.path.pop();
            let Some(whole) = whole else { continue };
            // A row whose only text is one may be written short, and is unless it is a table already.
            let is_short = row.is_none_or(|row| row.table().is_none());
            let kind = lone_text(&whole).filter(|_| is_short).unwrap_or(whole);
            let help = first_text(&element.value).unwrap_or(&field.help).clone();
            fields.push(Field { key, help, ..shaped(field, kind) });
        }
        if fields.is_empty() && names.shared.is_empty() {
            return None;
        }
        if let Some(entry) = entry.filter(|_| written.is_none()) {
            let written = entry.value.get_ref().as_array().and_then(|list| names.of_written(list));
            self.misplace(entry, Why::List { names, written });
            return Some(Kind::Scalar(ANYTHING));
        }
        for (key, value) in written.into_iter().flatten() {
            let is_known = fields.iter().any(|field| *field.key == **key.get_ref());
            if !is_known && &**key.get_ref() != "allow" {
                let shared = names.shared.iter().find(|shared| is_named(key.get_ref(), &shared.name));
                let why = match shared {
                    Some(shared) => Why::Shared { list: field, count: shared.count },
                    None => {
                        let free = names.names.iter().flatten().filter(|name| is_free(name, written, value));
                        let (free, names) = (free.cloned().collect(), names.clone());
                        Why::NoRow { list: field, names, free }
                    }
                };
                self.misplace(WrittenKey { key, value }, why);
                fields.push(anything(key.get_ref()));
            }
        }
        Some(Kind::Table(Arc::new(Schema::new(&field.key, &field.help, fields))))
    }
}

/// True if a row isn't translated, or not what this value of another key does.
fn is_free(name: &Name, written: Option<&DeTable<'_>>, value: &toml::Spanned<DeValue<'_>>) -> bool {
    let Some(row) = WrittenKey::find(written, |key| is_named(key, name)) else { return true };
    let Some((row, value)) = row.table().zip(value.get_ref().as_table()) else { return false };
    !value.keys().any(|key| row.contains_key(&**key.get_ref()))
}

/// The variant of which the table is.
pub fn variant<'v>(variants: &'v Variants, table: &Table) -> Option<&'v Arc<Schema>> {
    variants.tables.iter().find(|(word, _)| *word == table.schema.name).map(|(_, schema)| schema)
}

/// True for a section that is left out.
pub fn is_hidden(table: &Table) -> bool {
    table.is("hidden")
}

/// A field of a translation: whatever the original needs, it can be left out. The example of a list or of a table has facts.
fn shaped(field: &Field, kind: Kind) -> Field {
    let is_one = field.list.is_none() && !matches!(kind, Kind::Table(_));
    let example = field.example.clone().filter(|_| is_one);
    Field { kind, example, list: None, presence: Presence::Optional, default_name: None, ..field.clone() }
}

/// A key whose value was told to be misplaced.
fn anything(key: &str) -> Field {
    Field::new(key, Kind::Scalar(ANYTHING), "").optional()
}

/// The file of a picture may be another one in another language; its description is, if it has one.
fn picture_kind(file: Scalar, is_described: bool) -> Kind {
    let file = Field::new(FILE, Kind::Scalar(file), "The picture in its place in this language");
    let alt = Field::new(ALT, Kind::Scalar(Scalar::TEXT), "What the picture shows");
    let mut fields = vec![file.optional().translated(Translation::Optional)];
    if is_described {
        fields.insert(0, alt.optional());
    }
    Kind::Table(Arc::new(Schema::new("picture", "A picture in this language", fields)))
}

/// The kind of the only text that a row needs, however deep it stands.
fn lone_text(kind: &Kind) -> Option<Kind> {
    let Kind::Table(schema) = kind else { return None };
    let mut needed = schema.fields.iter().filter(|field| field.translation() == Translation::Needed);
    let (Some(only), None) = (needed.next(), needed.next()) else { return None };
    if only.kind.is_one_of(&[Scalar::TEXT]) { Some(only.kind.clone()) } else { lone_text(&only.kind) }
}

/// The keys that lead to the only text that a row needs, and that text.
pub fn lone_text_of(row: &Table) -> Option<(Vec<Name>, &Spanned<Data>)> {
    let mut needed = row.schema.fields.iter().filter_map(|field| {
        let value = row.get(&field.key).filter(|value| value.span.is_somewhere())?;
        (field.translation() == Translation::Needed).then_some((&field.key, value))
    });
    let (key, value) = needed.next()?;
    let Data::Table(inner) = &value.value else { return Some((vec![key.clone()], value)) };
    let (keys, value) = lone_text_of(inner)?;
    Some((std::iter::once(key.clone()).chain(keys).collect(), value))
}

/// The anchors of the sections of a page: their ids, or else their types, with a number for further ones of one type. A section
/// that is hidden keeps its own, so that none of the others gets another one; of two with one id, the hidden one goes without.
pub fn anchors<'t>(sections: impl Iterator<Item = &'t Arc<Table>>) -> Vec<Name> {
    let sections: Vec<&Arc<Table>> = sections.collect();
    let mut anchors: Vec<Name> = vec![Name::default(); sections.len()];
    let mut taken: BTreeSet<Name> = BTreeSet::new();
    for order in [AnchorOrder::ById, AnchorOrder::ByType, AnchorOrder::HiddenById] {
        for (section, anchor) in sections.iter().zip(&mut anchors) {
            if AnchorOrder::of(section) != order {
                continue;
            }
            let base = section.text(ID).unwrap_or(&section.schema.name);
            let numbered = (2..).map(|number| format!("{base}-{number}"));
            let free = std::iter::once(base.to_owned()).chain(numbered).find(|name| !taken.contains(&**name));
            *anchor = free.unwrap_or_default().into();
            taken.insert(anchor.clone());
        }
    }
    anchors
}

/// The order in which sections get their anchors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AnchorOrder {
    ById,
    ByType,
    HiddenById,
}

impl AnchorOrder {
    fn of(section: &Table) -> Self {
        match section.get(ID).filter(|id| id.span.is_somewhere()) {
            None => Self::ByType,
            Some(_) if is_hidden(section) => Self::HiddenById,
            Some(_) => Self::ById,
        }
    }
}

/// True for a row that may be written short: it has a single text to be translated.
pub fn has_lone_text(row: &Table, schema: &Schema) -> bool {
    let mut reader = ShapeReader { misplaced: Vec::new(), path: Vec::new() };
    lone_text(&Kind::Table(Arc::new(reader.table(row, schema, None)))).is_some()
}

/// The names of the elements of a list in its translations.
#[derive(Clone, Debug)]
pub struct RowNames {
    /// One for each element; `None` for one without, which the glossary translates.
    pub names: Vec<Option<Name>>,
    /// True for ids, anchors and files, which people don't make up; false for texts in the main language.
    pub are_ids: bool,
    /// The names that elements share that say different things.
    shared: Vec<SharedName>,
}

#[derive(Clone, Debug)]
struct SharedName {
    name: Name,
    count: usize,
}

impl RowNames {
    /// The names of these elements of a list.
    pub fn of(kind: &Kind, elements: &[Spanned<Data>]) -> Self {
        let mut found = Self { names: Vec::new(), are_ids: false, shared: Vec::new() };
        if let Kind::Variants(_) = kind {
            let sections = elements.iter().filter_map(|element| element.value.as_table());
            let mut anchors = anchors(sections).into_iter();
            found.names = elements
                .iter()
                .map(|element| element.value.as_table().and_then(|_| anchors.next()))
                .collect();
            found.are_ids = true;
            return found;
        }
        for element in elements {
            let name = match &element.value {
                Data::Table(row) => found.name_of(row),
                Data::Picture(picture) => found.id(picture.file.as_str()),
                data => data.as_text().cloned(),
            };
            found.names.push(name);
        }
        found.forget_shared(elements);
        found
    }

    /// The names that there are.
    pub fn known(&self) -> impl Iterator<Item = &str> {
        self.names.iter().flatten().map(|name| &**name)
    }

    /// Takes the name from rows that share it and say different things: nobody could tell which of them is translated.
    fn forget_shared(&mut self, elements: &[Spanned<Data>]) {
        let mut first_of: HashMap<Name, &Data> = HashMap::default();
        for (name, element) in self.names.iter().zip(elements) {
            let Some(name) = name else { continue };
            let first = *first_of.entry(name.clone()).or_insert(&element.value);
            let is_told = self.shared.iter().any(|shared| shared.name == *name);
            if !is_told && !says_same(first, &element.value) {
                let count = self.names.iter().flatten().filter(|other| *other == name).count();
                self.shared.push(SharedName { name: name.clone(), count });
            }
        }
        for SharedName { name, .. } in &self.shared {
            self.names
                .iter_mut()
                .filter(|other| other.as_ref() == Some(name))
                .for_each(|other| *other = None);
        }
    }

    /// The names of elements as people write them who don't know of names: those that they say, or else those of the
    /// original's in the same places. Returns `None` if not each has one of its own.
    fn of_written(&self, elements: &[toml::Spanned<DeValue<'_>>]) -> Option<Vec<Name>> {
        let said: Option<Vec<Name>> =
            elements.iter().map(|element| self.said_in(element.get_ref())).collect();
        let names = match said {
            Some(names) => names,
            None if self.names.len() == elements.len() => {
                self.names.iter().cloned().collect::<Option<_>>()?
            }
            None => return None,
        };
        let apart: BTreeSet<&Name> = names.iter().collect();
        (apart.len() == names.len()).then_some(names)
    }

    /// The name that an element says: it is one of its texts.
    fn said_in(&self, element: &DeValue<'_>) -> Option<Name> {
        let texts: Vec<&str> = match element {
            DeValue::String(text) => vec![text],
            DeValue::Table(table) => table.values().filter_map(|value| value.get_ref().as_str()).collect(),
            _ => return None,
        };
        let mut names = self.names.iter().flatten();
        names.find(|name| texts.iter().any(|text| is_named(text, name))).cloned()
    }

    fn id(&mut self, id: &str) -> Option<Name> {
        self.are_ids = true;
        Some(id.into())
    }

    /// The id of a row, or the file of a picture, or else the first text that it needs.
    fn name_of(&mut self, row: &Table) -> Option<Name> {
        if let Some(id) = row.get(ID).filter(|id| id.span.is_somewhere()) {
            return self.id(&id.value.as_id()?);
        }
        if let Some(file) = row.text(FILE).filter(|_| row.get(ALT).is_some()) {
            return self.id(file);
        }
        let mut texts = row.schema.fields.iter().filter_map(|field| {
            let value = row.get(&field.key).filter(|value| value.span.is_somewhere())?;
            let is_wanted = field.is_required() && field.translation() == Translation::Needed;
            value.value.as_text().filter(|_| is_wanted)
        });
        texts.next().cloned()
    }
}

/// True for elements with the same texts.
fn says_same(one: &Data, other: &Data) -> bool {
    texts_of(one) == texts_of(other)
}

/// The texts of an element, if it is a table also those within it.
fn texts_of(element: &Data) -> Vec<Arc<str>> {
    let Data::Table(table) = element else { return own_text(element).into_iter().collect() };
    let mut texts = Vec::new();
    table.walk(&mut |_, value| texts.extend(own_text(&value.value)));
    texts
}

/// The text of a single value, or of a picture.
fn own_text(data: &Data) -> Option<Arc<str>> {
    match data {
        Data::Picture(picture) => Some(picture.alt.as_str().into()),
        data => source_text(data),
    }
}

/// The text that readers read, as a mark of it is made.
pub fn source_text(data: &Data) -> Option<Arc<str>> {
    match data {
        Data::Markdown(text) => Some(text.as_str().into()),
        Data::Plural(plural) => Some(plural.other().into()),
        data => data.as_text().cloned(),
    }
}

/// The text by which people know a row.
fn first_text(data: &Data) -> Option<&Arc<str>> {
    match data {
        Data::Table(table) => table.iter().find_map(|(_, value)| value.value.as_text()),
        data => data.as_text(),
    }
}

/// True if a key as it is written names an element of this text: quotation marks may be set, and space differ.
pub fn is_named(written: &str, name: &str) -> bool {
    written == name || plain(written).eq(plain(name))
}

/// The letters of a text with straight quotation marks, and without space at its ends or several in a row, whatever way
/// accents are stored.
pub fn plain(text: &str) -> impl Iterator<Item = char> {
    let words = text.split_whitespace().flat_map(|word| [" ", word]).skip(1);
    let letters = ComposingNormalizerBorrowed::new_nfc().normalize_iter(words.flat_map(str::chars));
    letters.map(|letter| match letter {
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{2039}' | '\u{203a}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}' => '"',
        letter => letter,
    })
}
