//! Prices of plans and events: the usual price, a lower one for a while, and those of some people or seats.

use std::sync::Arc;

use jiff::{
    ToSpan,
    civil::{Date, DateTime},
};

use super::EntryDate;
use crate::{
    content::Content,
    diagnostic::{Diagnostics, code, report},
    schema::{Data, Table, decode::value::Price},
};

/// A price of an entry, with the time for which it holds.
#[derive(Clone, Copy, Debug)]
pub struct Tier<'t> {
    pub kind: TierKind,
    pub price: Price,
    /// The table in which it stands: the entry for the usual price.
    pub table: &'t Table,
    /// The first day or moment.
    pub from: Option<EntryDate>,
    /// The last day, or the moment at which it ends.
    pub until: Option<EntryDate>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TierKind {
    Usual,
    Offer,
    Rate,
}

/// The lowest price at which an entry can be had for a while.
#[derive(Clone, Copy, Debug)]
pub struct LowestPrice {
    pub price: Price,
    /// True if others pay more.
    pub is_from: bool,
    /// The moment at which it ends.
    pub until: Option<DateTime>,
}

impl<'t> Tier<'t> {
    /// All prices of an entry: the usual one until its offer begins, the offer, the usual one again, and the rates.
    pub fn all(entry: &'t Table) -> Vec<Self> {
        let usual = price(entry).map(|price| Self::new(TierKind::Usual, price, entry));
        let offer = entry.get("offer").and_then(|offer| offer.value.as_table());
        let offer = offer.and_then(|offer| Some(Self::new(TierKind::Offer, price(offer)?, offer)));
        // An offer of the same price waives what is paid once, and the price goes on.
        let offer = offer.filter(|offer| usual.is_none_or(|usual| usual.price != offer.price));
        let before = offer.and_then(|offer| Some(EntryDate::until(offer.from?)));
        let after = offer.and_then(|offer| Some(EntryDate::after(offer.until?)));
        let first = usual.filter(|_| offer.is_none() || before.is_some());
        let again = usual.filter(|_| offer.is_some());
        let rates = entry.tables("rate");
        let rates = rates.filter_map(|rate| Some(Self::new(TierKind::Rate, price(rate)?, rate)));
        let first = first.map(|usual| Self { until: before, ..usual });
        let again = again.map(|usual| Self { from: after, ..usual });
        first.into_iter().chain(offer).chain(again).chain(rates).collect()
    }

    fn new(kind: TierKind, price: Price, table: &'t Table) -> Self {
        let limit = |key: &str| EntryDate::of(&table.get(key)?.value).filter(|_| kind != TierKind::Usual);
        Self { kind, price, table, from: limit("from"), until: limit("until") }
    }

    pub fn is_over(&self, now: DateTime) -> bool {
        self.until.is_some_and(|until| until.last_moment() <= now)
    }

    pub fn is_ahead(&self, now: DateTime) -> bool {
        self.from.is_some_and(|from| from.first_moment() > now)
    }

    pub fn is_sold_out(&self) -> bool {
        self.table.is("sold_out")
    }

    /// True if both hold at some moment.
    fn overlaps(&self, other: &Self) -> bool {
        let begins_before = |one: &Self, other: &Self| {
            one.from.zip(other.until).is_none_or(|(from, until)| from.first_moment() < until.last_moment())
        };
        begins_before(self, other) && begins_before(other, self)
    }
}

impl EntryDate {
    /// The end of what lasts until this begins.
    fn until(begins: Self) -> Self {
        match begins {
            Self::Day(day) => Self::Day(day.saturating_sub(1.day())),
            Self::Moment(moment) => Self::Moment(moment),
        }
    }

    /// The beginning of what comes once this is over.
    fn after(ends: Self) -> Self {
        match ends {
            Self::Day(day) => Self::Day(day.saturating_add(1.day())),
            Self::Moment(moment) => Self::Moment(moment),
        }
    }
}

/// True for an event of which no place is left.
pub fn is_full(entry: &Table) -> bool {
    entry.is("sold_out") || matches!(entry.get("places_left").map(|left| &left.value), Some(Data::Integer(0)))
}

/// The price of a table.
pub fn price(table: &Table) -> Option<Price> {
    price_in(table, "price")
}

/// The price that a table has behind a key.
pub fn price_in(table: &Table, key: &str) -> Option<Price> {
    match table.get(key)?.value {
        Data::Price(price) => Some(price),
        _ => None,
    }
}

