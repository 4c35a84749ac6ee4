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
    /// Files are read.
    Read,
    /// Templates are compiled.
    Templates,
    /// Type files are read.
    Types,
    /// TOML becomes typed content.
    Decode,
    /// References are resolved, and files are compared with each other.
    Resolve,
    /// The sources of pictures are probed.
    Pictures,
    /// Stylesheets are joined.
    Styles,
    /// Islands are bundled.
    Islands,
    /// Every address is found, and every link of content followed.
    Routes,
    /// Values of the template context that all pages share are made.
    Share,
    /// The template context of a page is made.
    View,
    /// Templates are rendered, with the islands on them.
    Render,
    /// Files for programs are written: feeds, the search index, sitemaps, calendars.
    Data,
    /// Pages are read again for the check of the whole output.
    Scan,
    /// Files are compared with what is published, and written beside it.
    Stage,
    /// Links are followed from page to page, and pages are weighed.
    Follow,
    /// Pictures are encoded.
    Encode,
    /// Files are moved into place.
    Publish,
}

impl Step {
    fn describe(self) -> &'static str {
        match self {
            Self::Read => "read files",
            Self::Templates => "compile templates",
            Self::Types => "load types",
            Self::Decode => "decode content",
            Self::Resolve => "resolve references",
            Self::Pictures => "look at pictures",
            Self::Styles => "join styles",
            Self::Islands => "bundle islands",
            Self::Routes => "find addresses",
            Self::Share => "prepare what pages share",
            Self::View => "prepare pages",
            Self::Render => "render pages",
            Self::Data => "write feeds, search and others",
            Self::Scan => "read pages for the check",
            Self::Stage => "compare and write files",
            Self::Follow => "follow links, weigh pages",
            Self::Encode => "encode pictures",
            Self::Publish => "move into place",
        }
    }
}

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
        for step in Step::ALL {
            let (took, times) = self.sum(step);
            if times == 0 {
                continue;
            }
            let seconds = took.as_secs_f64();
            let (milliseconds, part) = (seconds * 1e3, seconds / all.max(f64::MIN_POSITIVE) * 100.0);
            write!(out, "{:<32}{milliseconds:>9.1} ms{part:>6.1} %", step.describe())?;
            match times {
                1 => writeln!(out)?,
                times => writeln!(out, "{times:>9} times")?,
            }
        }
        writeln!(out, "{:<32}{:>9.1} ms, summed over threads", "all steps", all * 1e3)
    }
}

#[cfg(test)]
mod tests {
    use super::{Step, Timings};

    #[test]
    fn only_what_was_done_is_reported() {
        let timings = Timings::default();
        timings.time(Step::Render, || std::hint::black_box(()));
        let text = timings.to_string();
        assert!(text.starts_with("render pages") && !text.contains("times"), "{text}");
        assert_eq!(text.lines().count(), 2, "{text}");
        timings.time(Step::Render, || std::hint::black_box(()));
        assert!(timings.to_string().contains(" 2 times\n"), "{timings}");
    }
}
