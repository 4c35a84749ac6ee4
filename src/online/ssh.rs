//! The `ssh` of the system, which brings keys, its agent, its settings and its known hosts, and asks through us: gympress is its
//! `SSH_ASKPASS`, so that people are asked in the terminal or in the editor alike.

use std::{
    io::{self, BufReader, Read, Write},
    net::{Ipv4Addr, Shutdown, TcpListener, TcpStream},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    thread,
    time::Duration,
};

use super::{
    Machine, new_secret, program,
    remote::{Trouble, TroubleKind},
};
use crate::{hosts::Server, lock};

/// The variable by which `ssh` finds the run that asks for it: a port of this machine, and a word that nobody else knows.
pub const ASKPASS: &str = "GYMPRESS_ASKPASS";
/// The most bytes of a question, and of what `ssh` says of failures.
const LONGEST: u64 = 8192;

/// A program that talks to a server, and its ends.
pub(super) struct Ssh {
    child: Child,
    pub input: Option<ChildStdin>,
    pub output: BufReader<ChildStdout>,
    said: Arc<Mutex<String>>,
    /// Ends once it says nothing more.
    all_said: Receiver<()>,
}

/// News while `ssh` makes the connection.
enum Dial {
    /// It asks something, and waits for the answer.
    Asks(String, TcpStream),
    /// The server's first bytes are there, or the end.
    Answers(BufReader<ChildStdout>, io::Result<[u8; 4]>),
}

impl Ssh {
    /// Starts `ssh`, greets the server, and waits until it answers. Returns the first four bytes of its answer, too. `answer`
    /// answers what `ssh` asks.
    pub(super) fn start(
        server: &Server,
        machine: &Machine,
        greeting: &[u8],
        answer: &mut dyn FnMut(&str) -> Option<String>,
    ) -> Result<(Self, [u8; 4]), Trouble> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(|error| failed(&error))?;
        let port = listener.local_addr().map_err(|error| failed(&error))?.port();
        let token = new_secret()?;
        let mut command =
            Command::new(program(machine, "ssh").ok_or_else(|| failed(&io::ErrorKind::NotFound.into()))?);
        command.args(["-a", "-x", "-T", "-e", "none"]);
        for option in [
            "ClearAllForwardings=yes",
            "PermitLocalCommand=no",
            "StrictHostKeyChecking=ask",
            "NumberOfPasswordPrompts=1",
            "ConnectTimeout=15",
            "ServerAliveInterval=15",
            "ServerAliveCountMax=3",
        ] {
            command.args(["-o", option]);
        }
        if let Some(port) = server.port {
            command.args(["-p", &port.to_string()]);
        }
        if let Some(user) = &server.user {
            command.args(["-l", user]);
        }
        command.args(["-s", "--", &server.host, "sftp"]);
        command.env("SSH_ASKPASS", &machine.program).env("SSH_ASKPASS_REQUIRE", "force");
        command.env(ASKPASS, format!("{port}:{token}"));
        if machine.variable("DISPLAY").is_none() {
            command.env("DISPLAY", "gympress");
        }
        super::SECRET_VARIABLES.iter().for_each(|name| {
            command.env_remove(name);
        });
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| failed(&error))?;
        let ends = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut input), Some(output), Some(errors)) = ends else {
            return Err(failed(&io::ErrorKind::BrokenPipe.into()));
        };
        // A pipe keeps it until the server listens. If `ssh` has ended already, its output ends, too, and it has said why.
        if let Err(error) = input.write_all(greeting) {
            log::info!("ssh takes no greeting: {error}");
        }
        let said = Arc::new(Mutex::new(String::new()));
        let heard = said.clone();
        let (end_of_words, all_said) = channel();
        thread::spawn(move || {
            hear(errors, &heard);
            drop(end_of_words);
        });
        let (news, dial) = channel();
        let answers = news.clone();
        thread::spawn(move || await_version(output, &answers));
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = is_over.clone();
        thread::spawn(move || await_questions(&listener, &token, &news, &ends));
        let ended = answer_questions(&dial, answer);
        // The listener ends at the next call, which is this one.
        is_over.store(true, Ordering::Relaxed);
        drop(TcpStream::connect((Ipv4Addr::LOCALHOST, port)));
        let (output, version) = ended.ok_or_else(|| failed(&io::ErrorKind::BrokenPipe.into()))?;
        let mut ssh = Self { child, input: Some(input), output, said, all_said };
        match version {
            Ok(first) => Ok((ssh, first)),
            Err(_) => Err(ssh.trouble()),
        }
    }

    /// The reason why the connection ended, from what `ssh` said.
    pub(super) fn trouble(&mut self) -> Trouble {
        self.input = None;
        if let Err(error) = self.child.wait() {
            return failed(&error);
        }
        // A connection that is shared with later runs keeps the place open where it says why.
        let _ = self.all_said.recv_timeout(Duration::from_millis(500));
        let said = lock(&self.said).clone();
        let has = |words: &str| said.contains(words);
        let kind = if has("HAS CHANGED") {
            TroubleKind::ChangedKey
        } else if has("Host key verification failed") {
            TroubleKind::UntrustedKey
        } else if has("Permission denied") || has("Too many authentication failures") {
            TroubleKind::Denied
        } else if has("Could not resolve") {
            TroubleKind::UnknownHost
        } else if ["refused", "timed out", "No route to host", "unreachable"].into_iter().any(has) {
            TroubleKind::Unreachable
        } else {
            TroubleKind::Lost
        };
        let fingerprint = said.split_whitespace().find(|word| word.starts_with("SHA256:"));
        let last =
            said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it ended without a word");
        let last = last.trim().to_owned();
        Trouble::new(
            kind,
            fingerprint.map_or(last.clone(), |key| format!("{} ({last})", key.trim_end_matches('.'))),
        )
    }
}

