//! A table that is being decoded: which keys it has, which it should have, and under which names.

use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use super::{
    Field, Kind, MeantHeader, Name, Rule, Scalar, Schema,
    choice::meant,
    decode::{decode_value, is_single},
    listed,
};
use crate::{
    decode::{
        Allow, Item, Report, line_end, lint_named, offer,
        value::{is_kebab_case, loose::answer, noun, time::range},
    },
    diagnostic::{
        Applicability, Diagnostic, Edit, Fix, Span, code, diagnostic, is_slip, line_at, report, suggest,
    },
    edit::toml_key,
};

/// The place of a table.
#[derive(Clone, Copy)]
pub struct TablePlace {
    /// The header, or the whole of an inline table, or the first statement of a file: what is underlined when a key
    /// is missing.
    pub span: Span,
    /// All of it.
    pub scope: Span,
    /// True for the table that a file is.
    pub is_root: bool,
}

/// A table of a file, whose keys are read one by one.
pub struct TableReader<'a, 't> {
    table: &'a DeTable<'a>,
    /// The place of its header, and the table around it.
    pub place: TablePlace,
    /// Keys that are there under an older or a slightly wrong name, with that name; those of lists of tables perhaps under the
    /// right one, too.
    aliases: Vec<(Name, &'a str)>,
    missing: Vec<Missing>,
    /// Keys that the type doesn't have, and that are like none.
    unknown: Vec<(&'a str, Span)>,
    /// Keys that may be left out, and have a value that says nothing.
    left_out: Vec<Name>,
    /// Keys whose value another one says, which was reported: `free = true` is `price = 0`.
    said: Vec<Name>,
    schema: &'t Schema,
}

/// A key that the type doesn't have.
struct UnknownKey<'a, 'k> {
    written: &'a str,
    span: Span,
    value: Option<&'a DeValue<'a>>,
    /// The key that was probably meant, of those that the table doesn't have yet.
    intended: Option<(&'k str, Applicability)>,
    /// The key that it is like, of those that the table has.
    given: Option<(&'k str, Applicability)>,
    /// Says where it is a key, if it is one anywhere.
    owners: Option<String>,
    /// True if it is a key of the file that stands below a header.
    is_of_root: bool,
    /// The field that it says with `true`, and the value.
    flag: Option<(&'k Field, &'k str)>,
    /// The advice of the type.
    hint: Option<String>,
}

impl<'k> UnknownKey<'_, 'k> {
    /// The key under which it is read.
    fn read_as(&self, schema: &Schema) -> Option<&'k str> {
        let further = self.given.filter(|(key, _)| is_list(schema, key));
        self.intended.or(further).map(|(key, _)| key)
    }
}

struct Missing {
    key: Name,
    help: String,
    fix: Option<Fix>,
}

impl<'a, 't> TableReader<'a, 't> {
    /// The table, its keys compared with those of `schema` and `extra`.
    pub fn new(
        table: &'a DeTable<'a>,
        schema: &'t Schema,
        extra: &[&str],
        place: TablePlace,
        report: &mut Report<'_>,
    ) -> Self {
        let (aliases, missing, unknown, left_out, said) = Default::default();
        let mut reader = Self { table, place, aliases, missing, unknown, left_out, said, schema };
        reader.check_keys(extra, report);
        let mut left_out = Vec::new();
        for field in &schema.fields {
            if let Some(item) = reader.written_item(&field.key, report)
                && field.may_stand_empty(item.value)
                && item.is_empty(report)
            {
                left_out.push(field.key.clone());
            }
        }
        Self { left_out, ..reader }
    }

    /// Reports the keys that the type doesn't have. A misspelled or renamed one is read under its right name, so that
    /// one mistake doesn't become two.
    fn check_keys(&mut self, extra: &[&str], report: &mut Report<'_>) {
        let table: &'a DeTable<'a> = self.table;
        let fields = self.schema.fields.iter().map(|field| &*field.key);
        let more = extra.iter().copied().filter(|key| self.schema.field(key).is_none());
        let known: Vec<&str> = fields.chain(more).collect();
        let mut unknown: Vec<_> = table.keys().filter(|key| !known.contains(&&**key.get_ref())).collect();
        unknown.sort_by_key(|key| key.span().start);
        for key in unknown {
            let span = report.span(key.span());
            let unknown = self.unknown_key(key.get_ref(), span, &known, report);
            match unknown.read_as(self.schema) {
                Some(right) => self.aliases.push((Name::from(right), unknown.written)),
                None if unknown.is_of_root => {}
                None if let Some((list, _)) = self.as_row(&unknown) => self.said.push(list.into()),
                None if unknown.flag.is_some() => {
                    self.said.extend(unknown.flag.map(|(field, _)| field.key.clone()))
                }
                None => self.unknown.push((unknown.written, span)),
            }
            if !report.is_reshaped(span) && !self.schema.is_partial {
                self.report_unknown_key(&unknown, &known, report);
            }
        }
    }

    /// A key that the type doesn't have, with those of the `known` ones that it is like.
    fn unknown_key<'k>(
        &self,
        written: &'a str,
        span: Span,
        known: &[&'k str],
        report: &Report<'_>,
    ) -> UnknownKey<'a, 'k>
    where
        't: 'k,
    {
        let value = self.table.get(written).map(toml::Spanned::get_ref);
        // A key that is right elsewhere is no misspelt one, but a guess if its value is one of the other's.
        let owners = report.options.elsewhere.and_then(|keys| keys.get(written));
        let is_own = owners.is_none();
        // "location" is no misspelt "donation".
        let meant = known.iter().copied().filter(|key| may_be_bool(value) || !wants_bool(self.schema, key));
        let meant = meant.filter(|key| is_own || self.may_have(key, written, report));
        let is_unpacked = self.schema.fields.iter().any(|field| field.keys_before(written).next().is_some());
        let (hint, flag) = (self.hint(written), self.flag(written));
        let is_told = is_unpacked || hint.is_some() || flag.is_some();
        let meant = meant.filter(|_| !is_told);
        let (given, free): (Vec<&str>, Vec<&str>) = meant.partition(|key| self.has(key));
        let mut fields = self.schema.fields.iter().filter(|field| free.contains(&&*field.key));
        let renamed = fields.find(|field| field.also.iter().any(|also| **also == *written));
        let renamed = renamed.map(|field| (&*field.key, Applicability::Certain));
        let intended = renamed.or_else(|| {
            let (key, sure) = suggest(written, free)?;
            let is_slip = is_own && is_slip(written, key) && self.may_have(key, written, report);
            Some((key, sure.max(Applicability::certain_if(is_slip))))
        });
        // A key that is there already is a guess, but for the header of one more table of a list.
        let given = suggest(written, given).map(|(key, sure)| {
            let is_further = is_list(self.schema, key) && value.is_some_and(DeValue::is_array) && is_own;
            (key, if is_further { sure } else { Applicability::Proposed })
        });
        // At the end of a file, below the header of a table that it doesn't belong to.
        let is_of_root = intended.is_none()
            && self.schema.chooses.is_none()
            && !self.place.is_root
            && report.is_of_root(written, value);
        let owners = owners.filter(|_| renamed.is_none()).and_then(|owners| key_of(written, owners, report));
        UnknownKey { written, span, value, intended, given, owners, is_of_root, flag, hint }
    }

    /// The advice of the type in the place of a key that is none.
    fn hint(&self, written: &str) -> Option<String> {
        let hint = self.schema.hints.iter().find(|hint| *hint.key == *written)?;
        let value = self.table.get(written).and_then(|value| value.get_ref().as_str());
        Some(hint.help.replace("{value}", value.unwrap_or("...")))
    }

    /// The field that the key says with `true`, with its value, if the table doesn't have the field.
    fn flag(&self, written: &str) -> Option<(&'t Field, &'t str)> {
        let value = self.table.get(written)?.get_ref();
        let is_true = value.as_bool() == Some(true)
            || value.as_str().is_some_and(|text| answer(text.trim()) == Some("true"));
        let schema: &'t Schema = self.schema;
        let fields = schema.fields.iter().filter(|field| is_true && !self.has(&field.key));
        fields.into_iter().find_map(|field| {
            let (_, value) = field.flags.iter().find(|(flag, _)| **flag == *written)?;
            Some((field, &**value))
        })
    }

    fn report_unknown_key(&self, unknown: &UnknownKey<'a, '_>, known: &[&str], report: &mut Report<'_>) {
        let UnknownKey { written, span, .. } = *unknown;
        let diagnostic = diagnostic!(code::UNKNOWN_KEY, span, "there is no key \"{written}\" here";
            label: "unknown key";
            expected: "one of {}", known.join(", "));
        let diagnostic = if unknown.is_of_root {
            report.displaced.push(written.into());
            let advice = if self.is_inline(report) {
                "write it on a line of its own, above the first header in brackets"
            } else {
                "move the line up, above the first header in brackets, as a key belongs to the header above it"
            };
            diagnostic
                .help(format!("\"{written}\" is a key of the file: {advice}"))
                .fix(report.document().move_up(span))
        } else {
            self.advise(diagnostic, unknown, report)
        };
        report.push(diagnostic);
    }

    /// Says what to do with a key that the table doesn't have.
    fn advise(
        &self,
        diagnostic: Diagnostic,
        unknown: &UnknownKey<'a, '_>,
        report: &mut Report<'_>,
    ) -> Diagnostic {
        let UnknownKey { written, span, owners, .. } = unknown;
        // `[[card]]` in the place of `[[section.card]]`.
        let is_tables = unknown.value.is_some_and(|value| value.is_array() || value.is_table());
        let fields = self.schema.fields.iter();
        let mut inner = fields.map(|field| format!("{}.{}", toml_key(&field.key), toml_key(written)));
        let inner =
            inner.find(|name| is_tables && self.place.is_root && report.is_one_of_several(name).is_some());
        report.displaced.extend(inner.iter().map(|_| (*written).into()));
        // `[[mon-fri]]`, and `[[lundi]]`, whose rows nobody wants to lose.
        let line = report.text.get(line_at(report.text, span.range().start));
        let is_header = line.is_some_and(|line| line.trim_start().starts_with('['));
        if let Some(MeantHeader { name, line, help }) = report.header_meant_by(written).filter(|_| is_header)
        {
            return diagnostic.help(help).fix(report.document().retitle(*span, name, &line));
        }
        if let Some(hint) = &unknown.hint {
            return diagnostic.help(hint.clone());
        }
        if let Some((field, value)) = unknown.flag
            && let Some(written) = self.table.get(*written)
        {
            let right = format!("{} = {value}", toml_key(&field.key));
            let whole = span.join(report.span(written.span()));
            return diagnostic.help(format!("write {right}")).fix(Fix::replace(
                whole,
                right,
                Applicability::Certain,
            ));
        }
        if let Some((list, lines)) = self.as_row(unknown).filter(|_| is_header) {
            let lines = lines.join(line_end(report.text));
            return diagnostic
                .help(format!(
                    "write [[{list}]], and below it {}",
                    lines.replace(line_end(report.text), " and ")
                ))
                .fix(report.document().retitle(*span, list, &lines));
        }
        if let Some(fix) = self.unpacked(unknown, report) {
            let lines = fix.edits.iter().flat_map(|edit| edit.replacement.lines());
            let keys: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
            return diagnostic.help(format!("write {}", keys.join(", and "))).fix(fix);
        }
        if self.schema.chooses.is_some() && unknown.intended.is_none() {
            let keys = listed(self.schema.fields.iter().map(|field| &*field.key), "and");
            return diagnostic
                .help(format!("nothing can be chosen by \"{written}\": write one of {keys}, or remove it"));
        }
        if let Some(filter) =
            self.schema.fields.iter().find(|field| field.chooses_by(written) && !self.has(&field.key))
        {
            return self.within_choice(diagnostic, unknown, filter, report);
        }
        // No table can have a key twice, but for the headers of a list.
        let given = unknown.given.filter(|_| unknown.intended.is_none());
        let (further, given) = match given {
            Some((key, _)) if is_header && is_list(self.schema, key) => (given, None),
            _ => (None, given),
        };
        if let Some((right, _)) = given.filter(|_| owners.is_none()) {
            return diagnostic
                .help(format!("did you mean \"{right}\"? It is there already: remove one of the two"))
                .fix(report.document().remove(*span));
        }
        let inner = inner.as_deref();
        let near = unknown.intended.or(further);
        if let Some((right, applicability)) = near.or(inner.map(|inner| (inner, Applicability::Proposed))) {
            let help = match owners {
                Some(owners) => format!("did you mean \"{right}\"? {owners}"),
                None => format!("did you mean \"{right}\"?"),
            };
            let written_right = near.map_or_else(|| right.to_owned(), |(key, _)| toml_key(key));
            return diagnostic
                .help(help)
                .fix(Fix::replace(*span, written_right, applicability))
                .fix(report.document().remove(*span).filter(|_| inner.is_none()));
        }
        if let Some((header, right)) = self.other_list(written, report) {
            return diagnostic
                .help(format!("\"{written}\" is a key of [[{right}]]: write [[{right}]] in the place of [[{header}]], or remove the line"))
                .fix(report.document().rename_tables(&[self.place.span], right));
        }
        if let Some(owners) = owners {
            return diagnostic
                .help(format!("{owners}: remove the line, or write it there"))
                .fix(report.document().remove(*span).filter(|_| !is_header));
        }
        if is_header {
            return diagnostic.help("correct the name, or remove it with the lines below it");
        }
        diagnostic.help("remove the line, or correct the key's name").fix(report.document().remove(*span))
    }

    /// The list whose rows have an id and all keys of this table, with the lines that its name says: `[email]` is
    /// a field of this id, and of this kind.
    fn as_row(&self, unknown: &UnknownKey<'a, '_>) -> Option<(&'t str, Vec<String>)> {
        let table = unknown.value.and_then(DeValue::as_table)?;
        let schema: &'t Schema = self.schema;
        let mut lists = schema.fields.iter().filter_map(|field| {
            let Kind::Table(row) = &field.kind else { return None };
            let has_all =
                table.keys().all(|key| row.field(key.get_ref()).is_some()) && table.get("id").is_none();
            let has_id =
                row.field("id").is_some_and(|id| id.is_required() && id.kind.is_one_of(&[Scalar::SLUG]));
            (field.list.is_some() && has_all && has_id && is_kebab_case(unknown.written))
                .then_some((field, row))
        });
        let (Some((list, row)), None) = (lists.next(), lists.next()) else { return None };
        let kinds = row.fields.iter().filter(|field| table.get(&*field.key).is_none()).filter_map(|field| {
            let Kind::Choice(words) = &field.kind else { return None };
            let word = words.iter().find(|word| ***word == *unknown.written);
            let word = word.or_else(|| meant(unknown.written, &field.synonyms))?;
            Some(format!("{} = \"{word}\"", field.key))
        });
        let id = format!("id = \"{}\"", unknown.written);
        Some((&list.key, std::iter::once(id).chain(kinds).collect()))
    }

    /// The list of the file in which this table stands, and the only other one whose tables need the key and have all others of this table.
    fn other_list<'r>(&self, written: &str, report: &'r Report<'_>) -> Option<(&'r str, &'r str)> {
        let header = report.text.get(self.place.span.range())?.strip_prefix("[[")?.split_once("]]")?.0.trim();
        let root = report.root.as_ref().filter(|_| !self.place.is_root)?;
        let mut others = root.fields.iter().filter(|field| {
            let Kind::Table(schema) = &field.kind else { return false };
            let has_all = self.table.keys().all(|key| schema.field(key.get_ref()).is_some());
            field.list.is_some() && has_all && schema.field(written).is_some_and(Field::is_required)
        });
        let (other, None) = (others.next()?, others.next()) else { return None };
        Some((header, &other.key))
    }

    /// Writes the keys of a table of the file that the type had before under the names that they have now.
    fn unpacked(&self, unknown: &UnknownKey<'a, '_>, report: &Report<'_>) -> Option<Fix> {
        let old = unknown.value.and_then(DeValue::as_table).filter(|_| self.place.is_root)?;
        let fields = self.schema.fields.iter().filter(|field| !self.has(&field.key));
        let fields: Vec<(&Field, Vec<&str>)> =
            fields.map(|field| (field, field.keys_before(unknown.written).collect())).collect();
        let entries = fields.iter().filter_map(|(field, keys)| {
            let value = keys.iter().find_map(|key| old.get(*key))?;
            Some((&*field.key, report.text.get(value.span())?))
        });
        let is_all = old.keys().all(|key| fields.iter().any(|(_, keys)| keys.contains(&&**key.get_ref())));
        report.document().unpack(
            unknown.span,
            &entries.collect::<Vec<_>>(),
            Applicability::certain_if(is_all),
        )
    }

    /// Says that one chooses by the key: `category = "news"` is `only = { category = "news" }`.
    fn within_choice(
        &self,
        diagnostic: Diagnostic,
        unknown: &UnknownKey<'a, '_>,
        filter: &Field,
        report: &Report<'_>,
    ) -> Diagnostic {
        let Some(value) = self.table.get(unknown.written).map(|value| report.span(value.span())) else {
            return diagnostic;
        };
        let others = self.table.keys().filter(|key| filter.chooses_by(key.get_ref())).count();
        let (start, end) = (unknown.span.range().start, value.range().end);
        let key = toml_key(&filter.key);
        let edits = [(start, format!("{key} = {{ ")), (end, " }".to_owned())];
        let edits = edits.map(|(at, text)| Edit::at(report.file, at..at, text));
        let written = report.text.get(start..end).unwrap_or_default();
        let why = unknown.owners.as_ref().map(|owners| format!(": {owners}")).unwrap_or_default();
        diagnostic
            .help(format!("write {key} = {{ {written} }}{why}"))
            .fix(Fix::new(edits.into(), Applicability::Proposed).filter(|_| others == 1))
    }

    /// True if the value behind the key that is written may be one of `key`.
    fn may_have(&self, key: &str, written: &str, report: &Report<'_>) -> bool {
        let (field, value) = (self.schema.field(key), self.table.get(written));
        field.zip(value).is_none_or(|(field, value)| may_be(field, value, report))
    }

    /// True if the table has `key`, under whatever name, with a value that says something.
    pub fn has(&self, key: &str) -> bool {
        let is_written = self.table.contains_key(key)
            || self.aliases.iter().any(|(right, _)| **right == *key)
            || self.said.iter().any(|said| **said == *key);
        is_written && !self.is_left_out(key)
    }

    fn is_left_out(&self, key: &str) -> bool {
        self.left_out.iter().any(|left_out| **left_out == *key)
    }

    /// The place of the key, under whatever name it was written.
    pub fn key_span(&self, key: &str, report: &Report<'_>) -> Option<Span> {
        let written = self.written(key);
        let (key, _) = self.table.iter().find(|(other, _)| &**other.get_ref() == written)?;
        Some(report.span(key.span()))
    }

    /// The name under which the table has `key`, if it has it.
    fn written<'k>(&'k self, key: &'k str) -> &'k str {
        let alias = self.aliases.iter().find(|(right, _)| **right == *key && !self.table.contains_key(key));
        alias.map_or(key, |(_, written)| written)
    }

    /// The value behind `key`, unless it says nothing.
    pub fn item<'k: 'a>(&self, key: &'k str, report: &Report<'_>) -> Option<Item<'a>> {
        self.written_item(key, report).filter(|_| !self.is_left_out(key))
    }

