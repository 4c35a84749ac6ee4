//! `content/plans/*.toml`: what it costs.

use gympress_derive::View;

use crate::schema::decode::{
    Spanned,
    value::{Price, Text},
};

#[derive(Clone, Debug, View)]
pub struct Plan {
    pub title: Spanned<Text>,
    /// In the site's currency.
    pub price: Price,
    /// For how long.
    pub period: Text,
    /// How many days that is, so that plans compare by the price of a day.
    pub days: Option<u32>,
}
