//! Plans that stand out from the others: as the one most chosen, or by their price.

use crate::{
    content::Content,
    diagnostic::{Diagnostic, Lint, Span},
};

/// Plans for fewer days aren't compared: the price of a single day isn't a part of that of a year.
const SHORTEST: u32 = 7;
/// How many times as much the dearest of the other plans may cost a day as the cheapest, for a price list to be
/// regular.
const SPREAD: f64 = 2.5;
/// How many times more or less than all others a plan costs a day that stands out.
const ODD: f64 = 5.0;
/// A price with a digit too many is so many times the right one.
const DIGIT: f64 = 10.0;

pub(super) fn check(content: &Content, found: &mut Vec<Diagnostic>) {
    two_featured(content, found);
    let prices = prices_of_a_day(content);
    found.extend((0..prices.len()).filter_map(|number| odd_price(number, &prices)));
}

/// What a plan costs a day, and where its price stands.
struct DailyPrice {
    span: Span,
    price: f64,
}

/// What the plans that say how long they last cost a day.
fn prices_of_a_day(content: &Content) -> Vec<DailyPrice> {
    let plans = content.entries("plans").iter().filter_map(|entry| {
        let plan = &content.plans.get(&entry.id)?.value;
        let days = plan.days.filter(|days| *days >= SHORTEST)?;
        let span = entry.table.get("price")?.span;
        let units: f64 = plan.price.machine().parse().ok()?;
        (units > 0.0 && span.is_somewhere()).then(|| DailyPrice { span, price: units / f64::from(days) })
    });
    plans.collect()
}

/// Warns of a price with a digit too many or too few: all others are like each other, and without that digit this one
/// is like them.
fn odd_price(number: usize, prices: &[DailyPrice]) -> Option<Diagnostic> {
    let DailyPrice { span, price } = prices.get(number)?;
    let others = prices.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, other)| other);
    let (mut count, mut least, mut most) = (0_usize, f64::INFINITY, 0.0_f64);
    for other in others {
        (count, least, most) = (count + 1, least.min(other.price), most.max(other.price));
    }
    let is_like = |price: f64| (least / SPREAD..=most * SPREAD).contains(&price);
    let (much, meant) = match () {
        () if count < 2 || most > least * SPREAD => return None,
        () if *price >= most * ODD && is_like(price / DIGIT) => ("more", "many"),
        () if *price * ODD <= least && is_like(price * DIGIT) => ("less", "few"),
        () => return None,
    };
    let message =
        format!("a day of this plan costs {} times {much} than one of any other", times(*price, least, most));
    Some(
        Diagnostic::new(Lint::OddPrice, *span, message)
            .label(format!("perhaps a digit too {meant}"))
            .help("correct the price, or `days`; where both are right, write allow = [\"odd-price\"]"),
    )
}

/// By which factor at least a price is above or below these, as a whole number.
fn times(price: f64, least: f64, most: f64) -> String {
    let factor = if price > most { price / most } else { least / price };
    format!("{:.0}", factor.floor())
}

fn two_featured(content: &Content, found: &mut Vec<Diagnostic>) {
    let mut first: Option<Span> = None;
    for entry in content.entries("plans").iter().filter(|entry| entry.table.is("featured")) {
        let span = entry.table.get("featured").map_or(entry.span, |featured| featured.span);
        match first {
            None => first = Some(span),
            Some(first) => found.push(
                Diagnostic::new(Lint::TwoFeatured, span, "a second plan is set off from the others")
                    .related(first, "this is the first one")
                    .help("remove featured = true from one of the two"),
            ),
        }
    }
}
