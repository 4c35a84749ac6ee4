//! Choices: words of a list, and variants of a table selected by such a word.

use std::sync::Arc;

use toml::de::DeTable;

use super::{Name, Schema, Variants, one_of};
use crate::{
    decode::{Item, Report},
    diagnostic::{Applicability, code, nearest, report},
};

/// The variant that the key selects.
pub fn variant<'v>(
    variants: &'v Variants,
    root: &DeTable<'_>,
    item: &Item<'_>,
    report: &mut Report<'_>,
) -> Option<&'v Arc<Schema>> {
    let by = &variants.by;
    let is_field = |key: &str| variants.tables.iter().any(|(_, schema)| schema.field(key).is_some());
    // A misspelled key is reported with the others of the table.
    let misspelled = || {
        let mut keys = root.iter().map(|(key, value)| (&**key.get_ref(), value));
        keys.find(|(key, _)| !is_field(key) && nearest(key, [&**by]).is_some()).map(|(_, value)| value)
    };
    let foreign = |schema: &Schema| {
        let keys = root.keys().map(|key| &**key.get_ref());
        keys.filter(|key| !["allow", &**by].contains(key) && schema.field(key).is_none()).count()
    };
    let words = || variants.tables.iter().map(|(word, _)| &**word);
    // The word of the only table that takes all of these keys.
    let only = {
        let mut fitting = variants.tables.iter().filter(|(_, schema)| foreign(schema) == 0);
        fitting.next().filter(|_| fitting.next().is_none()).map(|(word, _)| format!("\"{word}\""))
    };
    let Some(value) = root.get(&**by).or_else(misspelled) else {
        report!(report, code::MISSING_KEY, item.span, "the key \"{by}\" is missing";
            label: "\"{by}\" is missing here";
            expected: "{by} = {}", one_of(words());
            help: match &only {
                    Some(word) => format!("add the line: {by} = {word}"),
                    None => format!("add a line {by} = \"...\" with one of these words"),
                };
            fix: only.and_then(|word| report.document().insert(Some(item.span), by, &word, &[])));
        return None;
    };
    let value = Item::new(by, value, report);
    let Some(text) = value.as_filled_text(&one_of(words()), report) else {
        // The only element of a list is what was intended.
        if let Some(word) = value.only_text().filter(|text| words().any(|word| word == *text)) {
            report.correct(value.span, format!("\"{word}\""), Applicability::Certain);
        } else if let Some(word) = only {
            report.offer_placeholder(value.span, &word);
        }
        return None;
    };
    let known = words().find(|word| *word == text);
    // The nearest one gives better messages than none, unless the table is quite another.
    let fitting = variants.tables.iter().filter(|(_, schema)| foreign(schema) <= 1).map(|(word, _)| &**word);
    let intended = match known {
        Some(known) => known,
        None => {
            let noun = variants.noun.split_once(' ').map_or(&*variants.noun, |(_, noun)| noun);
            let near = nearest(text, fitting.clone());
            let message = format!("there is no {noun} \"{text}\"");
            report.unknown_word(value.span, (text, message), one_of(words()), fitting);
            near?
        }
    };
    variants.tables.iter().find(|(word, _)| **word == *intended).map(|(_, schema)| schema)
}

/// The word of a list.
pub fn word(words: &[Name], item: &Item<'_>, report: &mut Report<'_>) -> Option<Name> {
    let all = || words.iter().map(|word| &**word);
    let text = item.as_filled_text(&one_of(all()), report)?;
    let known = words.iter().find(|word| ***word == *text);
    if known.is_none() {
        let message = format!("\"{}\" can't be \"{text}\"", item.key);
        report.unknown_word(item.span, (text, message), one_of(all()), all());
    }
    known.cloned()
}
