//! TOML to data, by schema: every mistake of a file at once, each with its place.

use std::{collections::BTreeMap, fmt::Debug, sync::Arc};

use jiff::tz::TimeZone;
use toml::de::{DeTable, DeValue};

use super::{
    Application, Condition, Data, EntryRef, Field, Kind, Name, Presence, Scalar, Schema, Table,
    application::Unknown,
    choice,
    fallback::{field_fallback, kind_fallback, table_fallback},
    picture, plural, rules, slots,
    table::{TablePlace, TableReader, extent},
};
use crate::{
    decode::{
        Allow, ExpectedType, Findings, Item, Reference, Report, Spanned, confirm, first_statement,
        note_placeholders, offer, value::DateOrder, with_toml,
    },
    diagnostic::{Applicability, Diagnostic, Edit, FileId, Fix, Span, code, counted, diagnostic, report},
};

/// The places in which a key is right, by the key: `the rows of "monday" in content/schedule.toml`.
pub type Elsewhere = BTreeMap<Name, Vec<Arc<str>>>;

/// Settings for reading a file.
#[derive(Clone, Copy, Debug)]
pub struct Options<'o> {
    /// The order of day and month in dates that aren't written as TOML writes them.
    pub date_order: DateOrder,
    /// The time zone on whose clock dates are, if it is known.
    pub zone: Option<&'o TimeZone>,
    /// The keys of all types, each with where it is one: a key that is right elsewhere is no misspelt other one.
    pub elsewhere: Option<&'o Elsewhere>,
    /// Sets plain texts for readers; without it they stay as they are written.
    pub typesetter: Option<&'o dyn Typesetter>,
    /// The program that reads the file.
    pub application: &'o dyn Application,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            date_order: DateOrder::default(),
            zone: None,
            elsewhere: None,
            typesetter: None,
            application: &Unknown,
        }
    }
}

/// Sets plain texts for readers, such as with the quotation marks of their language.
pub trait Typesetter: Debug + Sync {
    /// The text as readers see it everywhere.
    fn set(&self, text: Arc<str>) -> Arc<str>;
}

/// The result of reading one file.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// Its table.
    pub table: Arc<Table>,
    /// True if nothing could be read of it, so that the table is only a fallback.
    pub unreadable: bool,
    /// The mistakes in the file.
    pub diagnostics: Vec<Diagnostic>,
    /// The warnings that the file allows, with the places where it allows them.
    pub allows: Vec<Allow>,
    /// Things that the file needs elsewhere, each with the place that names it.
    pub references: Vec<(Reference, Span)>,
}

/// Decodes a file of this type, gathering all its mistakes.
pub fn file(file: FileId, text: &Arc<str>, schema: &Arc<Schema>, options: Options<'_>) -> Decoded {
    let mut report = Report::new(file, text, options);
    report.root = Some(schema.clone());
    report.source = Some(text.clone());
    let span = first_statement(file, text);
    let place = TablePlace { span, scope: Span::new(file, 0..text.len()), is_root: true };
    let mut is_empty = false;
    let decoded = with_toml(text, &mut report, |root, report| {
        is_empty = root.is_empty();
        let root = below_header(root, schema, report).unwrap_or(root);
        table(schema, root, &[], place, report)
    });
    let unreadable = decoded.is_none();
    note_placeholders(text, &mut report);
    let Findings { mut diagnostics, allows, references } = report.finish();
    if is_empty {
        diagnostics = without_keys(diagnostics, schema, span, options.application.help_if_empty(schema));
    }
    let table = decoded.unwrap_or_else(|| table_fallback(schema));
    Decoded { table, unreadable, diagnostics, allows, references }
}

/// The diagnostics of a file without a key: that all of them are missing is one mistake. `help` says what to do.
fn without_keys(diagnostics: Vec<Diagnostic>, schema: &Schema, span: Span, help: &str) -> Vec<Diagnostic> {
    let required: Vec<&Field> = schema.fields.iter().filter(|field| field.is_required()).collect();
    if required.len() < 2 {
        return diagnostics;
    }
    let keys: Vec<&str> = required.iter().map(|field| &*field.key).collect();
    let (missing, mut others): (Vec<_>, Vec<_>) =
        diagnostics.into_iter().partition(|diagnostic| diagnostic.code == code::MISSING_KEY);
    // The words of the language may be what is missing, which is reported of the language; what isn't TOML may say all of
    // them.
    if missing.is_empty() || others.iter().any(|diagnostic| diagnostic.code == code::SYNTAX) {
        return others;
    }
    report!(others, code::MISSING_KEY, span, "this file has no keys";
        expected: "the keys {}", keys.join(", ");
        help;
        fix: missing.into_iter().next().and_then(|first| first.fixes.into_iter().next());
        unwritten);
    others
}

