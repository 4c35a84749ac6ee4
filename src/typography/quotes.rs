//! Quotation marks by language.

use icu_locale::LanguageIdentifier;

/// The marks of each language whose marks aren't the English ones: the outer pair, the inner pair, the languages.
const BY_LANGUAGE: &str = include_str!("quotes.tsv");

/// The quotation marks of a language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotationMarks {
    pub outer: Pair,
    pub inner: Pair,
    /// The space between a mark and the words, as in French.
    pub space: &'static str,
}

/// An opening and a closing mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    pub open: &'static str,
    pub close: &'static str,
}

impl Default for QuotationMarks {
    fn default() -> Self {
        Self::ENGLISH
    }
}

impl QuotationMarks {
    const ENGLISH: Self =
        Self {
            outer: Pair { open: "“", close: "”" }, inner: Pair { open: "‘", close: "’" }, space: ""
        };

    /// The marks of the region's variety of the language, else of the language, else the English ones.
    pub fn new(language: &LanguageIdentifier) -> Self {
        let base = language.language.as_str();
        let with_region = language.region.map(|region| format!("{base}-{region}"));
        let with_script = match language.script {
            Some(script) => Some(format!("{base}-{script}")),
            None if base == "zh"
                && matches!(language.region, Some(region) if ["TW", "HK", "MO"].contains(&region.as_str())) =>
            {
                Some("zh-Hant".to_owned())
            }
            None => None,
        };
        let names = [with_region.as_deref(), with_script.as_deref(), Some(base)];
        let mut marks = names.into_iter().flatten().find_map(marks_of_language).unwrap_or(Self::ENGLISH);
        if base == "fr" && language.region.is_none_or(|region| region.as_str() != "CH") {
            marks.space = "\u{202f}";
        }
        marks
    }
}

fn marks_of_language(name: &str) -> Option<QuotationMarks> {
    BY_LANGUAGE.lines().filter(|line| !line.starts_with('#')).find_map(|line| {
        let mut cells = line.split('\t');
        let outer = Pair { open: cells.next()?, close: cells.next()? };
        let inner = Pair { open: cells.next()?, close: cells.next()? };
        let is_named = cells.next()?.split(' ').any(|language| language == name);
        is_named.then_some(QuotationMarks { outer, inner, space: "" })
    })
}
