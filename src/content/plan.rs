//! `content/plans/*.toml`: what it costs.

use gympress_derive::View;
use jiff::civil::Date;

use crate::schema::decode::{
    Spanned,
    value::{Price, Text},
};

#[derive(Clone, Debug, View)]
pub struct Plan {
    pub title: Spanned<Text>,
    pub price: Price,
    pub period: Text,
    /// How many days that is, so that plans compare by the price of a day.
    pub days: Option<u32>,
    offer: Option<Offer>,
}

/// A lower price, until its last day is over.
#[derive(Clone, Debug, View)]
pub struct Offer {
    pub price: Price,
    pub until: Date,
}

impl Plan {
    /// The offer, unless it is over `today`.
    pub fn current_offer(&self, today: Date) -> Option<&Offer> {
        self.offer.as_ref().filter(|offer| offer.until >= today)
    }
}
