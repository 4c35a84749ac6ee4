//! Schemas of the declarations in type files: names resolved, defaults decoded, contradictions reported.

use std::{collections::BTreeMap, sync::Arc};

use toml::{Spanned, Value, de::DeTable};
use toml_schema::schema::decode::decode_default;

use super::{
    Bounds, Collection, Condition, Data, Field, Hint, Kind, Name, Options, Presence, Rule, Scalar, Schema,
    Variants, plural,
    type_file::{
        ByName, DeclaredFields, DeclaredLimits, FieldDecl, NO_HINTS, Result, RuleDecl, TypeFile, TypeText,
        When, in_order,
    },
    words::{self, SiteLocale},
};
use crate::{
    diagnostic::{Diagnostic, Diagnostics, FileId, Span, code, diagnostic, nearest},
    hosts::HOSTS,
    schema::decode::{
        IMAGE, Item, Report, in_quotes, scalar_named, scalars,
        value::{Country, Language},
    },
    typography::QuotationMarks,
};

/// Types besides the scalars that gympress has itself.
pub(super) const OWN_TYPES: [&str; 7] = ["choice", "host", "ref", "picture", plural::NAME, "table", FILTER];

/// The type of a choice among entries, or among tables of a type.
const FILTER: &str = "filter";

/// Keys that every table may have, so that no field can.
const RESERVED: [&str; 2] = ["allow", "type"];

pub(super) struct Resolver<'f> {
    pub collections: &'f BTreeMap<Name, Arc<Collection>>,
    /// The files of `templates/types/`.
    tables: BTreeMap<Name, Option<&'f TypeFile>>,
    /// The resolved tables; `None` for one that is being resolved.
    resolved: BTreeMap<Name, Option<Arc<Schema>>>,
    country: Option<Country>,
    /// The forms that the language of the site has for numbers.
    forms: Arc<Schema>,
    quotation_marks: QuotationMarks,
    pub diagnostics: &'f mut Diagnostics,
}

/// The schema in place of a type that can't be used: nothing is missing in it, and no key is unknown.
pub(super) fn partial(name: &Name, file: FileId) -> Schema {
    Schema { is_partial: true, span: Span::whole(file), ..Schema::new(name, "", Vec::new()) }
}

impl<'f> Resolver<'f> {
    pub fn new(
        collections: &'f BTreeMap<Name, Arc<Collection>>,
        tables: BTreeMap<Name, Option<&'f TypeFile>>,
        locale: &SiteLocale,
        diagnostics: &'f mut Diagnostics,
    ) -> Self {
        let language = locale.language.as_deref().and_then(|tag| Language::parse(tag).ok());
        let (forms, country) = (plural::forms(language.as_ref()), locale.country);
        let (resolved, quotation_marks) = (BTreeMap::new(), locale.quotation_marks());
        Self { collections, tables, resolved, country, forms, quotation_marks, diagnostics }
    }

    /// The type of `templates/types/` that has this name; a partial one after reporting what is wrong with it. Returns
    /// `None` if that is what is being resolved.
    pub fn named(&mut self, name: &Name) -> Option<Arc<Schema>> {
        if let Some(known) = self.resolved.get(name) {
            return known.clone();
        }
        self.resolved.insert(name.clone(), None);
        let schema = match self.tables.get(name).copied().flatten() {
            Some(file) => self.file(name, file).unwrap_or_else(|wrong| {
                self.diagnostics.push(*wrong);
                partial(name, file.text.file)
            }),
            // A file that can't be read was reported.
            None => partial(name, FileId(0)),
        };
        let schema = Arc::new(schema);
        self.resolved.insert(name.clone(), Some(schema.clone()));
        Some(schema)
    }

    pub fn file(&mut self, name: &Name, file: &TypeFile) -> Result<Schema> {
        self.table(name, file.declared.fields(), &file.text, Span::whole(file.text.file))
    }

