//! A small server of FTPS with the ways of hosts that no program of Debian has.

use std::{
    cell::RefCell,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{Ipv4Addr, TcpListener, TcpStream},
    path::PathBuf,
    process::{Command, Stdio},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use gympress::online::{Ftps, Remote, Trouble, TroubleKind};
use rustls::{
    ServerConfig, ServerConnection, StreamOwned,
    pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject},
};
use tempfile::TempDir;

use super::{
    folder::Host,
    ftps::any_password,
    servers::{Certificates, installed, target},
    sftp::{many, site_files},
};
use crate::{
    copy,
    project::{Project, Run},
    publish::bytes_of,
};

/// The ways of the server.
#[derive(Clone, Debug, Default)]
struct Ways {
    /// Commands that it refuses, each with its answer.
    refuses: Vec<(&'static str, &'static str)>,
    refuses_over: bool,
    /// The most connections at once.
    connections: Option<usize>,
    /// The most bytes that it keeps of a file while it says that all went well.
    keeps: Option<usize>,
    certificate: Option<&'static str>,
}

struct OddServer {
    folder: TempDir,
    port: u16,
    /// All commands of all connections.
    log: Arc<Mutex<Vec<String>>>,
}

impl OddServer {
    fn start(ways: Ways) -> Self {
        let folder = copy::scratch("refusals-");
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        let log = Arc::new(Mutex::new(Vec::new()));
        let name = ways.certificate.unwrap_or("server");
        let at = |end: &str| Certificates::get().at(&format!("{name}.{end}"));
        let chain = vec![CertificateDer::from_pem_file(at("pem")).unwrap()];
        let key = PrivateKeyDer::from_pem_file(at("key")).unwrap();
        let provider = rustls::crypto::ring::default_provider();
        let config = ServerConfig::builder_with_provider(provider.into())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(chain, key)
            .unwrap();
        let server = Self { folder, port, log: log.clone() };
        let (root, config) = (server.folder.path().to_owned(), Arc::new(config));
        let open = Arc::new(AtomicUsize::new(0));
        thread::spawn(move || {
            for tcp in listener.incoming().map_while(Result::ok) {
                let (session, open) = (
                    Session {
                        root: root.clone(),
                        ways: ways.clone(),
                        config: config.clone(),
                        log: log.clone(),
                        entered: RefCell::new("/".to_owned()),
                    },
                    open.clone(),
                );
                thread::spawn(move || {
                    let number = open.fetch_add(1, Ordering::SeqCst);
                    let _ = session.serve(tcp, number);
                    open.fetch_sub(1, Ordering::SeqCst);
                });
            }
        });
        server
    }

    fn connect(&self, host: &str) -> Result<Box<dyn Remote>, Trouble> {
        Ok(Box::new(Ftps::connect(&target(host, self.port), &Certificates::roots(), 0, &mut any_password)?))
    }

    fn commands(&self) -> Vec<String> {
        std::mem::take(&mut *self.log.lock().unwrap())
    }
}

struct Session {
    root: PathBuf,
    ways: Ways,
    config: Arc<ServerConfig>,
    log: Arc<Mutex<Vec<String>>>,
    entered: RefCell<String>,
}

type Tls = StreamOwned<ServerConnection, TcpStream>;

impl Session {
    fn tls(&self, tcp: TcpStream) -> Tls {
        StreamOwned::new(ServerConnection::new(self.config.clone()).unwrap(), tcp)
    }

    fn serve(&self, tcp: TcpStream, number: usize) -> std::io::Result<()> {
        let mut plain = BufReader::new(tcp);
        if self.ways.connections.is_some_and(|most| number >= most) {
            return plain.get_mut().write_all(b"421 Too many connections\r\n");
        }
        plain.get_mut().write_all(b"220-Welcome\r\n220 ready\r\n")?;
        let mut line = String::new();
        plain.read_line(&mut line)?;
        if let Some(refusal) = self.refusal("AUTH") {
            plain.get_mut().write_all(refusal.as_bytes())?;
            plain.read_line(&mut line)?;
            self.log.lock().unwrap().push(line);
            return Ok(());
        }
        plain.get_mut().write_all(b"234 go on\r\n")?;
        let mut control = BufReader::new(self.tls(plain.into_inner()));
        let (mut data, mut from) = (None, None);
        loop {
            let mut line = String::new();
            if control.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let line = line.trim_end().to_owned();
            self.log.lock().unwrap().push(line.clone());
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let reply = match self.refusal(word) {
                Some(refusal) => refusal,
                None => self.command(word, rest, &mut control, &mut data, &mut from)?,
            };
            control.get_mut().write_all(reply.as_bytes())?;
        }
    }

    fn refusal(&self, word: &str) -> Option<String> {
        let refused = self.ways.refuses.iter().find(|(refused, _)| *refused == word);
        refused.map(|(_, answer)| format!("{answer}\r\n"))
    }