/// The keys of a file if all of them stand below one header that its type doesn't have, such as `[class]` or `[[class]]`, which
/// is reported.
fn below_header<'a>(
    root: &'a DeTable<'a>,
    schema: &Schema,
    report: &mut Report<'_>,
) -> Option<&'a DeTable<'a>> {
    let (name, value) = root.iter().next().filter(|_| root.len() == 1)?;
    let value = match value.get_ref() {
        DeValue::Array(tables) if tables.len() == 1 => tables.iter().next()?,
        _ => value,
    };
    let table = value.get_ref().as_table()?;
    let fields = table.keys().filter(|key| schema.field(key.get_ref()).is_some()).count();
    if schema.is_partial || schema.field(name.get_ref()).is_some() || fields * 2 <= table.len() {
        return None;
    }
    let header = report.span(value.span());
    let rest = report.text.get(header.start as usize..).filter(|rest| rest.starts_with('['))?;
    let start = header.start as usize;
    let line = rest.split_inclusive('\n').next().map_or(0, str::len);
    // Headers below it, such as [class.image], begin with its name.
    let inner = format!("[{}.", name.get_ref());
    let inner = rest.match_indices(&inner).filter(|(at, _)| begins_header(rest, *at));
    let inner = inner.map(|(at, name)| start + at + 1..start + at + name.len());
    let edits = std::iter::once(start..start + line).chain(inner).map(|at| Edit::at(header.file, at, ""));
    let diagnostic = diagnostic!(code::UNKNOWN_KEY, header,
        "the keys of this file need no header \"{}\"", name.get_ref();
        label: "unknown table");
    let diagnostic = diagnostic.help("remove the line: the file is one thing, whose keys begin at its top");
    report.push(diagnostic.fix(Fix::new(edits.collect(), Applicability::Certain)));
    Some(table)
}

/// True if a bracket is the first thing of its line, or the second of two.
fn begins_header(text: &str, bracket: usize) -> bool {
    let before = text.get(..bracket).and_then(|before| before.rsplit('\n').next());
    before.is_some_and(|before| matches!(before.trim_start(), "" | "["))
}

/// Decodes a table. `extra` are keys that it may have besides its fields.
pub fn table<'a>(
    schema: &Arc<Schema>,
    table: &'a DeTable<'a>,
    extra: &[&str],
    place: TablePlace,
    report: &mut Report<'_>,
) -> Arc<Table> {
    let allowed: Vec<&str> = extra.iter().copied().chain(["allow"]).collect();
    let mut reader = TableReader::new(table, schema, &allowed, place, report);
    reader.read_allow(report);
    let mut values: Vec<Option<Spanned<Data>>> = vec![None; schema.fields.len()];
    // Conditions read siblings that have none.
    for conditional in [false, true] {
        for (at, field) in schema.fields.iter().enumerate() {
            if matches!(field.presence, Presence::When { .. }) == conditional {
                let value = if extra.contains(&&*field.key) {
                    // The word that selects this variant was read before.
                    let word = reader.item(&field.key, report);
                    word.map(|item| Spanned { value: field_fallback(field, None), span: item.span })
                } else {
                    decode_field(field, schema, &values, &mut reader, report)
                };
                if let Some(slot) = values.get_mut(at) {
                    *slot = value;
                }
            }
        }
    }
    let names = schema.fields.iter().map(|field| field.key.clone());
    let fields: Vec<_> = names.zip(values).filter_map(|(name, value)| Some((name, value?))).collect();
    let decoded = Table::new(schema.clone(), fields, place.span);
    rules::check(schema, &decoded, &reader, report);
    reader.finish(report);
    Arc::new(decoded)
}