    pub fn collection(&self, name: &Spanned<String>, text: &TypeText) -> Result<Arc<Collection>> {
        self.collections.get(&**name.get_ref()).cloned().ok_or_else(|| {
            let message = format!("there is no collection \"{}\"", name.get_ref());
            text.unknown(name, message, self.collections.keys().map(|name| &**name))
        })
    }

    fn table(
        &mut self,
        name: &Name,
        declared: DeclaredFields<'_>,
        text: &TypeText,
        span: Span,
    ) -> Result<Schema> {
        let mut fields: Vec<Field> = Vec::new();
        for (key, field) in in_order(declared.field) {
            if RESERVED.contains(&&**key.get_ref()) {
                let message =
                    format!("no field can be called \"{}\": every table may have that key", key.get_ref());
                return Err(text.wrong(key, message).help("give the field another name").into());
            }
            fields.push(self.field(key, field, text)?);
        }
        let own_hints = declared.hint.iter();
        let mut hints: Vec<Hint> =
            own_hints.map(|(key, help)| Hint { key: Name::from(&**key), help: (&**help).into() }).collect();
        let mut rules = Vec::new();
        for shared in declared.with {
            let shared = self.shared(shared, &fields, text)?;
            fields.extend_from_slice(&shared.fields);
            rules.extend_from_slice(&shared.rules);
            hints.extend_from_slice(&shared.hints);
        }
        // All conditions are known before the first is checked, as none may be on a field that has one itself.
        for (key, when) in conditions(declared) {
            if let Some(field) = fields.iter_mut().find(|field| *field.key == **key.get_ref()) {
                let optional = matches!(field.presence, Presence::Optional);
                field.presence = Presence::When { condition: when.get_ref().0.clone(), optional };
            }
        }
        for (key, when) in conditions(declared) {
            let checked = condition(key.get_ref(), when, &fields, text)?;
            if let Some(field) = fields.iter_mut().find(|field| *field.key == **key.get_ref())
                && let Presence::When { condition, .. } = &mut field.presence
            {
                *condition = checked;
            }
        }
        for declared in declared.rule {
            rules.push(rule(declared, &fields, text)?);
        }
        for field in &fields {
            if let Some(several) = &field.several
                && !fields.iter().any(|other| other.key == *several && other.is_several_tables())
            {
                let wrong = diagnostic!(code::TYPE, field.span, "there is no list of tables \"{several}\" beside \"{}\"", field.key;
                    help: "name one in \"several\", or remove it");
                return Err(wrong.into());
            }
        }
        let label = declared.label.map(Arc::from);
        Ok(Schema { label, rules, hints, span, ..Schema::new(name, declared.help, fields) })
    }

    /// The type whose fields a table has besides `own`.
    fn shared(&mut self, with: &Spanned<String>, own: &[Field], text: &TypeText) -> Result<Arc<Schema>> {
        let name = with.get_ref();
        if !self.tables.contains_key(&**name) {
            let message = format!("there is no type \"{name}\" in templates/types");
            return Err(text.unknown(with, message, self.tables.keys().map(|name| &**name)));
        }
        let shared = self.named(&Name::from(&**name)).ok_or_else(|| contains_itself(with, text))?;
        if let Some(twice) = own.iter().find(|field| shared.field(&field.key).is_some()) {
            let place = text.span(with.span());
            let wrong = diagnostic!(code::TYPE, twice.span, "the type \"{name}\" has a field \"{}\", too", twice.key;
                related: place => "its fields are added here"; help: "give one of the two another name");
            return Err(wrong.into());
        }
        Ok(shared)
    }

