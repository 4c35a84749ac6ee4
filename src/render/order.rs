//! In which order files are rendered.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::{
    failure::Failure,
    routes::{DataKind, Route},
};

/// So many routes at most are taken at once.
const PIECE: usize = 64;

/// What `make` returns for routes, in their order, until it fails. Those that take longest are begun with, but for the one
/// that waits for the index of the search.
pub(super) fn long_first<T: Send>(
    routes: &[&Route],
    make: impl Fn(&Route) -> Result<T, Failure> + Sync,
) -> impl Iterator<Item = Result<T, Failure>> {
    let has_failed = AtomicBool::new(false);
    let make = |route: &Route| {
        let made = (!has_failed.load(Ordering::Relaxed)).then(|| make(route));
        has_failed.fetch_or(made.as_ref().is_some_and(Result::is_err), Ordering::Relaxed);
        made
    };
    let is_long = |route: &Route| match route {
        Route::File(file) => file.kind != DataKind::Search,
        Route::Page(_) | Route::Redirect(_) => false,
    };
    let long: Vec<_> = routes.iter().enumerate().filter(|(_, route)| is_long(route)).collect();
    // What is collected like this is put in its place at once.
    let (long, mut made) = rayon::join(
        || long.into_par_iter().map(|(at, route)| (at, make(route))).collect::<Vec<_>>(),
        || {
            let routes = routes.par_iter().with_max_len(PIECE);
            routes.map(|route| if is_long(route) { None } else { make(route) }).collect::<Vec<_>>()
        },
    );
    for (at, one) in long {
        if let Some(place) = made.get_mut(at) {
            *place = one;
        }
    }
    made.into_iter().flatten()
}
