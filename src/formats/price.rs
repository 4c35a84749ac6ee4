//! Prices: the digits and separators of the language, and the currency on the side where the language has it.

use icu_decimal::input::Decimal;
use toml_schema::decode::value::{Language, Price, decimals};

use super::{currency, number::Numbers};

/// The currency of a site's prices.
#[derive(Clone, Copy, Debug, Default)]
pub struct Currency<'a> {
    /// The sign that content declares, in place of the usual one.
    pub sign: Option<&'a str>,
    /// The code of ISO 4217.
    pub code: Option<&'a str>,
}

/// The format of prices.
#[derive(Debug)]
pub(super) struct Prices {
    /// The text before the number; this and `after` are empty if content names no currency.
    before: String,
    after: String,
    /// The number of decimals of the currency.
    decimals: usize,
    /// The sign before the decimals, in the place of the usual point or comma.
    point: Option<&'static str>,
}

/// A price as visitors read it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amount {
    /// The whole: `KSH 4,000`, `39,90 €`.
    pub text: String,
    /// The sign of the currency, if it stands before the number.
    pub before: Option<String>,
    /// The number alone.
    pub number: String,
    /// The sign of the currency, if it stands behind the number.
    pub after: Option<String>,
    /// True if there is a space between sign and number.
    pub apart: bool,
}

impl Prices {
    pub fn new(language: &Language, currency: Currency<'_>) -> Self {
        // XXX stands for no currency in ISO 4217; the sign of the content replaces it.
        let written = currency.code.or(currency.sign.and(Some("XXX")));
        let affixes = written.map(|code| currency::affixes(language.locale(), code));
        let is_point = affixes.as_ref().is_some_and(|(before, after)| before.is_empty() && after.is_empty());
        let (before, after) = affixes.unwrap_or_default();
        Self {
            before: with_sign(before, currency.sign, true),
            after: with_sign(after, currency.sign, false),
            // As many decimals as XXX has, without a code.
            decimals: currency.code.map_or(2, decimals),
            point: is_point.then_some("$"),
        }
    }

    /// The price in this language. Whole ones have no decimals, all others as many as the currency has.
    pub fn amount(&self, price: Price, numbers: &Numbers) -> Amount {
        let mut decimal = Decimal::from(price.divided(1, self.decimals).thousandths());
        decimal.multiply_pow10(-3);
        decimal.trim_end();
        if !price.is_whole() {
            decimal.pad_end(-i16::try_from(self.decimals).unwrap_or_default());
        }
        let mut number = numbers.text(&decimal);
        if let Some(point) = self.point {
            number = number.replace(',', point);
        }
        let (before, after) = (&self.before, &self.after);
        Amount {
            text: format!("{before}{number}{after}"),
            before: sign_of(before),
            number,
            after: sign_of(after),
            apart: [before, after].into_iter().any(|side| side.contains(char::is_whitespace)),
        }
    }
}

/// Replaces the usual sign in the text beside the number by the one that content declares, with a space where its
/// letters would touch digits.
fn with_sign(side: String, own: Option<&str>, is_before: bool) -> String {
    let (Some(own), Some(usual)) = (own, sign_of(&side)) else { return side };
    let side = side.replace(&usual, own);
    let is_apart = side.contains(char::is_whitespace);
    match (is_before, is_apart) {
        (true, false) if side.ends_with(char::is_alphabetic) => side + "\u{a0}",
        (false, false) if side.starts_with(char::is_alphabetic) => format!("\u{a0}{side}"),
        _ => side,
    }
}

/// The sign in the text beside a number, without spaces and marks of direction.
fn sign_of(side: &str) -> Option<String> {
    let sign =
        side.trim_matches(|c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}') || c.is_whitespace());
    (!sign.is_empty()).then(|| sign.to_owned())
}