    fn field(&mut self, key: &Spanned<String>, declared: &FieldDecl, text: &TypeText) -> Result<Field> {
        check_keys(key.get_ref(), declared, text)?;
        let kind = self.kind(key, declared, text)?;
        let synonyms = declared.synonyms.iter();
        let mut field = Field {
            span: text.span(key.span()),
            label: declared.label.as_deref().map(Arc::from),
            list: declared.list.then(|| bounds(&declared.count).unwrap_or(Bounds::at_least(1))),
            bounds: bounds(&declared.length).or_else(|| bounds(&declared.range)).unwrap_or(Bounds::NONE),
            slots: declared.slots.iter().map(|slot| Name::from(&**slot)).collect(),
            also: declared.also.iter().map(|key| Name::from(&**key)).collect(),
            synonyms: synonyms
                .flat_map(Spanned::get_ref)
                .map(|(one, meant)| (Name::from(&**one), Name::from(&**meant)))
                .collect(),
            flags: declared
                .flags
                .iter()
                .map(|(key, value)| (Name::from(&**key), flag_value(value).into()))
                .collect(),
            several: declared.several.as_ref().map(|several| Name::from(&**several.get_ref())),
            is_cropped: declared.cropped.as_ref().is_some_and(|cropped| *cropped.get_ref()),
            has_gaps: declared.gaps.as_ref().is_some_and(|gaps| *gaps.get_ref()),
            is_rare: declared.rare,
            filter: declared.filter.as_ref().is_some_and(|filter| *filter.get_ref()),
            translate: declared.translate.as_ref().map(|translate| translate.get_ref().0),
            ..Field::new(key.get_ref(), kind, &declared.help)
        };
        field.example = match (&declared.example, &field.kind) {
            (Some(example), _) => Some(text.written(example.span()).into()),
            (None, Kind::Scalar(scalar)) => {
                self.country.and_then(|country| country.example(*scalar)).map(Into::into)
            }
            _ => None,
        };
        let is_optional = declared.optional.as_ref().is_some_and(|optional| *optional.get_ref());
        field.presence = match &declared.default {
            Some(default) => Presence::Default(self::default(
                &field,
                text.span(default.span()),
                text.written(default.span()),
                self.quotation_marks,
            )?),
            None if is_optional => Presence::Optional,
            None => Presence::Required,
        };
        Ok(field)
    }

    fn kind(&mut self, key: &Spanned<String>, declared: &FieldDecl, text: &TypeText) -> Result<Kind> {
        let name = declared.kind.get_ref();
        if let Some(scalar) = scalar_named(name) {
            return Ok(Kind::Scalar(scalar));
        }
        match (&**name, &declared.by) {
            ("picture", _) => Ok(Kind::Picture(IMAGE)),
            ("host", _) => Ok(Kind::Choice(HOSTS.iter().map(|host| Name::from(host.name)).collect())),
            (plural::NAME, _) => Ok(Kind::Plural(self.forms.clone())),
            ("choice", _) => choice(key, declared, text),
            ("ref", _) => {
                let to = declared.to.as_ref();
                let to = to.ok_or_else(|| {
                    lacks_key(key, text, "to", "the collection that it refers to: to = \"trainers\"")
                })?;
                self.collection(to, text).map(Kind::Ref)
            }
            (FILTER, _) => {
                let to = declared.to.as_ref();
                let to = to.ok_or_else(|| {
                    lacks_key(key, text, "to", "the entries among which it chooses: to = \"posts\"")
                })?;
                let schema = Schema::new(key.get_ref(), &declared.help, Vec::new());
                let chooses = Some(Name::from(&**to.get_ref()));
                Ok(Kind::Table(Arc::new(Schema { chooses, span: text.span(to.span()), ..schema })))
            }
            ("table", Some(by)) => self.variants(key, by, declared, text),
            ("table", None) => {
                let none = ByName::new();
                let field = match &declared.field {
                    Some(field) => field.get_ref(),
                    None if !declared.with.is_empty() => &none,
                    None => {
                        let example = format!("its fields: [field.{}.field]", key.get_ref());
                        return Err(lacks_key(key, text, "field", &example));
                    }
                };
                let (help, with, hint) = (&declared.help, &declared.with, &NO_HINTS);
                let fields = DeclaredFields { label: None, help, with, field, rule: &[], hint };
                let schema =
                    self.table(&Name::from(&**key.get_ref()), fields, text, text.span(key.span()))?;
                Ok(Kind::Table(Arc::new(schema)))
            }
            (name, _) if self.tables.contains_key(name) => {
                let named = self.named(&Name::from(name));
                Ok(Kind::Table(named.ok_or_else(|| contains_itself(&declared.kind, text))?))
            }
            (name, _) => {
                let all = self.tables.keys().map(|name| &**name);
                let all = all.chain(scalars().map(|scalar| scalar.name())).chain(OWN_TYPES);
                Err(text.unknown(&declared.kind, format!("there is no type \"{name}\""), all))
            }
        }
    }

