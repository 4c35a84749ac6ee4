//! How long each step of the work takes, summed over all threads.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use gympress_derive::{Named, Variants};

/// A step on the way from files to a published site, in the order of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Named, Variants)]
pub enum Step {
    Read,
    Templates,
    Types,
    Decode,
    Resolve,
    Pictures,
    Styles,
    Islands,
    Routes,
    Share,
    View,
    Render,
    Data,
    Scan,
    Stage,
    Follow,
    Encode,
    Publish,
}

/// The nanoseconds that each step has taken so far. Steps that run on several threads at once take the time of each.
#[derive(Debug, Default)]
pub struct Timings([AtomicU64; Step::ALL.len()]);

impl Timings {
    /// Does `work`, and adds its time to that of `step`.
    pub fn time<T>(&self, step: Step, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        let took = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        if let Some(sum) = self.0.get(step as usize) {
            sum.fetch_add(took, Ordering::Relaxed);
        }
        done
    }
}

impl fmt::Display for Timings {
    /// A line for each step that was done: its name in the code, and milliseconds.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (step, sum) in Step::ALL.into_iter().zip(&self.0) {
            let took = Duration::from_nanos(sum.load(Ordering::Relaxed));
            if !took.is_zero() {
                writeln!(out, "{:<12}{:>9.1} ms", step.name(), took.as_secs_f64() * 1e3)?;
            }
        }
        Ok(())
    }
}
