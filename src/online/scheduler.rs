//! The schedulers of systems, which run a command each hour: cron, launchd of macOS, and the Task Scheduler of Windows.

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::{
    Machine, make_private, program,
    remote::{Trouble, TroubleKind},
    short_hash,
};
use crate::output::escape;

/// The scheduler of a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    Cron,
    Launchd,
    TaskScheduler,
}

/// A project whose publication is scheduled.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScheduledProject<'m> {
    pub machine: &'m Machine,
    /// The folder of the project's memory.
    pub memory: &'m Path,
}

/// The folders that macOS shows to no program that runs by itself: those of this name in the one of the user, and other disks.
const CLOSED_FOLDERS: [&str; 3] = ["Desktop", "Documents", "Downloads"];

impl Scheduler {
    /// The one of the system that this program was made for.
    pub fn of_this_system() -> Self {
        if cfg!(target_os = "macos") {
            Self::Launchd
        } else if cfg!(windows) {
            Self::TaskScheduler
        } else {
            Self::Cron
        }
    }

    /// Its name, for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cron => "cron",
            Self::Launchd => "launchd",
            Self::TaskScheduler => "the Task Scheduler",
        }
    }

    /// Refuses if this machine hasn't its program.
    pub(super) fn find(self, machine: &Machine) -> Result<(), Trouble> {
        let name = match self {
            Self::Cron => "crontab",
            Self::Launchd => "launchctl",
            Self::TaskScheduler => "schtasks",
        };
        program(machine, name).map(drop).ok_or_else(|| {
            failed(&format!("this computer has no {name}")).help(
                "install cron, or let another scheduler run `gympress publish --root FOLDER` each night",
            )
        })
    }

    /// The text by which it runs `gympress publish --nightly` at this minute of each hour.
    pub(super) fn entry(self, project: ScheduledProject<'_>, minute: i8) -> Result<String, Trouble> {
        let machine = project.machine;
        let [program, folder] = [&machine.program, &machine.project].map(|path| path.display().to_string());
        if program.contains("_npx") {
            return Err(failed("this program was fetched for once by npx, and its path goes away")
                .help("install it first: docs/hosts.md says how"));
        }
        if [&program, &folder].iter().any(|path| path.contains(char::is_control)) {
            return Err(failed("a path with a line break can't be written for a scheduler"));
        }
        match self {
            Self::Cron => {
                let [quoted, root] =
                    [&program, &folder].map(|path| format!("'{}'", path.replace('\'', "'\\''")));
                let command = format!("{quoted} publish --nightly --root {root}").replace('%', "\\%");
                Ok(format!("{minute} * * * * {command} {}", mark(machine)))
            }
            Self::Launchd if is_closed(machine) => {
                Err(failed("macOS lets no program that runs by itself read this folder")
                    .help("move the project to another one, such as ~/my-gym"))
            }
            Self::Launchd => Ok(agent(&label(machine), &program, &folder, minute)),
            Self::TaskScheduler if folder.contains('"') => {
                Err(failed("a path with a quote can't be written for a scheduler"))
            }
            Self::TaskScheduler => Ok(task(&program, &folder, minute)),
        }
    }

    /// Gives it the text, in place of an earlier one of this project.
    pub(super) fn write(self, project: ScheduledProject<'_>, entry: &str) -> Result<(), Trouble> {
        match self {
            Self::Cron => write_table(project.machine, Some(entry)),
            Self::Launchd => {
                let path = agent_path(project.machine);
                let folder = path.parent().unwrap_or(&path);
                let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, entry));
                written.map_err(|error| failed(&format!("can't write {}: {error}", path.display())))?;
                let domain = domain(project.machine)?;
                // One of before ends first; if there is none, that is refused.
                drop(run(
                    project.machine,
                    "launchctl",
                    &["bootout", &format!("{domain}/{}", label(project.machine))],
                ));
                run(project.machine, "launchctl", &["bootstrap", &domain, &path.display().to_string()])
                    .map(drop)
            }
            Self::TaskScheduler => {
                let path = project.memory.join("nightly.xml");
                // The Task Scheduler reads UTF-16.
                let text: Vec<u8> =
                    format!("\u{feff}{entry}").encode_utf16().flat_map(u16::to_le_bytes).collect();
                let written = make_private(project.memory).and_then(|()| fs::write(&path, text));
                written.map_err(|error| failed(&format!("can't write {}: {error}", path.display())))?;
                let (name, path) = (label(project.machine), path.display().to_string());
                run(project.machine, "schtasks", &["/Create", "/F", "/TN", &name, "/XML", &path]).map(drop)
            }
        }
    }

    /// Takes away what it has of this project.
    pub(super) fn remove(self, project: ScheduledProject<'_>) -> Result<(), Trouble> {
        let machine = project.machine;
        match self {
            Self::Cron => write_table(machine, None),
            Self::Launchd => {
                let path = agent_path(machine);
                if !path.is_file() {
                    return Ok(());
                }
                let removed = fs::remove_file(&path);
                removed.map_err(|error| failed(&format!("can't remove {}: {error}", path.display())))?;
                run(machine, "launchctl", &["bootout", &format!("{}/{}", domain(machine)?, label(machine))])
                    .map(drop)
            }
            Self::TaskScheduler => {
                let label = label(machine);
                let removed = run(machine, "schtasks", &["/Delete", "/F", "/TN", &label]).map(drop);
                // Somebody may have removed it already, which Windows says in its language.
                removed.or_else(|refused| match run(machine, "schtasks", &["/Query", "/FO", "CSV", "/NH"]) {
                    Ok(tasks) if !tasks.contains(&label) => Ok(()),
                    _ => Err(refused),
                })
            }
        }
    }

    /// The folders of programs that it names to what it runs.
    pub(super) fn path(self, machine: &Machine) -> String {
        match self {
            Self::Cron => "/usr/bin:/bin".to_owned(),
            Self::Launchd => "/usr/bin:/bin:/usr/sbin:/sbin".to_owned(),
            Self::TaskScheduler => {
                machine.variable("PATH").map(|path| path.to_string_lossy().into_owned()).unwrap_or_default()
            }
        }
    }
}