    /// The value behind `key`, even if it says nothing.
    pub fn written_item<'k: 'a>(&self, key: &'k str, report: &Report<'_>) -> Option<Item<'a>> {
        let table: &'a DeTable<'a> = self.table;
        Some(Item::new(key, table.get(self.written(key))?, report))
    }

    /// The tables behind other keys that belong to the list `key`.
    pub fn further<'k: 'a>(&self, key: &'k str, report: &Report<'_>) -> Vec<Item<'a>> {
        let table: &'a DeTable<'a> = self.table;
        let others =
            self.aliases.iter().filter(|(right, written)| **right == *key && *written != self.written(key));
        let values = others.filter_map(|(_, written)| table.get(*written));
        let elements = values.flat_map(|value| match value.get_ref() {
            DeValue::Array(array) => array.iter().collect(),
            _ => vec![value],
        });
        let tables = elements.filter(|element| element.get_ref().is_table());
        tables.map(|element| Item::new(key, element, report)).collect()
    }

    /// Notes that a field is missing.
    pub fn miss(&mut self, field: &Field, report: &Report<'_>) {
        if self.said.contains(&field.key) {
            return;
        }
        let (key, example) = (toml_key(&field.key), field.example());
        let written = report.text.get(self.place.span.range()).unwrap_or_default();
        let is_below_header = written.starts_with('[') && !self.place.is_root;
        // Tables within a table have its name before theirs.
        let header = match written.trim_start_matches('[').split_once(']') {
            Some((name, _)) if is_below_header => format!("{name}.{key}"),
            _ => key.clone(),
        };
        let help = if self.is_inline(report) {
            format!("add \"{}\", such as {key} = {example}", field.key)
        } else if field.is_several_tables() {
            format!("add one [[{header}]] for each behind all others: {}", lower_first(&field.help))
        } else if example.starts_with('{') {
            format!(
                "add a table [{header}] behind all others, or a line to the other keys: {}; such as {key} = {example}",
                lower_first(&field.help)
            )
        } else {
            format!("add a line such as {key} = {example}")
        };
        let fix = self.insertion(field, report);
        self.missing.push(Missing { key: field.key.clone(), help, fix });
    }

    /// True for a table in braces.
    fn is_inline(&self, report: &Report<'_>) -> bool {
        let written = report.text.get(self.place.span.range()).unwrap_or_default();
        written.starts_with('{') && !self.place.is_root
    }

    /// The field put in where it belongs, with a value to begin with.
    pub fn insertion(&self, field: &Field, report: &Report<'_>) -> Option<Fix> {
        let example = match (&field.kind, &field.list) {
            // Their own fields are put in next.
            (Kind::Table(_) | Kind::Variants(_), Some(_)) => "[{}]".to_owned(),
            (Kind::Table(_) | Kind::Variants(_), None) => "{}".to_owned(),
            _ => field.example(),
        };
        let before = self.schema.fields.iter().map(|field| &field.key).take_while(|key| **key != field.key);
        let after: Vec<String> = before.map(ToString::to_string).collect();
        let table = (!self.place.is_root).then_some(self.place.span);
        report.document().insert(table, &field.key, &example, &after)
    }

    /// Reports tables in the place of a single value, if further values stand in a list of their own. Returns whether there are.
    pub fn report_several(&self, field: &Field, item: &Item<'_>, report: &mut Report<'_>) -> bool {
        let tables: Vec<Span> = match item.value {
            DeValue::Table(_) => vec![item.span],
            DeValue::Array(tables) if tables.iter().any(|one| one.get_ref().is_table()) => {
                tables.iter().map(|one| report.span(one.span())).collect()
            }
            _ => return false,
        };
        let Some(list) = field.several.as_ref().and_then(|list| self.schema.field(list)) else {
            return false;
        };
        let (key, right, expected) = (&field.key, &list.key, field.expected());
        let at = tables.first().copied().unwrap_or(item.span);
        let is_below_header = report.text.get(at.range()).is_some_and(|written| written.starts_with('['));
        let fix = if self.has(right) {
            None
        } else if is_below_header {
            report.document().rename_tables(&tables, right)
        } else {
            self.key_span(key, report)
                .and_then(|at| Fix::replace(at, toml_key(right), Applicability::Proposed))
        };
        let usual = if field.is_required() { "and" } else { "and, if there is a usual one," };
        report!(report, code::WRONG_TYPE, at, "\"{key}\" is {}, where {} belongs", item.kind(), noun(&expected);
            label: "this is {}", item.kind();
            expected: expected.clone();
            help: "write [[{right}]] for each of several, {usual} a line above all headers such as {key} = {}", field.example();
            fix);
        // Keys of the file that stand below it are missing where they belong.
        decode_value(list, item, report);
        true
    }

    /// Offers the other of two keys of which a table has one, for a value that isn't one of `key` but of that.
    pub fn offer_other_key(&self, field: &Field, item: &Item<'_>, report: &mut Report<'_>) {
        let rules = self.schema.rules.iter().filter_map(|rule| match rule {
            Rule::ExactlyOne(keys) | Rule::AtMostOne(keys) if keys.contains(&field.key) => Some(keys),
            _ => None,
        });
        let others = rules.flatten().filter(|key| !self.has(key)).filter_map(|key| self.schema.field(key));
        // Any text may be a text.
        let mut others =
            others.filter(|other| !other.kind.is_one_of(&[Scalar::TEXT, Scalar::LITERAL, Scalar::MARKDOWN]));
        let value = self.table.get(self.written(&field.key));
        let other = others.find(|other| value.is_some_and(|value| takes(other, value, report)));
        let (Some(other), Some(at)) = (other, self.key_span(&field.key, report)) else { return };
        let Some(diagnostic) = report.last_about(item.span) else { return };
        let help = diagnostic.help.take().map(|help| format!("; {help}")).unwrap_or_default();
        diagnostic.help = Some(format!("write \"{}\" in the place of \"{}\"{help}", other.key, field.key));
        diagnostic.fixes =
            Fix::replace(at, toml_key(&other.key), Applicability::Certain).into_iter().collect();
    }

    /// Reads the warnings that the table allows, in all of it. One whose name can't be read may be any.
    pub fn read_allow(&self, report: &mut Report<'_>) {
        let scope = self.place.scope;
        let Some(item) = self.item("allow", report).filter(|item| !item.is_empty(report)) else { return };
        let elements = item.elements(false, report, |item, report| {
            let lint = lint_named(item, report);
            Some(Allow { lint, at: item.span, scope })
        });
        let any = Allow { lint: None, at: item.span, scope };
        report.allow(elements.filter(|elements| !elements.is_empty()).unwrap_or(vec![any]));
    }

    /// Reports a missing key at another one, if both are one mistake: that has two times, or is the only unknown one whose value
    /// this key can have, and no other of those `missing`. Returns whether it is.
    pub fn report_at_other_key(&self, key: &str, missing: &[&str], report: &mut Report<'_>) -> bool {
        if self.report_at_range(key, report) {
            return true;
        }
        let mut fitting = self.unknown.iter().filter(|(written, _)| self.takes(key, written, report));
        let (Some((written, span)), None) = (fitting.next(), fitting.next()) else { return false };
        let is_other = missing.iter().any(|other| *other != key && self.takes(other, written, report));
        !is_other
            && report.replace(*span, |diagnostic| {
                diagnostic
                    .label(format!("\"{key}\" is missing here"))
                    .help(format!("did you mean \"{key}\"?"))
                    .fix(Fix::replace(*span, toml_key(key), Applicability::Proposed))
            })
    }

    /// True if `key` takes the value behind the key that is written, as it is.
    fn takes(&self, key: &str, written: &str, report: &Report<'_>) -> bool {
        let (field, value) = (self.schema.field(key), self.table.get(written));
        field.zip(value).is_some_and(|(field, value)| takes(field, value, report))
    }

    /// Reports a missing key at another one with two times: the one of both that is declared first gets the first time. Returns
    /// whether there is such a key.
    fn report_at_range(&self, key: &str, report: &mut Report<'_>) -> bool {
        if !self.is_time(key) {
            return false;
        }
        let ranges = self.table.iter().filter(|(other, _)| self.is_time(other.get_ref()));
        let mut ranges = ranges.filter_map(|(other, value)| {
            let written = value.get_ref().as_str()?;
            Some((&**other.get_ref(), report.span(value.span()), written, range(written)?))
        });
        let Some((other, span, written, (start, end))) = ranges.next() else { return false };
        let declared = |key: &str| self.schema.fields.iter().position(|field| *field.key == *key);
        let (own, missing) = if declared(key) < declared(other) { (end, start) } else { (start, end) };
        // `6-7` may be in the evening.
        let sure = Applicability::certain_if(written.contains([':', '.', 'm', 'h']));
        let first = report.text.get(line_at(report.text, span.range().start)).unwrap_or_default();
        let indent = first.get(..first.len() - first.trim_start().len()).unwrap_or_default();
        let (gap, place) = if self.is_inline(report) {
            (", ".to_owned(), "behind it")
        } else {
            (format!("{}{indent}", line_end(report.text)), "on a line of its own")
        };
        let line = format!("{} = \"{missing}\"", toml_key(key));
        let right = format!("\"{own}\"{gap}{line}");
        report.replace(span, |diagnostic| {
            let help = format!("write \"{own}\", and {line} {place}");
            diagnostic.help(help).fix(Fix::replace(span, right, sure))
        })
    }

    fn is_time(&self, key: &str) -> bool {
        self.schema.field(key).is_some_and(|field| field.kind.is_one_of(&[Scalar::TIME]))
    }

    /// Reports the required keys that are missing.
    pub fn finish(mut self, report: &mut Report<'_>) {
        let missing = std::mem::take(&mut self.missing);
        let keys: Vec<Name> = missing.iter().map(|missing| missing.key.clone()).collect();
        let keys: Vec<&str> = keys.iter().map(|key| &**key).collect();
        for Missing { key, help, fix } in missing {
            // Keys below the wrong header were reported.
            if !report.displaced.contains(&key) && !self.report_at_other_key(&key, &keys, report) {
                report!(report, code::MISSING_KEY, self.place.span, "the key \"{key}\" is missing";
                    label: "\"{key}\" is missing here";
                    help;
                    fix;
                    unwritten);
            }
        }
    }
}

