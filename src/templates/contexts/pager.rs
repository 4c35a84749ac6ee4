//! The links between the pages of a list.

use std::collections::BTreeSet;

use minijinja::{Value, context};

use crate::{routes::List, templates::site::RenderSite};

/// The number of pages up to which all are linked.
const FEW: usize = 10;

/// The links to the first and last page of a list, and to the neighbours of the current one: a thousand pages don't
/// need a thousand links each. `gap` is true for a page before which others are left out.
pub(super) fn pager(list: &List, site: &RenderSite) -> Value {
    let current = list.number;
    let last = list.paths.len();
    let near = if last > FEW { current.saturating_sub(2)..=current + 2 } else { 1..=last };
    let numbers: BTreeSet<usize> = near.chain([1, last]).filter(|number| *number > 0).collect();
    let mut pages = Vec::with_capacity(numbers.len());
    for number in &numbers {
        if let Some(url) = url(list, *number, site) {
            let gap = *number > 1 && !numbers.contains(&(number - 1));
            pages.push(context! { number, url, current => *number == current, gap });
        }
    }
    context! {
        current,
        pages => Value::from(pages),
        previous => current.checked_sub(1).and_then(|number| url(list, number, site)),
        next => url(list, current + 1, site),
    }
}

/// The address of the page with this number.
fn url(list: &List, number: usize, site: &RenderSite) -> Option<String> {
    Some(site.address.base.href(list.paths.get(number.checked_sub(1)?)?))
}