    /// One of several tables, selected by the word behind the key `by`.
    fn variants(
        &mut self,
        key: &Spanned<String>,
        by: &Spanned<String>,
        declared: &FieldDecl,
        text: &TypeText,
    ) -> Result<Kind> {
        let one = declared
            .one
            .as_ref()
            .ok_or_else(|| lacks_key(key, text, "one", "a table [one.NAME] for each of them"))?;
        let mut tables = Vec::new();
        for (word, variant) in in_order(one.get_ref()) {
            let (help, field, hint) = (&variant.help, &variant.field, &NO_HINTS);
            let fields = DeclaredFields { label: None, help, with: &[], field, rule: &[], hint };
            let name = Name::from(&**word.get_ref());
            let mut schema = self.table(&name, fields, text, text.span(word.span()))?;
            // Templates read the word like any other field.
            let choice = Kind::Choice([name.clone()].into());
            schema.fields.insert(0, Field::new(by.get_ref(), choice, &schema.help));
            tables.push((name, Arc::new(schema)));
        }
        let noun = super::with_article(key.get_ref()).into();
        Ok(Kind::Variants(Arc::new(Variants { noun, by: Name::from(&**by.get_ref()), tables })))
    }
}

/// The conditions of fields, each with the key of its field.
fn conditions(declared: DeclaredFields<'_>) -> impl Iterator<Item = (&Spanned<String>, &Spanned<When>)> {
    declared.field.iter().filter_map(|(key, field)| Some((key, field.when.as_ref()?)))
}

/// Reports a type that has itself as a field, or the fields of itself.
fn contains_itself(name: &Spanned<String>, text: &TypeText) -> Box<Diagnostic> {
    let message = format!("the type \"{}\" contains itself", name.get_ref());
    Box::new(text.wrong(name, message).help("let one of the tables refer to an entry instead"))
}

/// A choice of the declared words.
fn choice(key: &Spanned<String>, declared: &FieldDecl, text: &TypeText) -> Result<Kind> {
    let of = declared.of.as_ref().filter(|of| !of.get_ref().is_empty());
    let of = of.ok_or_else(|| {
        lacks_key(key, text, "of", "the words that can be chosen: of = [\"left\", \"right\"]")
    })?;
    let words = of.get_ref();
    let repeated = words
        .iter()
        .enumerate()
        .find(|(at, word)| words.iter().take(*at).any(|earlier| earlier.get_ref() == word.get_ref()));
    if let Some((_, word)) = repeated {
        let message = format!("\"{}\" can be chosen already", word.get_ref());
        return Err(text.wrong(word, message).help("remove one of them").into());
    }
    Ok(Kind::Choice(words.iter().map(|word| Name::from(&**word.get_ref())).collect()))
}

/// Reports that a field of this type needs a key. `example` says what to add.
fn lacks_key(field: &Spanned<String>, text: &TypeText, missing: &str, example: &str) -> Box<Diagnostic> {
    let message = format!("the field \"{}\" needs \"{missing}\"", field.get_ref());
    Box::new(text.wrong(field, message).help(format!("add {example}")))
}

fn bounds(limits: &Option<Spanned<DeclaredLimits>>) -> Option<Bounds> {
    limits.as_ref().map(|limits| limits.get_ref().0)
}

