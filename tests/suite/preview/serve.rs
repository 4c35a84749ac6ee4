//! A preview that runs, and ends with the test.

use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};

use super::http::{Reply, get};
use crate::project::{NOW, Project};

pub struct Preview {
    child: Child,
    pub address: SocketAddr,
    printed: Arc<Mutex<String>>,
}

impl Preview {
    pub fn start(project: &Project) -> Self {
        Self::with(project, &[], &[])
    }

    /// With these options, and these variables in its environment.
    pub fn with(project: &Project, options: &[&str], environment: &[(&str, &str)]) -> Self {
        let mut command = Self::command(project);
        command.args(options).envs(environment.iter().copied());
        Self::of(command)
    }

    /// The command that starts one, in which nothing can be edited.
    pub fn command(project: &Project) -> Command {
        let mut command = Self::editing(project);
        command.arg("--no-edit");
        command
    }

    /// The command that starts one with its editor.
    pub fn editing(project: &Project) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gympress"));
        command.args(["serve", "--port", "0", "--now", NOW, "--root"]).arg(project.root());
        command
    }

    /// The one that a command starts.
    pub fn of(mut command: Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut err = child.stderr.take().unwrap();
        let printed = Arc::new(Mutex::new(String::new()));
        let heard = printed.clone();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = err.read(&mut buffer) {
                heard.lock().unwrap().push_str(&String::from_utf8_lossy(&buffer[..read]));
            }
        });
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").and_then(|url| url.split('/').next());
        let address = address.and_then(|address| address.parse().ok());
        let Some(address) = address else { panic!("no address: {line:?} {}", printed.lock().unwrap()) };
        Self { child, address, printed }
    }

    /// Ends it without a warning.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// The number of its process.
    #[cfg(target_os = "linux")]
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// What it has said on the terminal so far.
    pub fn printed(&self) -> String {
        self.printed.lock().unwrap().clone()
    }

    pub fn get(&self, target: &str) -> Reply {
        get(self.address, target)
    }

    /// The page as it would be published: without the one thing that the preview adds.
    pub fn page(&self, target: &str) -> String {
        published(&self.get(target).text())
    }

    /// The files of a build that are shown in another way than they would be published. Pictures are encoded in one format only.
    pub fn differing<'b>(&self, built: &'b BTreeMap<String, Vec<u8>>) -> impl Iterator<Item = &'b str> {
        let differs = |path: &str, bytes: &[u8]| {
            let reply = self.get(&format!("/{}", path.strip_suffix("index.html").unwrap_or(path)));
            let plain = |page: &str| without_choices(&published(page));
            let is_same = match path.ends_with(".html") {
                true => plain(&reply.text()) == plain(&String::from_utf8_lossy(bytes)),
                false => reply.body == *bytes,
            };
            reply.status != 200 || !is_same
        };
        let shown = built.iter().filter(|(path, _)| !path.ends_with(".avif"));
        shown.filter(move |(path, bytes)| differs(path, bytes)).map(|(path, _)| path.as_str())
    }

    /// Waits until something is so, and stops the test if it never is.
    pub fn wait_until(&self, what: &str, mut so: impl FnMut() -> bool) {
        let end = Instant::now() + Duration::from_secs(60);
        while !so() {
            assert!(Instant::now() < end, "not so in time: {what}\n{}", self.printed());
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A page without the files that its pictures may choose from: the preview encodes one format only.
fn without_choices(page: &str) -> String {
    let mut pieces = page.split('<');
    let mut rest = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces.filter(|piece| !(piece.starts_with("source ") && piece.contains("image/avif"))) {
        let is_picture = piece.starts_with("img ") || piece.starts_with("source ");
        let piece =
            if is_picture { without(&without(piece, " src=\""), " srcset=\"") } else { piece.to_owned() };
        rest += &format!("<{piece}");
    }
    rest
}

/// A tag without the attribute that begins with `start`.
fn without(tag: &str, start: &str) -> String {
    let Some((before, rest)) = tag.split_once(start) else { return tag.to_owned() };
    let (_, after) = rest.split_once('"').unwrap();
    format!("{before}{after}")
}

/// The page without the script of the preview.
fn published(page: &str) -> String {
    let Some(start) = page.find("<script src=\"/.gympress/preview.js\"") else { return page.to_owned() };
    let end = start + page[start..].find("</script>").unwrap() + "</script>".len();
    format!("{}{}", &page[..start], &page[end..])
}