/// The end of the line of `crontab`, by which it is found again.
fn mark(machine: &Machine) -> String {
    format!("# gympress {}", machine.project.display()).replace('%', "\\%")
}

/// The name of the project's entry where entries have names.
fn label(machine: &Machine) -> String {
    let folder = machine.project.display().to_string();
    format!("org.gympress.{}", short_hash(folder.as_bytes()).get(..12).unwrap_or_default())
}

/// True if macOS shows the project to no program that runs by itself.
fn is_closed(machine: &Machine) -> bool {
    let home = machine.variable("HOME").map(PathBuf::from).unwrap_or_default();
    machine.project.starts_with("/Volumes")
        || CLOSED_FOLDERS.iter().any(|name| machine.project.starts_with(home.join(name)))
}

fn agent_path(machine: &Machine) -> PathBuf {
    let home = machine.variable("HOME").map(PathBuf::from).unwrap_or_default();
    home.join("Library/LaunchAgents").join(format!("{}.plist", label(machine)))
}

/// The agent of launchd (`man launchd.plist`).
fn agent(label: &str, program: &str, folder: &str, minute: i8) -> String {
    let words = [program, "publish", "--nightly", "--root", folder];
    let words: String = words.iter().map(|word| format!("    <string>{}</string>\n", escape(word))).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n\
         <plist version=\"1.0\">\n<dict>\n  <key>Label</key>\n  <string>{label}</string>\n  \
         <key>ProgramArguments</key>\n  <array>\n{words}  </array>\n  \
         <key>StartCalendarInterval</key>\n  <dict>\n    <key>Minute</key>\n    <integer>{minute}</integer>\n  </dict>\n\
         </dict>\n</plist>\n"
    )
}

/// The user's domain of launchd.
fn domain(machine: &Machine) -> Result<String, Trouble> {
    Ok(format!("gui/{}", run(machine, "id", &["-u"])?.trim()))
}

