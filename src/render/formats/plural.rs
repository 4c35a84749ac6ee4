//! Texts with a number in them: the form that the language has for the number, and the number in its digits.

use icu_decimal::{DecimalFormatter, input::Decimal};
use icu_plurals::{PluralCategory, PluralRules};

use crate::{
    decode::value::Language,
    schema::{COUNT, Plural},
};

/// How a language counts.
#[derive(Debug)]
pub(super) struct Counts {
    rules: Option<PluralRules>,
    numbers: Option<DecimalFormatter>,
}

impl Counts {
    pub fn new(language: &Language) -> Self {
        let locale = language.locale();
        Self {
            rules: PluralRules::try_new_cardinal(locale.into()).ok(),
            numbers: DecimalFormatter::try_new(locale.into(), Default::default()).ok(),
        }
    }

    /// The text for so many.
    pub fn text(&self, plural: &Plural, count: u64) -> String {
        let category = self.rules.as_ref().map_or(PluralCategory::Other, |rules| rules.category_for(count));
        let number = match &self.numbers {
            Some(format) => format.format(&Decimal::from(count)).to_string(),
            None => count.to_string(),
        };
        plural.form(category).replace(&format!("{{{COUNT}}}"), &number)
    }
}