fn decode_field(
    field: &Field,
    schema: &Schema,
    values: &[Option<Spanned<Data>>],
    reader: &mut TableReader<'_, '_>,
    report: &mut Report<'_>,
) -> Option<Spanned<Data>> {
    let is_needed = matches!(&field.presence, Presence::When { condition, optional: false }
        if holds(condition, schema, values, reader) == Some(true));
    // A value that has to be there is wrong if it is empty.
    let item =
        if is_needed { reader.written_item(&field.key, report) } else { reader.item(&field.key, report) };
    match (&field.presence, item) {
        (Presence::When { condition, .. }, Some(item))
            if holds(condition, schema, values, reader) == Some(false) =>
        {
            let span = reader.key_span(&field.key, report).unwrap_or(item.span);
            report.push(does_not_belong(field, condition, span, report));
            None
        }
        (_, Some(item)) => Some(decode_written(field, &item, reader, report)),
        (Presence::Optional, None) => None,
        (Presence::Default(value), None) => {
            let names = field.default_names().into_iter();
            names.for_each(|name| report.reference(Reference::Default(name), reader.place.span));
            Some(Spanned { value: value.clone(), span: Span::NOWHERE })
        }
        (Presence::When { condition, optional }, None)
            if *optional || holds(condition, schema, values, reader) != Some(true) =>
        {
            None
        }
        (Presence::Required | Presence::When { .. }, None) => {
            reader.miss(field, report);
            Some(Spanned { value: field_fallback(field, None), span: Span::NOWHERE })
        }
    }
}

/// The value that is written for a field; its fallback after reporting what is wrong with it.
fn decode_written(
    field: &Field,
    item: &Item<'_>,
    reader: &TableReader<'_, '_>,
    report: &mut Report<'_>,
) -> Spanned<Data> {
    if reader.report_several(field, item, report) {
        return Spanned { value: field_fallback(field, Some(item)), span: Span::NOWHERE };
    }
    let mut decoded = decode_value(field, item, report);
    if let Some(Spanned { value: Data::List(elements), .. }) = &mut decoded {
        let further = reader.further(&field.key, report);
        elements.extend(further.iter().filter_map(|table| {
            let value = decode_one(&field.kind, field, table, report)?;
            Some(Spanned { value, span: table.span })
        }));
        if !further.is_empty() {
            elements.sort_by_key(|element| element.span.start);
        }
    }
    if is_single(&field.kind) {
        let decodes = |item: &Item<'_>, report: &mut Report<'_>| decode_value(field, item, report).is_some();
        match decoded {
            Some(_) => confirm(item, &decodes, report),
            None => {
                offer(item, field.kind.scalar(), &field.example(), &field.expected(), &decodes, report);
                if field.kind.is_one_of(&[Scalar::INTEGER]) && !field.help.is_empty() {
                    report.explain(item.span, &field.help);
                }
                if let Some(right) = item.text().and_then(|text| choice::meant(text, &field.synonyms))
                    && field.kind.is_one_of(&[Scalar::BOOL])
                {
                    report.correct(item.span, &**right, Applicability::Certain);
                }
                reader.offer_other_key(field, item, report);
            }
        }
    }
    decoded.iter().for_each(|value| slots::check(field, value, report));
    // Even a wrong value says that the key is there.
    decoded.unwrap_or_else(|| Spanned { value: field_fallback(field, Some(item)), span: Span::NOWHERE })
}

/// Whether a sibling has one of the values that the condition names. Returns `None` if the sibling can't be read,
/// which was reported.
fn holds(
    condition: &Condition,
    schema: &Schema,
    values: &[Option<Spanned<Data>>],
    reader: &TableReader<'_, '_>,
) -> Option<bool> {
    let at = schema.fields.iter().position(|field| field.key == condition.field);
    let Some(value) = at.and_then(|at| values.get(at)?.as_ref()) else { return Some(false) };
    if reader.has(&condition.field) && !value.span.is_somewhere() {
        return None;
    }
    Some(condition.holds_for(&value.value))
}

fn does_not_belong(field: &Field, condition: &Condition, span: Span, report: &Report<'_>) -> Diagnostic {
    let belongs = match &condition.is {
        Some(values) => format!(
            "{} = {}",
            condition.field,
            values.iter().map(|value| super::written(value)).collect::<Vec<_>>().join(" or ")
        ),
        None => format!("\"{}\"", condition.field),
    };
    let help = match &condition.is {
        Some(_) => format!("remove \"{}\", or change \"{}\"", field.key, condition.field),
        None => format!("write \"{}\" as well, or remove \"{}\"", condition.field, field.key),
    };
    diagnostic!(code::UNKNOWN_KEY, span, "\"{}\" belongs to {belongs}", field.key;
        label: "does not belong here";
        help;
        // Where the other field is missing, this one isn't removed: a class of every second week would be held in each.
        fix: report.document().remove(span).filter(|_| condition.is.is_some()))
}