/// True for a value that the field takes as it is.
fn takes(field: &Field, value: &toml::Spanned<DeValue<'_>>, report: &Report<'_>) -> bool {
    // Any text may be an id, and a time isn't one.
    if matches!(field.kind, Kind::Ref(_)) && value.get_ref().as_str().is_some_and(|text| !is_kebab_case(text))
    {
        return false;
    }
    let mut trial = report.for_trial();
    let decoded = decode_value(field, &Item::new(&field.key, value, report), &mut trial);
    decoded.is_some() && trial.finish().diagnostics.is_empty()
}

/// True for a value that the field takes, if perhaps once its parts or the way in which it is written are corrected.
fn may_be(field: &Field, value: &toml::Spanned<DeValue<'_>>, report: &Report<'_>) -> bool {
    if let DeValue::Array(_) | DeValue::Table(_) = value.get_ref() {
        return field.list.is_some() || !is_single(&field.kind);
    }
    if takes(field, value, report) || !value.get_ref().is_str() {
        return takes(field, value, report);
    }
    let mut trial = report.for_trial();
    let decodes = |item: &Item<'_>, report: &mut Report<'_>| decode_value(field, item, report).is_some();
    let item = Item::new(&field.key, value, report);
    decodes(&item, &mut trial);
    offer(&item, field.kind.scalar(), &field.example(), &field.expected(), &decodes, &mut trial);
    trial.finish().diagnostics.iter().any(|wrong| wrong.fixes.iter().any(Fix::is_certain))
}

