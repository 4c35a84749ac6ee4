//! The publication of a project every night. The machine may be asleep at that time, so that its scheduler runs this program hourly,
//! which ends at once unless a night is due.

use std::{
    collections::BTreeMap,
    fs, io,
    path::Path,
    process::{Command, Stdio},
};

use jiff::{Timestamp, civil::Time, tz::TimeZone};
use serde_json::json;

use super::{
    Machine, Scheduler,
    remote::{Trouble, TroubleKind},
    scheduler::ScheduledProject,
    write_private,
};

/// The file for the time and its zone, in the folder of a project's memory as the others.
const RECORD: &str = "nightly.json";
/// The file for the time of the last publication that succeeded.
const SUCCEEDED: &str = "succeeded";
/// The file for the reason why the last night failed.
const FAILED: &str = "failed";

/// The beginnings of a gym's nights.
#[derive(Debug)]
pub struct Nights {
    pub time: Time,
    pub zone: TimeZone,
    /// The moment when somebody asked for them: one that began earlier wasn't missed.
    pub since: Timestamp,
}

/// The publication of a project every night.
#[derive(Debug)]
pub struct Nightly<'m> {
    pub machine: &'m Machine,
    pub memory: &'m Path,
    pub scheduler: Scheduler,
}

impl Nightly<'_> {
    /// The text for the scheduler by which it publishes from this time on.
    ///
    /// # Errors
    /// If there is no such scheduler, or the path of the program or the project can't be in such a text.
    pub fn entry(&self, time: Time) -> Result<String, Trouble> {
        self.scheduler.find(self.machine)?;
        self.scheduler.entry(self.project(), time.minute())
    }

    fn project(&self) -> ScheduledProject<'_> {
        ScheduledProject { machine: self.machine, memory: self.memory }
    }

    /// Gives the text to the scheduler, in place of an earlier one.
    ///
    /// # Errors
    /// If there is no such program, if it refuses, or if the time can't be remembered.
    pub fn set(&self, entry: &str, nights: &Nights) -> Result<(), Trouble> {
        self.scheduler.write(self.project(), entry)?;
        let Nights { time, zone, since } = nights;
        let zone = zone.iana_name().unwrap_or("UTC");
        let record = json!({"time": time.to_string(), "zone": zone, "since": since.to_string()});
        self.keep(RECORD, &record.to_string())
    }

    /// Ends the publication every night.
    ///
    /// # Errors
    /// As [`Nightly::set`].
    pub fn unset(&self) -> Result<(), Trouble> {
        self.scheduler.remove(self.project())?;
        self.keep(RECORD, "{}")?;
        self.forget_failure()
    }

    /// True if a night has begun whose publication hasn't succeeded.
    ///
    /// # Errors
    /// If the record can't be read.
    pub fn is_due(&self, now: Timestamp) -> Result<bool, Trouble> {
        let Some(Nights { time, zone, since }) = self.nights()? else { return Ok(false) };
        let last = fs::read_to_string(self.memory.join(SUCCEEDED)).ok();
        let last = last.and_then(|last| last.trim().parse::<Timestamp>().ok());
        // A clock that was wrong may have dated them ahead, and no night would be due until that time.
        let done = [Some(since), last].into_iter().flatten().filter(|moment| *moment <= now).max();
        let today = now.to_zoned(zone.clone()).date();
        // A machine may sleep from late in the evening to the morning.
        let nights = today.yesterday().into_iter().chain([today]);
        let mut begins = nights.filter_map(|day| day.to_datetime(time).to_zoned(zone.clone()).ok());
        Ok(begins.any(|begins| {
            let begins = begins.timestamp();
            begins <= now && done.is_none_or(|done| done < begins)
        }))
    }

    /// True if this machine publishes the site every night, or is to, with a record that can't be read.
    pub fn is_set(&self) -> bool {
        !matches!(self.nights(), Ok(None))
    }

    /// The nights in the record; `None` if nothing publishes the site then.
    fn nights(&self) -> Result<Option<Nights>, Trouble> {
        let path = self.memory.join(RECORD);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(of_machine(&format!("can't read {}: {error}", path.display()))),
        };
        let damaged = || {
            of_machine(&format!("{} is damaged", path.display()))
                .help("say the time again, such as by `gympress publish --every-night 03:20`")
        };
        let record: BTreeMap<String, String> = serde_json::from_slice(&bytes).map_err(|_| damaged())?;
        let Some(time) = record.get("time") else { return Ok(None) };
        let time = time.parse::<Time>().map_err(|_| damaged())?;
        let zone = record.get("zone").and_then(|name| TimeZone::get(name).ok()).ok_or_else(damaged)?;
        // Earlier versions didn't write it down.
        let since = record.get("since").map_or(Ok(Timestamp::UNIX_EPOCH), |since| since.parse());
        let since = since.map_err(|_| damaged())?;
        Ok(Some(Nights { time, zone, since }))
    }

    /// Remembers that a publication succeeded.
    ///
    /// # Errors
    /// If that can't be written.
    pub fn succeeded(&self, now: Timestamp) -> Result<(), Trouble> {
        self.keep(SUCCEEDED, &now.to_string())?;
        self.forget_failure()
    }

    /// Remembers that a publication at night failed, for whoever uses this program next.
    ///
    /// # Errors
    /// If that can't be written.
    pub fn failed(&self, now: Timestamp, said: &str) -> Result<(), Trouble> {
        let zone = self.nights().ok().flatten().map_or(TimeZone::UTC, |nights| nights.zone);
        let when = now.to_zoned(zone).strftime("%A, %-d %B, %H:%M").to_string();
        let why = last_words(said);
        self.keep(FAILED, &format!("the publication at night failed on {when}: {why}"))
    }

    fn forget_failure(&self) -> Result<(), Trouble> {
        match fs::remove_file(self.memory.join(FAILED)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(of_machine(&format!("can't remove {}: {error}", self.memory.join(FAILED).display())))
            }
            _ => Ok(()),
        }
    }

    fn keep(&self, name: &str, text: &str) -> Result<(), Trouble> {
        write_private(self.memory, name, text.as_bytes()).map_err(|error| {
            of_machine(&format!("can't write {}: {error}", self.memory.join(name).display()))
        })
    }

    /// Tries a publication, which sends nothing, as the scheduler will run it: without a terminal, an agent, and the settings
    /// of a shell.
    ///
    /// # Errors
    /// If the publication would fail then.
    pub fn try_out(&self) -> Result<(), Trouble> {
        let mut command = Command::new(&self.machine.program);
        command.args(["publish", "--dry-run", "--root"]).arg(&self.machine.project);
        command.env_clear().env("PATH", self.scheduler.path(self.machine)).stdin(Stdio::null());
        for name in ["HOME", "SystemRoot", "USERPROFILE"] {
            if let Some(value) = self.machine.variable(name) {
                command.env(name, value);
            }
        }
        let output =
            command.output().map_err(|error| of_machine(&format!("can't run this program: {error}")))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let why = last_words(&said);
        let advice = if why.contains("passphrase") || why.contains("password") {
            "what only an agent has unlocked isn't there at night: use a key without a passphrase for this, or let a password be kept"
        } else {
            said.lines().rev().find_map(|line| line.trim().strip_prefix("help: ")).unwrap_or("mend that")
        };
        Err(of_machine(&format!("at night it would fail: {why}")).help(format!(
            "{advice}; it is scheduled nevertheless, until `gympress publish --every-night off`"
        )))
    }
}

/// The failure of the last night, in words: when, and why. Returns `None` if it succeeded, or somebody has published since.
pub fn failed_night(memory: &Path) -> Option<String> {
    fs::read_to_string(memory.join(FAILED)).ok()
}

/// The reason in what a run that failed said.
fn last_words(said: &str) -> &str {
    let lines = || said.lines().rev().map(str::trim).filter(|line| !line.is_empty());
    let failure = lines().find_map(|line| line.strip_prefix("gympress: "));
    failure.or_else(|| lines().next()).unwrap_or("it said nothing")
}

fn of_machine(said: &str) -> Trouble {
    Trouble::new(TroubleKind::Machine, said)
}
