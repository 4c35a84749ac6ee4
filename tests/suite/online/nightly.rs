//! The schedulers of three systems, with programs that write down what they are told; and the trial, with real ones.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use gympress::online::{Machine, Nightly, Nights, Scheduler, failed_night};
use jiff::{Timestamp, civil::time, tz::TimeZone};

use super::servers::SshServer;
use crate::project::Project;

fn write_program(path: &Path, script: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn nightly<'m>(machine: &'m Machine, memory: &'m Path, scheduler: Scheduler) -> Nightly<'m> {
    Nightly { machine, memory, scheduler }
}

/// Nights that somebody asked for long ago.
fn nights(hour: i8, minute: i8, zone: &str) -> Nights {
    Nights {
        time: time(hour, minute, 0, 0),
        zone: TimeZone::get(zone).unwrap(),
        since: Timestamp::UNIX_EPOCH,
    }
}

fn machine(folder: &std::path::Path) -> Machine {
    write_program(
        &folder.join("crontab"),
        &format!(
            "case $1 in -) cat > {0}/tab;; -l) [ -e {0}/tab ] && exec cat {0}/tab; echo no crontab for maria >&2; exit 1;; esac",
            folder.display()
        ),
    );
    for name in ["launchctl", "schtasks"] {
        write_program(&folder.join(name), &format!("echo \"{name} $*\" >> {}/told", folder.display()));
    }
    let path = format!("{}:/usr/bin:/bin", folder.display());
    Machine {
        program: PathBuf::from(env!("CARGO_BIN_EXE_gympress")),
        project: folder.join("my gym's 100 %"),
        variables: [("PATH", path.into()), ("HOME", folder.join("maria").into())].into(),
    }
}

#[test]
fn the_line_is_written_once_and_taken_away_alone() {
    let folder = tempfile::tempdir().unwrap();
    let machine = machine(folder.path());
    let memory = folder.path().join("memory");
    let nightly = nightly(&machine, &memory, Scheduler::Cron);
    let others = "# mine\n0 4 * * * /usr/bin/backup # gympress elsewhere\n";
    fs::write(folder.path().join("tab"), others).unwrap();
    let line = nightly.entry(time(3, 20, 0, 0)).unwrap();
    assert!(line.starts_with("20 * * * * '") && line.contains("my gym'\\''s 100 \\%'"), "{line}");
    // The shell has the path again once cron has taken the backslash away.
    let command = line.split_once("--root ").unwrap().1.split(" # ").next().unwrap().replace("\\%", "%");
    let echoed =
        std::process::Command::new("sh").args(["-c", &format!("printf %s {command}")]).output().unwrap();
    assert_eq!(String::from_utf8(echoed.stdout).unwrap(), machine.project.display().to_string());
    for _ in 0..3 {
        nightly.set(&line, &nights(3, 20, "UTC")).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("tab")).unwrap(), format!("{others}{line}\n"));
    }
    assert!(nightly.is_set());
    nightly.unset().unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("tab")).unwrap(), others);
    assert!(!nightly.is_set());
    for scheduler in [Scheduler::Cron, Scheduler::Launchd, Scheduler::TaskScheduler] {
        let refused = |machine: &Machine| {
            Nightly { machine, memory: &memory, scheduler }.entry(time(3, 20, 0, 0)).unwrap_err().said
        };
        assert!(refused(&Machine { project: "/a\nb".into(), ..machine.clone() }).contains("line break"));
        let fetched = "/home/maria/.npm/_npx/1/gympress".into();
        assert!(refused(&Machine { program: fetched, ..machine.clone() }).contains("npx"));
    }
    // At night there is no project, so that the trial fails in words.
    assert!(nightly.try_out().unwrap_err().said.contains("at night it would fail"));
}

#[test]
fn lines_of_others_keep_their_encoding() {
    let folder = tempfile::tempdir().unwrap();
    let machine = machine(folder.path());
    let memory = folder.path().join("memory");
    let others = b"# caf\xe9\n\n0 4 * * * /usr/bin/backup";
    fs::write(folder.path().join("tab"), others).unwrap();
    nightly(&machine, &memory, Scheduler::Cron).set("x", &nights(3, 20, "UTC")).unwrap();
    assert_eq!(fs::read(folder.path().join("tab")).unwrap(), [&others[..], b"\nx\n"].concat());
}

