//! The look at the published site: what hosts show in place of it, each in a sentence.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Write},
    net::{Ipv4Addr, TcpListener},
    sync::{Arc, Mutex},
    thread,
};

use gympress::{
    hosts::Host,
    online::{ForwardedAddress, FrontPage, LocalFile, Roots, Seen, SiteLook},
    output::OutputPath,
};
use url::Url;

const INDEX: &str = "<link href=\"/assets/new.css\"><p>The page of today.</p><a>us@iron.example</a>";
const CHANGED: &str =
    "<link href=\"/assets/new.css\"><p>The page of today.</p><a>[protected]</a><script>1</script>";

fn files() -> BTreeMap<OutputPath, LocalFile> {
    let files = [("index.html", INDEX), ("assets/new.css", "p{}"), ("404.html", "Not here")];
    let file = |(path, text): (&str, &str)| (OutputPath::new(path).unwrap(), LocalFile::new(text.into()));
    files.into_iter().map(file).collect()
}

/// An answer: its status, headers and body.
type Page = (u16, &'static str, &'static str);

const SHEET: Page = (200, "", "p{}");
const HEADERS: &str =
    "X-Content-Type-Options: nosniff\r\nReferrer-Policy: strict-origin\r\nServer: Apache\r\n";

/// A host that answers so by path, and a 404 elsewhere.
fn look_at(host: &str, pages: &[(&'static str, Page)]) -> (Seen, Vec<String>) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let base = Url::parse(&format!("http://127.0.0.1:{}/", listener.local_addr().unwrap().port())).unwrap();
    let pages: BTreeMap<&str, Page> = pages.iter().copied().collect();
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = asked.clone();
    thread::spawn(move || {
        for stream in listener.incoming().map_while(Result::ok) {
            let mut writer = stream.try_clone().unwrap();
            let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
            let line = lines.next().unwrap();
            let head: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
            log.lock().unwrap().push(format!("{line}\n{}", head.join("\n")));
            let address = line.split(' ').nth(1).unwrap();
            let key = if address.starts_with("/?now=") { "fresh" } else { address };
            let (status, headers, body) = pages
                .get(key)
                .or_else(|| pages.get("*").filter(|_| address.starts_with("/gympress-")))
                .copied()
                .unwrap_or((404, "", "Not here"));
            let chunked = format!("{:x}\r\n{body}\r\n0\r\n\r\n", body.len());
            let answer = format!(
                "HTTP/1.1 {status} x\r\n{headers}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n{chunked}"
            );
            let _ = writer.write_all(answer.as_bytes());
        }
    });
    let redirect = Some(ForwardedAddress { from: "/old/".into(), to: base.join("new/").unwrap().into() });
    let (files, roots) = (files(), Roots::new(None).unwrap());
    let host = Host::named(host).unwrap();
    let look =
        SiteLook { base: &base, files: &files, host, redirect, folder: "public_html".into(), roots: &roots };
    let seen = look.look().unwrap();
    let asked = asked.lock().unwrap().clone();
    (seen, asked)
}

#[test]
fn a_site_as_it_should_be_has_no_notes() {
    let redirect = (301, "Location: /new/\r\n", "");
    let pages = [("/", (200, HEADERS, INDEX)), ("/assets/new.css", SHEET), ("/old/", redirect)];
    let (seen, asked) = look_at("apache", &pages);
    assert_eq!(seen, Seen::default());
    assert!(
        asked.iter().all(|request| request.contains("User-Agent: gympress") && !request.contains("uthoriz"))
    );
}

#[test]
fn what_hosts_show_in_place_of_a_site_is_told() {
    let ours = ("/", (200, HEADERS, INDEX));
    let redirect = ("/old/", (301, "Location: /new/\r\n", ""));
    let sheet = ("/assets/new.css", SHEET);
    let old = "<link href=\"/assets/old.css\"><p>Yesterday.</p>";
    // Only a price differs.
    let nearly = "<link href=\"/assets/new.css\"><p>The page of yesterday.</p>";
    for (host, pages, front, words) in [
        (
            "apache",
            vec![("/", (200, "Age: 240\r\n", old)), ("fresh", (200, "", INDEX))],
            FrontPage::Wrong,
            "empty the cache (cPanel: Cache Manager or LiteSpeed; Cloudflare: Caching, Purge) (age: 240)",
        ),
        (
            "apache",
            vec![("/", (200, "X-Cache: HIT\r\n", nearly)), ("fresh", (200, "", INDEX)), sheet],
            FrontPage::Wrong,
            "Caching, Purge) (x-cache: HIT)",
        ),
        (
            "apache",
            vec![("/", (200, "X-Powered-By: PHP/8.2\r\n", "Hello")), sheet],
            FrontPage::Wrong,
            "an old index.php",
        ),
        (
            "apache",
            vec![("/", (200, "", "Parked"))],
            FrontPage::Wrong,
            "public_html isn't the folder that http",
        ),
        // The same site, from another folder.
        (
            "apache",
            vec![("/", (200, "", nearly)), sheet],
            FrontPage::Wrong,
            "still shows an older publication",
        ),
        // A service that adds a script, and hides an address of mail.
        (
            "apache",
            vec![("/", (200, HEADERS, CHANGED)), redirect, ("/assets/new.css", (200, "", "p{color:red}"))],
            FrontPage::Right,
            "changed on its way",
        ),
        ("apache", vec![("/", (200, "", "Parked")), sheet], FrontPage::Wrong, "another file than index.html"),
        (
            "apache",
            vec![("/", (301, "Location: https://www.iron.example/\r\n", ""))],
            FrontPage::Wrong,
            "leads on to https://www.iron.example/",
        ),
        ("apache", vec![("/", (403, "", "Forbidden"))], FrontPage::Forbidden, "may not read the files"),
        ("apache", vec![("/", (500, "", "Error"))], FrontPage::Failing, "can't read .htaccess"),
        (
            "apache",
            vec![("/", (200, "Server: Apache\r\n", INDEX)), sheet],
            FrontPage::Right,
            "AllowOverride All",
        ),
        (
            "apache",
            vec![("/", (200, "Server: nginx\r\n", INDEX)), sheet],
            FrontPage::Right,
            "the server is nginx",
        ),
        (
            "apache",
            vec![ours, redirect, sheet, ("*", (200, "", "Home"))],
            FrontPage::Right,
            "search engines take missing pages",
        ),
        ("apache", vec![ours, redirect], FrontPage::Right, "assets/new.css isn't there for visitors"),
        (
            "apache",
            vec![ours, redirect, ("/assets/new.css", (200, "", "p{color:red}"))],
            FrontPage::Right,
            "changed on its way",
        ),
        (
            "apache",
            vec![ours, redirect, sheet, ("/wp-login.php", (200, "", "wp-admin"))],
            FrontPage::Right,
            "an old WordPress",
        ),
        ("plain", vec![ours, sheet], FrontPage::Right, "host = \"apache\" in [publish] gives real redirects"),
    ] {
        let (seen, _) = look_at(host, &pages);
        assert_eq!(seen.front, front, "{seen:?}");
        assert!(seen.notes.len() == 1 && seen.notes[0].contains(words), "{words}: {seen:?}");
    }
}

#[test]
fn of_a_page_that_is_too_long_the_beginning_counts() {
    let parked: &str = format!("Parked{}", " ".repeat(3 << 20)).leak();
    let (seen, _) = look_at("apache", &[("/", (200, "", parked))]);
    assert_eq!(seen.front, FrontPage::Wrong);
    assert!(seen.notes[0].contains("public_html isn't the folder that http"), "{seen:?}");
}

#[test]
fn an_answer_whose_head_doesn_t_end_is_given_up() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let base = Url::parse(&format!("http://127.0.0.1:{}/", listener.local_addr().unwrap().port())).unwrap();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok).find(String::is_empty);
        (0..1000).take_while(|_| stream.write_all(&[b'x'; 1 << 20]).is_ok()).count()
    });
    let (files, roots) = (files(), Roots::new(None).unwrap());
    let host = Host::named("apache").unwrap();
    let look =
        SiteLook { base: &base, files: &files, host, redirect: None, folder: String::new(), roots: &roots };
    let seen = look.look().unwrap();
    assert!(seen.notes[0].contains("the answer isn't HTTP"), "{seen:?}");
    assert!(server.join().unwrap() < 1000, "all of it was read");
}

#[test]
fn an_address_that_nobody_has_is_told() {
    let (files, roots) = (files(), Roots::new(None).unwrap());
    for (address, words) in
        [("http://127.0.0.1:1/", "doesn't answer"), ("https://no.such.host.invalid/", "has no address yet")]
    {
        let base = Url::parse(address).unwrap();
        let host = Host::named("apache").unwrap();
        let look = SiteLook {
            base: &base,
            files: &files,
            host,
            redirect: None,
            folder: String::new(),
            roots: &roots,
        };
        let seen = look.look().unwrap();
        assert!(seen.front == FrontPage::Wrong && seen.notes[0].contains(words), "{seen:?}");
    }
}
