//! The glossary of a language, `content/<language>/texts.toml`: texts that recur, each with its translation.

use std::{collections::BTreeSet, sync::Arc};

use foldhash::HashMap;
use toml::de::DeTable;

use super::{notes::Notes, report::leftover};
use crate::{
    diagnostic::{Diagnostics, FileId, Span, nearest},
    schema::{Data, Decoded, Field, Kind, Scalar, Schema, Types, decode::Spanned, plain},
    source::SourceText,
};

/// The name of its file in the folder of a language.
pub const FILE: &str = "texts.toml";

/// The translations of texts, by the letters of the originals.
#[derive(Debug, Default)]
pub struct Glossary {
    texts: HashMap<String, GlossaryText>,
    /// The letters of those whose translation has a mistake, which was reported.
    broken: BTreeSet<String>,
}

#[derive(Debug)]
struct GlossaryText {
    /// The key in the file.
    key: String,
    span: Span,
    translation: Spanned<Data>,
}

impl Glossary {
    /// Reads the file, in which any text may be a key.
    pub fn read(file: FileId, source: &SourceText, types: &Types) -> (Self, Decoded) {
        let (table, _) = DeTable::parse_recoverable(&source.text);
        let keys = table.get_ref().keys().filter(|key| &**key.get_ref() != "allow");
        let keys: Vec<(String, Span)> =
            keys.map(|key| (key.get_ref().to_string(), Span::new(file, key.span()))).collect();
        let text = |(key, _): &(String, Span)| {
            Field::new(key, Kind::Scalar(Scalar::TEXT), "What it is in this language").optional()
        };
        let schema =
            Schema::new("texts", "Texts that recur, in this language", keys.iter().map(text).collect());
        let decoded = types.decode_as(&schema.into(), file, source);
        let notes = Notes::read(file, source, &decoded);
        let (mut texts, mut broken) = (HashMap::default(), BTreeSet::new());
        for (key, span) in keys {
            if decoded.table.get(&key).is_none_or(|value| !value.span.is_somewhere()) {
                broken.insert(plain(&key).collect());
            }
            let original = Data::Str(Scalar::TEXT, key.as_str().into());
            let Some(value) = decoded.table.get(&key).filter(|value| notes.is_said(value, &original)) else {
                continue;
            };
            let (letters, translation) = (plain(&key).collect(), value.clone());
            texts.insert(letters, GlossaryText { key, span, translation });
        }
        (Self { texts, broken }, decoded)
    }

    /// True if it has the text with a mistake.
    pub fn is_broken(&self, text: &str) -> bool {
        !self.broken.is_empty() && self.broken.contains(&plain(text).collect::<String>())
    }

    /// The translation of a text, which is noted as `said`.
    pub fn translation(&self, text: &str, said: &mut BTreeSet<String>) -> Option<&Spanned<Data>> {
        if self.texts.is_empty() {
            return None;
        }
        let letters: String = plain(text).collect();
        let found = self.texts.get(&letters)?;
        said.insert(letters);
        Some(&found.translation)
    }

    /// Reports the texts that no file of the main language says. Returns those that are `untranslated` as these are misspelt.
    pub fn check(
        &self,
        said: &BTreeSet<String>,
        untranslated: &BTreeSet<Arc<str>>,
        diagnostics: &mut Diagnostics,
    ) -> Vec<Arc<str>> {
        let unused = self.texts.iter().filter(|(letters, _)| !said.contains(*letters));
        let mut unused: Vec<&GlossaryText> = unused.map(|(_, text)| text).collect();
        unused.sort_by_key(|text| text.span);
        let mut misspelt = Vec::new();
        for text in unused {
            let message = format!("no file of the main language says \"{}\"", text.key);
            let known = untranslated.iter().map(|text| &**text);
            let meant = nearest(&text.key, known.clone());
            misspelt.extend(meant.and_then(|meant| untranslated.get(meant)).cloned());
            diagnostics.push(leftover(text.span, &text.key, message, known));
        }
        misspelt
    }
}