#[test]
fn a_table_that_cannot_be_read_stays_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let machine = machine(folder.path());
    let memory = folder.path().join("memory");
    let nightly = nightly(&machine, &memory, Scheduler::Cron);
    let table = folder.path().join("tab");
    for (said, is_none_yet) in [
        ("no crontab for maria", true),
        ("crontab: can't open 'maria': No such file or directory", true),
        ("You (maria) are not allowed to access to (crontab) because of pam configuration.", false),
        ("crontabs/maria/: fopen: Permission denied", false),
        ("", false),
    ] {
        let _ = fs::remove_file(&table);
        write_program(
            &folder.path().join("crontab"),
            &format!("case $1 in -l) echo \"{said}\" >&2; exit 1;; -) cat > {};; esac", table.display()),
        );
        let set = nightly.set("x", &nights(3, 20, "UTC"));
        assert_eq!((set.is_ok(), table.exists()), (is_none_yet, is_none_yet), "{said}: {set:?}");
        assert!(set.is_ok() || set.unwrap_err().said.ends_with(said));
    }
}

#[test]
fn a_night_is_due_until_it_succeeded() {
    let folder = tempfile::tempdir().unwrap();
    let machine = machine(folder.path());
    let memory = folder.path().join("memory");
    let nightly = nightly(&machine, &memory, Scheduler::Cron);
    fs::write(folder.path().join("tab"), "").unwrap();
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    assert!(!nightly.is_due(at("2026-11-20T09:00:00Z")).unwrap());
    let since = at("2026-11-19T12:00:00Z");
    nightly.set("x", &Nights { since, ..nights(3, 20, "Africa/Nairobi") }).unwrap();
    for (now, is_due) in [
        ("2026-11-20T00:10:00Z", false),
        ("2026-11-20T00:20:00Z", true),
        // Failed, or asleep: the next hour.
        ("2026-11-20T01:20:00Z", true),
    ] {
        assert_eq!(nightly.is_due(at(now)).unwrap(), is_due, "{now}");
    }
    nightly.succeeded(at("2026-11-20T01:20:09Z")).unwrap();
    for (now, is_due) in
        [("2026-11-20T02:20:00Z", false), ("2026-11-21T00:19:00Z", false), ("2026-11-21T00:20:00Z", true)]
    {
        assert_eq!(nightly.is_due(at(now)).unwrap(), is_due, "{now}");
    }
    // The machine was asleep from the evening to the morning.
    nightly.set("x", &nights(23, 30, "UTC")).unwrap();
    nightly.succeeded(at("2026-11-20T23:30:09Z")).unwrap();
    for (now, is_due) in
        [("2026-11-21T07:30:00Z", false), ("2026-11-21T23:30:00Z", true), ("2026-11-22T07:30:00Z", true)]
    {
        assert_eq!(nightly.is_due(at(now)).unwrap(), is_due, "{now}");
    }
}

#[test]
fn no_night_is_due_that_began_before_somebody_asked_for_nights() {
    let folder = tempfile::tempdir().unwrap();
    let machine = machine(folder.path());
    let memory = folder.path().join("memory");
    let nightly = nightly(&machine, &memory, Scheduler::Cron);
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    nightly.succeeded(at("2026-11-17T10:00:00Z")).unwrap();
    for (since, now, is_due) in [
        ("2026-11-20T12:00:00Z", "2026-11-20T12:20:00Z", false),
        ("2026-11-20T12:00:00Z", "2026-11-21T03:20:00Z", true),
        ("2026-11-20T03:00:00Z", "2026-11-20T03:20:00Z", true),
        // The clock was wrong when somebody asked for them.
        ("2036-11-20T12:00:00Z", "2026-11-20T12:20:00Z", true),
    ] {
        nightly.set("x", &Nights { since: at(since), ..nights(3, 20, "UTC") }).unwrap();
        assert_eq!(nightly.is_due(at(now)).unwrap(), is_due, "{since} {now}");
    }
}

#[test]
fn a_record_that_is_damaged_is_no_end_of_all_nights() {
    let project = Project::minimal();
    let memory = project.path(".gympress/publish");
    let machine = Machine::default();
    let nightly = nightly(&machine, &memory, Scheduler::Cron);
    let now = "2026-11-20T09:00:00Z".parse().unwrap();
    for record in [
        "",
        "{\"time\":\"03:2",
        "{\"time\":\"three\",\"zone\":\"UTC\"}",
        "{\"time\":\"03:20:00\",\"zone\":\"Africa/Nairob\"}",
        "{\"time\":\"03:20:00\"}",
        "{\"time\":\"03:20:00\",\"zone\":\"UTC\",\"since\":\"today\"}",
    ] {
        project.write(".gympress/publish/nightly.json", record);
        let trouble = nightly.is_due(now).unwrap_err();
        assert!(trouble.said.ends_with("nightly.json is damaged"), "{record}: {trouble:?}");
        assert!(nightly.is_set(), "{record}");
    }
    project.run_alone(&["publish", "--nightly"], &[]).exits(3);
    assert!(failed_night(&memory).unwrap().ends_with("nightly.json is damaged"));
    project.write(".gympress/publish/nightly.json", "{}");
    assert!(!nightly.is_due(now).unwrap() && !nightly.is_set());
}

