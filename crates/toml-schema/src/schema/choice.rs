//! Choices: words of a list, and variants of a table selected by such a word.

use std::sync::Arc;

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{Name, Schema, Variants, one_of};
use crate::{
    decode::{Item, Report},
    diagnostic::{Applicability, Fix, code, nearest, report},
};

/// The variant that the key selects.
pub fn variant<'v>(
    variants: &'v Variants,
    root: &DeTable<'_>,
    item: &Item<'_>,
    report: &mut Report<'_>,
) -> Option<&'v Arc<Schema>> {
    let by = &variants.by;
    let words: Vec<&str> = variants.tables.iter().map(|(word, _)| &**word).collect();
    let expected = one_of(words.iter().copied());
    // The word of the only table that takes all of these keys.
    let mut fitting = variants.tables.iter().filter(|(_, schema)| foreign_keys(root, by, schema) == 0);
    let only = fitting.next().filter(|_| fitting.next().is_none()).map(|(word, _)| format!("\"{word}\""));
    let Some(value) = root.get(&**by).or_else(|| misspelled(root, variants)) else {
        report!(report, code::MISSING_KEY, item.span, "the key \"{by}\" is missing";
            label: "\"{by}\" is missing here";
            expected: "{by} = {expected}";
            help: match &only {
                    Some(word) => format!("add the line: {by} = {word}"),
                    None => format!("add a line {by} = \"...\" with one of these words"),
                };
            fix: only.and_then(|word| report.document().insert(Some(item.span), by, &word, &[]));
            unwritten);
        return None;
    };
    let value = Item::new(by, value, report);
    let Some(text) = value.as_filled_text(&expected, report) else {
        // The only element of a list is what was intended.
        if let Some(word) = value.only_text().filter(|text| words.contains(text)) {
            report.correct(value.span, format!("\"{word}\""), Applicability::Certain);
        } else if let Some(word) = only {
            report.offer_placeholder(value.span, &word);
        }
        return None;
    };
    let intended = match words.iter().find(|word| **word == text) {
        Some(known) => known,
        None => {
            // The nearest one gives better messages than none, unless the table is quite another.
            let fitting = variants.tables.iter().filter(|(_, schema)| foreign_keys(root, by, schema) <= 1);
            let fitting = fitting.map(|(word, _)| &**word);
            let near = nearest(text, fitting.clone());
            let message = format!("there is no {} \"{text}\"", variants.noun_alone());
            report.unknown_word(value.span, text, message, expected, fitting);
            near?
        }
    };
    variants.tables.iter().find(|(word, _)| **word == *intended).map(|(_, schema)| schema)
}

/// The value behind a misspelled key, which is reported with the others of the table.
fn misspelled<'d>(root: &'d DeTable<'d>, variants: &Variants) -> Option<&'d Spanned<DeValue<'d>>> {
    for (key, value) in root {
        let is_field = variants.tables.iter().any(|(_, schema)| schema.field(key.get_ref()).is_some());
        if !is_field && nearest(key.get_ref(), [&*variants.by]).is_some() {
            return Some(value);
        }
    }
    None
}

/// The number of keys that a table doesn't take.
fn foreign_keys(root: &DeTable<'_>, by: &str, schema: &Schema) -> usize {
    let keys = root.keys().map(|key| &**key.get_ref());
    keys.filter(|key| !["allow", by].contains(key) && schema.field(key).is_none()).count()
}

/// The word of a list.
pub fn word(
    words: &[Name],
    synonyms: &[(Name, Name)],
    item: &Item<'_>,
    report: &mut Report<'_>,
) -> Option<Name> {
    let all = || words.iter().map(|word| &**word);
    let text = item.as_filled_text(&one_of(all()), report)?;
    let known = words.iter().find(|word| ***word == *text);
    if known.is_none() {
        let message = format!("\"{}\" can't be \"{text}\"", item.key);
        if let Some(meant) = meant(text, synonyms) {
            report!(report, code::UNKNOWN_WORD, item.span, "{message}";
                expected: one_of(all());
                help: "write \"{meant}\"";
                fix: Fix::replace(item.span, format!("\"{meant}\""), Applicability::Certain));
            return Some(meant.clone());
        }
        report.unknown_word(item.span, text, message, one_of(all()), all());
    }
    known.cloned()
}

/// The word that people mean by another one.
pub fn meant<'s>(written: &str, synonyms: &'s [(Name, Name)]) -> Option<&'s Name> {
    let written = written.trim().to_lowercase();
    synonyms.iter().find(|(synonym, _)| **synonym == *written).map(|(_, meant)| meant)
}