impl Drop for Ssh {
    fn drop(&mut self) {
        self.input = None;
        if let Err(error) = self.child.kill().and_then(|()| self.child.wait().map(drop)) {
            log::info!("ssh doesn't end: {error}");
        }
    }
}

fn failed(error: &io::Error) -> Trouble {
    Trouble::new(TroubleKind::Machine, format!("can't run ssh: {error}"))
        .help("on Windows: Settings, System, Optional features, OpenSSH Client; elsewhere install OpenSSH, or use ftps://")
}

fn hear(errors: impl Read, heard: &Mutex<String>) {
    let mut errors = BufReader::new(errors);
    let mut piece = [0; 1024];
    while let Ok(length @ 1..) = errors.read(&mut piece) {
        let text = String::from_utf8_lossy(piece.get(..length).unwrap_or_default()).into_owned();
        let mut all = lock(heard);
        if all.len() < 65_536 {
            all.push_str(&text);
        }
    }
}

fn await_version(output: ChildStdout, news: &Sender<Dial>) {
    let mut output = BufReader::with_capacity(256 << 10, output);
    let mut first = [0; 4];
    let read = output.read_exact(&mut first).map(|()| first);
    // If nobody waits any more, the run is over.
    drop(news.send(Dial::Answers(output, read)));
}

fn await_questions(listener: &TcpListener, token: &str, news: &Sender<Dial>, is_over: &AtomicBool) {
    for stream in listener.incoming() {
        let Ok(stream) = stream else { break };
        // Any program of this machine may call: one that doesn't know the word is neither answered nor the last.
        let is_heard = question_of(stream, token).is_none_or(|asks| news.send(asks).is_ok());
        if !is_heard || is_over.load(Ordering::Relaxed) {
            break;
        }
    }
}

/// The question of a connection that knows the word.
fn question_of(mut stream: TcpStream, token: &str) -> Option<Dial> {
    stream.set_read_timeout(Some(Duration::from_secs(10))).ok()?;
    let mut text = String::new();
    Read::by_ref(&mut stream).take(LONGEST).read_to_string(&mut text).ok()?;
    let (word, question) = text.split_once('\n')?;
    (word == token).then(|| Dial::Asks(question.to_owned(), stream))
}

fn answer_questions(
    dial: &Receiver<Dial>,
    answer: &mut dyn FnMut(&str) -> Option<String>,
) -> Option<(BufReader<ChildStdout>, io::Result<[u8; 4]>)> {
    while let Ok(news) = dial.recv() {
        match news {
            Dial::Answers(output, first) => return Some((output, first)),
            Dial::Asks(question, mut stream) => {
                let reply = answer(&question).map(|reply| format!("+{reply}")).unwrap_or_default();
                if let Err(error) = stream.write_all(reply.as_bytes()) {
                    log::info!("ssh doesn't wait for the answer: {error}");
                }
            }
        }
    }
    None
}

/// The answer to a question of `ssh`, which started this program to ask for it. `run` is the value of [`ASKPASS`].
pub fn askpass(run: &str, question: &str) -> Option<String> {
    let (port, token) = run.split_once(':')?;
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port.parse().ok()?)).ok()?;
    stream.write_all(format!("{token}\n{question}").as_bytes()).ok()?;
    stream.shutdown(Shutdown::Write).ok()?;
    let mut answer = String::new();
    stream.take(LONGEST).read_to_string(&mut answer).ok()?;
    answer.strip_prefix('+').map(str::to_owned)
}