#[test]
fn a_clock_that_was_wrong_once_ends_no_nights() {
    let folder = tempfile::tempdir().unwrap();
    let machine = machine(folder.path());
    let memory = folder.path().join("memory");
    let nightly = nightly(&machine, &memory, Scheduler::Cron);
    nightly.set("x", &nights(3, 20, "UTC")).unwrap();
    nightly.succeeded("2036-11-20T01:20:00Z".parse().unwrap()).unwrap();
    assert!(nightly.is_due("2026-11-20T03:20:00Z".parse().unwrap()).unwrap());
}

#[test]
fn launchd_and_the_task_scheduler_get_a_file_that_says_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let mut machine = machine(folder.path());
    machine.project = folder.path().join("maria/R&B gym");
    let memory = folder.path().join("memory");
    let told = || {
        let told = fs::read_to_string(folder.path().join("told")).unwrap_or_default();
        let _ = fs::remove_file(folder.path().join("told"));
        told
    };
    let at = time(3, 20, 0, 0);

    let launchd = nightly(&machine, &memory, Scheduler::Launchd);
    let agent = launchd.entry(at).unwrap();
    let words = format!(
        "<string>{}</string>\n    <string>publish</string>\n    <string>--nightly</string>\n    <string>--root</string>\n    \
         <string>{}</string>",
        machine.program.display(),
        machine.project.display().to_string().replace('&', "&amp;")
    );
    assert!(agent.contains(&words) && agent.contains("<integer>20</integer>"), "{agent}");
    launchd.set(&agent, &nights(at.hour(), at.minute(), "UTC")).unwrap();
    let agents = folder.path().join("maria/Library/LaunchAgents");
    let file = fs::read_dir(&agents).unwrap().next().unwrap().unwrap().path();
    let label = file.file_stem().unwrap().to_str().unwrap().to_owned();
    assert_eq!(fs::read_to_string(&file).unwrap(), agent);
    assert!(
        label.starts_with("org.gympress.") && agent.contains(&format!("<string>{label}</string>")),
        "{agent}"
    );
    let user = Command::new("id").arg("-u").output().unwrap().stdout;
    let domain = format!("gui/{}", String::from_utf8(user).unwrap().trim());
    assert_eq!(
        told(),
        format!("launchctl bootout {domain}/{label}\nlaunchctl bootstrap {domain} {}\n", file.display())
    );
    launchd.unset().unwrap();
    assert_eq!((told(), file.exists()), (format!("launchctl bootout {domain}/{label}\n"), false));
    launchd.unset().unwrap();
    assert_eq!(told(), "");
    for closed in ["maria/Documents/gym", "maria/Desktop/gym", "maria/Downloads"] {
        let machine = Machine { project: folder.path().join(closed), ..machine.clone() };
        let refused = nightly(&machine, &memory, Scheduler::Launchd).entry(at).unwrap_err();
        assert!(refused.help.unwrap().contains("move the project"));
    }

    let windows = nightly(&machine, &memory, Scheduler::TaskScheduler);
    let task = windows.entry(at).unwrap();
    let arguments = machine.project.display().to_string().replace('&', "&amp;");
    assert!(
        task.contains(&format!("<Arguments>publish --nightly --root &quot;{arguments}&quot;</Arguments>")),
        "{task}"
    );
    assert!(
        task.contains("T00:20:00</StartBoundary>") && task.contains("<Interval>PT1H</Interval>"),
        "{task}"
    );
    windows.set(&task, &nights(at.hour(), at.minute(), "UTC")).unwrap();
    let file = memory.join("nightly.xml");
    let units: Vec<u16> =
        fs::read(&file).unwrap().chunks(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
    assert_eq!(String::from_utf16(&units).unwrap(), format!("\u{feff}{task}"));
    assert_eq!(told(), format!("schtasks /Create /F /TN {label} /XML {}\n", file.display()));
    assert!(windows.is_set());
    windows.unset().unwrap();
    assert_eq!(told(), format!("schtasks /Delete /F /TN {label}\n"));
    // A task that somebody removed is no failure, and one that can't be removed is.
    for (tasks, is_gone) in [("Backup", true), (&*format!("Backup\n{label}"), false)] {
        write_program(
            &folder.path().join("schtasks"),
            &format!("case $1 in /Query) echo '{tasks}';; *) echo ERROR >&2; exit 1;; esac"),
        );
        assert_eq!(windows.unset().is_ok(), is_gone, "{tasks}");
    }
    for (project, root) in [("C:\\", "C:\\\\"), ("D:\\gym", "D:\\gym")] {
        let machine = Machine { project: project.into(), ..machine.clone() };
        let task = nightly(&machine, &memory, Scheduler::TaskScheduler).entry(at).unwrap();
        assert!(task.contains(&format!("--root &quot;{root}&quot;</Arguments>")), "{task}");
    }
}

