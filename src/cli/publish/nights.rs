//! `gympress publish --every-night`, and the runs by which the scheduler of a machine publishes.

use std::{fs, io, path::Path};

use jiff::civil::Time;

use super::{
    super::{ProcessContext, Status, Streams, arguments::PublishArgs, project},
    of_machine,
    person::Person,
};
use crate::{
    diagnostic::{Diagnostics, Failure},
    online::{Nightly, Nights, write_private},
};

/// The most bytes that are kept of what nights say.
const MOST_OF_LOG: usize = 256 << 10;

/// Publishes if a night is due.
///
/// # Errors
/// If that can't be known.
pub(super) fn publish_if_due(
    options: &PublishArgs,
    process: &ProcessContext,
    nightly: &Nightly<'_>,
) -> Result<Status, Failure> {
    match nightly.is_due(process.now) {
        Ok(true) => Ok(publish_at_night(options, process, nightly)),
        Ok(false) => Ok(Status::Done),
        Err(trouble) => {
            remember_failure(nightly, process, &trouble.said);
            Err(of_machine(trouble))
        }
    }
}

/// Tells whoever uses this program next what a night said that failed.
fn remember_failure(nightly: &Nightly<'_>, process: &ProcessContext, said: &str) {
    if let Err(trouble) = nightly.failed(process.now, said) {
        log::info!("{}", trouble.said);
    }
}

/// Publishes without anybody there, and writes down what happens.
fn publish_at_night(options: &PublishArgs, process: &ProcessContext, nightly: &Nightly<'_>) -> Status {
    let process = ProcessContext { terminal: false, interactive: false, color: false, ..process.clone() };
    let options = PublishArgs {
        nightly: false,
        every_night: None,
        root: options.root.clone(),
        out: options.out.clone(),
        ..*options
    };
    let (mut out, mut err, mut answers) = (Vec::new(), Vec::new(), io::empty());
    let mut streams = Streams { out: &mut out, err: &mut err, answers: &mut answers };
    let result = super::run(&options, &process, &mut streams);
    let status = result.unwrap_or_else(|failure| streams.refuse(Status::MachineFailed, failure));
    if status != Status::Done {
        remember_failure(nightly, &process, &String::from_utf8_lossy(&err));
    }
    let mut log = fs::read(nightly.memory.join("nightly.log")).unwrap_or_default();
    log.extend(format!("{}\n", process.now).into_bytes());
    log.extend(out.into_iter().chain(err));
    let first = log.len().saturating_sub(MOST_OF_LOG);
    if let Err(error) = write_private(nightly.memory, "nightly.log", log.get(first..).unwrap_or_default()) {
        log::info!("the log of nights can't be written: {error}");
    }
    status
}

/// Shows the text for the scheduler, and hands it over if somebody agrees.
pub(super) fn schedule(
    time: &str,
    nightly: &Nightly<'_>,
    root: &Path,
    process: &ProcessContext,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    if time == "off" && !nightly.is_set() {
        let _ = writeln!(streams.out, "nothing publishes the site every night");
        return Ok(Status::Done);
    }
    if time == "off" {
        nightly.unset().map_err(of_machine)?;
        let _ = writeln!(streams.out, "nothing publishes the site every night any more");
        return Ok(Status::Done);
    }
    let Ok(at) = time.parse::<Time>() else {
        return Ok(streams.refuse(Status::Usage, format!("write a time such as 03:20, or off, not {time}")));
    };
    let content = project::decode(root, &mut Diagnostics::default())?;
    let entry = nightly.entry(at).map_err(of_machine)?;
    let shown: String = entry.lines().map(|line| format!("    {line}\n")).collect();
    let zone = &content.gym.value.time_zone;
    let _ = writeln!(
        streams.out,
        "Each night from {time} on ({}), or once this computer is awake, the site is published.\nFor that, {} gets\n\n{shown}",
        zone.iana_name().unwrap_or("UTC"),
        nightly.scheduler.name()
    );
    let _ = streams.out.flush();
    let person = Person::new(process.interactive, false, streams);
    if !person.is_there || person.agrees("Write it?") != Some(true) {
        let why = "nothing was written\n  help: run `gympress publish --every-night` in a terminal";
        return Ok(person.streams.borrow_mut().refuse(Status::MachineFailed, why));
    }
    let nights = Nights { time: at, zone: zone.clone(), since: process.now };
    nightly.set(&entry, &nights).map_err(of_machine)?;
    nightly.try_out().map_err(of_machine)?;
    let _ = writeln!(
        person.streams.borrow_mut().out,
        "from {time} on each night, the site is published; `gympress publish --every-night off` ends that"
    );
    Ok(Status::Done)
}
