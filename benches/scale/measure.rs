//! A command measured from outside: wall time, processor time, peak of memory.

use std::{
    fs,
    io::{Read, Seek},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// Something to measure, and what comes before each run.
pub struct Case<'s> {
    before: Box<dyn Fn() + 's>,
    command: Box<dyn Fn() -> Command + 's>,
}

impl<'s> Case<'s> {
    pub fn new(before: impl Fn() + 's, command: impl Fn() -> Command + 's) -> Self {
        Self { before: Box::new(before), command: Box::new(command) }
    }
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Figures {
    /// Seconds of each run, in order of length.
    walls: Vec<f64>,
    /// Seconds of the processor, user and system; the median.
    pub processor: Option<f64>,
    /// Bytes of resident memory; the most of all runs.
    pub peak: Option<u64>,
}

impl Figures {
    pub fn of_walls(mut walls: Vec<f64>) -> Self {
        walls.sort_by(f64::total_cmp);
        Self { walls, processor: None, peak: None }
    }

    pub fn median(&self) -> f64 {
        median(&self.walls)
    }

    pub fn least(&self) -> f64 {
        self.walls.first().copied().unwrap_or_default()
    }

    pub fn most(&self) -> f64 {
        self.walls.last().copied().unwrap_or_default()
    }

    pub fn json(&self) -> Value {
        json!({
            "seconds": { "median": self.median(), "least": self.least(), "most": self.most() },
            "processor_seconds": self.processor,
            "peak_bytes": self.peak,
        })
    }
}

fn median(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or_default()
}

/// Runs the case this often, after one run that isn't counted.
pub fn measure(runs: usize, case: &Case<'_>) -> Figures {
    let (mut walls, mut processors, mut peak) = (Vec::new(), Vec::new(), 0);
    for run in 0..=runs.max(1) {
        (case.before)();
        let (wall, processor, most) = once(&mut (case.command)());
        if run > 0 {
            walls.push(wall);
            processors.push(processor);
            peak = peak.max(most);
        }
    }
    processors.sort_by(f64::total_cmp);
    Figures { processor: Some(median(&processors)), peak: Some(peak), ..Figures::of_walls(walls) }
}

/// Runs the case once.
pub fn first(case: &Case<'_>) -> Figures {
    (case.before)();
    let (wall, processor, peak) = once(&mut (case.command)());
    Figures { processor: Some(processor), peak: Some(peak), ..Figures::of_walls(vec![wall]) }
}

fn once(command: &mut Command) -> (f64, f64, u64) {
    let before = children_seconds();
    let start = Instant::now();
    let mut said = tempfile::tempfile().unwrap();
    let errors = Stdio::from(said.try_clone().unwrap());
    let mut child = command.stdout(Stdio::null()).stderr(errors).spawn().unwrap();
    let peak = watch(&child);
    let status = child.wait().unwrap();
    let wall = start.elapsed().as_secs_f64();
    let mut text = String::new();
    said.rewind().and_then(|()| said.read_to_string(&mut text)).unwrap();
    assert!(status.success(), "{command:?} failed: {text}");
    (wall, children_seconds() - before, peak.join().unwrap())
}

/// Follows a process's own account of its peak until it ends.
fn watch(child: &Child) -> thread::JoinHandle<u64> {
    let path = format!("/proc/{}/status", child.id());
    thread::spawn(move || {
        let mut peak = 0;
        while let Some(now) = fs::read_to_string(&path).ok().and_then(|status| peak_of(&status)) {
            peak = peak.max(now);
            thread::sleep(Duration::from_millis(2));
        }
        peak
    })
}

/// Bytes; nothing of a process that has ended.
pub fn peak_of(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Seconds that ended children of this process took of the processor: fields 16 and 17 of its `stat`, in
/// hundredths.
fn children_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    fields.skip(13).take(2).filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}