/// The help that names where a key is right which isn't here: in other tables of the file, or in the only place that has it. Of
/// several elsewhere none is more likely meant than a misspelt key.
fn key_of(key: &str, owners: &[Arc<str>], report: &Report<'_>) -> Option<String> {
    const NAMED: usize = 2;
    let mut near: Vec<String> = Vec::new();
    for field in report.root.iter().flat_map(|root| &root.fields) {
        match &field.kind {
            Kind::Table(inner) if inner.chooses.is_none() && inner.field(key).is_some() => {
                near.push(if field.list.is_some() {
                    format!("[[{}]]", field.key)
                } else {
                    format!("[{}]", field.key)
                })
            }
            Kind::Variants(variants) => {
                let tables = variants.tables.iter().filter(|(_, inner)| inner.field(key).is_some());
                near.extend(tables.map(|(word, _)| format!("{} \"{word}\"", variants.noun)));
            }
            _ => {}
        }
    }
    match (near.as_slice(), owners) {
        ([_, ..], _) if near.len() <= NAMED => {
            Some(format!("\"{key}\" is a key of {}", near.join(" and of ")))
        }
        ([], [only]) => Some(format!("\"{key}\" is a key of {only}")),
        _ => None,
    }
}

/// True for the key of a list of tables, each of which has a header of its own.
fn is_list(schema: &Schema, key: &str) -> bool {
    schema.field(key).is_some_and(Field::is_several_tables)
}

