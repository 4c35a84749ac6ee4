//! Runs killed at random moments: nothing is left of them but what they did.

use std::{
    env,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use gympress::{
    hosts::Server,
    online::{Ftps, Remote, Roots, Trouble, TroubleKind},
};

use super::{
    folder::Host,
    ftps::any_password,
    servers::{Certificates, FtpsServer, SshServer, target},
    sftp::{connect_by, many, site_files},
};
use crate::publish::{Site, bytes_of, violations};

/// Names the folder for what a run remembers, in the environment of the process that is killed, and the server: the folders of
/// programs with its `ssh`, or the port and user of FTPS, and the file with its authority.
const FOLDER: &str = "GYMPRESS_TEST_FOLDER";
const SFTP: &str = "GYMPRESS_TEST_SFTP";
const FTPS: &str = "GYMPRESS_TEST_FTPS";
const AUTHORITY: &str = "GYMPRESS_TEST_AUTHORITY";
/// The test, which also starts as the process that it kills.
const NAME: &str =
    "online::kill::a_run_killed_at_any_moment_leaves_whole_pages_and_the_next_one_ends_the_work";

fn sites() -> [Site; 2] {
    [many("1", 40), many("2", 40)]
}

/// A connection to the server that the environment names.
fn connect() -> Result<Box<dyn Remote>, Trouble> {
    if let Ok(path) = env::var(SFTP) {
        return Ok(Box::new(connect_by(&path)?));
    }
    let named = env::var(FTPS).unwrap();
    let (port, user) = named.split_once(' ').unwrap();
    let server = Server { user: Some(user.to_owned()), ..target("localhost", port.parse().unwrap()) };
    connect_to(&server, &Roots::new(Some(Path::new(&env::var(AUTHORITY).unwrap()))).unwrap())
}

fn connect_to(server: &Server, roots: &Roots) -> Result<Box<dyn Remote>, Trouble> {
    Ok(Box::new(Ftps::connect(server, roots, 0, &mut any_password)?))
}

/// What the process does that the test kills: publishes both sites by turns, for a minute at most.
fn publish_by_turns(folder: &Path) {
    let host = Host::within(folder);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(60) {
        for site in &sites() {
            host.publication(site).run(&mut |_| connect()).unwrap();
        }
    }
}

#[test]
fn a_run_killed_at_any_moment_leaves_whole_pages_and_the_next_one_ends_the_work() {
    if let Some(folder) = env::var_os(FOLDER) {
        return publish_by_turns(Path::new(&folder));
    }
    if let Some(ssh) = SshServer::start("") {
        let path = ssh.path();
        kill_at_random(&ssh.www(), &[(SFTP, &path)], || Ok(Box::new(connect_by(&path)?)));
    }
    for server in FtpsServer::start_each() {
        let named = format!("{} {}", server.port, server.user());
        let authority = Certificates::get().at("ca.pem");
        let environment = [(FTPS, &*named), (AUTHORITY, authority.to_str().unwrap())];
        kill_at_random(&server.www(), &environment, || {
            connect_to(&server.target("localhost"), &Certificates::roots())
        });
    }
}

/// Kills publishers of a server, by SIGKILL and SIGTERM in turn.
fn kill_at_random(
    www: &Path,
    environment: &[(&str, &str)],
    connect: impl Fn() -> Result<Box<dyn Remote>, Trouble>,
) {
    let sites = sites();
    let host = Host::new();
    host.publication(&sites[0]).run(&mut |_| connect()).unwrap();
    let kills: usize = env::var("GYMPRESS_TEST_CUTS").map_or(5, |kills| kills.parse().unwrap());
    let mut random = fastrand::Rng::with_seed(11);
    for kill in 0..kills {
        let mut publisher = Command::new(env::current_exe().unwrap());
        publisher.args(["--exact", NAME]).env(FOLDER, host.www()).envs(environment.iter().copied());
        let mut publisher = publisher.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(random.u64(50..1200)));
        if kill % 2 == 0 {
            publisher.kill().unwrap();
        } else {
            Command::new("kill").arg(publisher.id().to_string()).status().unwrap();
        }
        publisher.wait().unwrap();
        // Where nothing is, nothing is wrong.
        assert!(www.join("index.html").is_file(), "kill {kill}");
        assert_eq!(violations(www, sites.each_ref()), [""; 0], "kill {kill}");
        let site = &sites[kill % 2];
        publish_once_free(&host, site, &connect);
        assert_eq!(site_files(www), bytes_of(site), "kill {kill}");
    }
}

/// Publishes. What the killed run had sent already may still arrive, which looks as if it were alive.
fn publish_once_free(host: &Host, site: &Site, connect: &impl Fn() -> Result<Box<dyn Remote>, Trouble>) {
    for _ in 0..100 {
        match host.publication(site).run(&mut |_| connect()) {
            Err(interruption) if interruption.trouble.kind == TroubleKind::Busy => {
                thread::sleep(Duration::from_millis(100));
            }
            result => return drop(result.unwrap()),
        }
    }
    panic!("the lock is never given back");
}
