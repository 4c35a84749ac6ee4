//! Prices that contradict each other.

use super::prelude::*;
use crate::{
    schema::{CollectionType, Table},
    site::{EntryDate, EventTime, price, price_in},
};

pub const LINT: Lint = Lint::in_site(
    check,
    &CodeRow {
        name: "odd-price",
        severity: Severity::Warning,
        summary: "an offer isn't lower than the usual price or lasts longer than the event, or prices contradict each other",
        text: "What everybody pays is `price`, a lower price for a while `[offer]`, and another price, also a higher one, `[[rate]]`.",
        wrong: &[Example::new(
            "content/plans/month.toml",
            r#"
[offer]
price = 60
until = 2027-01-31
"#,
        )],
        right: &[Example::new(
            "content/plans/month.toml",
            r#"
[offer]
price = 40
until = 2027-01-31
"#,
        )],
    },
);

fn check(LintedSite { content, .. }: &LintedSite<'_>, warnings: &mut Vec<Diagnostic>) {
    for (name, declared) in &content.project.types.collections {
        if ["offer", "rate", "donation"].into_iter().all(|key| declared.schema.field(key).is_none()) {
            continue;
        }
        for entry in content.entries(name) {
            warnings.extend(not_lower(&entry.table));
            warnings.extend(contradiction(&entry.table));
            warnings.extend(after_event(&entry.table, declared));
        }
    }
}

/// An offer that takes nothing off.
fn not_lower(entry: &Table) -> Option<Diagnostic> {
    let offer = entry.get("offer")?;
    let table = offer.value.as_table()?;
    if is_lower("price", table, entry) || is_lower("joining_fee", table, entry) {
        return None;
    }
    let at =
        table.get("price").filter(|price| price.span.is_somewhere()).map_or(offer.span, |price| price.span);
    Some(diagnostic!(LINT.code, at, "this offer isn't lower than what is paid otherwise";
        label: "no lower price";
        help: "\"price\" of the file is the usual price, and that of [offer] the lower one meanwhile; what is dearer is a [[rate]]"))
}

/// A price of what is by donation, and places at a rate where none is left.
fn contradiction(entry: &Table) -> Option<Diagnostic> {
    let at = |key: &str| entry.get(key).map(|value| value.span).filter(|span| span.is_somewhere());
    if entry.is("donation") && price(entry).is_some_and(|price| price.thousandths() > 0) {
        return Some(
            diagnostic!(LINT.code, at("donation")?, "everybody gives what they like, and there is a price";
            related: at("price")? => "the price";
            help: "keep one of the two"),
        );
    }
    let left = entry.tables("rate").find(|rate| !rate.is("sold_out")).filter(|_| entry.is("sold_out"))?;
    let title = left.get("title")?;
    Some(
        diagnostic!(LINT.code, at("sold_out")?, "everything is sold out, and yet \"{}\" isn't", left.text("title")?;
        related: title.span => "this one can be had";
        help: "write sold_out = true in each [[rate]] that is sold out, and at the top of the file if all are"),
    )
}

/// True if an offer says a price that is lower than the entry's, or that the entry doesn't have.
fn is_lower(key: &str, offer: &Table, entry: &Table) -> bool {
    let (lower, usual) = (price_in(offer, key), price_in(entry, key));
    lower.is_some_and(|lower| usual.is_none_or(|usual| lower.thousandths() < usual.thousandths()))
}

/// A price that holds until after the event.
fn after_event(entry: &Table, declared: &CollectionType) -> Option<Diagnostic> {
    let over = EventTime::all(entry, declared.calendar.as_ref()?).into_iter().map(EventTime::over).max()?;
    let offer = entry.get("offer").and_then(|offer| offer.value.as_table());
    let limits = offer.into_iter().chain(entry.tables("rate")).filter_map(|table| table.get("until"));
    let late =
        limits.filter(|until| until.span.is_somewhere()).find(|until| match EntryDate::of(&until.value) {
            Some(EntryDate::Day(day)) => day.at(0, 0, 0, 0) >= over,
            Some(EntryDate::Moment(moment)) => moment > over,
            None => false,
        })?;
    Some(diagnostic!(LINT.code, late.span, "this price holds until after the event";
        label: "nobody buys a ticket then";
        help: "correct the date: it is the last day on which the price can be had"))
}
