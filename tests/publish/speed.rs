//! How long the check and the publication of ten thousand pages take. Prints figures and judges
//! nothing: `cargo test --release --test publish speed -- --ignored --nocapture`.

use std::{fmt::Write, fs, time::Instant};

use gympress::{
    diagnostic::FileId,
    output::{
        Artifact, Origin, OutputPath,
        publish::{OutFolder, publish},
    },
};

use crate::site::Project;

const PAGES: usize = 10_000;

/// A post of some 13 KB, with a layout of 40 links and a sidebar of 12 cards.
fn post(number: usize) -> String {
    let mut html = String::from(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Post</title>\
         <link rel=\"stylesheet\" href=\"/site.css\"><script type=\"module\" src=\"/boot.js\"></script>",
    );
    write!(html, "<link rel=\"canonical\" href=\"https://example.org/blog/post-{number}/\"></head><body><nav aria-labelledby=\"main\"><ul>").unwrap();
    let link = |html: &mut String, n: usize| {
        writeln!(html, "<li class=\"nav__item nav__item--wide\"><a class=\"nav__link\" href=\"/blog/post-{n}/\">Section {n}</a></li>").unwrap();
    };
    (0..20).for_each(|n| link(&mut html, n));
    html.push_str("</ul></nav><main id=\"main\"><h1 id=\"title\">A post about yoga &amp; rest</h1>");
    for part in 0..14 {
        writeln!(
            html,
            "<h2 id=\"part-{part}\">Part {part}</h2><p>Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod \
             tempor incididunt ut labore et dolore <em>magna</em> aliqua. Ut enim ad minim veniam, quis nostrud exercitation.</p>"
        )
        .unwrap();
    }
    for card in 0..12 {
        let other = (number + card + 1) % PAGES;
        writeln!(
            html,
            "<article class=\"card card--post\"><a class=\"card__link\" href=\"/blog/post-{other}/#title\"><img class=\"card__image\" \
             src=\"/img/{card}-400.webp\" srcset=\"/img/{card}-400.webp 400w, /img/{card}-800.webp 800w\" sizes=\"(min-width: 40rem) \
             30vw, 100vw\" width=\"400\" height=\"300\" alt=\"People at the gym\" loading=\"lazy\"></a><h3>Title {other}</h3>\
             <p>Some teaser text that is here to be read by people.</p></article>"
        )
        .unwrap();
    }
    html.push_str("</main><footer><ul>");
    (0..20).for_each(|n| link(&mut html, n));
    html.push_str("</ul></footer></body></html>");
    html
}

fn artifact(path: &str, bytes: String) -> Artifact {
    Artifact {
        path: OutputPath::new(path).unwrap(),
        bytes: bytes.into_bytes().into(),
        origin: Origin { content: FileId(0), template: None },
        has_hashed_name: false,
    }
}

fn site() -> Vec<Artifact> {
    let mut site: Vec<Artifact> =
        (0..PAGES).map(|number| artifact(&format!("blog/post-{number}/index.html"), post(number))).collect();
    for image in 0..12 {
        for width in [400, 800] {
            site.push(artifact(&format!("img/{image}-{width}.webp"), "x".repeat(10_000)));
        }
    }
    site.push(artifact("site.css", "a { background: url(img/0-400.webp) }".to_owned()));
    site.push(artifact("boot.js", String::new()));
    site
}

/// Runs `work`, and prints its wall and processor time.
fn timed<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let (wall, cpu) = (Instant::now(), cpu_ms());
    let result = work();
    println!("{name:<44} {:>6} ms wall {:>6} ms cpu", wall.elapsed().as_millis(), cpu_ms() - cpu);
    result
}

/// Processor time of this process, from the kernel's own count in hundredths of a second.
fn cpu_ms() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    [11, 12].iter().filter_map(|field| fields.get(*field)?.parse::<u64>().ok()).sum::<u64>() * 10
}

/// Kilobytes of this process in memory now, and at most.
fn memory() -> (i64, i64) {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.trim_end_matches("kB").trim().parse().unwrap_or(0)
    };
    (field("VmRSS:"), field("VmHWM:"))
}

#[test]
#[ignore = "a measurement, for the release profile"]
fn ten_thousand_pages() {
    let site = site();
    let bytes: usize = site.iter().map(|artifact| artifact.bytes.ready().len()).sum();
    println!("{} files, {} MB", site.len(), bytes / 1_000_000);

    let project = Project::new();
    let before = memory();
    let checked = project.check_all(&site);
    println!(
        "check keeps {} MB, {} MB while it runs",
        (memory().0 - before.0) / 1000,
        (memory().1 - before.1) / 1000
    );
    drop(checked);
    for _ in 0..3 {
        let diagnostics = timed("check", || project.check_all(&site).diagnostics);
        assert!(diagnostics.is_empty());
    }
    let mut broken = site.clone();
    for (number, artifact) in (0..500).zip(&mut broken) {
        artifact.bytes = format!("<a href='/blog/pots-{number}/'></a>").into_bytes().into();
    }
    timed("check, 500 distinct broken links", || project.check_all(&broken));
    let references = project.check_all(&site).references;
    let mut edited = site.clone();
    edited[7].bytes = post(PAGES + 7).into_bytes().into();
    let changed: Vec<Artifact> =
        (0..).zip(&site).map(|(number, artifact)| changed(number, artifact)).collect();
    for disk in ["/dev/shm", "/tmp"] {
        let folder = tempfile::tempdir_in(disk).unwrap();
        let out = OutFolder::new(&folder.path().join("dist"), project.root()).unwrap();
        let publish = |name: &str, site: &[Artifact]| {
            let published = timed(&format!("{disk}: {name}"), || publish(site, &out, &references).unwrap());
            (published.added.len(), published.changed.len())
        };
        assert_eq!(publish("first publication", &site), (site.len(), 0));
        assert_eq!(publish("no change", &site), (0, 0));
        assert_eq!(publish("no change", &site), (0, 0));
        assert_eq!(publish("one page changed", &edited), (0, 1));
        assert_eq!(publish("every page changed", &changed), (0, PAGES));
        let posts = changed[..PAGES / 2].iter().map(renamed).chain(changed[PAGES / 2..].iter().cloned());
        assert_eq!(publish("half of the pages renamed", &posts.collect::<Vec<_>>()), (PAGES / 2, 0));
    }
}

fn changed(number: usize, artifact: &Artifact) -> Artifact {
    let mut artifact = artifact.clone();
    if artifact.path.is_html() {
        artifact.bytes = post(number + 2 * PAGES).into_bytes().into();
    }
    artifact
}

fn renamed(artifact: &Artifact) -> Artifact {
    let path = artifact.path.as_str().replace("post-", "story-");
    Artifact { path: OutputPath::new(&path).unwrap(), ..artifact.clone() }
}