/// True for a kind whose values are single ones, which people write in other forms.
pub(super) fn is_single(kind: &Kind) -> bool {
    matches!(kind, Kind::Scalar(_) | Kind::Choice(_) | Kind::Ref(_) | Kind::Picture(_))
}

/// The value of a field, or of as many elements of a list as can be read.
pub(super) fn decode_value(field: &Field, item: &Item<'_>, report: &mut Report<'_>) -> Option<Spanned<Data>> {
    let value = match (&field.list, &field.kind) {
        (None, kind) => decode_one(kind, field, item, report)?,
        (Some(bounds), Kind::Table(_) | Kind::Variants(_)) => {
            let elements = decode_tables(field, item, report)?;
            check_count(*bounds, elements.len(), item, report);
            Data::List(elements)
        }
        (Some(bounds), kind) if !matches!(item.value, DeValue::Array(_)) && field.takes_one() => {
            let value = decode_one(kind, field, item, report)?;
            check_count(*bounds, 1, item, report);
            Data::List(vec![Spanned { value, span: item.span }])
        }
        (Some(_), _) if !matches!(item.value, DeValue::Array(_)) => {
            let example = field.example();
            item.wrong_type(ExpectedType::Value, &format!("a list in brackets, such as {example}"), report);
            return None;
        }
        (Some(bounds), kind) => {
            let elements = item.elements(field.has_gaps, report, |element, report| {
                // A gap is no text, which would have to be translated.
                if field.has_gaps && element.is_empty(report) {
                    return Some(Spanned {
                        value: Data::Str(Scalar::LITERAL, "".into()),
                        span: element.span,
                    });
                }
                // In a list that had to be recovered, no correction of an element can take the place of the whole list. The
                // first of several tables stands where their list does.
                let is_table = matches!(element.value, DeValue::Table(_));
                let is_whole = element.span == item.span && !is_table;
                let decoded = if is_whole {
                    decode_one(kind, field, element, &mut report.for_trial())
                } else {
                    decode_one(kind, field, element, report)
                };
                if decoded.is_none() && is_single(kind) && !is_whole {
                    offer(
                        element,
                        kind.scalar(),
                        &kind.example(),
                        &kind.expected(),
                        &|item, report| decode_one(kind, field, item, report).is_some(),
                        report,
                    );
                }
                let value = match decoded {
                    Some(value) => Spanned { value, span: element.span },
                    None => Spanned { value: kind_fallback(kind, Some(element)), span: Span::NOWHERE },
                };
                Some(value)
            })?;
            if elements.iter().any(|element| !element.span.is_somewhere()) {
                report.doubt(item.span);
            }
            check_count(*bounds, elements.len(), item, report);
            if field.kind.is_unique() {
                check_repeated(&elements, report);
            }
            Data::List(elements)
        }
    };
    Some(Spanned { value, span: item.span })
}

fn check_count(bounds: super::Bounds, count: usize, item: &Item<'_>, report: &mut Report<'_>) {
    let measured = u32::try_from(count).map_or(f64::MAX, f64::from);
    if count > 0 && !bounds.contain(measured) {
        let has_too_few = bounds.least.is_some_and(|least| measured < least);
        let elements = counted(count, "element");
        report!(report, code::OUT_OF_RANGE, item.span, "the list \"{}\" has {elements}", item.key;
            expected: bounds.describe_count("element");
            help: if has_too_few { "add more" } else { "remove some" });
    }
}

/// Reports entries and dates that a list names again.
fn check_repeated(elements: &[Spanned<Data>], report: &mut Report<'_>) {
    let mut named: BTreeMap<String, Span> = BTreeMap::new();
    for element in elements.iter().filter(|element| element.span.is_somewhere()) {
        let name = match &element.value {
            Data::Ref(reference) => format!("\"{}\"", reference.id),
            Data::Str(_, text) => format!("\"{text}\""),
            single => single.written(),
        };
        if let Some(first) = named.get(&name) {
            report!(report, code::MALFORMED, element.span, "the list has {name} twice";
                label: "the second time";
                related: *first => "the first time";
                help: "write another, or remove one of the two");
        } else {
            named.insert(name, element.span);
        }
    }
}

