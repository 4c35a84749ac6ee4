//! Work on all cores by threads of its own: those of the pool might begin with a page that waits for the index.

use std::{panic::resume_unwind, thread};

/// What `work` makes of the items, a share for each core, in their order. `work` is told which is the first of its own.
pub(super) fn of<T: Sync, R: Send>(items: &[T], work: impl Fn(usize, &[T]) -> R + Sync) -> Vec<R> {
    let share = items.len().div_ceil(rayon::current_num_threads()).max(1);
    let work = &work;
    thread::scope(|scope| {
        let shares = items.chunks(share).enumerate();
        let workers: Vec<_> =
            shares.map(|(at, items)| scope.spawn(move || work(at * share, items))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|why| resume_unwind(why))).collect()
    })
}

/// What `make` makes of each item, in their order.
pub(super) fn each<T: Sync, R: Send>(items: &[T], make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    of(items, |_, items| items.iter().map(&make).collect::<Vec<_>>()).into_iter().flatten().collect()
}