    fn at(&self, path: &str) -> PathBuf {
        self.root.join(path.trim_start_matches('/'))
    }

    fn command(
        &self,
        word: &str,
        rest: &str,
        control: &mut BufReader<Tls>,
        data: &mut Option<TcpListener>,
        from: &mut Option<PathBuf>,
    ) -> std::io::Result<String> {
        let at = self.at(rest);
        let done = |worked: bool, code: &str| {
            if worked { format!("{code} done\r\n") } else { "550 no\r\n".to_owned() }
        };
        Ok(match word {
            "USER" => "331 password\r\n".to_owned(),
            "PASS" => done(true, "230"),
            "PBSZ" | "PROT" | "TYPE" | "OPTS" | "SITE" => done(true, "200"),
            "PWD" => format!("257 \"{}\"\r\n", self.entered.borrow()),
            "CWD" => {
                if at.is_dir() {
                    *self.entered.borrow_mut() = format!("/{}", rest.trim_matches('/'));
                }
                done(at.is_dir(), "250")
            }
            "SIZE" => match fs::metadata(&at) {
                Ok(metadata) if metadata.is_file() => format!("213 {}\r\n", metadata.len()),
                _ => "550 no\r\n".to_owned(),
            },
            "MKD" => done(fs::create_dir(&at).is_ok(), "257"),
            "DELE" => done(fs::remove_file(&at).is_ok(), "250"),
            "RMD" => done(fs::remove_dir(&at).is_ok(), "250"),
            "RNFR" => {
                let is_there = at.exists();
                *from = is_there.then_some(at);
                done(is_there, "350")
            }
            "RNTO" if self.ways.refuses_over && at.exists() => "553 exists\r\n".to_owned(),
            "RNTO" => done(from.take().is_some_and(|from| fs::rename(from, at).is_ok()), "250"),
            "EPSV" | "PASV" => {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
                let port = listener.local_addr()?.port();
                *data = Some(listener);
                match word {
                    "EPSV" => format!("229 Entering Extended Passive Mode (|||{port}|)\r\n"),
                    // A host behind a router names an address that nobody reaches.
                    _ => format!("227 Entering Passive Mode (10,0,0,1,{},{})\r\n", port >> 8, port & 255),
                }
            }
            "RETR" if !at.is_file() => "550 no\r\n".to_owned(),
            "RETR" | "STOR" | "NLST" => {
                control.get_mut().write_all(b"150 go on\r\n")?;
                let (tcp, _) = data.take().unwrap().accept()?;
                let mut data = self.tls(tcp);
                match word {
                    "STOR" => {
                        let mut bytes = Vec::new();
                        data.read_to_end(&mut bytes)?;
                        bytes.truncate(self.ways.keeps.unwrap_or(usize::MAX));
                        fs::write(at, bytes)?;
                    }
                    _ => {
                        data.write_all(&if word == "RETR" { fs::read(at)? } else { b"mail\r\n".to_vec() })?;
                        data.conn.send_close_notify();
                        data.flush()?;
                    }
                }
                "226 done\r\n".to_owned()
            }
            _ => "502 what?\r\n".to_owned(),
        })
    }
}

/// Publishes two sites one after the other.
fn publish(server: &OddServer) -> Result<Host, gympress::online::Interruption> {
    let host = Host::new();
    for site in [many("1", 20), many("2", 20)] {
        host.publication(&site).run(&mut |_| server.connect("localhost"))?;
        assert_eq!(site_files(server.folder.path()), bytes_of(&site));
    }
    Ok(host)
}

#[test]
fn odd_hosts_get_the_site() {
    if installed("openssl").is_none() {
        return;
    }
    for ways in [
        Ways::default(),
        Ways { refuses_over: true, ..Ways::default() },
        Ways { refuses: vec![("EPSV", "500 unknown")], ..Ways::default() },
        Ways { refuses: vec![("OPTS", "501 no")], connections: Some(2), ..Ways::default() },
    ] {
        let host = publish(&OddServer::start(ways.clone())).unwrap();
        let notes = host.watcher.heard.lock().unwrap().join("\n");
        assert_eq!(notes.contains("can't rename over a file"), ways.refuses_over, "{ways:?}: {notes}");
    }
}

