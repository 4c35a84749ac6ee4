//! Prices: the digits and separators of the language, and the currency on the side where the language has it.

use icu_decimal::{DecimalFormatter, input::Decimal};
use icu_experimental::dimension::currency::{CurrencyType, formatter::CurrencyFormatter};

use super::number::Numbers;
use crate::{content::Gym, schema::decode::value::Price};

/// How prices are written.
#[derive(Debug)]
pub(super) struct Prices {
    /// `None` if content names no currency.
    with_currency: Option<CurrencyFormatter<DecimalFormatter>>,
    /// What content writes in the place of the currency's usual sign.
    sign: Option<String>,
    /// How many decimals the currency has.
    decimals: usize,
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
    pub fn new(gym: &Gym) -> Self {
        let locale = gym.language.locale();
        let sign = gym.currency.as_ref().map(|sign| sign.as_str().to_owned());
        let code = gym.currency_code.as_ref().map(|code| code.as_str());
        // XXX is no currency, whose place the sign takes.
        let currency =
            code.or(sign.is_some().then_some("XXX")).and_then(|code| CurrencyType::try_from_str(code).ok());
        let with_currency = currency.and_then(|currency| {
            CurrencyFormatter::try_new_symbol(locale.into(), currency, Default::default()).ok()
        });
        // As many as XXX has, of a currency without a code.
        let decimals = gym.currency_code.as_ref().map_or(2, |code| code.decimals());
        Self { with_currency, sign, decimals }
    }

    /// The price in this language. Whole ones have no decimals, all others as many as the currency has.
    pub fn amount(&self, price: Price, numbers: &Numbers) -> Amount {
        let mut decimal = Decimal::from(price.thousandths());
        decimal.multiply_pow10(-3);
        decimal.trim_end();
        let Some(format) = &self.with_currency else { return plain(decimal, numbers) };
        let written = format.format_fixed_decimal(&decimal).to_string();
        let decimals = if price.is_whole() { self.decimals } else { 0 };
        let Some((before, number, after)) = parts(&written, decimals) else { return plain(decimal, numbers) };
        let (before, after) = (self.with_sign(before, true), self.with_sign(after, false));
        Amount {
            apart: [&before, &after].into_iter().any(|side| side.contains(char::is_whitespace)),
            text: [before.as_str(), number, after.as_str()].concat(),
            before: sign_of(&before),
            number: number.to_owned(),
            after: sign_of(&after),
        }
    }

    /// What stands beside the number, with the sign that content declares. Letters don't touch digits.
    fn with_sign(&self, side: &str, is_before: bool) -> String {
        let (Some(own), Some(usual)) = (&self.sign, sign_of(side)) else { return side.to_owned() };
        let side = side.replace(&usual, own);
        let is_apart = side.contains(char::is_whitespace);
        match (is_before, is_apart) {
            (true, false) if side.ends_with(char::is_alphabetic) => side + "\u{a0}",
            (false, false) if side.starts_with(char::is_alphabetic) => format!("\u{a0}{side}"),
            _ => side,
        }
    }
}

/// A price without a currency.
fn plain(mut decimal: Decimal, numbers: &Numbers) -> Amount {
    if decimal.nonzero_magnitude_end() < 0 {
        decimal.pad_end(-2);
    }
    let number = numbers.text(&decimal);
    Amount { text: number.clone(), number, ..Amount::default() }
}

/// What stands before the digits, the digits without so many decimals, and what stands behind them.
fn parts(written: &str, decimals: usize) -> Option<(&str, &str, &str)> {
    let start = written.find(char::is_numeric)?;
    let (last, digit) = written.char_indices().rfind(|(_, c)| c.is_numeric())?;
    let (before, rest) = written.split_at_checked(start)?;
    let (number, after) = rest.split_at_checked(last + digit.len_utf8() - start)?;
    let point = number.char_indices().rev().nth(decimals).filter(|_| decimals > 0);
    let number = point.and_then(|(at, _)| number.get(..at)).unwrap_or(number);
    Some((before, number, after))
}

/// The sign within what stands beside the number, without spaces and marks of direction.
fn sign_of(side: &str) -> Option<String> {
    let is_mark = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{61c}') || c.is_whitespace();
    Some(side.trim_matches(is_mark).to_owned()).filter(|sign| !sign.is_empty())
}
