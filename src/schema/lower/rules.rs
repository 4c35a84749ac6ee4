//! Rules between fields, as type files state them.

use crate::{
    decode::Spanned,
    diagnostic::{Code, Diagnostic, Diagnostics, nearest},
    schema::{Data, Field, Kind, Name, Rule, Scalar, Table},
};

/// The rule whose second name is of a field in tables.
const SAME_LENGTH: &str = "same_length";

/// The rules of a type with these fields. Those that can't be checked are reported.
pub(super) fn rules(table: &Table, fields: &[Field], diagnostics: &mut Diagnostics) -> Vec<Rule> {
    let mut rules = Vec::new();
    for rule in table.tables("rule") {
        for (key, value) in rule.iter() {
            if **key == *SAME_LENGTH {
                rules.extend(same_length(value, fields, diagnostics));
                continue;
            }
            let Some(named) = named(value, fields, diagnostics) else { continue };
            rules.extend(self::rule(key, value, &named, diagnostics));
        }
    }
    rules
}

fn rule(key: &str, value: &Spanned<Data>, named: &[&Field], diagnostics: &mut Diagnostics) -> Option<Rule> {
    let keys: Vec<Name> = named.iter().map(|field| field.key.clone()).collect();
    let is_order = matches!(key, "before" | "not_after");
    let is_right_count = if is_order { keys.len() == 2 } else { keys.len() >= 2 };
    if !is_right_count {
        let expected = if is_order { "two fields" } else { "two fields or more" };
        diagnostics.push(
            Diagnostic::new(Code::Type, value.span, format!("\"{key}\" names {} here", count(keys.len())))
                .expected(format!("{expected}, such as {key} = [\"from\", \"until\"]")),
        );
        return None;
    }
    match (key, named) {
        ("exactly_one", _) => Some(Rule::ExactlyOne(keys)),
        ("together", _) => Some(Rule::Together(keys)),
        (_, [first, last]) => {
            if !comes_before(first, last) {
                diagnostics.push(
                    Diagnostic::new(
                        Code::Type,
                        value.span,
                        format!("\"{}\" and \"{}\" can't be compared", first.key, last.key),
                    )
                    .expected(
                        "two fields of one type that has an order, such as time, date, integer or number",
                    )
                    .help("remove the rule, or change the type of a field"),
                );
                return None;
            }
            let [first, last] = [first.key.clone(), last.key.clone()];
            Some(if key == "before" { Rule::Before(first, last) } else { Rule::NotAfter(first, last) })
        }
        _ => None,
    }
}

/// The rule that a list and those in tables have as many elements. Returns `None` after reporting names of anything else.
fn same_length(value: &Spanned<Data>, fields: &[Field], diagnostics: &mut Diagnostics) -> Option<Rule> {
    let Data::List(elements) = &value.value else { return None };
    let names: Vec<&str> =
        elements.iter().filter_map(|element| Some(element.value.as_text()?.as_str())).collect();
    let list = |fields: &[Field], key: &str| {
        fields.iter().find(|field| *field.key == *key && field.list.is_some()).map(|field| field.key.clone())
    };
    let rule = || {
        let [first, second] = names.as_slice() else { return None };
        let (tables, inner) = second.split_once('.')?;
        let field = fields.iter().find(|field| *field.key == *tables)?;
        let Kind::Table(schema) = &field.kind else { return None };
        Some(Rule::SameLength(list(fields, first)?, [list(fields, tables)?, list(&schema.fields, inner)?]))
    };
    let found = rule();
    if found.is_none() && value.span.is_somewhere() {
        let message = format!("\"{SAME_LENGTH}\" doesn't name a list and a list in tables");
        diagnostics.push(
            Diagnostic::new(Code::Type, value.span, message)
                .expected(format!("two names, such as {SAME_LENGTH} = [\"columns\", \"row.cells\"]"))
                .help("both are fields with list = true, and the second is in a table with list = true"),
        );
    }
    found
}

fn count(number: usize) -> String {
    if number == 1 { "one field".to_owned() } else { format!("{number} fields") }
}

/// True if values of the two fields have an order. One whose type is not known was reported.
fn comes_before(first: &Field, last: &Field) -> bool {
    use Scalar::{Date, Datetime, Integer, Number, Price, Text, Time, Weekday};
    match (&first.kind, &last.kind) {
        (Kind::Any, _) | (_, Kind::Any) => true,
        (Kind::Scalar(a), Kind::Scalar(b)) => {
            let is_ordered = matches!(a, Date | Datetime | Integer | Number | Price | Text | Time | Weekday);
            a == b && is_ordered && first.list.is_none() && last.list.is_none()
        }
        _ => false,
    }
}

/// The fields that a rule names. Returns `None` after reporting one that doesn't exist.
fn named<'f>(
    value: &Spanned<Data>,
    fields: &'f [Field],
    diagnostics: &mut Diagnostics,
) -> Option<Vec<&'f Field>> {
    let Data::List(elements) = &value.value else { return None };
    let find = |element: &Spanned<Data>| {
        let Data::Text(text) = &element.value else { return None };
        let found = fields.iter().find(|field| *field.key == *text.as_str());
        if found.is_none() {
            let near = nearest(text.as_str(), fields.iter().map(|field| &*field.key));
            let known = fields.iter().map(|field| &*field.key).collect::<Vec<_>>().join(", ");
            diagnostics.push(
                Diagnostic::new(
                    Code::Type,
                    element.span,
                    format!("the type has no field \"{}\"", text.as_str()),
                )
                .expected(format!("one of {known}"))
                .help(near.map(|near| format!("did you mean \"{near}\"?"))),
            );
        }
        found
    };
    let found: Vec<Option<&Field>> = elements.iter().map(find).collect();
    found.into_iter().collect()
}
