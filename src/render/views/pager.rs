//! The way through a list of pages.

use std::{collections::BTreeSet, sync::Arc};

use minijinja::{Value, context};

use crate::{render::site::RenderSite, routes::List};

/// Links to the first and last page of a list and to the neighbours of the current one: a thousand pages don't need a
/// thousand links each.
pub(super) fn pager(list: &List, site: &RenderSite) -> Value {
    let current = list.number;
    let url = |path: &Arc<str>| site.base.href(path);
    let near = current.saturating_sub(2)..=current + 2;
    let numbers: BTreeSet<usize> = near.chain([1, list.paths.len()]).collect();
    let link = |number: usize| {
        let path = list.paths.get(number.checked_sub(1)?)?;
        Some(context! { number, url => url(path), current => number == current })
    };
    context! {
        current,
        pages => numbers.into_iter().filter_map(link).collect::<Value>(),
        previous => current.checked_sub(2).and_then(|place| list.paths.get(place)).map(url),
        next => list.paths.get(current).map(url),
    }
}
