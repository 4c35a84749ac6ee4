//! What prices are in, for machines.

use std::sync::Arc;

use icu_decimal::input::Decimal;
use icu_experimental::dimension::currency::{CurrencyType, formatter::CurrencyFormatter};
use icu_locale::locale;
use serde_json::{Value as Json, json};

use super::Value;
use crate::{
    decode::{Item, Report},
    diagnostic::Applicability,
};

/// A currency by its code in ISO 4217: `KES`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurrencyCode(Arc<str>);

impl CurrencyCode {
    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// How many decimals its prices have.
    pub fn decimals(&self) -> usize {
        let format = CurrencyType::try_from_str(&self.0).ok().and_then(|currency| {
            CurrencyFormatter::try_new_code(locale!("en").into(), currency, Default::default()).ok()
        });
        let one = format.map(|format| format.format_fixed_decimal(&Decimal::from(1)).to_string());
        one.and_then(|one| Some(one.split_once('.')?.1.len())).unwrap_or_default()
    }
}

impl Value for CurrencyCode {
    const EXPECTED: &'static str = "the three capital letters of a currency, such as \"KES\"";
    const EXAMPLE: &'static str = "\"KES\"";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let text = item.as_filled_text(Self::EXPECTED, report)?;
        if text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return Some(Self(text.into()));
        }
        let capital = text.to_uppercase();
        let help = (capital.len() == 3 && capital.bytes().all(|byte| byte.is_ascii_uppercase()))
            .then(|| format!("write \"{capital}\""));
        let right = help.is_some().then_some(capital);
        report.malformed(item.span, format!("\"{text}\" is not a currency's code"), Self::EXPECTED, help);
        if let Some(right) = right {
            report.correct_text(item.span, &right, Applicability::Certain);
        }
        None
    }

    fn fallback(_: Option<&Item<'_>>) -> Self {
        // What ISO 4217 writes where there is no currency.
        Self("XXX".into())
    }

    fn schema() -> Json {
        json!({ "type": "string", "pattern": "^[A-Z]{3}$" })
    }
}