/// The task of Windows (Task Scheduler schema 1.2): each hour, and as soon as the machine is awake if it wasn't.
fn task(program: &str, folder: &str, minute: i8) -> String {
    // A backslash before the quote would make it a part of the path, unless there are two; and `C:` is another folder than `C:\`.
    let end = if folder.ends_with('\\') { "\\" } else { "" };
    let arguments = format!("publish --nightly --root \"{folder}{end}\"");
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n\
         <Task version=\"1.2\" xmlns=\"http://schemas.microsoft.com/windows/2004/02/mit/task\">\n  <Triggers>\n    <TimeTrigger>\n      \
         <Repetition><Interval>PT1H</Interval></Repetition>\n      \
         <StartBoundary>2026-01-01T00:{minute:02}:00</StartBoundary>\n    </TimeTrigger>\n  </Triggers>\n  \
         <Settings>\n    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>\n    \
         <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>\n    \
         <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>\n    \
         <StartWhenAvailable>true</StartWhenAvailable>\n    <Hidden>true</Hidden>\n  </Settings>\n  \
         <Actions>\n    <Exec>\n      <Command>{}</Command>\n      <Arguments>{}</Arguments>\n    </Exec>\n  </Actions>\n</Task>\n",
        escape(program),
        escape(&arguments)
    )
}

/// The table of cron, which is empty if there is none yet. If `crontab` fails for another reason, there may be lines of others.
fn table(machine: &Machine) -> Result<Vec<u8>, Trouble> {
    let mut crontab = command(machine, "crontab");
    // It tells people in their language that there is none.
    crontab.arg("-l").env("LC_ALL", "C").stderr(Stdio::piped());
    let listed = crontab.output().map_err(|error| no_program("crontab", &error))?;
    if listed.status.success() {
        return Ok(listed.stdout);
    }
    let said = String::from_utf8_lossy(&listed.stderr);
    let has = |words: &str| said.contains(words);
    // The second is what BusyBox says.
    if has("no crontab for") || has("can't open") && has("No such file or directory") {
        return Ok(Vec::new());
    }
    Err(failed(&format!("crontab doesn't show its lines: {}", said.trim())))
}

/// Writes the table of cron with another line for the project, or none.
fn write_table(machine: &Machine, line: Option<&str>) -> Result<(), Trouble> {
    let table = table(machine)?;
    let mark = mark(machine);
    // Those of others may be in any encoding.
    let old = table.split_inclusive(|byte| *byte == b'\n');
    let old = old.map(|other| other.strip_suffix(b"\n").unwrap_or(other));
    let kept = old.filter(|other| !other.ends_with(mark.as_bytes())).chain(line.map(str::as_bytes));
    let new: Vec<u8> = kept.flat_map(|line| [line, b"\n"].concat()).collect();
    let mut crontab = command(machine, "crontab");
    let mut writing =
        crontab.arg("-").stdin(Stdio::piped()).spawn().map_err(|error| no_program("crontab", &error))?;
    let sent = writing.stdin.take().map(|mut input| input.write_all(&new));
    let status = writing.wait().map_err(|error| no_program("crontab", &error))?;
    if !status.success() || !matches!(sent, Some(Ok(()))) {
        return Err(failed("crontab refused the line"));
    }
    Ok(())
}

fn command(machine: &Machine, name: &str) -> Command {
    // One that isn't found is looked for by the system, which says so.
    let mut command = Command::new(program(machine, name).unwrap_or_else(|| name.into()));
    command.stderr(Stdio::null());
    command
}

/// Runs a program of the system. Returns what it printed.
fn run(machine: &Machine, name: &str, arguments: &[&str]) -> Result<String, Trouble> {
    let mut command = command(machine, name);
    command.args(arguments).stderr(Stdio::piped());
    let output = command.output().map_err(|error| no_program(name, &error))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(failed(&format!("{name} refused: {}", String::from_utf8_lossy(&output.stderr).trim())))
}

fn failed(said: &str) -> Trouble {
    Trouble::new(TroubleKind::Machine, said)
}

fn no_program(name: &str, error: &io::Error) -> Trouble {
    failed(&format!("can't run {name}: {error}"))
}
