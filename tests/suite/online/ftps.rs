//! Runs against servers of FTPS: vsftpd, and those that `tests/servers` unpacks.

use std::{
    fs,
    time::{Duration, Instant},
};

use gympress::online::{Ftps, Remote, Secret, Trouble, TroubleKind};

use super::{
    folder::Host,
    servers::{Certificates, FtpProgram, FtpsServer, Proxy},
    sftp::{assert_readable, assert_same, many, site_files, times_of, write_odd_files},
};
use crate::{
    project::Project,
    publish::{bytes_of, violations},
};

/// Any password is right.
pub fn any_password() -> Result<Secret, Trouble> {
    Ok(Secret::from("any".to_owned()))
}

fn connect_to(server: &FtpsServer, host: &str, broken: usize) -> Result<Box<dyn Remote>, Trouble> {
    Ok(Box::new(Ftps::connect(&server.target(host), &Certificates::roots(), broken, &mut any_password)?))
}

#[test]
fn the_command_brings_a_site_to_each_server() {
    FtpsServer::start_each().for_each(|server| publish_by_the_command(&server));
}

fn publish_by_the_command(server: &FtpsServer) {
    let project = Project::minimal();
    let site = format!(
        "name = \"Iron & Chalk\"\nbase_url = \"https://iron.example/\"\n\n[publish]\nhost = \"apache\"\n\
         to = \"ftps://{}@localhost:{}/\"\n",
        server.user(),
        server.port
    );
    project.write("content/site.toml", site);
    write_odd_files(&project);
    let certificates = Certificates::get().at("ca.pem");
    let publish = |options: &[&str]| {
        let arguments = [&["publish", "--skip-look", "--now", crate::project::NOW], options].concat();
        let environment =
            [("SSL_CERT_FILE", certificates.to_str().unwrap()), ("GYMPRESS_PUBLISH_PASSWORD", "any")];
        project.run_alone(&arguments, &environment)
    };
    publish(&[]).exits(0);
    assert_same(&server.www(), &project);
    assert_readable(&server.www());
    let (before, times) = (server.log().len(), times_of(&server.www()));
    let run = publish(&[]).exits(0);
    assert!(run.out.contains("Nothing has changed"), "{}", run.out);
    let log = server.log()[before..].to_owned();
    assert!(["STOR", "RNFR", "DELE", "MKD"].iter().all(|word| !log.contains(word)), "{log}");
    assert_eq!(times_of(&server.www()), times);

    fs::remove_file(server.www().join("index.html")).unwrap();
    fs::write(server.www().join("robots.txt"), "").unwrap();
    publish(&[]).exits(0);
    assert_same(&server.www(), &project);
    // Every page is staged before one is renamed.
    project.replace("content/pages/index.toml", "Come in", "Come in now");
    let before = server.log().len();
    publish(&[]).exits(0);
    if server.program == FtpProgram::Vsftpd {
        let log = server.log()[before..].to_owned();
        assert!(log.rfind("\"STOR ").unwrap() < log.find("\"RNFR ").unwrap());
    }
    assert_same(&server.www(), &project);
}

#[test]
fn five_hundred_files_resume_the_session_each_time() {
    let Some(server) = FtpsServer::start() else { return };
    let host = Host::new();
    host.publication(&many("1", 500)).run(&mut |broken| connect_to(&server, "localhost", broken)).unwrap();
    assert_eq!(site_files(&server.www()), bytes_of(&many("1", 500)));
    let log = server.log();
    let (reused, new) = (log.matches(", reused,").count(), log.matches("not reused").count());
    assert!(reused > 500 && new <= 4, "{reused} resumed, {new} new");
    assert!(log.contains("TLSv1.2") && !log.contains("TLSv1.3"));
}

#[test]
fn files_arrive_at_a_distance() {
    let number: usize = std::env::var("GYMPRESS_TEST_FILES").map_or(24, |number| number.parse().unwrap());
    for server in FtpsServer::start_each() {
        let ports = [&[server.port][..], &server.data_ports].concat();
        let _proxy = Proxy::start(&ports, Duration::from_millis(25));
        let host = Host::new();
        let start = Instant::now();
        host.publication(&many("1", number))
            .run(&mut |broken| connect_to(&server, "127.0.0.2", broken))
            .unwrap();
        println!("{number} files to {:?} at 50 ms: {:?}", server.program, start.elapsed());
        assert_eq!(site_files(&server.www()), bytes_of(&many("1", number)));
    }
}

