//! Numbers with bounds.

use serde::Serialize;
use serde_json::{Value as Json, json};

use super::Value;
use crate::{
    decode::{Item, Report, schema::Ids},
    diagnostic::{Code, Diagnostic},
};

/// A whole number from `MIN` to `MAX`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Whole<const MIN: u32, const MAX: u32>(u32);

/// How many of something: 1 to 1000.
pub type Count = Whole<1, 1000>;

/// An amount of money in whole units of the site's currency.
pub type Price = Whole<1, 100_000_000>;

impl<const MIN: u32, const MAX: u32> Whole<MIN, MAX> {
    /// The number.
    pub fn get(self) -> u32 {
        self.0
    }
}

impl<const MIN: u32, const MAX: u32> Value for Whole<MIN, MAX> {
    const EXPECTED: &'static str = "a whole number without quotes and without commas, such as 2500";
    const EXAMPLE: &'static str = "4";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let number = item.as_whole(Self::EXPECTED, report)?;
        match u32::try_from(number) {
            Ok(number) if (MIN..=MAX).contains(&number) => Some(Self(number)),
            _ => {
                report.push(
                    Diagnostic::new(Code::OutOfRange, item.span, format!("{number} is out of range"))
                        .expected(format!("a whole number from {MIN} to {MAX}")),
                );
                None
            }
        }
    }

    fn stand_in(_: Option<&Item<'_>>) -> Self {
        Self(MIN.max(1))
    }

    fn schema(_: &Ids) -> Json {
        json!({ "type": "integer", "minimum": MIN, "maximum": MAX })
    }
}

/// A positive number, whole or not, below 1000.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Decimal(f64);

impl Decimal {
    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Value for Decimal {
    const EXPECTED: &'static str = "a number without quotes, with a point for decimals, such as 18.5";
    const EXAMPLE: &'static str = "18.5";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let number = item.as_number(Self::EXPECTED, report)?;
        bounded(number, f64::MIN_POSITIVE, 1000.0, "a number above 0 and up to 1000", item, report).map(Self)
    }

    fn stand_in(_: Option<&Item<'_>>) -> Self {
        Self(1.0)
    }

    fn schema(_: &Ids) -> Json {
        json!({ "type": "number", "exclusiveMinimum": 0, "maximum": 1000 })
    }
}

/// Degrees north of the equator.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Latitude(f64);

impl Latitude {
    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Value for Latitude {
    const EXPECTED: &'static str = "a latitude, a number from -90 to 90, such as -1.2921";
    const EXAMPLE: &'static str = "-1.2921";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let number = item.as_number(Self::EXPECTED, report)?;
        bounded(number, -90.0, 90.0, Self::EXPECTED, item, report).map(Self)
    }

    fn stand_in(_: Option<&Item<'_>>) -> Self {
        Self(0.0)
    }

    fn schema(_: &Ids) -> Json {
        json!({ "type": "number", "minimum": -90, "maximum": 90 })
    }
}

/// Degrees east of Greenwich.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(transparent)]
pub struct Longitude(f64);

impl Longitude {
    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Value for Longitude {
    const EXPECTED: &'static str = "a longitude, a number from -180 to 180, such as 36.8219";
    const EXAMPLE: &'static str = "36.8219";

    fn decode(item: &Item<'_>, report: &mut Report<'_>) -> Option<Self> {
        let number = item.as_number(Self::EXPECTED, report)?;
        bounded(number, -180.0, 180.0, Self::EXPECTED, item, report).map(Self)
    }

    fn stand_in(_: Option<&Item<'_>>) -> Self {
        Self(0.0)
    }

    fn schema(_: &Ids) -> Json {
        json!({ "type": "number", "minimum": -180, "maximum": 180 })
    }
}

fn bounded(
    number: f64,
    min: f64,
    max: f64,
    expected: &str,
    item: &Item<'_>,
    report: &mut Report<'_>,
) -> Option<f64> {
    if (min..=max).contains(&number) {
        return Some(number);
    }
    report.push(
        Diagnostic::new(Code::OutOfRange, item.span, format!("{number} is out of range")).expected(expected),
    );
    None
}
