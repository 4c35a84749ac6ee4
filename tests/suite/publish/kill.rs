//! Builds killed at random moments.

use std::{
    collections::BTreeMap,
    env,
    fmt::Write,
    fs,
    path::Path,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::site::{Project, Site, bytes_of};

/// The project that [`publisher`] publishes.
const ROOT: &str = "GYMPRESS_TEST_ROOT";

/// One of two sites which share their home page and some posts, each in its own version, and have hashed
/// files, posts and a section of their own. A post refers to an older one; the pages of
/// the section refer to each other.
fn generation(name: char) -> Site {
    let mut files: Vec<(String, String)> = Vec::new();
    let mut page = |path: &str, links: &[String]| {
        let mut html =
            format!("<link href=\"/assets/site-{name}.css\"><script src=\"/assets/app-{name}.js\"></script>");
        links.iter().for_each(|link| write!(html, "<a href=\"{link}\">{name}</a>").unwrap());
        html.push_str(&format!("<p>{name}</p>").repeat(200));
        html.push_str("</html>");
        files.push((path.to_owned(), html));
    };
    let shared = |n: usize| format!("/blog/shared-{n}/");
    let own = |n: usize| format!("/blog/{name}-{n}/");
    let event = |n: usize| format!("/events-{name}/{n}/");
    let mut all: Vec<String> = (0..30).map(shared).collect();
    all.extend((0..40).map(own));
    all.push(format!("/events-{name}/"));
    page("index.html", &all);
    page("blog/index.html", &all);
    for n in 0..30 {
        page(&format!("blog/shared-{n}/index.html"), &[shared((n + 1) % 30), own(n), "/".to_owned()]);
    }
    for n in 0..40 {
        let older = if n == 0 { "/blog/".to_owned() } else { own(n - 1) };
        page(&format!("blog/{name}-{n}/index.html"), &[older, shared(n % 30)]);
    }
    page(&format!("events-{name}/index.html"), &(0..10).map(event).collect::<Vec<_>>());
    for n in 0..10 {
        let links = [event((n + 1) % 10), format!("/events-{name}/")];
        page(&format!("events-{name}/{n}/index.html"), &links);
    }
    let mut site = Site::default();
    for (path, text) in files {
        site.0.insert(path, (text.into_bytes(), false));
    }
    site.0.insert(format!("assets/app-{name}.js"), (vec![b'j'; 20_000], true));
    site.0.insert(format!("assets/site-{name}.css"), (vec![b'c'; 20_000], true));
    site.0.insert("sitemap.xml".to_owned(), (name.to_string().into_bytes(), false));
    site
}

/// What is wrong with a published site: pages that are neither of one generation nor of the other, and links that lead
/// nowhere. A page that only one generation has may refer to such pages which aren't there yet or any more: no page of both
/// generations refers to it then.
fn faults(out: &Path, sites: &[BTreeMap<String, Vec<u8>>; 2]) -> Vec<String> {
    let mut faults = Vec::new();
    let is_shared = |path: &str| sites.iter().all(|site| site.contains_key(path));
    for entry in walkdir::WalkDir::new(out).into_iter().filter_map(Result::ok) {
        let path = entry.path();
        let name = path.strip_prefix(out).unwrap().to_str().unwrap();
        if !name.ends_with(".html") || name.starts_with(".gympress") {
            continue;
        }
        let bytes = fs::read(path).unwrap();
        if !sites.iter().any(|site| site.get(name) == Some(&bytes)) {
            faults.push(format!("{name} is not whole"));
        }
        for link in String::from_utf8_lossy(&bytes).split(['"']).filter(|part| part.starts_with('/')) {
            let target = format!("{}{}", &link[1..], if link.ends_with('/') { "index.html" } else { "" });
            let may_lack = target.ends_with(".html") && !is_shared(name) && !is_shared(&target);
            if !may_lack && !out.join(target).exists() {
                faults.push(format!("{name} refers to {link}, which isn't there"));
            }
        }
    }
    faults
}

/// Not a test: the process that the tests kill. Publishes both generations by turns, for a minute at most.
#[test]
#[ignore = "run by other tests"]
fn publisher() {
    let Some(root) = env::var_os(ROOT) else { return };
    let project = Project::at(Path::new(&root));
    let sites = [generation('a'), generation('b')];
    let start = Instant::now();
    fs::write(Path::new(&root).join("ready"), "").unwrap();
    while start.elapsed() < Duration::from_secs(60) {
        for site in &sites {
            project.publish(site);
        }
    }
}

fn start_publisher(project: &Project) -> std::process::Child {
    let ready = project.root().join("ready");
    let _ = fs::remove_file(&ready);
    let publisher = Command::new(env::current_exe().unwrap())
        .args(["--exact", "publish::kill::publisher", "--ignored", "--nocapture"])
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
    let project = Project::new();
    let sites = [generation('a'), generation('b')];
    let bytes = sites.each_ref().map(bytes_of);
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
        assert_eq!(faults(&project.out(), &bytes), [""; 0], "round {round}");

        let site = &sites[round as usize % 2];
        project.publish(site);
        project.publish(site);
        assert!(project.is_clean(), "round {round}");
        assert_eq!(project.published(), bytes_of(site), "round {round}");
    }
}