/// The tables under a key, written as `[[key]]`.
fn decode_tables(field: &Field, item: &Item<'_>, report: &mut Report<'_>) -> Option<Vec<Spanned<Data>>> {
    if item.value.is_array() && item.is_empty(report) {
        item.empty_list(report);
        return None;
    }
    let expected = "a list of tables, each under its own line [[...]]";
    let mut tables = tables(item, ExpectedType::Tables, expected, report);
    // One of several kinds was begun, even if it doesn't say yet which it is.
    tables.retain(|table| matches!(field.kind, Kind::Variants(_)) || !table.is_empty(report));
    let decoded = tables.into_iter().filter_map(|element| {
        let value = decode_one(&field.kind, field, &element, report)?;
        Some(Spanned { value, span: element.span })
    });
    let decoded: Vec<_> = decoded.collect();
    (!decoded.is_empty()).then_some(decoded)
}

/// The tables that stand here, after reporting that there should be several or one. What is there is read all the same.
fn tables<'a>(
    item: &Item<'a>,
    wanted: ExpectedType,
    expected: &str,
    report: &mut Report<'_>,
) -> Vec<Item<'a>> {
    let tables: Vec<Item<'a>> = match item.value {
        DeValue::Table(_) => vec![*item],
        DeValue::Array(array) if array.iter().any(|element| element.get_ref().is_table()) => {
            array.iter().map(|element| Item::new(item.key, element, report)).collect()
        }
        _ => Vec::new(),
    };
    let is_right = !tables.is_empty() && item.value.is_table() != (wanted == ExpectedType::Tables);
    if !is_right && !report.is_reshaped(item.span) {
        // The first of several tables is underlined.
        let span = tables.first().map_or(item.span, |first| first.span);
        Item { span, ..*item }.wrong_type(wanted, expected, report);
    }
    tables
}

/// One value of this kind.
fn decode_one(kind: &Kind, field: &Field, item: &Item<'_>, report: &mut Report<'_>) -> Option<Data> {
    match kind {
        Kind::Scalar(scalar) => match scalar.0.at_home.and_then(|at_home| at_home(item, &field.example())) {
            Some(text) => Some(Data::Str(*scalar, text)),
            None => scalar.decode(item, field.bounds, report),
        },
        Kind::Choice(words) => {
            choice::word(words, &field.synonyms, item, report).map(|word| Data::Str(Scalar::WORD, word))
        }
        Kind::Ref(collection) => {
            let id = collection.decode_id(item, report)?;
            let reference = Reference::Entry { collection: collection.name.clone(), id: id.clone() };
            report.reference(reference, item.span);
            Some(Data::Ref(EntryRef { collection: collection.clone(), id }))
        }
        Kind::Picture(file) => {
            // The example repeats the name of a file that stands alone.
            let raw =
                report.text.get(item.span.range()).filter(|raw| item.text().is_some() && !raw.contains('\n'));
            let expected = raw.map_or_else(|| kind.expected(), picture::expected);
            let table = tables(item, ExpectedType::Value, &expected, report).into_iter().next()?;
            let picture = picture::decode(*file, field.is_cropped, &table, report)?;
            Some(Data::Picture(Box::new(picture)))
        }
        Kind::Plural(forms) => {
            let plural = plural::decode(forms, field.bounds, item, report)?;
            Some(Data::Plural(Box::new(plural)))
        }
        Kind::Table(_) | Kind::Variants(_) => {
            let table = tables(item, ExpectedType::Table, &kind.expected(), report).into_iter().next()?;
            one_table(kind, &table, report).map(Data::Table)
        }
    }
}

/// The table of this kind in a value, or `None` after reporting that something else is expected.
pub fn one_table(kind: &Kind, item: &Item<'_>, report: &mut Report<'_>) -> Option<Arc<Table>> {
    let DeValue::Table(root) = item.value else {
        item.wrong_type(ExpectedType::Table, &kind.expected(), report);
        return None;
    };
    let scope = extent(item.span, root, report);
    let place = TablePlace { span: item.span, scope, is_root: false };
    match kind {
        Kind::Table(schema) => Some(table(schema, root, &[], place, report)),
        Kind::Variants(variants) => {
            let schema = choice::variant(variants, root, item, report)?;
            Some(table(schema, root, &[&variants.by], place, report))
        }
        _ => None,
    }
}

/// The default of a field, decoded like a value of content.
pub fn decode_default(field: &Field, item: &Item<'_>, report: &mut Report<'_>) -> Option<Data> {
    decode_value(field, item, report).map(|decoded| decoded.value)
}
