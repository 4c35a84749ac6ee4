//! A preview on a system that has no thread left for a time.

use std::{
    fs,
    io::Read,
    os::unix::{fs::MetadataExt, process::CommandExt},
    process::Command,
};

use super::{http::connect, serve::Preview};
use crate::project::Project;

/// A user without rights, as the system limits nothing for root.
const NOBODY: u32 = 65534;

/// More connections than a preview serves at a time.
const CONNECTIONS: usize = 850;

fn as_nobody(mut command: Command) -> Command {
    if fs::metadata("/proc/self").unwrap().uid() == 0 {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

/// Sets or tells the most threads that the user of a process has, as it may be raised again.
fn limit(process: u32, arguments: &[&str]) -> String {
    let mut command = as_nobody(Command::new("prlimit"));
    let done = command.args(["--pid", &process.to_string()]).args(arguments).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

#[test]
fn connections_that_get_no_thread_are_not_counted_for_ever() {
    let project = Project::minimal();
    let writable = Command::new("chmod").args(["-R", "a+rwX"]).arg(project.root()).status().unwrap();
    assert!(writable.success());
    let preview = Preview::of(as_nobody(Preview::command(&project)));
    preview.wait_until("the first check", || preview.printed().contains("the site: "));
    let process = preview.process();
    let usual = limit(process, &["--nproc", "--output", "SOFT", "--noheadings", "--raw"]);
    limit(process, &["--nproc=1:"]);
    for _ in 0..CONNECTIONS {
        let mut answer = Vec::new();
        let _ = connect(preview.address).read_to_end(&mut answer);
        assert!(answer.is_empty(), "{}", String::from_utf8_lossy(&answer));
    }
    limit(process, &[&format!("--nproc={}:", usual.trim())]);
    assert_eq!(preview.get("/").status, 200, "{}", preview.printed());
}
