//! What visitors are shown.

use std::io::{Read, Write};

use super::{
    http::{connect, get_with, raw},
    project::{built, gym},
    serve::Preview,
};

#[test]
fn what_a_preview_shows() {
    let project = gym();
    let film: Vec<u8> = (0..=255).cycle().take(3000).collect();
    project.write("content/static/tour.mp4", &film);
    for name in ["rules.htm", "tour.mjs", "tour.wasm", "forms.zip", "prices.csv", "form.docx"] {
        project.write(&format!("content/static/{name}"), "any");
    }
    project.replace("content/site.toml", "[map]\n", "[publish]\nhost = \"netlify\"\n\n[map]\n");
    let preview = Preview::start(&project);
    let built = built(&project).unwrap();

    // Every file as it would be published.
    assert_eq!(preview.differing(&built).collect::<Vec<_>>(), Vec::<&str>::new());
    for (end, kind) in [
        (".html", "text/html; charset=utf-8"),
        (".css", "text/css; charset=utf-8"),
        (".js", "text/javascript; charset=utf-8"),
        (".woff2", "font/woff2"),
        (".jpg", "image/jpeg"),
        (".svg", "image/svg+xml"),
        (".mp4", "video/mp4"),
        (".htm", "text/html; charset=utf-8"),
        (".mjs", "text/javascript; charset=utf-8"),
        (".wasm", "application/wasm"),
        (".zip", "application/zip"),
        (".csv", "text/csv; charset=utf-8"),
        (".docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
        (".ics", "text/calendar; charset=utf-8"),
        (".xml", "application/xml; charset=utf-8"),
        (".webmanifest", "application/manifest+json; charset=utf-8"),
    ] {
        let path = built.keys().find(|path| path.ends_with(end)).unwrap();
        let reply = preview.get(&format!("/{path}"));
        assert_eq!(reply.field("Content-Type"), Some(kind), "{path}");
        assert_eq!(reply.field("X-Content-Type-Options"), Some("nosniff"), "{path}");
        let tags = reply.text().matches("/.gympress/preview.js").count();
        assert_eq!(tags, usize::from(end == ".html"), "{path}");
    }
    pages_may_do_what_they_may_where_they_are_published(&preview);
    what_keeps_pages_up_to_date_is_served_and_nothing_beside_it(&preview);
    folders_end_with_a_slash_and_what_is_missing_is_printed(&preview);
    a_connection_serves_more_than_once(&preview);
    a_film_is_sent_in_parts(&preview, &film);
}

fn pages_may_do_what_they_may_where_they_are_published(preview: &Preview) {
    let headers = preview.get("/_headers").text();
    let policy = headers.lines().find_map(|line| line.trim().strip_prefix("Content-Security-Policy: "));
    assert!(policy.is_some_and(|policy| policy.contains("require-trusted-types-for")), "{headers}");
    for target in ["/", "/login/", "/nowhere/"] {
        assert_eq!(preview.get(target).field("Content-Security-Policy"), policy, "{target}");
    }
}

fn what_keeps_pages_up_to_date_is_served_and_nothing_beside_it(preview: &Preview) {
    for (name, kind) in
        [("preview.js", "text/javascript; charset=utf-8"), ("overlay.css", "text/css; charset=utf-8")]
    {
        let reply = preview.get(&format!("/.gympress/{name}"));
        assert_eq!((reply.status, reply.field("Content-Type")), (200, Some(kind)), "{name}");
        assert!(!reply.body.is_empty(), "{name}");
    }
    for name in ["", "accounts.json", "cache/", "../content/site.toml", "overlay.js"] {
        assert_eq!(preview.get(&format!("/.gympress/{name}")).status, 404, "{name}");
    }
}

fn folders_end_with_a_slash_and_what_is_missing_is_printed(preview: &Preview) {
    for (target, location) in [("/blog", "/blog/"), ("/schedule/monday?a=b", "/schedule/monday/")] {
        let reply = preview.get(target);
        assert_eq!((reply.status, reply.field("Location")), (308, Some(location)), "{target}");
    }
    for target in ["/nope", "/nope/", "/blog/nope/", "/index.html/", "/content/site.toml"] {
        let reply = preview.get(target);
        assert_eq!(reply.status, 404, "{target}");
        assert!(reply.text().contains("404 Not Found"), "{target}");
    }
    let head = format!("HEAD / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", preview.address);
    let reply = raw(preview.address, head.as_bytes()).unwrap();
    assert_eq!((reply.status, reply.body.len()), (200, 0));
}

fn a_connection_serves_more_than_once(preview: &Preview) {
    let mut stream = connect(preview.address);
    let request = format!("GET /robots.txt HTTP/1.1\r\nHost: {}\r\n\r\n", preview.address);
    let last = request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n");
    stream.write_all(format!("{request}{request}").as_bytes()).unwrap();
    stream.write_all(last.as_bytes()).unwrap();
    let mut answers = String::new();
    stream.read_to_string(&mut answers).unwrap();
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 3, "{answers}");
}

