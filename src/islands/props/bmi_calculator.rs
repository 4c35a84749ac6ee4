//! The body-mass-index calculator's words and bands.

use serde::{Deserialize, Serialize};

/// What `BmiCalculator` is told.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BmiCalculatorProps {
    /// The small line above the title.
    pub kicker: String,
    /// The section's title.
    pub title: String,
    /// What the index is good for.
    pub text: String,
    /// How many decimals of the result are shown.
    pub decimals: u8,
    /// The field for kilograms.
    pub weight: BmiField,
    /// The field for centimetres.
    pub height: BmiField,
    /// What the button says.
    pub button: String,
    /// Stands before the result.
    pub result_title: String,
    /// Stands before the result's category.
    pub category_title: String,
    /// Stands above the table of categories.
    pub chart_title: String,
    /// What to say when a field holds no usable number.
    pub alert: String,
    /// What to say where no scripts run.
    pub no_script: String,
    /// The category of what no band holds.
    pub otherwise: String,
    /// The categories; the first that holds a value names it.
    pub bands: Vec<BmiBand>,
}

/// A field for a number.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BmiField {
    /// What it asks for.
    pub label: String,
    /// Stands behind it.
    pub unit: String,
    /// An example.
    pub placeholder: String,
}

/// A category and the values that belong to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct BmiBand {
    /// Its name.
    pub title: String,
    /// The smallest value of it, if there is one.
    pub from: Option<f64>,
    /// The first value beyond it, if there is one.
    pub below: Option<f64>,
    /// The values as text, as in `18.5 - 24.9`.
    pub range: String,
}
