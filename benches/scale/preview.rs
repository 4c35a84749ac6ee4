//! The preview of a site: how long until its first page, and from a change that is saved to the page that shows it.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    process::{Child, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::{
    measure::{Figures, peak_of},
    site::Synthetic,
};

/// The address at which pages are told of each state.
const EVENTS: &str = "/.gympress/events";

/// Between two edits; shorter than between two saves of an editor.
const PAUSE: Duration = Duration::from_millis(500);

/// Long enough for whatever goes on in the background.
const REST: Duration = Duration::from_secs(5);

/// A change that can be made any number of times, and the page that shows it.
pub struct Edit {
    name: &'static str,
    file: &'static str,
    find: &'static str,
    /// What follows what is found, with a number for `#`.
    add: &'static str,
    page: &'static str,
}

/// The changes of a site in one language.
pub const EDITS: [Edit; 4] = [
    Edit {
        name: "preview, TOML edited",
        file: "content/pages/about.toml",
        find: "\ntitle = \"",
        add: "Edit # ",
        page: "/about/",
    },
    Edit {
        name: "preview, post edited",
        file: "content/posts/post-7.toml",
        find: "title = \"",
        // Its text has been edited before.
        add: "Retitled # ",
        page: "/blog/post-7/",
    },
    Edit {
        name: "preview, template edited",
        file: "templates/sections/story/template.html",
        find: "<div class=\"story__body\">",
        add: "<!-- # -->",
        page: "/about/",
    },
    Edit {
        name: "preview, island edited",
        file: "components/BmiCalculator.tsx",
        find: "<form",
        add: " data-edit=\"#\"",
        page: "/",
    },
];

/// A post and a translation, of a site in two languages.
pub const EDITS_IN_TWO_LANGUAGES: [Edit; 2] = [
    Edit { name: "preview, post of two languages", ..EDITS[1] },
    Edit {
        name: "preview, translation edited",
        file: "content/sw/pages/about.toml",
        find: "\ntitle = \"",
        add: "Edit # ",
        page: "/sw/kuhusu/",
    },
];

/// A preview that runs until it's dropped.
struct Preview {
    child: Child,
    port: u16,
}

impl Preview {
    fn start(site: &Synthetic) -> Self {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let mut command = site.gympress(&["serve", "--port", &port.to_string()]);
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        Self { child, port }
    }

    /// The response for a page. Returns `None` if no server listens.
    fn get(&self, path: &str) -> Option<Vec<u8>> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).ok()?;
        write!(stream, "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n", self.port)
            .ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        answer.starts_with(b"HTTP/1.1 200").then_some(answer)
    }

    /// Waits for the first answer, and says how long that took.
    fn wait_for(&self, path: &str, since: Instant) -> f64 {
        while self.get(path).is_none() {
            assert!(since.elapsed() < Duration::from_secs(60), "{path} isn't there");
            thread::sleep(Duration::from_millis(1));
        }
        since.elapsed().as_secs_f64()
    }

    /// The states of the site from now on, as an open page is told of them.
    fn states(&self) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        write!(stream, "GET {EVENTS} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\r\n", self.port).unwrap();
        let mut states = BufReader::new(stream);
        next_state(&mut states);
        states
    }

    fn peak(&self) -> Option<u64> {
        peak_of(&fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?)
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for the next state.
fn next_state(states: &mut BufReader<TcpStream>) {
    let mut line = String::new();
    while !line.starts_with("data:") {
        line.clear();
        assert!(states.read_line(&mut line).unwrap() > 0, "the preview ended");
    }
}

/// How long the first page takes.
pub fn first_page(site: &Synthetic, runs: usize) -> Figures {
    let first = |_| {
        let (start, preview) = (Instant::now(), Preview::start(site));
        preview.wait_for("/about/", start)
    };
    Figures::of_walls((0..runs.max(1)).map(first).collect())
}

/// How long each change takes to be shown. Memory is that of the whole session.
pub fn measure(site: &Synthetic, runs: usize, edits: &[Edit]) -> Vec<(&'static str, Figures)> {
    let runs = runs.max(1);
    let mut figures = Vec::new();
    let preview = Preview::start(site);
    preview.wait_for("/about/", Instant::now());
    let mut states = preview.states();
    thread::sleep(REST);
    for edit in edits {
        let path = site.path(edit.file);
        let original = fs::read_to_string(&path).unwrap();
        assert!(original.contains(edit.find), "{} has no {:?}", edit.file, edit.find);
        let walls = (0..runs * 3).map(|number| {
            let added = edit.add.replace('#', &number.to_string());
            let text = original.replacen(edit.find, &format!("{}{added}", edit.find), 1);
            let start = Instant::now();
            fs::write(&path, text).unwrap();
            // Other states have the mistakes that a check found.
            while !preview
                .get(edit.page)
                .is_some_and(|page| String::from_utf8_lossy(&page).contains(added.trim()))
            {
                next_state(&mut states);
            }
            let took = start.elapsed().as_secs_f64();
            thread::sleep(PAUSE);
            took
        });
        let mut of_edit = Figures::of_walls(walls.collect());
        fs::write(&path, &original).unwrap();
        thread::sleep(REST);
        of_edit.peak = preview.peak();
        figures.push((edit.name, of_edit));
    }
    figures
}
