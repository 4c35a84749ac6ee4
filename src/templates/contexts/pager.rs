//! The way through a list of pages.

use std::{collections::BTreeSet, sync::Arc};

use minijinja::{Value, context};

use crate::{routes::List, templates::site::RenderSite};

/// As many pages are all linked.
const FEW: usize = 10;

/// Links to the first and last page of a list and to the neighbours of the current one: a thousand pages don't need a
/// thousand links each. `gap` is true for a page before which numbers are left out.
pub(super) fn pager(list: &List, site: &RenderSite) -> Value {
    let current = list.number;
    let url = |path: &Arc<str>| site.base.href(path);
    let last = list.paths.len();
    let near = if last > FEW { current.saturating_sub(2)..=current + 2 } else { 1..=last };
    let numbers: BTreeSet<usize> = near.chain([1, last]).filter(|number| *number > 0).collect();
    let is_behind_gap = |number: usize| number > 1 && !numbers.contains(&(number - 1));
    let link = |number: &usize| {
        let path = list.paths.get(number.checked_sub(1)?)?;
        let (current, gap) = (*number == current, is_behind_gap(*number));
        Some(context! { number, url => url(path), current, gap })
    };
    context! {
        current,
        pages => numbers.iter().filter_map(link).collect::<Value>(),
        previous => current.checked_sub(2).and_then(|place| list.paths.get(place)).map(url),
        next => list.paths.get(current).map(url),
    }
}