/// Reports a key that nothing reads for a field of this type, or beside another key.
fn check_keys(key: &str, declared: &FieldDecl, text: &TypeText) -> Result<()> {
    let name = &**declared.kind.get_ref();
    let scalar = scalar_named(name);
    let is_number =
        scalar.is_some_and(|scalar| [Scalar::INTEGER, Scalar::NUMBER, Scalar::PRICE].contains(&scalar));
    let is_table = name == "table";
    let is_named_table = scalar.is_none() && !OWN_TYPES.contains(&name);
    fn place<T>(value: &Option<Spanned<T>>) -> Option<Spanned<()>> {
        value.as_ref().map(|value| Spanned::new(value.span(), ()))
    }
    let keys = [
        ("length", place(&declared.length), scalar == Some(Scalar::TEXT)),
        ("range", place(&declared.range), is_number || name == plural::NAME),
        ("count", place(&declared.count), declared.list),
        ("of", place(&declared.of), name == "choice"),
        ("to", place(&declared.to), name == "ref" || name == FILTER),
        ("synonyms", place(&declared.synonyms), name == "choice" || scalar == Some(Scalar::BOOL)),
        ("several", place(&declared.several), scalar.is_some() && !declared.list),
        ("cropped", place(&declared.cropped), name == "picture"),
        ("gaps", place(&declared.gaps), declared.list && scalar == Some(Scalar::TEXT)),
        ("filter", place(&declared.filter), scalar == Some(Scalar::TEXT)),
        ("field", place(&declared.field), is_table && declared.by.is_none()),
        ("one", place(&declared.one), is_table && declared.by.is_some()),
        ("by", place(&declared.by), is_table),
        (
            "with",
            declared.with.first().map(|with| Spanned::new(with.span(), ())),
            is_table && declared.by.is_none(),
        ),
        ("entries", place(&declared.entries), declared.list && (is_table || is_named_table)),
        ("optional", place(&declared.optional), declared.default.is_none()),
    ];
    for (word, place, is_read) in keys {
        if let Some(place) = place.filter(|_| !is_read) {
            let what = if declared.list { format!("a list of {name}") } else { super::with_article(name) };
            let message = format!("\"{word}\" has no effect on \"{key}\", {what}");
            return Err(text.wrong(&place, message).help(format!("remove \"{word}\"")).into());
        }
    }
    Ok(())
}

/// The condition of a field, which compares it with a field that there is.
pub(super) fn condition(
    key: &str,
    when: &Spanned<When>,
    fields: &[Field],
    text: &TypeText,
) -> Result<Condition> {
    let condition = when.get_ref().0.clone();
    let other = fields.iter().find(|other| other.key == condition.field && *other.key != *key);
    let Some(other) = other.filter(|other| !matches!(other.presence, Presence::When { .. })) else {
        let message = format!("\"{key}\" depends on \"{}\"", condition.field);
        let near = nearest(&condition.field, fields.iter().map(|field| &*field.key));
        let help =
            near.filter(|near| *near != &*condition.field).map(|near| format!("did you mean \"{near}\"?"));
        let otherwise = "let it depend on another field of the same table, which depends on none itself";
        return Err(text.wrong(when, message).help(help.unwrap_or_else(|| otherwise.to_owned())).into());
    };
    match &other.kind {
        kind if kind.is_one_of(&[Scalar::BOOL]) && condition.is.is_none() => {
            Ok(Condition { is: Some(vec!["true".into()]), ..condition })
        }
        Kind::Choice(words) => {
            let mut values = condition.is.iter().flatten();
            let Some(value) = values.find(|value| !words.iter().any(|word| **word == ***value)) else {
                return Ok(condition);
            };
            let message = format!("\"{}\" is never \"{value}\"", condition.field);
            let expected = super::one_of(words.iter().map(|word| &**word));
            let near = nearest(value, words.iter().map(|word| &**word));
            let help = near.map(|near| format!("did you mean \"{near}\"?"));
            Err(text.wrong(when, message).expected(expected).help(help).into())
        }
        _ => Ok(condition),
    }
}

