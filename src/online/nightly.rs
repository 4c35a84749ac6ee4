//! The line of this machine's scheduler that publishes a site every night. The machine may be asleep at that time, so that the line
//! runs hourly, and ends at once unless a night is due.

use std::{
    fs,
    io::Write as _,
    process::{Command, Stdio},
};

use jiff::{Timestamp, civil::Time, tz::TimeZone};
use serde_json::{Value, json};

use super::{
    Machine,
    remote::{Trouble, TroubleKind},
    write_private,
};

/// The name of the record in the folder of a project's memory, and that of the last run that succeeded.
const RECORD: &str = "nightly.json";
const SUCCEEDED: &str = "succeeded";

/// The publication of a project every night.
#[derive(Debug)]
pub struct Nightly<'m> {
    pub machine: &'m Machine,
    pub memory: &'m std::path::Path,
}

impl Nightly<'_> {
    /// The line for `crontab` that publishes from this time on.
    ///
    /// # Errors
    /// If a path can't be written in such a line, or goes away.
    pub fn line(&self, time: Time) -> Result<String, Trouble> {
        let program = self.machine.program.display().to_string();
        if program.contains("_npx") {
            return Err(failed("this program was fetched for once by npx, and its path goes away")
                .help("install it first: docs/hosts.md says how"));
        }
        let project = self.machine.project.display().to_string();
        if [&program, &project].iter().any(|path| path.contains(char::is_control)) {
            return Err(failed("a path with a line break can't be written for a scheduler"));
        }
        let [program, quoted] = [&program, &project].map(|path| format!("'{}'", path.replace('\'', "'\\''")));
        let command = format!("{program} publish --nightly --root {quoted}").replace('%', "\\%");
        Ok(format!("{} * * * * {command} {}", time.minute(), self.mark()))
    }

    /// The end of the line, by which it is found again.
    fn mark(&self) -> String {
        format!("# gympress {}", self.machine.project.display()).replace('%', "\\%")
    }

    /// Writes the line in place of an earlier one, or removes that.
    ///
    /// # Errors
    /// If there is no `crontab`, or it refuses.
    pub fn write(&self, line: Option<&str>, time: Time, zone: &TimeZone) -> Result<(), Trouble> {
        let listed = self.crontab("-l").output().map_err(|error| no_crontab(&error))?;
        let old = String::from_utf8_lossy(&listed.stdout).into_owned();
        let mark = self.mark();
        let kept = old.lines().filter(|other| !other.ends_with(&mark)).chain(line);
        let new: String = kept.map(|line| format!("{line}\n")).collect();
        let mut writing =
            self.crontab("-").stdin(Stdio::piped()).spawn().map_err(|error| no_crontab(&error))?;
        let sent = writing.stdin.take().map(|mut input| input.write_all(new.as_bytes()));
        let status = writing.wait().map_err(|error| no_crontab(&error))?;
        if !status.success() || !matches!(sent, Some(Ok(()))) {
            return Err(failed("crontab refused the line"));
        }
        let zone = zone.iana_name().unwrap_or("UTC");
        let record = line.map_or(json!({}), |_| json!({"time": time.to_string(), "zone": zone}));
        self.keep(RECORD, &record.to_string())
    }

    fn crontab(&self, argument: &str) -> Command {
        let path = self.machine.variable("PATH").cloned().unwrap_or_default();
        let programs = std::env::split_paths(&path).filter(|folder| folder.is_absolute());
        let mut programs = programs.map(|folder| folder.join("crontab")).filter(|program| program.is_file());
        let mut command = Command::new(programs.next().unwrap_or_else(|| "/usr/bin/crontab".into()));
        command.arg(argument).stderr(Stdio::null());
        command
    }

    /// True if a night has begun whose publication hasn't succeeded.
    pub fn is_due(&self, now: Timestamp) -> bool {
        let Some(record) = self.record() else { return false };
        let text = |key: &str| record.get(key).and_then(Value::as_str).unwrap_or_default();
        let zone = TimeZone::get(text("zone")).unwrap_or(TimeZone::UTC);
        let (Ok(time), today) = (text("time").parse::<Time>(), now.to_zoned(zone.clone()).date()) else {
            return false;
        };
        let Ok(begins) = today.to_datetime(time).to_zoned(zone) else { return false };
        let last = fs::read_to_string(self.memory.join(SUCCEEDED)).ok();
        let last = last.and_then(|last| last.trim().parse::<Timestamp>().ok());
        now >= begins.timestamp() && last.is_none_or(|last| last < begins.timestamp())
    }

    /// True if this machine publishes the site every night.
    pub fn is_set(&self) -> bool {
        self.record().is_some_and(|record| record.get("time").is_some())
    }

    fn record(&self) -> Option<Value> {
        serde_json::from_slice(&fs::read(self.memory.join(RECORD)).ok()?).ok()
    }

    /// Remembers that a publication succeeded.
    ///
    /// # Errors
    /// If that can't be written.
    pub fn succeeded(&self, now: Timestamp) -> Result<(), Trouble> {
        self.keep(SUCCEEDED, &now.to_string())
    }

    fn keep(&self, name: &str, text: &str) -> Result<(), Trouble> {
        write_private(self.memory, name, text.as_bytes())
            .map_err(|error| failed(&format!("can't write {}: {error}", self.memory.join(name).display())))
    }

    /// Runs once as the scheduler will: without a terminal, an agent, and the settings of a shell.
    ///
    /// # Errors
    /// If the publication would fail then.
    pub fn try_out(&self) -> Result<(), Trouble> {
        let mut command = Command::new(&self.machine.program);
        command.args(["publish", "--dry-run", "--root"]).arg(&self.machine.project);
        command.env_clear().env("PATH", "/usr/bin:/bin").stdin(Stdio::null());
        if let Some(home) = self.machine.variable("HOME") {
            command.env("HOME", home);
        }
        let output = command.output().map_err(|error| failed(&format!("can't run this program: {error}")))?;
        if output.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let why = said.lines().rev().find(|line| line.starts_with("gympress: ")).unwrap_or("it failed");
        Err(failed(&format!("at night it would fail: {}", why.trim_start_matches("gympress: "))).help(
            "a key that only an agent has unlocked isn't there at night: use a key without a passphrase for this, or a password that is kept",
        ))
    }
}

fn failed(said: &str) -> Trouble {
    Trouble::new(TroubleKind::Machine, said)
}

fn no_crontab(error: &std::io::Error) -> Trouble {
    failed(&format!("can't run crontab: {error}"))
        .help("let your system's scheduler run the command above each hour: docs/publish.md says how")
}
