//! FTPS, as shared hosts have it: FTP whose control and data connections are both encrypted. Data connections resume the session
//! of the control connection, as most hosts demand, and TLS 1.2 comes first: with 1.3, servers give tickets for two transfers.

use std::{
    io::{self, BufRead as _, BufReader, Read, Write},
    net::{SocketAddr, TcpStream, ToSocketAddrs as _},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

use rustls::{
    AlertDescription, ClientConfig, ClientConnection, Error, StreamOwned, SupportedProtocolVersion,
    pki_types::ServerName,
    version::{TLS12, TLS13},
};

use super::{
    Roots, Secret,
    remote::{Answer, Remote, SendProgress, Trouble, TroubleKind, Upload},
    tls::{connection_trouble, name_of_same_machine},
};
use crate::hosts::Server;

/// The time without a byte after which a connection is lost.
const PATIENCE: Duration = Duration::from_secs(30);
/// The commands that are under way at once.
const WINDOW: usize = 50;
/// The most connections: hosts allow three to ten.
const CONNECTIONS: usize = 4;
/// The most files that one connection sends.
const FILES_OF_ONE: usize = 8;
const LONGEST_LINE: u64 = 8192;
const MOST_LINES: usize = 200;
/// The port on which TLS begins at once.
const IMPLICIT: u16 = 990;

type TlsStream = StreamOwned<ClientConnection, TcpStream>;

/// All that it takes to make a further connection.
struct Login {
    server: Server,
    roots: Roots,
    version: &'static SupportedProtocolVersion,
    password: Secret,
}

/// The answer of a server.
#[derive(Debug)]
struct FtpReply {
    code: u16,
    /// The line with the code.
    line: String,
}

impl FtpReply {
    fn is_ok(&self) -> bool {
        (200..300).contains(&self.code)
    }

    /// The size that it tells; that of nothing and of a folder is none.
    fn size(&self) -> Result<Option<u64>, Trouble> {
        match self.code {
            213 => Ok(self.line.get(4..).and_then(|size| size.trim().parse().ok())),
            500 | 502 => {
                let said = format!("{}: the server tells no sizes of files", self.line);
                Err(Trouble::new(TroubleKind::Refused, said)
                    .help("use sftp:// if your host has it, or ask it to allow SIZE"))
            }
            _ => Ok(None),
        }
    }

    fn answer(self) -> Answer {
        if self.is_ok() { Ok(()) } else { Err(self.line) }
    }

    fn expect(self, codes: &[u16]) -> Result<Self, Trouble> {
        if codes.contains(&self.code) { Ok(self) } else { Err(Trouble::refused(self.line)) }
    }
}

/// A connection that is logged in.
struct Control {
    stream: BufReader<TlsStream>,
    config: Arc<ClientConfig>,
    name: ServerName<'static>,
    peer: SocketAddr,
    /// False once the server refused `EPSV`.
    extended: bool,
}

/// A folder of a server.
pub struct Ftps {
    login: Login,
    connections: Vec<Control>,
    most_connections: usize,
    /// The folder, as the server names it.
    base: String,
    window: usize,
}

impl Ftps {
    /// Logs in, and finds the folder. `ask` is asked for the password once the certificate is right. After a connection broke, commands
    /// are sent one by one, as some servers lose some.
    ///
    /// # Errors
    /// If there is no such server, user or folder, or it doesn't encrypt.
    pub fn connect(
        server: &Server,
        roots: &Roots,
        broken: usize,
        ask: &mut dyn FnMut() -> Result<Secret, Trouble>,
    ) -> Result<Self, Trouble> {
        let (mut version, mut reached) = (&TLS12, encrypted(server, roots, &TLS12));
        if matches!(reached, Err(HandshakeError::OtherProtocol)) {
            (version, reached) = (&TLS13, encrypted(server, roots, &TLS13));
        }
        let mut control = reached.map_err(HandshakeError::trouble)?;
        let login = Login { server: server.clone(), roots: roots.clone(), version, password: ask()? };
        control.log_in(&login)?;
        let base = control.find_folder(server)?;
        let window = if broken == 0 { WINDOW } else { 1 };
        Ok(Self { login, connections: vec![control], most_connections: CONNECTIONS, base, window })
    }

    fn at(&self, path: &str) -> String {
        format!("{}/{path}", self.base.trim_end_matches('/'))
    }

    /// Sends commands, as many at once as the window has, and returns their answers.
    fn burst(&mut self, commands: &[String]) -> Result<Vec<FtpReply>, Trouble> {
        let mut replies = Vec::with_capacity(commands.len());
        let Some(control) = self.connections.first_mut() else { return Err(no_connection()) };
        for window in commands.chunks(self.window) {
            let text: String = window.iter().map(|command| format!("{command}\r\n")).collect();
            control.write(text.as_bytes())?;
            for _ in window {
                replies.push(control.reply()?);
            }
        }
        Ok(replies)
    }

    /// True if the answers to `CWD` and `PWD` name another folder than the one that was asked for.
    fn is_elsewhere(&self, folder: &str, replies: &[FtpReply]) -> bool {
        let [entered, place, ..] = replies else { return false };
        entered.is_ok() && path_in_quotes(&place.line) != self.at(folder)
    }

    fn each(&mut self, command: &str, paths: &[String]) -> Result<Vec<FtpReply>, Trouble> {
        let commands: Vec<String> = paths.iter().map(|path| format!("{command} {}", self.at(path))).collect();
        self.burst(&commands)
    }
}

impl Login {
    /// A connection on which files can be sent.
    fn connect(&self) -> Result<Control, Trouble> {
        let reached = encrypted(&self.server, &self.roots, self.version);
        let mut control = reached.map_err(HandshakeError::trouble)?;
        control.log_in(self)?;
        Ok(control)
    }
}

/// A connection with TLS, on which nobody has logged in yet.
fn encrypted(
    server: &Server,
    roots: &Roots,
    version: &'static SupportedProtocolVersion,
) -> Result<Control, HandshakeError> {
    let Server { host, port, .. } = server;
    let port = port.unwrap_or(21);
    let tcp = connect_to(host, port)?;
    let peer = tcp.peer_addr().map_err(|error| connection_trouble(&error))?;
    let mut plain = BufReader::new(tcp);
    if port != IMPLICIT {
        read_reply(&mut plain)?.expect(&[220])?;
        write_all(plain.get_mut(), b"AUTH TLS\r\n")?;
        let reply = read_reply(&mut plain)?;
        if reply.code != 234 {
            return Err(Trouble::new(TroubleKind::NoTls, reply.line).into());
        }
    }
    let config = roots.config(&[version])?;
    let name = ServerName::try_from(host.clone())
        .map_err(|error| Trouble::new(TroubleKind::UnknownHost, error.to_string()))?;
    let mut stream = tls(&config, &name, plain.into_inner())?;
    let done = stream.conn.complete_io(&mut stream.sock);
    done.map_err(|error| handshake_error(&error, server, peer))?;
    let mut control = Control { stream: BufReader::new(stream), config, name, peer, extended: true };
    if port == IMPLICIT {
        control.reply()?.expect(&[220])?;
    }
    Ok(control)
}

fn handshake_error(error: &io::Error, server: &Server, peer: SocketAddr) -> HandshakeError {
    let tls = error.get_ref().and_then(|inner| inner.downcast_ref::<Error>());
    if let Some(Error::AlertReceived(AlertDescription::ProtocolVersion) | Error::PeerIncompatible(_)) = tls {
        return HandshakeError::OtherProtocol;
    }
    let mut trouble = connection_trouble(error);
    if let Some(name) = name_of_same_machine(error, peer.ip()) {
        let target = server.at_host(&name);
        trouble = trouble.help(format!("that is the same machine: write to = \"{target}\""));
        trouble.target = Some(target);
    }
    trouble.into()
}

/// A failure to make a connection.
enum HandshakeError {
    /// The server speaks no TLS 1.2.
    OtherProtocol,
    Trouble(Trouble),
}

impl From<Trouble> for HandshakeError {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl HandshakeError {
    fn trouble(self) -> Trouble {
        match self {
            Self::OtherProtocol => {
                Trouble::new(TroubleKind::NoTls, "it speaks no version of TLS that is safe today")
            }
            Self::Trouble(trouble) => trouble,
        }
    }
}

/// A connection to the first address that answers.
pub(super) fn connect_to(host: &str, port: u16) -> Result<TcpStream, Trouble> {
    let addresses = (host, port)
        .to_socket_addrs()
        .map_err(|error| Trouble::new(TroubleKind::UnknownHost, error.to_string()))?;
    let mut last = Trouble::new(TroubleKind::UnknownHost, "the name leads nowhere");
    for address in addresses {
        match connect_to_address(&address) {
            Ok(tcp) => return Ok(tcp),
            Err(error) => {
                last = Trouble::new(TroubleKind::Unreachable, format!("port {port}: {error}"));
            }
        }
    }
    Err(last)
}

fn connect_to_address(address: &SocketAddr) -> io::Result<TcpStream> {
    let tcp = TcpStream::connect_timeout(address, Duration::from_secs(15))?;
    tcp.set_read_timeout(Some(PATIENCE))?;
    tcp.set_write_timeout(Some(PATIENCE))?;
    tcp.set_nodelay(true)?;
    Ok(tcp)
}

fn tls(config: &Arc<ClientConfig>, name: &ServerName<'static>, tcp: TcpStream) -> Result<TlsStream, Trouble> {
    let connection = ClientConnection::new(config.clone(), name.clone())
        .map_err(|error| Trouble::new(TroubleKind::NoTls, error.to_string()))?;
    Ok(StreamOwned::new(connection, tcp))
}

fn write_all(stream: &mut impl Write, bytes: &[u8]) -> Result<(), Trouble> {
    stream.write_all(bytes).and_then(|()| stream.flush()).map_err(|error| connection_trouble(&error))
}

fn no_connection() -> Trouble {
    Trouble::new(TroubleKind::Lost, "there is no connection")
}

/// Reads a reply of one line or several.
fn read_reply<S: Read>(stream: &mut BufReader<S>) -> Result<FtpReply, Trouble> {
    for _ in 0..MOST_LINES {
        let mut line = Vec::new();
        stream.take(LONGEST_LINE).read_until(b'\n', &mut line).map_err(|error| connection_trouble(&error))?;
        if !line.ends_with(b"\n") {
            return Err(Trouble::new(TroubleKind::Lost, "the server closed the connection"));
        }
        let line = String::from_utf8_lossy(&line).trim_end().to_owned();
        let code = line.get(..3).and_then(|code| code.parse().ok());
        let is_last = matches!(line.get(3..4), None | Some(" "));
        if let (Some(code), true) = (code, is_last) {
            if code == 421 {
                return Err(Trouble::new(TroubleKind::Lost, line));
            }
            return Ok(FtpReply { code, line });
        }
    }
    Err(Trouble::new(TroubleKind::Lost, "the server talks without end"))
}

impl Control {
    fn write(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        write_all(self.stream.get_mut(), bytes)
    }

    fn reply(&mut self) -> Result<FtpReply, Trouble> {
        read_reply(&mut self.stream)
    }

    fn command(&mut self, command: &str) -> Result<FtpReply, Trouble> {
        self.write(format!("{command}\r\n").as_bytes())?;
        self.reply()
    }

    fn log_in(&mut self, login: &Login) -> Result<(), Trouble> {
        let user = login.server.user.as_deref().unwrap_or_default();
        let reply = self.command(&format!("USER {user}"))?;
        if reply.code != 230 {
            reply.expect(&[331])?;
            let password = login.password.reveal();
            let reply = if password.contains(char::is_control) {
                None
            } else {
                Some(self.command(&format!("PASS {password}"))?)
            };
            let said = reply.as_ref().map_or("it can't be one", |reply| &reply.line).to_owned();
            let accepted = reply.filter(FtpReply::is_ok);
            accepted.ok_or_else(|| Trouble::new(TroubleKind::Denied, said))?;
        }
        self.command("PBSZ 0")?;
        let protected = self.command("PROT P")?;
        if protected.code != 200 {
            return Err(Trouble::new(TroubleKind::NoTls, protected.line));
        }
        let binary = self.command("TYPE I")?;
        if binary.code != 200 {
            return Err(Trouble::new(
                TroubleKind::Refused,
                format!("{}: pictures would be broken", binary.line),
            ));
        }
        self.command("OPTS UTF8 ON")?;
        Ok(())
    }

    /// The folder in the words of the server: below where the login begins, or else from the root.
    fn find_folder(&mut self, server: &Server) -> Result<String, Trouble> {
        let home = path_in_quotes(&self.command("PWD")?.expect(&[257])?.line);
        let folder = &server.folder;
        let rooted = format!("/{folder}");
        let below =
            if folder.is_empty() { home.clone() } else { format!("{}/{folder}", home.trim_end_matches('/')) };
        let candidates = if server.from_root { vec![rooted] } else { vec![below, rooted] };
        for candidate in candidates {
            if self.command(&format!("CWD {candidate}"))?.is_ok() {
                return Ok(path_in_quotes(&self.command("PWD")?.expect(&[257])?.line));
            }
        }
        let bytes = self.retrieve("NLST", 64 << 10)?.unwrap_or_default();
        let names = String::from_utf8_lossy(&bytes).lines().map(str::to_owned).collect();
        Err(no_folder(server, names))
    }

    /// Opens a data connection for a command, or returns the reply by which the server refuses what isn't there.
    fn open_data(&mut self, command: &str) -> Result<Result<TlsStream, FtpReply>, Trouble> {
        let port = self.passive_port()?;
        let tcp = connect_to_address(&SocketAddr::new(self.peer.ip(), port)).map_err(|error| {
            Trouble::new(TroubleKind::Lost, format!("data connection on port {port}: {error}"))
        })?;
        self.write(format!("{command}\r\n").as_bytes())?;
        let stream = tls(&self.config, &self.name, tcp)?;
        let reply = self.reply()?;
        if reply.code == 550 {
            return Ok(Err(reply));
        }
        reply.expect(&[125, 150])?;
        Ok(Ok(stream))
    }

    /// The port of the next data connection. Its address is that of the control connection, whatever the server says.
    fn passive_port(&mut self) -> Result<u16, Trouble> {
        if self.extended {
            let reply = self.command("EPSV")?;
            if reply.code == 229 {
                let port = reply
                    .line
                    .rsplit_once('(')
                    .and_then(|(_, rest)| rest.split(rest.get(..1)?).nth(3)?.parse().ok());
                return port.ok_or_else(|| Trouble::refused(reply.line));
            }
            self.extended = false;
        }
        let reply = self.command("PASV")?.expect(&[227])?;
        let numbers = reply.line.rsplit_once('(').map_or("", |(_, rest)| rest.trim_end_matches([')', '.']));
        let mut last = numbers.split(',').skip(4).map(str::parse::<u8>);
        match (last.next(), last.next()) {
            (Some(Ok(high)), Some(Ok(low))) => Ok(u16::from_be_bytes([high, low])),
            _ => Err(Trouble::refused(reply.line)),
        }
    }

    /// The bytes that a command gives.
    fn retrieve(&mut self, command: &str, most: usize) -> Result<Option<Vec<u8>>, Trouble> {
        let Ok(mut data) = self.open_data(command)? else { return Ok(None) };
        let mut bytes = Vec::new();
        let read = (&mut data).take(most as u64 + 1).read_to_end(&mut bytes);
        if bytes.len() > most {
            return Err(Trouble::new(
                TroubleKind::Refused,
                format!("a file is larger than {most} bytes: {command}"),
            ));
        }
        // An empty list ends without a handshake at some servers.
        if let Err(error) = read
            && !bytes.is_empty()
        {
            return Err(connection_trouble(&error));
        }
        drop(data);
        self.reply()?.expect(&[226, 250])?;
        Ok(Some(bytes))
    }

    /// Sends a file. It is there only if the server says so.
    fn store(&mut self, to: &str, bytes: &[u8], progress: &dyn SendProgress) -> Result<(), Trouble> {
        let mut data = match self.open_data(&format!("STOR {to}"))? {
            Ok(data) => data,
            Err(reply) => return Err(Trouble::refused(format!("{}: {to}", reply.line))),
        };
        let written = send_data(&mut data, bytes, progress);
        drop(data);
        match (self.reply(), written) {
            (Ok(reply), Ok(())) => reply.expect(&[226, 250]).map(|_| ()),
            // The reason for a data connection that breaks is in the reply.
            (Ok(reply), Err(error)) => match reply.expect(&[]) {
                Err(trouble) if trouble.kind == TroubleKind::Full => Err(trouble),
                _ => Err(connection_trouble(&error)),
            },
            (Err(trouble), _) => Err(trouble),
        }
    }
}

fn send_data(data: &mut TlsStream, bytes: &[u8], progress: &dyn SendProgress) -> io::Result<()> {
    for piece in bytes.chunks(64 << 10) {
        data.write_all(piece)?;
        progress.bytes_sent(piece.len() as u64);
    }
    // An empty file needs the handshake, too.
    if data.conn.is_handshaking() {
        data.conn.complete_io(&mut data.sock)?;
    }
    data.conn.send_close_notify();
    data.flush()?;
    data.conn.complete_io(&mut data.sock)?;
    if data.conn.protocol_version() == Some(rustls::ProtocolVersion::TLSv1_3) {
        // Tickets for the next data connections come before the end.
        data.sock.shutdown(std::net::Shutdown::Write)?;
        io::copy(data, &mut io::sink())?;
    }
    Ok(())
}

/// Files that several connections send.
struct UploadQueue<'f> {
    files: &'f [Upload],
    /// Their names at the server.
    names: Vec<String>,
    progress: &'f dyn SendProgress,
    /// The number of the next one.
    next: AtomicUsize,
    /// True once a file couldn't be sent.
    is_over: AtomicBool,
}

impl UploadQueue<'_> {
    /// Sends one file after the other, until none is left.
    fn send_by(&self, control: &mut Control) -> Result<(), Trouble> {
        while !self.is_over.load(Ordering::Relaxed) && !self.progress.is_stopped() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let (Some(file), Some(to)) = (self.files.get(number), self.names.get(number)) else { break };
            let sent = file.from.read().and_then(|bytes| control.store(to, &bytes, self.progress));
            if let Err(trouble) = sent {
                self.is_over.store(true, Ordering::Relaxed);
                return Err(trouble);
            }
            self.progress.file_sent();
        }
        Ok(())
    }
}

