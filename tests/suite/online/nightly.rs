//! The line of the scheduler, with a `crontab` that keeps a file.

use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf};

use gympress::online::{Machine, Nightly};
use jiff::{Timestamp, civil::time, tz::TimeZone};

fn machine(folder: &std::path::Path) -> Machine {
    let script =
        format!("#!/bin/sh\ncase $1 in -l) cat {0}/tab;; -) cat > {0}/tab;; esac\n", folder.display());
    fs::write(folder.join("crontab"), script).unwrap();
    fs::set_permissions(folder.join("crontab"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:/usr/bin:/bin", folder.display());
    Machine {
        program: PathBuf::from(env!("CARGO_BIN_EXE_gympress")),
        project: folder.join("my gym's 100 %"),
        variables: [("PATH", path.into())].into(),
    }
}

#[test]
fn the_line_is_written_once_and_taken_away_alone() {
    let folder = tempfile::tempdir().unwrap();
    let machine = machine(folder.path());
    let memory = folder.path().join("memory");
    let nightly = Nightly { machine: &machine, memory: &memory };
    let others = "# mine\n0 4 * * * /usr/bin/backup # gympress elsewhere\n";
    fs::write(folder.path().join("tab"), others).unwrap();
    let line = nightly.line(time(3, 20, 0, 0)).unwrap();
    assert!(line.starts_with("20 * * * * '") && line.contains("my gym'\\''s 100 \\%'"), "{line}");
    // The shell has the path again once cron has taken the backslash away.
    let command = line.split_once("--root ").unwrap().1.split(" # ").next().unwrap().replace("\\%", "%");
    let echoed =
        std::process::Command::new("sh").args(["-c", &format!("printf %s {command}")]).output().unwrap();
    assert_eq!(String::from_utf8(echoed.stdout).unwrap(), machine.project.display().to_string());
    for _ in 0..3 {
        nightly.write(Some(&line), time(3, 20, 0, 0), &TimeZone::UTC).unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("tab")).unwrap(), format!("{others}{line}\n"));
    }
    assert!(nightly.is_set());
    nightly.write(None, time(3, 20, 0, 0), &TimeZone::UTC).unwrap();
    assert_eq!(fs::read_to_string(folder.path().join("tab")).unwrap(), others);
    assert!(!nightly.is_set());
    let odd = Machine { project: "/a\nb".into(), ..machine.clone() };
    assert!(Nightly { machine: &odd, memory: &memory }.line(time(3, 20, 0, 0)).is_err());
    let fetched = Machine { program: "/home/maria/.npm/_npx/1/gympress".into(), ..machine.clone() };
    assert!(
        Nightly { machine: &fetched, memory: &memory }
            .line(time(3, 20, 0, 0))
            .unwrap_err()
            .said
            .contains("npx")
    );
    // At night there is no project, so that the trial fails in words.
    assert!(nightly.try_out().unwrap_err().said.contains("at night it would fail"));
}

#[test]
fn a_night_is_due_until_it_succeeded() {
    let folder = tempfile::tempdir().unwrap();
    let machine = machine(folder.path());
    let memory = folder.path().join("memory");
    let nightly = Nightly { machine: &machine, memory: &memory };
    fs::write(folder.path().join("tab"), "").unwrap();
    let at = |text: &str| text.parse::<Timestamp>().unwrap();
    assert!(!nightly.is_due(at("2026-11-20T09:00:00Z")));
    nightly.write(Some("x"), time(3, 20, 0, 0), &TimeZone::get("Africa/Nairobi").unwrap()).unwrap();
    for (now, is_due) in [
        ("2026-11-20T00:10:00Z", false),
        ("2026-11-20T00:20:00Z", true),
        // Failed, or asleep: the next hour.
        ("2026-11-20T01:20:00Z", true),
    ] {
        assert_eq!(nightly.is_due(at(now)), is_due, "{now}");
    }
    nightly.succeeded(at("2026-11-20T01:20:09Z")).unwrap();
    for (now, is_due) in
        [("2026-11-20T02:20:00Z", false), ("2026-11-21T00:19:00Z", false), ("2026-11-21T00:20:00Z", true)]
    {
        assert_eq!(nightly.is_due(at(now)), is_due, "{now}");
    }
}
