//! The language of content.

use std::sync::Arc;

use icu_calendar::{Date as IcuDate, Gregorian};
use icu_datetime::{
    FixedCalendarDateTimeFormatter,
    fieldsets::{M, MD},
};
use icu_locale::{Locale, LocaleDirectionality, LocaleExpander};
use serde::Serialize;
use serde_json::json;

use super::{
    DateOrder,
    rule::{ScalarDecoder, ScalarError, ScalarRule, no_reference},
};
use crate::diagnostic::{code, digit};

/// A language tag (BCP 47) of a language in which the Unicode CLDR writes dates: `en-KE`, `sw`, `sr-Latn`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "String")]
pub struct Language {
    tag: Arc<str>,
    /// In a box because it is several times as large as any other value of a field.
    locale: Box<Locale>,
}

impl Language {
    /// Reads a text that the scalar's check has kept.
    pub fn new(tag: &str) -> Self {
        Self::parse(tag)
            .unwrap_or_else(|_| Self { tag: "en".into(), locale: Box::new(icu_locale::locale!("en")) })
    }

    /// As HTML writes it.
    pub fn as_str(&self) -> &str {
        &self.tag
    }

    /// The language and region by which dates, times and numbers are formatted.
    pub fn locale(&self) -> &Locale {
        &self.locale
    }

    /// The language that this tag names.
    ///
    /// # Errors
    /// If there is no such language, or the CLDR doesn't write dates in it: what is wrong, and what to do.
    pub fn parse(tag: &str) -> Result<Self, ScalarError> {
        let canonical = Locale::try_from_str(tag).ok().filter(|locale| locale.to_string() == tag);
        let Some(locale) = canonical else {
            let misread = ScalarError::new(format!("\"{tag}\" is not a language tag"));
            return Err(match canonically(tag) {
                Some(right) => misread.certainly(right),
                None => misread.help(HELP),
            });
        };
        if writes_dates(&locale) {
            return Ok(Self { tag: tag.into(), locale: locale.into() });
        }
        let code = locale.id.language;
        let message =
            format!("the Unicode CLDR doesn't say how dates are written in the language \"{code}\"");
        Err(ScalarError { code: code::UNKNOWN_WORD, ..ScalarError::new(message) }.help(HELP))
    }

    /// True if its lines run from right to left.
    pub fn is_right_to_left(&self) -> bool {
        LocaleDirectionality::new_extended().is_right_to_left(&self.locale.id)
    }

    /// The language and a territory, as Open Graph writes them (<https://ogp.me/#optional>): the territory of the tag, else the
    /// given one, else the one where most people speak the language.
    ///
    /// ```
    /// use toml_schema::decode::value::Language;
    ///
    /// assert_eq!(Language::new("sw-KE").with_territory(None), "sw_KE");
    /// assert_eq!(Language::new("ar-EG-u-nu-latn").with_territory(None), "ar_EG");
    /// assert_eq!(Language::new("de").with_territory(Some("CH")), "de_CH");
    /// assert_eq!(Language::new("fr").with_territory(None), "fr_FR");
    /// ```
    pub fn with_territory(&self, territory: Option<&str>) -> String {
        let id = &self.locale.id;
        let own = id.region.map(|region| region.to_string());
        let territory = own.or_else(|| territory.map(str::to_owned)).or_else(|| self.likely_territory());
        territory.map_or_else(|| id.language.to_string(), |territory| format!("{}_{territory}", id.language))
    }

    /// The territory where most people live who read the language.
    fn likely_territory(&self) -> Option<String> {
        let mut id = self.locale.id.clone();
        LocaleExpander::new_extended().maximize(&mut id);
        id.region.map(|region| region.to_string())
    }

    /// The order of day and month in a date in digits; the day comes first if the tag is English of no region.
    pub fn date_order(&self) -> DateOrder {
        // The likely region of English is the United States, which most sites in English aren't for.
        if self.locale.id.region.is_none() && self.locale.id.language.as_str() == "en" {
            return DateOrder::DayFirst;
        }
        let format =
            FixedCalendarDateTimeFormatter::<Gregorian, _>::try_new((&*self.locale).into(), MD::short());
        let day = IcuDate::try_new_gregorian(2000, 12, 25).ok();
        let shown = format.ok().zip(day).map(|(format, day)| format.format(&day).to_string());
        let shown = shown.map(|shown| shown.chars().map(|c| digit(c).unwrap_or(c)).collect::<String>());
        let is_month_first = shown.and_then(|shown| Some(shown.find("12")? < shown.find("25")?));
        if is_month_first == Some(true) { DateOrder::MonthFirst } else { DateOrder::DayFirst }
    }
}

/// The help for a tag that names no language in which sites can be written.
const HELP: &str = "write the code of the language in ISO 639, such as \"fr\" for French or \"ar\" for Arabic, and of the country behind it, such as \"fr-CA\"; if yours is a language that the Unicode CLDR has no dates of, take one that your visitors read as well";

/// The tag with hyphens and the usual capitals, if it is a tag then.
fn canonically(tag: &str) -> Option<String> {
    let hyphenated = tag.trim().replace(['_', ' '], "-");
    // Names of languages are well-formed as well: "english".
    let code = hyphenated.split('-').next().unwrap_or_default();
    let locale = Locale::try_from_str(&hyphenated).ok().filter(|_| matches!(code.len(), 2 | 3))?;
    Some(locale.to_string())
}

/// True if CLDR has names of months in the language. Without them it uses the root locale, where December is `M12`.
fn writes_dates(locale: &Locale) -> bool {
    let format = FixedCalendarDateTimeFormatter::<Gregorian, _>::try_new(locale.into(), M::long());
    let (Ok(format), Ok(december)) = (format, IcuDate::try_new_gregorian(2000, 12, 1)) else { return false };
    format.format(&december).to_string() != "M12"
}

impl From<Language> for String {
    fn from(language: Language) -> Self {
        language.tag.as_ref().to_owned()
    }
}

pub(super) const LANGUAGE: ScalarRule = ScalarRule {
    name: "language",
    expected: "a language tag, such as \"en-KE\" or \"sw\"",
    plural: "language tags",
    example: "\"en-KE\"",
    decoder: ScalarDecoder::Text {
        check: |text| Language::parse(text).map(|language| language.tag),
        fallback: "en",
        reference: no_reference,
    },
    json: || json!({ "type": "string", "pattern": "^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$" }),
    ..ScalarRule::PLAIN
};
