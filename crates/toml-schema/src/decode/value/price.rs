//! Prices.

use serde_json::json;
use toml::de::DeValue;

use super::rule::{Measure, ScalarDecoder, ScalarRule};
use crate::{
    decode::{ExpectedType, Item, Report},
    diagnostic::{code, report},
    schema::{Data, compare},
};

/// A price in thousandths, as no currency has smaller parts.
#[derive(Clone, Copy, Debug)]
pub struct Price {
    thousandths: i64,
    /// The number of decimals as written. It isn't compared: the same price can be written with more or fewer zeros.
    written_decimals: usize,
}

impl PartialEq for Price {
    fn eq(&self, other: &Self) -> bool {
        self.thousandths == other.thousandths
    }
}

impl Price {
    /// A price of whole units of its currency.
    pub fn from_units(units: u32) -> Self {
        Self { thousandths: i64::from(units) * 1000, written_decimals: 0 }
    }

    /// The harmless value where none can be read.
    pub fn fallback() -> Self {
        Self::from_units(1)
    }

    /// The price divided by `parts`, rounded to `decimals`.
    pub fn divided(self, parts: u32, decimals: usize) -> Self {
        let step = [1000, 100, 10].get(decimals).copied().unwrap_or(1);
        let parts = i64::from(parts.max(1)) * step;
        let thousandths = self.thousandths.saturating_add(parts / 2) / parts * step;
        Self { thousandths, written_decimals: decimals }
    }

    /// The price in thousandths.
    pub fn thousandths(self) -> i64 {
        self.thousandths
    }

    /// The price as it is written, if the point may stand between thousands, as in many countries: `4.500`, but not
    /// `0.500`.
    pub fn three_decimals(self) -> Option<String> {
        let (units, part) = (self.thousandths / 1000, (self.thousandths % 1000).abs());
        (self.written_decimals == 3 && units != 0).then(|| format!("{units}.{part:03}"))
    }

    /// True if it has no decimals.
    pub fn is_whole(self) -> bool {
        self.decimals() == 0
    }

    /// The number of its decimals, without zeros at the end.
    pub fn decimals(self) -> usize {
        match self.thousandths % 1000 {
            0 => 0,
            part if part % 100 == 0 => 1,
            part if part % 10 == 0 => 2,
            _ => 3,
        }
    }

    /// As machines read it: `2500`, `39.90`.
    pub fn machine(self) -> String {
        let (units, part) = (self.thousandths / 1000, (self.thousandths % 1000).abs());
        let sign = if self.thousandths < 0 && units == 0 { "-" } else { "" };
        match self.decimals() {
            0 => format!("{sign}{units}"),
            1 | 2 => format!("{sign}{units}.{:02}", part / 10),
            _ => format!("{sign}{units}.{part:03}"),
        }
    }

    /// `39.90`, `-3` or `1_000`.
    ///
    /// # Errors
    /// Advice on a number that is no price.
    fn read(written: &str) -> Result<Self, &'static str> {
        let written = written.replace('_', "");
        let (sign, digits) = match written.strip_prefix('-') {
            Some(digits) => (-1, digits),
            None => (1, written.strip_prefix('+').unwrap_or(&written)),
        };
        let (units, part) = digits.split_once('.').unwrap_or((digits, ""));
        let written_decimals = part.len();
        let part = part.trim_end_matches('0');
        let are_digits = units.bytes().chain(part.bytes()).all(|byte| byte.is_ascii_digit());
        // `1e3`, `nan`
        if units.is_empty() || !are_digits {
            return Err("write it in digits alone");
        }
        if part.len() > 3 {
            return Err("round it");
        }
        let thousandths: Result<i64, _> = format!("{units}{part:0<3}").parse();
        let thousandths = thousandths.map_err(|_| "write a smaller number")?;
        Ok(Self { thousandths: sign * thousandths, written_decimals })
    }
}

pub(super) const PRICE: ScalarRule = ScalarRule {
    name: "price",
    expected: "a number without quotes and without commas, such as 2500 or 39.90",
    plural: "prices",
    example: "2500",
    decoder: ScalarDecoder::Value { decode: price, fallback: || Data::Price(Price::fallback()) },
    json: || json!({ "type": "number" }),
    order: Some(compare),
    measure: Measure::Value,
    ..ScalarRule::PLAIN
};

fn price(item: &Item<'_>, expected: &str, report: &mut Report<'_>) -> Option<Data> {
    let written = match item.value {
        DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
        DeValue::Float(number) => number.as_str(),
        DeValue::String(text) if !text.contains(char::is_numeric) => {
            report!(report, code::WRONG_TYPE, item.span, "\"{text}\" is not a price";
                expected;
                help: "write 0 for what is free");
            return None;
        }
        _ => {
            item.wrong_type(ExpectedType::Value, expected, report);
            return None;
        }
    };
    match Price::read(written) {
        Ok(price) => Some(Data::Price(price)),
        Err(help) => {
            report!(report, code::OUT_OF_RANGE, item.span, "{written} is not a price";
                expected: "a number with three decimals at most, such as 2500 or 39.90";
                help);
            None
        }
    }
}
