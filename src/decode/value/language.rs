//! The language of a site.

use std::sync::Arc;

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::Value;
use crate::{
    decode::{Item, Report},
    diagnostic::{Applicability, Code, Diagnostic},
};

/// A language in which dates, times and numbers can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names explain themselves")]
pub enum Locale {
    English,
    Swahili,
}

impl Locale {
    /// Each by its code in ISO 639.
    const ALL: [(&'static str, Self); 2] = [("en", Self::English), ("sw", Self::Swahili)];
}

/// A language tag (BCP 47), as far as websites use them: `en`, `en-KE`, `sw`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Language {
    tag: Arc<str>,
    tongue: Locale,
}

impl Language {
    /// As HTML writes it.
    pub fn as_str(&self) -> &str {
        &self.tag
    }

    /// The codes of all languages in which dates, times and numbers can be written.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        Locale::ALL.into_iter().map(|(code, _)| code)
    }

    /// True for the code of a language in which dates, times and numbers can be written.
    pub fn is_known(code: &str) -> bool {
        Self::codes().any(|known| known == code)
    }

    /// What dates, times and numbers are written in.
    pub fn locale(&self) -> Locale {
        self.tongue
    }
}

impl From<Language> for String {
    fn from(language: Language) -> Self {
        language.tag.as_ref().to_owned()
    }
}

impl Value for Language {
    const EXPECTED: &'static str = "a language tag, such as \"en-KE\" or \"sw\"";
    const EXAMPLE: &'static str = "\"en-KE\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        let (code, regions) = text.split_once('-').map_or((text, None), |(code, rest)| (code, Some(rest)));
        let sound = matches!(code.len(), 2 | 3)
            && code.bytes().all(|byte| byte.is_ascii_lowercase())
            && regions.into_iter().flat_map(|regions| regions.split('-')).all(|part| {
                (2..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
            });
        if !sound {
            let help = text.contains('_').then(|| format!("write \"{}\"", text.replace('_', "-")));
            report.malformed(item.span, format!("\"{text}\" is not a language tag"), Self::EXPECTED, help);
            let (code, region) = text.split_once(['-', '_', ' ']).map_or((text, ""), |parts| parts);
            let region =
                if region.is_empty() { String::new() } else { format!("-{}", region.trim().to_uppercase()) };
            let right = format!("{}{region}", code.to_lowercase());
            report.correct_text(item.span, &right, Applicability::Certain);
            return None;
        }
        let tongue = Locale::ALL.into_iter().find(|(known, _)| *known == code).map(|(_, tongue)| tongue);
        if tongue.is_none() {
            let known = Locale::ALL.map(|(known, _)| format!("\"{known}\"")).join(", ");
            report.push(
                Diagnostic::new(
                    Code::UnknownWord,
                    item.span,
                    format!("gympress can't write dates in the language \"{code}\""),
                )
                .expected(format!("one of {known}, alone or with a region, such as \"sw-KE\""))
                .help("take one of these, or have yours added to src/render/formats.rs"),
            );
        }
        Some(Self { tag: text.into(), tongue: tongue? })
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        Self { tag: "en".into(), tongue: Locale::English }
    }

    fn schema() -> Json {
        let codes = Locale::ALL.map(|(code, _)| code).join("|");
        json!({ "type": "string", "pattern": format!("^({codes})(-[A-Za-z0-9]{{2,8}})*$") })
    }
}