/// The first and the last day of the offer and the rates of an entry.
pub(super) fn price_changes(entry: &Table) -> Vec<(Option<Date>, Option<Date>)> {
    let offer = entry.get("offer").and_then(|offer| offer.value.as_table());
    let limits = offer.into_iter().chain(entry.tables("rate")).map(|table| {
        let day = |key: &str| Some(EntryDate::of(&table.get(key)?.value)?.first_moment().date());
        (day("from"), day("until"))
    });
    limits.collect()
}

/// The offer of an entry, unless it is over.
pub fn current_offer(entry: &Table, now: DateTime) -> Option<&Arc<Table>> {
    let offer = entry.get("offer")?.value.as_table()?;
    let until = EntryDate::of(&offer.get("until")?.value)?;
    (until.last_moment() > now).then_some(offer)
}

/// The prices at which an entry can be had from `now` on, one after the other.
pub fn lowest_prices(entry: &Table, now: DateTime) -> Vec<LowestPrice> {
    let mut tiers = Tier::all(entry);
    // Those of a course are for a part of it, such as one evening.
    if entry.is("course") && price(entry).is_some() {
        tiers.retain(|tier| tier.kind != TierKind::Rate);
    }
    let begins = tiers.iter().filter_map(|tier| tier.from).map(EntryDate::first_moment);
    let ends = tiers.iter().filter_map(|tier| tier.until).map(EntryDate::last_moment);
    let mut changes: Vec<DateTime> = begins.chain(ends).filter(|change| *change > now).collect();
    changes.sort_unstable();
    changes.dedup();
    let starts = std::iter::once(now).chain(changes.iter().copied());
    let mut all: Vec<LowestPrice> = Vec::new();
    for (start, until) in starts.zip(changes.iter().copied().map(Some).chain([None])) {
        let Some(lowest) = lowest_at(&tiers, start) else { continue };
        match all.last_mut() {
            Some(last) if (last.price, last.is_from) == (lowest.price, lowest.is_from) => last.until = until,
            _ => all.push(LowestPrice { until, ..lowest }),
        }
    }
    all
}

/// The lowest price above zero at a moment, or the usual one if no rate is lower. What is free for some has a price for others.
fn lowest_at(tiers: &[Tier<'_>], now: DateTime) -> Option<LowestPrice> {
    let on: Vec<&Tier<'_>> = tiers
        .iter()
        .filter(|tier| !tier.is_over(now) && !tier.is_ahead(now) && !tier.is_sold_out())
        .collect();
    let main = on.iter().find(|tier| tier.kind != TierKind::Rate).map(|tier| tier.price);
    let rates = on.iter().filter(|tier| tier.kind == TierKind::Rate).map(|tier| tier.price);
    let paid: Vec<Price> = rates.clone().filter(|price| price.thousandths() > 0).collect();
    let lowest = paid.iter().copied().min_by_key(|price| price.thousandths());
    let (price, is_from) = match (main, lowest) {
        (Some(main), Some(lowest)) if lowest.thousandths() < main.thousandths() => (lowest, true),
        (Some(main), _) => (main, false),
        (None, Some(lowest)) => (lowest, paid.iter().any(|price| *price != lowest)),
        (None, None) => (rates.clone().next()?, false),
    };
    Some(LowestPrice { price, is_from, until: None })
}

/// Reports rates of one name that hold at once.
pub(super) fn check(content: &Content, diagnostics: &mut Diagnostics) {
    // Rates are tables.
    let entries = content.collections.values().flat_map(|entries| entries.iter());
    for table in entries.map(|entry| &entry.table).filter(|table| table.has_tables()) {
        let rates: Vec<Tier<'_>> =
            Tier::all(table).into_iter().filter(|tier| tier.kind == TierKind::Rate).collect();
        for (place, rate) in rates.iter().enumerate() {
            let Some(title) = rate.table.get("title").filter(|title| title.span.is_somewhere()) else {
                continue;
            };
            let mut before = rates.iter().take(place);
            let first = before
                .find(|other| other.table.text("title") == rate.table.text("title") && other.overlaps(rate));
            if let Some(first) = first.and_then(|first| first.table.get("title")) {
                report!(diagnostics, code::DUPLICATE_ID, title.span, "two prices have this name at the same time";
                    related: first.span => "the first one";
                    help: "name them apart, or say with \"from\" and \"until\" when each holds");
            }
        }
    }
}
