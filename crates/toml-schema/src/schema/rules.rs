//! Rules that hold between the fields of a table, and conditions of fields.

use std::cmp::Ordering;

use super::{Condition, Data, Name, Presence, Rule, Schema, Table, listed, table::TableReader};
use crate::{
    decode::{Report, Spanned, value::TimeRange},
    diagnostic::{Diagnostic, Fix, code, diagnostic, report},
    edit::toml_key,
};

/// Reports every rule that the table breaks, and nothing that is wrong for the same reason.
pub(super) fn check(schema: &Schema, table: &Table, reader: &TableReader<'_, '_>, report: &mut Report<'_>) {
    let checked = CheckedTable { schema, table, reader };
    // Keys that can't be here together: which of them are missing depends on which are removed.
    let mut disputed = Vec::new();
    for rule in &schema.rules {
        match rule {
            Rule::ExactlyOne(keys) => disputed.extend(checked.exactly_one(keys, report)),
            Rule::AtMostOne(keys) if keys.iter().any(|key| checked.is_there(key)) => {
                disputed.extend(checked.exactly_one(keys, report));
            }
            _ => {}
        }
    }
    for rule in &schema.rules {
        match rule {
            Rule::ExactlyOne(_) | Rule::AtMostOne(_) => {}
            Rule::Together(keys) if keys.iter().any(|key| disputed.contains(key)) => {}
            Rule::Together(keys) => checked.together(keys, report),
            Rule::Before(first, last) => checked.in_order(first, last, false, report),
            Rule::NotAfter(first, last) => checked.in_order(first, last, true, report),
        }
    }
}

/// A table whose rules are checked.
struct CheckedTable<'d, 'a, 't> {
    schema: &'t Schema,
    table: &'d Table,
    reader: &'d TableReader<'a, 't>,
}

impl CheckedTable<'_, '_, '_> {
    /// True if the key is there and means something: `closed = false` says the same as no key.
    fn is_there(&self, key: &Name) -> bool {
        self.reader.has(key) && !self.is_false(key)
    }

    fn is_false(&self, key: &Name) -> bool {
        self.table
            .get(key)
            .is_some_and(|value| matches!(value.value, Data::Bool(false)) && value.span.is_somewhere())
    }

    /// The keys that are there together with this one, or not at all.
    fn group<'k>(&'k self, key: &'k Name) -> &'k [Name] {
        let groups = self.schema.rules.iter().filter_map(|rule| {
            let Rule::Together(keys) = rule else { return None };
            Some(keys.as_slice())
        });
        groups.into_iter().find(|keys| keys.contains(key)).unwrap_or(std::slice::from_ref(key))
    }

    /// The key put into the table.
    fn insertion(&self, key: &Name, report: &Report<'_>) -> Option<Fix> {
        self.reader.insertion(self.schema.field(key)?, report)
    }

    /// A line of TOML for the key.
    fn line(&self, key: &Name) -> String {
        let field = self.schema.field(key);
        format!("{} = {}", toml_key(key), field.map(super::Field::example).unwrap_or_default())
    }

    /// Reports all or none of the keys; the keys that contradict each other.
    fn exactly_one(&self, keys: &[Name], report: &mut Report<'_>) -> Vec<Name> {
        let groups: Vec<&[Name]> = keys.iter().map(|key| self.group(key)).collect();
        let lines: Vec<String> = groups.iter().map(|group| self.lines(group)).collect();
        let expected = format!("either of them, such as {}", lines.join(", or "));
        let there: Vec<&Name> =
            groups.iter().filter_map(|group| group.iter().find(|key| self.is_there(key))).collect();
        let span = self.reader.place.span;
        match there.as_slice() {
            [_] => Vec::new(),
            [] => {
                let denied = keys.iter().find(|key| self.is_false(key));
                let at = denied.and_then(|key| self.reader.key_span(key, report)).unwrap_or(span);
                let first = keys.first().filter(|_| denied.is_none());
                report!(report, code::MISSING_KEY, at,
                    "none of {} is here", listed(keys.iter().map(|key| &**key), "and");
                    label: "one of them is missing here";
                    expected;
                    help: "add one of them";
                    fix: first.and_then(|key| self.insertion(key, report));
                    unwritten);
                Vec::new()
            }
            [first, second, ..] => {
                let place = |key: &Name| self.reader.key_span(key, report).unwrap_or(span);
                let mut places = [first, second].map(|key| place(key));
                places.sort_by_key(|place| place.start);
                // A key that lacks its companions would only lead to the next mistake.
                let removed = match (self.has_group(first), self.has_group(second)) {
                    (false, true) => place(first),
                    (true, false) => place(second),
                    (true, true) | (false, false) => places[1],
                };
                report!(report, code::UNKNOWN_KEY, places[1],
                    "\"{first}\" and \"{second}\" can't be used together";
                    label: "conflicts with the other key";
                    related: places[0] => "the other key";
                    expected;
                    help: "remove one of the two";
                    fix: report.document().remove(removed));
                groups.into_iter().flatten().cloned().collect()
            }
        }
    }

    fn lines(&self, group: &[Name]) -> String {
        group.iter().map(|key| self.line(key)).collect::<Vec<_>>().join(" and ")
    }

    /// True if all keys are there that belong together with this one.
    fn has_group(&self, key: &Name) -> bool {
        self.group(key).iter().all(|key| self.is_there(key))
    }

    /// Reports the keys that are missing beside another.
    fn together(&self, keys: &[Name], report: &mut Report<'_>) {
        let (there, missing): (Vec<&Name>, Vec<&Name>) = keys.iter().partition(|key| self.is_there(key));
        let Some(beside) = there.first() else { return };
        let keys: Vec<&str> = missing.iter().map(|key| &***key).collect();
        for key in &missing {
            if self.reader.report_at_other_key(key, &keys, report) {
                continue;
            }
            let mut diagnostic = diagnostic!(code::MISSING_KEY, self.reader.place.span,
                "the key \"{key}\" is missing";
                label: "\"{key}\" is missing here";
                help: "remove \"{beside}\", or add a line such as {}", self.line(key);
                fix: self.insertion(key, report);
                unwritten);
            if let Some(place) = self.reader.key_span(beside, report) {
                diagnostic = diagnostic.related(place, format!("\"{beside}\" needs it"));
            }
            report.push(diagnostic);
        }
    }

    /// Reports a second value that doesn't come after the first.
    fn in_order(&self, first: &Name, last: &Name, may_equal: bool, report: &mut Report<'_>) {
        let (Some(start), Some(end)) = (self.known(first), self.known(last)) else { return };
        let order = start.value.order(&end.value);
        let is_right = order == Ordering::Less
            || may_equal && order == Ordering::Equal
            || is_past_midnight(&start.value, &end.value)
            || is_on_last_day(&start.value, &end.value);
        if !is_right {
            report.push(wrong_order((first, start), (last, end), may_equal));
        }
    }

    /// The value of a key, if perhaps its default, but not the fallback for a mistake that was reported.
    fn known(&self, key: &Name) -> Option<&Spanned<Data>> {
        let value = self.table.get(key)?;
        let field = self.schema.field(key)?;
        let is_default = matches!(field.presence, Presence::Default(_)) && !self.reader.has(key);
        (value.span.is_somewhere() || is_default).then_some(value)
    }
}

