//! From the tables of type files to schemas: names resolved, defaults decoded, contradictions reported.

mod condition;
mod older_names;
mod rules;
mod unknown;
mod useless;

use std::{collections::BTreeMap, sync::Arc};

use toml::{Value as Toml, de::DeTable};

use super::{
    Bounds, Choice, Collection, Condition, Data, Field, Forms, Kind, Name, Presence, Scalar, Schema, Table,
    Variants,
    decode::Decoded,
    extension::Base,
    language::{presence, word},
    plural, slots,
    words::SiteLocale,
};
use crate::{
    decode::{
        Item, Report, Spanned,
        value::{Country, Language},
    },
    diagnostic::{Code, Diagnostic, Diagnostics, FileId, Span, nearest},
    source::{SourceText, layout::TypeFolder},
};

/// A type file whose names are not resolved yet.
pub(super) struct Pending<'s> {
    pub file: FileId,
    pub source: &'s Arc<SourceText>,
    pub decoded: Decoded,
    /// The type of the theme that the file extends.
    pub base: Option<Base<'s>>,
}

impl Pending<'_> {
    /// The text that has this place: the file's, or that of the type that it extends.
    fn text_of(&self, span: Span) -> &Arc<SourceText> {
        match &self.base {
            Some(base) if span.file != self.file => base.source,
            _ => self.source,
        }
    }
}

/// Resolves the names in type files.
pub(super) struct Lowering<'f> {
    files: &'f BTreeMap<(TypeFolder, Name), Pending<'f>>,
    collections: &'f BTreeMap<Name, Arc<Collection>>,
    /// The types of `templates/types/`; `None` for one that is being resolved.
    named: BTreeMap<Name, Option<Arc<Schema>>>,
    country: Option<Country>,
    /// The forms that the language of the site has for numbers.
    forms: Arc<Forms>,
    diagnostics: &'f mut Diagnostics,
}

/// Keys that every table may have, so that no field can.
const RESERVED: [&str; 2] = ["allow", "type"];

impl<'f> Lowering<'f> {
    pub fn new(
        files: &'f BTreeMap<(TypeFolder, Name), Pending<'f>>,
        collections: &'f BTreeMap<Name, Arc<Collection>>,
        locale: &SiteLocale,
        diagnostics: &'f mut Diagnostics,
    ) -> Self {
        let language = locale.language.as_deref().and_then(|tag| Language::parse(tag).ok());
        let (forms, country) = (Forms::new(language.as_ref()), locale.country);
        Self { files, collections, named: BTreeMap::new(), country, forms, diagnostics }
    }

    pub fn diagnostics(&mut self) -> &mut Diagnostics {
        self.diagnostics
    }

