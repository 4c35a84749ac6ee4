//! Parallel maps on threads of their own: a thread of rayon's pool could begin with a page that waits for the index, and
//! deadlock.

use std::{
    iter,
    panic::resume_unwind,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// The chunks of [`map`] and [`flat_map_chunks`] for each core, as some items take longer than others.
const CHUNKS_PER_CORE: usize = 8;

/// Maps chunks of the items, one for each core. The results are in the order of the items.
pub(super) fn map_chunks<T: Sync, R: Send>(items: &[T], work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    chunked(items, 1, work)
}

/// Maps each item, in order.
pub(super) fn map<T: Sync, R: Send>(items: &[T], make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    flat_map_chunks(items, |items| items.iter().map(&make).collect())
}

/// Maps chunks of the items to any number of results, in order.
pub(super) fn flat_map_chunks<T: Sync, R: Send>(items: &[T], make: impl Fn(&[T]) -> Vec<R> + Sync) -> Vec<R> {
    chunked(items, CHUNKS_PER_CORE, make).into_iter().flatten().collect()
}

/// Maps chunks of the items, so many for each core, in order. A thread that is done with a chunk takes the next one.
fn chunked<T: Sync, R: Send>(items: &[T], per_core: usize, work: impl Fn(&[T]) -> R + Sync) -> Vec<R> {
    let cores = rayon::current_num_threads();
    let chunks: Vec<&[T]> = items.chunks(items.len().div_ceil(cores * per_core).max(1)).collect();
    let next = AtomicUsize::new(0);
    let take = || {
        let at = next.fetch_add(1, Ordering::Relaxed);
        chunks.get(at).map(|chunk| (at, work(chunk)))
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let workers =
            chunks.iter().take(cores).map(|_| scope.spawn(|| iter::from_fn(take).collect::<Vec<_>>()));
        let workers: Vec<_> = workers.collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_else(|why| resume_unwind(why)))
            .collect()
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, made)| made).collect()
}
