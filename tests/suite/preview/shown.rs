//! What visitors are shown.

use super::{
    http::{get_with, raw},
    project::Project,
    serve::{Preview, published, without_choices},
};

#[test]
fn every_file_is_as_it_would_be_published() {
    let project = Project::gym();
    let built = project.built().expect("the gym of the tests builds");
    let preview = Preview::start(&project);
    for (path, bytes) in built.iter().filter(|(path, _)| !path.ends_with(".avif")) {
        let address = format!("/{}", path.strip_suffix("index.html").unwrap_or(path));
        let reply = preview.get(&address);
        assert_eq!(reply.status, 200, "{address}");
        if path.ends_with(".html") {
            let page = reply.text();
            assert_eq!(page.matches("/.gympress/").count(), 1, "one tag in {address}");
            let built = String::from_utf8_lossy(bytes);
            assert_eq!(without_choices(&published(&page)), without_choices(&built), "{address}");
        } else {
            assert!(reply.body == *bytes, "{address} differs");
        }
        assert_eq!(reply.field("X-Content-Type-Options"), Some("nosniff"));
    }
}

#[test]
fn pages_may_do_what_they_may_where_they_are_published() {
    let project = Project::gym();
    project.replace("content/site.toml", "[map]\n", "[publish]\nhost = \"netlify\"\n\n[map]\n");
    let preview = Preview::start(&project);
    let headers = preview.get("/_headers").text();
    let policy = headers.lines().find_map(|line| line.trim().strip_prefix("Content-Security-Policy: "));
    assert!(policy.is_some_and(|policy| policy.contains("require-trusted-types-for")), "{headers}");
    for target in ["/", "/login/", "/nowhere/"] {
        assert_eq!(preview.get(target).field("Content-Security-Policy"), policy, "{target}");
    }
}

#[test]
fn files_have_their_types() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    let built = project.built().expect("the gym of the tests builds");
    for (end, kind) in [
        (".html", "text/html; charset=utf-8"),
        (".css", "text/css; charset=utf-8"),
        (".js", "text/javascript; charset=utf-8"),
        (".woff2", "font/woff2"),
        (".jpg", "image/jpeg"),
        (".svg", "image/svg+xml"),
    ] {
        let path = built.keys().find(|path| path.ends_with(end)).expect("a file of the kind");
        assert_eq!(preview.get(&format!("/{path}")).field("Content-Type"), Some(kind), "{path}");
    }
}

#[test]
fn what_keeps_pages_up_to_date_is_served_and_nothing_beside_it() {
    let project = Project::gym();
    let preview = Preview::start(&project);
    for (name, kind) in
        [("preview.js", "text/javascript; charset=utf-8"), ("overlay.css", "text/css; charset=utf-8")]
    {
        let reply = preview.get(&format!("/.gympress/{name}"));
        assert_eq!((reply.status, reply.field("Content-Type")), (200, Some(kind)), "{name}");
        assert!(!reply.body.is_empty(), "{name}");
    }
    for name in ["", "accounts.redb", "cache/", "../content/site.toml", "overlay.js"] {
        assert_eq!(preview.get(&format!("/.gympress/{name}")).status, 404, "{name}");
    }
}

#[test]
fn folders_end_with_a_slash_and_what_is_missing_is_printed() {
    let project = Project::gym();
    let preview = Preview::start(&project);
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
    let reply = raw(preview.address, head.as_bytes()).expect("an answer");
    assert_eq!((reply.status, reply.body.len()), (200, 0));
}

#[test]
fn a_base_path_is_kept_and_found() {
    let project = Project::gym();
    let preview = Preview::with(&project, &["--base-url", "https://example.org/gym/"]);
    assert_eq!(preview.get("/").field("Location"), Some("/gym/"));
    assert_eq!(preview.get("/gym").field("Location"), Some("/gym/"));
    assert_eq!(preview.get("/gym/blog").field("Location"), Some("/gym/blog/"));
    let page = preview.page("/gym/");
    assert!(page.contains("<link rel=\"canonical\" href=\"https://example.org/gym/\">"), "{page}");
    assert_eq!(preview.get("/blog/").status, 404);
}

