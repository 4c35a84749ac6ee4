//! Work on all cores by threads of its own: those of the pool might begin with a page that waits for the index.

use std::{
    iter,
    panic::resume_unwind,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// In how many pieces each core does its share of small work, as some items take longer than others.
const PIECES: usize = 8;

/// What `work` makes of the items, a share for each core, in their order.
pub(super) fn of<T: Sync, R: Send>(items: &[T], work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    in_pieces(items, 1, work)
}

/// What `make` makes of each item, in their order.
pub(super) fn each<T: Sync, R: Send>(items: &[T], make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    pieces(items, |items| items.iter().map(&make).collect())
}

/// The same where `make` is given some items at once.
pub(super) fn pieces<T: Sync, R: Send>(items: &[T], make: impl Fn(&[T]) -> Vec<R> + Sync) -> Vec<R> {
    in_pieces(items, PIECES, make).into_iter().flatten().collect()
}

/// What `work` makes of the items, so many pieces for each core, in their order. Whoever is through with a piece takes the
/// next one.
fn in_pieces<T: Sync, R: Send>(items: &[T], pieces: usize, work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let cores = rayon::current_num_threads();
    let pieces: Vec<&[T]> = items.chunks(items.len().div_ceil(cores * pieces).max(1)).collect();
    let next = AtomicUsize::new(0);
    let take = || {
        let at = next.fetch_add(1, Ordering::Relaxed);
        pieces.get(at).map(|piece| (at, work(piece)))
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let workers =
            pieces.iter().take(cores).map(|_| scope.spawn(|| iter::from_fn(take).collect::<Vec<_>>()));
        let workers: Vec<_> = workers.collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|why| resume_unwind(why)))
            .collect()
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, made)| made).collect()
}