/// The value of a flag, as TOML writes it.
fn flag_value(value: &Value) -> String {
    match value {
        Value::String(text) => in_quotes(text),
        Value::Integer(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Boolean(is_true) => is_true.to_string(),
        Value::Datetime(date) => date.to_string(),
        Value::Array(_) | Value::Table(_) => String::new(),
    }
}

/// The rule, once all of its fields are known to exist.
fn rule(rule: &RuleDecl, fields: &[Field], text: &TypeText) -> Result<Rule> {
    match rule {
        RuleDecl::ExactlyOne(keys) => keys_of(keys.get_ref(), fields, text).map(Rule::ExactlyOne),
        RuleDecl::AtMostOne(keys) => keys_of(keys.get_ref(), fields, text).map(Rule::AtMostOne),
        RuleDecl::Together(keys) => keys_of(keys.get_ref(), fields, text).map(Rule::Together),
        RuleDecl::Before(pair) => ordered(pair, fields, text).map(|[first, last]| Rule::Before(first, last)),
        RuleDecl::NotAfter(pair) => {
            ordered(pair, fields, text).map(|[first, last]| Rule::NotAfter(first, last))
        }
    }
}

pub(super) fn keys_of(names: &[Spanned<String>], fields: &[Field], text: &TypeText) -> Result<Vec<Name>> {
    names.iter().map(|name| Ok(declared_field(name, fields, text)?.key.clone())).collect()
}

/// The keys of two fields whose values have an order.
fn ordered(pair: &Spanned<[Spanned<String>; 2]>, fields: &[Field], text: &TypeText) -> Result<[Name; 2]> {
    let [first, last] = pair.get_ref();
    let first = declared_field(first, fields, text)?;
    let last = declared_field(last, fields, text)?;
    if comes_before(first, last) {
        return Ok([first.key.clone(), last.key.clone()]);
    }
    let message = format!("\"{}\" and \"{}\" can't be compared", first.key, last.key);
    let wrong = text.wrong(pair, message).help("remove the rule, or change the type of a field");
    let expected = "two fields of one type that has an order, such as time, date, integer or number";
    Err(Box::new(wrong.expected(expected)))
}

fn declared_field<'f>(name: &Spanned<String>, fields: &'f [Field], text: &TypeText) -> Result<&'f Field> {
    fields.iter().find(|field| *field.key == **name.get_ref()).ok_or_else(|| {
        let message = format!("the type has no field \"{}\"", name.get_ref());
        text.unknown(name, message, fields.iter().map(|field| &*field.key))
    })
}

/// True if values of the two fields have an order.
fn comes_before(first: &Field, last: &Field) -> bool {
    match (&first.kind, &last.kind) {
        (Kind::Scalar(a), Kind::Scalar(b)) => {
            a == b && a.0.order.is_some() && first.list.is_none() && last.list.is_none()
        }
        _ => false,
    }
}

/// The default of a field, decoded as content would be.
fn default(field: &Field, span: Span, written: &str, marks: QuotationMarks) -> Result<Data> {
    // Its texts are words of the interface, which are not known yet.
    if let (Kind::Table(inner), None, "{}") = (&field.kind, &field.list, written)
        && inner.fields.iter().filter(|field| field.is_required()).all(words::is_text)
    {
        return Ok(Data::Table(super::fallback::table_fallback(inner)));
    }
    let text = format!("default = {written}\n");
    let options = Options { typesetter: Some(&marks), ..Options::default() };
    let mut report = Report::new(span.file, &text, options);
    let root = DeTable::parse(&text).ok();
    let value = root.as_ref().and_then(|root| {
        let item = Item::new("default", root.get_ref().get("default")?, &report);
        decode_default(field, &item, &mut report)
    });
    match (report.finish().diagnostics.into_iter().next(), value) {
        (None, Some(value)) => Ok(value),
        (Some(mut wrong), _) => {
            wrong.primary.span = span;
            wrong.fixes.clear();
            Err(wrong.into())
        }
        (None, None) => Err(diagnostic!(code::TYPE, span, "this default can't be read").into()),
    }
}
