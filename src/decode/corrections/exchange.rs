//! A beginning and an end that stand in each other's place.

use super::placeholder;
use crate::{
    decode::value::Time,
    diagnostic::{Applicability, Edit, Fix, Span},
};

/// What stands at one place written at the other; where both say the same, a later end.
pub(super) fn exchange(end: Span, start: Span, text: &str) -> Option<Fix> {
    let written = |span: Span| text.get(span.range());
    let (first, last) = (written(start)?, written(end)?);
    if first == last {
        return placeholder::fix(text, end, &later(last)?);
    }
    Fix::new(vec![Edit::new(start, last), Edit::new(end, first)], Applicability::Proposed)
}

/// An hour later, or a higher number.
fn later(written: &str) -> Option<String> {
    if let Ok(number) = written.parse::<f64>() {
        return Some((number + 1.0).to_string());
    }
    let (hour, minute) = written.trim_matches(['"', '\'']).split_once(':')?;
    let (hour, minute) = (hour.parse::<u16>().ok()?, minute.parse::<u16>().ok()?);
    let time = Time::new(hour + 1, minute).or_else(|| Time::new(24, 0))?;
    Some(format!("\"{}\"", time.machine()))
}
