//! `content/bmi.toml`: the bands of the body-mass-index calculator.

use gympress_derive::View;

use crate::decode::{Spanned, value::Text};

#[derive(Debug, View)]
pub struct Bmi {
    /// What a value in no band is called.
    pub otherwise: Text,
    /// A value belongs to the first band that holds it.
    #[view(key = "band")]
    pub bands: Vec<Band>,
}

/// A band: from (included) up to below (excluded).
#[derive(Debug, View)]
pub struct Band {
    pub title: Text,
    /// The least value; without it, from zero.
    pub from: Option<Spanned<f64>>,
    /// The first value beyond.
    pub below: Spanned<f64>,
}
