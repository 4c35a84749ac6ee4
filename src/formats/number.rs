//! Numbers, with the digits and separators of the language, and texts with a number in them, in the form that the language
//! has for it.

use icu_decimal::{DecimalFormatter, input::Decimal};
use icu_plurals::{PluralCategory, PluralRules};
use toml_schema::{
    decode::value::Language,
    schema::{COUNT, Plural},
};

/// The format of numbers in a language.
#[derive(Debug)]
pub(super) struct Numbers(Option<DecimalFormatter>);

impl Numbers {
    pub fn new(language: &Language) -> Self {
        Self(DecimalFormatter::try_new(language.locale().into(), Default::default()).ok())
    }

    /// `1250.5` as `1,250.5`
    pub fn text(&self, number: &Decimal) -> String {
        match &self.0 {
            Some(format) => format.format(number).to_string(),
            None => number.to_string(),
        }
    }
}

/// The plural rules of a language.
#[derive(Debug)]
pub(super) struct Counts(Option<PluralRules>);

impl Counts {
    pub fn new(language: &Language) -> Self {
        Self(PluralRules::try_new_cardinal(language.locale().into()).ok())
    }

    /// The form of the text for this number, with the number in it.
    pub fn text(&self, plural: &Plural, count: u64, numbers: &Numbers) -> String {
        let category = self.0.as_ref().map_or(PluralCategory::Other, |rules| rules.category_for(count));
        let number = numbers.text(&Decimal::from(count));
        plural.form(category).replace(&format!("{{{COUNT}}}"), &number)
    }
}