#[test]
fn hosts_that_cannot_have_it_are_refused_in_words() {
    if installed("openssl").is_none() {
        return;
    }
    for (refuses, kind, words, sends_password) in [
        (("AUTH", "502 no TLS here"), TroubleKind::NoTls, "no TLS here", false),
        (("PROT", "536 no"), TroubleKind::NoTls, "536 no", true),
        (("TYPE", "504 no"), TroubleKind::Refused, "pictures would be broken", true),
        (("PASS", "530 Login incorrect"), TroubleKind::Denied, "530 Login incorrect", true),
        (("SIZE", "502 no"), TroubleKind::Refused, "tells no sizes", true),
        (("MKD", "550 dots are forbidden"), TroubleKind::Refused, "dots are forbidden", true),
        (("STOR", "552 Quota exceeded"), TroubleKind::Full, "Quota exceeded", true),
        (("STOR", "550 No space left on device"), TroubleKind::Full, "No space left", true),
        (("STOR", "550 Permission denied"), TroubleKind::Refused, "550 Permission denied", true),
        (("RNTO", "550 never"), TroubleKind::Refused, "550 never", true),
    ] {
        let server = OddServer::start(Ways { refuses: vec![refuses], ..Ways::default() });
        let host = Host::new();
        let interruption =
            host.publication(&many("1", 3)).run(&mut |_| server.connect("localhost")).unwrap_err();
        assert_eq!(interruption.trouble.kind, kind, "{interruption:?}");
        assert!(interruption.trouble.said.contains(words), "{interruption:?}");
        let commands = server.commands();
        let passwords = commands.iter().filter(|line| line.starts_with("PASS")).count();
        assert_eq!(passwords, usize::from(sends_password), "{commands:?}");
        assert!(site_files(server.folder.path()).is_empty());
    }
    let server = OddServer::start(Ways { keeps: Some(30), ..Ways::default() });
    let host = Host::new();
    let interruption = host.publication(&many("1", 3)).run(&mut |_| server.connect("localhost")).unwrap_err();
    assert_eq!(interruption.trouble.kind, TroubleKind::Full);
    assert!(site_files(server.folder.path()).is_empty());
}

#[test]
fn certificates_are_compared_with_names_and_dates() {
    if installed("openssl").is_none() {
        return;
    }
    for (certificate, host, words) in [
        ("expired", "localhost", "it has expired"),
        ("elsewhere", "localhost", "it is for server12.example"),
        ("other", "127.0.0.1", "it is for localhost"),
    ] {
        let server = OddServer::start(Ways { certificate: Some(certificate), ..Ways::default() });
        let trouble = server.connect(host).err().unwrap();
        assert_eq!((trouble.kind, &*trouble.said), (TroubleKind::Certificate, words));
        assert!(server.commands().is_empty());
        // The name that leads to the same machine can be written.
        let advice = trouble.failure(host, "").to_string();
        let corrected = format!("write to = \"ftps://anonymous@localhost:{}/\"", server.port);
        assert_eq!(advice.contains(&corrected), certificate == "other", "{advice}");
    }
    let server = OddServer::start(Ways::default());
    let strangers = gympress::online::Roots::new(None).unwrap();
    // Nobody is asked for a password that a stranger would get.
    let mut ask = || panic!("asked for a password");
    let trouble = Ftps::connect(&target("localhost", server.port), &strangers, 0, &mut ask).err().unwrap();
    assert_eq!(trouble.kind, TroubleKind::Certificate);
    let closed = Ftps::connect(&target("localhost", 1), &strangers, 0, &mut any_password).err().unwrap();
    assert_eq!(closed.kind, TroubleKind::Unreachable);
}

#[test]
fn the_name_of_the_same_machine_is_written_if_somebody_agrees() {
    if installed("openssl").is_none() {
        return;
    }
    for (reply, status) in [("no", 3), ("yes", 0)] {
        let server = OddServer::start(Ways { certificate: Some("other"), ..Ways::default() });
        let project = Project::minimal();
        let site = |host: &str| {
            format!(
                "name = \"Iron\"\nbase_url = \"https://iron.example/\"\n\n[publish] # our host\nhost = \"plain\"\nto = 'ftps://web@{host}:{}/' # by Joe\n",
                server.port
            )
        };
        project.write("content/site.toml", site("127.0.0.1"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_gympress"));
        command
            .args(["publish", "--skip-look", "--ask-in-json", "--format", "json", "--root"])
            .arg(project.root());
        command
            .env("SSL_CERT_FILE", Certificates::get().at("ca.pem"))
            .env_remove("GYMPRESS_PUBLISH_PASSWORD");
        let mut run =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut replies = run.stdin.take().unwrap();
        writeln!(replies, "{{\"answer\": \"{reply}\", \"keep\": false}}").unwrap();
        // The password is asked for once, by the name that is right.
        writeln!(replies, "{{\"answer\": \"any\", \"keep\": false}}").unwrap();
        let run: Run = run.wait_with_output().unwrap().into();
        let run = run.exits(status);
        assert!(
            run.out.contains("\"kind\":\"target\"")
                && run.out.contains("isn't for this name, it is for localhost"),
            "{}",
            run.out
        );
        let asked = run.out.matches("\"kind\":\"password\"").count();
        assert_eq!(asked, usize::from(status == 0), "{}", run.out);
        let written = project.read("content/site.toml");
        if status == 0 {
            assert_eq!(written, site("localhost").replace('\'', "\""));
            assert_eq!(site_files(server.folder.path()), project.published());
        } else {
            assert_eq!(written, site("127.0.0.1"));
            assert!(site_files(server.folder.path()).is_empty());
        }
    }
}