fn a_film_is_sent_in_parts(preview: &Preview, film: &[u8]) {
    let part = |target: &str, range: &str| {
        get_with(preview.address, target, &format!("Range: {range}\r\n")).unwrap()
    };
    assert_eq!(preview.get("/tour.mp4").field("Accept-Ranges"), Some("bytes"));
    // Safari begins with it, and plays nothing if it gets more.
    let first = part("/tour.mp4", "bytes=0-1");
    assert_eq!((first.status, first.field("Content-Range")), (206, Some("bytes 0-1/3000")));
    assert_eq!(first.body, film[..2]);
    assert!(part("/tour.mp4", "bytes=0-0").body == film[..1]);
    assert!(part("/tour.mp4", "bytes=2900-").body == film[2900..]);
    assert!(part("/tour.mp4", "bytes=-500").body == film[2500..]);
    assert!(part("/tour.mp4", "bytes=2900-9999").body == film[2900..]);
    assert!(part("/tour.mp4", "bytes=-9999").body == film);
    for outside in ["bytes=9999-", "bytes=3000-3002", "bytes=-0"] {
        let beyond = part("/tour.mp4", outside);
        assert_eq!((beyond.status, beyond.field("Content-Range")), (416, Some("bytes */3000")), "{outside}");
    }
    for other in ["bytes=3-2", "bytes=0-1,5-6", "bytes=a-b", "bytes=-", "lines=1-2"] {
        assert_eq!(part("/tour.mp4", other).status, 200, "{other}");
    }
    // A page is made anew for each request, so that parts of it may not fit together.
    assert_eq!(part("/", "bytes=0-1").status, 200);
    assert_eq!(part("/tour.mp4", "bytes=0-1\r\nIf-Range: \"an older one\"").status, 200);
}

#[test]
fn drafts_below_a_path_on_the_network() {
    let project = gym();
    project.replace("content/posts/yoga-for-lifters.toml", "title = \"", "draft = true\ntitle = \"");
    let here = Preview::start(&project);
    assert_eq!(here.get("/blog/yoga-for-lifters/").status, 404);
    here.wait_until("the line", || here.printed().contains("the site: "));
    assert!(!here.printed().contains('█') && !here.printed().contains("same network"), "{}", here.printed());

    let options = ["--drafts", "--base-url", "https://example.org/gym/", "--bind", "0.0.0.0"];
    let network = Preview::with(&project, &options, &[]);
    let mark = "draft: hidden from visitors";
    assert!(network.page("/gym/blog/yoga-for-lifters/").contains(mark));
    assert!(!network.page("/gym/blog/your-first-yoga-class/").contains(mark));
    for (target, location) in [("/", "/gym/"), ("/gym", "/gym/"), ("/gym/blog", "/gym/blog/")] {
        assert_eq!(network.get(target).field("Location"), Some(location), "{target}");
    }
    let page = network.page("/gym/");
    assert!(page.contains("<link rel=\"canonical\" href=\"https://example.org/gym/\">"), "{page}");
    assert_eq!(network.get("/blog/").status, 404);
    network.wait_until("the line", || network.printed().contains("the site: "));
    let printed = network.printed();
    assert!(printed.contains("nothing wrong with any"), "{printed}");
    // A machine without a network has nothing to show to phones.
    assert_eq!(printed.contains('█'), printed.contains(" on the same network"), "{printed}");
}