/// The path in a reply to `PWD`, in which quotes are doubled.
fn path_in_quotes(line: &str) -> String {
    let inside = line.split_once('"').and_then(|(_, rest)| rest.rsplit_once('"'));
    inside.map_or("", |(path, _)| path).replace("\"\"", "\"")
}

/// There is no such folder, but others.
pub(super) fn no_folder(server: &Server, mut names: Vec<String>) -> Trouble {
    names.iter_mut().for_each(|name| *name = name.rsplit('/').next().unwrap_or_default().to_owned());
    names.retain(|name| !name.is_empty() && !name.starts_with('.'));
    names.sort();
    names.truncate(20);
    let there = if names.is_empty() { "none at all".to_owned() } else { names.join(", ") };
    Trouble::new(
        TroubleKind::NotThere,
        format!("there is no folder {} at {}; there are: {there}", server.folder, server.host),
    )
}

impl Remote for Ftps {
    fn sizes(&mut self, paths: &[String]) -> Result<Vec<Option<u64>>, Trouble> {
        self.each("SIZE", paths)?.iter().map(FtpReply::size).collect()
    }

    fn read(&mut self, path: &str, most: usize) -> Result<Option<Vec<u8>>, Trouble> {
        let command = format!("RETR {}", self.at(path));
        self.connections.first_mut().ok_or_else(no_connection)?.retrieve(&command, most)
    }

