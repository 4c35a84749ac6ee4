//! Translations: the type of a file that says the texts of another one in a further language.
//!
//! Its keys are those of the original's texts. In the place of a list stands a table, whose keys name the elements by what
//! they are and not by their position, so that nothing shifts when the original's list changes.

use std::{ops::Range, sync::Arc};

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

/// The keys of a picture's file, and of its description.
const FILE: &str = "file";
const ALT: &str = "alt";

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
    pub key: String,
    /// The bytes of the key.
    pub at: Range<usize>,
    /// The bytes of the value.
    pub value: Range<usize>,
    pub why: Why<'o>,
}

/// Why a value can't stand in a translation.
#[derive(Debug)]
pub enum Why<'o> {
    /// It is the same in all languages: what the original says, if it says it.
    Fact { field: &'o Field, original: Option<&'o Spanned<Data>> },
    /// No row of the list has this name.
    NoRow { list: &'o Field, names: RowNames },
    /// It is a list, where a table names the elements.
    List(RowNames),
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
        let mut reader = ShapeReader { misplaced: Vec::new() };
        let mut schema = reader.table(original, schema, written);
        for field in own {
            reader.misplaced.retain(|misplaced| *misplaced.key != *field.key);
            schema.fields.retain(|other| other.key != field.key);
            schema.fields.push(field.optional());
        }
        Self { schema, misplaced: reader.misplaced }
    }
}

/// The type of the translations of all files of a type, for editors: any key may stand in the place of a list.
pub fn translation_schema(schema: &Schema) -> Schema {
    let fields = schema.fields.iter().filter_map(|field| Some(shaped(field, open_kind(field)?))).collect();
    Schema { is_partial: schema.is_partial, ..Schema::new(&schema.name, &schema.help, fields) }
}

fn open_kind(field: &Field) -> Option<Kind> {
    if field.translation() == Translation::Never {
        return None;
    }
    if field.list.is_some() {
        let has_texts = match &field.kind {
            Kind::Table(schema) => !translation_schema(schema).fields.is_empty(),
            _ => true,
        };
        let open = Schema { is_partial: true, ..Schema::new(&field.key, &field.help, Vec::new()) };
        return has_texts.then(|| Kind::Table(Arc::new(open)));
    }
    match &field.kind {
        Kind::Table(schema) => {
            let inner = translation_schema(schema);
            (!inner.fields.is_empty()).then(|| Kind::Table(Arc::new(inner)))
        }
        Kind::Picture(file) => Some(picture_kind(*file, true)),
        Kind::Variants(_) => None,
        kind => Some(kind.clone()),
    }
}

struct ShapeReader<'o> {
    misplaced: Vec<Misplaced<'o>>,
}

/// A key as it is written, and its value.
#[derive(Clone, Copy)]
struct Entry<'t> {
    key: &'t toml::Spanned<DeString<'t>>,
    value: &'t toml::Spanned<DeValue<'t>>,
}

impl<'t> Entry<'t> {
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
            let entry = Entry::find(written, |key| *key == *field.key);
            match (self.kind(field, value, entry), entry) {
                (Some(kind), _) => fields.push(shaped(field, kind)),
                (None, Some(entry)) => {
                    self.misplace(entry, Why::Fact { field, original: value });
                    fields.push(anything(&field.key));
                }
                (None, None) => {}
            }
        }
        Schema { is_partial: schema.is_partial, ..Schema::new(&schema.name, &schema.help, fields) }
    }

    fn misplace(&mut self, Entry { key, value }: Entry<'_>, why: Why<'o>) {
        self.misplaced.push(Misplaced {
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
        entry: Option<Entry<'_>>,
    ) -> Option<Kind> {
        match (value.map(|value| &value.value), &field.list) {
            _ if field.translation() == Translation::Never => None,
            (Some(Data::List(elements)), Some(_)) => self.list(field, elements, entry),
            (_, Some(_)) => None,
            (Some(data), None) => self.one(&field.kind, data, entry.and_then(Entry::table)),
            (None, None) => (field.translation() == Translation::Optional).then(|| field.kind.clone()),
        }
    }

    /// The kind of one translated value.
    fn one(&mut self, kind: &'o Kind, data: &'o Data, written: Option<&DeTable<'_>>) -> Option<Kind> {
        let (schema, table) = match (kind, data) {
            (Kind::Table(schema), Data::Table(table)) => (schema, table),
            (Kind::Variants(variants), Data::Table(table)) => (variant(variants, table)?, table),
            (Kind::Picture(file), Data::Picture(picture)) => {
                return Some(picture_kind(*file, !picture.alt.is_empty()));
            }
            (Kind::Scalar(_) | Kind::Plural(_), _) => return Some(kind.clone()),
            _ => return None,
        };
        let inner = self.table(table, schema, written);
        (!inner.fields.is_empty()).then(|| Kind::Table(Arc::new(inner)))
    }

    /// The table in the place of a list: a key for each name of an element.
    fn list(
        &mut self,
        field: &'o Field,
        elements: &'o [Spanned<Data>],
        entry: Option<Entry<'_>>,
    ) -> Option<Kind> {
        let names = RowNames::of(&field.kind, elements);
        let written = entry.and_then(Entry::table);
        let mut fields: Vec<Field> = Vec::new();
        for (element, name) in elements.iter().zip(&names.names) {
            let Some(name) = name else { continue };
            let row = Entry::find(written, |key| is_named(key, name));
            let key = row.map_or_else(|| name.clone(), |row| Name::from(&**row.key.get_ref()));
            if fields.iter().any(|field| field.key == key) {
                continue;
            }
            let Some(whole) = self.one(&field.kind, &element.value, row.and_then(Entry::table)) else {
                continue;
            };
            // A row whose only text is one may be written short.
            let is_short = row.is_some_and(|row| row.value.get_ref().is_str());
            let kind = lone_text(&whole).filter(|_| is_short).unwrap_or(whole);
            let help = first_text(&element.value).unwrap_or(&field.help).clone();
            fields.push(Field { key, help, ..shaped(field, kind) });
        }
        if fields.is_empty() {
            return None;
        }
        if let Some(entry) = entry.filter(|_| written.is_none()) {
            self.misplace(entry, Why::List(names));
            return Some(Kind::Scalar(ANYTHING));
        }
        for (key, value) in written.into_iter().flatten() {
            let is_known = fields.iter().any(|field| *field.key == **key.get_ref());
            if !is_known && &**key.get_ref() != "allow" {
                self.misplace(Entry { key, value }, Why::NoRow { list: field, names: names.clone() });
                fields.push(anything(key.get_ref()));
            }
        }
        Some(Kind::Table(Arc::new(Schema::new(&field.key, &field.help, fields))))
    }
}

/// The variant of which the table is.
pub fn variant<'v>(variants: &'v Variants, table: &Table) -> Option<&'v Arc<Schema>> {
    variants.tables.iter().find(|(word, _)| *word == table.schema.name).map(|(_, schema)| schema)
}

