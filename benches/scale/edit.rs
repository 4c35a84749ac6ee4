//! Editing by clicking: how long from what is typed to the page that shows it.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{measure::Figures, site::Synthetic};

/// Between two letters.
const PAUSE: Duration = Duration::from_millis(150);

/// Long enough for the pages that are counted in the background.
const REST: Duration = Duration::from_secs(5);

const FOLDER: &str = "/.gympress/edit/";

/// A field that somebody types in, and the page beside it.
struct TypedField {
    name: &'static str,
    file: &'static str,
    page: &'static str,
}

const FIELDS: [TypedField; 2] = [
    TypedField {
        name: "edit, a plan's title typed",
        file: "content/plans/one-month.toml",
        page: "/pricing/",
    },
    TypedField {
        name: "edit, a post's title typed",
        file: "content/posts/post-7.toml",
        page: "/blog/post-7/",
    },
];

/// An editor that runs until it's dropped.
struct Editor {
    child: Child,
    host: String,
    token: String,
}

impl Editor {
    fn start(site: &Synthetic) -> Self {
        let mut command = site.gympress(&["serve", "--port", "0"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines().map(Result::unwrap);
        let address = said.find_map(|line| Some(line.strip_prefix("edit: http://")?.to_owned())).unwrap();
        // Who says something else must be heard.
        thread::spawn(move || said.for_each(drop));
        let (host, token) = address.split_once(&format!("{FOLDER}#")).unwrap();
        Self { host: host.to_owned(), token: token.to_owned(), child }
    }

    /// The answer to a request, which has a body if it changes something.
    fn ask(&self, target: &str, body: Option<&Value>) -> String {
        let method = if body.is_some() { "POST" } else { "GET" };
        let body = body.map(Value::to_string).unwrap_or_default();
        let (host, token, length) = (&self.host, &self.token, body.len());
        let mut stream = TcpStream::connect(host).unwrap();
        write!(
            stream,
            "{method} {FOLDER}{target} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nAuthorization: Bearer {token}\r\n\
            Content-Type: application/json\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{target}: {answer}");
        answer.split_once("\r\n\r\n").unwrap().1.to_owned()
    }

    /// Sets the title of a file, and waits for the page as an open editor does: it asks for the state at the same time.
    fn type_title(&self, field: &TypedField, title: &str) -> f64 {
        let file = self.ask(&format!("file?file={}", field.file), None);
        let version = &serde_json::from_str::<Value>(&file).unwrap()["version"];
        let set = json!({ "file": field.file, "path": ["title"], "value": { "text": title } });
        let request = json!({ "versions": { field.file: version }, "operations": [{ "set": set }] });
        let start = Instant::now();
        self.ask("operations", Some(&request));
        thread::scope(|scope| {
            scope.spawn(|| self.ask("state", None));
            let page = self.ask(&format!("page?path={}", field.page), None);
            let took = start.elapsed().as_secs_f64();
            assert!(page.contains(title), "{} doesn't show {title}", field.page);
            took
        })
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Every figure by name.
pub fn measure(site: &Synthetic, runs: usize) -> Vec<(&'static str, Figures)> {
    let editor = Editor::start(site);
    thread::sleep(REST);
    let figures = FIELDS.iter().map(|field| {
        let walls = (0..runs.max(1) * 10).map(|number| {
            thread::sleep(PAUSE);
            editor.type_title(field, &format!("Title {number}"))
        });
        (field.name, Figures::of_walls(walls.collect()))
    });
    figures.collect()
}