    fn make_folders(&mut self, folders: &[String]) -> Result<(), Trouble> {
        self.each("MKD", folders).map(drop)
    }

    fn claim(&mut self, folder: &str) -> Result<bool, Trouble> {
        let outer = folder.split('/').next().unwrap_or_default().to_owned();
        let replies = self.each("MKD", &[outer, folder.to_owned()])?;
        let Some(refused) = replies.into_iter().last().filter(|reply| !reply.is_ok()) else {
            return Ok(true);
        };
        let is_there = self.each("CWD", &[folder.to_owned()])?.iter().all(FtpReply::is_ok);
        self.burst(&[format!("CWD {}", self.base)])?;
        if is_there {
            return Ok(false);
        }
        Err(Trouble::refused(refused.line).help("some FTP servers refuse names with a dot at the front, such as .htaccess: ask your host to allow them (ProhibitDotFilesWrite), and to let you write in this folder"))
    }

    fn send(&mut self, files: &[Upload], progress: &dyn SendProgress) -> Result<(), Trouble> {
        let wanted = files.len().div_ceil(FILES_OF_ONE).min(self.most_connections).max(1);
        let others = wanted.saturating_sub(self.connections.len());
        let names = files.iter().map(|file| self.at(&file.to)).collect();
        let queue = UploadQueue {
            files,
            names,
            progress,
            next: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
        };
        let (queue, login) = (&queue, &self.login);
        let mut more = Vec::new();
        let mut result = Ok(());
        thread::scope(|scope| {
            let connections = self.connections.iter_mut().take(wanted);
            let busy: Vec<_> =
                connections.map(|control| scope.spawn(move || queue.send_by(control))).collect();
            let new: Vec<_> = (0..others)
                .map(|_| {
                    scope.spawn(move || {
                        // Hosts limit connections: those that are there go on.
                        let mut control = login.connect().ok()?;
                        let sent = queue.send_by(&mut control);
                        Some((control, sent))
                    })
                })
                .collect();
            for thread in busy {
                result = result.clone().and(thread.join().unwrap_or_else(|_| Err(no_connection())));
            }
            for thread in new {
                if let Ok(Some((control, sent))) = thread.join() {
                    more.push(control);
                    result = result.clone().and(sent);
                }
            }
        });
        if more.len() < others {
            self.most_connections = self.connections.len() + more.len();
        }
        self.connections.append(&mut more);
        result
    }

