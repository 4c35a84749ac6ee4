//! Netlify, as its published description of `createSiteDeploy`, `uploadDeployFile`, `getDeploy`, `listSiteFiles` and `cancelSiteDeploy` has
//! it (netlify/open-api, swagger.yml), with the failures that people report.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use gympress::online::{Deployed, LocalFile, Netlify, PublishChoices, Roots, Trouble, TroubleKind};
use serde_json::{Value, json};
use url::Url;

use super::folder::Watcher;
use crate::publish::{Site, linked};

/// The state of the fake: the live files and those of the deploy, by path, and what to answer first.
#[derive(Default)]
struct Account {
    live: BTreeMap<String, String>,
    wanted: BTreeMap<String, String>,
    required: Vec<String>,
    uploads: Vec<String>,
    /// The states that a deploy has before it is ready.
    states: Vec<&'static str>,
    /// Answers in place of the right ones: a method and a part of the path, the status, headers, and a body.
    odd: Vec<(&'static str, &'static str, u16, &'static str, &'static str)>,
    log: Vec<String>,
    busy: bool,
    locked: bool,
    under_way: usize,
    most_under_way: usize,
}

struct Fake {
    account: Arc<Mutex<Account>>,
    api: Url,
    watcher: Watcher,
}

impl Fake {
    fn start(account: Account) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let api = Url::parse(&format!("http://127.0.0.1:{}/api/v1/", listener.local_addr().unwrap().port()))
            .unwrap();
        let account = Arc::new(Mutex::new(account));
        let shared = account.clone();
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let shared = shared.clone();
                thread::spawn(move || serve(stream, &shared));
            }
        });
        Self { account, api, watcher: Watcher::default() }
    }

    fn publish(&self, site: &Site) -> Result<Deployed, Trouble> {
        self.publish_at(site, Duration::from_millis(2))
    }

    /// Publishes with another second.
    fn publish_at(&self, site: &Site, second: Duration) -> Result<Deployed, Trouble> {
        let files = site.artifacts().into_iter();
        let files = files
            .map(|file| (file.path.clone(), LocalFile::new(file.bytes.get().unwrap().to_vec())))
            .collect();
        let token = "open sesame".to_owned().into();
        let mut netlify =
            Netlify::new("gym", self.api.clone(), token, &Roots::new(None).unwrap(), &self.watcher)?;
        netlify.second = second;
        netlify.publish(&files, PublishChoices::default())
    }

    fn log(&self) -> Vec<String> {
        std::mem::take(&mut self.account.lock().unwrap().log)
    }
}

fn serve(mut stream: TcpStream, shared: &Mutex<Account>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    let (mut length, mut is_allowed) = (0, false);
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).unwrap();
        let header = header.trim_end().to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(number) = header.strip_prefix("content-length: ") {
            length = number.parse().unwrap();
        }
        is_allowed |= header == "authorization: bearer open sesame";
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let mut words = line.split(' ');
    let (method, path) = (words.next().unwrap(), words.next().unwrap().trim_start_matches("/api/v1"));
    let (status, headers, answer) = {
        let mut account = shared.lock().unwrap();
        account.log.push(format!("{method} {path}"));
        account.under_way += 1;
        account.most_under_way = account.most_under_way.max(account.under_way);
        let odd = account.odd.iter().position(|odd| odd.0 == method && path.contains(odd.1));
        match odd {
            Some(number) => {
                let (_, _, status, headers, body) = account.odd.remove(number);
                (status, headers, body.to_owned())
            }
            None if !is_allowed => (401, "", json!({"message": "Access Denied"}).to_string()),
            None => {
                let (status, answer) = account.answer(method, path, &body);
                (status, "", answer.to_string())
            }
        }
    };
    if method == "PUT" {
        thread::sleep(Duration::from_millis(5));
    }
    shared.lock().unwrap().under_way -= 1;
    // A connection that breaks.
    if status > 0 {
        let date = "Date: Fri, 20 Nov 2026 09:00:00 GMT\r\n";
        let _ = write!(
            stream,
            "HTTP/1.1 {status} x\r\n{date}{headers}Content-Length: {}\r\n\r\n{answer}",
            answer.len()
        );
    }
}

impl Account {
    fn answer(&mut self, method: &str, path: &str, body: &[u8]) -> (u16, Value) {
        let deploy = |account: &Self, state: &str| json!({"id": "d1", "site_id": "s1", "state": state, "required": account.required});
        match (method, path) {
            ("GET", "/sites/gym.netlify.app") => (200, json!({"id": "s1"})),
            ("GET", "/sites/s1") => {
                (200, json!({"id": "s1", "published_deploy": {"id": if self.locked { "d0" } else { "d1" }}}))
            }
            ("GET", "/sites/s1/files") => {
                let files = self.live.iter().map(|(path, sha)| json!({"id": path, "path": path, "sha": sha}));
                (200, files.collect())
            }
            ("GET", "/sites/s1/deploys?per_page=1") => {
                let state = if self.busy { "uploading" } else { "prepared" };
                (
                    200,
                    json!([{"id": "d1", "site_id": "s1", "state": state, "required": self.required, "created_at": "2026-11-20T08:58:00.123Z"}]),
                )
            }
            ("POST", "/sites/s1/deploys") => {
                let body: Value = serde_json::from_slice(body).unwrap();
                self.wanted = serde_json::from_value(body["files"].clone()).unwrap();
                assert_eq!(body["async"], self.wanted.len() > 500);
                let known: Vec<&String> = self.live.values().collect();
                self.required = self.wanted.values().filter(|sha| !known.contains(sha)).cloned().collect();
                self.required.sort();
                self.required.dedup();
                (200, deploy(self, "prepared"))
            }
            ("POST", "/deploys/d1/cancel") => (201, json!({})),
            ("PUT", _) => {
                let file = path.strip_prefix("/deploys/d1/files/").unwrap();
                assert!(!file.starts_with('/'));
                self.uploads
                    .push(percent_encoding::percent_decode_str(file).decode_utf8().unwrap().into_owned());
                (200, json!({}))
            }
            ("GET", "/deploys/d1") => {
                let state = if self.states.is_empty() { "ready" } else { self.states.remove(0) };
                if state == "ready" {
                    self.live = self.wanted.clone();
                }
                let mut deploy = deploy(self, state);
                deploy["error_message"] = "Build exceeded".into();
                (200, deploy)
            }
            _ => (404, json!({"message": "Not Found"})),
        }
    }
}