#[test]
fn a_connection_serves_more_than_once() {
    use std::io::{Read, Write};
    let project = Project::gym();
    let preview = Preview::start(&project);
    let mut stream = super::http::connect(preview.address);
    let request = format!("GET /robots.txt HTTP/1.1\r\nHost: {}\r\n\r\n", preview.address);
    stream.write_all(format!("{request}{request}").as_bytes()).expect("two requests");
    stream
        .write_all(request.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n").as_bytes())
        .expect("a third");
    let mut answers = String::new();
    stream.read_to_string(&mut answers).expect("three answers");
    assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 3, "{answers}");
}

#[test]
fn only_what_is_bound_to_the_network_has_a_code_for_phones() {
    let project = Project::gym();
    let here = Preview::start(&project);
    let network = Preview::with(&project, &["--bind", "0.0.0.0"]);
    network.wait_until("the line", || network.printed().contains("the site: "));
    here.wait_until("the line", || here.printed().contains("the site: "));
    assert!(!here.printed().contains('█') && !here.printed().contains("same network"), "{}", here.printed());
    let printed = network.printed();
    // A machine without a network has nothing to show.
    assert_eq!(printed.contains('█'), printed.contains(" on the same network"), "{printed}");
}

#[test]
fn what_would_not_be_published_says_so_on_its_page() {
    let project = Project::gym();
    let post = "content/posts/yoga-for-lifters.toml";
    project.write(post, &project.read(post).replacen("title = \"", "draft = true\ntitle = \"", 1));
    let (published, drafts) = (Preview::start(&project), Preview::with(&project, &["--drafts"]));
    assert_eq!(published.get("/blog/yoga-for-lifters/").status, 404);
    let mark = "draft; remove draft = true to publish it";
    assert!(drafts.page("/blog/yoga-for-lifters/").contains(mark));
    assert!(!drafts.page("/blog/your-first-yoga-class/").contains(mark));
    drafts.wait_until("the line", || drafts.printed().contains("the site: "));
    assert!(drafts.printed().contains("nothing wrong with any"), "{}", drafts.printed());
}

#[test]
fn a_film_is_sent_in_parts() {
    let project = Project::gym();
    let film: Vec<u8> = (0..=255).cycle().take(3000).collect();
    std::fs::create_dir_all(project.path("content/static")).expect("a folder");
    std::fs::write(project.path("content/static/tour.mp4"), &film).expect("a film");
    let text = project.read("content/posts/yoga-for-lifters.toml");
    let text = text.replacen("body = \"\"\"\n", "body = \"\"\"\nSee [the tour](/tour.mp4).\n\n", 1);
    project.write("content/posts/yoga-for-lifters.toml", &text);
    let preview = Preview::start(&project);
    let part = |range: &str| {
        let more = format!("Range: {range}\r\n");
        get_with(preview.address, "/tour.mp4", &more).expect("an answer")
    };
    let whole = preview.get("/tour.mp4");
    assert_eq!((whole.status, whole.field("Accept-Ranges")), (200, Some("bytes")));
    assert_eq!(whole.field("Content-Type"), Some("video/mp4"));
    assert!(whole.body == film);
    // Safari begins with it, and plays nothing if it gets more.
    let first = part("bytes=0-1");
    assert_eq!((first.status, first.field("Content-Range")), (206, Some("bytes 0-1/3000")));
    assert_eq!(first.body, film[..2]);
    assert!(part("bytes=2900-").body == film[2900..]);
    assert!(part("bytes=-500").body == film[2500..]);
    let beyond = part("bytes=9999-");
    assert_eq!((beyond.status, beyond.field("Content-Range")), (416, Some("bytes */3000")));
    assert_eq!(part("bytes=0-1,5-6").status, 200);
    // A page is made anew for each request, so that parts of it may not fit together.
    assert_eq!(get_with(preview.address, "/", "Range: bytes=0-1\r\n").expect("an answer").status, 200);
}