    fn rename(&mut self, pairs: &[(String, String)]) -> Result<Vec<Answer>, Trouble> {
        let commands: Vec<String> = pairs
            .iter()
            .flat_map(|(from, to)| [format!("RNFR {}", self.at(from)), format!("RNTO {}", self.at(to))])
            .collect();
        let mut replies = self.burst(&commands)?.into_iter();
        let mut answers = Vec::with_capacity(pairs.len());
        while let (Some(from), Some(to)) = (replies.next(), replies.next()) {
            answers.push(if from.code == 350 { to.answer() } else { Err(from.line) });
        }
        Ok(answers)
    }

    fn remove(&mut self, paths: &[String]) -> Result<Vec<Answer>, Trouble> {
        Ok(self.each("DELE", paths)?.into_iter().map(FtpReply::answer).collect())
    }

    fn remove_folders(&mut self, folders: &[String]) -> Result<(), Trouble> {
        self.each("RMD", folders).map(drop)
    }

    fn are_links(&mut self, folders: &[String]) -> Result<Vec<bool>, Trouble> {
        // Pure-FTPd takes rows of wrong folders for somebody who guesses: it waits longer at each, and hangs up. One that is there
        // ends the row.
        let commands: Vec<String> = folders
            .iter()
            .flat_map(|folder| {
                [format!("CWD {}", self.at(folder)), "PWD".to_owned(), format!("CWD {}", self.base)]
            })
            .collect();
        let replies = self.burst(&commands)?;
        let answers = folders.iter().zip(replies.chunks(3));
        Ok(answers.map(|(folder, replies)| self.is_elsewhere(folder, replies)).collect())
    }

    fn make_readable(&mut self, files: &[String], folders: &[String]) -> Result<(), Trouble> {
        self.each("SITE CHMOD 644", files)?;
        self.each("SITE CHMOD 755", folders).map(drop)
    }
}