fn site(version: &str, pages: usize) -> Site {
    let mut site = linked(version, (0..pages).map(|n| (format!("p {n}/index.html"), vec![n.to_string()])));
    site.0.insert("Preise für 20 %.txt".to_owned(), (b"1".to_vec(), false));
    site
}

#[test]
fn only_what_netlify_lacks_is_uploaded_once() {
    let fake =
        Fake::start(Account { states: vec!["uploading", "uploaded", "processing"], ..Account::default() });
    let deployed = fake.publish(&site("1", 20)).unwrap();
    assert_eq!(deployed.uploaded, Some(22));
    let mut uploads = std::mem::take(&mut fake.account.lock().unwrap().uploads);
    uploads.sort();
    uploads.dedup();
    assert!(uploads.len() == 22 && uploads.contains(&"Preise für 20 %.txt".to_owned()), "{uploads:?}");
    assert!(fake.account.lock().unwrap().most_under_way <= 4);
    // Nothing differs: no deploy, as each costs credits.
    fake.log();
    assert_eq!(fake.publish(&site("1", 20)).unwrap(), Deployed::default());
    assert!(fake.log().iter().all(|line| line.starts_with("GET")));
    let mut changed = site("1", 20);
    changed.0.insert("index.html".to_owned(), (b"new".to_vec(), false));
    assert_eq!(fake.publish(&changed).unwrap().uploaded, Some(1));
    // Many files are compared while we wait.
    assert_eq!(fake.publish(&site("2", 510)).unwrap().uploaded, Some(510));
}

#[test]
fn failures_that_pass_are_waited_for() {
    let limit = "X-RateLimit-Reset: 1795165202\r\n";
    let odd = vec![
        ("GET", "/sites/gym", 500, "", ""),
        ("GET", "/files", 429, limit, ""),
        ("PUT", "/files/", 500, "", ""),
        ("PUT", "/files/", 0, "", ""),
        ("PUT", "/files/", 429, limit, ""),
        ("GET", "/deploys/d1", 0, "", ""),
        // The answer to a large deploy comes back empty.
        ("POST", "/nothing", 200, "", ""),
    ];
    let fake = Fake::start(Account { odd, ..Account::default() });
    assert_eq!(fake.publish(&site("1", 8)).unwrap().uploaded, Some(10));
}

#[test]
fn failures_that_stay_are_told_and_nothing_is_live() {
    for (account, kind, words) in [
        (
            Account {
                odd: vec![("PUT", "/files/", 422, "", "{\"message\": \"bad file\"}")],
                ..Account::default()
            },
            TroubleKind::Refused,
            "422 bad file",
        ),
        (
            Account { odd: vec![("PUT", "/files/", 401, "", "")], ..Account::default() },
            TroubleKind::Denied,
            "401",
        ),
        (
            Account { odd: vec![("GET", "/sites/gym", 404, "", "")], ..Account::default() },
            TroubleKind::NotThere,
            "no such site in your account",
        ),
        (
            Account { states: vec!["processing", "error"], ..Account::default() },
            TroubleKind::Refused,
            "Build exceeded",
        ),
        (
            Account { states: vec!["processing"; 100_000], ..Account::default() },
            TroubleKind::Lost,
            "isn't done after ten minutes",
        ),
        (Account { busy: true, ..Account::default() }, TroubleKind::Busy, "somebody else deploys"),
    ] {
        let has_deploy = !account.busy && account.odd.iter().all(|odd| odd.0 != "GET");
        let fake = Fake::start(account);
        let trouble = fake.publish(&site("1", 3)).unwrap_err();
        assert!(trouble.kind == kind && trouble.said.contains(words), "{words}: {trouble:?}");
        assert_eq!(fake.log().iter().any(|line| line.ends_with("/cancel")), has_deploy, "{words}");
        assert!(fake.account.lock().unwrap().live.is_empty());
    }
    let fake = Fake::start(Account { locked: true, ..Account::default() });
    assert!(fake.publish(&site("1", 3)).unwrap().note.unwrap().contains("Start auto publishing"));
    let odd = Site::from_files(&[("index.html", "1"), ("a#b.txt", "2")]);
    assert!(fake.publish(&odd).unwrap_err().said.contains("takes no file whose name has # or ?: a#b.txt"));
}

/// Netlify answers at most so many requests; those of a day's first publication come evenly.
#[test]
fn uploads_go_eight_a_second_and_four_at_once() {
    let fake = Fake::start(Account::default());
    let number = std::env::var("GYMPRESS_TEST_FILES").map_or(23, |number| number.parse().unwrap());
    let start = Instant::now();
    assert_eq!(
        fake.publish_at(&site("1", number), Duration::from_secs(1)).unwrap().uploaded,
        Some(number + 2)
    );
    // The first goes at once; a slow machine takes longer, and none less.
    let least = Duration::from_secs(1) * (number as u32 + 1) / 8;
    assert!(start.elapsed() >= least, "{:?}", start.elapsed());
    assert!(fake.account.lock().unwrap().most_under_way <= 4);
}
