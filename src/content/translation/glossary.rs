//! The glossary of a language, `content/<language>/texts.toml`: texts that recur, each with its translation.

use std::{collections::BTreeSet, sync::Arc};

use foldhash::HashMap;
use toml::de::DeTable;

use super::{notes::Notes, report::leftover};
use crate::{
    diagnostic::{Diagnostics, FileId, Span, code, nearest, report},
    schema::{Data, Decoded, Scalar, Types, decode::Spanned, glossary_schema, is_named, plain},
    source::SourceText,
};

/// The translations of texts, by the letters of the originals.
#[derive(Debug, Default)]
pub struct Glossary {
    /// `None` for a language without one.
    pub file: Option<FileId>,
    /// Its text.
    pub source: Option<Arc<SourceText>>,
    texts: HashMap<String, GlossaryText>,
    /// The letters of those whose translation has a mistake, which was reported.
    broken: BTreeSet<String>,
    /// The keys of texts in the place of which the original still stands, with their places.
    pub placeholders: Vec<(String, Span)>,
}

#[derive(Debug)]
struct GlossaryText {
    /// The key in the file.
    key: String,
    span: Span,
    translation: Spanned<Data>,
}

impl Glossary {
    /// Reads the file, in which any text may be a key. Reports keys that are one text but for its spaces and quotation marks.
    pub fn read(file: FileId, source: &Arc<SourceText>, types: &Types) -> (Self, Decoded) {
        let (table, _) = DeTable::parse_recoverable(&source.text);
        let keys = table.get_ref().keys().filter(|key| &**key.get_ref() != "allow");
        let keys: Vec<(String, Span)> =
            keys.map(|key| (key.get_ref().to_string(), Span::new(file, key.span()))).collect();
        let schema = glossary_schema(keys.iter().map(|(key, _)| key));
        let mut decoded = types.decode_as(&schema.into(), file, source);
        let notes = Notes::read(file, source, &decoded);
        let (mut texts, mut broken, mut placeholders) = (HashMap::default(), BTreeSet::new(), Vec::new());
        for (key, span) in keys {
            if decoded.table.get(&key).is_none_or(|value| !value.span.is_somewhere()) {
                broken.insert(plain(&key).collect());
            }
            let original = Data::Str(Scalar::TEXT, key.as_str().into());
            let Some(value) = decoded.table.get(&key).filter(|value| value.span.is_somewhere()) else {
                continue;
            };
            if !notes.is_said(value, &original) {
                let is_untouched = value.value.as_text().is_some_and(|text| is_named(text, &key));
                let whole = Span::new(file, span.range().start..value.span.range().end);
                placeholders.extend(Some((key, whole)).filter(|_| is_untouched));
                continue;
            }
            let (letters, translation) = (plain(&key).collect(), value.clone());
            if let Some(other) = texts.insert(letters, GlossaryText { key, span, translation }) {
                report!(decoded.diagnostics, code::LEFTOVER_TRANSLATION, other.span, "this text stands here twice";
                    label: "this translation is of no effect";
                    related: span => "the other one, which counts";
                    help: "texts that differ in spaces or quotation marks alone are the same: remove one of the two");
            }
        }
        let (file, source) = (Some(file), Some(source.clone()));
        (Self { file, source, texts, broken, placeholders }, decoded)
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
