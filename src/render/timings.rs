//! How long each step of the work takes, summed over all threads.

use std::{
    fmt,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use gympress_derive::Variants;

/// A step on the way from files to a published site, in the order of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Variants)]
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

/// What each step does.
const DESCRIPTIONS: [&str; Step::ALL.len()] = [
    "read files",
    "compile templates",
    "load types",
    "decode content",
    "resolve references",
    "look at pictures",
    "join styles",
    "bundle islands",
    "find addresses",
    "prepare what pages share",
    "prepare pages",
    "render pages",
    "write feeds, search and others",
    "read pages for the check",
    "compare and write files",
    "follow links, weigh pages",
    "encode pictures",
    "move into place",
];

/// The time that each step has taken so far, and how often it was done. Steps that run on several threads at once
/// take the time of each.
#[derive(Debug, Default)]
pub struct Timings([Sum; Step::ALL.len()]);

#[derive(Debug, Default)]
struct Sum {
    nanoseconds: AtomicU64,
    times: AtomicU64,
}

impl Timings {
    /// Does `work`, and adds its time to that of `step`.
    pub fn time<T>(&self, step: Step, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let done = work();
        let took = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        if let Some(sum) = self.0.get(step as usize) {
            sum.nanoseconds.fetch_add(took, Ordering::Relaxed);
            sum.times.fetch_add(1, Ordering::Relaxed);
        }
        done
    }

    /// How long a step took in all, and how often it was done.
    fn sum(&self, step: Step) -> (Duration, u64) {
        let Some(sum) = self.0.get(step as usize) else { return (Duration::ZERO, 0) };
        let took = Duration::from_nanos(sum.nanoseconds.load(Ordering::Relaxed));
        (took, sum.times.load(Ordering::Relaxed))
    }
}

impl fmt::Display for Timings {
    /// A line for each step that was done: milliseconds, its part of all, and how often if that was several times.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: f64 = Step::ALL.into_iter().map(|step| self.sum(step).0.as_secs_f64()).sum();
        for (step, description) in Step::ALL.into_iter().zip(DESCRIPTIONS) {
            let (took, times) = self.sum(step);
            if times == 0 {
                continue;
            }
            let seconds = took.as_secs_f64();
            let (milliseconds, part) = (seconds * 1e3, seconds / all.max(f64::MIN_POSITIVE) * 100.0);
            write!(out, "{description:<32}{milliseconds:>9.1} ms{part:>6.1} %")?;
            match times {
                1 => writeln!(out)?,
                times => writeln!(out, "{times:>9} times")?,
            }
        }
        writeln!(out, "{:<32}{:>9.1} ms, summed over threads", "all steps", all * 1e3)
    }
}