fn wrong_order(
    (first, start): (&Name, &Spanned<Data>),
    (last, end): (&Name, &Spanned<Data>),
    may_equal: bool,
) -> Diagnostic {
    let (from, to) = (shown(&start.value), shown(&end.value));
    let relation = if may_equal { "is before" } else { "is not after" };
    let message = format!("{to} {relation} {from}");
    // One of the two may be what holds where nothing is written.
    if !end.span.is_somewhere() {
        let diagnostic = diagnostic!(code::END_BEFORE_START, start.span, "{message}"; label: "the beginning");
        return diagnostic.help(format!("\"{last}\" is {to} where nothing is written"));
    }
    let diagnostic = diagnostic!(code::END_BEFORE_START, end.span, "{message}"; label: "the end");
    if !start.span.is_somewhere() {
        return diagnostic.help(format!("\"{first}\" is {from} where nothing is written"));
    }
    diagnostic.related(start.span, "the beginning").help(match &end.value {
        Data::Time(_) => {
            "times are of 24 hours, from \"00:00\" on: six in the evening is \"18:00\"; from then on, an end until \"06:00\" is on the next day"
        }
        Data::Datetime(_) => "exchange the two, or correct one; the small hours belong to the next day",
        _ => "exchange the two, or correct one",
    })
}

/// True if both are times, of the evening and of the small hours of the next day.
fn is_past_midnight(start: &Data, end: &Data) -> bool {
    match (start, end) {
        (Data::Time(start), Data::Time(end)) => TimeRange::new(*start, *end).is_some(),
        _ => false,
    }
}

/// True if the end is a whole day, and the start is on it.
fn is_on_last_day(start: &Data, end: &Data) -> bool {
    match (start, end) {
        (Data::Datetime(start), Data::Datetime(end)) => {
            end.is_whole_day() && start.civil().date() == end.civil().date()
        }
        _ => false,
    }
}

/// A value that has an order, as people read it.
fn shown(data: &Data) -> String {
    match data {
        Data::Str(_, text) => format!("\"{text}\""),
        Data::Datetime(moment) if moment.is_whole_day() => moment.civil().date().to_string(),
        _ => data.written(),
    }
}

impl Condition {
    /// Whether the condition holds if its field has this value.
    pub fn holds_for(&self, value: &Data) -> bool {
        let Some(literals) = &self.is else { return true };
        let written = value.written();
        literals.iter().any(|literal| **literal == *written)
    }
}
