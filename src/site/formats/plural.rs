//! Texts with a number in them: the form that the language has for the number, and the number in its digits.

use icu_decimal::input::Decimal;
use icu_plurals::{PluralCategory, PluralRules};

use super::number::Numbers;
use crate::schema::{COUNT, Plural, decode::value::Language};

/// How a language counts.
#[derive(Debug)]
pub(super) struct Counts(Option<PluralRules>);

impl Counts {
    pub fn new(language: &Language) -> Self {
        Self(PluralRules::try_new_cardinal(language.locale().into()).ok())
    }

    /// The text for so many.
    pub fn text(&self, plural: &Plural, count: u64, numbers: &Numbers) -> String {
        let category = self.0.as_ref().map_or(PluralCategory::Other, |rules| rules.category_for(count));
        let number = numbers.text(&Decimal::from(count));
        plural.form(category).replace(&format!("{{{COUNT}}}"), &number)
    }
}