/// A field of a translation: whatever the original needs, it can be left out.
fn shaped(field: &Field, kind: Kind) -> Field {
    let presence = Presence::Optional;
    Field { kind, list: None, presence, also: Vec::new(), default_name: None, ..field.clone() }
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

/// The names of the elements of a list in its translations.
#[derive(Clone, Debug)]
pub struct RowNames {
    /// One for each element; `None` for one without, which the glossary translates.
    pub names: Vec<Option<Name>>,
    /// True for ids, anchors and files, which people don't make up; false for texts in the main language.
    pub are_ids: bool,
}

impl RowNames {
    /// The names of these elements of a list.
    pub fn of(kind: &Kind, elements: &[Spanned<Data>]) -> Self {
        let mut found = Self { names: Vec::new(), are_ids: false };
        for element in elements {
            let name = match (&element.value, kind) {
                (Data::Table(section), Kind::Variants(_)) => found.anchor(section),
                (Data::Table(row), _) => found.name_of(row),
                (Data::Picture(picture), _) => found.id(picture.file.as_str()),
                (data, _) => data.as_text().cloned(),
            };
            found.names.push(name);
        }
        if !found.are_ids {
            found.forget_shared(elements);
        }
        found
    }

    /// The names that there are.
    pub fn known(&self) -> impl Iterator<Item = &str> {
        self.names.iter().flatten().map(|name| &**name)
    }

    /// Takes the name from rows that share it and say different things: nobody could tell which of them is translated.
    fn forget_shared(&mut self, elements: &[Spanned<Data>]) {
        for place in 1..elements.len() {
            let (Some(Some(name)), Some(element)) = (self.names.get(place).cloned(), elements.get(place))
            else {
                continue;
            };
            let mut before = self.names.iter().zip(elements).take(place);
            let first = before.find(|(other, _)| other.as_ref() == Some(&name)).map(|(_, first)| first);
            if first.is_some_and(|first| !says_same(&first.value, &element.value)) {
                self.names
                    .iter_mut()
                    .filter(|other| other.as_ref() == Some(&name))
                    .for_each(|other| *other = None);
            }
        }
    }

    fn id(&mut self, id: &str) -> Option<Name> {
        self.are_ids = true;
        Some(id.into())
    }

    /// The anchor of a section; further sections with the same one have numbers behind it.
    fn anchor(&mut self, section: &Table) -> Option<Name> {
        let anchor = section.text(ID).unwrap_or(&section.schema.name);
        let mut numbered = (2..).map(|number| format!("{anchor}-{number}"));
        let mut name = anchor.to_owned();
        while self.known().any(|known| *known == *name) {
            name = numbered.next()?;
        }
        // Hidden sections have no anchor.
        if section.is("hidden") { None } else { self.id(&name) }
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

/// True for rows with the same texts.
fn says_same(one: &Data, other: &Data) -> bool {
    fn texts(data: &Data) -> Vec<Arc<str>> {
        let mut texts = Vec::new();
        if let Data::Table(table) = data {
            table.walk(&mut |_, value| texts.extend(value.value.as_text().cloned()));
        }
        texts
    }
    texts(one) == texts(other)
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

/// The letters of a text with straight quotation marks, and without space at its ends or several in a row.
pub fn plain(text: &str) -> impl Iterator<Item = char> {
    let words = text.split_whitespace().flat_map(|word| [" ", word]).skip(1);
    words.flat_map(str::chars).map(|letter| match letter {
        '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{2039}' | '\u{203a}' => '\'',
        '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{ab}' | '\u{bb}' => '"',
        letter => letter,
    })
}
