//! Builds killed at random moments.

use std::{
    env, fs, iter,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::site::{Site, bytes_of, linked, publish, violations};
use crate::project::Project;

/// Names the project to publish in the environment of the process that is killed.
const ROOT: &str = "GYMPRESS_TEST_ROOT";

/// One of two sites which share their home page and some posts, each in its own version, and have hashed
/// files, posts and a section of their own. A post refers to an older one; the pages of
/// the section refer to each other.
fn generation(name: char) -> Site {
    let shared = |n: usize| format!("/blog/shared-{n}/");
    let own = |n: usize| format!("/blog/{name}-{n}/");
    let event = |n: usize| format!("/events-{name}/{n}/");
    let events = format!("/events-{name}/");
    let mut all: Vec<String> = (0..30).map(shared).collect();
    all.extend((0..40).map(own));
    all.push(events.clone());
    let mut pages = vec![("/".to_owned(), all.clone()), ("/blog/".to_owned(), all)];
    pages.extend((0..30).map(|n| (shared(n), vec![shared((n + 1) % 30), own(n), "/".to_owned()])));
    pages.extend((1..40).map(|n| (own(n), vec![own(n - 1), shared(n % 30)])));
    pages.push((own(0), vec!["/blog/".to_owned(), shared(0)]));
    pages.extend((0..10).map(|n| (event(n), vec![event((n + 1) % 10), events.clone()])));
    pages.push((events, (0..10).map(event).collect()));
    // As long as pages are.
    let long = |links| iter::repeat_n::<Vec<String>>(links, 30).flatten().collect();
    let pages = pages.into_iter().map(|(page, links)| (format!("{}index.html", &page[1..]), long(links)));
    linked(&name.to_string(), pages)
}

/// What the process does that the test kills: publishes both generations by turns, for a minute at most.
fn publish_by_turns(root: &Path) {
    let sites = [generation('a'), generation('b')];
    let start = Instant::now();
    fs::write(root.join("ready"), "").unwrap();
    while start.elapsed() < Duration::from_secs(60) {
        for site in &sites {
            publish(root, &root.join("dist"), site).unwrap();
        }
    }
}

/// The test, which also starts as the process that it kills.
const NAME: &str = "publish::kill::a_build_killed_at_any_moment_leaves_a_site_and_the_next_one_completes_it";

fn start_publisher(project: &Project) -> std::process::Child {
    let ready = project.root().join("ready");
    let _ = fs::remove_file(&ready);
    let publisher = Command::new(env::current_exe().unwrap())
        .args(["--exact", NAME, "--nocapture"])
        .env(ROOT, project.root())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while !ready.exists() {
        assert!(start.elapsed() < Duration::from_secs(30), "the publisher doesn't start");
        thread::sleep(Duration::from_millis(1));
    }
    publisher
}

/// Waits until the publisher puts its next manifest into place, which starts the moves.
fn wait_for_moves(manifest: &Path) {
    let changed = || fs::metadata(manifest).and_then(|metadata| metadata.modified()).ok();
    let before = changed();
    let start = Instant::now();
    while changed() == before {
        assert!(start.elapsed() < Duration::from_secs(30), "the publisher doesn't publish");
    }
}

#[test]
fn a_build_killed_at_any_moment_leaves_a_site_and_the_next_one_completes_it() {
    if let Some(root) = env::var_os(ROOT) {
        return publish_by_turns(Path::new(&root));
    }
    let project = Project::apart();
    let sites = [generation('a'), generation('b')];
    let rounds: u32 = env::var("GYMPRESS_TEST_KILLS").map_or(16, |rounds| rounds.parse().unwrap());
    for round in 0..rounds {
        if round % 8 == 0 {
            let _ = fs::remove_dir_all(project.out());
        }
        let mut publisher = start_publisher(&project);
        if round % 4 != 0 {
            wait_for_moves(&project.out().join(".gympress/manifest"));
        }
        // Never the same moment, and no longer than a publication takes.
        let moment = Instant::now() + Duration::from_micros(u64::from(round) * 1_741 % 12_000);
        while Instant::now() < moment {}
        publisher.kill().unwrap();
        publisher.wait().unwrap();
        // Where nothing is, nothing is wrong: a page of both sites is always there.
        assert!(round % 8 == 0 || project.out().join("index.html").is_file(), "round {round}");
        assert_eq!(violations(&project.out(), sites.each_ref()), [""; 0], "round {round}");

        let site = &sites[round as usize % 2];
        project.publish(site);
        project.publish(site);
        assert!(project.is_clean(), "round {round}");
        assert_eq!(project.published(), bytes_of(site), "round {round}");
    }
}
