//! What a preview refuses.

use std::{
    io::{Read, Write},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use super::{
    http::{connect, get_with, raw},
    project::gym,
    serve::Preview,
};

#[test]
fn what_a_preview_refuses() {
    let project = gym();
    for secret in [".env", "content/.hidden.toml", "secret.txt"] {
        project.write(secret, "SECRET");
    }
    let environment = [
        ("CODESPACE_NAME", "fictional-space"),
        ("GITHUB_CODESPACES_PORT_FORWARDING_DOMAIN", "app.github.dev"),
        ("GITPOD_WORKSPACE_URL", "https://gym-1.ws-eu.gitpod.io"),
    ];
    let preview = Preview::with(&project, &["--allow-host", "desk.local"], &environment);
    only_its_own_pages_are_answered(&preview);
    nothing_beside_the_site_can_be_read(&preview);
    requests_that_programs_read_differently_are_refused(&preview);
    what_is_asked_never_reaches_the_head_of_the_answer(&preview);
    heads_and_bodies_have_an_end(&preview);
    who_begins_and_does_not_go_on_is_told_so(&preview);
    idle_and_slow_visitors_keep_nobody_waiting(&preview);
}

/// By hosts, and by further lines of the head, whether the home page is answered: `PORT` is the preview's.
fn only_its_own_pages_are_answered(preview: &Preview) {
    let port = preview.address.port().to_string();
    let ask = |host: &str, more: &str| {
        let head = format!("GET / HTTP/1.1\r\n{host}{more}Connection: close\r\n\r\n").replace("PORT", &port);
        raw(preview.address, head.as_bytes()).unwrap()
    };
    let own = ["127.0.0.1:PORT", "localhost:PORT", "LOCALHOST:PORT"];
    // Names that an option or the environment gave; in front of them is a server that speaks HTTPS.
    let given = ["desk.local", "DESK.local", "desk.local:PORT"];
    let forwarded = ["fictional-space-PORT.app.github.dev", "PORT-gym-1.ws-eu.gitpod.io"];
    for (hosts, scheme) in [(&own[..], "http"), (&given, "https"), (&forwarded, "https")] {
        for host in hosts {
            let field = format!("Host: {host}\r\n");
            for (more, status) in [
                ("", 200),
                (&*format!("Origin: {scheme}://{host}\r\n"), 200),
                ("Sec-Fetch-Site: none\r\n", 200),
                ("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n", 200),
                ("Origin: http://evil.example\r\n", 403),
                ("Origin: null\r\n", 403),
                ("Origin: \r\n", 403),
                ("Origin: http://localhost\r\n", 403),
                ("Sec-Fetch-Site: same-site\r\n", 403),
                ("Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n", 403),
            ] {
                let reply = ask(&field, more);
                assert_eq!(reply.status, status, "{host} {more}");
                assert!(!reply.head.to_lowercase().contains("access-control"), "{}", reply.head);
            }
        }
    }
    for more in ["Origin: https://127.0.0.1:PORT\r\n", "Origin: http://localhost:PORT\r\n"] {
        assert_eq!(ask("Host: 127.0.0.1:PORT\r\n", more).status, 403, "{more}");
    }
    let others =
        ["evil.example", "localhost", "localhost:1", "192.168.1.2:PORT", "0.0.0.0:PORT", "local", ""];
    let disguised = ["evil.example:PORT", "localhost.evil.example:PORT", "127.0.0.1.evil.example:PORT"];
    let malformed = ["localhost:0000PORT", "localhost:PORT@evil.example", "desk.local:evil"];
    let alike = ["desk.local.evil.example", "evil.desk.local", "other-space-PORT.app.github.dev"];
    let other_port = ["fictional-space-1.app.github.dev"];
    for host in [&others[..], &disguised, &malformed, &alike, &other_port].concat() {
        let reply = ask(&format!("Host: {host}\r\n"), "");
        assert_eq!(reply.status, 403, "{host}");
    }
    assert!(ask("Host: evil.example\r\n", "").text().contains("--allow-host"));
    assert_eq!(ask("", "").status, 403, "without a name");
}

fn nothing_beside_the_site_can_be_read(preview: &Preview) {
    let before =
        ["/..", "/%2e%2e", "/%2E%2e", "/.%2e", "/%252e%252e", "/..;", "/blog/..", "/blog/%2e%2e%2f..", "/."];
    let between = ["/", "%2f", "%5c", "\\", "//", "%c0%af", "/./"];
    let files =
        ["secret.txt", ".env", "content/site.toml", "content/.hidden.toml", "etc/passwd", ".gympress/cache"];
    for start in before {
        for step in between {
            for file in files {
                let target = format!("{start}{step}{file}");
                let Some(reply) = get_with(preview.address, &target, "") else { continue };
                assert!(matches!(reply.status, 308 | 400 | 404), "{target}: {}", reply.status);
                assert!(!reply.text().contains("SECRET"), "{target}");
            }
        }
    }
    for target in [
        "/.env",
        "/.git/config",
        "/.gympress/",
        "/.gympress/cache",
        "/%00",
        "/a%00.html",
        "/%ff",
        "//etc/passwd",
    ] {
        assert!(matches!(preview.get(target).status, 400 | 404), "{target}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_of_the_project_is_not_followed() {
    let project = gym();
    let outside = tempfile::NamedTempFile::new().unwrap();
    std::fs::copy(project.path("content/images/class-boxing.jpg"), outside.path()).unwrap();
    let preview = Preview::start(&project);
    std::fs::remove_file(project.path("content/images/class-boxing.jpg")).unwrap();
    std::os::unix::fs::symlink(outside.path(), project.path("content/images/class-boxing.jpg")).unwrap();
    preview.wait_until("the link is refused", || preview.printed().contains("outside of the project"));
    // One that stays inside is a file like any other.
    std::fs::remove_file(project.path("content/images/class-boxing.jpg")).unwrap();
    std::os::unix::fs::symlink("class-karate.jpg", project.path("content/images/class-boxing.jpg")).unwrap();
    preview.wait_until("the link is followed", || preview.get("/.gympress/problems").text() == "[]");
}

fn requests_that_programs_read_differently_are_refused(preview: &Preview) {
    let smuggled = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
    for (field, status) in [
        ("Transfer-Encoding: chunked", 501),
        ("Transfer-Encoding: xchunked", 501),
        ("Transfer-Encoding: chunked, identity", 501),
        ("transfer-encoding:chunked", 501),
        ("Transfer-Encoding:\tchunked, x", 501),
        ("Transfer-Encoding:", 501),
        ("Transfer-Encoding: \u{fc}", 501),
        ("Content-Length: 0\r\nTransfer-Encoding: chunked", 501),
        ("Transfer-Encoding : chunked", 400),
        ("X: a\r\n Transfer-Encoding: chunked", 400),
        ("X: a\nTransfer-Encoding: chunked", 400),
        ("X: a\rTransfer-Encoding: chunked", 400),
        ("Transfer\u{2010}Encoding: chunked", 400),
        ("X: \0", 400),
        ("Content-Length: 1\r\nContent-Length: 2", 400),
        ("Content-Length: -1", 400),
        ("Content-Length: +3", 400),
        ("Content-Length: 0x3", 400),
        ("Content-Length: 3, 3", 400),
        ("Content-Length: \u{fc}", 400),
        ("Content-Length: 99999999999999999999999", 413),
        ("Expect: 100-continue", 417),
        ("Host: b", 400),
        ("Content-Length: 9000000000", 413),
    ] {
        let head =
            format!("POST / HTTP/1.1\r\nHost: {}\r\n{field}\r\n\r\n0\r\n\r\n{smuggled}", preview.address);
        let reply = raw(preview.address, head.as_bytes()).unwrap();
        assert_eq!(reply.status, status, "{field}");
        assert_eq!(reply.text().matches("HTTP/1.1").count(), 0, "one answer to {field}");
    }
    for (head, status) in [
        ("GET http://evil.example/ HTTP/1.1\r\n", 400),
        ("GET * HTTP/1.1\r\n", 400),
        ("GET evil.example:80 HTTP/1.1\r\n", 400),
        ("GET  HTTP/1.1\r\n", 400),
        ("\u{16}\u{3}\u{1}", 400),
        ("GET / HTTP/2.0\r\n", 505),
        ("CONNECT evil.example:80 HTTP/1.1\r\n", 400),
        ("DELETE / HTTP/1.1\r\n", 405),
        ("TRACE / HTTP/1.1\r\n", 405),
    ] {
        let head = format!("{head}Host: {}\r\nConnection: close\r\n\r\n", preview.address);
        assert_eq!(raw(preview.address, head.as_bytes()).unwrap().status, status, "{head}");
    }
}

fn what_is_asked_never_reaches_the_head_of_the_answer(preview: &Preview) {
    for target in [
        "/blog%0d%0aX-Evil:%20a",
        "/blog?%0d%0aX-Evil:%20a",
        "/%0d%0aX-Evil:%20a/",
        "/blog%0aX-Evil:a",
        "/schedule/monday%E5%98%8A%E5%98%8DX-Evil:a",
    ] {
        let reply = preview.get(target);
        assert!(!reply.head.to_lowercase().contains("evil"), "{target}: {}", reply.head);
    }
    let reply = get_with(preview.address, "/", "X-Evil: a\r\nAccept: evil\r\nLast-Event-ID: evil\r\n");
    assert!(!reply.unwrap().head.to_lowercase().contains("evil"));
}

fn heads_and_bodies_have_an_end(preview: &Preview) {
    let long = "a".repeat(1 << 20);
    for (request, status) in [
        (format!("GET /{long} HTTP/1.1\r\n\r\n"), 414),
        (format!("GET / HTTP/1.1\r\nHost: x\r\nX: {long}\r\n\r\n"), 431),
        (format!("GET / HTTP/1.1\r\n{}\r\n", "X: a\r\n".repeat(100_000)), 431),
        (format!("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n{long}", long.len()), 413),
    ] {
        let reply = raw(preview.address, request.as_bytes()).unwrap();
        assert_eq!(reply.status, status, "{}", &request[..40]);
    }
    assert_eq!(preview.get("/").status, 200);
}

fn idle_and_slow_visitors_keep_nobody_waiting(preview: &Preview) {
    let asks_for_a_page = || {
        let began = Instant::now();
        assert_eq!(preview.get("/about/").status, 200);
        began.elapsed()
    };
    asks_for_a_page();
    let mut silent: Vec<TcpStream> = (0..600).map(|_| connect(preview.address)).collect();
    for stream in silent.iter_mut().step_by(3) {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: slow");
    }
    assert!(asks_for_a_page() < Duration::from_secs(5));
    // Some ask for much and read nothing.
    let picture = preview.page("/gallery/page-1/");
    let picture = picture.split("src=\"/images/").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    for stream in silent.iter_mut().rev().take(50) {
        let head = format!("GET /images/{picture} HTTP/1.1\r\nHost: {}\r\n\r\n", preview.address);
        let _ = stream.write_all(head.repeat(20).as_bytes());
    }
    thread::sleep(Duration::from_millis(300));
    assert!(asks_for_a_page() < Duration::from_secs(5));
}

fn who_begins_and_does_not_go_on_is_told_so(preview: &Preview) {
    let mut stream = connect(preview.address);
    stream.write_all(b"GET / HT").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 408 "), "{answer}");
}