#[test]
fn a_connection_that_breaks_anywhere_leaves_whole_pages() {
    FtpsServer::start_each().for_each(cut_at_random);
}

fn cut_at_random(mut server: FtpsServer) {
    let ports = [&[server.port][..], &server.data_ports].concat();
    let proxy = Proxy::start(&ports, Duration::ZERO);
    let host = Host::new();
    let sites = [many("1", 30), many("2", 30)];
    host.publication(&sites[0]).run(&mut |_| connect_to(&server, "127.0.0.2", 0)).unwrap();
    let cuts: usize = std::env::var("GYMPRESS_TEST_CUTS").map_or(8, |cuts| cuts.parse().unwrap());
    let mut random = fastrand::Rng::with_seed(7);
    for cut in 0..cuts {
        let (old, new) = (&sites[cut % 2], &sites[(cut + 1) % 2]);
        // The network, or the server.
        if cut % 4 == 3 {
            let start = Instant::now();
            let moment = Duration::from_millis(random.u64(20..400));
            std::thread::scope(|scope| {
                let run = scope.spawn(|| {
                    host.publication(new).run(&mut |broken| match broken {
                        0 => connect_to(&server, "127.0.0.2", 0),
                        _ => Err(Trouble::new(TroubleKind::Stopped, "killed")),
                    })
                });
                std::thread::sleep(moment.saturating_sub(start.elapsed()));
                proxy.cut_after(0);
                let _ = run.join().unwrap();
            });
            server.restart();
        } else {
            proxy.cut_after(random.i64(5_000..90_000));
            let _ = host.publication(new).run(&mut |broken| match broken {
                0 => connect_to(&server, "127.0.0.2", 0),
                _ => Err(Trouble::new(TroubleKind::Stopped, "killed")),
            });
        }
        assert_eq!(violations(&server.www(), [old, new]), [""; 0], "cut {cut}");
        proxy.mend();
        host.publication(new).run(&mut |broken| connect_to(&server, "127.0.0.2", broken)).unwrap();
        assert_eq!(site_files(&server.www()), bytes_of(new), "cut {cut}");
    }
}

#[test]
fn folders_that_are_not_there_are_asked_for_without_end() {
    for server in FtpsServer::start_each() {
        let mut remote = connect_to(&server, "localhost", 0).unwrap();
        let folders: Vec<String> = (0..120).map(|number| format!("no/such/{number}")).collect();
        assert_eq!(remote.are_links(&folders).unwrap(), [false; 120], "{:?}", server.program);
    }
}

#[test]
fn links_of_the_server_are_seen() {
    let Some(server) = FtpsServer::start() else { return };
    let outside = server.folder.path().join("outside");
    fs::create_dir(&outside).unwrap();
    std::os::unix::fs::symlink(&outside, server.www().join("link")).unwrap();
    fs::create_dir(server.www().join("folder")).unwrap();
    let mut remote = connect_to(&server, "localhost", 0).unwrap();
    let folders = ["link", "folder", "nothing"].map(str::to_owned);
    assert_eq!(remote.are_links(&folders).unwrap(), [true, false, false]);
    let missing = ["x".to_owned()];
    assert_eq!(remote.sizes(&missing).unwrap(), [None]);
    assert_eq!(remote.read("x", 10).unwrap(), None);
    assert!(remote.claim(".gympress/publishing").unwrap());
    assert!(!remote.claim(".gympress/publishing").unwrap());
    fs::write(server.www().join("large"), [0; 100]).unwrap();
    assert_eq!(remote.read("large", 99).unwrap_err().kind, TroubleKind::Refused);
    let mut remote = connect_to(&server, "localhost", 0).unwrap();
    assert_eq!(remote.read("large", 100).unwrap().unwrap().len(), 100);
    let wrong = gympress::hosts::Server { folder: "public_htm".to_owned(), ..server.target("localhost") };
    let trouble = Ftps::connect(&wrong, &Certificates::roots(), 0, &mut any_password).err().unwrap();
    assert!(
        trouble.said.starts_with("there is no folder public_htm at localhost; there are: folder, large"),
        "{trouble:?}"
    );
}
