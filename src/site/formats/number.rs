//! Numbers, with the digits and separators of the language.

use icu_decimal::{DecimalFormatter, input::Decimal};

use crate::schema::decode::value::Language;

/// How a language writes numbers.
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