#[test]
fn a_night_that_failed_is_remembered_until_one_succeeds() {
    let folder = tempfile::tempdir().unwrap();
    let machine = machine(folder.path());
    let memory = folder.path().join("memory");
    let nightly = nightly(&machine, &memory, Scheduler::Cron);
    nightly.set("x", &nights(3, 20, "Africa/Nairobi")).unwrap();
    assert_eq!(failed_night(&memory), None);
    let said = "105 pages\ngympress: home1 refused the user\n  help: look at it\n";
    nightly.failed("2026-11-20T00:20:00Z".parse().unwrap(), said).unwrap();
    let words = "the publication at night failed on Friday, 20 November, 03:20: home1 refused the user";
    assert_eq!(failed_night(&memory).as_deref(), Some(words));
    nightly.succeeded("2026-11-20T01:20:00Z".parse().unwrap()).unwrap();
    assert_eq!(failed_night(&memory), None);
}

/// An agent that has unlocked the key of a server, and ends with the test.
struct Agent(std::process::Child);

impl Agent {
    fn start(socket: &Path, key: &Path, passphrase: &str) -> Self {
        let mut command = Command::new("ssh-agent");
        let agent = Self(command.args(["-D", "-a"]).arg(socket).stdout(Stdio::null()).spawn().unwrap());
        let answer = socket.with_file_name("answer");
        write_program(&answer, &format!("echo '{passphrase}'"));
        while !socket.exists() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let mut add = Command::new("ssh-add");
        add.arg(key)
            .env("SSH_AUTH_SOCK", socket)
            .env("SSH_ASKPASS", &answer)
            .env("SSH_ASKPASS_REQUIRE", "force");
        assert!(add.stdin(Stdio::null()).stderr(Stdio::null()).status().unwrap().success());
        agent
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_trial_finds_a_key_that_only_an_agent_has_unlocked() {
    for passphrase in ["of a key", ""] {
        let Some(ssh) = SshServer::start(passphrase) else { return };
        let folder = ssh.folder.path();
        let project = Project::minimal();
        let site = "name = \"Iron\"\nbase_url = \"https://iron.example/\"\n[publish]\nhost = \"plain\"\nto = \"sftp://gym/\"\n";
        project.write("content/site.toml", site);
        let socket = folder.join("agent");
        let _agent = Agent::start(&socket, &folder.join("key"), passphrase);
        let config = fs::read_to_string(folder.join("config")).unwrap().replace("IdentityAgent none\n", "");
        fs::write(folder.join("config"), config).unwrap();
        // By day the agent is there.
        let environment = [
            ("PATH", &*ssh.path()),
            ("SSH_AUTH_SOCK", socket.to_str().unwrap()),
            ("HOME", folder.to_str().unwrap()),
        ];
        project.run_alone(&["publish", "--skip-look", "--now", crate::project::NOW], &environment).exits(0);
        // Programs of the tests stand before those of the system at night, too.
        let program = folder.join("gympress");
        write_program(
            &program,
            &format!("PATH={} exec {} \"$@\"", ssh.path(), env!("CARGO_BIN_EXE_gympress")),
        );
        let variables = environment.map(|(name, value)| (name, value.into())).into();
        let machine = Machine { program, project: project.root().to_owned(), variables };
        let memory = project.path(".gympress/publish");
        let tried = nightly(&machine, &memory, Scheduler::Cron).try_out();
        if passphrase.is_empty() {
            tried.unwrap();
            continue;
        }
        let refused = tried.unwrap_err();
        assert!(
            refused.said.contains("at night it would fail") && refused.said.contains("passphrase"),
            "{refused:?}"
        );
        assert!(refused.help.unwrap().contains("only an agent has unlocked"));
    }
}