    pub fn report(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// The type that a file declares.
    pub fn file(&mut self, name: &Name, pending: &Pending<'_>) -> Arc<Schema> {
        self.table(name, &pending.decoded.table, pending, Span::whole(pending.file))
    }

    /// The type in `templates/types/` of that name; `None` after reporting that there is none.
    pub fn named(&mut self, name: &Name, span: Span) -> Option<Arc<Schema>> {
        if let Some(known) = self.named.get(name).cloned() {
            if known.is_none() {
                let message = format!("the type \"{name}\" contains itself");
                self.report(
                    Diagnostic::new(Code::Type, span, message)
                        .help("let one of the tables refer to an entry instead"),
                );
            }
            return known;
        }
        let pending = self.files.get(&(TypeFolder::Types, name.clone()))?;
        self.named.insert(name.clone(), None);
        let schema = self.file(name, pending);
        self.named.insert(name.clone(), Some(schema.clone()));
        Some(schema)
    }

    /// True if there is a section of that name.
    pub fn has_section(&self, name: &Name) -> bool {
        self.files.contains_key(&(TypeFolder::Sections, name.clone()))
    }

    /// The collection of that name; `None` after reporting that there is none.
    pub fn collection(&mut self, name: &str, span: Span) -> Option<Arc<Collection>> {
        if let Some(found) = self.collections.get(name) {
            return Some(found.clone());
        }
        let near = nearest(name, self.collections.keys().map(|name| &**name));
        let known = super::quoted(self.collections.keys().map(|name| &**name));
        self.report(
            Diagnostic::new(Code::Type, span, format!("there is no collection \"{name}\""))
                .expected(format!("one of {known}"))
                .help(near.map_or(
                    "a collection is declared in templates/collections, a folder each".to_owned(),
                    |near| format!("did you mean \"{near}\"?"),
                )),
        );
        None
    }

    fn table(&mut self, name: &Name, table: &Table, pending: &Pending<'_>, span: Span) -> Arc<Schema> {
        let help = table.text("help").unwrap_or_default().into();
        let fields = self.fields(table, pending);
        let rules = rules::rules(table, &fields, self.diagnostics);
        let gone = useless::gone(table, &fields, self.diagnostics);
        let is_partial = !pending.decoded.diagnostics.is_empty();
        Arc::new(Schema { name: name.clone(), help, fields, rules, gone, is_partial, span })
    }

    fn fields(&mut self, table: &Table, pending: &Pending<'_>) -> Vec<Field> {
        let declared = match table.get("field").map(|value| &value.value) {
            Some(Data::Map(fields)) => fields.as_slice(),
            _ => &[],
        };
        let mut fields: Vec<Field> = Vec::new();
        for (key, value) in declared {
            let Data::Table(declaration) = &value.value else { continue };
            if RESERVED.contains(&&*key.value) {
                let message =
                    format!("no field can be called \"{}\": every table may have that key", key.value);
                self.report(
                    Diagnostic::new(Code::Type, key.span, message).help("give the field another name"),
                );
                continue;
            }
            fields.push(self.field(key, declaration, pending));
        }
        older_names::check(&fields, self.diagnostics);
        let mut checked = Vec::with_capacity(fields.len());
        for field in &fields {
            let declared = declared.iter().find(|(key, _)| key.value == field.key);
            let when =
                declared.and_then(|(_, value)| value.value.as_table()?.get("when").map(|when| when.span));
            checked.push(condition::check(field, &fields, when.unwrap_or(field.span), self.diagnostics));
        }
        fields.into_iter().zip(checked).map(|(field, presence)| Field { presence, ..field }).collect()
    }

    fn field(&mut self, key: &Spanned<Name>, table: &Table, pending: &Pending<'_>) -> Field {
        let mut field = Field::new(&key.value, Kind::Any, table.text("help").unwrap_or_default());
        field.span = key.span;
        let Some(kind) = self.kind(key, table, pending) else {
            // What stands behind the key in content is no mistake of its own.
            return field.optional();
        };
        useless::check(key, table, self.diagnostics);
        field.kind = kind;
        field.list = table.is("list").then(|| bounds(table, "count").unwrap_or(Bounds::at_least(1)));
        field.bounds = bounds(table, "length").or_else(|| bounds(table, "range")).unwrap_or(Bounds::NONE);
        field.was = match (&field.kind, written(table, "was")) {
            (Kind::Choice(_), _) | (_, None) => Vec::new(),
            (_, Some(names)) => strings(&names).iter().map(|name| Name::from(&**name)).collect(),
        };
        field.slots = slots::declared(table);
        field.example = match (table.get("example").map(|value| &value.value), &field.kind) {
            (Some(Data::Any(written)), _) => Some(written.clone()),
            (_, Kind::Scalar(scalar)) => {
                self.country.and_then(|country| country.example(*scalar)).map(Into::into)
            }
            _ => None,
        };
        field.presence = self.presence(&field, table, pending);
        field
    }

    fn kind(&mut self, key: &Spanned<Name>, table: &Table, pending: &Pending<'_>) -> Option<Kind> {
        let name = table.text("type")?;
        let span = table.get("type").map_or(key.span, |value| value.span);
        if let Some(scalar) = Scalar::named(name) {
            return Some(Kind::Scalar(scalar));
        }
        match name {
            "picture" => Some(Kind::Picture),
            plural::NAME => Some(Kind::Plural(self.forms.clone())),
            "choice" => self.choice(table, key),
            "ref" => {
                let Some(to) = table.get("to") else {
                    self.needs(key, "to", "the collection that it refers to: to = \"trainers\"");
                    return None;
                };
                self.collection(table.text("to").unwrap_or_default(), to.span).map(Kind::Ref)
            }
            "table" if table.get("by").is_some() => self.variants(key, table, pending),
            "table" if !matches!(table.get("field").map(|value| &value.value), Some(Data::Map(_))) => {
                self.needs(key, "field", &format!("its fields: [field.{}.field]", key.value));
                None
            }
            "table" => Some(Kind::Table(self.table(&key.value, table, pending, key.span))),
            _ if self.files.contains_key(&(TypeFolder::Types, Name::from(name))) => {
                self.named(&Name::from(name), span).map(Kind::Table)
            }
            _ => {
                self.unknown_type(name, span);
                None
            }
        }
    }

    /// Reports a type that nothing declares.
    fn unknown_type(&mut self, name: &str, span: Span) {
        let own = self.files.keys().filter(|(folder, _)| *folder == TypeFolder::Types);
        let wrong = unknown::of_type(name, span, own.map(|(_, name)| &**name));
        self.report(wrong);
    }

    fn needs(&mut self, field: &Spanned<Name>, key: &str, what: &str) {
        let message = format!("the field \"{}\" needs \"{key}\"", field.value);
        self.report(Diagnostic::new(Code::MissingKey, field.span, message).help(format!("add {what}")));
    }

    fn choice(&mut self, table: &Table, key: &Spanned<Name>) -> Option<Kind> {
        let mut words: Vec<Choice> = Vec::new();
        for element in table.list("of") {
            let Data::Text(text) = &element.value else { continue };
            if words.iter().any(|choice| *choice.word == *text.as_str()) {
                let message = format!("the word \"{}\" is there twice", text.as_str());
                self.report(
                    Diagnostic::new(Code::DuplicateId, element.span, message).help("remove one of the two"),
                );
                continue;
            }
            words.push(word(text.as_str()));
        }
        if words.is_empty() {
            // A list without words was reported as such.
            if table.get("of").is_some() {
                return None;
            }
            self.needs(key, "of", "the words that can be chosen: of = [\"left\", \"right\"]");
            return None;
        }
        if let Some(Toml::Table(was)) = written(table, "was") {
            let span = table.get("was").map_or(key.span, |value| value.span);
            let older = was.iter().map(|(old, new)| (old.as_str(), new.as_str().unwrap_or_default()));
            older_names::of_choice(&mut words, older, span, self.diagnostics);
        }
        Some(Kind::Choice(words.into()))
    }

    fn variants(&mut self, key: &Spanned<Name>, table: &Table, pending: &Pending<'_>) -> Option<Kind> {
        let Some(Data::Map(declared)) = table.get("one").map(|value| &value.value) else {
            self.needs(key, "one", "a table [one.NAME] for each of them");
            return None;
        };
        let mut of = Vec::new();
        for (name, value) in declared {
            let Data::Table(variant) = &value.value else { continue };
            let schema = self.table(&name.value, variant, pending, name.span);
            let mut schema = Arc::unwrap_or_clone(schema);
            // Templates read the word like any other field.
            let choice = Kind::Choice([word(&name.value)].into());
            schema.fields.insert(0, Field::new(table.text("by").unwrap_or_default(), choice, &schema.help));
            of.push((word(&name.value), Arc::new(schema)));
        }
        let by = Name::from(table.text("by").unwrap_or_default());
        let noun = super::with_article(&key.value).into();
        Some(Kind::Variants(Arc::new(Variants { noun, by, of })))
    }

    fn presence(&mut self, field: &Field, table: &Table, pending: &Pending<'_>) -> Presence {
        let optional = table.is("optional");
        if let Some(when) = written(table, "when") {
            let mut conditions =
                if let Toml::Table(when) = when { when } else { toml::Table::new() }.into_iter();
            let (Some((sibling, value)), None) = (conditions.next(), conditions.next()) else {
                let span = table.get("when").map_or(field.span, |value| value.span);
                self.report(
                    Diagnostic::new(Code::Type, span, "\"when\" compares one field with values")
                        .expected("a table with one key, such as { layout = [\"left\", \"right\"] }"),
                );
                return Presence::Optional;
            };
            let is = (value != Toml::Boolean(true)).then(|| strings(&value));
            return Presence::When {
                condition: Condition { field: Name::from(sibling.as_str()), is },
                optional,
            };
        }
        let Some(default) = table.get("default") else { return presence(optional) };
        if optional {
            let message = format!("\"{}\" has a default, so that it is optional anyway", field.key);
            let span = table.get("optional").map_or(default.span, |value| value.span);
            self.report(Diagnostic::new(Code::Type, span, message).help("remove optional = true"));
        }
        let value = self.default(field, default, pending);
        Presence::Default(value.unwrap_or_else(|| super::fallback::of_field(field, None)))
    }

    /// The default of a field, decoded as content would be.
    fn default(&mut self, field: &Field, written: &Spanned<Data>, pending: &Pending<'_>) -> Option<Data> {
        let Data::Any(raw) = &written.value else { return None };
        // Its texts are words of the interface, which are not known yet.
        if let (Kind::Table(inner), None, "{}") = (&field.kind, &field.list, &**raw)
            && inner.fields.iter().filter(|field| field.is_required()).all(Field::takes_words)
        {
            return Some(Data::Table(super::fallback::of_table(inner)));
        }
        // Padded so that each character has the place that it has in the file.
        let key = "x = ";
        let start = (written.span.start as usize).checked_sub(key.len())?;
        let text = format!("{}{key}{raw}", " ".repeat(start));
        let root = DeTable::parse(&text).ok()?;
        let mut report = Report::new(written.span.file, &pending.text_of(written.span).text);
        let item = Item::new("default", root.get_ref().get("x")?, &report);
        let value = super::decode::decode_default(field, &item, &mut report);
        let (diagnostics, ..) = report.finish();
        self.diagnostics.extend(diagnostics);
        value
    }
}

/// The least and the greatest number behind a key.
fn bounds(table: &Table, key: &str) -> Option<Bounds> {
    let number = |value: &Spanned<Data>| value.value.as_number();
    match table.list(key) {
        [] => None,
        [least] => Some(Bounds { least: number(least), most: None }),
        // Reported elsewhere; nothing could be between them.
        [least, most, ..] if number(least) > number(most) => None,
        [least, most, ..] => Some(Bounds { least: number(least), most: number(most) }),
    }
}

/// What is written behind a key that takes any value.
fn written(table: &Table, key: &str) -> Option<Toml> {
    let Data::Any(raw) = &table.get(key)?.value else { return None };
    toml::from_str::<toml::Table>(&format!("x = {raw}")).ok()?.remove("x")
}

/// One literal or several, as texts.
fn strings(value: &Toml) -> Vec<Arc<str>> {
    match value {
        Toml::Array(values) => values.iter().flat_map(strings).collect(),
        Toml::String(text) => vec![text.as_str().into()],
        Toml::Integer(number) => vec![number.to_string().into()],
        Toml::Boolean(value) => vec![value.to_string().into()],
        Toml::Float(_) | Toml::Datetime(_) | Toml::Table(_) => Vec::new(),
    }
}
