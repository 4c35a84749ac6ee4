//! The glossary of a language, `content/<language>/texts.toml`: texts that recur, each with its translation.

use std::collections::BTreeSet;

use foldhash::HashMap;
use toml::de::DeTable;

use super::notes::Notes;
use crate::{
    diagnostic::{Diagnostics, FileId, Span, code, nearest, report},
    schema::{Data, Decoded, Field, Kind, Scalar, Schema, Types, decode::Spanned, plain},
    source::SourceText,
};

/// The name of its file in the folder of a language.
pub const FILE: &str = "texts.toml";

/// The translations of texts, by the letters of the originals.
#[derive(Debug, Default)]
pub struct Glossary {
    texts: HashMap<String, GlossaryText>,
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
        let mut texts = HashMap::default();
        for (key, span) in keys {
            let Some(value) = decoded.table.get(&key).filter(|value| notes.is_said(value.span)) else {
                continue;
            };
            let (letters, translation) = (plain(&key).collect(), value.clone());
            texts.insert(letters, GlossaryText { key, span, translation });
        }
        (Self { texts }, decoded)
    }

    /// The translation of a text, which is noted as used.
    pub fn translation(&self, text: &str, used: &mut BTreeSet<String>) -> Option<&Spanned<Data>> {
        if self.texts.is_empty() {
            return None;
        }
        let letters: String = plain(text).collect();
        let found = self.texts.get(&letters)?;
        used.insert(letters);
        Some(&found.translation)
    }

    /// Reports the texts that no file of the main language says.
    pub fn check(&self, used: &BTreeSet<String>, diagnostics: &mut Diagnostics) {
        let mut unused: Vec<&GlossaryText> =
            self.texts.iter().filter(|(letters, _)| !used.contains(*letters)).map(|(_, text)| text).collect();
        unused.sort_by_key(|text| text.span);
        for text in unused {
            let near = nearest(&text.key, used.iter().map(String::as_str));
            report!(diagnostics, code::LEFTOVER_TRANSLATION, text.span, "no file says \"{}\"", text.key;
            help: match near {
                Some(near) => format!("did you mean \"{near}\"? If it was removed, remove its translation, too"),
                None => "if it was removed or changed, remove or change its translation, too".to_owned(),
            });
        }
    }
}