fn wants_bool(schema: &Schema, key: &str) -> bool {
    schema.field(key).is_some_and(|field| field.kind.is_one_of(&[Scalar::BOOL]))
}

/// True for what may be meant as true or false: all but a text that is longer than these words, or a time.
fn may_be_bool(value: Option<&DeValue<'_>>) -> bool {
    let text = value.and_then(DeValue::as_str);
    text.is_none_or(|text| text.len() <= "false".len() && !text.contains(|c: char| c.is_ascii_digit()))
}

/// A text as it goes on within a sentence: an abbreviation keeps its capitals.
fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), chars.clone().next()) {
        (Some(_), Some(second)) if second.is_uppercase() => text.to_owned(),
        (Some(first), _) => first.to_lowercase().chain(chars).collect(),
        (None, _) => String::new(),
    }
}

/// From a table's header to the end of its last value.
pub fn extent(span: Span, table: &DeTable<'_>, report: &Report<'_>) -> Span {
    table.iter().fold(span, |whole, (key, value)| {
        let value_span = report.span(value.span());
        let inner = match value.get_ref() {
            DeValue::Table(table) => extent(value_span, table, report),
            DeValue::Array(array) => array.iter().fold(value_span, |whole, element| {
                let span = report.span(element.span());
                let inner = element.get_ref().as_table().map_or(span, |table| extent(span, table, report));
                whole.join(inner)
            }),
            _ => value_span,
        };
        whole.join(report.span(key.span())).join(inner)
    })
}
